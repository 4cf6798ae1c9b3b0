"""What all environments of one lab share: worlds, observation, reward, info, copies, and the way to the Python surface.

An environment adds its action space, its mask, and what one of its actions does (`env.py`, `wrappers/month_plan.py`).
"""

import copy
from abc import abstractmethod
from typing import Any, Generic, Self, TypeVar, Unpack, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from pibench_env.codes import Outcome
from pibench_env.episode import EnvState, Episode
from pibench_env.kernel import apply_at
from pibench_env.lab import Lab
from pibench_env.options import LabOptions, checked_command, seeds_for_reset
from pibench_env.params import Params
from pibench_env.rewards import reward_by_place
from pibench_env.seeds import checked_seed
from pibench_env.spaces import rendering
from pibench_env.spaces.layout import SCHEMA_VERSION
from pibench_env.spaces.listing import LISTING
from pibench_env.spaces.modes import observation_space, split
from pibench_env.spaces.schema import FACTS, SIZE
from pibench_env.spaces.turn import Glance, is_staff_verb
from pibench_env.state import COMMAND, LAB, Labs, RulesArray, empty_commands
from pibench_env.surface.history import History
from pibench_env.terms import METADATA, Terms
from pibench_env.wording import shown

NOTHING_SEEN: Glance = (0.0, 0, False, False, 0, 0)
Action = NDArray[np.int64]
Observation = TypeVar("Observation", bound=NDArray[np.float32] | dict[str, NDArray[np.float32]])
# Made anew for every copy.
WORK_SPACE = ("_month", "_finished", "_rules", "_listings", "_commands", "_facts", "_numbers")


