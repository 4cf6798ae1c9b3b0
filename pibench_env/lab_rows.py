"""The rows of a vector environment as a value: labs, runs and chances, their copies and states.

How rows are reset and stepped stands in `lab_vector_env.py`.
"""

import copy
from abc import abstractmethod
from typing import Any, Self, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pibench_env.chances import Chances
from pibench_env.episode import BatchState, EnvState, Episode
from pibench_env.lab_env import LabEnv
from pibench_env.options import LabOptions, checked_count, checked_flag
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.shelf import new_tapes
from pibench_env.spaces import rendering
from pibench_env.spaces.layout import SCHEMA_VERSION
from pibench_env.spaces.listing import LISTING
from pibench_env.spaces.modes import observation_space
from pibench_env.spaces.rounds import RUN, SETTINGS
from pibench_env.spaces.schema import FACTS, SIZE
from pibench_env.state import LAB, Labs, RulesArray, empty_labs
from pibench_env.terms import METADATA, Terms
from pibench_env.threads import Crew
from pibench_env.vector_options import checked_mode
from pibench_env.wording import shown

Rows = NDArray[np.int64]
TAPES = 1024  # rows that have tapes of their own, 0.2 MB each
# Made anew for every copy.
WORK_SPACE = ("_rules", "_tapes", "_settings", "_crew", "_listings", "_facts", "_numbers", "_buffer", "_places", "_all")


