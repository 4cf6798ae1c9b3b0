"""What commands and months do across mechanics: departures, setbacks, teams, proposals, answers to events.

The commands that stay within one mechanic stand there; `kernel.apply` finds them all (rules, section 1.9).
"""

import math

from pibench_env.capacities import PAYLOAD
from pibench_env.codes import EventKind, EventStatus, Outcome, PersonStatus, ProjectStatus, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import citations, events, grants, people, projects, purse, recruiting, review
from pibench_env.rules import Rules
from pibench_env.tables import Command, Event, Lab, Project


@jit
def is_paper(command: Command, i: int) -> bool:
    """Whether an attachment is a publication; the others are drafts."""
    return command.amounts[i] == grants.IS_PUBLICATION


@jit
def check_form(command: Command) -> int:
    """Numbers are finite and nobody is named twice (1.9, strictness)."""
    if not 0 <= command.count <= PAYLOAD:
        return Outcome.OUT_OF_RANGE
    if not math.isfinite(command.amount):
        return Outcome.NOT_FINITE
    for i in range(command.count):
        if not math.isfinite(command.amounts[i]):
            return Outcome.NOT_FINITE
        for k in range(i):
            # Attachments are told apart by their amounts too: D001 and P001 have the same number.
            is_same_kind = command.verb != Verb.PROPOSE or is_paper(command, i) == is_paper(command, k)
            if command.ids[i] == command.ids[k] and is_same_kind and command.ids[i] >= 0:
                return Outcome.DUPLICATE
    return Outcome.OK


@jit
def set_back_team(lab: Lab, project: Project, loss: float) -> None:
    """All members of a team suffer (1.7, step 2; 1.9, kill)."""
    for k in range(project.n_members):
        people.setback(lab.people[project.members[k]], loss)


@jit
def ignore_crisis(lab: Lab, event: Event, rules: Rules) -> None:
    """A crisis that is ignored hurts whoever is still here (1.7, step 6; 1.9)."""
    if purse.is_active(lab, event.person):
        people.setback(lab.people[event.person], rules.morale_crisis_ignored)


@jit
def depart(lab: Lab, slot: int, status: int) -> None:
    """Somebody leaves the lab and all active projects."""
    people.depart(lab, slot, status)
    projects.leave_all(lab, slot)


@jit
def change_projects(lab: Lab, command: Command, rules: Rules) -> int:
    """The commands after which people work on other projects than before."""
    verb = command.verb
    outcome: int = Outcome.UNKNOWN_VERB
    if verb == Verb.START:
        outcome = start(lab, command, rules)
    elif verb == Verb.SET_COMPUTE:
        outcome = projects.set_compute(lab, command.object, command.amount, rules)
    elif verb == Verb.ASSIGN:
        outcome = projects.assign(lab, command.object, command.choice)
    elif verb == Verb.UNASSIGN:
        outcome = projects.unassign(lab, command.object, command.choice)
    elif verb == Verb.KILL:
        outcome = kill(lab, command.object, rules)
    people.count_projects(lab)
    return outcome


@jit
def dismiss(lab: Lab, slot: int) -> int:
    """Dismiss a member of staff (1.9)."""
    outcome = recruiting.check_dismissal(lab, slot)
    if outcome == Outcome.OK:
        depart(lab, slot, PersonStatus.DISMISSED)
        people.count_projects(lab)
    return outcome


@jit
def start(lab: Lab, command: Command, rules: Rules) -> int:
    """Start a project with a team (1.9)."""
    outcome = projects.check_start(lab, command, events.owed_collaborations(lab), rules)
    if outcome == Outcome.OK:
        projects.start(lab, command, people.idle_researchers(lab), rules)
    return outcome


@jit
def kill(lab: Lab, number: int, rules: Rules) -> int:
    """End a project at once; its team takes it badly (1.9)."""
    slot = projects.find(lab, number)
    if slot < 0:
        return Outcome.UNKNOWN_ID
    projects.end(lab, lab.projects[slot], ProjectStatus.KILLED)
    set_back_team(lab, lab.projects[slot], rules.morale_killed)
    projects.file_ended(lab)
    return Outcome.OK


@jit
def propose(lab: Lab, command: Command, rules: Rules) -> int:
    """Write a proposal (1.9)."""
    outcome = grants.check_call(lab, command, rules)
    if outcome != Outcome.OK:
        return outcome
    outcome = grants.check_attachments(lab, command)
    if outcome != Outcome.OK:
        return outcome
    if not grants.has_place(lab):
        return Outcome.TABLE_FULL
    if not purse.spend_hours(lab, command.amount, rules):
        return Outcome.ATTENTION
    grants.file_proposal(lab, command, proposal_quality(lab, command, rules), rules)
    return Outcome.OK


@jit
def proposal_quality(lab: Lab, command: Command, rules: Rules) -> float:
    """Quality of the proposal that a command asks for (1.9)."""
    evidence = 0.0
    has_top_tier = False
    for i in range(command.count):
        slot = command.ids[i] - 1
        is_publication = is_paper(command, i)
        if is_publication:
            topic, tier = lab.publications[slot].topic, lab.publications[slot].tier
            quality = lab.publications[slot].quality
        else:
            topic, tier = lab.drafts[slot].topic, lab.drafts[slot].tier
            quality = review.polished_quality(lab.drafts[slot], rules)
        weight = grants.evidence_weight(is_publication, topic == command.choice, rules)
        evidence += weight * citations.pull(quality, rules)
        has_top_tier = has_top_tier or tier == rules.amp_bonus_tier
    agency = rules.call_agency[command.object]
    return grants.quality(lab, agency, command.choice, command.amount, evidence, has_top_tier, rules)


@jit
def respond(lab: Lab, number: int, action: int, rules: Rules) -> int:
    """Answer an event (1.9)."""
    slot = events.find(lab, number)
    if slot < 0 or lab.events[slot].status != EventStatus.PENDING:
        return Outcome.WRONG_STATUS
    event = lab.events[slot]
    if events.is_yes(event.kind, action):
        if event.kind == EventKind.COLLAB_OFFER:
            if not people.anybody_active(lab):
                return Outcome.NO_MEMBERS
            if not projects.has_draft_place(lab, events.owed_collaborations(lab)):
                return Outcome.TABLE_FULL
        return events.accept(lab, event, rules)
    if not events.is_no(event.kind, action):
        return Outcome.OUT_OF_RANGE
    if event.kind == EventKind.REVIEW_REQUEST:
        lab.reputation_impulse += rules.rep_review_declined
    elif event.kind == EventKind.STUDENT_CRISIS:
        ignore_crisis(lab, event, rules)
    events.close(lab, event, EventStatus.DECLINED)
    return Outcome.OK
