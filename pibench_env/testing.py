"""Checks for whoever builds on the environments: a wrapper, a world, a door of their own.

Each check takes a function that makes an environment, plays, and raises `CheckError` with what was wrong and where.
`check_environment` runs them all, after Gymnasium's own `check_env`.
"""

import copy
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from pibench_env import batch, tables
from pibench_env.lab_env import LabEnv
from pibench_env.rows import Rows, columns
from pibench_env.state import Labs
from pibench_env.worlds import World

Make = Callable[[], gymnasium.Env[Any, Any]]
SEEDS = (11, 12, 13)
STEPS = 200


class CheckError(AssertionError):
    """An environment that does not keep a promise."""


def check_environment(make: Make, steps: int = STEPS) -> None:
    """All checks of this module, and Gymnasium's, where a warning counts as an error.

    Args:
        make: Makes an environment on a lab, wrapped or not.
        steps: Steps to play in each check and world.

    Raises:
        CheckError: A promise is not kept.
    """
    env = make()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=env.spec is None or env.render_mode is None)
    env.close()
    check_spaces(make, steps)
    check_determinism(make, steps)
    check_no_leak(make, steps)
    check_masks(make, steps)


def check_spaces(make: Make, steps: int = STEPS) -> None:
    """Observations are in their space, rewards are finite floats, flags are bools, and info keeps its keys and types.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.

    Raises:
        CheckError: One of them is not.
    """
    env = make()
    for seed in SEEDS:
        schema: dict[str, type] = {}
        for _, (observation, reward, terminated, truncated, info) in _career(env, seed, steps):
            now = {name: type(value) for name, value in info.items()}
            schema = schema or now
            _must(now == schema, f"info changes its keys or types, from {schema} to {now}", seed, info)
            _must(env.observation_space.contains(observation), "an observation is outside its space", seed, info)
            _must(type(reward) is float and np.isfinite(reward), f"a reward is {reward!r}, no finite float", seed, info)
            are_bools = type(terminated) is bool and type(truncated) is bool
            _must(are_bools, "terminated and truncated must be Python bools", seed, info)


def check_determinism(make: Make, steps: int = STEPS) -> None:
    """Two instances give the same with the same seed and actions, and so does one that is reset to that seed again.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.

    Raises:
        CheckError: They do not.
    """
    one, other = make(), make()
    for seed in SEEDS:
        actions, expected = zip(*_career(one, seed, steps), strict=True)
        for env in (other, one):
            observation, info = env.reset(seed=seed)
            again = [(observation, 0.0, False, False, info), *(env.step(action) for action in actions[1:])]
            for k, (left, right) in enumerate(zip(expected, again, strict=True)):
                _must(is_same(left, right), f"step {k} differs between runs with the same seed and actions", seed, {})


def check_no_leak(make: Make, steps: int = STEPS) -> None:
    """Nothing hidden shows: with the hidden columns scrambled, observation, mask and text stay as they are.

    The figures of info are for whoever scores the run, and are left out: Impact looks at quality.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.

    Raises:
        CheckError: Something hidden shows.
    """
    env = make()
    for seed in SEEDS:
        for k, (_, (*_, info)) in enumerate(_career(env, seed, steps)):
            if k % 10 == 0:
                twin = copy.deepcopy(env)
                scramble(_lab_env(twin).labs, np.random.default_rng(k))
                _must(is_same(_shown(env), _shown(twin)), "what is shown depends on a hidden column", seed, info)


def check_masks(make: Make, steps: int = STEPS) -> None:
    """Every part of an action has a legal choice, and a choice that the mask rules out does nothing.

    "Nothing" is measured: the command is refused, or the lab is the same to the byte as with the first legal choice of
    that part, since some parts mean nothing beside some others.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.

    Raises:
        CheckError: A part has no legal choice, or a choice that is ruled out does something.
    """
    env = make()
    lab_env = _lab_env(env)
    nvec = _nvec(lab_env)
    for seed in SEEDS:
        chance = np.random.default_rng(seed)
        for k, (_, (_, _, is_over, _, info)) in enumerate(_career(env, seed, steps)):
            parts = np.split(lab_env.action_masks(), np.cumsum(nvec)[:-1])
            _must(all(part.any() for part in parts), "a part of an action has no legal choice", seed, info)
            if not is_over and k % 20 == 3:
                _check_ruled_out(lab_env, parts, chance, seed, info)


def _check_ruled_out(env: LabEnv[Any], parts: list[Any], chance: np.random.Generator, seed: int, info: Any) -> None:
    """Play a legal action, part by part with what the mask rules out there, and compare."""
    legal = np.array([chance.choice(np.flatnonzero(part)) for part in parts])
    for k, part in enumerate(parts):
        free = legal.copy()
        free[k] = np.flatnonzero(part)[0]
        other = env.clone()
        other.step(free)
        for choice in np.flatnonzero(~part):
            wrong = legal.copy()
            wrong[k] = choice
            tried = env.clone()
            *_, after = tried.step(wrong)
            if after.get("outcome", "ok") == "ok":  # else it was refused
                same = (k > 0 or "outcome" not in after) and tried.labs.tobytes() == other.labs.tobytes()
                _must(same, f"part {k} of action {wrong.tolist()} is ruled out and yet does something", seed, info)


