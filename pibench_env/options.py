"""How environments are made, reset and stepped: the options, and the checks of what callers give."""

import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from gymnasium.error import InvalidAction
from numpy.typing import NDArray

from pibench_env.parameter import ParameterError
from pibench_env.seeds import seed_source
from pibench_env.state import COMMAND
from pibench_env.wording import nearest, shown

OBS_MODES = ("flat", "dict")
LARGEST_PENALTY = 1e9  # so that rewards stay finite


class LabOptions(TypedDict, total=False):
    """How an environment of one lab can be made; all can be written as JSON."""

    world: Mapping[str, Any] | None  # parameters that differ from the published world, by name
    months: int | None  # the horizon, a short way to write world={"months": ...}
    salt: str | None  # a secret that makes all luck of a seed another one
    seeds: int | str | Sequence[int]  # where a reset without a seed picks its world (`seeds.seed_source`)
    reward: str  # "difference", "final" or "symlog" (`rewards.py`)
    illegal_penalty: float  # taken off the reward for each action, or part of a plan, that was refused
    obs_mode: str  # "flat" for one array, "dict" for one array a list
    staff_tools: bool  # whether staff can be hired and dismissed
    render_mode: str | None  # None, "ansi" or "rgb_array"


class ResetOptions(TypedDict, total=False):
    """What `reset(options=...)` takes."""

    seeds: int | str | Sequence[int]  # where this reset picks its world, instead of the environment's own seeds


def checked_action(action: Any, names: Sequence[str], sizes: Sequence[int]) -> list[int]:
    """An action as plain numbers.

    Args:
        action: What was given for an action.
        names: Names of its parts.
        sizes: How many values each part has.

    Returns:
        One number a part.

    Raises:
        InvalidAction: It is no array of so many whole numbers, or one is out of range.
    """
    parts = as_array(action)
    if parts.shape != (len(sizes),) or parts.dtype.kind not in "iu":
        kind = f"{parts.dtype} of shape {parts.shape}" if isinstance(action, np.ndarray) else shown(action)
        listed = ", ".join(names) if len(names) < 8 else f"{names[0]}, {names[1]}, ..., {names[-1]}"
        raise InvalidAction(f"an action is {len(sizes)} whole numbers ({listed}), not {kind}")
    values: list[int] = parts.tolist()
    for name, value, n in zip(names, values, sizes, strict=True):
        if not 0 <= value < n:
            raise InvalidAction(f"{name} is {value}; allowed are 0 to {n - 1}, nearest {0 if value < 0 else n - 1}")
    return values


def as_array(value: Any) -> NDArray[Any]:
    """What NumPy makes of a value; an array of no numbers if that is nothing.

    Args:
        value: Anything.

    Returns:
        An array.
    """
    try:
        return np.asarray(value)
    except (ValueError, TypeError):  # lists of different lengths, objects that say no
        return np.array(None)


def checked_command(command: Any) -> Any:
    """A command row.

    Args:
        command: What was given for one.

    Returns:
        The row.

    Raises:
        InvalidAction: It is no record of dtype `COMMAND`.
    """
    if getattr(command, "dtype", None) != COMMAND or getattr(command, "shape", None) != ():
        raise InvalidAction("apply takes one record of dtype COMMAND: empty_commands(1)[0] of pibench_env.state")
    return command


def checked_choice(name: str, value: Any, allowed: Sequence[str]) -> str:
    """A word, if it is one of those allowed.

    Args:
        name: What it is for.
        value: What was given.
        allowed: The words.

    Returns:
        The word.

    Raises:
        ParameterError: It is none of them.
    """
    if not isinstance(value, str) or value not in allowed:
        raise ParameterError(f"unknown {name} {shown(value)}{nearest(value, allowed)}")
    return value


def checked_penalty(value: Any) -> float:
    """A penalty for refused actions.

    Args:
        value: What was given.

    Returns:
        A number from 0 to `LARGEST_PENALTY`.

    Raises:
        ParameterError: It is none.
    """
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not is_number or not 0.0 <= value <= LARGEST_PENALTY:
        raise ParameterError(
            f"illegal_penalty is a number from 0 to {LARGEST_PENALTY:g}, not {shown(value)}; nearest 0"
        )
    return float(value)


def checked_count(name: str, value: Any, least: int = 1, *, or_none: bool = False) -> int:
    """A whole number from some least one on.

    Args:
        name: What it counts.
        value: What was given.
        least: The least that is allowed.
        or_none: Whether None is allowed, too.

    Returns:
        The number, 0 for None.

    Raises:
        ParameterError: It is none.
    """
    if or_none and value is None:
        return 0
    try:
        count = None if isinstance(value, bool | np.bool_) else operator.index(value)
    except TypeError:
        count = None
    if count is None or count < least:
        allowed = f"a whole number from {least} on{', or None' if or_none else ''}"
        raise ParameterError(f"{name} is {allowed}, not {shown(value)}; nearest {least}")
    return count


def checked_flag(name: str, value: Any) -> bool:
    """A switch.

    Args:
        name: What it is for.
        value: What was given.

    Returns:
        True or False.

    Raises:
        ParameterError: It is neither.
    """
    if not isinstance(value, bool | np.bool_):
        raise ParameterError(f"{name} is True or False, not {shown(value)}")
    return bool(value)


def seeds_for_reset(
    options: Mapping[str, Any] | None, seed: object, known: Collection[str] = tuple(ResetOptions.__annotations__)
) -> Sequence[int] | None:
    """Where a reset picks its world, by its options.

    Args:
        options: What `reset` was given.
        seed: The seed that it was given besides.
        known: Names of all options that there are.

    Returns:
        Seeds, or None if the options name none.

    Raises:
        ValueError: An option is unknown, or names seeds although a seed is given.
        SeedError: There are no such seeds.
    """
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options of reset are a dict or None, not {shown(options)}")
    for name in options or {}:
        if name == "seed":
            raise ValueError("options has a seed; a seed is given as reset(seed=...)")
        if name not in known:
            hint = f"{nearest(name, known)}; worlds are changed by gymnasium.make(..., world=...)"
            raise ValueError(f"unknown option {name!r} of reset{hint}")
    if not options or "seeds" not in options:
        return None
    if seed is not None:
        raise ValueError(f"reset is given seed {shown(seed)} and options with seeds; drop one")
    return seed_source(options["seeds"])
