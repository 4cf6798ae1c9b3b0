"""Steps of many labs: a compiled loop over a block of rows plays, pays and looks, one lab after the other.

Labs, runs, actions, observations and masks have one row a lab. A loop goes over the row numbers `rows[first:last]` and
keeps what it needs meanwhile in the k-th work space; so blocks of rows can be played on threads, and what happens to a
row depends on nothing but its own lab, run and action. Loops for month plans stand in `wrappers/plan/acting.py`.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Verb
from pibench_env.jit import jit
from pibench_env.kernel import apply, be_born
from pibench_env.rewards import reward_by_place
from pibench_env.rows import Col, dtype_of
from pibench_env.rules import Rules
from pibench_env.spaces.layout import Facts
from pibench_env.spaces.listing import Listing
from pibench_env.spaces.masking import join, write_choices
from pibench_env.spaces.turn import look, play
from pibench_env.state import Commands, Labs, RulesArray
from pibench_env.tables import Command, Lab
from pibench_env.tape import Tapes, attach, be_named, detach


class Run:
    """What a vector environment knows of a row beside its lab; all zero for a lab that was just born."""

    seed: Annotated[int, Col("i8", "", "the world")]
    month: Annotated[int, Col("i8", "month", "the month last seen, in which Impact is known; 0 before the first look")]
    impact: Annotated[float, Col("f8", "1", "Impact if the run stopped now")]
    citations: Annotated[int, Col("i8", "", "citations so far")]
    papers: Annotated[int, Col("i8", "", "own papers that are out")]
    collapsed: Annotated[int, Col("u1", "", "1 when bankrupt")]
    illegal: Annotated[int, Col("i8", "", "refused in this run")]
    steps: Annotated[int, Col("i8", "", "steps of this run")]
    month_of_action: Annotated[int, Col("i8", "month", "month of the last action")]
    actions: Annotated[int, Col("i8", "", "actions given in that month")]
    said: Annotated[int, Col("i8", "", "verb of the last action plus 1, 0 after a reset; of a plan, its commands")]
    brought: Annotated[int, Col("i8", "", "outcome of the last action; of a plan, its commands that were refused")]
    paid: Annotated[float, Col("f8", "1", "Impact up to which rewards have been given")]
    reward: Annotated[float, Col("f8", "1", "reward of the last step")]
    terminated: Annotated[int, Col("u1", "", "1 when the lab's run has ended")]
    truncated: Annotated[int, Col("u1", "", "1 when the last step was the last one allowed")]


class Settings:
    """What decides how runs are played and paid, the same for all rows."""

    staff_tools: Annotated[int, Col("u1", "", "1 if staff can be hired and dismissed")]
    max_commands: Annotated[int, Col("i8", "", "commands after which a month closes by itself, 0 for no limit")]
    reward: Annotated[int, Col("i8", "", "place in `rewards.REWARDS`")]
    penalty: Annotated[float, Col("f8", "1", "taken off the reward for each refusal")]
    max_steps: Annotated[int, Col("i8", "", "steps after which a run is truncated, 0 for no limit")]
    blocks: Annotated[int, Col("i8", "", "blocks of rows that are played at the same time, at most")]


RUN = dtype_of(Run)
SETTINGS = dtype_of(Settings)


@jit
def be_born_rows(
    labs: Labs,
    runs: NDArray[Any],
    places: NDArray[np.uint8],
    rows: NDArray[np.int64],
    first: int,
    last: int,
    seeds: NDArray[np.uint64],
    roots: NDArray[np.uint64],
    rules: RulesArray,
    settings: NDArray[Any],
    tapes: Tapes,
    fresh: NDArray[Any],
    k: int,
) -> None:
    """New labs and runs in the rows; `places` is the memory of `labs` as bytes, `seeds` and `roots` go with `rows`."""
    for n in range(first, last):
        i = rows[n]
        places[i, :] = 0
        runs[i] = fresh[0]
        runs[i].seed = seeds[n]
        be_named(labs[i].luck, seeds[n], roots[n])
        attach(labs[i].luck, tapes[place_of_tape(i, tapes, settings[0], k)], rules[0])
        be_born(labs[i], rules[0])
        detach(labs[i].luck)


@jit
def place_of_tape(row: int, tapes: Tapes, settings: Settings, k: int) -> int:
    """Where the tape of a row stands; rows that have none of their own use that of their block."""
    place = settings.blocks + row
    return place if place < len(tapes) else k


@jit
def see(
    lab: Lab,
    rules: Rules,
    run: Run,
    listing: Listing,
    facts: Facts,
    numbers: NDArray[np.float64],
    observation: NDArray[np.float32],
) -> bool:
    """`turn.look`, with what it finds written into the run; returns whether the run is over."""
    glance = look(lab, rules, listing, facts, numbers, observation, run.month, run.impact)
    run.impact, run.month, is_over, run.collapsed, run.citations, run.papers = glance
    return is_over


@jit
def pay(run: Run, settings: Settings, is_over: bool, illegal: int) -> None:
    """End the step of a run in which `illegal` things were refused."""
    run.steps += 1
    run.terminated = is_over
    run.truncated = settings.max_steps != 0 and run.steps >= settings.max_steps
    run.reward = reward_by_place(settings.reward, run.paid, run.impact, is_over)
    run.paid = run.impact
    if settings.penalty != 0.0:
        run.reward -= settings.penalty * illegal


@jit
def command_once(
    lab: Lab,
    rules: Rules,
    run: Run,
    settings: Settings,
    action: NDArray[np.int64],
    listing: Listing,
    command: Command,
) -> bool:
    """One action of a run, and the end of the month after enough of them; returns whether it was refused."""
    if lab.month != run.month_of_action:
        run.month_of_action, run.actions = lab.month, 0
    verb = action[0]
    outcome = play(lab, rules, settings.staff_tools != 0, verb, action[1], action[2], action[3], listing, command)
    is_refused = outcome != Outcome.OK
    run.said, run.brought = verb + 1, outcome
    run.illegal += is_refused
    run.actions += 1
    if verb != Verb.NEXT_MONTH and run.actions == settings.max_commands:
        command.verb, command.count, command.amount = Verb.NEXT_MONTH, 0, 0.0
        apply(lab, command, rules)
    return is_refused


@jit
def command_rows(
    labs: Labs,
    runs: NDArray[Any],
    rows: NDArray[np.int64],
    first: int,
    last: int,
    rules: RulesArray,
    settings: NDArray[Any],
    tapes: Tapes,
    actions: NDArray[np.int64],
    commands: Commands,
    listings: NDArray[Any],
    facts: NDArray[Any],
    numbers: NDArray[np.float64],
    choices: NDArray[np.int8],
    k: int,
    observations: NDArray[np.float32],
    masks: NDArray[np.int8],
) -> None:
    """A step of one command in each of the rows."""
    for n in range(first, last):
        i = rows[n]
        lab, run, listing = labs[i], runs[i], listings[k]
        attach(lab.luck, tapes[place_of_tape(i, tapes, settings[0], k)], rules[0])
        is_refused = command_once(lab, rules[0], run, settings[0], actions[i], listing, commands[k])
        is_over = see(lab, rules[0], run, listing, facts[k], numbers[k], observations[i])
        write_choices(lab, rules[0], listing, settings[0].staff_tools != 0, choices[k])
        join(choices[k], masks[i])
        pay(run, settings[0], is_over, is_refused)
        detach(lab.luck)


@jit
def look_at_rows(
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
    choices: NDArray[np.int8],
    k: int,
    observations: NDArray[np.float32],
    masks: NDArray[np.int8],
) -> None:
    """Observations and masks of the rows as they are."""
    for n in range(first, last):
        i = rows[n]
        attach(labs[i].luck, tapes[place_of_tape(i, tapes, settings[0], k)], rules[0])
        see(labs[i], rules[0], runs[i], listings[k], facts[k], numbers[k], observations[i])
        write_choices(labs[i], rules[0], listings[k], settings[0].staff_tools != 0, choices[k])
        join(choices[k], masks[i])
        detach(labs[i].luck)
