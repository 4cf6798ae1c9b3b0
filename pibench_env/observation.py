"""The gate: what of a lab may be seen, built from the `hidden` flags of the row classes (rules, section 1.9).

Every table leaves as a copy without its hidden columns, limited to the rows in use, in order of birth. Papers show
once they are out. The reputation shows as a standing, which is that of the last record; the luck does not show at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env import tables
from pibench_env.codes import Standing
from pibench_env.kernel import READINGS, read_off
from pibench_env.mechanics import reputation
from pibench_env.rows import Rows, columns, hidden_names

Table = NDArray[Any]  # structured
NUMBER = "number"
_HIDDEN_READINGS = {"projected", "impact", "standing"}  # they look at quality, the field, and the reputation itself


@dataclass(frozen=True)
class _Source:
    """Where a table is found: row class, rows in use, and whether a row's number is its slot plus one."""

    row: type
    rows: Callable[[Any], Table]
    is_numbered_by_slot: bool = False


def _ring(rows: Table, written: int) -> Table:
    """The rows of a ring, oldest first."""
    if written <= len(rows):
        return rows[:written]
    return np.roll(rows, -(written % len(rows)))


def closed_months(lab: Any) -> int:
    """How many months of a lab are closed.

    Args:
        lab: One record of dtype `LAB`.

    Returns:
        The number of the last closed month, 0 before the first closing.
    """
    return int(lab["month"]) - (0 if lab["finished"] else 1)


def _field_months(lab: Any) -> Table:
    rows = lab["field_months"]
    rows = rows[rows["month"] > 0]
    return rows[np.argsort(rows["month"])]


_SOURCES: dict[str, _Source] = {
    "people": _Source(tables.Person, lambda lab: lab["people"][: lab["n_people"]]),
    "applicants": _Source(tables.Applicant, lambda lab: lab["applicants"][: lab["n_applicants"]]),
    "projects": _Source(tables.Project, lambda lab: lab["projects"][: lab["n_active"]]),
    "ended_projects": _Source(tables.Project, lambda lab: _ended(lab["past"]["projects"][: lab["n_projects"]])),
    "drafts": _Source(tables.Draft, lambda lab: lab["drafts"][: lab["n_drafts"]], True),
    "bylines": _Source(tables.Byline, lambda lab: lab["past"]["bylines"][: lab["n_drafts"]], True),
    "submissions": _Source(tables.Submission, lambda lab: lab["submissions"][: lab["n_submissions"]], True),
    "publications": _Source(tables.Publication, lambda lab: lab["publications"][: lab["n_publications"]], True),
    "proposals": _Source(tables.Proposal, lambda lab: lab["proposals"][: lab["n_proposals"]], True),
    "awards": _Source(tables.Award, lambda lab: lab["awards"][: lab["n_awards"]], True),
    "events": _Source(tables.Event, lambda lab: lab["events"][: lab["n_events"]]),
    "searches": _Source(tables.Search, lambda lab: lab["searches"][: lab["n_searches"]], True),
    "news": _Source(tables.News, lambda lab: _ring(lab["news"], int(lab["n_news"]))),
    "field_months": _Source(tables.FieldMonth, _field_months),
    "months": _Source(tables.MonthRecord, lambda lab: lab["past"]["months"][: closed_months(lab)], True),
    "ledger": _Source(tables.LedgerRow, lambda lab: _ring(lab["past"]["ledger"], int(lab["n_ledger"]))),
}
TABLES = tuple(_SOURCES)


def _ended(rows: Table) -> Table:
    return rows[rows["number"] > 0]


@cache
def visible_dtype(name: str) -> np.dtype[Any]:
    """The columns that are shown of a table.

    Args:
        name: One of `TABLES`.

    Returns:
        A structured dtype; tables whose rows are numbered by their slot get that `number` first.
    """
    source = _SOURCES[name]
    hidden = hidden_names(source.row)
    shown: list[Any] = [(NUMBER, np.int32)] if source.is_numbered_by_slot else []
    for column, col in columns(source.row):
        if column not in hidden and not isinstance(col, Rows):
            shown.append((column, col.code, col.shape) if col.shape else (column, col.code))
    return np.dtype(shown)


def visible_table(lab: Any, name: str) -> Table:
    """What is shown of one table.

    Args:
        lab: One record of dtype `LAB`.
        name: One of `TABLES`.

    Returns:
        A copy of dtype `visible_dtype(name)`.
    """
    source = _SOURCES[name]
    rows = source.rows(lab)
    shown = np.empty(len(rows), visible_dtype(name))
    for column in shown.dtype.names or ():
        if column == NUMBER and source.is_numbered_by_slot:
            shown[column] = np.arange(1, len(rows) + 1)
        else:
            shown[column] = rows[column]
    if name == "publications":
        shown = shown[shown["published"] <= lab["month"]]
    return shown


@cache
def _visible_scalars() -> tuple[str, ...]:
    return tuple(name for name, col in columns(tables.Lab) if not col.hidden and not isinstance(col, Rows))


def visible_scalars(lab: Any, rules: Any) -> dict[str, Any]:
    """What is shown of the lab itself: plain values, lists for columns with a shape, and the standing.

    Args:
        lab: One record of dtype `LAB`.
        rules: Its rules record.

    Returns:
        Values by column name, and `standing`.
    """
    shown = {name: lab[name].tolist() for name in _visible_scalars()}
    shown["standing"] = int(standing(lab, rules))
    return shown


def standing(lab: Any, rules: Any) -> Standing:
    """The standing of a lab; reputation moves when a month closes, and the record of that month tells it.

    Args:
        lab: One record of dtype `LAB`.
        rules: Its rules record.

    Returns:
        The standing.
    """
    closed = closed_months(lab)
    if closed > 0:
        return Standing(int(lab["past"]["months"][closed - 1]["standing"]))
    return Standing(int(reputation.standing(float(rules["rep_init"]), rules)))


def visible_readings(labs: Any, i: int, rules: Any) -> dict[str, float]:
    """Derived numbers that may be seen: attention, burn, runway, papers out, h-index.

    Args:
        labs: An array of dtype `LAB`.
        i: Which of them.
        rules: The array of one rules record.

    Returns:
        Values by the names of `kernel.READINGS`, those that look at hidden columns left out.
    """
    out = np.empty(len(READINGS))
    read_off(labs, i, rules, out)
    return {name: value for name, value in zip(READINGS, out.tolist(), strict=True) if name not in _HIDDEN_READINGS}


def visible(lab: Any, rules: Any) -> dict[str, Any]:
    """Everything that may be seen of a lab.

    Args:
        lab: One record of dtype `LAB`.
        rules: Its rules record.

    Returns:
        `lab`, a dict of plain values, and every table of `TABLES` by name.
    """
    return {"lab": visible_scalars(lab, rules)} | {name: visible_table(lab, name) for name in TABLES}
