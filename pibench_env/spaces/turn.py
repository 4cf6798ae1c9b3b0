"""One turn through the array doors: play an action, see what there is. Labs by array and index, as in `kernel.py`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Verb
from pibench_env.jit import jit
from pibench_env.kernel import apply, impact
from pibench_env.mechanics import score
from pibench_env.mechanics.field import read_reports
from pibench_env.rules import Rules
from pibench_env.spaces.decoding import decode
from pibench_env.spaces.encoding import gather
from pibench_env.spaces.layout import Facts
from pibench_env.spaces.listing import Listing, list_all
from pibench_env.spaces.masking import Choices, Mask, join, write_choices
from pibench_env.spaces.scaling import scale
from pibench_env.state import Commands, Labs, RulesArray
from pibench_env.tables import Command, Lab
from pibench_env.tape import detach

# Impact if the run stopped now, month, whether it is over, whether the lab collapsed, citations, papers out.
Glance = tuple[float, int, bool, bool, int, int]


@jit
def is_staff_verb(verb: int) -> bool:
    """Whether a verb hires or dismisses staff, which can be switched off (agent interface, surface)."""
    return verb == Verb.HIRE_RA or verb == Verb.HIRE_MANAGER or verb == Verb.DISMISS


@jit
def play(
    lab: Lab,
    rules: Rules,
    staff_tools: bool,
    verb: int,
    entity: int,
    target: int,
    level: int,
    listing: Listing,
    command: Command,
) -> int:
    """Carry out what an action (verb, entity, object, level) asks for and return the outcome.

    `listing` and `command` are work space.
    """
    if is_staff_verb(verb) and not staff_tools:
        return Outcome.UNKNOWN_VERB
    list_all(lab, rules, listing)
    decode(lab, listing, verb, entity, target, level, command)
    return apply(lab, command, rules)


@jit
def play_at(
    labs: Labs,
    i: int,
    rules: RulesArray,
    staff_tools: bool,
    verb: int,
    entity: int,
    target: int,
    level: int,
    listings: NDArray[Any],
    commands: Commands,
) -> int:
    """`play` for one lab of a batch, which Python finds with all reports read; work space is for one lab."""
    outcome = play(labs[i], rules[0], staff_tools, verb, entity, target, level, listings[0], commands[0])
    read_reports(labs[i], rules[0])
    detach(labs[i].luck)
    return outcome


@jit
def look(
    lab: Lab,
    rules: Rules,
    listing: Listing,
    facts: Facts,
    numbers: NDArray[np.float64],
    observation: NDArray[np.float32],
    known_month: int,
    known_impact: float,
) -> Glance:
    """Write the listing and the observation of a lab; `numbers` is the same memory as `facts`.

    Impact moves when a month closes and at no other time, so in a month in which it is known it is not computed anew.
    """
    read_reports(lab, rules)
    numbers[:] = 0.0
    list_all(lab, rules, listing)
    gather(lab, rules, listing, facts)
    scale(numbers, observation)
    is_known = lab.month == known_month and lab.finished == 0
    worth = known_impact if is_known else impact(lab, rules)
    return worth, lab.month, lab.finished != 0, lab.collapsed != 0, lab.citations, score.papers_out(lab)


@jit
def observe_at(
    labs: Labs,
    i: int,
    rules: RulesArray,
    staff_tools: bool,
    listings: NDArray[Any],
    facts: NDArray[Any],
    numbers: NDArray[np.float64],
    observation: NDArray[np.float32],
    choices: Choices,
    mask: Mask,
    known_month: int = 0,
    known_impact: float = 0.0,
) -> Glance:
    """Write observation, choices by verb and flat mask of a lab.

    `listings` and `facts` are work space for one lab, `numbers` the same memory as `facts`.
    """
    glance = look(labs[i], rules[0], listings[0], facts[0], numbers, observation, known_month, known_impact)
    write_choices(labs[i], rules[0], listings[0], staff_tools, choices)
    join(choices, mask)
    detach(labs[i].luck)
    return glance
