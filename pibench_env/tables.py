"""The tables of a lab, one row class each: dtype, unit, meaning and visibility stand on the line.

A lab is one record (`Lab`): what a month touches comes first, the past and the luck of the seed behind it.
Within a table, slot order is the order of birth. Month 0 stands for "never", slot or number -1 for "nobody",
-1.0 for a value that has not been seen. Sizes stand in `capacities.py`. Sources: rules, sections 1.2 to 1.10.
"""

from typing import Annotated, Any

from numpy.typing import NDArray

from pibench_env import capacities as size
from pibench_env.luck import Luck
from pibench_env.rows import Col, Rows


class Person:
    """Anyone who is or was on the payroll."""

    role: Annotated[int, Col("u1", "", "role code")]
    status: Annotated[int, Col("u1", "", "person status code")]
    number: Annotated[int, Col("i2", "", "number in the id, counted within the role")]
    given_name: Annotated[int, Col("u1", "", "index of the given name")]
    family_name: Annotated[int, Col("u1", "", "index of the family name")]
    arrived: Annotated[int, Col("i2", "month", "first month in the lab")]
    left: Annotated[int, Col("i2", "month", "month of leaving, 0 while here")]
    contract_end: Annotated[int, Col("i2", "month", "end of a postdoc's contract, 0 if none")]
    papers: Annotated[int, Col("i2", "", "accepted papers")]
    first_author: Annotated[int, Col("i2", "", "accepted papers as first author")]
    on_projects: Annotated[int, Col("i2", "", "active projects this person is on")]
    mentoring: Annotated[float, Col("f8", "h/month", "standing mentoring hours")]
    report_month: Annotated[int, Col("i2", "month", "month of the last report, 0 if none")]
    report: Annotated[float, Col("f8", "1", "research quality in the last report, two decimals")]
    sentiment: Annotated[float, Col("f8", "1", "sentiment in the last meeting, two decimals, -1 if no meeting")]
    n_reports: Annotated[int, Col("i2", "", "reports so far")]
    n_meetings: Annotated[int, Col("i2", "", "meetings so far")]
    reports_total: Annotated[int, Col("i4", "1/100", "sum of all reports")]
    sentiments_total: Annotated[int, Col("i2", "1/100", "sum of the sentiments in all meetings")]
    ability: Annotated[float, Col("f8", "1", "talent, section 1.6", hidden=True)]
    speed: Annotated[float, Col("f8", "1", "pace of work", hidden=True)]
    resilience: Annotated[float, Col("f8", "1", "divides setbacks to morale", hidden=True)]
    independence: Annotated[float, Col("f8", "1", "share of the effect that needs no mentoring", hidden=True)]
    growth: Annotated[float, Col("f8", "1", "pace of learning", hidden=True)]
    skill: Annotated[float, Col("f8", "1", "research skill", hidden=True)]
    morale: Annotated[float, Col("f8", "1", "morale, 0 to 1", hidden=True)]
    impulse: Annotated[float, Col("f8", "1", "morale impulses gathered this month", hidden=True)]
    mentoring_recorded: Annotated[float, Col("f8", "h", "mentoring at the last closing, for evaluation", hidden=True)]


class Applicant:
    """One candidate of the open season."""

    number: Annotated[int, Col("i2", "", "number in the id, running on over the years")]
    pool: Annotated[int, Col("u1", "", "pool code")]
    status: Annotated[int, Col("u1", "", "applicant status code")]
    given_name: Annotated[int, Col("u1", "", "index of the given name")]
    family_name: Annotated[int, Col("u1", "", "index of the family name")]
    interviewed: Annotated[int, Col("u1", "", "1 once interviewed")]
    transcript: Annotated[float, Col("f8", "1", "transcript, two decimals")]
    letter: Annotated[float, Col("f8", "1", "letters, two decimals")]
    interview: Annotated[float, Col("f8", "1", "interview, two decimals, -1 until held")]
    interview_value: Annotated[float, Col("f8", "1", "what an interview would show", hidden=True)]
    ability: Annotated[float, Col("f8", "1", "talent", hidden=True)]
    speed: Annotated[float, Col("f8", "1", "pace of work", hidden=True)]
    resilience: Annotated[float, Col("f8", "1", "divides setbacks to morale", hidden=True)]
    independence: Annotated[float, Col("f8", "1", "share of the effect that needs no mentoring", hidden=True)]
    growth: Annotated[float, Col("f8", "1", "pace of learning", hidden=True)]


