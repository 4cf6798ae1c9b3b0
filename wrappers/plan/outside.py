"""Conferences and events as a plan asks for them."""

from pibench_env.codes import EventKind, EventStatus, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import purse
from pibench_env.playing import moves
from pibench_env.playing.log import Log
from pibench_env.rules import Rules
from pibench_env.tables import Lab
from pibench_env.wrappers.plan.choices import Plan
from pibench_env.wrappers.plan.parts import SPARE_HOURS, Answer, Part


@jit
def attend(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """Go to a conference."""
    if plan[Part.CONFERENCE] != 0:
        moves.recruit(lab, rules, log, Verb.ATTEND_CONFERENCE)


@jit
def part_for(kind: int) -> int:
    """The part of a plan that answers a kind of event."""
    if kind == EventKind.INVITED_TALK:
        return Part.TALKS
    if kind == EventKind.REVIEW_REQUEST:
        return Part.REVIEWS
    if kind == EventKind.COLLAB_OFFER:
        return Part.COLLABORATIONS
    return Part.CRISES


@jit
def answer_events(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """Answer pending events, the earliest first."""
    for slot in range(lab.n_events):
        event = lab.events[slot]
        if event.status != EventStatus.PENDING:
            continue
        answer = plan[part_for(event.kind)]
        if answer == Answer.IF_TIME:
            answer = Answer.ACCEPT if purse.hours_left(lab, rules) > SPARE_HOURS else Answer.DECLINE
        if answer != Answer.WAIT:
            # For a crisis, to accept is to support and to decline is to ignore (rules, section 1.9).
            action = moves.ACCEPT if answer == Answer.ACCEPT else moves.DECLINE
            moves.respond(lab, rules, log, event.number, action)
