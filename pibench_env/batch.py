"""Many labs of one world at once: births, and one command for each.

What happens to a lab does not depend on the others: row i is what it would be alone.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.kernel import apply, be_born
from pibench_env.mechanics.field import read_reports
from pibench_env.seeds import checked_seed
from pibench_env.shelf import borrowed
from pibench_env.state import COMMAND, LAB, Commands, Labs, RulesArray, empty_labs
from pibench_env.tape import Tapes, attach, be_named, detach
from pibench_env.threads import crew_of
from pibench_env.worlds import World


@jit
def be_born_each(
    labs: Labs, first: int, last: int, seeds: NDArray[np.uint64], roots: NDArray[np.uint64], rules: RulesArray,
    tapes: Tapes, places: NDArray[np.int64],
) -> None:  # fmt: skip
    """`kernel.be_born` for the labs from `first` to before `last`; the records must be zero."""
    for i in range(first, last):
        lab = labs[i]
        be_named(lab.luck, seeds[i], roots[i])
        attach(lab.luck, tapes[places[i - first]], rules[0])
        be_born(lab, rules[0])
        read_reports(lab, rules[0])
        detach(lab.luck)


@jit
def apply_each(
    labs: Labs, first: int, last: int, commands: Commands, rules: RulesArray,
    outcomes: NDArray[np.uint8], tapes: Tapes, places: NDArray[np.int64],
) -> None:  # fmt: skip
    """`kernel.apply` for the labs from `first` to before `last`, with the commands of their rows."""
    for i in range(first, last):
        lab = labs[i]
        attach(lab.luck, tapes[places[i - first]], rules[0])
        outcomes[i] = apply(lab, commands[i], rules[0])
        read_reports(lab, rules[0])
        detach(lab.luck)


def born(seeds: Sequence[int], world: World, threads: int = 1) -> Labs:
    """Labs in month 1, one a seed.

    Args:
        seeds: Whole numbers from 0 to 2^63 - 1.
        world: The world they live in (`World.of`).
        threads: How many labs are born at the same time.

    Returns:
        An array of dtype `LAB`, 144 KB a lab.

    Raises:
        SeedError: A seed is none.
        ValueError: There are no threads.
    """
    numbers = np.array([checked_seed(seed) for seed in seeds], np.uint64)
    roots = np.array([world.root(int(seed)) for seed in numbers], np.uint64)
    labs = empty_labs(len(numbers))

    def bear(first: int, last: int, _: int) -> None:
        with borrowed() as shelf:
            places = shelf.places(roots[first:last])
            be_born_each(labs, first, last, numbers, roots, world.rules, shelf.tapes, places)

    crew_of(threads).share(len(labs), bear)
    return labs


def apply_to_all(labs: Labs, commands: Commands, world: World, threads: int = 1) -> NDArray[np.uint8]:
    """Give every lab one command.

    Args:
        labs: Labs of one world, changed in place.
        commands: As many records of dtype `COMMAND`.
        world: Their world.
        threads: How many labs are played at the same time.

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
    roots = labs["luck"]["root"]

    def play(first: int, last: int, _: int) -> None:
        with borrowed() as shelf:
            places = shelf.places(roots[first:last])
            apply_each(labs, first, last, commands, world.rules, outcomes, shelf.tapes, places)

    crew_of(threads).share(len(labs), play)
    return outcomes
