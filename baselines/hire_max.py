"""The policy that only hires and spends: most labs go bankrupt, and nothing is published (policies, section 3.4)."""

from typing import Any

from numpy.typing import NDArray

from pibench_env.codes import Outcome, Topic
from pibench_env.jit import jit
from pibench_env.playing import moves, sight
from pibench_env.playing.log import Log, Memo, add, give
from pibench_env.rules import Rules
from pibench_env.tables import Lab

OFFERS = 4
TEAM = 3
TOPIC = int(Topic.REASONING)
TIER = 2
COMPUTE = 3000.0


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """The commands of one month: offers once a year until one is refused, and one project for idle people."""
    if sight.is_hiring_month(lab):
        n = sight.rank_applicants(lab, memo)
        for i in range(min(n, OFFERS)):
            if moves.offer(lab, rules, log, lab.applicants[memo.order[i]].number) != Outcome.OK:
                break
    n = sight.list_idle(lab, memo)
    if n > 0:
        moves.begin_project(log, TOPIC, TIER, COMPUTE)
        for i in range(min(n, TEAM)):
            add(log, memo.order[i], 0.0)
        give(lab, rules, log)
