"""What the vector environments share: many labs of one world, reset and stepped by compiled loops over blocks of rows.

Row i is, bit for bit, the single environment that was reset with the same seed. A vector environment adds its action
space, its mask and its loops (`vector_env.py`, `wrappers/month_plan_vector.py`).
"""

from abc import abstractmethod
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from pibench_env.lab_rows import LabRows, Rows
from pibench_env.options import seeds_for_reset
from pibench_env.spaces.modes import split
from pibench_env.spaces.rounds import RUN, be_born_rows
from pibench_env.spaces.schema import GROUPS, SIZE
from pibench_env.state import LAB, Labs
from pibench_env.vector_options import VectorResetOptions, checked_actions, checked_seeds, listed, rows_to_reset

RESET_OPTIONS = tuple(VectorResetOptions.__annotations__)


class LabVectorEnv(LabRows):
    """Many labs behind Gymnasium, whatever a step is."""

    # What a vector environment adds.

    @abstractmethod
    def _play_rows(self, rows: Rows, actions: NDArray[np.int64], observations: NDArray[np.float32]) -> None:
        """A step of the rows, whose observations and masks are written."""

    @abstractmethod
    def _last_step(self, runs: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """What info says of the last step, new arrays."""

    # Playing.

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new run in all rows, or in some.

        Args:
            seed: The worlds, each from 0 to 2^63 - 1: a number s for s + i in row i, or a list or array of one number a
                row; None, for all or in a list, for one of the environment's `seeds`.
            options: None or a dict with `seeds`, where these resets pick their worlds, and `reset_mask`, a bool array
                of shape (num_envs,): only rows where it is True begin a new run. Seeds of the others count for nothing.

        Returns:
            Observations of all rows, and infos of those that were reset.

        Raises:
            SeedError: A seed is no whole number of that range, or seeds are named that do not exist.
            ValueError: An option is unknown, illegal, or names seeds although a seed is given; or there are not as many
                seeds as rows.
            ResetNeeded: Only some rows are to begin, and the others never did.
        """
        seeds = checked_seeds(seed, self.num_envs)
        rows = rows_to_reset(options, self.num_envs)
        given = next((seeds[row] for row in rows if seeds[row] is not None), None)
        source = seeds_for_reset(options, given, RESET_OPTIONS) or self._terms.seeds
        if not self._is_born and len(rows) < self.num_envs:
            raise ResetNeeded("some rows were never reset: the first reset takes no reset_mask")
        for row in rows.tolist():
            number = seeds[row]
            if number is not None:
                self._chances.seed(row, number)
        worlds = [self._chances.pick(row, source) if seeds[row] is None else seeds[row] for row in rows.tolist()]
        self._begin(rows, worlds)
        self._is_born = True
        observations = self._new_observations()
        self._look_at_rows(self._all, observations)
        return self._handed_out(observations), self._infos(rows)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """A step of all rows.

        Args:
            actions: One action a row, whole numbers of shape (num_envs, parts); those of rows that begin a new run in
                this step count for nothing.

        Returns:
            Observations, rewards (float64), terminated and truncated (bool), each with one entry a row, and infos.

        Raises:
            InvalidAction: An action is not in the action space.
            ResetNeeded: There was no reset yet, or a row is over and resets are the caller's.
        """
        self._must_be_born()
        checked = checked_actions(actions, self.num_envs, self.action_parts, self.action_sizes)
        is_over = self._is_over()
        playing, ended = self._all, np.flatnonzero(is_over)
        if len(ended):
            if self._mode == AutoresetMode.DISABLED:
                raise ResetNeeded(f"{listed(ended)} ended: call reset(options={{'reset_mask': ...}}) to begin anew")
            playing = np.flatnonzero(~is_over)
        observations = self._new_observations()
        self._play_rows(playing, checked, observations)
        self._begin_anew(ended, observations)
        if self._mode == AutoresetMode.SAME_STEP:
            return self._end_step_anew(observations)
        return self._handed_out(observations), *self._paid(), self._infos(self._all)

    def _is_over(self) -> NDArray[np.bool_]:
        """Which rows have a run that is over."""
        return (self._runs["terminated"] | self._runs["truncated"]).astype(np.bool_)

    def _paid(self) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Rewards and flags of the last step, new arrays."""
        runs = self._runs
        return runs["reward"].copy(), runs["terminated"].astype(np.bool_), runs["truncated"].astype(np.bool_)

    def _end_step_anew(self, observations: NDArray[np.float32]) -> tuple[Any, ...]:
        """The end of a step in which rows that are over begin a new run at once."""
        paid, is_over = self._paid(), self._is_over()
        ended, final = np.flatnonzero(is_over), {}
        if len(ended):
            seen = np.full(self.num_envs, None, object)
            for row in ended.tolist():
                seen[row] = observations[row].copy() if self._terms.is_flat else split(observations[row])
            about = {"final_info": self._infos(ended), "_final_info": is_over.copy()}
            final = {"final_obs": seen, "_final_obs": is_over} | about
            self._begin_anew(ended, observations)
        return self._handed_out(observations), *paid, final | self._infos(self._all)

    def _begin_anew(self, rows: Rows, observations: NDArray[np.float32]) -> None:
        """New runs in rows that are over, in worlds that they pick."""
        if len(rows):
            self._begin(rows, [self._chances.pick(row, self._terms.seeds) for row in rows.tolist()])
            self._look_at_rows(rows, observations)

    def _begin(self, rows: Rows, worlds: list[Any]) -> None:
        """New labs in rows."""
        seeds = np.array(worlds, np.uint64)
        roots = np.array([self._terms.world.root(seed) for seed in worlds], np.uint64)
        fresh = np.zeros(1, RUN)

        def task(first: int, last: int, k: int) -> None:
            world = (self._rules, self._settings, self._tapes)
            be_born_rows(self._labs, self._runs, self._places, rows, first, last, seeds, roots, *world, fresh, k)

        self._crew.share(len(rows), task)

    # Looking.

    def observe(self) -> tuple[Any, dict[str, Any]]:
        """Observations and infos of all rows as they are, as after a step; nothing is paid.

        Returns:
            Observations and infos.

        Raises:
            ResetNeeded: There was no reset yet.
        """
        self._must_be_born()
        observations = self._new_observations()
        self._look_at_rows(self._all, observations)
        return self._handed_out(observations), self._infos(self._all)

    def set_labs(self, labs: Labs) -> tuple[Any, dict[str, Any]]:
        """Put labs of this world into the rows, forks for example; each goes on from where it is.

        Rewards count from the Impact that a lab has, and steps and refusals from none.

        Args:
            labs: An array of dtype `LAB`, one a row; it is copied.

        Returns:
            Observations and infos, as `observe` gives them.

        Raises:
            TypeError: They are no labs.
            ValueError: There are not as many as rows.
        """
        if getattr(labs, "dtype", None) != LAB or labs.ndim != 1:
            raise TypeError("set_labs takes an array of dtype LAB of pibench_env.state, one lab a row")
        if len(labs) != self.num_envs:
            raise ValueError(f"{len(labs)} labs are given; num_envs is {self.num_envs}, and each row takes one")
        self._places[:] = np.frombuffer(b"".join(lab.tobytes() for lab in labs), np.uint8).reshape(self._places.shape)
        self._labs["luck"]["tape"] = 0  # an address of another process, perhaps
        self._runs[:] = np.zeros(1, RUN)
        self._runs["seed"] = self._labs["luck"]["seed"]
        self._is_born = True
        seen = self.observe()
        self._runs["paid"], self._runs["terminated"] = self._runs["impact"], self._labs["finished"]
        return seen

    def _new_observations(self) -> NDArray[np.float32]:
        """Where the observations of a step are written: an array of the caller's own, or always the same."""
        if self._copies:
            return np.empty((self.num_envs, SIZE), np.float32)
        if self._buffer is None:
            self._buffer = np.empty((self.num_envs, SIZE), np.float32)
        return self._buffer

    def _handed_out(self, observations: NDArray[np.float32]) -> Any:
        """Observations as the caller gets them."""
        return observations if self._terms.is_flat else {name: observations[:, part] for name, part in GROUPS.items()}

    def _infos(self, rows: Rows) -> dict[str, Any]:
        """Infos of rows, new arrays; each key has a second one of flags that say which rows it is about."""
        n = self.num_envs
        is_whole = len(rows) == n
        runs, masks = (self._runs, self._masks) if is_whole else (self._runs[rows], self._masks[rows])
        columns = self._last_step(runs) | {
            "month": runs["month"].copy(),
            "seed": runs["seed"].copy(),
            "illegal_actions": runs["illegal"].copy(),
            "impact": runs["impact"].copy(),
            "citations": runs["citations"].copy(),
            "papers": runs["papers"].copy(),
            "collapsed": runs["collapsed"].astype(np.bool_),
            "action_mask": masks.copy(),
        }
        infos: dict[str, Any] = {}
        for name, column in columns.items():
            infos[name], infos[f"_{name}"] = (column, np.ones(n, np.bool_)) if is_whole else _spread(column, rows, n)
        return infos


def _spread(column: NDArray[Any], rows: Rows, n: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """What is about some rows as an array of all rows, with nothing in the others; and which they are."""
    nothing = None if column.dtype == object else 0
    array = np.full((n, *column.shape[1:]), nothing, column.dtype)
    array[rows] = column
    is_there = np.zeros(n, np.bool_)
    is_there[rows] = True
    return array, is_there
