"""Environments for tests: made, played at random, compared."""

from typing import Any

import gymnasium
import numpy as np

from pibench_env.spaces.decoding import split_mask

# A lab with so much money and time, and such easy papers, that random play brings about everything.
EASY: dict[str, Any] = {
    "start_budget": 1e8, "attention_budget": 600.0, "tier_work": [0.1] * 3, "tier_infeasible": [0.0] * 3,
    "venue_bar": [3.0, 2.0, 1.0, 3.0], "venue_visibility": [9.0] * 4, "rep_init": 4.0,
}  # fmt: skip


def make(**options: Any) -> Any:
    """The environment with the wrappers that users meet."""
    return gymnasium.make("PIBench-v0", **options)


def masked_actions(env: Any, seed: int, steps: int) -> list[Any]:
    """Outcomes of random actions that the mask allows: observation, reward and the rest of each step."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    results = []
    for _ in range(steps):
        result = env.step(env.action_space.sample(mask=split_mask(info["action_mask"])))
        results.append(result)
        info = result[4]
        if result[2]:
            _, info = env.reset()
    return results


def is_same(one: Any, other: Any) -> bool:
    """Whether observations, infos or whole steps are equal to the bit."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other))
