"""Run the benchmarks: `python benchmarks/run.py [--quick] [--write] [NAME ...]`, all of them without a name.

A benchmark is a file `bench_<name>.py` in this folder with a function `groups(effort)` that yields groups of cases
(`measuring.py`). The plain-Python twin is measured before and after them, and speeds stand beside their ratio to it.
Every row is stamped with the machine, the versions and the commit, and all of a run is written to results/<time>.json.
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import twin
from measuring import FULL, QUICK, Effort, Row, measure, with_ratio

from pibench_env.commandline.bench import digits
from pibench_env.commandline.output import note, show_table
from pibench_env.wording import nearest, shown

HERE = Path(__file__).parent
NAMES = [path.stem.removeprefix("bench_") for path in sorted(HERE.glob("bench_*.py"))]
RESULTS = HERE / "results"
MEASURED = HERE / "measured.json"  # what docs/benchmarks.md tells


class Parser(argparse.ArgumentParser):
    """Says in one line what was wrong."""

    def error(self, message: str) -> NoReturn:
        """Leave with code 2."""
        self.exit(2, f"{message}\n")


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = Parser(prog="benchmarks/run.py", description="Measure this machine.", allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all without a name")
    parser.add_argument("--quick", action="store_true", help="one short round of small batches, nothing compiled anew")
    parser.add_argument("--write", action="store_true", help=f"keep the rows in {MEASURED.name} too")
    given = parser.parse_args(words)
    for name in given.names:
        if name not in NAMES:
            parser.error(f"unknown benchmark {shown(name)}{nearest(name, NAMES)}")
    if given.write and given.names:
        parser.error("--write keeps a whole run: name no benchmarks with it")
    return given


def provenance() -> dict[str, Any]:
    """Where a number was made."""
    git = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True)
    return {
        "commit": git.stdout.strip() or "unknown",
        "machine": platform.machine(),
        "cpu": cpu_model(),
        "cores": len(os.sched_getaffinity(0)),
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "python": platform.python_version(),
        **{name: version(name) for name in ("pibench-env", "numpy", "numba", "gymnasium")},
    }


def cpu_model() -> str:
    """The name of the processor, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"


def moment() -> dict[str, Any]:
    """When a number was made, and how busy the machine was."""
    return {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "load": round(os.getloadavg()[0], 2)}


def rows_of(name: str, effort: Effort) -> list[Row]:
    """Run one benchmark; ratios are still to come."""
    found: list[Row] = []
    for group in importlib.import_module(f"bench_{name}").groups(effort):
        note(f"{name}: {group.cases[0].name} ...")
        found += [row | moment() for row in measure(name, group, effort)]
    return found


def run(names: Sequence[str], effort: Effort) -> list[Row]:
    """The rows of some benchmarks between two measurements of the twin."""
    stamp = provenance()
    note("twin: before the rest ...")
    before = [row | moment() for row in twin.rows("before", effort)]
    rest = [row for name in names for row in rows_of(name, effort)]
    note("twin: after the rest ...")
    after = [row | moment() for row in twin.rows("after", effort)]
    speeds = twin.speeds(before + after)
    return [with_ratio(row, speeds) | stamp for row in (*before, *after, *rest)]


def main(words: Sequence[str]) -> int:
    """Measure, show and keep."""
    given = arguments(words)
    rows = run(given.names or NAMES, QUICK if given.quick else FULL)
    lines = [
        (row["benchmark"], row["case"], digits(row["value"]), digits(row["best"]), row["unit"],
         "" if row["ratio"] is None else digits(row["ratio"]))
        for row in rows
    ]  # fmt: skip
    show_table(("benchmark", "case", "median", "best", "unit", "to twin"), lines, right=("median", "best", "to twin"))
    text = "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"  # a row a line
    target = RESULTS / f"{rows[0]['time'].replace(':', '')}.json"
    target.parent.mkdir(exist_ok=True)
    for path in (target, *[MEASURED] * given.write):
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
