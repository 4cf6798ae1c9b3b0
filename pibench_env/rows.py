"""The schema machinery: an annotated class a table, from which dtype, docs and visibility are read.

A row class has one annotated attribute a column. The annotation is what a reader and a type checker need (`int`,
`float`, an array), its `Col` what the machine needs. `Rows` nests a table in a row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

import numpy as np


@dataclass(frozen=True)
class Col:
    """One column: NumPy type code, unit ("" if none), meaning, whether it is hidden from the player, shape."""

    code: str
    unit: str
    doc: str
    hidden: bool = False
    shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rows:
    """A nested table: row class, number of rows, meaning; one row of its class when `count` is 0."""

    row: type
    count: int
    doc: str
    hidden: bool = False


def columns(row: type) -> Iterator[tuple[str, Col | Rows]]:
    """The columns of a row class in the order in which they are written.

    Args:
        row: An annotated row class.

    Yields:
        Name and column; attributes without a `Col` or `Rows` are skipped.
    """
    for name, hint in get_type_hints(row, include_extras=True).items():
        for extra in getattr(hint, "__metadata__", ()):
            if isinstance(extra, Col | Rows):
                yield name, extra


@cache
def dtype_of(row: type) -> np.dtype[Any]:
    """The aligned structured dtype of a row class.

    Plain columns come first, widest first, so that no bytes are lost to padding; nested tables follow as written.

    Args:
        row: An annotated row class.

    Returns:
        The dtype, C-aligned.
    """
    plain: list[tuple[int, str, Any]] = []
    nested: list[tuple[str, Any]] = []
    for name, col in columns(row):
        if isinstance(col, Rows):
            inner = dtype_of(col.row)
            nested.append((name, (inner, (col.count,)) if col.count else inner))
        else:
            code = np.dtype(col.code)
            plain.append((-code.itemsize, name, (code, col.shape) if col.shape else code))
    plain.sort(key=lambda item: item[0])
    return np.dtype([(name, code) for _, name, code in plain] + nested, align=True)


def hidden_names(row: type) -> frozenset[str]:
    """Names of the columns of a row class that no player may see."""
    return frozenset(name for name, col in columns(row) if col.hidden)