class Project:
    """One project; its members are slots of `people` in the order in which they joined it."""

    number: Annotated[int, Col("i2", "", "number in the id")]
    topic: Annotated[int, Col("u1", "", "topic code")]
    tier: Annotated[int, Col("u1", "", "ambition, 1 to 3")]
    status: Annotated[int, Col("u1", "", "project status code")]
    n_members: Annotated[int, Col("u1", "", "members now")]
    members: Annotated[NDArray[Any], Col("u1", "slot", "people, first n_members count", shape=(size.MEMBERS,))]
    started: Annotated[int, Col("i2", "month", "month of the start")]
    ended: Annotated[int, Col("i2", "month", "month of the end, 0 while active")]
    draft: Annotated[int, Col("i2", "", "number of the draft that came of it, 0 if none")]
    scooped: Annotated[int, Col("i2", "", "times scooped")]
    compute: Annotated[float, Col("f8", "units/month", "monthly compute")]
    progress: Annotated[float, Col("f8", "1", "work done, of the tier's work")]
    ticks: Annotated[int, Col("i2", "month", "months worked on")]
    news_due: Annotated[int, Col("i2", "month", "month in which a scoop becomes news, 0 if none", hidden=True)]
    feasible: Annotated[int, Col("u1", "", "1 if it can succeed", hidden=True)]
    novelty: Annotated[float, Col("f8", "1", "novelty", hidden=True)]
    compute_total: Annotated[float, Col("f8", "units", "compute so far", hidden=True)]
    craft_total: Annotated[float, Col("f8", "1", "effort-weighted mean of skill times ability", hidden=True)]
    craft_weight: Annotated[float, Col("f8", "1", "its weight", hidden=True)]
    runway_at_start: Annotated[float, Col("f8", "month", "runway before the start, one decimal", hidden=True)]
    idle_at_start: Annotated[int, Col("i2", "", "idle researchers before the start", hidden=True)]


class Draft:
    """One draft; its number is its slot plus one."""

    project: Annotated[int, Col("i2", "", "number of its project, 0 for a collaboration")]
    topic: Annotated[int, Col("u1", "", "topic code")]
    tier: Annotated[int, Col("u1", "", "ambition, 1 to 3")]
    status: Annotated[int, Col("u1", "", "draft status code")]
    salvage: Annotated[int, Col("u1", "", "1 if saved from a dead end")]
    collab: Annotated[int, Col("u1", "", "1 if delivered by a collaboration")]
    rejected_by: Annotated[int, Col("u1", "", "bit set of the venues that rejected it")]
    n_authors: Annotated[int, Col("u1", "", "authors; who they are stands in its byline")]
    created: Annotated[int, Col("i2", "month", "month of birth")]
    revisions: Annotated[int, Col("i2", "", "revisions so far")]
    revised: Annotated[int, Col("i2", "month", "month of the last revision, 0 if none")]
    polish: Annotated[float, Col("f8", "h", "polish hours so far")]
    quality: Annotated[float, Col("f8", "1", "quality without polish", hidden=True)]


class Byline:
    """The authors of one draft, at its slot."""

    authors: Annotated[
        NDArray[Any], Col("u1", "slot", "people, first n_authors of the draft count", shape=(size.MEMBERS,))
    ]


class Submission:
    """One submission; its number is its slot plus one."""

    draft: Annotated[int, Col("i2", "", "number of the draft")]
    venue: Annotated[int, Col("u1", "", "venue code")]
    status: Annotated[int, Col("u1", "", "submission status code")]
    submitted: Annotated[int, Col("i2", "month", "month of submission")]
    decision: Annotated[int, Col("i2", "month", "month of decision")]
    score_tenths: Annotated[NDArray[Any], Col("i2", "1/10", "reviewer scores once decided", shape=(size.REVIEWERS,))]


