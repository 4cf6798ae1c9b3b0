"""Checks for whoever builds on the environments: a wrapper, a world, a door of their own.

Each check takes a function that makes an environment, plays it, and raises `CheckError` with what was wrong and where.
`check_environment` runs them all, after Gymnasium's own `check_env`. What is checked is the environment as it is made,
with all its wrappers; labs are played at random from the start, and once more from a later month, with people, papers
and proposals.
"""

import copy
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from pibench_env import batch, tables
from pibench_env.codes import Outcome
from pibench_env.rehearsal import CheckError, career, lab_env, must, parts_of
from pibench_env.rows import Rows, columns
from pibench_env.state import Labs
from pibench_env.worlds import World

__all__ = [
    "CheckError",
    "check_batch_invariance",
    "check_determinism",
    "check_environment",
    "check_masks",
    "check_no_leak",
    "check_spaces",
    "is_same",
    "scramble",
]

Make = Callable[[], gymnasium.Env[Any, Any]]
SEEDS = (11, 12, 13)
STEPS = 200
TRIED = 64  # choices that the mask rules out, tried at once


def check_environment(make: Make, steps: int = STEPS, seeds: Sequence[int] = SEEDS) -> None:
    """All checks of this module, and Gymnasium's, where a warning counts as an error.

    Args:
        make: Makes an environment on a lab, wrapped or not.
        steps: Steps to play in each check and world.
        seeds: Worlds to play in.

    Raises:
        CheckError: A promise is not kept.
    """
    env = _made(make)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What Gymnasium says of every wrapper.
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version.*")
        cannot_be_made = not _can_be_made_again(env)
        check_env(env, skip_render_check=cannot_be_made, skip_close_check=cannot_be_made)
    env.close()
    for check in (check_spaces, check_determinism, check_no_leak, check_masks):
        check(make, steps, seeds)


def check_spaces(make: Make, steps: int = STEPS, seeds: Sequence[int] = SEEDS) -> None:
    """Observations are in their space, rewards are finite floats, flags are bools, and info keeps its keys and types.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.
        seeds: Worlds to play in.

    Raises:
        CheckError: One of them is not.
    """
    env = _made(make)
    for seed in seeds:
        for is_grown in (False, True):
            schema: dict[str, str] = {}
            for _, (observation, reward, terminated, truncated, info) in career(env, seed, steps, is_grown):
                now = {name: type(value).__name__ for name, value in info.items()}
                schema = schema or now
                if terminated or truncated:  # where Gymnasium's wrappers add what they have gathered
                    now = {name: kind for name, kind in now.items() if name in schema}
                changed = sorted(f"{name}: {kind}" for name, kind in schema.items() ^ now.items())
                must(not changed, f"info changes its keys or types: {', '.join(changed)}", seed, info)
                must(env.observation_space.contains(observation), "an observation is outside its space", seed, info)
                is_number = type(reward) is float and np.isfinite(reward)
                must(is_number, f"a reward is {reward!r}, no finite float", seed, info)
                are_bools = type(terminated) is bool and type(truncated) is bool
                must(are_bools, "terminated and truncated must be Python bools", seed, info)


def check_determinism(make: Make, steps: int = STEPS, seeds: Sequence[int] = SEEDS) -> None:
    """Two instances give the same with the same seed and actions, and so does one that is reset to that seed again.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.
        seeds: Worlds to play in.

    Raises:
        CheckError: They do not.
    """
    one, other = _made(make), _made(make)
    for seed in seeds:
        actions, expected = zip(*career(one, seed, steps), strict=True)
        for env in (other, one):
            observation, info = env.reset(seed=seed)
            again = [(observation, 0.0, False, False, info), *(env.step(action) for action in actions[1:])]
            for k, (left, right) in enumerate(zip(expected, again, strict=True)):
                said = f"step {k} differs between runs with the same seed and actions"
                must(is_same(left, right), said, seed, left[4])


def check_no_leak(make: Make, steps: int = STEPS, seeds: Sequence[int] = SEEDS) -> None:
    """Nothing hidden shows: with the hidden columns scrambled, all that a step returns and the text stay as they are.

    To see that, copies of the environment take a step in which the lab itself does nothing. Impact and the reward look
    at quality, for whoever scores the run; they are held as they were, so that other ways to them are found.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.
        seeds: Worlds to play in.

    Raises:
        CheckError: Something hidden shows.
    """
    env = _made(make)
    for seed in seeds:
        for is_grown in (False, True):
            for k, (_, result) in enumerate(career(env, seed, steps, is_grown)):
                if k % 10 == 0 and not result[2]:
                    twin = copy.deepcopy(env)
                    scramble(lab_env(twin).labs, np.random.default_rng(k))
                    action = env.action_space.sample()
                    same = is_same(_idle_step(copy.deepcopy(env), action), _idle_step(twin, action))
                    must(same, "what is shown depends on a hidden column", seed, result[4])


