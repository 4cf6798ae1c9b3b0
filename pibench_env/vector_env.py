"""`PIBench-v0` many times over: a vector environment of one command a step in each row."""

from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Verb
from pibench_env.env import ACTION_PARTS, PIBenchEnv
from pibench_env.lab_rows import WORK_SPACE, Rows
from pibench_env.lab_vector_env import LabVectorEnv
from pibench_env.options import LabOptions, checked_count
from pibench_env.spaces.decoding import MASK_SIZE, NVEC
from pibench_env.spaces.masking import CHOICES
from pibench_env.spaces.rounds import command_rows, look_at_rows
from pibench_env.state import empty_commands

# Words as info gives them, by what a run keeps of the last step.
_VERBS = np.array(["reset", *(verb.word for verb in Verb)], object)
_OUTCOMES = np.array([outcome.word for outcome in Outcome], object)


class PIBenchVectorEnv(LabVectorEnv):
    """Many labs, one command a step in each: what `gymnasium.make_vec("PIBench-v0", num_envs=...)` makes.

    Observation, action, reward, end, start and info of row i are those of `env.PIBenchEnv`, bit for bit, and the worlds
    of its later runs are those that it would pick. Infos have one array a key, and another, with a leading underscore
    in its name, that says which rows it is about, as in Gymnasium's `SyncVectorEnv`.

    Args:
        num_envs: How many rows.
        max_commands: Commands after which a month closes by itself; None or 0 for no limit.
        max_episode_steps: Steps after which a run is truncated; None for no limit.
        autoreset_mode: When a row that is over begins a new run: `"NextStep"`, `"SameStep"` or `"Disabled"`, or one of
            `gymnasium.vector.AutoresetMode`.
        copy: Whether observations are the caller's own; if not, they are overwritten by the next step or reset.
        threads: How many blocks of rows are played at the same time; results do not depend on it.
        **options: World, seeds, reward, observation and rendering: see `options.LabOptions`.

    Raises:
        ParameterError: A parameter or option is unknown or illegal.
        SeedError: `seeds` names none.
        TypeError: There is no argument of that name.

    Example:
        >>> import gymnasium
        >>> envs = gymnasium.make_vec("pibench_env:PIBench-v0", num_envs=64)
        >>> observations, infos = envs.reset(seed=101)
        >>> observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    """

    action_parts = ACTION_PARTS
    action_sizes = np.array(NVEC)
    mask_size = MASK_SIZE
    single_class = PIBenchEnv
    work_space = (*WORK_SPACE, "_commands", "_choices")

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_commands: int | None = 64,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        **options: Unpack[LabOptions],
    ) -> None:
        self._max_commands = checked_count("max_commands", max_commands, 0, or_none=True)
        super().__init__(
            num_envs,
            max_episode_steps=max_episode_steps,
            autoreset_mode=autoreset_mode,
            copy=copy,
            threads=threads,
            **options,
        )

    @classmethod
    def _arguments(cls) -> list[str]:
        return ["max_commands", *super()._arguments()]

    def _make_work_space(self) -> None:
        super()._make_work_space()
        self._commands = empty_commands(self._crew.blocks)
        self._choices = np.zeros((self._crew.blocks, len(Verb), CHOICES), np.int8)

    def _play_settings(self) -> dict[str, float]:
        return super()._play_settings() | {"max_commands": self._max_commands}

    def _state_settings(self) -> dict[str, Any]:
        return super()._state_settings() | {"max_commands": self._max_commands}

    def _single_options(self) -> dict[str, Any]:
        return super()._single_options() | {"max_commands": self._max_commands}

    def _play_rows(self, rows: Rows, actions: NDArray[np.int64], observations: NDArray[np.float32]) -> None:
        work_space = (self._commands, self._listings, self._facts, self._numbers, self._choices)
        world = (self._rules, self._settings, self._tapes)

        def task(first: int, last: int, k: int) -> None:
            written = (observations, self._masks)
            command_rows(self._labs, self._runs, rows, first, last, *world, actions, *work_space, k, *written)

        self._crew.share(len(rows), task)

    def _look_at_rows(self, rows: Rows, observations: NDArray[np.float32]) -> None:
        work_space = (self._listings, self._facts, self._numbers, self._choices)

        def task(first: int, last: int, k: int) -> None:
            look_at_rows(
                self._labs, self._runs, rows, first, last, self._rules, self._settings, self._tapes, *work_space, k,
                observations, self._masks,
            )  # fmt: skip

        self._crew.share(len(rows), task)

    def _last_step(self, runs: NDArray[Any]) -> dict[str, NDArray[Any]]:
        return {"verb": _VERBS[runs["said"]], "outcome": _OUTCOMES[runs["brought"]]}

    def _last_of(self, run: Any) -> tuple[int, ...]:
        return (int(run["said"]) - 1, int(run["brought"])) if run["said"] else ()
