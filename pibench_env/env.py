"""`PIBench-v0`: the lab as a Gymnasium environment, one command a step."""

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Verb
from pibench_env.lab_env import Action, LabEnv
from pibench_env.options import LabOptions, checked_action, checked_count
from pibench_env.spaces.decoding import MASK_SIZE, NVEC
from pibench_env.spaces.masking import CHOICES
from pibench_env.spaces.turn import Glance, observe_at, play_at

ACTION_PARTS = ("verb", "entity", "object", "level")


class PIBenchEnv(LabEnv[Any]):
    """Run a research lab, one command a step; the score is Impact, citations earned and still to come.

    **Observation**: a flat float32 `Box`, or with `obs_mode="dict"` the same numbers as one array a list.
    `schema.LAYOUT` names every number with place, bounds, unit, scale and meaning; nothing hidden goes into it.

    **Action**: `MultiDiscrete([verb, entity, object, level])`. `decoding.ACTIONS` says what the parts mean for each
    verb; the k-th entity is the k-th that the observation lists. Every action is legal in form. One that the rules
    refuse changes nothing and is reported in `info`. `next_month` closes the month; so do `max_commands` commands,
    accepted or not.

    **Reward**: the change of Impact if the lab stopped now; the rewards of a run add up to its final Impact. Other
    ways to pay are in `rewards.py`.

    **End**: `terminated` at the horizon or when the money is gone. Never `truncated`: the horizon is part of the world.

    **Start**: `reset(seed=s)` is world s, exactly. `reset()` picks one of `seeds` by `np_random`.

    **Info**, the same keys from `reset` on: `verb` and `outcome`, the words of the last command ("reset" and "ok" after
    a reset); `month`; `seed` of the world; `illegal_actions`, commands refused in this run; `impact`, `citations`,
    `papers` and `collapsed`; and `action_mask`, flat int8 flags of what makes sense now (`masking.py`).

    Args:
        max_commands: Commands after which a month closes by itself; None or 0 for no limit.
        **options: World, seeds, reward, observation and rendering: see `options.LabOptions`.

    Raises:
        ParameterError: A parameter or option is unknown or illegal.
        SeedError: `seeds` names none.
        TypeError: There is no argument of that name.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("pibench_env:PIBench-v0")
        >>> observation, info = env.reset(seed=101)
        >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    """

    mask_size = MASK_SIZE

    def __init__(self, *, max_commands: int | None = 64, **options: Unpack[LabOptions]) -> None:
        super().__init__(**options)
        self._max_commands = checked_count("max_commands", max_commands, 0, or_none=True)
        self.action_space = spaces.MultiDiscrete(list(NVEC), dtype=np.int64)
        self._choices = np.zeros((len(Verb), CHOICES), np.int8)

    @classmethod
    def _arguments(cls) -> list[str]:
        return ["max_commands", *super()._arguments()]

    def _settings(self) -> dict[str, Any]:
        return {"max_commands": self._max_commands} | super()._settings()

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Give one command.

        Args:
            action: Verb, entity, object and level.

        Returns:
            Observation, reward, terminated, truncated (never) and info.

        Raises:
            InvalidAction: The action is not in the action space.
            ResetNeeded: There was no reset yet, or the run is over.
        """
        return self._take(tuple(checked_action(action, ACTION_PARTS, NVEC)))

    def _act(self, action: tuple[int, ...]) -> None:
        episode, month, verb = self._episode, int(self._month[0]), action[0]
        if month != episode.month:
            episode.month, episode.commands = month, 0
        outcome = self._carry_out(action)
        if outcome == Outcome.OK:
            self._remember(action)
        episode.last = (verb, outcome)
        episode.illegal += outcome != Outcome.OK
        episode.commands += 1
        if verb != Verb.NEXT_MONTH and episode.commands == self._max_commands:
            self._close_month()

    def _carry_out(self, action: tuple[int, ...]) -> int:
        verb, entity, target, level = action
        work_space = (self._listings, self._commands)
        outcome = play_at(self.labs, 0, self._rules, self._terms.staff_tools, verb, entity, target, level, *work_space)
        self._note(outcome)
        return outcome

    def _close_month(self) -> None:
        """Close the month after enough commands."""
        self._commands["verb"], self._commands["count"], self._commands["amount"] = Verb.NEXT_MONTH, 0, 0.0
        self._remember(self._commands.tobytes())
        self._apply_row()

    def choices(self) -> NDArray[np.bool_]:
        """What every verb can be given about, finer than the mask, which joins the verbs.

        Returns:
            Flags of shape (verbs, 1 + entities + objects + levels): whether the verb can be given, and its parts.

        Raises:
            ResetNeeded: There was no reset yet.
        """
        if self._labs is None:
            raise ResetNeeded("choices() needs a reset first")
        return self._choices.astype(np.bool_)

    def _look(self, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> Glance:
        work_space = (self._listings, self._facts, self._numbers)
        impact, month, *_ = self._glance
        written = (observation, self._choices, mask)
        return observe_at(self.labs, 0, self._rules, self._terms.staff_tools, *work_space, *written, month, impact)

    def _info(self) -> dict[str, Any]:
        verb, outcome = self._episode.last or (len(Verb), Outcome.OK)
        return {"verb": _VERBS[verb], "outcome": _OUTCOMES[outcome]} | super()._info()


_VERBS = (*(verb.word for verb in Verb), "reset")
_OUTCOMES = tuple(outcome.word for outcome in Outcome)
