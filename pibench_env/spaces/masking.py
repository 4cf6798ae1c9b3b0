"""Which actions make sense now: one flat mask over the four numbers of an action.

What the mask rules out is refused or has no effect, whatever goes with it. What it allows may still be refused: the
four parts are masked one by one, so a draft that can be polished shows as an entity beside a verb that does not take
drafts. Only what may be seen is read.
"""

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import PROJECTS as EVER_STARTED
from pibench_env.capacities import SEARCHES, TOPICS, VENUES
from pibench_env.codes import ApplicantStatus, DraftStatus, Outcome, Role, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import events, grants, projects, purse, recruiting, review, seasons
from pibench_env.rules import Rules
from pibench_env.spaces.decoding import HOURS_ON_A_DRAFT, HOURS_ON_A_PROPOSAL, LEVELS, NVEC, OFFSETS
from pibench_env.spaces.layout import APPLICANTS, CALLS, DRAFTS, EVENTS, PROJECTS, SUBMISSIONS
from pibench_env.spaces.listing import PEOPLE, Listing
from pibench_env.tables import Lab, Person

Mask = NDArray[np.int8]


@jit
def allow(mask: Mask, verb: int, entity: int) -> None:
    """Allow a verb and the place of an entity that it can take."""
    mask[verb] = 1
    mask[OFFSETS[1] + entity] = 1


@jit
def allow_first(mask: Mask, part: int, n: int) -> None:
    """Allow the first `n` values of one part."""
    mask[OFFSETS[part] : OFFSETS[part] + n] = 1


@jit
def write_mask(lab: Lab, rules: Rules, listing: Listing, staff_tools: bool, mask: Mask) -> None:
    """Write the mask of a lab, over zeros."""
    mask[Verb.NEXT_MONTH] = 1
    if lab.finished == 0:
        hours = purse.hours_left(lab, rules) + rules.attention_slack
        allow_hiring(lab, rules, listing, staff_tools, hours, mask)
        allow_people(lab, rules, listing, staff_tools, hours, mask)
        allow_projects(lab, rules, listing, mask)
        allow_papers(lab, rules, listing, hours, mask)
        allow_grants(lab, rules, listing, hours, mask)
        allow_outside(lab, rules, listing, hours, mask)
    for part in range(1, len(NVEC)):
        start = OFFSETS[part]
        if mask[start : start + NVEC[part]].sum() == 0:
            mask[start] = 1


@jit
def can_offer(lab: Lab, rules: Rules) -> bool:
    """Whether one more applicant can be offered a place."""
    taken = purse.researchers(lab) + recruiting.applicants_with(lab, ApplicantStatus.OFFERED)
    return seasons.is_season(lab.month, rules) and taken < rules.max_students and recruiting.has_place(lab)


@jit
def can_search(lab: Lab, rules: Rules) -> bool:
    """Whether one more postdoc search can be posted."""
    taken = purse.researchers(lab) + recruiting.open_searches(lab)
    return taken < rules.max_students and lab.n_searches < SEARCHES and recruiting.has_place(lab)


@jit
def allow_hiring(lab: Lab, rules: Rules, listing: Listing, staff_tools: bool, hours: float, mask: Mask) -> None:
    """Interviews, offers, searches, staff."""
    has_place = recruiting.has_place(lab)
    if seasons.is_season(lab.month, rules):
        may_offer = can_offer(lab, rules)
        for k in range(APPLICANTS):
            slot = listing.applicants[k]
            if slot < 0:
                break
            if lab.applicants[slot].interviewed == 0 and hours >= rules.interview_hours:
                allow(mask, Verb.INTERVIEW, k)
            if may_offer and lab.applicants[slot].status == ApplicantStatus.PENDING:
                allow(mask, Verb.OFFER, k)
    if can_search(lab, rules):
        mask[Verb.POST_POSTDOC] = 1
    if staff_tools and has_place:
        mask[Verb.HIRE_RA] = 1
        mask[Verb.HIRE_MANAGER] = purse.headcount(lab, Role.MANAGER) < rules.max_managers


@jit
def is_renewable(person: Person, month: int, rules: Rules) -> bool:
    """Whether a person is a postdoc whose contract is near its end."""
    return person.role == Role.POSTDOC and person.contract_end - month <= rules.postdoc_renewal_window


