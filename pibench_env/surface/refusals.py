"""Why a command was refused, in words that help: what was asked, what is allowed, and the nearest legal value.

One function an outcome, here for what a command is about and in `limits.py` for how much and when. They read the
`View` of the player, so that no text can tell what is hidden.
"""

import math
from collections.abc import Callable, Iterable, Mapping

from pibench_env import capacities
from pibench_env.calls import CallError, as_double, split_id
from pibench_env.codes import Outcome, Topic, Venue, Verb
from pibench_env.commands import BY_CALL, BY_VERB, Arg, Kind
from pibench_env.surface import limits
from pibench_env.surface.errors import LabError, choice, listed, nearest
from pibench_env.surface.history import Row
from pibench_env.surface.limits import Args
from pibench_env.surface.views import View
from pibench_env.wording import shown

_ROWS: dict[Kind, Callable[[View], list[Row]]] = {
    Kind.PERSON: View.students,
    Kind.PEOPLE: View.students,
    Kind.HOURS_BY_PERSON: View.students,
    Kind.APPLICANT: View.applicants,
    Kind.APPLICANTS: View.applicants,
    Kind.PROJECT: View.projects,
    Kind.DRAFT: View.drafts,
    Kind.SUBMISSION: View.submissions,
    Kind.EVENT: View.events,
    Kind.CALL: View.open_calls,
    Kind.ATTACHMENTS: lambda view: view.drafts() + view.publications(),
}
_USABLE = {  # the status that a command wants, where it wants one
    Kind.PERSON: "active",
    Kind.PEOPLE: "active",
    Kind.HOURS_BY_PERSON: "active",
    Kind.PROJECT: "active",
    Kind.APPLICANT: "pending",
    Kind.DRAFT: "available",
    Kind.SUBMISSION: "under_review",
    Kind.EVENT: "pending",
}
_ROLES = {Verb.RENEW_POSTDOC: ("postdoc",), Verb.DISMISS: ("ra", "manager")}  # whom a verb is about, if not everybody
_NOUNS = {Kind.PEOPLE: "person", Kind.HOURS_BY_PERSON: "person", Kind.APPLICANTS: "applicant"}


def explain(view: View, call: str, args: Args, outcome: Outcome) -> LabError:
    """The error for a refusal of the kernel.

    Args:
        view: The lab after the refused call.
        call: Name of the call.
        args: Its arguments by name.
        outcome: The outcome.

    Returns:
        The error to raise.
    """
    return LabError(outcome.word, f"{asked_for(call, args)}: {_TEXTS[outcome](view, BY_CALL[call].verb, args)}")


def explain_call_error(error: CallError, call: str, args: Args) -> LabError:
    """The error for a call that could not be put into a command.

    Args:
        error: What was wrong with it.
        call: Name of the call.
        args: Its arguments by name.

    Returns:
        The error to raise.
    """
    if error.outcome == Outcome.UNKNOWN_VERB:
        return LabError(error.outcome.word, f"{error}{nearest(call, BY_CALL)}")
    return LabError(error.outcome.word, f"{asked_for(call, args)}: {error}")


def asked_for(call: str, args: Args) -> str:
    """A call as it was given.

    Args:
        call: Its name.
        args: Its arguments by name.

    Returns:
        Text on one line.
    """
    return f"{call}({', '.join(f'{name}={shown(value)}' for name, value in args.items())})"


def known_person(view: View, student_id: object) -> int:
    """The slot of anybody who ever joined.

    Args:
        view: The lab.
        student_id: The id.

    Returns:
        The slot.

    Raises:
        LabError: Nobody has that id.
    """
    if not isinstance(student_id, str):
        raise LabError(Outcome.WRONG_TYPE.word, f"student_id is text such as S001, not {shown(student_id)}")
    if student_id not in view.person_ids:
        text = f"there is no person {shown(student_id)}; {choice(student_id, view.person_ids)}"
        raise LabError(Outcome.UNKNOWN_ID.word, text)
    return view.person_ids.index(student_id)


