"""The page of measured speeds, made of the rows that `python benchmarks/run.py --write` keeps."""

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from texts import page, table

from pibench_env.commandline.bench import digits

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
MEASURED = BENCHMARKS / "measured.json"
Row = dict[str, Any]

TITLES = {
    "twin": "The yardstick",
    "kernel": "Kernel",
    "forks": "Forks and keys",
    "vector": "Vector environments",
    "env": "Environments",
    "surface": "Python surface",
    "start": "Start",
    "memory": "Memory",
}
"""Sections in their order; further benchmarks follow under their names."""
INTRO = (
    "What one machine measured. Values are medians of {rounds} rounds, and beside them stands the best round; cases "
    "that are compared take turns. *Times the twin* says how many times as fast as the same thing in plain Python a "
    "figure is, in lab-months, births or careers: that ratio travels to other machines better than the figure itself."
)
HOW = """```shell
make bench                        # measure this machine: some minutes
make bench NAMES="kernel vector"  # a part of it
python benchmarks/run.py --quick  # one short round of small batches
```

What the figures mean for your own runs stands on the page about [performance](performance.md)."""
MACHINE = {
    "cpu": "processor", "cores": "cores", "system": "system", "python": "Python", "numpy": "NumPy", "numba": "Numba",
    "gymnasium": "Gymnasium", "pibench-env": "pibench-env", "commit": "commit",
}  # fmt: skip


def benchmarks() -> str:
    """The whole page."""
    rows = json.loads(MEASURED.read_text(encoding="utf-8"))
    found = {row["benchmark"]: None for row in rows}
    names = [*(name for name in TITLES if name in found), *(name for name in found if name not in TITLES)]
    parts = [INTRO.format(rounds=max(row["rounds"] for row in rows)), HOW, "## The machine", _machine(rows)]
    for name in names:
        parts += [f"## {TITLES.get(name, name.capitalize())}", _about(name)]
        parts.append(_figures(row for row in rows if row["benchmark"] == name))
    return page("Benchmarks", *parts)


def _machine(rows: list[Row]) -> str:
    """Where and when the rows were made: one run, so the first says it for all."""
    times, loads = [row["time"] for row in rows], [row["load"] for row in rows]
    facts = [(what, rows[0][name]) for name, what in MACHINE.items()]
    facts += [("time", f"{min(times)} to {max(times)}"), ("load", f"{min(loads)} to {max(loads)}")]
    return table(("", ""), facts)


def _about(name: str) -> str:
    """What a benchmark says of itself."""
    source = BENCHMARKS / (f"{name}.py" if name == "twin" else f"bench_{name}.py")
    return ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""


def _figures(rows: Iterable[Row]) -> str:
    return table(("case", "median", "best", "unit", "times the twin"), _lines(rows))


def _lines(rows: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    for row in rows:
        ratio = "" if row["ratio"] is None else digits(row["ratio"])
        yield row["case"], digits(row["value"]), digits(row["best"]), row["unit"], ratio
