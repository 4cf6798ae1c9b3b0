"""What a player has been shown so far and the record of a lab does not keep: a memory beside it.

The record holds the last report of a person, rings of news and ledger rows, a year of the field, one season of
applicants and one month of closed events. A `History` takes them over, through the gate, before they are forgotten.
"""

import copy
from typing import Any, Self

from pibench_env.codes import Verb, entity_id
from pibench_env.mechanics.grants import IS_PUBLICATION
from pibench_env.mechanics.seasons import year_of
from pibench_env.observation import Table, closed_months, visible_table

Row = dict[str, Any]


def rows_of(table: Table) -> list[Row]:
    """The rows of a structured array as dicts of plain values.

    Args:
        table: A structured array.

    Returns:
        One dict a row; columns with a shape are lists.
    """
    names = table.dtype.names or ()
    return [dict(zip(names, row, strict=True)) for row in zip(*(table[name].tolist() for name in names), strict=True)]


class History:
    """The memory of one lab; rows have the columns of the visible tables.

    Attributes:
        ledger: All ledger rows.
        news: All news items.
        field_months: What was observed of the field, one row a month.
        reports: Reports by slot of the person, each a row of month, report and sentiment (-1 without a meeting).
        events: The last state of every event, by number.
        applicants: The last state of every applicant, by number, with the `year` of the season.
        citations: Monthly citations, each a row of publication (its number), month and citations.
        attached: Ids of what was attached to a proposal, by its number.
    """

    def __init__(self) -> None:
        self.ledger: list[Row] = []
        self.news: list[Row] = []
        self.field_months: list[Row] = []
        self.reports: dict[int, list[Row]] = {}
        self.events: dict[int, Row] = {}
        self.applicants: dict[int, Row] = {}
        self.citations: list[Row] = []
        self.attached: dict[int, list[str]] = {}

    def copy(self) -> Self:
        """A memory that goes its own way; rows are never changed, so they are shared."""
        twin = copy.copy(self)
        for name, kept in vars(self).items():
            setattr(twin, name, kept.copy())
        twin.reports = {slot: reports.copy() for slot, reports in self.reports.items()}
        return twin

    def note_command(self, lab: Any, command: Any) -> None:
        """Take over what a command brought.

        Args:
            lab: One record of dtype `LAB`, after the command.
            command: The record of dtype `COMMAND`.
        """
        self._take_ledger(lab)
        if command["verb"] == Verb.PROPOSE:
            self.attached[int(lab["n_proposals"])] = _attachments(command)

    def note_month(self, lab: Any) -> None:
        """Take over what a closing and the opening after it brought; also to be called at birth.

        Args:
            lab: One record of dtype `LAB`, after the closing.
        """
        self._take_ledger(lab)
        self.news += _newest(visible_table(lab, "news"), int(lab["n_news"]) - len(self.news))
        field = visible_table(lab, "field_months")
        seen = self.field_months[-1]["month"] if self.field_months else 0
        self.field_months += rows_of(field[field["month"] > seen])
        self.events |= {row["number"]: row for row in rows_of(visible_table(lab, "events"))}
        for row in rows_of(visible_table(lab, "applicants")):
            known = self.applicants.get(row["number"])
            self.applicants[row["number"]] = row | {"year": known["year"] if known else year_of(int(lab["month"]))}
        self._take_reports(lab)

    def _take_ledger(self, lab: Any) -> None:
        new = int(lab["n_ledger"]) - len(self.ledger)
        if new > 0:
            self.ledger += _newest(visible_table(lab, "ledger"), new)

    def _take_reports(self, lab: Any) -> None:
        closed = closed_months(lab)
        for slot, person in enumerate(rows_of(visible_table(lab, "people"))):
            if closed > 0 and person["report_month"] == closed:
                report = {"month": closed, "report": person["report"], "sentiment": person["sentiment"]}
                self.reports.setdefault(slot, []).append(report)
        for paper in rows_of(visible_table(lab, "publications")):
            if paper["published"] <= closed:
                cited = {"publication": paper["number"], "month": closed, "citations": paper["citations_month"]}
                self.citations.append(cited)


def _attachments(command: Any) -> list[str]:
    """The ids of the drafts and publications that a proposal attaches."""
    numbers = command["ids"][: command["count"]].tolist()
    kinds = command["amounts"][: command["count"]].tolist()
    return [entity_id("P" if kind == IS_PUBLICATION else "D", n) for n, kind in zip(numbers, kinds, strict=True)]


def _newest(table: Table, n: int) -> list[Row]:
    return rows_of(table[-n:]) if n > 0 else []
