"""The error of the Python surface, and the words in which errors list, count and suggest."""

import difflib
import operator
from collections.abc import Iterable

import numpy as np

from pibench_env.codes import Outcome
from pibench_env.wording import shown

NOT_AVAILABLE = "not_available"  # the kind of a call that a run does not offer: no outcome of the kernel
LISTED = 12  # names that a text lists at most
_LONGEST = 60  # characters shown of what was asked
_ALIKE = 0.4  # from which likeness on a name is suggested


class LabError(Exception):
    """A refused call; `kind` is the word of the outcome, such as `attention`, and the text says what would be legal."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[1])


ApiError = LabError  # the name that some agents import


def number(value: float) -> str:
    """A number for people: no needless digits, thousands apart.

    Args:
        value: The number.

    Returns:
        Its text.
    """
    return f"{float(value):,.10g}"


def listed(names: Iterable[str]) -> str:
    """Names in a row; long lists are cut and counted.

    Args:
        names: The names.

    Returns:
        Text, "none" for no names.
    """
    every = list(names)
    more = f", … ({len(every)} in all)" if len(every) > LISTED else ""
    return ", ".join(every[:LISTED]) + more if every else "none"


def nearest(asked: object, legal: Iterable[str]) -> str:
    """The name that was perhaps meant.

    Args:
        asked: What was given.
        legal: The names there are.

    Returns:
        A clause to append, "" if nothing is near.
    """
    by_letters = {name.lower(): name for name in legal}
    near = difflib.get_close_matches(str(asked)[:_LONGEST].lower(), list(by_letters), n=1, cutoff=_ALIKE)
    return f"; nearest {by_letters[near[0]]}" if near else ""


def choice(asked: object, legal: Iterable[str]) -> str:
    """The names there are and the one that was perhaps meant.

    Args:
        asked: What was given.
        legal: The names there are.

    Returns:
        A clause.
    """
    names = list(legal)
    return f"allowed: {listed(names)}{nearest(asked, names)}"


def bounds(asked: float, low: float, high: float) -> str:
    """A range and the legal number next to the one asked for.

    Args:
        asked: The number asked for.
        low: Least legal number.
        high: Greatest legal number.

    Returns:
        A clause.
    """
    return f"allowed {number(low)} to {number(high)}, nearest {number(min(max(asked, low), high))}"


def whole_number(name: str, value: object) -> int:
    """A count given to a reading call.

    Args:
        name: Name of the argument.
        value: What was given.

    Returns:
        A whole number from 0.

    Raises:
        LabError: The value is none.
    """
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        count = operator.index(value)  # type: ignore[arg-type]  # what has none is refused
    except TypeError:
        raise LabError(Outcome.WRONG_TYPE.word, f"{name} is a whole number from 0, not {shown(value)}") from None
    if count < 0:
        raise LabError(Outcome.OUT_OF_RANGE.word, f"{name}={shown(count)}: allowed are whole numbers from 0, nearest 0")
    return count