class LabRows(VectorEnv[Any, Any, Any]):
    """Many labs of one world, each with its own run and its own luck, behind Gymnasium."""

    action_parts: tuple[str, ...]
    action_sizes: NDArray[np.int64]
    mask_size: int
    single_class: type[LabEnv[Any]]
    work_space: tuple[str, ...] = WORK_SPACE

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        **options: Unpack[LabOptions],
    ) -> None:
        self._terms = Terms.of(options, type(self).__name__, self._arguments())
        self.num_envs = checked_count("num_envs", num_envs)
        self._max_steps = checked_count("max_episode_steps", max_episode_steps, or_none=True)
        self._mode = checked_mode(autoreset_mode)
        self._copies = checked_flag("copy", copy)
        self._threads = checked_count("threads", threads)
        self._options = options
        self.metadata = METADATA | {"autoreset_mode": self._mode}
        self.render_mode = self._terms.render_mode
        self.single_observation_space = observation_space(self._terms.is_flat)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = spaces.MultiDiscrete(self.action_sizes, dtype=np.int64)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._labs, self._is_born = empty_labs(self.num_envs), False
        self._runs = np.zeros(self.num_envs, RUN)
        self._masks = np.zeros((self.num_envs, self.mask_size), np.int8)
        self._chances = Chances(self.num_envs)
        self._make_work_space()

    @classmethod
    def _arguments(cls) -> list[str]:
        own = ["num_envs", "max_episode_steps", "autoreset_mode", "copy", "threads"]
        return [*own, *LabOptions.__annotations__]

    def _make_work_space(self) -> None:
        """The rules, threads, and what compiled code reads and writes beside the state."""
        self._rules = self._terms.world.rules
        self._settings = np.zeros(1, SETTINGS)
        for name, value in self._play_settings().items():
            self._settings[name] = value
        self._crew = Crew(self._threads, self.num_envs)
        self._settings["blocks"] = self._crew.blocks
        self._tapes = new_tapes(self._crew.blocks + min(self.num_envs, TAPES))
        self._listings = np.zeros(self._crew.blocks, LISTING)
        self._facts = np.zeros(self._crew.blocks, FACTS)
        self._numbers = self._facts.view(np.float64).reshape(self._crew.blocks, SIZE)
        self._places = self._labs.view(np.uint8).reshape(self.num_envs, LAB.itemsize)
        self._all = np.arange(self.num_envs)
        self._buffer: NDArray[np.float32] | None = None

    def _play_settings(self) -> dict[str, float]:
        """The values of `rounds.Settings`."""
        terms = self._terms
        pay = {"reward": terms.reward, "penalty": terms.penalty, "max_steps": self._max_steps}
        return {"staff_tools": terms.staff_tools} | pay

    # What a vector environment adds.

    @abstractmethod
    def _look_at_rows(self, rows: Rows, observations: NDArray[np.float32]) -> None:
        """Write observations and masks of the rows."""

    @abstractmethod
    def _last_of(self, run: Any) -> tuple[int, ...]:
        """`Episode.last` of a row."""

    def _single_options(self) -> dict[str, Any]:
        """Options of a single environment like one of the rows."""
        return dict(self._options)

    # What the labs are.

    @property
    def params(self) -> Params:
        """The parameters of the world."""
        return self._terms.world.params

    @property
    def rules(self) -> RulesArray:
        """The rules, an array of one record."""
        return self._rules

    @property
    def world_hash(self) -> str:
        """Names the world without its seed, as result rows do."""
        return self._terms.world.hash

    @property
    def labs(self) -> Labs:
        """The whole state, hidden facts included: one record a row, in the same array for the environment's life."""
        self._must_be_born()
        return self._labs

    @property
    def seeds_of_rows(self) -> NDArray[np.int64]:
        """The worlds that the rows are in."""
        self._must_be_born()
        return self._runs["seed"].copy()

    @property  # type: ignore[misc]  # as in Gymnasium's SyncVectorEnv
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generators by which the rows pick their worlds."""
        return tuple(self._chances.of(row) for row in range(self.num_envs))

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """What the rows' generators were seeded with, -1 where only their state is known."""
        return tuple(self._chances.seed_of(row) for row in range(self.num_envs))

    def _must_be_born(self) -> None:
        if not self._is_born:
            raise ResetNeeded("the labs are not born yet: call reset() first")

    def action_masks(self) -> NDArray[np.bool_]:
        """What makes sense now in each row, under the name that masked learners look for.

        Returns:
            Flags of shape (num_envs, values of all parts of an action), a new array.

        Raises:
            ResetNeeded: There was no reset yet.
        """
        self._must_be_born()
        return self._masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Show the labs in the way chosen when the environment was made.

        Returns:
            One text or picture a row, as of the single environment; None without a mode.
        """
        if self.render_mode is None:
            return None
        show = rendering.text if self.render_mode == "ansi" else rendering.picture
        return tuple(show(self.labs[row : row + 1], self._rules) for row in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads.

        Args:
            **kwargs: Of no use here.
        """
        if "_crew" in vars(self):  # Gymnasium before 1.4 closes what could not be made, too
            self._crew.dismiss()

    # Copies.

    def get_state(self) -> BatchState:
        """All that decides what comes next in every row, the chance of later resets included.

        Returns:
            A value that `set_state` of any environment of the same kind, world, rows and rules of play takes.

        Raises:
            ResetNeeded: There was no reset yet.
        """
        about = (SCHEMA_VERSION, type(self).__name__, self.world_hash, self._state_settings())
        chances = tuple(self._chances.state_of(row) for row in range(self.num_envs))
        return BatchState(*about, self.labs.tobytes(), self._runs.tobytes(), chances)

    def set_state(self, state: BatchState) -> None:
        """Go on from a state in all rows; `observe()` shows them.

        Args:
            state: What `get_state` gave.

        Raises:
            ValueError: It is no such state, or one of another kind, world, schema or setting.
        """
        if not isinstance(state, BatchState):
            raise ValueError(f"set_state takes what get_state gave, not {shown(state)}")
        state.check(type(self).__name__, self.world_hash, self._state_settings(), self.num_envs)
        self._chances = Chances.from_states(state.chances)  # first, as it may refuse
        self._places[:] = np.frombuffer(state.labs, np.uint8).reshape(self._places.shape)
        self._runs.view(np.uint8)[:] = np.frombuffer(state.runs, np.uint8)
        self._is_born = True
        self._look_at_rows(self._all, np.empty((self.num_envs, SIZE), np.float32))

    def _state_settings(self) -> dict[str, Any]:
        """What decides, beside the world, what steps do."""
        steps = {"max_episode_steps": self._max_steps or None, "staff_tools": self._terms.staff_tools}
        return {"num_envs": self.num_envs, "autoreset_mode": self._mode.value} | steps

    def single(self, row: int) -> LabEnv[Any]:
        """A single environment in the state of a row, which goes its own way, with the same luck.

        It has no limit of steps, since Gymnasium keeps that in a wrapper, and `lab`, the Python surface, begins with
        its next reset: a vector environment keeps no past to tell.

        Args:
            row: The row, counted from 0.

        Returns:
            An environment of the same id and options.

        Raises:
            ParameterError: There is no such row.
            ResetNeeded: There was no reset yet.
        """
        i = checked_count("row", row, 0)
        if i >= self.num_envs:
            raise ParameterError(f"row is {i}; allowed are 0 to {self.num_envs - 1}, nearest {self.num_envs - 1}")
        run, env = self._runs[i], self.single_class(**self._single_options())
        episode = Episode(
            seed=int(run["seed"]),
            month=int(run["month_of_action"]),
            commands=int(run["actions"]),
            illegal=int(run["illegal"]),
            last=self._last_of(run),
            paid=float(run["paid"]),
            is_told=False,
        )
        chance = dict(self._chances.copy_of(i).bit_generator.state)
        env.set_state(
            EnvState(**env.origin(), lab=self.labs[i : i + 1].tobytes(), episode=episode, history=None, chance=chance)
        )
        return env

    def clone(self) -> Self:
        """An environment in the same state that goes its own way, with the same luck."""
        return copy.deepcopy(self)

    __copy__ = clone  # half a copy would share runs

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in self.work_space}
        # As bytes: NumPy's own copy of records leaves the gaps between fields to chance.
        return state | {"_labs": self._labs.tobytes() if self._is_born else None, "_runs": self._runs.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        labs = state["_labs"]
        self._labs = empty_labs(self.num_envs) if labs is None else np.frombuffer(bytearray(labs), LAB)
        self._runs = np.frombuffer(bytearray(state["_runs"]), RUN)
        self._make_work_space()
