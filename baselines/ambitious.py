"""The ambitious policy: many people, the hardest projects, all the compute, every call (policies, section 3.3)."""

import math
from typing import Any

from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.mechanics import seasons
from pibench_env.playing import moves, sight, topics
from pibench_env.playing.log import Log, Memo, add, give
from pibench_env.rules import Rules
from pibench_env.tables import Lab

TARGET = 8  # people
INTERVIEWS_MORE, OFFERS_MORE = 2, 1  # than people wanted
MENTORING = 6.0  # hours each
TIER = 3
COMPUTE = 2500.0
POLISH = 10.0  # hours, every month
PROPOSAL_HOURS = 25.0
NO_RESERVE = -math.inf  # hours to spare: every event is accepted


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """The commands of one month."""
    if sight.is_hiring_month(lab):
        hire(lab, rules, memo, log)
    if sight.active_people(lab) > 0:
        moves.mentor_everybody(lab, rules, log, MENTORING)
    topic = topics.hottest(lab, memo)
    moves.start_with_pairs(lab, rules, memo, log, topic, TIER, COMPUTE)
    place_drafts(lab, rules, log)
    write_proposals(lab, rules, log, topic)
    moves.answer_events(lab, rules, log, NO_RESERVE)


@jit
def hire(lab: Lab, rules: Rules, memo: Memo, log: Log) -> None:
    """Interviews for show: offers go by the papers alone; with nobody wanted, still two interviews and an offer."""
    want = max(0, TARGET - sight.active_people(lab))
    n = sight.rank_applicants(lab, memo)
    if n == 0:
        return
    moves.begin_interviews(log)
    for i in range(min(n, want + INTERVIEWS_MORE)):
        add(log, lab.applicants[memo.order[i]].number, 0.0)
    give(lab, rules, log)
    for i in range(min(n, want + OFFERS_MORE)):
        moves.offer(lab, rules, log, lab.applicants[memo.order[i]].number)


@jit
def place_drafts(lab: Lab, rules: Rules, log: Log) -> None:
    """Polish every draft every month and try the best venue that has not rejected it."""
    for slot in range(lab.n_drafts):
        draft = lab.drafts[slot]
        if sight.is_available(draft):
            moves.polish(lab, rules, log, slot + 1, POLISH)
            venues = (moves.NAIC | moves.CLAR | moves.W_SHOP) & ~draft.rejected_by
            moves.submit_down(lab, rules, log, slot + 1, venues if venues != 0 else moves.W_SHOP)


@jit
def write_proposals(lab: Lab, rules: Rules, log: Log, topic: int) -> None:
    """A proposal for every open call, whatever is running already."""
    for call in range(rules.n_calls):
        if seasons.is_call_open(call, lab.month, rules):
            moves.begin_proposal(log, call, topic, PROPOSAL_HOURS)
            moves.attach_papers(lab, log, moves.ANY_TOPIC)
            give(lab, rules, log)
