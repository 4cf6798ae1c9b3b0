"""What happened, in words: ledger, news, field observations and events, from the memory of a lab.

Rows have the columns of the agent interface. Of a person, texts say id and name; `People` holds both by slot.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pibench_env.capacities import CONFERENCES
from pibench_env.codes import EventKind, EventStatus, LedgerKind, NewsDetail, NewsKind, Topic, Venue, entity_id
from pibench_env.surface.history import Row

CENT = 100  # hundredths of the funding index
DOLLAR_DIGITS = 2

_FIELD_TEXTS = {
    NewsDetail.QUIET: "is quiet",
    NewsDetail.STEADY: "is steady",
    NewsDetail.GAINING_STEAM: "is gaining steam",
    NewsDetail.SURGING: "is surging",
}
_FUNDING_TEXTS = {
    NewsDetail.EXPANDING: "funding is expanding",
    NewsDetail.FLAT: "funding is flat",
    NewsDetail.TIGHTENING: "funding is tightening",
}
_COMPUTE_TEXTS = {
    NewsDetail.PRICE_SURGED: "Compute prices have surged.",
    NewsDetail.PRICE_DROPPED: "Compute prices have dropped.",
}
_PERSON_TEXTS = {NewsDetail.PERSON_QUIT: "has quit", NewsDetail.PERSON_GRADUATED: "has graduated"}
_SEARCH_TEXTS = {
    NewsDetail.SEARCH_SUCCEEDED: "has found a postdoc",
    NewsDetail.SEARCH_EMPTY: "came up empty",
    NewsDetail.SEARCH_CALLED_OFF: "was called off: the lab is full",
}
# What the subject of a ledger row is: an id of this prefix, and the words around it.
_LEDGER_NOTES = {
    LedgerKind.COMPUTE: ("PJ", "compute of {}"),
    LedgerKind.GRANT_INCOME: ("A", "payment of {}"),
    LedgerKind.GRANT_OVERHEAD: ("A", "administration of {}"),
    LedgerKind.PROPOSAL_FEE: ("PR", "fee of {}"),
    LedgerKind.TALK_TRAVEL: ("E", "travel to the talk of {}"),
    LedgerKind.POSTDOC_SEARCH: ("PDsearch", "posting of {}"),
}


class People(NamedTuple):
    """Ids and names by slot."""

    ids: list[str]
    names: list[str]

    def called(self, slot: int) -> str:
        """How texts call a person: id and name."""
        return f"{self.ids[slot]} {self.names[slot]}"


def ledger_rows(rows: Iterable[Row], people: People) -> list[Row]:
    """Ledger rows in words.

    Args:
        rows: Ledger rows in codes.
        people: Everybody.

    Returns:
        Rows of month, category, amount and note.
    """
    return [
        {
            "month": row["month"],
            "category": LedgerKind(row["kind"]).word,
            "amount": round(row["amount"], DOLLAR_DIGITS),
            "note": _ledger_note(row, people),
        }
        for row in rows
    ]


def _ledger_note(row: Row, people: People) -> str:
    if row["kind"] == LedgerKind.STIPEND:
        return f"pay of {people.called(row['subject'])}"
    if row["kind"] == LedgerKind.CONFERENCE:
        return "conference attended"
    prefix, text = _LEDGER_NOTES[LedgerKind(row["kind"])]
    return text.format(entity_id(prefix, row["subject"]))


def news_rows(rows: Iterable[Row], people: People) -> list[Row]:
    """News in words.

    Args:
        rows: News items in codes.
        people: Everybody.

    Returns:
        Rows of month, kind, topic and text.
    """
    return [
        {
            "month": row["month"],
            "kind": NewsKind(row["kind"]).word,
            "topic": _topic_or_none(row["topic"]),
            "text": _news_text(row, people),
        }
        for row in rows
    ]


def _news_text(row: Row, people: People) -> str:
    detail = NewsDetail(row["detail"])
    if detail in _FIELD_TEXTS:
        return f"{Topic(row['topic']).word} {_FIELD_TEXTS[detail]} ({_counted(row['count'], 'headline')})."
    if detail in _FUNDING_TEXTS:
        return f"Funding index {row['index_hundredths'] / CENT:.2f}: {_FUNDING_TEXTS[detail]}."
    if detail in _COMPUTE_TEXTS:
        return _COMPUTE_TEXTS[detail]
    if detail in _PERSON_TEXTS:
        return f"{people.called(row['subject'])} {_PERSON_TEXTS[detail]}."
    if detail in _SEARCH_TEXTS:
        return f"{entity_id('PDsearch', row['subject'])} {_SEARCH_TEXTS[detail]}."
    return f"Others have published first on the topic of {entity_id('PJ', row['subject'])}."


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _topic_or_none(code: int) -> str | None:
    """The word of a topic; -1 stands for none."""
    return Topic(code).word if code >= 0 else None


def preprint_rows(months: Iterable[Row]) -> list[Row]:
    """Preprints counted by month and topic.

    Args:
        months: Field months in codes.

    Returns:
        Rows of month, topic and preprint_count.
    """
    return [
        {"month": row["month"], "topic": topic.word, "preprint_count": count}
        for row in months
        for topic, count in zip(Topic, row["preprints"], strict=True)
    ]


def conference_rows(months: Iterable[Row]) -> list[Row]:
    """What conferences accepted, by month, venue and topic.

    Args:
        months: Field months in codes.

    Returns:
        Rows of month, venue, topic and accepted_papers; only conferences that reported.
    """
    return [
        {"month": row["month"], "venue": Venue(venue).word, "topic": topic.word, "accepted_papers": count}
        for row in months
        for venue in range(CONFERENCES)
        if row["reported"][venue]
        for topic, count in zip(Topic, row["accepted"][venue], strict=True)
    ]


def event_rows(rows: Iterable[Row], people: People) -> list[Row]:
    """Events in words.

    Args:
        rows: Events in codes.
        people: Everybody.

    Returns:
        Rows of id, kind, month, respond_by, status and details.
    """
    return [
        {
            "id": entity_id("E", row["number"]),
            "kind": EventKind(row["kind"]).word,
            "month": row["month"],
            "respond_by": row["expires"],
            "status": EventStatus(row["status"]).word,
            "details": _event_details(row, people),
        }
        for row in rows
    ]


def _event_details(row: Row, people: People) -> Row:
    """Whom or what an event is about, and what came of a collaboration; only what there is."""
    details = {
        "student_id": people.ids[row["person"]] if row["person"] >= 0 else None,
        "topic": _topic_or_none(row["topic"]),
        "accepted_month": row["accepted"] or None,
        "delivery_month": row["delivery"] or None,
        "draft_id": entity_id("D", row["draft"]) if row["draft"] else None,
    }
    return {name: value for name, value in details.items() if value is not None}
