"""Forks of a lab in the middle of its career, and the tape: what its seeds and its field cost."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from measuring import FORKS, Case, Effort, Group, per_second

from pibench_env.baselines.rollout import run
from pibench_env.branches import fork
from pibench_env.jit import jit
from pibench_env.luck import Luck
from pibench_env.params import Params
from pibench_env.rng import keys, windows
from pibench_env.rng.text import Draw, Prefix, Shape
from pibench_env.rules import rules_of
from pibench_env.seeds import seed_set
from pibench_env.shelf import new_tapes
from pibench_env.state import LUCK, empty_labs
from pibench_env.tape import LANES, Tape, attach, detach

MONTHS = 30  # of the career that is forked
WINDOWS = 2000


@jit
def fill_windows(tape: Tape, n: int) -> int:
    """Seeds of the reports and meetings of n people in the same months."""
    for person in range(n):
        windows.fill(tape, 0, windows.tag_of(Shape.ENTITY_MONTH, Draw.REPORT, Prefix.S, person + 1, 1))
    return n * LANES


@jit
def seed_by_texts(luck: Luck, generators: Any, n: int) -> int:
    """The same keys, one by one."""
    for person in range(n):
        for month in range(LANES):
            kind = Draw.REPORT + month // 8
            keys.seed_by_text(generators[0], luck, Shape.ENTITY_MONTH, kind, Prefix.S, person + 1, 8 + month % 8)
    return n * LANES


def groups(effort: Effort) -> Iterator[Group]:
    """Forks with the same and with new luck, and keys by windows beside keys by texts."""
    parent = run("baseline", seed_set("calibrate")[:1], {"months": MONTHS})
    n = effort.largest
    out = empty_labs(n)

    def forks(luck: str, threads: int, place: Any) -> Callable[[], float]:
        return per_second(lambda: len(fork(parent, n, luck, threads=threads, out=place)), effort)

    rows = f"{n} forks"
    names = [f"{rows}, same luck, one thread", f"{rows}, same luck, two threads"]
    yield Group(
        [
            Case(names[0], "forks/s", forks("same", 1, out), FORKS),
            Case(names[1], "forks/s", forks("same", 2, out), FORKS),
            Case(f"{rows}, new luck, one thread", "forks/s", forks("new", 1, out), FORKS),
            Case(f"{rows}, same luck, into new memory", "forks/s", forks("same", 1, None), FORKS),
        ],
        [(f"{rows}, two threads to one", names[1], names[0])],
    )
    yield keys_in_seconds()


def keys_in_seconds() -> Group:
    """Nanoseconds a key, sixteen at a time and one by one."""
    tapes, lucks, generators = new_tapes(1), np.zeros(1, LUCK), np.zeros((1, 6), np.uint64)
    lucks["root"] = int(seed_set("calibrate")[0])
    attach(lucks[0], tapes[0], rules_of(Params())[0])
    detach(lucks[0])

    def nanoseconds(work: Callable[[], int]) -> Callable[[], float]:
        def once() -> float:
            start = time.perf_counter()
            done = work()
            return (time.perf_counter() - start) / done * 1e9

        return once

    names = ("a key, sixteen at a time", "a key, one by one")
    work = (lambda: fill_windows(tapes[0], WINDOWS), lambda: seed_by_texts(lucks[0], generators, WINDOWS))
    cases = [Case(name, "ns", nanoseconds(part)) for name, part in zip(names, work, strict=True)]
    return Group(cases, [("keys, sixteen at a time to one by one", names[1], names[0])])