class Publication:
    """One accepted paper; its number is its slot plus one; out from its month of publication on."""

    draft: Annotated[int, Col("i2", "", "number of the draft")]
    venue: Annotated[int, Col("u1", "", "venue code")]
    topic: Annotated[int, Col("u1", "", "topic code")]
    tier: Annotated[int, Col("u1", "", "ambition, 1 to 3")]
    collab: Annotated[int, Col("u1", "", "1 if it came of a collaboration")]
    published: Annotated[int, Col("i2", "month", "month of publication")]
    citations: Annotated[int, Col("i8", "", "citations so far")]
    citations_month: Annotated[int, Col("i8", "", "citations of the last closed month")]
    quality: Annotated[float, Col("f8", "1", "frozen quality", hidden=True)]
    strength: Annotated[float, Col("f8", "citations/month", "visibility times the pull of quality", hidden=True)]


class Proposal:
    """One proposal; its number is its slot plus one."""

    call: Annotated[int, Col("i2", "", "index of the call in the schedule")]
    agency: Annotated[int, Col("u1", "", "agency code")]
    topic: Annotated[int, Col("u1", "", "topic code")]
    status: Annotated[int, Col("u1", "", "proposal status code")]
    submitted: Annotated[int, Col("i2", "month", "month of submission")]
    decision: Annotated[int, Col("i2", "month", "month of decision")]
    hours: Annotated[float, Col("f8", "h", "hours written on it")]
    quality: Annotated[float, Col("f8", "1", "quality, fixed at submission", hidden=True)]


class Award:
    """One award; its number is its slot plus one; it runs from start to end, both included."""

    agency: Annotated[int, Col("u1", "", "agency code")]
    proposal: Annotated[int, Col("i2", "", "number of the proposal")]
    start: Annotated[int, Col("i2", "month", "first month")]
    end: Annotated[int, Col("i2", "month", "last month")]
    total: Annotated[float, Col("f8", "USD", "full sum")]
    monthly: Annotated[float, Col("f8", "USD/month", "monthly payment")]


class Event:
    """One event, kept while it is pending or owed and for the month after."""

    number: Annotated[int, Col("i2", "", "number in the id")]
    kind: Annotated[int, Col("u1", "", "event kind code")]
    status: Annotated[int, Col("u1", "", "event status code")]
    month: Annotated[int, Col("i2", "month", "month in which it came")]
    expires: Annotated[int, Col("i2", "month", "last month for an answer")]
    person: Annotated[int, Col("i2", "slot", "person in crisis, -1 if none")]
    topic: Annotated[int, Col("i1", "", "topic of a collaboration, -1 if none")]
    accepted: Annotated[int, Col("i2", "month", "month a collaboration was accepted, 0 if not")]
    delivery: Annotated[int, Col("i2", "month", "month a collaboration delivers, 0 if not")]
    draft: Annotated[int, Col("i2", "", "number of the delivered draft, 0 if none")]
    closed: Annotated[int, Col("i2", "month", "month in which nothing more was owed, 0 before")]


class Search:
    """One postdoc search; its number is its slot plus one."""

    posted: Annotated[int, Col("i2", "month", "month of posting")]
    open: Annotated[int, Col("u1", "", "1 until it is decided")]


class News:
    """One news item."""

    month: Annotated[int, Col("i2", "month", "month of publication")]
    kind: Annotated[int, Col("u1", "", "news kind code")]
    detail: Annotated[int, Col("u1", "", "news detail code")]
    topic: Annotated[int, Col("i1", "", "topic code, -1 if none")]
    count: Annotated[int, Col("i2", "", "headlines in a field item")]
    index_hundredths: Annotated[int, Col("i2", "1/100", "funding index")]
    subject: Annotated[int, Col("i2", "", "number of project or search, or slot of a person")]


