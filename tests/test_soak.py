"""Millions of months in one process: memory stays where it is."""

import gc
import os
from itertools import islice
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from pibench_env.baselines.rollout import run_in_blocks
from pibench_env.seeds import seed_set

STATM = Path("/proc/self/statm")
MONTHS = 10_000_000
SPARE = 30 * 2**20  # bytes: what the allocator and the interpreter may keep

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not STATM.exists(), reason="resident memory is read from /proc")]


def resident():
    """Bytes that this process holds in memory."""
    gc.collect()
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def months_of(seeds):
    """Lab-months of the baseline, two threads."""
    return sum(int(labs["month"].sum()) for labs in run_in_blocks("baseline", seeds, threads=2))


def test_ten_million_months_in_flat_memory():
    train = seed_set("train")
    played, first = months_of(train[:4096]), 4096
    before = resident()
    while played < MONTHS:
        some = train[first : first + 8192]
        played += months_of(some) + months_of([*islice(some, 64)] * 4)
        first += len(some)
    assert resident() - before < SPARE


def test_vector_environments_in_flat_memory():
    envs = gymnasium.make_vec("PIBenchMonth-v0", num_envs=256, threads=2, autoreset_mode="SameStep")
    envs.reset(seed=1)
    envs.action_space.seed(1)
    plans = [envs.action_space.sample() for _ in range(8)]
    for k in range(150):
        envs.step(plans[k % 8])
    before = resident()
    for k in range(2000):
        envs.step(plans[k % 8])
    assert resident() - before < SPARE
    assert np.isfinite(envs.step(plans[0])[1]).all()
