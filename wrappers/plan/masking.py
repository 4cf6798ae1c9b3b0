"""Which choices of a plan can do anything this month: one flat mask, in the order of the parts.

What the mask rules out would do nothing. What it allows may still come to nothing, as hours and places are spent in the
course of the month. Only what may be seen is read.
"""

import numpy as np

from pibench_env.capacities import PROJECTS as EVER_STARTED
from pibench_env.capacities import VENUES
from pibench_env.codes import ApplicantStatus, DraftStatus, EventStatus, Outcome, Role
from pibench_env.jit import jit
from pibench_env.mechanics import events, grants, people, projects, purse, recruiting, seasons
from pibench_env.playing import sight
from pibench_env.rules import Rules
from pibench_env.spaces.masking import Mask, can_offer, can_revise, can_search, is_renewable, is_rested
from pibench_env.tables import Lab
from pibench_env.wrappers.plan.choices import ACTS, PLAN_NVEC, PLAN_OFFSETS, VALUES, Plan
from pibench_env.wrappers.plan.outside import part_for
from pibench_env.wrappers.plan.parts import AGENCY_PARTS, LADDERS, Part

NVEC = np.array(PLAN_NVEC)
OFFSETS = np.array(PLAN_OFFSETS)
NVEC.flags.writeable = OFFSETS.flags.writeable = False


@jit
def write_plan_mask(lab: Lab, rules: Rules, staff_tools: bool, mask: Mask) -> None:
    """Write the mask of a lab; of a lab whose run is over, doing nothing is all that is left."""
    mask[:] = 0
    for part in range(len(NVEC)):
        mask[OFFSETS[part]] = 1
        if not ACTS[part]:
            mask[OFFSETS[part] : OFFSETS[part] + NVEC[part]] = 1
    if lab.finished == 0:
        allow_hiring(lab, rules, staff_tools, mask)
        allow_projects(lab, staff_tools, mask)
        allow_drafts(lab, rules, mask)
        allow_proposals(lab, rules, mask)
        allow_outside(lab, rules, mask)


@jit
def allow_part(mask: Mask, part: int) -> None:
    """Allow all choices of a part."""
    mask[OFFSETS[part] : OFFSETS[part] + NVEC[part]] = 1


@jit
def allow_hiring(lab: Lab, rules: Rules, staff_tools: bool, mask: Mask) -> None:
    """Applicants, postdocs, staff and mentoring."""
    if seasons.is_season(lab.month, rules) and recruiting.applicants_with(lab, ApplicantStatus.PENDING) > 0:
        allow_part(mask, Part.INTERVIEWS)
        if can_offer(lab, rules):
            allow_part(mask, Part.OFFERS)
    if can_search(lab, rules):
        allow_part(mask, Part.SEARCHES)
    for slot in range(lab.n_people):
        if sight.is_active(lab.people[slot]):
            allow_part(mask, Part.MENTORING)
            if is_renewable(lab.people[slot], lab.month, rules):
                allow_part(mask, Part.RENEWALS)
    if staff_tools:
        allow_part(mask, Part.MENTORING)
        allow_staff(lab, mask, Part.ASSISTANTS, Role.RA, recruiting.has_place(lab))
        allow_staff(lab, mask, Part.MANAGERS, Role.MANAGER, recruiting.has_place(lab))
        for choice in range(1, NVEC[Part.MANAGERS]):
            if VALUES[Part.MANAGERS, choice] > rules.max_managers:
                mask[OFFSETS[Part.MANAGERS] + choice] = 0


@jit
def allow_staff(lab: Lab, mask: Mask, part: int, role: int, has_place: bool) -> None:
    """Allow as many of a role as can be there."""
    now = purse.headcount(lab, role)
    for choice in range(1, NVEC[part]):
        mask[OFFSETS[part] + choice] = VALUES[part, choice] <= now or has_place


@jit
def allow_projects(lab: Lab, staff_tools: bool, mask: Mask) -> None:
    """Projects to end, to start and to join; a project that ends frees its people and its place for another."""
    has_draft_place = projects.has_draft_place(lab, events.owed_collaborations(lab) - lab.n_active)
    can_start = lab.n_projects < EVER_STARTED and has_draft_place and (staff_tools or people.anybody_active(lab))
    if can_start:
        allow_part(mask, Part.STARTS)
    if lab.n_active > 0:
        allow_part(mask, Part.KILL)
        allow_part(mask, Part.RECOMPUTE)
    if can_start or lab.n_active > 0:
        allow_part(mask, Part.JOIN)


@jit
def allow_drafts(lab: Lab, rules: Rules, mask: Mask) -> None:
    """Drafts to polish, revise and send."""
    for slot in range(lab.n_drafts):
        draft = lab.drafts[slot]
        if draft.status != DraftStatus.AVAILABLE:
            continue
        allow_part(mask, Part.POLISH)
        if can_revise(lab, slot):
            allow_part(mask, Part.REVISE)
        if draft.salvage != 0:
            allow_part(mask, Part.SALVAGE)
        allow_ladders(lab, rules, mask, Part.SUBMIT if draft.rejected_by == 0 else Part.RESUBMIT)


@jit
def allow_ladders(lab: Lab, rules: Rules, mask: Mask, part: int) -> None:
    """Allow the ladders on which a venue takes papers this month."""
    for choice in range(1, len(LADDERS)):
        for venue in range(VENUES):
            if LADDERS[choice] >> venue & 1 and seasons.is_venue_open(venue, lab.month, rules):
                mask[OFFSETS[part] + choice] = 1


@jit
def allow_proposals(lab: Lab, rules: Rules, mask: Mask) -> None:
    """Agencies that have an open call and would take a proposal."""
    if not grants.has_place(lab):
        return
    for call in range(rules.n_calls):
        if seasons.is_call_open(call, lab.month, rules):
            agency = rules.call_agency[call]
            if grants.check_agency(lab, agency, rules) == Outcome.OK:
                allow_part(mask, AGENCY_PARTS[agency])


@jit
def allow_outside(lab: Lab, rules: Rules, mask: Mask) -> None:
    """Conferences and the events that are pending."""
    if is_rested(lab, rules):  # hours too few now may do once staff is dismissed
        allow_part(mask, Part.CONFERENCE)
    for slot in range(lab.n_events):
        event = lab.events[slot]
        if event.status == EventStatus.PENDING:
            allow_part(mask, part_for(event.kind))


@jit
def keep_possible(plan: Plan, mask: Mask, possible: Plan) -> int:
    """Copy a plan with nothing in place of the choices that the mask rules out; returns how many those were."""
    n = 0
    for part in range(len(NVEC)):
        possible[part] = plan[part]
        if mask[OFFSETS[part] + plan[part]] == 0:
            possible[part] = 0
            n += 1
    return n
