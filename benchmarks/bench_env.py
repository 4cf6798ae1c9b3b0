"""Steps and resets of the environments, one lab on one core, observation, info and mask included.

Actions are chosen beforehand; resets are outside the clock of steps. CartPole of Gymnasium, a handful of additions in
plain Python, is measured in turn with them. A command is only a part of a month, and is weighed so in ratios.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
from gymnasium.utils import performance
from measuring import BIRTHS, MONTHS, Case, Effort, Group, per_second
from streams import CAREFUL, Stream, careful, masked, masked_flat, stream

from pibench_env.env import PIBenchEnv
from pibench_env.seeds import seed_set
from pibench_env.spaces.decoding import NVEC
from pibench_env.wrappers import BoxAction, FlatDiscrete
from pibench_env.wrappers.month_plan import PIBenchMonthEnv
from pibench_env.wrappers.plan.choices import PLAN_NVEC

WORLDS = 20


def steps(env: Any, played: Stream, effort: Effort) -> Callable[[], float]:
    """Steps a second of careers played again."""

    def once() -> float:
        n, spent = 0, 0.0
        while not n or spent < effort.seconds:
            for seed, actions in played.careers:
                env.reset(seed=seed)
                start = time.perf_counter()
                for action in actions:
                    env.step(action)
                spent += time.perf_counter() - start
                n += len(actions)
        return n / spent

    return once


def resets(env: Any, effort: Effort) -> Callable[[], float]:
    """Resets a second, each to a world of its own."""
    seeds = seed_set("calibrate")[: effort.worlds]

    def work() -> int:
        for seed in seeds:
            env.reset(seed=seed)
        return len(seeds)

    return per_second(work, effort)


def groups(effort: Effort) -> Iterator[Group]:
    """Steps of everything in turn; resets; and Gymnasium's own measures."""
    worlds = min(WORLDS, effort.worlds)
    command, month = PIBenchEnv(), PIBenchMonthEnv()
    commands, plans = stream(command, masked(NVEC), worlds), stream(month, careful, worlds)
    flat, box = FlatDiscrete(PIBenchEnv()), BoxAction(PIBenchMonthEnv())
    cases = {
        "PIBench-v0, masked random commands": (command, commands),
        "PIBench-v0, masked random commands, obs_mode=dict": (PIBenchEnv(obs_mode="dict"), commands),
        "PIBench-v0, masked random commands, gymnasium.make": (gymnasium.make("PIBench-v0"), commands),
        "PIBench-v0 in FlatDiscrete, masked random commands": (flat, stream(flat, masked_flat(), worlds)),
        "PIBenchMonth-v0, a careful plan": (month, plans),
        "PIBenchMonth-v0, a careful plan, obs_mode=dict": (PIBenchMonthEnv(obs_mode="dict"), plans),
        "PIBenchMonth-v0 in BoxAction, a careful plan": (box, stream(box, lambda info: box.box_of(CAREFUL), worlds)),
        "PIBenchMonth-v0, masked random plans": (month, stream(month, masked(PLAN_NVEC), worlds)),
    }
    pushes = Stream([(seed, [0, 1] * 5) for seed in seed_set("calibrate")[:worlds]], 0.0)
    cartpole = Case("CartPole-v1", "steps/s", steps(gymnasium.make("CartPole-v1").unwrapped, pushes, effort))
    ours = [
        Case(name, "steps/s", steps(env, played, effort), MONTHS, played.months_a_step)
        for name, (env, played) in cases.items()
    ]
    yield Group([cartpole, *ours])
    yield Group(
        [
            Case(f"{name}, reset", "resets/s", resets(env, effort), BIRTHS)
            for name, env in (("PIBench-v0", command), ("PIBenchMonth-v0", month))
        ]
    )
    yield Group([*gymnasium_cases(effort)])


def gymnasium_cases(effort: Effort) -> Iterator[Case]:
    """`benchmark_step` and `benchmark_init` of Gymnasium, whose actions are any of the space, chosen by the clock.

    A command closes the month as often as its verb is drawn; a plan always does.
    """
    seconds, seed = max(effort.seconds, 0.01), seed_set("calibrate")[0]
    for env_id, months in (("PIBench-v0", 1 / NVEC[0]), ("PIBenchMonth-v0", 1.0)):
        env = gymnasium.make(env_id)
        yield Case(
            f"{env_id}, Gymnasium's benchmark_step",
            "steps/s",
            lambda env=env: performance.benchmark_step(env, seconds, seed),
            MONTHS,
            months,
        )
        yield Case(
            f"{env_id}, Gymnasium's benchmark_init",
            "inits/s",
            lambda env_id=env_id: performance.benchmark_init(lambda: gymnasium.make(env_id), seconds, seed),
            BIRTHS,
        )
