"""All commands in one list: `PIBench-v0` with a single `Discrete` action."""

import operator
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from pibench_env.codes import Topic, Venue, Verb
from pibench_env.env import ACTION_PARTS, PIBenchEnv
from pibench_env.options import checked_action
from pibench_env.parameter import ParameterError
from pibench_env.spaces.decoding import ACTIONS, HOW_MANY, NVEC, OFFSETS, PLANS, Use
from pibench_env.spaces.layout import RESEARCHERS
from pibench_env.spaces.masking import CHOICES, ENTITY, LEVEL, OBJECT
from pibench_env.wording import shown

# Values of entity, object and level that mean something, by verb; 1 for a part that is not used, whose value is 0.
SIZES = tuple(
    (max(1, HOW_MANY[action.entity]), max(1, HOW_MANY[action.object]), max(1, len(action.levels))) for action in ACTIONS
)
FIRST = tuple(int(n) for n in np.cumsum([0, *(np.prod(sizes) for sizes in SIZES)]))  # index of the first of each verb
COUNT = FIRST[-1]


def _table() -> NDArray[np.int64]:
    """Every action that means something, one row each, in order."""
    blocks = []
    for verb, sizes in enumerate(SIZES):
        parts = np.indices(sizes).reshape(len(sizes), -1).T
        blocks.append(np.column_stack([np.full(len(parts), verb), parts]))
    table = np.concatenate(blocks).astype(np.int64)
    table.flags.writeable = False
    return table


