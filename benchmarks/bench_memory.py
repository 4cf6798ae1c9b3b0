"""How large a lab is: its record, the part that a month touches, and what a process really takes for each of many.

Resident memory is what a new process has more of with a batch than without, once all code is loaded.
"""

import subprocess
import sys
from collections.abc import Iterator

from measuring import Case, Effort, Group

from pibench_env.registration import ENTRY_POINTS
from pibench_env.state import HOT_BYTES, LAB

BATCH = 1024
RESIDENT = """
import os
from pathlib import Path
import gymnasium
from pibench_env.baselines.rollout import run
from pibench_env.seeds import seed_set

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def make(n):
    {make}
    return made

few = make(2)
before = resident()
many = make({batch})
print((resident() - before) / {batch})
"""
PLAYED = 'made = run("baseline", seed_set("calibrate")[:n])'
VECTOR = 'made = gymnasium.make_vec("pibench_env:{}", num_envs=n); made.reset(seed=[*seed_set("calibrate")[:n]])'


def resident(make: str, batch: int) -> float:
    """Bytes a lab in a new process."""
    code = RESIDENT.format(make=make, batch=batch)
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)


def groups(effort: Effort) -> Iterator[Group]:
    """What is known, and what is seen."""
    batch = min(BATCH, effort.largest)
    known = {"record of a lab": LAB.itemsize, "of it touched by a month": HOT_BYTES}
    seen = {f"resident, {batch} played labs": PLAYED}
    seen |= {f"resident, {batch} labs of {env_id}": VECTOR.format(env_id) for env_id in ENTRY_POINTS}
    yield Group([Case(name, "bytes", lambda size=size: float(size), is_alone=True) for name, size in known.items()])
    yield Group(
        [Case(name, "bytes", lambda make=make: resident(make, batch), is_alone=True) for name, make in seen.items()]
    )
