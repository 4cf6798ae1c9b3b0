"""Whole careers of 60 months at most, with the baseline inside the kernel.

Every lab is in a world that was never played before, unless its row says otherwise: nothing is on a tape yet. Threads
take blocks of 64 labs: with one block only, the second thread has nothing to do, and starting it takes time. Births are
first months, opened and not yet played.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from measuring import BIRTHS, CAREER, MONTHS, Case, Effort, Group, per_second

from pibench_env.baselines.rollout import BLOCK, run_in_blocks
from pibench_env.batch import born
from pibench_env.seeds import seed_set
from pibench_env.worlds import World

BATCHES = (1, 8, 64, 512, 4096)
SHARING = 512  # labs in worlds of which there are only 64
ALONE = 20  # careers, one after the other


def careers(batches: Callable[[], Sequence[Sequence[int]]], threads: int) -> Callable[[], int]:
    """Careers of one batch after the other, which say how many lab-months they were."""

    def play() -> int:
        return sum(
            int(labs["month"].sum())
            for seeds in batches()
            for labs in run_in_blocks("baseline", seeds, threads=threads)
        )

    return play


class Fresh:
    """Batches of seeds that nobody has had."""

    def __init__(self) -> None:
        self._seeds, self._next = seed_set("calibrate"), 0

    def batches(self, size: int, number: int) -> list[Sequence[int]]:
        """So many batches of one size."""
        first, self._next = self._next, self._next + size * number
        return [self._seeds[start : start + size] for start in range(first, self._next, size)]


def case(name: str, batches: Callable[[], Sequence[Sequence[int]]], threads: int, effort: Effort) -> Case:
    """The speed of some batches."""
    return Case(name, "lab-months/s", per_second(careers(batches, threads), effort), MONTHS)


def groups(effort: Effort) -> Iterator[Group]:
    """Batches with one thread and with two, one career alone, and births."""
    seeds = seed_set("calibrate")
    fresh = Fresh()
    for batch in effort.batches(*BATCHES):
        batches = partial(fresh.batches, batch, max(1, effort.worlds // batch))
        labs = f"{batch} lab{'s' * (batch > 1)}"
        names = [f"{labs}, {threads}" for threads in ("one thread", "two threads")]
        cases = [case(name, batches, threads, effort) for threads, name in enumerate(names, 1)]
        if batch == SHARING:
            shared = [*seeds[:BLOCK]] * (batch // BLOCK)
            cases.append(case(f"{labs} sharing {BLOCK} seeds, one thread", lambda shared=shared: [shared], 1, effort))
        yield Group(cases, [(f"{labs}, two threads to one", names[1], names[0])])

    n = min(ALONE, effort.worlds)

    def one_career() -> float:
        start = time.perf_counter()
        careers(partial(fresh.batches, 1, n), 1)()
        return (time.perf_counter() - start) / n * 1e3

    yield Group([Case("one career alone", "ms", one_career, CAREER)])
    yield births(effort)


def births(effort: Effort) -> Group:
    """Births of worlds that were never seen before, on one thread."""
    world, seeds, batch = World.of(None), seed_set("calibrate"), effort.largest
    first = batch

    def bear() -> int:
        nonlocal first
        first += batch
        return len(born(seeds[first : first + batch], world))

    return Group([Case(f"births of {batch} labs", "births/s", per_second(bear, effort), BIRTHS)])
