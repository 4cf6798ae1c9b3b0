"""Vector environments for tests: made, played by their masks, compared with Gymnasium's."""

from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
from env_tools import EASY

from pibench_env.seeds import seed_set
from pibench_env.spaces.decoding import NVEC, split_mask
from pibench_env.wrappers.plan.choices import PLAN_NVEC

COMMANDS, MONTHS = "PIBench-v0", "PIBenchMonth-v0"
IDS = (COMMANDS, MONTHS)
PARTS = {COMMANDS: NVEC, MONTHS: PLAN_NVEC}
MODES = ("NextStep", "SameStep", "Disabled")
SEEDS = list(seed_set("train")[:3])

PAPERS = EASY | {"venue_delay": [1] * 4, "naic_months": list(range(12)), "clar_months": list(range(12))}

# Runs of a few months in which much happens: long ones, bankrupt ones, all options at least once.
VARIANTS: dict[str, dict[str, Any]] = {
    "published": {"months": 4},
    "bankrupt": {"world": {"start_budget": 30_000.0}, "reward": "symlog", "illegal_penalty": 0.25},
    "papers": {"world": PAPERS, "months": 12, "reward": "difference"},
    "papers, tame": {"world": PAPERS, "months": 12, "reward": "symlog"},
    "papers, paid at the end": {"world": PAPERS, "months": 12, "reward": "final"},
    "named parts": {"months": 2, "obs_mode": "dict", "salt": "pepper", "seeds": "tune[0:4]", "staff_tools": False},
    "truncated": {"months": 6, "max_episode_steps": 4},
}


def make(env_id: str, n: int = len(SEEDS), **options: Any) -> Any:
    """The vector environment that `make_vec` makes when it is not told otherwise."""
    return gymnasium.make_vec(env_id, num_envs=n, **options)


def make_sync(env_id: str, n: int = len(SEEDS), mode: str = "NextStep", **options: Any) -> Any:
    """Gymnasium's own loop over single environments."""
    how = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": mode}}
    return gymnasium.make_vec(env_id, num_envs=n, **how, **options)


def chosen(env_id: str, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random action a row, of those that its mask allows."""
    rows = [[rng.choice(np.flatnonzero(part)) for part in split_mask(mask, PARTS[env_id])] for mask in masks]
    return np.array(rows)


def play(env_id: str, env: Any, steps: int, seed: Any = 7, reset: Callable[..., Any] | None = None) -> Iterator[Any]:
    """What reset and steps return; the caller resets rows that are over, where the mode leaves that to it."""
    rng = np.random.default_rng(3)
    observations, infos = env.reset(seed=seed)
    yield observations, infos
    masks = infos["action_mask"].copy()
    is_disabled = env.metadata["autoreset_mode"].value == "Disabled"
    for _ in range(steps):
        actions = chosen(env_id, masks, rng)
        result = env.step(actions)
        yield result
        masks, is_over = result[4]["action_mask"].copy(), result[2] | result[3]
        if is_disabled and is_over.any():
            result = env.reset(options={"reset_mask": is_over})
            yield result
            masks[is_over] = result[1]["action_mask"][is_over]


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two results differ in type, dtype, shape or a bit."""
    if type(one) is not type(other):
        return [f"{path}: {type(one).__name__}, {type(other).__name__}"]
    if isinstance(one, dict):
        missing = [f"{path}/{name}: only in one" for name in one.keys() ^ other.keys()]
        return missing + [
            found
            for name in one.keys() & other.keys()
            for found in differences(one[name], other[name], f"{path}/{name}")
        ]
    if isinstance(one, tuple | list):
        if len(one) != len(other):
            return [f"{path}: {len(one)}, {len(other)} entries"]
        pairs = enumerate(zip(one, other, strict=True))
        return [found for k, (left, right) in pairs for found in differences(left, right, f"{path}/{k}")]
    if isinstance(one, np.ndarray):
        if one.dtype == object and other.dtype == object:
            return differences(one.tolist(), other.tolist(), path)
        if (one.dtype, one.shape) != (other.dtype, other.shape) or one.tobytes() != other.tobytes():
            return [f"{path}: {one.dtype}{one.shape} {one}, {other.dtype}{other.shape} {other}"]
        return []
    return [] if one == other else [f"{path}: {one!r}, {other!r}"]


def snapshot(value: Any) -> Any:
    """A deep copy of a result."""
    if isinstance(value, dict):
        return {name: snapshot(entry) for name, entry in value.items()}
    if isinstance(value, tuple):
        return tuple(map(snapshot, value))
    return value.copy() if isinstance(value, np.ndarray) else value


def arrays(value: Any) -> Iterator[np.ndarray]:
    """All arrays of a result."""
    if isinstance(value, np.ndarray):
        yield value
        if value.dtype == object:
            yield from arrays(tuple(value))
    elif isinstance(value, dict):
        yield from arrays(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for entry in value:
            yield from arrays(entry)
