"""`pibench reproduce`: the published numbers, computed anew and compared at the published decimals."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import numpy as np

from pibench_env.baselines import rollout
from pibench_env.commandline.output import show_json, show_lines, show_table
from pibench_env.params import Params
from pibench_env.published import FIGURES, SEEDS, STATISTICS, Figure
from pibench_env.rules import rules_of
from pibench_env.summary import run_summary

DIFFERENT = 1

Row = dict[str, Any]
Careers = dict[int, Row]  # run summaries by seed

# What a statistic is about, and how careers become one number.
_COMPUTED: dict[str, tuple[str, Callable[[list[float]], Any]]] = {
    "impact": ("impact", np.mean),
    "mean impact": ("impact", np.mean),
    "median impact": ("impact", np.median),
    "collapsed": ("collapsed", sum),
    "months survived": ("months_survived", np.mean),
}


def run(as_json: bool) -> int:
    """Compare and show.

    Args:
        as_json: Show one document instead of a table.

    Returns:
        0 if every number is the published one, 1 otherwise.
    """
    rows = compare()
    if as_json:
        show_json(rows)
    else:
        show_table(("policy", "world", "seeds", "statistic", "published", "ours"), _lines(rows))
        show_lines(["", f"{sum(row['equal'] for row in rows)} of {len(rows)} published numbers are equal"])
    return 0 if all(row["equal"] for row in rows) else DIFFERENT


def compare(figures: tuple[Figure, ...] = FIGURES) -> list[Row]:
    """Compute published numbers anew.

    Args:
        figures: Which.

    Returns:
        For each figure its policy, world, seeds and statistic, the published number, ours, and whether they are equal.
    """
    played: dict[tuple[str, Params], Careers] = {}
    rows = []
    for figure in figures:
        params = Params.of(figure.world)
        if (figure.policy, params) not in played:
            played[figure.policy, params] = _careers(figure.policy, params)
        ours = _computed(figure.statistic, [played[figure.policy, params][seed] for seed in figure.seeds])
        rows.append(
            {
                "policy": figure.policy,
                "world": dict(figure.world),
                "seeds": list(figure.seeds),
                "statistic": figure.statistic,
                "published": figure.value,
                "ours": ours,
                "equal": ours == figure.value,
            }
        )
    return rows


def _computed(statistic: str, careers: list[Row]) -> float:
    """The number as it is published: rounded as a double, made by NumPy.

    Six of them are halves of the last digit, and doubles lie on either side of a half: 24.15, summed by pairs, is
    published as 24.2, and 161.15 as 161.1.
    """
    column, reduce = _COMPUTED[statistic]
    decimals = STATISTICS[statistic]
    number = float(reduce([row[column] for row in careers]))
    return round(number, decimals) if decimals else round(number)


def _careers(policy: str, params: Params) -> Careers:
    """All careers of a policy in a world."""
    labs = rollout.run(policy, SEEDS, params)
    rules = rules_of(params)
    return {seed: run_summary(labs, i, rules) for i, seed in enumerate(SEEDS)}


def _lines(rows: list[Row]) -> list[tuple[str, ...]]:
    """Single careers of one policy side by side, everything else a line of its own."""
    lines: list[tuple[str, ...]] = []
    for (policy, world, statistic, _), group in groupby(rows, _group):
        members = list(group)
        seeds = [seed for row in members for seed in row["seeds"]]
        published, ours = ("  ".join(str(row[key]) for row in members) for key in ("published", "ours"))
        verdict = "equal" if all(row["equal"] for row in members) else ours
        lines.append((policy, world, f"{min(seeds)}-{max(seeds)}", statistic, published, verdict))
    return lines


def _group(row: Row) -> tuple[str, str, str, int]:
    world = " ".join(f"{name}={value:g}" for name, value in row["world"].items())
    return row["policy"], world or "published", row["statistic"], len(row["seeds"])
