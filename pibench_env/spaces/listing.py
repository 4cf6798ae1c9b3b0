"""Which people, drafts, calls and so on an observation lists, and in which place.

The encoder writes them in this order, the decoder finds by place what an action names, and the mask says which places
are taken: all three ask here. A longer list than the observation has room for is cut, as `layout.py` says.
"""

from typing import Annotated, Any

from numpy.typing import NDArray

from pibench_env.capacities import PEOPLE as EVERYBODY
from pibench_env.codes import DraftStatus, EventStatus, PersonStatus, Role, SubmissionStatus
from pibench_env.jit import jit
from pibench_env.mechanics import seasons
from pibench_env.rows import Col, dtype_of
from pibench_env.rules import Rules
from pibench_env.spaces.layout import APPLICANTS, CALLS, DRAFTS, EVENTS, PROJECTS, RESEARCHERS, STAFF, SUBMISSIONS
from pibench_env.tables import Lab

NOBODY = -1
PEOPLE = RESEARCHERS + STAFF
UNLISTED = PEOPLE  # the place of who is not listed


class Listing:
    """Slots by place, -1 where a list ends."""

    people: Annotated[NDArray[Any], Col("i4", "slot", "researchers, then from place 16 on staff", shape=(PEOPLE,))]
    place: Annotated[NDArray[Any], Col("i4", "place", "of every person in that list, by slot", shape=(EVERYBODY,))]
    applicants: Annotated[NDArray[Any], Col("i4", "slot", "applicants", shape=(APPLICANTS,))]
    projects: Annotated[NDArray[Any], Col("i4", "slot", "active projects", shape=(PROJECTS,))]
    drafts: Annotated[NDArray[Any], Col("i4", "slot", "open drafts, the latest first", shape=(DRAFTS,))]
    submissions: Annotated[NDArray[Any], Col("i4", "slot", "submissions under review", shape=(SUBMISSIONS,))]
    calls: Annotated[NDArray[Any], Col("i4", "", "indices of open calls", shape=(CALLS,))]
    events: Annotated[NDArray[Any], Col("i4", "slot", "pending events", shape=(EVENTS,))]


LISTING = dtype_of(Listing)


@jit
def list_all(lab: Lab, rules: Rules, listing: Listing) -> None:
    """Write the places of everything that an observation of this lab lists."""
    list_people(lab, listing)
    for k in range(APPLICANTS):
        listing.applicants[k] = k if k < lab.n_applicants else NOBODY
    for k in range(PROJECTS):
        listing.projects[k] = k if k < lab.n_active else NOBODY
    list_drafts(lab, listing)
    list_submissions(lab, listing)
    list_calls(lab, rules, listing)
    list_events(lab, listing)


@jit
def list_people(lab: Lab, listing: Listing) -> None:
    """Researchers and staff on the payroll, each in order of arrival."""
    listing.people[:] = NOBODY
    listing.place[: lab.n_people] = UNLISTED
    n_researchers = 0
    n_staff = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status != PersonStatus.ACTIVE:
            continue
        if person.role == Role.PHD or person.role == Role.POSTDOC:
            if n_researchers < RESEARCHERS:
                listing.people[n_researchers] = slot
                listing.place[slot] = n_researchers
                n_researchers += 1
        elif n_staff < STAFF:
            listing.people[RESEARCHERS + n_staff] = slot
            listing.place[slot] = RESEARCHERS + n_staff
            n_staff += 1


@jit
def list_drafts(lab: Lab, listing: Listing) -> None:
    """Drafts that are not accepted, the latest first: old ones that no venue wants fall off the end."""
    listing.drafts[:] = NOBODY
    n = 0
    for slot in range(lab.n_drafts - 1, -1, -1):
        if lab.drafts[slot].status != DraftStatus.ACCEPTED and n < DRAFTS:
            listing.drafts[n] = slot
            n += 1


@jit
def list_submissions(lab: Lab, listing: Listing) -> None:
    """Submissions under review, the earliest first."""
    listing.submissions[:] = NOBODY
    n = 0
    for slot in range(lab.n_submissions):
        if lab.submissions[slot].status == SubmissionStatus.UNDER_REVIEW and n < SUBMISSIONS:
            listing.submissions[n] = slot
            n += 1


@jit
def list_calls(lab: Lab, rules: Rules, listing: Listing) -> None:
    """Calls that take proposals this month, in the order of the schedule."""
    listing.calls[:] = NOBODY
    n = 0
    for call in range(rules.n_calls):
        if seasons.is_call_open(call, lab.month, rules) and n < CALLS:
            listing.calls[n] = call
            n += 1


@jit
def list_events(lab: Lab, listing: Listing) -> None:
    """Events that wait for an answer, the earliest first."""
    listing.events[:] = NOBODY
    n = 0
    for slot in range(lab.n_events):
        if lab.events[slot].status == EventStatus.PENDING and n < EVENTS:
            listing.events[n] = slot
            n += 1
