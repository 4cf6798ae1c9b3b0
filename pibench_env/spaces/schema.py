"""The schema of observations: place, bounds, scale and meaning of every number, for people and for programs."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.rows import Rows, columns, dtype_of
from pibench_env.spaces.layout import SCHEMA_VERSION, Fact, Facts


@dataclass(frozen=True)
class Entry:
    """One named part of an observation: the numbers from `start` on, `size` of them.

    A number x of the fact becomes `sign(x) ln(1 + |x| / step) / ln(1 + top / step)` or, when `step` is 0, `x / top`;
    then it is cut to `low` and `high`. `unit`, `top` and `step` are those of the fact, `low` and `high` those of the
    observation.
    """

    name: str
    start: int
    size: int
    low: float
    high: float
    unit: str
    top: float
    step: float
    meaning: str


def _entries(row: type, prefix: str, dtype: np.dtype[Any], start: int) -> Iterator[Entry]:
    """The entries of a row class whose record starts at a byte of the record of facts."""
    fields: Any = dtype.fields
    for name, col in columns(row):
        at = start + fields[name][1]
        if isinstance(col, Rows):
            inner = dtype_of(col.row)
            for k in range(col.count):
                yield from _entries(col.row, f"{prefix}{name}[{k}].", inner, at + k * inner.itemsize)
        elif isinstance(col, Fact):
            size = int(np.prod(col.shape))
            low = -1.0 if col.signed else 0.0
            yield Entry(f"{prefix}{name}", at // 8, size, low, 1.0, col.unit, col.top, col.step, col.doc)


FACTS = dtype_of(Facts)
LAYOUT: tuple[Entry, ...] = tuple(_entries(Facts, "", FACTS, 0))
SIZE = FACTS.itemsize // 8  # numbers of an observation


def spread(values: list[float]) -> NDArray[np.float64]:
    """One value an entry, repeated for each of its numbers.

    Args:
        values: As many as `LAYOUT` has entries.

    Returns:
        As many as an observation has numbers; read-only.
    """
    numbers = np.repeat(np.array(values, np.float64), [entry.size for entry in LAYOUT])
    numbers.flags.writeable = False
    return numbers


LOW = spread([entry.low for entry in LAYOUT])
HIGH = spread([entry.high for entry in LAYOUT])

LAB = "lab"  # the group of what is no list


def _groups() -> dict[str, slice]:
    """Parts of an observation: the plain facts, and then one part a list."""
    fields: Any = FACTS.fields
    starts = {name: fields[name][1] // 8 for name, col in columns(Facts) if isinstance(col, Rows)}
    starts = {LAB: 0} | starts
    ends = [*list(starts.values())[1:], SIZE]
    return {name: slice(start, end) for (name, start), end in zip(starts.items(), ends, strict=True)}


GROUPS = _groups()


def _narrow(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields in float32, without gaps."""
    if dtype.subdtype is not None:
        return np.dtype((_narrow(dtype.subdtype[0]), dtype.subdtype[1]))
    if dtype.fields is None:
        return np.dtype(np.float32)
    return np.dtype([(name, _narrow(dtype[name])) for name in dtype.names or ()])


NAMED = _narrow(FACTS)


def named(observation: NDArray[np.float32]) -> NDArray[Any]:
    """A flat observation, or a batch of them, read by name: `named(obs)["researchers"]["report"]`.

    Args:
        observation: Float32 of shape (..., `SIZE`), contiguous along the last axis.

    Returns:
        The same memory as records of shape (...).

    Raises:
        ValueError: It is no such array.
    """
    if getattr(observation, "dtype", None) != np.float32 or observation.shape[-1:] != (SIZE,):
        raise ValueError(f'an observation is float32 of shape (..., {SIZE}); obs_mode "dict" is named already')
    return observation.view(NAMED)[..., 0]


TOPS = spread([entry.top for entry in LAYOUT])
STEPS = spread([entry.step for entry in LAYOUT])  # 0 where the scale is not logarithmic


def in_units(observation: NDArray[np.float32]) -> NDArray[Any]:
    """A flat observation, or a batch of them, as plain facts: dollars, months, hours, counts and codes.

    Facts that were cut to the bounds of the space come back as the largest that fits it; the others are exact to the
    seven digits of float32.

    Args:
        observation: Float32 of shape (..., `SIZE`).

    Returns:
        New records of shape (...), float64, read by name as in `named`.

    Raises:
        ValueError: It is no such array.
    """
    named(observation)
    numbers = observation.astype(np.float64)
    facts = numbers * TOPS
    is_log = STEPS > 0.0
    tops, steps = TOPS[is_log], STEPS[is_log]
    sizes = np.abs(numbers[..., is_log])
    facts[..., is_log] = np.copysign(np.expm1(sizes * np.log1p(tops / steps)) * steps, numbers[..., is_log])
    return facts.view(FACTS)[..., 0]


def schema() -> dict[str, Any]:
    """What observations hold, as plain data that JSON can write.

    Returns:
        `version`, `size`, `groups` (first number and one past the last of each part) and `entries`, each with the
        fields of `Entry`.
    """
    return {
        "version": SCHEMA_VERSION,
        "size": SIZE,
        "groups": {name: [part.start, part.stop] for name, part in GROUPS.items()},
        "entries": [dataclasses.asdict(entry) for entry in LAYOUT],
    }
