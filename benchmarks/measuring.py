"""How the benchmarks measure: rounds of cases in turn, medians, and ratios to the plain-Python twin.

Cases that are compared stand in one group, whose rounds take turns: what else the machine does meets all of them alike.
"""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]

# What the twin does too, and speeds are compared by.
MONTHS, BIRTHS, CAREER, FORKS = "lab-months", "births", "career", "forks"


@dataclass(frozen=True)
class Effort:
    """How much is done to know a figure."""

    rounds: int = 5
    seconds: float = 0.5  # that a round of a speed lasts at least
    largest: int = 4096  # labs in a batch, at most
    worlds: int = 64  # different worlds in play that is prepared
    from_nothing: bool = True  # whether compiling with an empty cache is measured, which takes minutes

    def batches(self, *sizes: int) -> list[int]:
        """The sizes that are not too large."""
        return [size for size in sizes if size <= self.largest]


FULL = Effort()
QUICK = Effort(rounds=1, seconds=0.0, largest=16, worlds=2, from_nothing=False)


@dataclass(frozen=True)
class Case:
    """One figure: `once` takes it anew, in `unit`.

    `counts` says by what it is compared with the twin, and `each` how many of those one unit stands for: a step that
    closes every third month is a third of a lab-month. What `is_alone` is taken once and not warmed up.
    """

    name: str
    unit: str
    once: Callable[[], float]
    counts: str | None = None
    each: float = 1.0
    is_alone: bool = False


@dataclass(frozen=True)
class Group:
    """Cases that take turns, and quotients of two of them, taken round by round: name, numerator, denominator."""

    cases: Sequence[Case]
    quotients: Sequence[tuple[str, str, str]] = ()


def per_second(work: Callable[[], int], effort: Effort) -> Callable[[], float]:
    """A speed: work that says how much it was, repeated until a round is long enough."""

    def once() -> float:
        done, spent = 0, 0.0
        while not done or spent < effort.seconds:
            start = time.perf_counter()
            done += work()
            spent += time.perf_counter() - start
        return done / spent

    return once


def measure(benchmark: str, group: Group, effort: Effort) -> list[Row]:
    """The rows of a group; `with_ratio` finishes them."""
    values: dict[str, list[float]] = {case.name: [] for case in group.cases}
    for case in group.cases:
        if not case.is_alone:
            case.once()  # compiles, and fills caches
    gc.collect()
    for turn in range(effort.rounds):
        for case in group.cases:
            if turn == 0 or not case.is_alone:
                values[case.name].append(case.once())
    rows = [
        row_of(benchmark, case.name, case.unit, values[case.name]) | {"counts": case.counts, "each": case.each}
        for case in group.cases
    ]
    for name, above, below in group.quotients:
        quotients = [one / other for one, other in zip(values[above], values[below], strict=True)]
        rows.append(row_of(benchmark, name, "×", quotients) | {"counts": None, "each": 1.0})
    return rows


def is_speed(unit: str) -> bool:
    """Whether more is better."""
    return unit.endswith("/s") or unit == "×"


def row_of(benchmark: str, case: str, unit: str, values: Sequence[float]) -> Row:
    """What is told of a case: the median is its value, and the best shows what the machine can do when it is let."""
    best = max(values) if is_speed(unit) else min(values)
    value = statistics.median(values)
    return {"benchmark": benchmark, "case": case, "value": value, "best": best, "unit": unit, "rounds": len(values)}


def with_ratio(row: Row, twin: dict[str, float]) -> Row:
    """A finished row: how many times as fast as the twin it is, None where the twin does nothing like it."""
    row, ratio = dict(row), None
    counts, each = row.pop("counts"), row.pop("each")
    if counts is not None:
        ratio = row["value"] * each / twin[counts] if is_speed(row["unit"]) else twin[counts] / row["value"]
    return {name: rounded(value) for name, value in (row | {"ratio": ratio}).items()}


def rounded(value: Any) -> Any:
    """Six digits that count: more would be noise."""
    return float(f"{value:.6g}") if isinstance(value, float) else value