def _over(view: View, verb: Verb, args: Args) -> str:
    how = "went bankrupt" if view.lab["collapsed"] else "reached its horizon"
    return f"the run is over: the lab {how} in month {view.month}; reading calls still work"


def _unknown_id(view: View, verb: Verb, args: Args) -> str:
    for arg in BY_VERB[verb].args:
        for asked in _ids_in(arg, args):
            why = _why_unknown(view, verb, arg.kind, asked)
            if why:
                return f"{why}; {choice(asked, _usable(view, verb, arg.kind))}"
    raise AssertionError(f"{BY_VERB[verb].call} was refused for an id that is none of its arguments")


def _ids_in(arg: Arg, args: Args) -> list[str]:
    if arg.kind not in _ROWS:
        return []
    value = args[arg.name]
    return [value] if isinstance(value, str) else list(value)


def _usable(view: View, verb: Verb, kind: Kind) -> list[str]:
    """The ids that a command could be about."""
    roles, status = _ROLES.get(verb), _USABLE.get(kind)
    rows = [row for row in _ROWS[kind](view) if status is None or row["status"] == status]
    return [row["id"] for row in rows if roles is None or row["role"] in roles]


def _why_unknown(view: View, verb: Verb, kind: Kind, asked: str) -> str:
    """Why an id cannot be meant, "" if it can."""
    if kind == Kind.CALL:
        return "" if view.call_months(asked) else f"there is no call {shown(asked)}"
    if kind == Kind.ATTACHMENTS:
        prefix, number = split_id(asked)
        known = {"D": view.lab["n_drafts"], "P": view.lab["n_publications"]}.get(prefix, 0)
        return "" if 1 <= number <= known else f"there is no draft or publication {shown(asked)}"
    row = next((row for row in _ROWS[kind](view) if row["id"] == asked), None)
    noun = _NOUNS.get(kind, kind.value)
    if row is None:
        return f"there is no {noun} {shown(asked)}{' this season' if noun == 'applicant' else ''}"
    if noun == "person" and row["status"] != "active":
        return f"{asked} has left ({row['status']}, month {row['left_month']})"
    if noun == "project" and row["status"] != "active":
        return f"{asked} has ended ({row['status']}, month {row['ended_month']})"
    if verb == Verb.RENEW_POSTDOC and row["role"] != "postdoc":
        return f"{asked} is no postdoc but {row['role']}"
    return ""


def _wrong_status(view: View, verb: Verb, args: Args) -> str:
    arg = BY_VERB[verb].args[0]
    asked, wanted = args[arg.name], _USABLE[arg.kind]
    row = next((row for row in _ROWS[arg.kind](view) if row["id"] == asked), None)
    state = f"{asked} is {row['status']}" if row else f"there is no {arg.kind.value} {shown(asked)}"
    return f"{state}; it must be {wanted}; {choice(asked, _usable(view, verb, arg.kind))}"


def _not_rejected_yet(view: View, verb: Verb, args: Args) -> str:
    rejected = {row["draft_id"] for row in view.submissions() if row["status"] == "reject"}
    revisable = [name for name in _usable(view, verb, Kind.DRAFT) if name in rejected]
    return f"{args['draft_id']} has never been rejected; {choice(args['draft_id'], revisable)}"


def _not_dismissable(view: View, verb: Verb, args: Args) -> str:
    return f"only staff can be dismissed; {choice(args['staff_id'], _usable(view, verb, Kind.PERSON))}"


def _no_members(view: View, verb: Verb, args: Args) -> str:
    active = _usable(view, Verb.ASSIGN, Kind.PERSON)
    if verb == Verb.START:
        return f"a project needs at least one person; allowed: {listed(active)}"
    if verb == Verb.REVISE:
        authors = next(row["authors"] for row in view.drafts() if row["id"] == args["draft_id"])
        return f"none of its authors is in the lab any more ({listed(authors)}); it can still be polished and submitted"
    return "a collaboration needs somebody on the payroll, and nobody is; decline it or hire first"