class LabEnv(gymnasium.Env[Observation, Action], Generic[Observation]):
    """One lab behind Gymnasium, whatever a step is."""

    metadata: dict[str, Any] = METADATA
    mask_size: int
    work_space: tuple[str, ...] = WORK_SPACE

    def __init__(self, **options: Unpack[LabOptions]) -> None:
        self._terms = Terms.of(options, type(self).__name__, self._arguments())
        self.metadata = dict(METADATA)  # of its own: vector environments of Gymnasium write their mode into it
        self.render_mode = self._terms.render_mode
        self.observation_space = cast(spaces.Space[Observation], observation_space(self._terms.is_flat))
        self._labs: Labs | None = None
        self._surface: Lab | None = None
        self._episode = Episode()
        self._glance = NOTHING_SEEN
        self._mask = np.zeros(self.mask_size, np.int8)
        self._make_work_space()

    @classmethod
    def _arguments(cls) -> list[str]:
        return list(LabOptions.__annotations__)

    def _make_work_space(self) -> None:
        """The rules, and what the kernel writes to during a call and nobody reads later."""
        self._rules = self._terms.world.rules  # a copy would not be read-only, and be compiled for once more
        self._listings = np.zeros(1, LISTING)
        self._commands = empty_commands(1)
        self._facts = np.zeros(1, FACTS)
        self._numbers = self._facts.view(np.float64)

    def _hold(self, labs: Labs, history: History | None = None) -> None:
        """Take a lab over; with a history, its surface too."""
        self._labs, self._surface = labs, None
        self._month, self._finished = labs["month"], labs["finished"]  # views: a field is dear to look up each step
        if history is not None:
            self._surface = Lab.over(labs, self._terms.world.params, self._terms.staff_tools, history)

    # What an environment adds.

    @abstractmethod
    def _look(self, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> Glance:
        """Write observation and mask of the lab."""

    @abstractmethod
    def _act(self, action: tuple[int, ...]) -> None:
        """Carry out an action, remember and count it."""

    @abstractmethod
    def _carry_out(self, action: tuple[int, ...]) -> int:
        """Let the kernel play an action, and tell the surface of its commands; nothing is counted."""

    def _settings(self) -> dict[str, Any]:
        """What decides, beside the world, what an action does."""
        return {"staff_tools": self._terms.staff_tools}

    # What the lab is.

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
    def episode(self) -> Episode:
        """What the environment keeps of the run beside the lab."""
        return self._episode

    @property
    def labs(self) -> Labs:
        """The whole state, hidden facts included, as an array of one record; made anew by each reset."""
        if self._labs is None:
            raise ResetNeeded("the lab is not born yet: call reset() first")
        return self._labs

    @property
    def lab(self) -> Lab:
        """The Python surface of this very lab, with its whole past: commands given there count here.

        They do not count towards `max_commands`; rewards are as with `apply`.
        """
        if self._surface is None:
            if not self._episode.is_told:
                raise ResetNeeded("the run was taken over without its past: call reset(), or make a Lab of its seed")
            place, now = self.labs.view(np.uint8), self.labs.tobytes()
            try:
                place[:] = self._terms.world.new_lab(self._episode.seed).view(np.uint8)
                self._surface = Lab.over(self.labs, self._terms.world.params, self._terms.staff_tools)
                self._play_again()
            except BaseException:  # an interrupt, say
                self._surface = None
                raise
            finally:
                place[:] = np.frombuffer(now, np.uint8)
            self._episode.played = []
        return self._surface

    def _play_again(self) -> None:
        """Let the surface see all that was played."""
        for entry in self._episode.played:
            if isinstance(entry, bytes):
                self._commands[0] = np.frombuffer(entry, COMMAND)[0]
                self._apply_row()
            else:
                self._carry_out(entry)

    # Playing.

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new run.

        Args:
            seed: The world, 0 to 2^63 - 1; None for one of the environment's `seeds`.
            options: None, or `{"seeds": ...}`, where this reset picks its world.

        Returns:
            Observation and info.

        Raises:
            SeedError: A seed is no whole number of that range, or seeds are named that do not exist.
            ValueError: An option is unknown, or names seeds although a seed is given.
        """
        source = seeds_for_reset(options, seed) or self._terms.seeds
        number = None if seed is None else checked_seed(seed)
        super().reset(seed=number)
        if number is None:
            number = int(source[int(self.np_random.integers(len(source)))])
        self._hold(self._terms.world.new_lab(number))
        self._episode, self._glance = Episode(seed=number), NOTHING_SEEN
        return self.observe()

    def _take(self, action: tuple[int, ...]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """A step: carry out an action that has been checked, look, and pay."""
        episode = self._episode
        if self._labs is None or self._finished[0]:
            raise ResetNeeded(f"the run ended in month {self.labs['month'][0]}: call reset() to begin another")
        illegal = episode.illegal
        self._act(action)
        observation, info = self.observe()
        impact, _, is_over, *_ = self._glance
        reward = reward_by_place(self._terms.reward, episode.paid, impact, is_over)
        episode.paid = impact
        if self._terms.penalty:
            reward -= self._terms.penalty * (episode.illegal - illegal)
        return observation, reward, is_over, False, info

    def apply(self, command: Any) -> Outcome:
        """Give a command row instead of an action, for scripted play; it does not count towards `max_commands`.

        What it does to Impact is part of the reward of the next step; a run that is closed here has none any more.

        Args:
            command: One record of dtype `COMMAND`.

        Returns:
            The outcome.

        Raises:
            InvalidAction: It is no such record.
        """
        self._commands[0] = checked_command(command)
        self._remember(self._commands.tobytes())
        return self._apply_row()

    def _remember(self, entry: tuple[int, ...] | bytes) -> None:
        """Keep an action or the bytes of a command row for the story of the lab; a surface keeps it by itself."""
        if self._surface is None:
            self._episode.played.append(entry)

    def _apply_row(self) -> Outcome:
        """Carry out the command row that has been written."""
        if is_staff_verb(int(self._commands["verb"][0])) and not self._terms.staff_tools:
            return Outcome.UNKNOWN_VERB
        outcome = apply_at(self.labs, 0, self._commands, 0, self._rules)
        self._note(outcome)
        return Outcome(outcome)

    def _note(self, outcome: int) -> None:
        """Tell the surface, if there is one, what the row that was carried out brought."""
        if self._surface is not None:
            self._surface.note(self._commands[0], outcome)

    # Looking.

    def observe(self) -> tuple[Any, dict[str, Any]]:
        """Observation and info of the lab as it is, as after a step; nothing is paid.

        Returns:
            New arrays, the caller's own.
        """
        observation = np.empty(SIZE, np.float32)
        self._glance = self._look(observation, self._mask)
        return observation if self._terms.is_flat else split(observation), self._info()

    def _info(self) -> dict[str, Any]:
        impact, month, _, is_collapsed, citations, papers = self._glance
        return {
            "month": month,
            "seed": self._episode.seed,
            "illegal_actions": self._episode.illegal,
            "impact": impact,
            "citations": citations,
            "papers": papers,
            "collapsed": is_collapsed,
            "action_mask": self._mask.copy(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the last info as flat flags, under the name that masked learners look for.

        Returns:
            Flags of all values of all parts of an action.
        """
        if self._labs is None:
            raise ResetNeeded("action_masks() needs a reset first")
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """Show the lab in the way chosen when the environment was made.

        Returns:
            Text for "ansi", uint8 pixels of shape (height, width, 3) for "rgb_array", None without a mode.
        """
        if self.render_mode == "ansi":
            return rendering.text(self.labs, self._rules)
        if self.render_mode == "rgb_array":
            return rendering.picture(self.labs, self._rules)
        return None

    # Copies.

    def origin(self) -> dict[str, Any]:
        """What a state says of the environment that it comes from (`episode.Origin`).

        Returns:
            Schema version, class, world and settings, by name.
        """
        about = {"schema": SCHEMA_VERSION, "kind": type(self).__name__, "world": self.world_hash}
        return about | {"settings": self._settings()}

    def get_state(self) -> EnvState:
        """All that decides what comes next, the chance of later resets included.

        Returns:
            A value that `set_state` of any environment of the same kind, world and rules of play takes.

        Raises:
            ResetNeeded: There was no reset yet.
        """
        history = self._surface.history.copy() if self._surface is not None else None
        chance = copy.deepcopy(dict(self.np_random.bit_generator.state))
        lab, episode = self.labs.tobytes(), self._episode.copy()
        return EnvState(**self.origin(), lab=lab, episode=episode, history=history, chance=chance)

    def set_state(self, state: EnvState) -> None:
        """Go on from a state; `observe()` shows it.

        Args:
            state: What `get_state` gave.

        Raises:
            ValueError: It is no such state, or one of another kind, world, schema or setting.
        """
        if not isinstance(state, EnvState):
            raise ValueError(f"set_state takes what get_state gave, not {shown(state)}")
        state.check(type(self).__name__, self._terms.world.hash, self._settings())
        self.np_random.bit_generator.state = copy.deepcopy(dict(state.chance))  # first, as it may refuse
        self._hold(np.frombuffer(bytearray(state.lab), LAB), state.history and state.history.copy())
        self._episode, self._glance = state.episode.copy(), NOTHING_SEEN
        self.observe()

    def clone(self) -> Self:
        """An environment in the same state that goes its own way, with the same luck."""
        return copy.deepcopy(self)

    __copy__ = clone  # half a copy would share a run

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in self.work_space}
        if self._labs is not None:
            # As bytes: NumPy's own copy of records leaves the gaps between fields to chance.
            state["_labs"] = self._labs.tobytes()
            state["_surface"] = self._surface.history if self._surface is not None else None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_work_space()
        if self._labs is not None:
            self._hold(np.frombuffer(bytearray(state["_labs"]), LAB), state["_surface"])