def _idle_step(env: gymnasium.Env[Any, Any], action: Any) -> tuple[Any, ...]:
    """What a step shows in which the lab does nothing: it passes all wrappers, and there is no month to play."""
    vars(lab_env(env))["_act"] = lambda action: None
    return *env.step(action), env.render() if env.render_mode == "ansi" else None


def check_masks(make: Make, steps: int = STEPS, seeds: Sequence[int] = SEEDS) -> None:
    """Every part of an action has a legal choice, and a choice that the mask rules out does nothing.

    "Nothing" is measured: the lab is the same to the byte as after a refused command, or as with the first legal choice
    of that part, since a plan has other parts, and some parts mean nothing beside some others. Where
    `info["action_mask"]` is not made for the action space, as beside `BoxAction`, the environment inside is checked.

    Args:
        make: Makes an environment on a lab.
        steps: Steps to play in each world.
        seeds: Worlds to play in.

    Raises:
        CheckError: A part has no legal choice, or a choice that is ruled out does something.
    """
    env = _made(make)
    for seed in seeds:
        chance = np.random.default_rng(seed)
        for is_grown in (False, True):
            for k, (_, result) in enumerate(career(env, seed, steps, is_grown)):
                of, info = env, result[4]
                parts = parts_of(of.action_space, info)
                if parts is None:
                    of, info = lab_env(env), lab_env(env).observe()[1]
                    parts = parts_of(of.action_space, info) or []
                has_choice = all(part.any() for part in parts)
                must(has_choice, "a part of an action has no legal choice", seed, info)
                if not result[2] and k % 20 == 3:
                    _check_ruled_out(of, parts, chance, seed, info)


def _check_ruled_out(
    env: gymnasium.Env[Any, Any], parts: list[Any], chance: np.random.Generator, seed: int, info: Any
) -> None:
    """Play a legal action, part by part with what the mask rules out there, and compare."""
    legal = np.array([chance.choice(np.flatnonzero(part)) for part in parts])
    for k, part in enumerate(parts):
        free = legal.copy()
        free[k] = np.flatnonzero(part)[0]
        ruled_out = np.flatnonzero(~part)
        if not len(ruled_out):
            continue
        is_command = "outcome" in info
        as_free = set() if is_command and k == 0 else {_lab_after(env, free)}
        for choice in chance.permutation(ruled_out)[:TRIED]:
            wrong = legal.copy()
            wrong[k] = choice
            said = f"part {k} of action {wrong.tolist()} is ruled out and yet does something"
            # Behind a command that is refused, too, a month may close by itself.
            as_refused = {_lab_after(env, wrong, refuses=True)} if is_command else set()
            must(_lab_after(env, wrong) in as_free | as_refused, said, seed, info)


def _lab_after(env: gymnasium.Env[Any, Any], action: Any, refuses: bool = False) -> bytes:
    """The lab after an action in a copy of the environment, which may be made to refuse it."""
    tried = copy.deepcopy(env)
    if refuses:
        vars(lab_env(tried))["_carry_out"] = lambda action: Outcome.UNKNOWN_VERB
    tried.step(action if isinstance(env.action_space, gymnasium.spaces.MultiDiscrete) else int(action[0]))
    return lab_env(tried).labs.tobytes()


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
            month = {"month": int(lab["month"][0])}
            outcome = batch.apply_to_all(lab, row[i : i + 1], home)[0]
            must(
                outcome == outcomes[i] == reversed_outcomes[i], f"lab {i} is answered otherwise alone", seeds[i], month
            )
    for i, lab in enumerate(alone):
        records = (together[i : i + 1], backwards[len(seeds) - 1 - i : len(seeds) - i])
        must(
            all(r.tobytes() == lab.tobytes() for r in records),
            f"lab {i} differs from one alone",
            seeds[i],
            _month_of(lab),
        )


def scramble(labs: Labs, chance: np.random.Generator) -> None:
    """Fill all hidden columns of labs with random bytes, in nested tables too.

    Args:
        labs: Records of dtype `LAB`, changed in place; nothing can be played in them any more.
        chance: Where the bytes come from.
    """
    _scramble(labs, tables.Lab, chance)
    labs["luck"]["tape"] = 0  # an address, which would be followed


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


def _month_of(labs: Labs) -> dict[str, int]:
    return {"month": int(labs["month"][0])}


def _can_be_made_again(env: gymnasium.Env[Any, Any]) -> bool:
    """Whether Gymnasium can make the same once more, with another render mode."""
    return env.spec is not None and all(wrapper.kwargs is not None for wrapper in env.spec.additional_wrappers)


def _made(make: Make) -> gymnasium.Env[Any, Any]:
    """A new environment on a lab."""
    if not callable(make) or isinstance(make, gymnasium.Env):
        raise TypeError(f"checks take a function that makes an environment, lambda: gymnasium.make(...), not {make}")
    env = make()
    lab_env(env)
    return env
