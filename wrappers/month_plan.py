"""`PIBenchMonth-v0`: the lab as a Gymnasium environment, one month a step."""

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pibench_env.lab_env import WORK_SPACE, Action, LabEnv
from pibench_env.options import LabOptions, checked_action
from pibench_env.playing.log import new_logs, new_memos
from pibench_env.spaces.turn import Glance
from pibench_env.state import empty_labs
from pibench_env.wrappers.plan.acting import observe_plan_at, plan_at
from pibench_env.wrappers.plan.choices import PLAN, PLAN_MASK_SIZE, PLAN_NAMES, PLAN_NVEC


class PIBenchMonthEnv(LabEnv[Any]):
    """Run a research lab, one month a step; the score is Impact, citations earned and still to come.

    Observation, reward, end and start are those of `PIBench-v0` (`env.PIBenchEnv`).

    **Action**: a plan of the month, `MultiDiscrete` with one choice a part: whom to hire, how to mentor, what to start
    and to end, where papers go, which proposals are written, what is answered. `choices.PLAN` says what the choices
    mean. The plan becomes commands, in the order of `acting.play_month`, and then the month closes. Parts that are
    impossible this month do nothing and are counted.

    **Info**, the same keys from `reset` on: `commands` given in the last month, without the one that closed it, and
    `refused`, those of them that the rules refused; `month` now open; `seed`; `illegal_actions`, impossible parts and
    refused commands in this run; `impact`, `citations`, `papers`, `collapsed`; and `action_mask`, flat int8 flags of
    the choices that can do anything this month.

    Args:
        **options: World, seeds, reward, observation and rendering: see `options.LabOptions`.

    Raises:
        ParameterError: A parameter or option is unknown or illegal.
        SeedError: `seeds` names none.
        TypeError: There is no argument of that name.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("pibench_env:PIBenchMonth-v0")
        >>> observation, info = env.reset(seed=101)
        >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    """

    mask_size = PLAN_MASK_SIZE
    work_space = (*WORK_SPACE, "_plan", "_possible", "_plan_mask", "_memos", "_logs")

    def __init__(self, **options: Unpack[LabOptions]) -> None:
        super().__init__(**options)
        self.action_space = spaces.MultiDiscrete(list(PLAN_NVEC), dtype=np.int64)

    def _make_work_space(self) -> None:
        super()._make_work_space()
        self._plan = np.zeros(len(PLAN), np.int64)
        self._possible = np.zeros(len(PLAN), np.int64)
        self._plan_mask = np.zeros(PLAN_MASK_SIZE, np.int8)
        self._memos, self._logs = new_memos(1), new_logs(1)

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the open month by a plan and close it.

        Args:
            action: One choice a part, in the order of `choices.PLAN`.

        Returns:
            Observation, reward, terminated, truncated (never) and info.

        Raises:
            InvalidAction: The plan is not in the action space.
            ResetNeeded: There was no reset yet, or the run is over.
        """
        return self._take(tuple(checked_action(action, PLAN_NAMES, PLAN_NVEC)))

    def _act(self, action: tuple[int, ...]) -> None:
        self._remember(action)
        self._episode.illegal += self._carry_out(action)
        log = self._logs[0]
        given = int(log["count"]) - 1
        self._episode.last = (given, int(np.count_nonzero(log["outcomes"][:given])))

    def _carry_out(self, action: tuple[int, ...]) -> int:
        """Play the month; returns the parts that were impossible and the commands refused."""
        self._plan[:] = action
        labs = self.labs
        if self._surface is not None:  # which must see every command by itself: try the month on a copy first
            labs = empty_labs(1)
            labs.view(np.uint8)[:] = self.labs.view(np.uint8)
        work_space = (self._possible, self._plan_mask, self._memos, self._logs, 0)
        illegal = plan_at(labs, 0, self._rules, self._terms.staff_tools, self._plan, *work_space)
        if self._surface is not None:
            log = self._logs[0]
            for row in log["commands"][: log["count"]]:
                self._commands[0] = row
                self._apply_row()
        return illegal

    def _look(self, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> Glance:
        work_space = (self._listings, self._facts, self._numbers)
        impact, month, *_ = self._glance
        return observe_plan_at(
            self.labs, 0, self._rules, self._terms.staff_tools, *work_space, observation, mask, month, impact
        )

    def _info(self) -> dict[str, Any]:
        commands, refused = self._episode.last or (0, 0)
        return {"commands": commands, "refused": refused} | super()._info()
