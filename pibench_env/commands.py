"""The instruction set: one line a verb, from which surfaces, recordings, help and docs are made.

Arguments have the names of the recordings. Each says what it is and where it goes in a `Command` row: `object`,
`choice`, `amount`, or the payload (`ids` and `amounts`). Source: rules, section 1.9.
"""

from dataclasses import dataclass
from enum import Enum

from pibench_env.codes import Verb


class Kind(Enum):
    """What an argument is."""

    PERSON = "person"
    APPLICANT = "applicant"
    PROJECT = "project"
    DRAFT = "draft"
    SUBMISSION = "submission"
    EVENT = "event"
    CALL = "grant call"
    TOPIC = "topic"
    VENUE = "venue"
    ACTION = "action"
    TIER = "tier"
    NUMBER = "number"
    APPLICANTS = "list of applicants"
    PEOPLE = "list of people"
    HOURS_BY_PERSON = "hours by person"
    ATTACHMENTS = "list of drafts and publications"


@dataclass(frozen=True)
class Arg:
    """One argument: name, kind, place in the row ("payload" for several), unit, meaning."""

    name: str
    kind: Kind
    place: str
    unit: str
    doc: str


@dataclass(frozen=True)
class Spec:
    """One verb: its call, arguments, what it costs, what it does, in which section."""

    verb: Verb
    call: str
    args: tuple[Arg, ...]
    cost: str
    doc: str
    section: str


def _spec(verb: Verb, call: str, *args: Arg, cost: str = "", doc: str, section: str = "1.9") -> Spec:
    return Spec(verb, call, args, cost, doc, section)


_PROJECT = Arg("project_id", Kind.PROJECT, "object", "", "an active project")
_DRAFT = Arg("draft_id", Kind.DRAFT, "object", "", "an available draft")
_MEMBER = Arg("student_id", Kind.PERSON, "choice", "", "anybody on the payroll")
_TOPIC = Arg("topic", Kind.TOPIC, "object", "", "its topic")
_COMPUTE = Arg("monthly_compute", Kind.NUMBER, "amount", "units/month", "compute each month, 0 to 50,000")
_HOURS = Arg("hours", Kind.NUMBER, "amount", "h", "hours spent on it")

SPECS: tuple[Spec, ...] = (
    _spec(Verb.NEXT_MONTH, "next_month", doc="Close the month and open the next.", section="1.7"),
    _spec(
        Verb.INTERVIEW,
        "recruit.interview",
        Arg("applicant_ids", Kind.APPLICANTS, "payload", "", "applicants of this season, in order"),
        cost="3 h each, the first time",
        doc="Interview applicants; if the hours run out, the earlier interviews stand.",
    ),
    _spec(
        Verb.OFFER,
        "recruit.offer",
        Arg("applicant_id", Kind.APPLICANT, "object", "", "a pending applicant of this season"),
        doc="Offer a place; answers come at the end of the season.",
    ),
    _spec(Verb.POST_POSTDOC, "recruit.post_postdoc", cost="$1,000", doc="Post a search for a postdoc."),
    _spec(
        Verb.RENEW_POSTDOC,
        "recruit.renew_postdoc",
        Arg("student_id", Kind.PERSON, "object", "", "a postdoc within 3 months of the contract's end"),
        doc="Prolong a contract by 12 months.",
    ),
    _spec(Verb.HIRE_RA, "recruit.hire_ra", doc="Hire a research assistant at once."),
    _spec(Verb.HIRE_MANAGER, "recruit.hire_manager", doc="Hire a lab manager at once; at most 2 at a time."),
    _spec(
        Verb.DISMISS,
        "recruit.dismiss",
        Arg("staff_id", Kind.PERSON, "object", "", "a research assistant or manager"),
        doc="Dismiss a member of staff.",
    ),
    _spec(
        Verb.SET_MENTORING,
        "students.set_mentoring",
        Arg("hours_by_student", Kind.HOURS_BY_PERSON, "payload", "h/month", "hours by person, 0 to 40"),
        cost="the hours, every month until changed",
        doc="Set standing mentoring hours; those not named keep theirs.",
    ),
    _spec(
        Verb.START,
        "projects.start",
        _TOPIC,
        Arg("tier", Kind.TIER, "choice", "", "ambition: 1, 2 or 3"),
        Arg("members", Kind.PEOPLE, "payload", "", "the team, at least one"),
        _COMPUTE,
        cost="the compute, every month",
        doc="Start a project; at most 10 run at a time.",
    ),
    _spec(Verb.SET_COMPUTE, "projects.set_compute", _PROJECT, _COMPUTE, doc="Change the monthly compute of a project."),
    _spec(Verb.ASSIGN, "projects.assign", _PROJECT, _MEMBER, doc="Put a person on a project."),
    _spec(Verb.UNASSIGN, "projects.unassign", _PROJECT, _MEMBER, doc="Take a person off a project."),
    _spec(Verb.KILL, "projects.kill", _PROJECT, doc="End a project; its team takes it badly."),
    _spec(Verb.POLISH, "papers.polish", _DRAFT, _HOURS, cost="the hours", doc="Polish a draft; 12 hours in all count."),
    _spec(
        Verb.SUBMIT,
        "papers.submit",
        _DRAFT,
        Arg("venue", Kind.VENUE, "choice", "", "a venue that takes papers this month"),
        doc="Send a draft to a venue.",
    ),
    _spec(
        Verb.REVISE,
        "papers.revise",
        _DRAFT,
        _HOURS,
        cost="the hours",
        doc="Revise a rejected draft, once a month; 10 hours count, each revision gains less.",
    ),
    _spec(
        Verb.WITHDRAW,
        "papers.withdraw",
        Arg("submission_id", Kind.SUBMISSION, "object", "", "a submission under review"),
        doc="Take a submission back.",
    ),
    _spec(
        Verb.PROPOSE,
        "grants.propose",
        Arg("call_id", Kind.CALL, "object", "", "an open call"),
        Arg("topic", Kind.TOPIC, "choice", "", "its topic"),
        Arg("hours", Kind.NUMBER, "amount", "h", "hours of writing, at least 5"),
        Arg("attach", Kind.ATTACHMENTS, "payload", "", "drafts and publications as evidence"),
        cost="the hours and $500",
        doc="Send a proposal to a call.",
    ),
    _spec(
        Verb.ATTEND_CONFERENCE,
        "field.attend_conference",
        cost="15 h and $2,500",
        doc="Go to a conference: hallway intel, a little reputation, more applicants; once in 5 months.",
    ),
    _spec(
        Verb.RESPOND,
        "events.respond",
        Arg("event_id", Kind.EVENT, "object", "", "a pending event"),
        Arg("action", Kind.ACTION, "choice", "", "accept or decline; for a crisis also support or ignore"),
        cost="talk 8 h and $1,500, review 6 h, crisis 10 h, collaboration 6 h a month",
        doc="Answer an event.",
    ),
)

BY_CALL = {spec.call: spec for spec in SPECS}
BY_VERB = {spec.verb: spec for spec in SPECS}
