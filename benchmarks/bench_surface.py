"""Calls of the Python surface of one lab: one that reads, and a command that is accepted."""

import time
from collections.abc import Callable, Iterator

from measuring import Case, Effort, Group

from pibench_env.lab import Lab
from pibench_env.seeds import seed_set

CALLS = 500  # in one go


def microseconds(call: Callable[[], object]) -> Callable[[], float]:
    """What one call takes."""

    def once() -> float:
        start = time.perf_counter()
        for _ in range(CALLS):
            call()
        return (time.perf_counter() - start) / CALLS * 1e6

    return once


def groups(effort: Effort) -> Iterator[Group]:
    """One assistant is there to be mentored."""
    lab = Lab(seed_set("calibrate")[0])
    lab.recruit.hire_ra()
    (assistant,) = [row["id"] for row in lab.students.list()]
    calls = {
        "lab.attention()": lab.attention,
        "lab.students.set_mentoring()": lambda: lab.students.set_mentoring({assistant: 1.0}),
    }
    yield Group([Case(name, "µs", microseconds(call)) for name, call in calls.items()])