class FieldMonth:
    """What could be observed of the field in one month."""

    month: Annotated[int, Col("i2", "month", "month, 0 if none yet")]
    headlines: Annotated[NDArray[Any], Col("u2", "", "headlines by topic", shape=(size.TOPICS,))]
    preprints: Annotated[NDArray[Any], Col("u2", "", "preprints by topic", shape=(size.TOPICS,))]
    reported: Annotated[NDArray[Any], Col("u1", "", "1 if the conference reported", shape=(size.CONFERENCES,))]
    accepted: Annotated[NDArray[Any], Col("u2", "", "papers accepted by topic", shape=(size.CONFERENCES, size.TOPICS))]
    index_hundredths: Annotated[int, Col("i2", "1/100", "funding index, 0 if none was announced")]


class LedgerRow:
    """One booking."""

    month: Annotated[int, Col("i2", "month", "month")]
    kind: Annotated[int, Col("u1", "", "ledger kind code")]
    subject: Annotated[int, Col("i2", "", "slot of a person or number of project, award, call, event or search")]
    amount: Annotated[float, Col("f8", "USD", "signed amount")]


class MonthRecord:
    """The record of one closed month (step 11)."""

    budget: Annotated[float, Col("f8", "USD", "budget")]
    attention_used: Annotated[float, Col("f8", "h", "mentoring and one-off hours")]
    attention_pool: Annotated[float, Col("f8", "h", "pool")]
    students: Annotated[int, Col("i2", "", "PhD students")]
    postdocs: Annotated[int, Col("i2", "", "postdocs")]
    staff: Annotated[int, Col("i2", "", "staff")]
    active_projects: Annotated[int, Col("i2", "", "active projects")]
    publications: Annotated[int, Col("i2", "", "papers out")]
    citations: Annotated[int, Col("i8", "", "citations so far")]
    standing: Annotated[int, Col("u1", "", "standing code")]
    reputation: Annotated[float, Col("f8", "1", "reputation", hidden=True)]


class Command:
    """One command; what the places mean for which verb stands in `commands.py`."""

    verb: Annotated[int, Col("i4", "", "verb code")]
    object: Annotated[int, Col("i4", "", "slot, number or code of what it is about, -1 if unknown")]
    choice: Annotated[int, Col("i4", "", "code of a choice, or a slot, -1 if unknown")]
    count: Annotated[int, Col("i4", "", "pairs of the payload")]
    amount: Annotated[float, Col("f8", "", "hours or units")]
    ids: Annotated[NDArray[Any], Col("i4", "", "ids of the payload", shape=(size.PAYLOAD,))]
    amounts: Annotated[NDArray[Any], Col("f8", "", "amounts of the payload", shape=(size.PAYLOAD,))]


class Past:
    """What the month does not need: ended projects, closed months, the ledger."""

    projects: Annotated[list[Project], Rows(Project, size.PROJECTS, "ended projects, at their number minus one")]
    bylines: Annotated[list[Byline], Rows(Byline, size.DRAFTS, "authors of the drafts")]
    months: Annotated[list[MonthRecord], Rows(MonthRecord, size.MONTHS, "closed months, at the month minus one")]
    ledger: Annotated[list[LedgerRow], Rows(LedgerRow, size.LEDGER, "the last rows, a ring")]