def _unknown_topic(view: View, verb: Verb, args: Args) -> str:
    return f"there is no topic {shown(args['topic'])}; {choice(args['topic'], [topic.word for topic in Topic])}"


def _unknown_venue(view: View, verb: Verb, args: Args) -> str:
    return f"there is no venue {shown(args['venue'])}; {choice(args['venue'], [venue.word for venue in Venue])}"


def _duplicate(view: View, verb: Verb, args: Args) -> str:
    ids = [name for arg in BY_VERB[verb].args if arg.place == "payload" for name in _ids_in(arg, args)]
    twice = next(name for k, name in enumerate(ids) if name in ids[:k])
    return f"{twice} is named twice; name each once"


def _not_finite(view: View, verb: Verb, args: Args) -> str:
    names = [name for name, value in _numbers_in(args) if not math.isfinite(as_double(value))]
    return f"{listed(names)} must be a finite number"


def _numbers_in(args: Args) -> Iterable[tuple[str, float]]:
    for name, value in args.items():
        if isinstance(value, Mapping):
            yield from value.items()
        elif not isinstance(value, str) and not hasattr(value, "__len__"):
            yield name, value


_PEOPLE = f"{capacities.PEOPLE} people, with those promised a place"
_FULL = {
    Verb.OFFER: _PEOPLE,
    Verb.POST_POSTDOC: f"{_PEOPLE}, and {capacities.SEARCHES} searches",
    Verb.HIRE_RA: _PEOPLE,
    Verb.HIRE_MANAGER: _PEOPLE,
    Verb.START: f"{capacities.MEMBERS} members, {capacities.PROJECTS} projects and {capacities.DRAFTS} drafts",
    Verb.ASSIGN: f"{capacities.MEMBERS} members of a project",
    Verb.SUBMIT: f"{capacities.SUBMISSIONS} submissions and {capacities.PUBLICATIONS} publications",
    Verb.PROPOSE: f"{capacities.PROPOSALS} proposals and {capacities.AWARDS} awards",
    Verb.RESPOND: f"{capacities.DRAFTS} drafts, with those promised",
}


def _table_full(view: View, verb: Verb, args: Args) -> str:
    return f"a table of the lab is full; it can hold at most {_FULL[verb]}"


_TEXTS: dict[Outcome, Callable[[View, Verb, Args], str]] = {
    Outcome.ATTENTION: limits.attention,
    Outcome.UNKNOWN_ID: _unknown_id,
    Outcome.DEADLINE: limits.deadline,
    Outcome.CAPACITY: limits.capacity,
    Outcome.COOLDOWN: limits.cooldown,
    Outcome.OUT_OF_SEASON: limits.out_of_season,
    Outcome.WRONG_STATUS: _wrong_status,
    Outcome.OUT_OF_RANGE: limits.out_of_range,
    Outcome.CONCURRENT_CAP: limits.concurrent_cap,
    Outcome.ONCE_ONLY: limits.once_only,
    Outcome.TOO_EARLY: limits.too_early,
    Outcome.NO_MEMBERS: _no_members,
    Outcome.NOT_REJECTED_YET: _not_rejected_yet,
    Outcome.NOT_DISMISSABLE: _not_dismissable,
    Outcome.UNKNOWN_TOPIC: _unknown_topic,
    Outcome.UNKNOWN_VENUE: _unknown_venue,
    Outcome.NEGATIVE_HOURS: limits.negative_hours,
    Outcome.OVER: _over,
    Outcome.DUPLICATE: _duplicate,
    Outcome.NOT_FINITE: _not_finite,
    Outcome.TABLE_FULL: _table_full,
}
