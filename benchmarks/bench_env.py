"""Steps and resets of the environments, one lab on one core, observation and info included.

CartPole, a handful of additions in plain Python, is measured in the same run: ratios survive a slower machine.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np

from pibench_env.env import PIBenchEnv
from pibench_env.seeds import seed_set
from pibench_env.spaces.decoding import split_mask
from pibench_env.wrappers.month_plan import PIBenchMonthEnv
from pibench_env.wrappers.plan.choices import PLAN_NVEC, plan_of

ROUNDS = 5
SEEDS = seed_set("calibrate")[:20]
CAREFUL = {
    "interviews": 4, "offers": 3, "ranking": 1, "mentoring": 5, "mentoring_cap": 60, "starts": 99, "topic": "reasoning",
    "tier": 2, "team": 2, "compute": 1500, "polish": 8, "revise": 8, "submit": "NAIC > CLAR > W-SHOP",
    "resubmit": "CLAR > W-SHOP", "salvage": "W-SHOP", "bsf_hours": 25, "amp_hours": 25, "tif_hours": 25,
    "fel_hours": 25, "bsf_evidence": 2, "amp_evidence": 2, "tif_evidence": 2, "fel_evidence": 2, "talks": 3,
    "reviews": 3, "collaborations": "accept", "crises": "support",
}  # fmt: skip


Careers = list[tuple[int, list[Any]]]


def careers(env: Any, choose: Callable[[dict[str, Any]], Any]) -> Careers:
    """Actions of one career a seed, to be played again against the clock."""
    played = []
    for seed in SEEDS:
        _, info = env.reset(seed=seed)
        actions, is_over = [], False
        while not is_over:
            action = choose(info)
            _, _, is_over, _, info = env.step(action)
            actions.append(action)
        played.append((seed, actions))
    return played


def steps_per_second(env: Any, played: Careers) -> float:
    """Steps alone: resets are outside the clock."""
    best = 0.0
    for _ in range(ROUNDS):
        n, spent = 0, 0.0
        for seed, actions in played:
            env.reset(seed=seed)
            start = time.perf_counter()
            for action in actions:
                env.step(action)
            spent += time.perf_counter() - start
            n += len(actions)
        best = max(best, n / spent)
    return best


def masked(nvec: Sequence[int], rng: np.random.Generator) -> Callable[[dict[str, Any]], Any]:
    """A player that chooses among what the mask allows."""

    def choose(info: dict[str, Any]) -> Any:
        return np.array([rng.choice(np.flatnonzero(part)) for part in split_mask(info["action_mask"], nvec)])

    return choose


def milliseconds_per_reset(env: Any) -> float:
    """Resets to given worlds."""
    best = np.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for seed in SEEDS:
            env.reset(seed=seed)
        best = min(best, (time.perf_counter() - start) / len(SEEDS))
    return float(best * 1e3)


def rows() -> list[dict[str, Any]]:
    """Steps and resets of both environments, and CartPole as the yardstick."""
    yardstick = gymnasium.make("CartPole-v1").unwrapped
    pushes = [(seed, [0, 1] * 5) for seed in SEEDS]
    cartpole = steps_per_second(yardstick, pushes)
    command, month = PIBenchEnv(), PIBenchMonthEnv()
    commands = careers(command, masked(command.action_space.nvec, np.random.default_rng(1)))
    plan = plan_of(**CAREFUL)
    careful = careers(month, lambda info: plan)
    random = careers(month, masked(PLAN_NVEC, np.random.default_rng(1)))
    cases = {
        "PIBench-v0, masked random": (command, commands),
        "PIBench-v0, masked random, dict": (PIBenchEnv(obs_mode="dict"), commands),
        "PIBench-v0, masked random, gymnasium.make": (gymnasium.make("PIBench-v0"), commands),
        "PIBenchMonth-v0, a careful plan": (month, careful),
        "PIBenchMonth-v0, masked random plans": (month, random),
    }
    found: list[dict[str, Any]] = [{"case": "CartPole-v1", "steps_per_second": cartpole, "ratio": 1.0}]
    for case, (env, played) in cases.items():
        speed = steps_per_second(env, played)
        found.append({"case": case, "steps_per_second": speed, "ratio": speed / cartpole})
    found += [{"case": f"reset, {type(env).__name__}", "ms": milliseconds_per_reset(env)} for env in (command, month)]
    return found