class Lab:
    """One lab: the whole state of a career."""

    month: Annotated[int, Col("i4", "month", "the open month, or the last one when finished")]
    finished: Annotated[int, Col("u1", "", "1 when the run is over")]
    collapsed: Annotated[int, Col("u1", "", "1 when bankrupt")]
    budget: Annotated[float, Col("f8", "USD", "money")]
    oneoff_used: Annotated[float, Col("f8", "h", "one-off hours used this month")]
    scoops_untold: Annotated[int, Col("i4", "", "scoops that are not news yet", hidden=True)]
    compute_price: Annotated[float, Col("f8", "USD/unit", "price of compute, relative")]
    citations: Annotated[int, Col("i8", "", "citations so far")]
    last_conference: Annotated[int, Col("i4", "month", "last conference attended, 0 if none")]
    last_tif: Annotated[int, Col("i4", "month", "last proposal to the rolling agency, 0 if none")]
    intel_month: Annotated[int, Col("i4", "month", "month of the last hallway intel, 0 if none")]
    intel: Annotated[NDArray[Any], Col("u1", "", "hallway intel by topic", shape=(size.TOPICS,))]
    awards_won: Annotated[NDArray[Any], Col("i4", "", "awards won by agency", shape=(size.AGENCIES,))]
    first_applicant: Annotated[int, Col("i4", "", "number of the season's first applicant")]
    n_people: Annotated[int, Col("i4", "", "people ever")]
    n_role: Annotated[NDArray[Any], Col("i4", "", "people ever, by role", shape=(4,))]
    n_applicants: Annotated[int, Col("i4", "", "applicants of the season")]
    n_active: Annotated[int, Col("i4", "", "active projects")]
    n_projects: Annotated[int, Col("i4", "", "projects ever")]
    n_drafts: Annotated[int, Col("i4", "", "drafts ever")]
    n_submissions: Annotated[int, Col("i4", "", "submissions ever")]
    n_publications: Annotated[int, Col("i4", "", "accepted papers ever")]
    n_proposals: Annotated[int, Col("i4", "", "proposals ever")]
    n_awards: Annotated[int, Col("i4", "", "awards ever")]
    n_events: Annotated[int, Col("i4", "", "events kept")]
    n_events_ever: Annotated[int, Col("i4", "", "events ever")]
    n_searches: Annotated[int, Col("i4", "", "postdoc searches ever")]
    n_news: Annotated[int, Col("i4", "", "news items ever")]
    n_ledger: Annotated[int, Col("i4", "", "ledger rows ever")]
    ledger_total: Annotated[float, Col("f8", "USD", "sum of all ledger rows")]
    talked_up: Annotated[int, Col("u1", "", "1 if a talk or conference will boost the next season")]
    alumni: Annotated[int, Col("i4", "", "graduates")]
    reputation: Annotated[float, Col("f8", "1", "reputation R", hidden=True)]
    reputation_impulse: Annotated[float, Col("f8", "1", "reputation impulses of the month", hidden=True)]
    climate: Annotated[float, Col("f8", "1", "funding climate M", hidden=True)]
    reports_read: Annotated[int, Col("i4", "month", "month up to which conference reports are drawn")]
    hotness: Annotated[NDArray[Any], Col("f8", "1", "hotness H by topic", True, (size.TOPICS,))]
    crowding: Annotated[NDArray[Any], Col("f8", "1", "crowding C by topic", True, (size.TOPICS,))]
    people: Annotated[list[Person], Rows(Person, size.PEOPLE, "everybody who ever joined")]
    applicants: Annotated[list[Applicant], Rows(Applicant, size.APPLICANTS, "this season's applicants")]
    projects: Annotated[list[Project], Rows(Project, size.ACTIVE_PROJECTS, "active projects")]
    drafts: Annotated[list[Draft], Rows(Draft, size.DRAFTS, "drafts")]
    submissions: Annotated[list[Submission], Rows(Submission, size.SUBMISSIONS, "submissions")]
    publications: Annotated[list[Publication], Rows(Publication, size.PUBLICATIONS, "accepted papers")]
    proposals: Annotated[list[Proposal], Rows(Proposal, size.PROPOSALS, "proposals")]
    awards: Annotated[list[Award], Rows(Award, size.AWARDS, "awards")]
    events: Annotated[list[Event], Rows(Event, size.EVENTS, "events pending, owed, or closed last month")]
    searches: Annotated[list[Search], Rows(Search, size.SEARCHES, "postdoc searches")]
    news: Annotated[list[News], Rows(News, size.NEWS, "the last news items, a ring")]
    field_months: Annotated[
        list[FieldMonth], Rows(FieldMonth, size.FIELD_MONTHS, "the last months of the field, a ring")
    ]
    past: Annotated[Past, Rows(Past, 0, "what the month does not need")]
    luck: Annotated[Luck, Rows(Luck, 0, "what the seed decides", hidden=True)]