def check_batch_invariance(
    commands: NDArray[Any], seeds: Sequence[int], world: Mapping[str, Any] | None = None, salt: str | None = None
) -> None:
    """Labs in a batch become what they would be alone, whatever the order.

    Args:
        commands: Records of dtype `COMMAND` of shape (commands, labs): row k is what the labs are given k-th.
        seeds: One a lab.
        world: Parameters that differ from the published world, by name.
        salt: A secret that makes all luck of a seed another one.

    Raises:
        CheckError: A lab depends on its company.
    """
    home = World.of(world, None, salt)
    together, backwards = batch.born(seeds, home), batch.born(list(seeds)[::-1], home)
    alone = [batch.born([seed], home) for seed in seeds]
    for row in commands:
        outcomes = batch.apply_to_all(together, row, home)
        reversed_outcomes = batch.apply_to_all(backwards, np.ascontiguousarray(row[::-1]), home)[::-1]
        for i, lab in enumerate(alone):
            outcome = batch.apply_to_all(lab, row[i : i + 1], home)[0]
            _must(outcome == outcomes[i] == reversed_outcomes[i], f"lab {i} is answered otherwise alone", seeds[i], {})
    for i, lab in enumerate(alone):
        records = (together[i : i + 1], backwards[len(seeds) - 1 - i : len(seeds) - i])
        _must(all(r.tobytes() == lab.tobytes() for r in records), f"lab {i} differs from one alone", seeds[i], {})


def scramble(labs: Labs, chance: np.random.Generator) -> None:
    """Fill all hidden columns of labs with random bytes, in nested tables too.

    Args:
        labs: Records of dtype `LAB`, changed in place; nothing can be played in them any more.
        chance: Where the bytes come from.
    """
    _scramble(labs, tables.Lab, chance)


def _scramble(record: Any, row: type, chance: np.random.Generator) -> None:
    for name, col in columns(row):
        if col.hidden:
            part = record[name]
            record[name] = np.frombuffer(chance.bytes(part.nbytes), part.dtype).reshape(part.shape)
        elif isinstance(col, Rows):
            _scramble(record[name], col.row, chance)


def is_same(one: Any, other: Any) -> bool:
    """Whether two results are equal: arrays by value, containers item by item.

    Args:
        one: Anything that an environment returns.
        other: What it is compared with.

    Returns:
        True if they are.
    """
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(is_same(one[k], other[k]) for k in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other))


def _must(holds: Any, said: str, seed: int, info: Mapping[str, Any]) -> None:
    if not holds:
        raise CheckError(f"seed {seed}, month {info.get('month', '?')}: {said}")


def _lab_env(env: gymnasium.Env[Any, Any]) -> LabEnv[Any]:
    if not isinstance(env.unwrapped, LabEnv):
        raise CheckError(f"{type(env.unwrapped).__name__} is no environment on a lab of this package")
    return env.unwrapped


def _nvec(env: LabEnv[Any]) -> NDArray[np.int64]:
    space = env.action_space
    assert isinstance(space, gymnasium.spaces.MultiDiscrete)
    return space.nvec


def _observation_wrappers(env: gymnasium.Env[Any, Any]) -> list[Any]:
    """The wrappers that change observations, the innermost first."""
    layers: list[Any] = []
    while isinstance(env, gymnasium.Wrapper):
        if isinstance(env, gymnasium.ObservationWrapper):
            layers.insert(0, env)
        env = env.env
    return layers


def _shown(env: gymnasium.Env[Any, Any]) -> tuple[Any, ...]:
    """What the player sees now: observation through all wrappers, mask, text."""
    observation, info = _lab_env(env).observe()
    for layer in _observation_wrappers(env):
        observation = layer.observation(observation)
    return observation, info["action_mask"], env.render() if env.render_mode == "ansi" else None


def _career(env: gymnasium.Env[Any, Any], seed: int, steps: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Actions that the mask allows and what they brought, up to the end of the run; first the reset, without action."""
    chance = np.random.default_rng(seed)
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    result: tuple[Any, ...] = observation, 0.0, False, False, info
    yield None, result
    for _ in range(steps):
        if result[2] or result[3]:
            return
        action = _choose(env, chance, result[4])
        result = env.step(action)
        yield action, result


def _choose(env: gymnasium.Env[Any, Any], chance: np.random.Generator, info: Any) -> Any:
    """A random action that the mask allows; without a mask of that form, any action."""
    space, mask = env.action_space, info.get("action_mask")
    if isinstance(space, gymnasium.spaces.MultiDiscrete) and mask is not None and len(mask) == space.nvec.sum():
        parts = np.split(mask, np.cumsum(space.nvec)[:-1])
        return np.array([chance.choice(np.flatnonzero(part)) for part in parts])
    if isinstance(space, gymnasium.spaces.Discrete) and mask is not None and len(mask) == space.n:
        return int(chance.choice(np.flatnonzero(mask)))
    return space.sample()
