"""The lab in plain Python, on the same machine and in the same process as all the rest.

It is the naive twin of `tests/naive/` with the baseline in plain Python; its careers equal the compiled ones. It is
measured before and after the rest, and ratios are taken to the mean of the two.
"""

import copy
import statistics
import sys
import time
from pathlib import Path

from measuring import BIRTHS, CAREER, FORKS, MONTHS, Case, Effort, Group, Row, measure, per_second

from pibench_env.seeds import seed_set

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # the twin is no part of the package

from naive.baseline import Baseline
from naive.world import World

CAREERS = 20
HALFWAY = 30  # months


def group(effort: Effort) -> Group:
    """Careers and births of the twin."""
    seeds = seed_set("calibrate")[: min(CAREERS, effort.worlds)]

    def careers() -> int:
        return sum(Baseline(World(seed)).play_career().month for seed in seeds)

    def births() -> int:
        for seed in seeds:
            World(seed)
        return len(seeds)

    def one_career() -> float:
        start = time.perf_counter()
        careers()
        return (time.perf_counter() - start) / len(seeds) * 1e3

    halfway = Baseline(World(seeds[0]))
    for _ in range(HALFWAY):
        halfway.play_month()

    def forks() -> int:
        for _ in seeds:
            copy.deepcopy(halfway.world)
        return len(seeds)

    return Group(
        [
            Case("careers", "lab-months/s", per_second(careers, effort), MONTHS),
            Case("births", "births/s", per_second(births, effort), BIRTHS),
            Case("forks", "forks/s", per_second(forks, effort), FORKS),
            Case("one career", "ms", one_career, CAREER),
        ]
    )


def rows(when: str, effort: Effort) -> list[Row]:
    """The yardstick, before or after the rest."""
    return [row | {"case": f"{row['case']}, {when} the rest"} for row in measure("twin", group(effort), effort)]


def speeds(taken: list[Row]) -> dict[str, float]:
    """What ratios are taken to, by what is counted."""
    counted = {row["counts"] for row in taken}
    return {counts: statistics.mean(row["value"] for row in taken if row["counts"] == counts) for counts in counted}
