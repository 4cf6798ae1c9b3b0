"""Vector environments as `gymnasium.make_vec` makes them: steps of all labs together, observation and info included.

Each lab plays a career prepared in one of 64 worlds: masked random commands, or the same careful plan every month. It
is played from the start for as long as every lab lasts, so that no reset is inside the clock. A step here is the step
of one lab.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import performance
from measuring import BIRTHS, MONTHS, Case, Effort, Group, per_second
from streams import Stream, careful, masked, stream

from pibench_env.env import PIBenchEnv
from pibench_env.seeds import seed_set
from pibench_env.spaces.decoding import NVEC
from pibench_env.wrappers.month_plan import PIBenchMonthEnv

BATCHES = (1, 16, 128, 1024, 4096)
SAMPLED = 128  # labs for Gymnasium's own measure


def steps(envs: Any, played: Stream, effort: Effort) -> Callable[[], float]:
    """Steps a second; a round ends when it is long enough, however much of the careers is left."""
    n = envs.num_envs
    rows = np.arange(n) % len(played.careers)
    seeds = [played.careers[row][0] for row in rows]
    actions = np.array([career[: played.shortest] for _, career in played.careers], np.int64)[rows]
    actions = np.ascontiguousarray(actions.swapaxes(0, 1))  # by step, then by lab

    def once() -> float:
        done, spent = 0, 0.0
        while not done or spent < effort.seconds:
            envs.reset(seed=seeds)
            start = time.perf_counter()
            for action in actions:
                envs.step(action)
                done += n
                if time.perf_counter() - start + spent > effort.seconds:
                    break
            spent += time.perf_counter() - start
        return done / spent

    return once


def births(envs: Any, effort: Effort) -> Callable[[], float]:
    """Resets of all labs to worlds that were never seen before."""
    seeds, n = seed_set("calibrate"), envs.num_envs
    first = n

    def work() -> int:
        nonlocal first
        first += n
        envs.reset(seed=[*seeds[first : first + n]])
        return n

    return per_second(work, effort)


def groups(effort: Effort) -> Iterator[Group]:
    """Steps by batch, one environment at a time: thousands of labs take room."""
    streams = {
        "PIBench-v0": stream(PIBenchEnv(), masked(NVEC), effort.worlds),
        "PIBenchMonth-v0": stream(PIBenchMonthEnv(), careful, effort.worlds),
    }
    for env_id, played in streams.items():
        for batch in effort.batches(*BATCHES):
            envs = gymnasium.make_vec(env_id, num_envs=batch)
            labs = f"{env_id}, {batch} lab{'s' * (batch > 1)}"
            cases = [Case(labs, "steps/s", steps(envs, played, effort), MONTHS, played.months_a_step)]
            if batch == effort.largest:
                cases.append(Case(f"{labs}, reset to other seeds", "births/s", births(envs, effort), BIRTHS))
            yield Group(cases)
            envs.close()
    if hasattr(performance, "benchmark_vector_step"):  # Gymnasium has it from 1.4 on
        yield sampled(effort)


def sampled(effort: Effort) -> Group:
    """Gymnasium's own measure: any actions of the space, chosen by the clock, and labs that begin anew."""
    batch, seconds, seed = min(SAMPLED, effort.largest), max(effort.seconds, 0.01), seed_set("calibrate")[0]

    def case(env_id: str, months: float) -> Case:
        envs = gymnasium.make_vec(env_id, num_envs=batch)
        name = f"{env_id}, {batch} labs, Gymnasium's benchmark_vector_step"
        return Case(name, "steps/s", lambda: performance.benchmark_vector_step(envs, seconds, seed), MONTHS, months)

    return Group([case("PIBench-v0", 1 / NVEC[0]), case("PIBenchMonth-v0", 1.0)])
