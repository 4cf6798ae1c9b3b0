"""Which actions make sense now: for each verb its entities, objects and levels, and from that one flat mask.

What is ruled out is refused or has no effect. What is allowed may still be refused, in two ways. Entity, object and
level of a verb are ruled out one by one, so a pair of them may not fit. And the flat mask joins the verbs: a draft that
can be polished shows as an entity beside a verb that does not take drafts. Only what may be seen is read.
"""

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import PROJECTS as EVER_STARTED
from pibench_env.capacities import SEARCHES, TOPICS, VENUES
from pibench_env.codes import ApplicantStatus, DraftStatus, Outcome, Role, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import events, grants, projects, purse, recruiting, review, seasons
from pibench_env.rules import Rules
from pibench_env.spaces.decoding import (
    HOURS_OF_MENTORING,
    HOURS_ON_A_DRAFT,
    HOURS_ON_A_PROPOSAL,
    LEVELS,
    NVEC,
    OFFSETS,
)
from pibench_env.spaces.layout import APPLICANTS, CALLS, DRAFTS, EVENTS, PROJECTS, SUBMISSIONS
from pibench_env.spaces.listing import PEOPLE, Listing
from pibench_env.tables import Lab, Person

Mask = NDArray[np.int8]
Choices = NDArray[np.int8]  # one row a verb: whether it can be given, then flags of entities, objects and levels
ENTITY, OBJECT, LEVEL = (1 + offset - NVEC[0] for offset in OFFSETS[1:])  # where in a row the flags of a part begin
CHOICES = 1 + sum(NVEC[1:])


@jit
def allow(choices: Choices, verb: int, entity: int) -> None:
    """Allow a verb and the place of an entity that it can take."""
    choices[verb, 0] = 1
    choices[verb, ENTITY + entity] = 1


@jit
def allow_first(choices: Choices, verb: int, part: int, n: int) -> None:
    """Allow a verb the first `n` values of one part."""
    choices[verb, part : part + n] = 1


@jit
def allow_levels(choices: Choices, verb: int, amounts: tuple[float, ...], most: float) -> None:
    """Allow a verb the levels that stand for no more than some hours."""
    for level in range(LEVELS):
        if amounts[level] <= most:
            choices[verb, LEVEL + level] = 1


@jit
def write_choices(lab: Lab, rules: Rules, listing: Listing, staff_tools: bool, choices: Choices) -> None:
    """Write what each verb can be given about."""
    choices[:] = 0
    choices[Verb.NEXT_MONTH, 0] = 1
    if lab.finished == 0:
        hours = purse.hours_left(lab, rules) + rules.attention_slack
        allow_hiring(lab, rules, listing, staff_tools, hours, choices)
        allow_people(lab, rules, listing, staff_tools, hours, choices)
        allow_projects(lab, rules, listing, choices)
        allow_papers(lab, rules, listing, hours, choices)
        allow_grants(lab, rules, listing, hours, choices)
        allow_outside(lab, rules, listing, hours, choices)


@jit
def join(choices: Choices, mask: Mask) -> None:
    """Write the flat mask: what any verb can be given about, and of each part something."""
    mask[:] = 0
    for verb in range(len(choices)):
        mask[verb] = choices[verb, 0]
        if choices[verb, 0] != 0:
            for k in range(1, CHOICES):
                mask[OFFSETS[1] - 1 + k] |= choices[verb, k]
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
def allow_hiring(lab: Lab, rules: Rules, listing: Listing, staff_tools: bool, hours: float, choices: Choices) -> None:
    """Interviews, offers, searches, staff."""
    has_place = recruiting.has_place(lab)
    if seasons.is_season(lab.month, rules):
        may_offer = can_offer(lab, rules)
        for k in range(APPLICANTS):
            slot = listing.applicants[k]
            if slot < 0:
                break
            if lab.applicants[slot].interviewed == 0 and hours >= rules.interview_hours:
                allow(choices, Verb.INTERVIEW, k)
            if may_offer and lab.applicants[slot].status == ApplicantStatus.PENDING:
                allow(choices, Verb.OFFER, k)
    if can_search(lab, rules):
        choices[Verb.POST_POSTDOC, 0] = 1
    if staff_tools and has_place:
        choices[Verb.HIRE_RA, 0] = 1
        choices[Verb.HIRE_MANAGER, 0] = purse.headcount(lab, Role.MANAGER) < rules.max_managers


@jit
def is_renewable(person: Person, month: int, rules: Rules) -> bool:
    """Whether a person is a postdoc whose contract is near its end."""
    return person.role == Role.POSTDOC and person.contract_end - month <= rules.postdoc_renewal_window


