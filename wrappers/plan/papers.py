"""Drafts and proposals as a plan asks for them."""

from pibench_env.codes import Outcome, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import grants, seasons
from pibench_env.playing import moves, sight
from pibench_env.playing.log import LOG_SIZE, Log, Memo, begin, give
from pibench_env.rules import Rules
from pibench_env.spaces.decoding import ATTACHED
from pibench_env.spaces.masking import can_revise
from pibench_env.tables import Draft, Lab
from pibench_env.wrappers.plan.choices import Plan, value
from pibench_env.wrappers.plan.parts import (
    AGENCY_PARTS,
    EVIDENCE_AFTER,
    FULL_POLISH,
    LADDERS,
    TOPIC_AFTER,
    Evidence,
    Part,
    Polished,
    Revised,
    Salvage,
)

FOR_DRAFTS = LOG_SIZE // 2  # commands after which no further draft is taken up, so that others come to their turn
DRAFTS_ATTACHED = 2


@jit
def place_drafts(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """Polish, revise and submit available drafts, the earliest first."""
    for slot in range(lab.n_drafts):
        draft = lab.drafts[slot]
        if not sight.is_available(draft) or log.count >= FOR_DRAFTS:
            continue
        hours = polish_for(draft, plan)
        if hours > 0.0:
            moves.polish(lab, rules, log, slot + 1, hours)
        is_in_turn = plan[Part.REVISED] == Revised.EVERY_MONTH or draft.revisions == 0
        if plan[Part.REVISE] != 0 and is_in_turn and can_revise(lab, slot):
            moves.revise(lab, rules, log, slot + 1, value(plan, Part.REVISE))
        submit(lab, rules, plan, log, slot)


@jit
def polish_for(draft: Draft, plan: Plan) -> float:
    """Hours of polish that a draft gets this month."""
    hours = value(plan, Part.POLISH)
    if plan[Part.POLISHED] == Polished.ALL:
        return hours
    if plan[Part.POLISHED] == Polished.UNFINISHED:
        return min(hours, max(0.0, FULL_POLISH - draft.polish))
    return hours if draft.polish == 0.0 and draft.salvage == 0 else 0.0


@jit
def venues_for(draft: Draft, plan: Plan) -> int:
    """The venues that a draft may go to, as a set."""
    if draft.salvage != 0 and plan[Part.SALVAGE] != Salvage.AS_OTHERS:
        return moves.W_SHOP if plan[Part.SALVAGE] == Salvage.WORKSHOP else 0
    if draft.rejected_by == 0:
        return LADDERS[plan[Part.SUBMIT]]
    ladder = LADDERS[plan[Part.RESUBMIT]]
    left = ladder & ~draft.rejected_by
    return left if left != 0 else ladder & moves.W_SHOP


@jit
def submit(lab: Lab, rules: Rules, plan: Plan, log: Log, slot: int) -> None:
    """Send a draft to the first of its venues that takes papers this month."""
    venues = venues_for(lab.drafts[slot], plan)
    for venue in moves.LADDER:
        if venues >> venue & 1 and seasons.is_venue_open(venue, lab.month, rules):
            begin(log, Verb.SUBMIT, slot + 1, venue, 0.0)
            give(lab, rules, log)
            return


@jit
def write_proposals(lab: Lab, rules: Rules, memo: Memo, plan: Plan, log: Log) -> None:
    """A proposal for each open call of the agencies that the plan turns to, in the order of the schedule."""
    for call in range(rules.n_calls):
        agency = rules.call_agency[call]
        hours_part = AGENCY_PARTS[agency]
        if plan[hours_part] == 0 or not seasons.is_call_open(call, lab.month, rules):
            continue
        if grants.check_agency(lab, agency, rules) == Outcome.OK and grants.has_place(lab):
            topic = plan[hours_part + TOPIC_AFTER]
            moves.begin_proposal(log, call, topic, value(plan, hours_part))
            attach(lab, memo, log, topic, plan[hours_part + EVIDENCE_AFTER])
            give(lab, rules, log)


@jit
def attach(lab: Lab, memo: Memo, log: Log, topic: int, evidence: int) -> None:
    """Attach what a plan wants as evidence to the proposal that was begun."""
    if evidence == Evidence.FIRST_PAPERS:
        moves.attach_papers(lab, log, moves.ANY_TOPIC)
    elif evidence == Evidence.ON_TOPIC:
        if moves.attach_papers(lab, log, topic) == 0 and moves.attach_papers(lab, log, moves.ANY_TOPIC) == 0:
            moves.attach_available(lab, log, DRAFTS_ATTACHED)
    elif evidence == Evidence.MOST_CITED:
        attach_most_cited(lab, memo, log)
    elif evidence == Evidence.EVERYTHING:
        n = 0
        for slot in range(lab.n_publications - 1, -1, -1):
            if n < ATTACHED and sight.is_out(lab.publications[slot], lab.month):
                moves.attach_paper(log, slot)
                n += 1
        moves.attach_available(lab, log, ATTACHED - n)


@jit
def attach_most_cited(lab: Lab, memo: Memo, log: Log) -> None:
    """Attach the papers with most citations so far."""
    n = 0
    for slot in range(lab.n_publications):
        if sight.is_out(lab.publications[slot], lab.month):
            memo.order[n] = slot
            memo.keys[slot] = lab.publications[slot].citations
            n += 1
    sight.rank(memo, n)
    for i in range(min(n, moves.PAPERS_ATTACHED)):
        moves.attach_paper(log, memo.order[i])
