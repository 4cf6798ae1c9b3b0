"""Careers for checks: played at random by the mask, from the start or from a lab that is some months old."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from pibench_env.lab import LabError
from pibench_env.lab_env import LabEnv

Step = tuple[Any, Any, bool, bool, dict[str, Any]]
GROWN = 24  # months after which a lab has something of everything


class CheckError(AssertionError):
    """An environment that does not keep a promise."""


def must(holds: Any, said: str, seed: int, info: Mapping[str, Any]) -> None:
    """Raise what is said, with seed and month, unless something holds."""
    if not holds:
        raise CheckError(f"seed {seed}, month {info['month']}: {said}")


def lab_env(env: gymnasium.Env[Any, Any]) -> LabEnv[Any]:
    """The environment inside all wrappers."""
    if isinstance(env.unwrapped, LabEnv):
        return env.unwrapped
    raise CheckError(f"{type(env.unwrapped).__name__} is no environment on a lab of this package")


def career(env: gymnasium.Env[Any, Any], seed: int, steps: int, is_grown: bool = False) -> Iterator[tuple[Any, Step]]:
    """Actions that the mask allows and what they brought, up to the end of the run.

    First comes the reset, without action. A grown lab is some months old by then.
    """
    chance = np.random.default_rng(seed)
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    result: Step = observation, 0.0, False, False, info
    if is_grown:
        grow(lab_env(env))
    else:
        yield None, result
    for k in range(steps):
        if result[2] or result[3] or lab_env(env).labs["finished"][0]:
            return
        is_blind = is_grown and k == 0  # the mask of the reset is no longer true
        action = env.action_space.sample() if is_blind else choose(env, chance, result[4], seed)
        result = env.step(action)
        yield action, result


def grow(env: LabEnv[Any]) -> None:
    """Play some months as a modest head of a lab would: few people, easy papers, small money."""
    lab = env.lab
    for _ in range(min(GROWN, lab.months - 1)):
        with suppress(LabError):
            best = max(lab.recruit.applicants(), key=lambda row: float(row["letter"]), default=None)
            if best is not None:
                lab.recruit.offer(best["id"])
        board = lab.dashboard()
        busy = {member for project in board["active_projects"] for member in project["members"]}
        for row in board["students"]:
            with suppress(LabError):
                lab.students.set_mentoring({row["id"]: 4})
                if row["id"] not in busy:
                    lab.projects.start("reasoning", tier=1, members=[row["id"]], monthly_compute=500)
        for row in board["available_drafts"]:
            with suppress(LabError):
                lab.papers.submit(row["id"], "W-SHOP")
        with suppress(LabError):
            lab.grants.propose("TIF-rolling", "reasoning", 10, [])
        if lab.finished:
            return
        lab.next_month()


def parts_of(space: Any, info: Mapping[str, Any]) -> list[NDArray[np.bool_]] | None:
    """The mask of info part by part, or None if it is not made for that action space."""
    mask = info.get("action_mask")
    if isinstance(space, gymnasium.spaces.MultiDiscrete) and mask is not None and len(mask) == space.nvec.sum():
        return np.split(mask.astype(bool), np.cumsum(space.nvec)[:-1])
    if isinstance(space, gymnasium.spaces.Discrete) and mask is not None and len(mask) == space.n:
        return [mask.astype(bool)]
    return None


def choose(env: gymnasium.Env[Any, Any], chance: np.random.Generator, info: Any, seed: int) -> Any:
    """A random action that the mask allows; without a mask for the action space, any action."""
    parts = parts_of(env.action_space, info)
    if parts is None:
        return env.action_space.sample()
    must(all(part.any() for part in parts), "a part of an action has no legal choice", seed, info)
    action = np.array([chance.choice(np.flatnonzero(part)) for part in parts])
    return action if isinstance(env.action_space, gymnasium.spaces.MultiDiscrete) else int(action[0])
