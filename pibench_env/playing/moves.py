"""Commands by name, so that policies read as they are described.

A command with a payload is begun here, filled by the policy with `add`, and given with `give`; the others are given at
once and return their outcome. Below them stand the moves that several policies make.
"""

from pibench_env.codes import EventAction, EventKind, EventStatus, Outcome, Venue, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import grants, purse
from pibench_env.playing import sight
from pibench_env.playing.log import NOTHING, Log, Memo, add, begin, give
from pibench_env.rules import Rules
from pibench_env.tables import Lab

# In this order every ladder of venues is climbed down.
LADDER = (int(Venue.NAIC), int(Venue.JMR), int(Venue.CLAR), int(Venue.W_SHOP))
NAIC, CLAR, W_SHOP, JMR = 1 << Venue.NAIC, 1 << Venue.CLAR, 1 << Venue.W_SHOP, 1 << Venue.JMR  # as sets of one
ACCEPT, DECLINE, SUPPORT = int(EventAction.ACCEPT), int(EventAction.DECLINE), int(EventAction.SUPPORT)
TEAM = 2
PAPERS_ATTACHED = 4
ANY_TOPIC = -1


@jit
def offer(lab: Lab, rules: Rules, log: Log, applicant: int) -> int:
    """Offer a place to an applicant."""
    begin(log, Verb.OFFER, applicant, NOTHING, 0.0)
    return give(lab, rules, log)


@jit
def recruit(lab: Lab, rules: Rules, log: Log, verb: int) -> int:
    """Post a postdoc search, or hire an assistant or a manager: verbs that take no arguments."""
    begin(log, verb, NOTHING, NOTHING, 0.0)
    return give(lab, rules, log)


@jit
def begin_interviews(log: Log) -> None:
    """Begin a round of interviews; applicants are added by number."""
    begin(log, Verb.INTERVIEW, NOTHING, NOTHING, 0.0)


@jit
def begin_mentoring(log: Log) -> None:
    """Begin a table of mentoring hours; people are added by slot."""
    begin(log, Verb.SET_MENTORING, NOTHING, NOTHING, 0.0)


@jit
def begin_project(log: Log, topic: int, tier: int, compute: float) -> None:
    """Begin the start of a project; its team is added by slot."""
    begin(log, Verb.START, topic, tier, compute)


@jit
def begin_proposal(log: Log, call: int, topic: int, hours: float) -> None:
    """Begin a proposal; evidence is attached."""
    begin(log, Verb.PROPOSE, call, topic, hours)


@jit
def attach_paper(log: Log, slot: int) -> None:
    """Attach a publication to the proposal that was begun."""
    add(log, slot + 1, grants.IS_PUBLICATION)


@jit
def attach_draft(log: Log, slot: int) -> None:
    """Attach a draft to the proposal that was begun."""
    add(log, slot + 1, 0.0)


@jit
def set_compute(lab: Lab, rules: Rules, log: Log, project: int, compute: float) -> int:
    """Change the compute of a project."""
    begin(log, Verb.SET_COMPUTE, project, NOTHING, compute)
    return give(lab, rules, log)


@jit
def polish(lab: Lab, rules: Rules, log: Log, draft: int, hours: float) -> int:
    """Polish a draft."""
    begin(log, Verb.POLISH, draft, NOTHING, hours)
    return give(lab, rules, log)


@jit
def revise(lab: Lab, rules: Rules, log: Log, draft: int, hours: float) -> int:
    """Revise a draft."""
    begin(log, Verb.REVISE, draft, NOTHING, hours)
    return give(lab, rules, log)


@jit
def respond(lab: Lab, rules: Rules, log: Log, event: int, action: int) -> int:
    """Answer an event."""
    begin(log, Verb.RESPOND, event, action, 0.0)
    return give(lab, rules, log)


@jit
def submit_down(lab: Lab, rules: Rules, log: Log, draft: int, venues: int) -> None:
    """Submit a draft to the first venue of a set, from the top of the ladder down, that takes it."""
    for venue in LADDER:
        if venues >> venue & 1:
            begin(log, Verb.SUBMIT, draft, venue, 0.0)
            if give(lab, rules, log) == Outcome.OK:
                return


@jit
def mentor_everybody(lab: Lab, rules: Rules, log: Log, hours: float) -> None:
    """Mentor everybody on the payroll, staff too, for the same hours."""
    begin_mentoring(log)
    for slot in range(lab.n_people):
        if sight.is_active(lab.people[slot]):
            add(log, slot, hours)
    give(lab, rules, log)


@jit
def start_with_pairs(lab: Lab, rules: Rules, memo: Memo, log: Log, topic: int, tier: int, compute: float) -> None:
    """Start projects with consecutive pairs of idle people; the last team may be one person."""
    n = sight.list_idle(lab, memo)
    for first in range(0, n, TEAM):
        begin_project(log, topic, tier, compute)
        for i in range(first, min(n, first + TEAM)):
            add(log, memo.order[i], 0.0)
        give(lab, rules, log)


@jit
def attach_papers(lab: Lab, log: Log, topic: int) -> int:
    """Attach the first publications that are out, on a topic or on any, to the proposal begun; returns how many."""
    n = 0
    for slot in range(lab.n_publications):
        paper = lab.publications[slot]
        if n < PAPERS_ATTACHED and sight.is_out(paper, lab.month) and (topic == ANY_TOPIC or paper.topic == topic):
            attach_paper(log, slot)
            n += 1
    return n


@jit
def attach_available(lab: Lab, log: Log, most: int) -> None:
    """Attach the first available drafts to the proposal begun."""
    n = 0
    for slot in range(lab.n_drafts):
        if n < most and sight.is_available(lab.drafts[slot]):
            attach_draft(log, slot)
            n += 1


@jit
def answer_events(lab: Lab, rules: Rules, log: Log, spare: float) -> None:
    """Support in a crisis, yes to collaborations, and to talks and reviews while more than `spare` hours are left."""
    for i in range(lab.n_events):
        event = lab.events[i]
        if event.status != EventStatus.PENDING:
            continue
        action = ACCEPT
        if event.kind == EventKind.STUDENT_CRISIS:
            action = SUPPORT
        elif event.kind != EventKind.COLLAB_OFFER and purse.hours_left(lab, rules) <= spare:
            action = DECLINE
        respond(lab, rules, log, event.number, action)
