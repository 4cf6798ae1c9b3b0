"""What an observation holds: one row class a table, with unit, scale and meaning on the line.

From these classes follow the record that the encoder fills with plain facts, and from that the numbers of the
observation, the bounds of the space, and the documentation (`schema.py`): they cannot disagree. Every number of an
observation lies between -1 and 1, those that are never negative between 0 and 1; what is too large stays at the bound.
A place of a list that holds nobody and nothing is all zeros.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from numpy.typing import NDArray

from pibench_env.capacities import AGENCIES, CONFERENCES, FIELD_MONTHS, MONTHS, TOPICS, VENUES, YEAR
from pibench_env.codes import Standing
from pibench_env.rows import Col, Rows

SCHEMA_VERSION = 1  # of observation and actions together; what saves a model or a state keeps it

# How many of each kind are listed. Commands of the environment name the k-th of a list (see decoding.py).
RESEARCHERS = 16  # PhD students and postdocs, the earliest first
STAFF = 16  # research assistants and managers, the earliest first
APPLICANTS = 48  # of the last season
PROJECTS = 10  # active ones, the earliest first
DRAFTS = 12  # available or under review, the latest first
SUBMISSIONS = 12  # under review, the earliest first
CALLS = 6  # open ones, in the order of the schedule
PROPOSALS = 8  # pending ones, the earliest first
AWARDS = 8  # running ones, the earliest first
EVENTS = 8  # pending ones, the earliest first
WINDOW = FIELD_MONTHS  # months of headlines, preprints and conference reports, the open one first


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


def log(
    doc: str, step: float, top: float, unit: str = "", *, signed: bool = False, shape: tuple[int, ...] = ()
) -> Fact:
    """Declare a fact that is shown on a log scale, linear up to about `step`.

    Args:
        doc: Meaning.
        step: Where the scale bends.
        top: The value that becomes 1.
        unit: Its unit.
        signed: Whether it can be negative.
        shape: Shape, for several at once.

    Returns:
        The column.
    """
    return Fact("f8", unit, doc, shape=shape, top=top, step=step, signed=signed)


class ResearcherFacts:
    """A PhD student or postdoc on the payroll."""

    role: Annotated[float, share("1 PhD student, 2 postdoc", 2)]
    tenure: Annotated[float, share("months since arrival", 60, "month")]
    mentoring: Annotated[float, share("standing mentoring hours", 40, "h/month")]
    papers: Annotated[float, share("accepted papers", 8)]
    first_author: Annotated[float, share("accepted papers as first author", 8)]
    report: Annotated[float, share("research quality in the last report", 2)]
    report_mean: Annotated[float, share("mean research quality in all reports", 2)]
    sentiment: Annotated[float, share("sentiment in the last month's meeting, -1 without one", signed=True)]
    sentiment_mean: Annotated[float, share("mean sentiment in all meetings, -1 without any", signed=True)]
    meetings: Annotated[float, share("meetings so far", 60)]
    projects: Annotated[float, share("active projects this person is on", 5)]
    contract_left: Annotated[float, share("months to the end of a postdoc's contract", 36, "month")]


class StaffFacts:
    """A research assistant or lab manager."""

    role: Annotated[float, share("1 research assistant, 2 manager", 2)]
    mentoring: Annotated[float, share("standing mentoring hours", 40, "h/month")]
    projects: Annotated[float, share("active projects this person is on", 5)]


class ApplicantFacts:
    """An applicant of the last season."""

    pool: Annotated[float, share("1 elite, 2 international, 3 nontraditional, 4 local", 4)]
    status: Annotated[float, share("1 pending, 2 offered, 3 accepted, 4 declined, 5 expired, 6 joined", 6)]
    interviewed: Annotated[float, share("1 once interviewed")]
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
    team: Annotated[NDArray[Any], share("1 if the k-th researcher is on it", shape=(RESEARCHERS,))]


class DraftFacts:
    """An open draft: available or under review."""

    topic: Annotated[float, share("topic code plus 1", TOPICS)]
    tier: Annotated[float, share("ambition, 1 to 3", 3)]
    under_review: Annotated[float, share("1 if under review, 0 if available")]
    age: Annotated[float, share("months since it was written", 36, "month")]
    polish: Annotated[float, share("polish hours so far", 12, "h")]
    revisions: Annotated[float, share("revisions so far", 6)]
    revised_now: Annotated[float, share("1 if revised in this month")]
    salvage: Annotated[float, share("1 if saved from a dead end")]
    collab: Annotated[float, share("1 if delivered by a collaboration")]
    rejected_by: Annotated[NDArray[Any], share("1 for a venue that rejected it", shape=(VENUES,))]


class SubmissionFacts:
    """A submission under review."""

    venue: Annotated[float, share("venue code plus 1", VENUES)]
    months_left: Annotated[float, share("months to the closing that decides it, plus 1", 12, "month")]
    draft: Annotated[float, share("place of its draft in the list plus 1, 0 if not listed", DRAFTS)]


class CallFacts:
    """An open grant call."""

    agency: Annotated[float, share("agency code plus 1", AGENCIES)]
    months_left: Annotated[float, share("months in which it will still be open, this one counted", 60, "month")]


class ProposalFacts:
    """A pending proposal."""

    agency: Annotated[float, share("agency code plus 1", AGENCIES)]
    topic: Annotated[float, share("topic code plus 1", TOPICS)]
    hours: Annotated[float, share("hours written on it", 50, "h")]
    months_left: Annotated[float, share("months to the closing that decides it, plus 1", 12, "month")]


class AwardFacts:
    """A running award."""

    agency: Annotated[float, share("agency code plus 1", AGENCIES)]
    monthly: Annotated[float, log("monthly payment", 1_000, 1e6, "USD/month")]
    months_left: Annotated[float, share("months in which it will still pay, this one counted", 36, "month")]


class EventFacts:
    """A pending event."""

    kind: Annotated[float, share("1 invited talk, 2 review request, 3 crisis, 4 collaboration offer", 4)]
    months_left: Annotated[float, share("months in which it can still be answered, this one counted", 4, "month")]
    topic: Annotated[float, share("topic code of a collaboration plus 1", TOPICS)]
    person: Annotated[float, share("place of the researcher in crisis plus 1, 0 if not listed", RESEARCHERS)]


class TopicFacts:
    """A topic, as far as the field and the lab's own record show it."""

    headlines: Annotated[NDArray[Any], share("headlines by month, the open one first", 8, shape=(WINDOW,))]
    preprints: Annotated[NDArray[Any], share("preprints by month, the open one first", 30, shape=(WINDOW,))]
    conference_papers: Annotated[
        NDArray[Any],
        share("papers in reports by conference, then month, the open one first", 60, shape=(CONFERENCES, WINDOW)),
    ]
    intel: Annotated[float, share("last hallway talk: 1 quiet, 2 warm, 3 hot, 4 very hot", 4)]
    papers: Annotated[NDArray[Any], share("own papers that are out, by venue", 16, shape=(VENUES,))]
    cited: Annotated[NDArray[Any], log("their citations of the last closed month, by venue", 1, 1e5, shape=(VENUES,))]
    citations: Annotated[float, log("citations of own papers so far", 1, 1e6)]
    decided: Annotated[float, share("own submissions decided", 16)]
    accepted: Annotated[float, share("own submissions accepted", 16)]
    proposals_decided: Annotated[float, share("own proposals decided", 16)]
    proposals_funded: Annotated[float, share("own proposals funded", 16)]


