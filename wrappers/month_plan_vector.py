"""`PIBenchMonth-v0` many times over: a vector environment of one month a step in each row."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.lab_rows import WORK_SPACE, Rows
from pibench_env.lab_vector_env import LabVectorEnv
from pibench_env.playing.log import new_logs, new_memos
from pibench_env.wrappers.month_plan import PIBenchMonthEnv
from pibench_env.wrappers.plan.acting import look_at_plan_rows, plan_rows
from pibench_env.wrappers.plan.choices import PLAN, PLAN_MASK_SIZE, PLAN_NAMES, PLAN_NVEC


class PIBenchMonthVectorEnv(LabVectorEnv):
    """Many labs, one month a step in each: what `gymnasium.make_vec("PIBenchMonth-v0", num_envs=...)` makes.

    Observation, plan, reward, end, start and info of row i are those of `month_plan.PIBenchMonthEnv`, bit for bit; all
    else is as in `vector_env.PIBenchVectorEnv`.

    Args:
        num_envs: How many rows.
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
        >>> envs = gymnasium.make_vec("pibench_env:PIBenchMonth-v0", num_envs=64, threads=2)
        >>> observations, infos = envs.reset(seed=101)
        >>> observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    """

    action_parts = PLAN_NAMES
    action_sizes = np.array(PLAN_NVEC)
    mask_size = PLAN_MASK_SIZE
    single_class = PIBenchMonthEnv
    work_space = (*WORK_SPACE, "_possible", "_memos", "_logs")

    def _make_work_space(self) -> None:
        super()._make_work_space()
        self._possible = np.zeros((self._crew.blocks, len(PLAN)), np.int64)
        self._memos, self._logs = new_memos(self._crew.blocks), new_logs(self._crew.blocks)

    def _play_rows(self, rows: Rows, actions: NDArray[np.int64], observations: NDArray[np.float32]) -> None:
        work_space = (self._possible, self._memos, self._logs, self._listings, self._facts, self._numbers)
        world = (self._rules, self._settings, self._tapes)

        def task(first: int, last: int, k: int) -> None:
            written = (observations, self._masks)
            plan_rows(self._labs, self._runs, rows, first, last, *world, actions, *work_space, k, *written)

        self._crew.share(len(rows), task)

    def _look_at_rows(self, rows: Rows, observations: NDArray[np.float32]) -> None:
        work_space = (self._listings, self._facts, self._numbers)
        world = (self._rules, self._settings, self._tapes)

        def task(first: int, last: int, k: int) -> None:
            written = (observations, self._masks)
            look_at_plan_rows(self._labs, self._runs, rows, first, last, *world, *work_space, k, *written)

        self._crew.share(len(rows), task)

    def _last_step(self, runs: NDArray[Any]) -> dict[str, NDArray[Any]]:
        return {"commands": runs["said"].copy(), "refused": runs["brought"].copy()}

    def _last_of(self, run: Any) -> tuple[int, ...]:
        return int(run["said"]), int(run["brought"])