def _places(of_parts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the flags of each action stand, from those of all its parts; for a part not used, that of the verb."""
    is_used = np.array([(True, *(n > 1 for n in sizes)) for sizes in SIZES])[TABLE[:, 0]]
    return np.ascontiguousarray(np.where(is_used, of_parts, of_parts[:, :1]).T)


TABLE = _table()
IN_MASK = _places(TABLE + np.array(OFFSETS))
IN_CHOICES = _places(TABLE[:, :1] * CHOICES + TABLE * (0, 1, 1, 1) + np.array((0, ENTITY, OBJECT, LEVEL)))


class FlatDiscrete(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """One number for a whole command: `Discrete` over every action of `PIBench-v0` that means something, once.

    Values that a verb ignores are 0, and those past the end of what it can name are left out. The mask has one flag an
    action: the mask of the environment allows all parts that it uses, and allows them for its verb. An allowed action
    may still be refused, where two parts do not fit. `next_month`, index 0, is always allowed.

    Args:
        env: `PIBench-v0`, wrapped or not, with its own actions.

    Raises:
        ParameterError: The environment is another one, or its actions or masks have been changed by a wrapper.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        _check(env)
        self.action_space = spaces.Discrete(COUNT)

    @property
    def table(self) -> NDArray[np.int64]:
        """Verb, entity, object and level of every action, shape (n, 4); read-only."""
        return TABLE

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new run, as the environment does.

        Args:
            seed: The environment's.
            options: The environment's.

        Returns:
            Observation, and info with one flag an action.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, self._with_mask(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Give one command.

        Args:
            action: Index of the action.

        Returns:
            Observation, reward, terminated, truncated, and info with one flag an action.

        Raises:
            InvalidAction: There is no action of that index.
        """
        observation, reward, terminated, truncated, info = self.env.step(self.action(action))
        return observation, float(reward), terminated, truncated, self._with_mask(info)

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask under the name that masked learners look for.

        Returns:
            One flag an action.
        """
        return self._allowed(self.env.get_wrapper_attr("action_masks")())

    def _with_mask(self, info: dict[str, Any]) -> dict[str, Any]:
        return info | {"action_mask": self._allowed(info["action_mask"].astype(np.bool_)).view(np.int8)}

    def _allowed(self, flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """One flag an action, from the flags of the mask and what each verb can be given about."""
        choices = cast(PIBenchEnv, self.unwrapped).choices()
        allowed: NDArray[np.bool_] = np.logical_and.reduce(choices.take(IN_CHOICES)) & np.logical_and.reduce(
            flags.take(IN_MASK)
        )
        return allowed

    def action(self, action: Any) -> NDArray[np.int64]:
        """The environment's action of an index.

        Args:
            action: Index of the action.

        Returns:
            Verb, entity, object and level, a new array.

        Raises:
            InvalidAction: There is no action of that index.
        """
        return TABLE[_checked_index(action)].copy()

    def index_of(self, action: Any) -> int:
        """The index of an environment's action; values of parts that its verb does not use make no difference.

        Args:
            action: Verb, entity, object and level.

        Returns:
            The index.

        Raises:
            InvalidAction: It is no action of the environment, or it names a place that its verb never has.
        """
        verb, *parts = checked_action(action, ACTION_PARTS, NVEC)
        index = 0
        for name, value, n in zip(ACTION_PARTS[1:], parts, SIZES[verb], strict=True):
            if n > 1 and value >= n:
                word = Verb(verb).word
                raise InvalidAction(f"{word} has no {name} {value}; it names 0 to {n - 1}, nearest {n - 1}")
            index = index * n + (value if n > 1 else 0)
        return FIRST[verb] + index

    def describe(self, action: Any) -> str:
        """An action in words, for instance "polish drafts[2], 4 h"; places are named as in `schema.LAYOUT`.

        Args:
            action: Index of the action.

        Returns:
            Text on one line.

        Raises:
            InvalidAction: There is no action of that index.
        """
        verb, entity, target, level = TABLE[_checked_index(action)].tolist()
        meaning = ACTIONS[verb]
        words = (_WORDS[meaning.entity][entity], _WORDS[meaning.object][target], _amount(verb, level))
        return f"{meaning.verb.word} {', '.join(word for word in words if word)}".rstrip()


def _check(env: gymnasium.Env[Any, Any]) -> None:
    """Refuse what has no list of actions, with the way out."""
    space, name = env.action_space, type(env.unwrapped).__name__
    if not isinstance(env.unwrapped, PIBenchEnv):
        if not isinstance(space, spaces.MultiDiscrete):
            raise ParameterError(f"FlatDiscrete lists the actions of PIBench-v0; those of {name} are {space}")
        digits = round(float(np.log10(space.nvec.astype(np.float64)).sum()))
        raise ParameterError(
            f"FlatDiscrete lists the actions of PIBench-v0; {name} has about 10^{digits}, the product of "
            f"{space.nvec.size} parts: use its MultiDiscrete as it is, or BoxAction"
        )
    if space != env.unwrapped.action_space:
        raise ParameterError(f"FlatDiscrete goes inside what changes actions, which has made them {space}")
    if env.has_wrapper_attr("mask_name"):
        raise ParameterError("FlatDiscrete changes the mask: it goes inside MaskInObservation")


def _checked_index(action: Any) -> int:
    try:
        index = operator.index(action)
        is_number = not isinstance(action, bool)
    except TypeError:
        is_number = False
    if not is_number:
        raise InvalidAction(f"an action is one whole number from 0 to {COUNT - 1}, not {shown(action)}")
    if not 0 <= index < COUNT:
        near = 0 if index < 0 else COUNT - 1
        raise InvalidAction(f"action is {shown(index)}; allowed are 0 to {COUNT - 1}, nearest {near}")
    return index


_LISTS = {
    Use.APPLICANT: "applicants", Use.PROJECT: "projects", Use.DRAFT: "drafts", Use.SUBMISSION: "submissions",
    Use.CALL: "calls", Use.EVENT: "events",
}  # fmt: skip
_WORDS: dict[Use, tuple[str, ...]] = {
    Use.NOTHING: ("",),
    Use.PERSON: tuple(
        f"researchers[{k}]" if k < RESEARCHERS else f"staff[{k - RESEARCHERS}]" for k in range(HOW_MANY[Use.PERSON])
    ),
    Use.TOPIC: tuple(topic.word for topic in Topic),
    Use.FUNDED_TOPIC: tuple(f"{topic.word}{compute}" for compute in ("", " with compute") for topic in Topic),
    Use.VENUE: tuple(venue.word for venue in Venue),
    Use.ANSWER: ("yes", "no"),
} | {use: tuple(f"{name}[{k}]" for k in range(HOW_MANY[use])) for use, name in _LISTS.items()}


def _amount(verb: int, level: int) -> str:
    if verb == Verb.START:
        tier, size = PLANS[level]
        return f"tier {tier}, team of {size}"
    action = ACTIONS[verb]
    return f"{action.levels[level]:g} {action.unit}" if action.levels else ""