@jit
def allow_people(lab: Lab, rules: Rules, listing: Listing, staff_tools: bool, hours: float, choices: Choices) -> None:
    """Contracts, mentoring, and who can be put on or taken off a project."""
    for k in range(PEOPLE):
        slot = listing.people[k]
        if slot < 0:
            continue
        person = lab.people[slot]
        if is_renewable(person, lab.month, rules):
            allow(choices, Verb.RENEW_POSTDOC, k)
        if staff_tools and (person.role == Role.RA or person.role == Role.MANAGER):
            allow(choices, Verb.DISMISS, k)
        if hours + person.mentoring >= 0.0:
            allow(choices, Verb.SET_MENTORING, k)
            allow_levels(choices, Verb.SET_MENTORING, HOURS_OF_MENTORING, hours + person.mentoring)
        if lab.n_active > 0:
            allow(choices, Verb.ASSIGN, k)
        if person.on_projects > 0:
            allow(choices, Verb.UNASSIGN, k)


@jit
def has_room_to_start(lab: Lab) -> bool:
    """Whether the tables can hold one more project and its draft."""
    return lab.n_projects < EVER_STARTED and projects.has_draft_place(lab, events.owed_collaborations(lab))


@jit
def allow_projects(lab: Lab, rules: Rules, listing: Listing, choices: Choices) -> None:
    """Projects to start, change and end."""
    if lab.n_active < rules.max_active_projects and has_room_to_start(lab):
        for k in range(PEOPLE):
            if listing.people[k] >= 0:
                allow(choices, Verb.START, k)
                allow_first(choices, Verb.START, OBJECT, 2 * TOPICS)
                allow_first(choices, Verb.START, LEVEL, LEVELS)
    for k in range(PROJECTS):
        if listing.projects[k] >= 0:
            allow(choices, Verb.SET_COMPUTE, k)
            allow_first(choices, Verb.SET_COMPUTE, LEVEL, LEVELS)
            allow(choices, Verb.KILL, k)
            choices[Verb.ASSIGN, OBJECT + k] = 1
            choices[Verb.UNASSIGN, OBJECT + k] = lab.projects[listing.projects[k]].n_members > 0


@jit
def can_revise(lab: Lab, slot: int) -> bool:
    """Whether an available draft can be revised this month, hours aside."""
    is_due = lab.drafts[slot].rejected_by != 0 and lab.drafts[slot].revised != lab.month
    return is_due and review.has_active_author(lab, slot + 1)


@jit
def allow_papers(lab: Lab, rules: Rules, listing: Listing, hours: float, choices: Choices) -> None:
    """Drafts to polish, revise and send, submissions to take back."""
    for k in range(DRAFTS):
        slot = listing.drafts[k]
        if slot < 0 or lab.drafts[slot].status != DraftStatus.AVAILABLE:
            continue
        if hours >= HOURS_ON_A_DRAFT[0]:
            allow(choices, Verb.POLISH, k)
            allow_levels(choices, Verb.POLISH, HOURS_ON_A_DRAFT, hours)
            if can_revise(lab, slot):
                allow(choices, Verb.REVISE, k)
                allow_levels(choices, Verb.REVISE, HOURS_ON_A_DRAFT, hours)
        for venue in range(VENUES):
            if seasons.is_venue_open(venue, lab.month, rules):
                allow(choices, Verb.SUBMIT, k)
                choices[Verb.SUBMIT, OBJECT + venue] = 1
    for k in range(SUBMISSIONS):
        if listing.submissions[k] >= 0:
            allow(choices, Verb.WITHDRAW, k)


@jit
def allow_grants(lab: Lab, rules: Rules, listing: Listing, hours: float, choices: Choices) -> None:
    """Calls to answer."""
    if hours < HOURS_ON_A_PROPOSAL[0] or not grants.has_place(lab):
        return
    for k in range(CALLS):
        call = listing.calls[k]
        if call >= 0 and grants.check_agency(lab, rules.call_agency[call], rules) == Outcome.OK:
            allow(choices, Verb.PROPOSE, k)
            allow_first(choices, Verb.PROPOSE, OBJECT, TOPICS)
            allow_levels(choices, Verb.PROPOSE, HOURS_ON_A_PROPOSAL, hours)


@jit
def is_rested(lab: Lab, rules: Rules) -> bool:
    """Whether the last conference was long enough ago."""
    return lab.last_conference == 0 or lab.month - lab.last_conference >= rules.conf_attend_cooldown


@jit
def allow_outside(lab: Lab, rules: Rules, listing: Listing, hours: float, choices: Choices) -> None:
    """Conferences and events."""
    if is_rested(lab, rules) and hours >= rules.conference_hours:
        choices[Verb.ATTEND_CONFERENCE, 0] = 1
    for k in range(EVENTS):
        if listing.events[k] >= 0:
            allow(choices, Verb.RESPOND, k)
            allow_first(choices, Verb.RESPOND, OBJECT, 2)
