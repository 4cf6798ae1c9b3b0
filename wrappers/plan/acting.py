"""From a month plan to the commands of the month, in the order in which the head of a lab would give them.

Labs by array and index, as in `kernel.py`. `play_month` has the form of a policy: the plan takes the place of its
arguments. What the choices mean stands in `choices.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Role, Verb
from pibench_env.jit import jit
from pibench_env.playing.log import LOG_SIZE, NOTHING, Log, Memo, begin, give
from pibench_env.rules import Rules
from pibench_env.spaces.masking import Mask
from pibench_env.spaces.rounds import pay, place_of_tape, see
from pibench_env.spaces.turn import Glance, look
from pibench_env.state import Labs, RulesArray
from pibench_env.tables import Lab
from pibench_env.tape import Tapes, attach, detach
from pibench_env.wrappers.plan.choices import Plan
from pibench_env.wrappers.plan.masking import keep_possible, write_plan_mask
from pibench_env.wrappers.plan.outside import answer_events, attend
from pibench_env.wrappers.plan.papers import place_drafts, write_proposals
from pibench_env.wrappers.plan.parts import Part
from pibench_env.wrappers.plan.people import hire, mentor, search, staff
from pibench_env.wrappers.plan.teams import end_projects, join_projects, spend_on_projects, start_projects


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, plan: Plan, log: Log) -> None:
    """The commands of one month."""
    hire(lab, rules, memo, plan, log)
    search(lab, rules, plan, log)
    staff(lab, rules, plan, log, Part.ASSISTANTS, Role.RA, Verb.HIRE_RA)
    staff(lab, rules, plan, log, Part.MANAGERS, Role.MANAGER, Verb.HIRE_MANAGER)
    mentor(lab, rules, plan, log)
    end_projects(lab, rules, plan, log)
    spend_on_projects(lab, rules, plan, log)
    start_projects(lab, rules, memo, plan, log)
    join_projects(lab, rules, memo, plan, log)
    place_drafts(lab, rules, plan, log)
    write_proposals(lab, rules, memo, plan, log)
    attend(lab, rules, plan, log)
    answer_events(lab, rules, plan, log)


@jit
def play_plan(
    lab: Lab, rules: Rules, staff_tools: bool, plan: Plan, possible: Plan, mask: Mask, memo: Memo, log: Log
) -> int:
    """Play a month by a plan and close it; returns the parts that were impossible and the commands refused.

    `possible`, `mask`, `memo` and `log` are work space; the log holds the commands, the closing one last.
    """
    write_plan_mask(lab, rules, staff_tools, mask)
    illegal = keep_possible(plan, mask, possible)
    log.count, log.limit = 0, LOG_SIZE - 1
    play_month(lab, rules, memo, possible, log)
    illegal += refused(log, log.count)
    log.limit = 0
    begin(log, Verb.NEXT_MONTH, NOTHING, NOTHING, 0.0)
    give(lab, rules, log)
    return illegal


@jit
def refused(log: Log, n: int) -> int:
    """How many of the first `n` commands of a log were refused."""
    found = 0
    for place in range(n):
        found += log.outcomes[place] != Outcome.OK
    return found


@jit
def plan_at(
    labs: Labs,
    i: int,
    rules: RulesArray,
    staff_tools: bool,
    plan: Plan,
    possible: Plan,
    mask: Mask,
    memos: NDArray[Any],
    logs: NDArray[Any],
    k: int,
) -> int:
    """`play_plan` for one lab of a batch, with the k-th memory and log."""
    return play_plan(labs[i], rules[0], staff_tools, plan, possible, mask, memos[k], logs[k])


@jit
def observe_plan_at(
    labs: Labs,
    i: int,
    rules: RulesArray,
    staff_tools: bool,
    listings: NDArray[Any],
    facts: NDArray[Any],
    numbers: NDArray[np.float64],
    observation: NDArray[np.float32],
    mask: Mask,
    known_month: int = 0,
    known_impact: float = 0.0,
) -> Glance:
    """Write the observation of a lab and the mask of plans; work space as in `turn.observe_at`."""
    glance = look(labs[i], rules[0], listings[0], facts[0], numbers, observation, known_month, known_impact)
    write_plan_mask(labs[i], rules[0], staff_tools, mask)
    detach(labs[i].luck)
    return glance


# Many labs, as in `spaces/rounds.py`.


@jit
def plan_rows(
    labs: Labs,
    runs: NDArray[Any],
    rows: NDArray[np.int64],
    first: int,
    last: int,
    rules: RulesArray,
    settings: NDArray[Any],
    tapes: Tapes,
    plans: NDArray[np.int64],
    possible: NDArray[np.int64],
    memos: NDArray[Any],
    logs: NDArray[Any],
    listings: NDArray[Any],
    facts: NDArray[Any],
    numbers: NDArray[np.float64],
    k: int,
    observations: NDArray[np.float32],
    masks: NDArray[np.int8],
) -> None:
    """A step of one month in each of the rows."""
    for n in range(first, last):
        i = rows[n]
        lab, run, log, staff_tools = labs[i], runs[i], logs[k], settings[0].staff_tools != 0
        attach(lab.luck, tapes[place_of_tape(i, tapes, settings[0], k)], rules[0])
        illegal = play_plan(lab, rules[0], staff_tools, plans[i], possible[k], masks[i], memos[k], log)
        run.said, run.brought = log.count - 1, refused(log, log.count - 1)  # without the one that closed the month
        run.illegal += illegal
        is_over = see(lab, rules[0], run, listings[k], facts[k], numbers[k], observations[i])
        write_plan_mask(lab, rules[0], staff_tools, masks[i])
        pay(run, settings[0], is_over, illegal)
        detach(lab.luck)


@jit
def look_at_plan_rows(
    labs: Labs,
    runs: NDArray[Any],
    rows: NDArray[np.int64],
    first: int,
    last: int,
    rules: RulesArray,
    settings: NDArray[Any],
    tapes: Tapes,
    listings: NDArray[Any],
    facts: NDArray[Any],
    numbers: NDArray[np.float64],
    k: int,
    observations: NDArray[np.float32],
    masks: NDArray[np.int8],
) -> None:
    """Observations and masks of plans of the rows as they are."""
    for n in range(first, last):
        i = rows[n]
        attach(labs[i].luck, tapes[place_of_tape(i, tapes, settings[0], k)], rules[0])
        see(labs[i], rules[0], runs[i], listings[k], facts[k], numbers[k], observations[i])
        write_plan_mask(labs[i], rules[0], settings[0].staff_tools != 0, masks[i])
        detach(labs[i].luck)
