"""The form of recordings: which columns of a table are shown, and how codes, ids and months are written.

Nothing here looks into a lab: rows are handed in (rules, section 1.10).
"""

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from pibench_env.codes import (
    Agency,
    ApplicantStatus,
    Code,
    DraftStatus,
    EventKind,
    EventStatus,
    PersonStatus,
    Pool,
    ProjectStatus,
    ProposalStatus,
    Role,
    SubmissionStatus,
    Topic,
    Venue,
    entity_id,
)

Row = dict[str, Any]
Form = dict[str, Callable[[Any], Any]]  # what is shown of a row: columns in order, each with the way to show it


def _plain(value: Any) -> Any:
    return value


def or_none(month: int) -> int | None:
    """A month, or nothing for the month 0, which never was."""
    return month or None


def word_of(codes: type[Code]) -> Callable[[int], str]:
    """Codes of one kind as words."""
    return tuple(code.word for code in codes).__getitem__


def id_of(prefix: str) -> Callable[[int], str | None]:
    """Numbers of one kind as ids; 0 stands for nothing."""
    return lambda number: entity_id(prefix, number) if number > 0 else None


def as_plain(*names: str) -> Form:
    """Columns that are shown as they are."""
    return dict.fromkeys(names, _plain)


topic_word = word_of(Topic)

PERSON: Form = {
    "role": word_of(Role),
    "status": word_of(PersonStatus),
    "arrived": _plain,
    "left": or_none,
    **as_plain("skill", "morale", "ability", "speed", "resilience", "independence", "growth"),
    **as_plain("mentoring", "papers", "first_author"),
    "contract_end": or_none,
}
PROJECT: Form = {
    "topic": topic_word,
    "tier": _plain,
    "status": word_of(ProjectStatus),
    **as_plain("compute", "progress", "novelty"),
    "feasible": bool,
    **as_plain("scooped", "started"),
    "ended": or_none,
    "draft": id_of("D"),
}
DRAFT: Form = {
    "project": id_of("PJ"),
    "topic": topic_word,
    "tier": _plain,
    "status": word_of(DraftStatus),
    **as_plain("created", "quality", "polish", "revisions"),
    "salvage": bool,
    "collab": bool,
}
SUBMISSION: Form = {
    "draft": id_of("D"),
    "venue": word_of(Venue),
    "status": word_of(SubmissionStatus),
    **as_plain("submitted", "decision"),
}
PUBLICATION: Form = {
    "draft": id_of("D"),
    "venue": word_of(Venue),
    "topic": topic_word,
    **as_plain("tier", "quality", "published", "citations"),
    "collab": bool,
}
PROPOSAL: Form = {
    "topic": topic_word,
    "status": word_of(ProposalStatus),
    **as_plain("quality", "submitted", "decision"),
}
AWARD: Form = {"agency": word_of(Agency), **as_plain("start", "end", "monthly")}
EVENT: Form = {"kind": word_of(EventKind), **as_plain("month", "expires"), "status": word_of(EventStatus)}
APPLICANT: Form = {"pool": word_of(Pool), **as_plain("transcript", "letter"), "status": word_of(ApplicantStatus)}
TALENT: Form = dict.fromkeys(("ability", "growth", "independence"), lambda value: round(value, 3))


def rows_of(table: NDArray[Any]) -> list[Row]:
    """Rows as plain values by column: converted as a whole, many times quicker than field by field."""
    names = table.dtype.names or ()
    return [dict(zip(names, row, strict=True)) for row in table.tolist()]


def numbered(prefix: str, table: NDArray[Any]) -> list[tuple[str, Row]]:
    """Ids and rows of a table in which the number is the slot plus one."""
    return [(entity_id(prefix, slot + 1), row) for slot, row in enumerate(rows_of(table))]


def shown(row: Row, form: Form) -> Row:
    """What a form shows of a row."""
    return {name: show(row[name]) for name, show in form.items()}
