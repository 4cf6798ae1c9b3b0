"""`PIBench-v0`: the lab as a Gymnasium environment, one command a step."""

import operator
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Verb
from pibench_env.kernel import apply_at
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.seeds import checked_seed, seed_set
from pibench_env.spaces import rendering
from pibench_env.spaces.decoding import MASK_SIZE, NVEC
from pibench_env.spaces.layout import FACTS, HIGH, LOW, SIZE
from pibench_env.spaces.listing import LISTING
from pibench_env.spaces.turn import is_staff_verb, observe_at, play_at
from pibench_env.state import COMMAND, Labs, RulesArray, empty_commands
from pibench_env.worlds import World

Observation = NDArray[np.float32]
Action = NDArray[np.int64]

ACTION_PARTS = ("verb", "entity", "object", "level")


class PIBenchEnv(gymnasium.Env[Observation, Action]):
    """Run a research lab, month by month; the score is Impact, citations earned and still to come.

    **Observation**: a flat float32 `Box`. `layout.LAYOUT` names every number with place, bounds, unit, scale and
    meaning; nothing hidden goes into it.

    **Action**: `MultiDiscrete([verb, entity, object, level])`. `decoding.ACTIONS` says what the parts mean for each
    verb; the k-th entity is the k-th that the observation lists. Every action is legal in form. One that the rules
    refuse changes nothing and is reported in `info`. `next_month` closes the month; so do `max_commands` commands,
    accepted or not.

    **Reward**: the change of Impact if the lab stopped now; the rewards of a run add up to its final Impact.

    **End**: `terminated` at the horizon or when the money is gone. Never `truncated`: the horizon is part of the world.

    **Start**: `reset(seed=s)` is world s, exactly. `reset()` picks a world of the training set by `np_random`.

    **Info**, the same keys from `reset` on: `verb` and `outcome`, the words of the last command ("reset" and "ok" after
    a reset); `month`; `seed` of the world; `illegal_actions`, commands refused in this episode; `impact`; and
    `action_mask`, flat int8 flags of what makes sense now (`masking.py`).

    Args:
        world: Parameters that differ from the published world, by name.
        months: The horizon, a short way to write `world={"months": ...}`.
        salt: A secret that makes all luck of a seed another one.
        max_commands: Commands after which a month closes by itself; None or 0 for no limit.
        render_mode: None, "ansi" for text, "rgb_array" for pixels.
        staff_tools: Whether staff can be hired and dismissed; the published runs of language models could not.

    Raises:
        ParameterError: A parameter is unknown or illegal.
        ValueError: The render mode does not exist.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("pibench_env:PIBench-v0")
        >>> observation, info = env.reset(seed=101)
        >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        world: Mapping[str, Any] | None = None,
        months: int | None = None,
        salt: str | None = None,
        max_commands: int | None = 64,
        render_mode: str | None = None,
        staff_tools: bool = True,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            allowed = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"unknown render_mode {render_mode!r}; allowed are {allowed} and None")
        self.render_mode = render_mode
        self._world = World.of(world, months, salt)
        self._rules = self._world.rules
        self._max_commands = _checked_limit(max_commands)
        self._staff_tools = bool(staff_tools)
        self.observation_space = spaces.Box(LOW.astype(np.float32), HIGH.astype(np.float32), dtype=np.float32)
        self.action_space = spaces.MultiDiscrete(list(NVEC), dtype=np.int64)
        self._labs: Labs | None = None
        self._seed = self._n_commands = self._n_refused = 0
        self._impact, self._month, self._is_over = 0.0, 0, False
        self._mask = np.zeros(MASK_SIZE, np.int8)
        self._make_work_space()

    def _make_work_space(self) -> None:
        """What the kernel writes to during a call and nobody reads later."""
        self._listings = np.zeros(1, LISTING)
        self._commands = empty_commands(1)
        self._facts = np.zeros(1, FACTS)
        self._numbers = self._facts.view(np.float64)

    def __getstate__(self) -> dict[str, Any]:
        work_space = ("_listings", "_commands", "_facts", "_numbers")
        return {name: value for name, value in vars(self).items() if name not in work_space and name != "_rules"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._rules = self._world.rules  # a copy would no longer be read-only, and be compiled for once more
        self._make_work_space()

    @property
    def params(self) -> Params:
        """The parameters of the world."""
        return self._world.params

    @property
    def rules(self) -> RulesArray:
        """The rules, an array of one record."""
        return self._rules

    @property
    def labs(self) -> Labs:
        """The whole state, hidden facts included, as an array of one record; made anew by each reset."""
        if self._labs is None:
            raise ResetNeeded("the lab is not born yet: call reset() first")
        return self._labs

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new run.

        Args:
            seed: The world, 0 to 2^63 - 1; None for one of the training set.
            options: None are known.

        Returns:
            Observation and info.

        Raises:
            SeedError: The seed is no whole number of that range.
            ValueError: An option is given.
        """
        if options:
            given = ", ".join(map(repr, options))
            raise ValueError(
                f"unknown option {given}; reset takes none: worlds are changed by gym.make(..., world=...)"
            )
        number = None if seed is None else checked_seed(seed)
        super().reset(seed=number)
        self._seed = self._pick_seed() if number is None else number
        self._labs = self._world.new_lab(self._seed)
        self._n_commands = self._n_refused = 0
        observation = self._observe()
        return observation, self._info("reset", Outcome.OK)

    def _pick_seed(self) -> int:
        seeds = seed_set("train")
        return int(seeds[int(self.np_random.integers(len(seeds)))])

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give one command.

        Args:
            action: Verb, entity, object and level.

        Returns:
            Observation, reward, terminated, truncated (never) and info.

        Raises:
            InvalidAction: The action is not in the action space.
            ResetNeeded: There was no reset yet.
        """
        verb, entity, target, level = _checked_action(action)
        work_space = (self._listings, self._commands)
        outcome = play_at(self.labs, 0, self._rules, self._staff_tools, verb, entity, target, level, *work_space)
        self._n_refused += outcome != Outcome.OK
        self._count_command(verb == Verb.NEXT_MONTH)
        before = self._impact
        observation = self._observe()
        info = self._info(_VERBS[verb], outcome)
        return observation, self._impact - before, self._is_over, False, info

    def _count_command(self, closes: bool) -> None:
        """Close the month after enough commands."""
        self._n_commands = 0 if closes else self._n_commands + 1
        if self._max_commands and self._n_commands >= self._max_commands:
            self._commands["verb"], self._commands["count"], self._commands["amount"] = Verb.NEXT_MONTH, 0, 0.0
            apply_at(self.labs, 0, self._commands, 0, self._rules)
            self._n_commands = 0

    def apply(self, command: Any) -> Outcome:
        """Give a command row instead of an action, for scripted play; it does not count towards `max_commands`.

        What it does to Impact is part of the reward of the next step.

        Args:
            command: One record of dtype `COMMAND`.

        Returns:
            The outcome.

        Raises:
            InvalidAction: It is no such record.
        """
        if getattr(command, "dtype", None) != COMMAND or getattr(command, "shape", None) != ():
            raise InvalidAction("apply takes one record of dtype COMMAND: empty_commands(1)[0] of pibench_env.state")
        if is_staff_verb(int(command["verb"])) and not self._staff_tools:
            return Outcome.UNKNOWN_VERB
        self._commands[0] = command
        return Outcome(apply_at(self.labs, 0, self._commands, 0, self._rules))

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the last info as flat flags, under the name that masked learners look for.

        Returns:
            Flags of all verbs, entities, objects and levels.
        """
        if self._labs is None:
            raise ResetNeeded("action_masks() needs a reset first")
        return self._mask.astype(np.bool_)

    def _observe(self) -> Observation:
        """A new observation; the mask, Impact, month and end that go with it are noted."""
        observation = np.empty(SIZE, np.float32)
        self._mask[:] = 0
        work_space = (self._listings, self._facts, self._numbers)
        self._impact, self._month, self._is_over = observe_at(
            self.labs, 0, self._rules, self._staff_tools, *work_space, observation, self._mask
        )
        return observation

    def _info(self, verb: str, outcome: int) -> dict[str, Any]:
        return {
            "verb": verb,
            "outcome": _OUTCOMES[outcome],
            "month": self._month,
            "seed": self._seed,
            "illegal_actions": self._n_refused,
            "impact": self._impact,
            "action_mask": self._mask.copy(),
        }

    def render(self) -> Any:
        """Show the lab in the way chosen when the environment was made.

        Returns:
            Text for "ansi", (240, 480, 3) pixels for "rgb_array", None without a mode.
        """
        if self.render_mode == "ansi":
            return rendering.text(self.labs, self._rules)
        if self.render_mode == "rgb_array":
            return rendering.picture(self.labs, self._rules)
        return None


_VERBS = tuple(verb.word for verb in Verb)
_OUTCOMES = tuple(outcome.word for outcome in Outcome)


def _checked_action(action: Any) -> list[int]:
    parts = np.asarray(action)
    if parts.shape != (len(NVEC),) or parts.dtype.kind not in "iu":
        raise InvalidAction(f"an action is {len(NVEC)} whole numbers ({', '.join(ACTION_PARTS)}), not {action!r:.60}")
    values: list[int] = parts.tolist()
    for name, value, n in zip(ACTION_PARTS, values, NVEC, strict=True):
        if not 0 <= value < n:
            nearest = 0 if value < 0 else n - 1
            raise InvalidAction(f"{name} is {value}; allowed are 0 to {n - 1}, nearest {nearest}")
    return values


def _checked_limit(max_commands: Any) -> int:
    if max_commands is None:
        return 0
    if isinstance(max_commands, bool) or not hasattr(max_commands, "__index__") or max_commands < 0:
        raise ParameterError(f"max_commands is a whole number from 0 on, or None, not {max_commands!r:.60}; nearest 0")
    return operator.index(max_commands)
