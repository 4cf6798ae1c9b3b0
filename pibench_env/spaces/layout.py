"""What an observation holds: one row class a table, with unit, scale and meaning on the line.

From these classes follow the record that the encoder fills with plain facts, the numbers of the observation that are
made of it, the bounds of the space, and the documentation: they cannot disagree. Every number of an observation lies
between -1 and 1, those that are never negative between 0 and 1; what is too large stays at the bound. A place of a
list that holds nobody and nothing is all zeros.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import AGENCIES, CONFERENCES, MONTHS, TOPICS, VENUES, YEAR
from pibench_env.codes import Standing
from pibench_env.rows import Col, Rows, columns, dtype_of

# How many of each kind are listed. Commands of the environment name the k-th of a list (see decoding.py).
RESEARCHERS = 16  # PhD students and postdocs, the earliest first
STAFF = 16  # research assistants and managers, the earliest first
APPLICANTS = 16  # of the last season
PROJECTS = 10  # active ones, the earliest first
DRAFTS = 12  # available or under review, the latest first
SUBMISSIONS = 12  # under review, the earliest first
CALLS = 6  # open ones, in the order of the schedule
EVENTS = 8  # pending ones, the earliest first
RECENT = 3  # months of headlines and preprints, the open one first


@dataclass(frozen=True)
class Fact(Col):
    """A column of plain facts and how it becomes numbers: a share of `top`, on a log scale if `step` is not 0."""

    top: float = 1.0
    step: float = 0.0
    signed: bool = False


def share(doc: str, top: float = 1.0, unit: str = "", *, signed: bool = False, shape: tuple[int, ...] = ()) -> Fact:
    """Declare a fact that is shown as a share of a largest value.

    Args:
        doc: Meaning.
        top: The value that becomes 1.
        unit: Its unit.
        signed: Whether it can be negative.
        shape: Shape, for several at once.

    Returns:
        The column.
    """
    return Fact("f8", unit, doc, shape=shape, top=top, signed=signed)


def log(doc: str, step: float, top: float, unit: str = "", *, signed: bool = False) -> Fact:
    """Declare a fact that is shown on a log scale, linear up to about `step`.

    Args:
        doc: Meaning.
        step: Where the scale bends.
        top: The value that becomes 1.
        unit: Its unit.
        signed: Whether it can be negative.

    Returns:
        The column.
    """
    return Fact("f8", unit, doc, top=top, step=step, signed=signed)


class ResearcherFacts:
    """A PhD student or postdoc on the payroll."""

    role: Annotated[float, share("1 PhD student, 2 postdoc", 2)]
    tenure: Annotated[float, share("months since arrival", 60, "month")]
    mentoring: Annotated[float, share("standing mentoring hours", 40, "h/month")]
    papers: Annotated[float, share("accepted papers", 8)]
    report: Annotated[float, share("research quality in the last report", 2)]
    sentiment: Annotated[float, share("sentiment in the last meeting, -1 without one", signed=True)]
    projects: Annotated[float, share("active projects this person is on", 5)]
    contract_left: Annotated[float, share("months to the end of a postdoc's contract", 36, "month")]


class StaffFacts:
    """A research assistant or lab manager."""

    role: Annotated[float, share("1 research assistant, 2 manager", 2)]
    projects: Annotated[float, share("active projects this person is on", 5)]


class ApplicantFacts:
    """An applicant of the last season."""

    pool: Annotated[float, share("1 elite, 2 international, 3 nontraditional, 4 local", 4)]
    status: Annotated[float, share("1 pending, 2 offered, 3 accepted, 4 declined, 5 expired, 6 joined", 6)]
    transcript: Annotated[float, share("transcript")]
    letter: Annotated[float, share("letters")]
    interview: Annotated[float, share("interview, -1 until held", signed=True)]


class ProjectFacts:
    """An active project."""

    topic: Annotated[float, share("topic code plus 1", TOPICS)]
    tier: Annotated[float, share("ambition, 1 to 3", 3)]
    progress: Annotated[float, share("work done, of the tier's work")]
    members: Annotated[float, share("members", 8)]
    compute: Annotated[float, log("monthly compute", 800, 50_000, "units/month")]
    age: Annotated[float, share("months worked on", 36, "month")]
    scooped: Annotated[float, share("times scooped", 4)]


class DraftFacts:
    """An open draft: available or under review."""

    topic: Annotated[float, share("topic code plus 1", TOPICS)]
    tier: Annotated[float, share("ambition, 1 to 3", 3)]
    under_review: Annotated[float, share("1 if under review, 0 if available")]
    polish: Annotated[float, share("polish hours so far", 12, "h")]
    revisions: Annotated[float, share("revisions so far", 6)]
    revised_now: Annotated[float, share("1 if revised in this month")]
    rejected_by: Annotated[NDArray[Any], share("1 for a venue that rejected it", shape=(VENUES,))]


class SubmissionFacts:
    """A submission under review."""

    venue: Annotated[float, share("venue code plus 1", VENUES)]
    months_left: Annotated[float, share("months to the closing that decides it, plus 1", 12, "month")]


class CallFacts:
    """An open grant call."""

    agency: Annotated[float, share("agency code plus 1", AGENCIES)]
    months_left: Annotated[float, share("months in which it will still be open, this one counted", 60, "month")]


class EventFacts:
    """A pending event."""

    kind: Annotated[float, share("1 invited talk, 2 review request, 3 crisis, 4 collaboration offer", 4)]
    months_left: Annotated[float, share("months in which it can still be answered, this one counted", 4, "month")]
    topic: Annotated[float, share("topic code of a collaboration plus 1", TOPICS)]


class TopicFacts:
    """A topic, as far as the field and the lab's own papers show it."""

    headlines: Annotated[NDArray[Any], share("headlines of the last months, this one first", 8, shape=(RECENT,))]
    preprints: Annotated[NDArray[Any], share("preprints of the last months, this one first", 30, shape=(RECENT,))]
    accepted: Annotated[NDArray[Any], share("papers in each conference's last report", 60, shape=(CONFERENCES,))]
    intel: Annotated[float, share("last hallway talk: 1 quiet, 2 warm, 3 hot, 4 very hot", 4)]
    papers: Annotated[float, share("own papers that are out", 16)]