class VenueFacts:
    """A venue."""

    is_open: Annotated[float, share("1 if it takes papers this month")]
    reported: Annotated[NDArray[Any], share("1 if it reported, by month, the open one first", shape=(WINDOW,))]
    under_review: Annotated[float, share("own submissions under review there", 8)]
    decided: Annotated[float, share("own submissions decided", 32)]
    accepted: Annotated[float, share("own submissions accepted", 32)]
    papers: Annotated[float, share("own papers that are out", 16)]


class AgencyFacts:
    """A funding agency."""

    pending: Annotated[float, share("proposals pending", 4)]
    months_to_decision: Annotated[float, share("months to the next decision, plus 1", 12, "month")]
    running: Annotated[float, share("awards running", 4)]
    months_left: Annotated[float, share("months left of the award that runs longest", 36, "month")]
    decided: Annotated[float, share("own proposals decided", 16)]
    funded: Annotated[float, share("own proposals funded", 16)]
    is_barred: Annotated[float, share("1 if it takes no proposal from this lab now, whatever it asks for")]


class Facts:
    """Everything an observation shows of a lab, as plain facts."""

    month: Annotated[float, share("the open month", MONTHS, "month")]
    months_left: Annotated[float, share("months to play, this one counted", MONTHS, "month")]
    calendar: Annotated[NDArray[Any], share("1 at the month modulo 12", shape=(YEAR,))]
    is_season: Annotated[float, share("1 if applicants can be met")]
    budget: Annotated[float, log("money", 10_000, 1e8, "USD", signed=True)]
    burn: Annotated[float, log("expected monthly loss, negative for a gain", 1_000, 1e6, "USD/month", signed=True)]
    is_burning: Annotated[float, share("1 if the lab loses money")]
    runway: Annotated[float, share("months that the money lasts, 0 if not burning", 60, "month")]
    income: Annotated[float, log("monthly income of running awards", 1_000, 1e6, "USD/month")]
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
    intel_age: Annotated[float, share("months since the last hallway talk", 12, "month")]
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
    proposals: Annotated[list[ProposalFacts], Rows(ProposalFacts, PROPOSALS, "pending proposals")]
    awards: Annotated[list[AwardFacts], Rows(AwardFacts, AWARDS, "running awards")]
    events: Annotated[list[EventFacts], Rows(EventFacts, EVENTS, "pending events")]
    topics: Annotated[list[TopicFacts], Rows(TopicFacts, TOPICS, "topics, in index order")]
    venues: Annotated[list[VenueFacts], Rows(VenueFacts, VENUES, "venues, in index order")]
    agencies: Annotated[list[AgencyFacts], Rows(AgencyFacts, AGENCIES, "agencies, in index order")]
