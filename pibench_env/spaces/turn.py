"""One turn through the array doors: play an action, see what there is. Labs by array and index, as in `kernel.py`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import Outcome, Verb
from pibench_env.jit import jit
from pibench_env.kernel import apply, impact
from pibench_env.spaces.decoding import decode
from pibench_env.spaces.encoding import gather, scale
from pibench_env.spaces.listing import list_all
from pibench_env.spaces.masking import write_mask
from pibench_env.state import Commands, Labs, RulesArray


@jit
def is_staff_verb(verb: int) -> bool:
    """Whether a verb hires or dismisses staff, which can be switched off (agent interface, surface)."""
    return verb == Verb.HIRE_RA or verb == Verb.HIRE_MANAGER or verb == Verb.DISMISS


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
    """Carry out what an action (verb, entity, object, level) asks for and return the outcome.

    `listings` and `commands` are work space for one lab.
    """
    lab = labs[i]
    if is_staff_verb(verb) and not staff_tools:
        return Outcome.UNKNOWN_VERB
    list_all(lab, rules[0], listings[0])
    decode(lab, listings[0], verb, entity, target, level, commands[0])
    return apply(lab, commands[0], rules[0])


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
    mask: NDArray[np.int8],
) -> tuple[float, int, bool]:
    """Write observation and mask of a lab; returns Impact if it stopped now, month, and whether the run is over.

    `listings` and `facts` are work space for one lab, `numbers` the same memory as `facts`; `mask` must be zero.
    """
    lab = labs[i]
    numbers[:] = 0.0
    list_all(lab, rules[0], listings[0])
    gather(lab, rules[0], listings[0], facts[0])
    scale(numbers, observation)
    write_mask(lab, rules[0], listings[0], staff_tools, mask)
    return impact(lab, rules[0]), lab.month, lab.finished != 0
