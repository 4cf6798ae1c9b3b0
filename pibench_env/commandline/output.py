"""How results are shown: one JSON document, tables for people, progress on a terminal."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

T = TypeVar("T")
WIDE = 240  # columns where no terminal says how many there are: nothing is cut off


def show_json(document: Any) -> None:
    """Print one JSON document on stdout.

    Args:
        document: Plain values.
    """
    sys.stdout.write(json.dumps(document, indent=1, allow_nan=False) + "\n")


def show_lines(lines: Iterable[str]) -> None:
    """Print lines on stdout.

    Args:
        lines: Without their ends.
    """
    for line in lines:
        sys.stdout.write(f"{line}\n")


def show_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()) -> None:
    """Print a table on stdout; numbers stand on the right.

    Args:
        columns: Headings.
        rows: Values, as many as columns.
        right: Columns of texts that stand on the right too.
    """
    rows = [list(row) for row in rows]
    table = Table(box=None, pad_edge=False)
    for place, column in enumerate(columns):
        is_number = all(isinstance(row[place], int | float) for row in rows)
        table.add_column(column, justify="right" if is_number or column in right else "left")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False, markup=False)
    console.print(table)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:,}" if isinstance(value, float) else str(value)


def note(text: str) -> None:
    """Tell people something that is no result.

    Args:
        text: One line.
    """
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def with_progress(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The items one after the other, with a bar on a terminal and nothing elsewhere.

    Args:
        items: What is worked through.
        what: What stands beside the bar.
        total: How many there are, if that is known.

    Yields:
        The items.
    """
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(items, total=total, description=what)
