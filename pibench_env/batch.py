"""Many labs of one world at once: births, and one command for each.

What happens to a lab does not depend on the others: row i is what it would be alone.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.kernel import apply, be_born
from pibench_env.seeds import checked_seed
from pibench_env.state import COMMAND, LAB, Commands, Labs, RulesArray, empty_labs
from pibench_env.worlds import World


@jit
def be_born_each(labs: Labs, seeds: NDArray[np.uint64], roots: NDArray[np.uint64], rules: RulesArray) -> None:
    """`kernel.be_born` for every lab; the records must be zero."""
    for i in range(len(labs)):
        be_born(labs[i], seeds[i], roots[i], rules[0])


@jit
def apply_each(labs: Labs, commands: Commands, rules: RulesArray, outcomes: NDArray[np.uint8]) -> None:
    """`kernel.apply` for every lab, with the command of its row."""
    for i in range(len(labs)):
        outcomes[i] = apply(labs[i], commands[i], rules[0])


def born(seeds: Sequence[int], world: World) -> Labs:
    """Labs in month 1, one a seed.

    Args:
        seeds: Whole numbers from 0 to 2^63 - 1.
        world: The world they live in (`World.of`).

    Returns:
        An array of dtype `LAB`, 133 KB a lab.

    Raises:
        SeedError: A seed is none.
    """
    numbers = np.array([checked_seed(seed) for seed in seeds], np.uint64)
    roots = np.array([world.root(int(seed)) for seed in numbers], np.uint64)
    labs = empty_labs(len(numbers))
    be_born_each(labs, numbers, roots, world.rules)
    return labs


def apply_to_all(labs: Labs, commands: Commands, world: World) -> NDArray[np.uint8]:
    """Give every lab one command.

    Args:
        labs: Labs of one world, changed in place.
        commands: As many records of dtype `COMMAND`.
        world: Their world.

    Returns:
        Outcome codes, uint8 of shape (labs,).

    Raises:
        ValueError: There are not as many commands as labs, or one of the two has another dtype.
    """
    for name, array, dtype in (("labs", labs, LAB), ("commands", commands, COMMAND)):
        if getattr(array, "dtype", None) != dtype or array.ndim != 1:
            raise ValueError(f"{name} is an array of records of pibench_env.state, one a lab")
    if not labs.flags.writeable:
        raise ValueError("labs are changed in place, and these are read-only; take a copy of them")
    if len(commands) != len(labs):
        raise ValueError(f"{len(labs)} labs take {len(labs)} commands, not {len(commands)}")
    outcomes = np.zeros(len(labs), np.uint8)
    apply_each(labs, commands, world.rules, outcomes)
    return outcomes
