"""How a stranger's value is shown in an error: on one line, cut if long, without running code that it brings along."""

import difflib
from collections.abc import Iterable

import numpy as np

LONGEST = 60
MOST = 4  # entries shown of a list or table
_PLAIN = (str, int, float, bool, type(None))


def shown(value: object) -> str:
    """A value as it was given, if it is plain; its type otherwise.

    Args:
        value: Anything.

    Returns:
        Text on one line.
    """
    if type(value) is list or type(value) is tuple:
        return f"[{_entries([_entry(item) for item in value[: MOST + 1]])}]"
    if type(value) is dict:
        pairs = list(value.items())[: MOST + 1]
        return f"{{{_entries([f'{_entry(key)}: {_entry(item)}' for key, item in pairs])}}}"
    return _entry(value)


def _entries(texts: list[str]) -> str:
    return ", ".join(texts[:MOST] + ["..."] * (len(texts) > MOST))


def _entry(value: object) -> str:
    scalar = isinstance(value, np.generic)
    plain = value.item() if scalar else value  # type: ignore[attr-defined]  # of the scalar
    if type(plain) not in _PLAIN:
        return f"a {type(value).__name__}"
    try:
        text = repr(plain)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        return "a whole number of thousands of digits"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def nearest(word: object, allowed: Iterable[str]) -> str:
    """The end of an error about an unknown word: what is allowed, and which of it may have been meant.

    Args:
        word: What was given.
        allowed: The words that are known, in the order in which they are named.

    Returns:
        Text that follows "unknown ...".
    """
    words = list(allowed)
    near = difflib.get_close_matches(str(word)[:LONGEST], words, n=1) if isinstance(word, str) else []
    return f"; allowed are {', '.join(words)}" + (f"; did you mean {near[0]!r}?" if near else "")
