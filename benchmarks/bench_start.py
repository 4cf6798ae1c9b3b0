"""What a new process takes before it plays: imports, the first month or step, and compiling.

Warm means that compiled code is found in the cache, as in every process but the first. Cold means an empty cache; that
is measured once. What only compiles a part is told in seconds of that part, callees included.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

from measuring import Case, Effort, Group

IMPORT = "import {}"
STEP = """
import gymnasium
import pibench_env
env = gymnasium.make("{}")
env.reset(seed=7)
env.step(env.action_space.sample())
"""
CLOCK = "import time; start = time.perf_counter()\n{}\nprint(time.perf_counter() - start)"
FIRST = {
    "first month of a Lab": "from pibench_env import Lab; Lab(7).next_month()",
    "first step of PIBench-v0": STEP.format("PIBench-v0"),
    "first step of PIBenchMonth-v0": STEP.format("PIBenchMonth-v0"),
}


def seconds(code: str, cache: str | None = None) -> float:
    """Some code in a new process, which may have a compile cache of its own."""
    environment = os.environ | ({"PIBENCH_NUMBA_CACHE": cache} if cache else {})
    command = [sys.executable, "-c", CLOCK.format(code)]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)


def from_nothing(code: str) -> Callable[[], float]:
    """The same with an empty cache."""

    def once() -> float:
        with tempfile.TemporaryDirectory() as cache:
            return seconds(code, cache)

    return once


def groups(effort: Effort) -> Iterator[Group]:
    """Warm starts in turn, then cold ones."""
    codes = {f"import {module}": IMPORT.format(module) for module in ("gymnasium", "pibench_env")}
    codes |= {f"{name}, warm": code for name, code in FIRST.items()}
    yield Group([Case(name, "s", lambda code=code: seconds(code)) for name, code in codes.items()])
    if effort.from_nothing:
        yield Group([Case(f"{name}, cold", "s", from_nothing(code), is_alone=True) for name, code in FIRST.items()])
        yield Group([*compiling()])


def compiling() -> Iterator[Case]:
    """All that `make run` needs, function by function."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "pibench_env.commandline.compile_times"]
        environment = os.environ | {"PIBENCH_NUMBA_CACHE": cache}
        times = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    for function, taken in times.items():
        name = "compiling all that make run needs" if function == "start" else f"compiling {function}"
        yield Case(name, "s", lambda taken=taken: taken, is_alone=True)