@jit
def allow_people(lab: Lab, rules: Rules, listing: Listing, staff_tools: bool, hours: float, mask: Mask) -> None:
    """Contracts, mentoring, and who can be put on or taken off a project."""
    for k in range(PEOPLE):
        slot = listing.people[k]
        if slot < 0:
            continue
        person = lab.people[slot]
        if is_renewable(person, lab.month, rules):
            allow(mask, Verb.RENEW_POSTDOC, k)
        if staff_tools and (person.role == Role.RA or person.role == Role.MANAGER):
            allow(mask, Verb.DISMISS, k)
        if hours + person.mentoring >= 0.0:
            allow(mask, Verb.SET_MENTORING, k)
            allow_first(mask, 3, LEVELS)
        if lab.n_active > 0:
            allow(mask, Verb.ASSIGN, k)
        if person.on_projects > 0:
            allow(mask, Verb.UNASSIGN, k)


@jit
def has_room_to_start(lab: Lab) -> bool:
    """Whether the tables can hold one more project and its draft."""
    return lab.n_projects < EVER_STARTED and projects.has_draft_place(lab, events.owed_collaborations(lab))


@jit
def allow_projects(lab: Lab, rules: Rules, listing: Listing, mask: Mask) -> None:
    """Projects to start, change and end."""
    if lab.n_active < rules.max_active_projects and has_room_to_start(lab):
        for k in range(PEOPLE):
            if listing.people[k] >= 0:
                allow(mask, Verb.START, k)
                allow_first(mask, 2, 2 * TOPICS)
                allow_first(mask, 3, LEVELS)
    for k in range(PROJECTS):
        if listing.projects[k] >= 0:
            allow(mask, Verb.SET_COMPUTE, k)
            allow(mask, Verb.KILL, k)
            mask[OFFSETS[2] + k] = 1  # for those who are put on it or taken off
            allow_first(mask, 3, LEVELS)


@jit
def can_revise(lab: Lab, slot: int) -> bool:
    """Whether an available draft can be revised this month, hours aside."""
    is_due = lab.drafts[slot].rejected_by != 0 and lab.drafts[slot].revised != lab.month
    return is_due and review.has_active_author(lab, slot + 1)


@jit
def allow_papers(lab: Lab, rules: Rules, listing: Listing, hours: float, mask: Mask) -> None:
    """Drafts to polish, revise and send, submissions to take back."""
    for k in range(DRAFTS):
        slot = listing.drafts[k]
        if slot < 0 or lab.drafts[slot].status != DraftStatus.AVAILABLE:
            continue
        if hours >= HOURS_ON_A_DRAFT[0]:
            allow(mask, Verb.POLISH, k)
            allow_first(mask, 3, LEVELS)
            if can_revise(lab, slot):
                allow(mask, Verb.REVISE, k)
        for venue in range(VENUES):
            if seasons.is_venue_open(venue, lab.month, rules):
                allow(mask, Verb.SUBMIT, k)
                mask[OFFSETS[2] + venue] = 1
    for k in range(SUBMISSIONS):
        if listing.submissions[k] >= 0:
            allow(mask, Verb.WITHDRAW, k)


@jit
def allow_grants(lab: Lab, rules: Rules, listing: Listing, hours: float, mask: Mask) -> None:
    """Calls to answer."""
    if hours < HOURS_ON_A_PROPOSAL[0] or not grants.has_place(lab):
        return
    for k in range(CALLS):
        call = listing.calls[k]
        if call >= 0 and grants.check_agency(lab, rules.call_agency[call], rules) == Outcome.OK:
            allow(mask, Verb.PROPOSE, k)
            allow_first(mask, 2, TOPICS)
            allow_first(mask, 3, LEVELS)


@jit
def is_rested(lab: Lab, rules: Rules) -> bool:
    """Whether the last conference was long enough ago."""
    return lab.last_conference == 0 or lab.month - lab.last_conference >= rules.conf_attend_cooldown


@jit
def allow_outside(lab: Lab, rules: Rules, listing: Listing, hours: float, mask: Mask) -> None:
    """Conferences and events."""
    if is_rested(lab, rules) and hours >= rules.conference_hours:
        mask[Verb.ATTEND_CONFERENCE] = 1
    for k in range(EVENTS):
        if listing.events[k] >= 0:
            allow(mask, Verb.RESPOND, k)
            allow_first(mask, 2, 2)