class VenueFacts:
    """A venue."""

    is_open: Annotated[float, share("1 if it takes papers this month")]
    under_review: Annotated[float, share("own submissions under review there", 8)]
    papers: Annotated[float, share("own papers that are out", 16)]


class AgencyFacts:
    """A funding agency."""

    pending: Annotated[float, share("proposals pending", 4)]
    months_to_decision: Annotated[float, share("months to the next decision, plus 1", 12, "month")]
    running: Annotated[float, share("awards running", 4)]
    months_left: Annotated[float, share("months left of the award that runs longest", 36, "month")]


class Facts:
    """Everything an observation shows of a lab, as plain facts."""

    month: Annotated[float, share("the open month", MONTHS, "month")]
    months_left: Annotated[float, share("months to play, this one counted", MONTHS, "month")]
    calendar: Annotated[NDArray[Any], share("1 at the month modulo 12", shape=(YEAR,))]
    is_season: Annotated[float, share("1 if applicants can be met")]
    budget: Annotated[float, log("money", 10_000, 1e12, "USD", signed=True)]
    burn: Annotated[float, log("expected monthly loss, negative for a gain", 1_000, 1e9, "USD/month", signed=True)]
    is_burning: Annotated[float, share("1 if the lab loses money")]
    runway: Annotated[float, share("months that the money lasts, 0 if not burning", 60, "month")]
    income: Annotated[float, log("monthly income of running awards", 1_000, 1e9, "USD/month")]
    compute_price: Annotated[float, share("price of compute, 1 being normal", 2, "USD/unit")]
    attention_pool: Annotated[float, share("hours of this month after oversight and service", 100, "h")]
    attention_left: Annotated[float, share("hours not yet spoken for", 100, "h", signed=True)]
    mentoring: Annotated[float, share("standing mentoring hours in all", 100, "h/month")]
    oneoff_used: Annotated[float, share("one-off hours used this month", 100, "h")]
    standing: Annotated[NDArray[Any], share("1 at the lab's standing", shape=(len(Standing),))]
    students: Annotated[float, share("PhD students", 16)]
    postdocs: Annotated[float, share("postdocs", 16)]
    assistants: Annotated[float, share("research assistants", 16)]
    managers: Annotated[float, share("lab managers", 2)]
    searches: Annotated[float, share("postdoc searches open", 8)]
    conference_wait: Annotated[float, share("months until a conference can be attended again", 12, "month")]
    tif_wait: Annotated[float, share("months until TIF takes a proposal again", 12, "month")]
    talked_up: Annotated[float, share("1 if a talk or conference will boost the next season")]
    collaborations: Annotated[float, share("collaborations accepted and not delivered", 4)]
    papers_out: Annotated[float, share("own papers that are out", 64)]
    citations: Annotated[float, log("citations so far", 1, 1e6)]
    citations_month: Annotated[float, log("citations of the last closed month", 1, 1e5)]
    researchers: Annotated[list[ResearcherFacts], Rows(ResearcherFacts, RESEARCHERS, "researchers")]
    staff: Annotated[list[StaffFacts], Rows(StaffFacts, STAFF, "staff")]
    applicants: Annotated[list[ApplicantFacts], Rows(ApplicantFacts, APPLICANTS, "applicants")]
    projects: Annotated[list[ProjectFacts], Rows(ProjectFacts, PROJECTS, "active projects")]
    drafts: Annotated[list[DraftFacts], Rows(DraftFacts, DRAFTS, "open drafts")]
    submissions: Annotated[list[SubmissionFacts], Rows(SubmissionFacts, SUBMISSIONS, "submissions under review")]
    calls: Annotated[list[CallFacts], Rows(CallFacts, CALLS, "open calls")]
    events: Annotated[list[EventFacts], Rows(EventFacts, EVENTS, "pending events")]
    topics: Annotated[list[TopicFacts], Rows(TopicFacts, TOPICS, "topics, in index order")]
    venues: Annotated[list[VenueFacts], Rows(VenueFacts, VENUES, "venues, in index order")]
    agencies: Annotated[list[AgencyFacts], Rows(AgencyFacts, AGENCIES, "agencies, in index order")]


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
