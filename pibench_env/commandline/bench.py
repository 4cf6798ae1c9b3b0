"""`pibench bench`: how fast this machine runs labs, calls, compilation and imports.

What compiles is warmed up outside the clock, except where compiling is what is measured: that happens in a process of
its own with an empty cache.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from pibench_env.baselines.rollout import run_in_blocks
from pibench_env.commandline.output import show_json, show_table, with_progress
from pibench_env.lab import Lab
from pibench_env.seeds import seed_set
from pibench_env.state import HOT_BYTES, LAB

Row = dict[str, Any]

BATCHES = ((1, 1), (64, 1), (4096, 1), (4096, 2))  # labs and threads
LEAST_SECONDS = 1.0  # a measurement is repeated for so long at least
LEAST_ROUNDS = 3
CALLS = 500  # in one round
PROCESSES = 5
MICRO = 1e6
IMPORT = "import time; start = time.perf_counter(); import pibench_env; print(time.perf_counter() - start)"


def run(quick: bool, as_json: bool) -> int:
    """Measure and show.

    Args:
        quick: Leave out compiling from nothing.
        as_json: Show one document instead of a table.

    Returns:
        0.
    """
    rows = list(with_progress(measure(quick), "measuring"))
    if as_json:
        show_json(rows)
    else:
        lines = [(row["measure"], row["case"], digits(row["value"]), row["unit"]) for row in rows]
        show_table(("measure", "case", "value", "unit"), lines, right=("value",))
    return 0


def measure(quick: bool = False) -> Iterator[Row]:
    """All measurements.

    Args:
        quick: Leave out compiling from nothing.

    Yields:
        Rows of `measure`, `case`, `value` and `unit`.
    """
    for batch, threads in BATCHES:
        yield _row(
            "careers", f"{batch} labs, threads: {threads}", _lab_months_per_second(batch, threads), "lab-months/s"
        )
    for case, call in _calls().items():
        yield _row("call", case, _best_seconds(call) / CALLS * MICRO, "us")
    yield _row("import", "pibench_env", min(_import_seconds() for _ in range(PROCESSES)), "s")
    yield _row("start", "warm cache", min(_compile_times()["start"] for _ in range(PROCESSES)), "s")
    yield _row("size", "lab", LAB.itemsize, "bytes")
    yield _row("size", "what a month touches", HOT_BYTES, "bytes")
    if not quick:
        with tempfile.TemporaryDirectory() as cache:
            times = _compile_times(cache)
        for function, seconds in times.items():
            yield _row("compile", "all" if function == "start" else function, seconds, "s")


def _row(measure: str, case: str, value: float, unit: str) -> Row:
    return {"measure": measure, "case": case, "value": value, "unit": unit}


def digits(value: float) -> str:
    """How a measured number is shown.

    Args:
        value: 0 or more.

    Returns:
        Three digits that count, or all in front of the point.
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:#.3g}"


def _best_seconds(work: Callable[[], Any]) -> float:
    """The shortest of some rounds: what else the machine does only ever adds."""
    work()
    rounds: list[float] = []
    while sum(rounds) < LEAST_SECONDS or len(rounds) < LEAST_ROUNDS:
        start = time.perf_counter()
        work()
        rounds.append(time.perf_counter() - start)
    return min(rounds)


def _lab_months_per_second(batch: int, threads: int) -> float:
    """Careers with the baseline inside the kernel."""
    seeds = seed_set("calibrate")[:batch]
    months = sum(int(labs["month"].sum()) for labs in run_in_blocks("baseline", seeds))

    def play() -> None:
        for _ in run_in_blocks("baseline", seeds, threads=threads):
            pass

    return months / _best_seconds(play)


def _calls() -> dict[str, Callable[[], None]]:
    """A call that reads and a command, through the Python surface."""
    lab = Lab(seed_set("calibrate")[0])
    lab.recruit.hire_ra()
    (assistant,) = [row["id"] for row in lab.students.list()]

    def read() -> None:
        for _ in range(CALLS):
            lab.attention()

    def command() -> None:
        for _ in range(CALLS):
            lab.students.set_mentoring({assistant: 1.0})

    return {"lab.attention()": read, "lab.students.set_mentoring()": command}


def _import_seconds() -> float:
    return float(subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True).stdout)


def _compile_times(cache: str | None = None) -> dict[str, float]:
    """Seconds by function in a new process, which may have a cache of its own."""
    environment = os.environ | ({"PIBENCH_NUMBA_CACHE": cache} if cache else {})
    command = [sys.executable, "-m", "pibench_env.commandline.compile_times"]
    times: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    )
    return times
