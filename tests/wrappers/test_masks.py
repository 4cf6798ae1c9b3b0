"""Masks as others take them, and the public names of the wrappers."""

import copy
import json
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

from pibench_env import wrappers
from pibench_env.parameter import ParameterError
from pibench_env.spaces.decoding import MASK_SIZE, split_mask
from pibench_env.wrappers import (
    BoxAction,
    FlatDiscrete,
    MaskInObservation,
    flat_mask,
    mask_size,
    sample_mask,
    sb3_mask,
)

IDS = ("PIBench-v0", "PIBenchMonth-v0")
STACKS = {
    "one command": lambda **options: gymnasium.make("PIBench-v0", **options),
    "one month": lambda **options: gymnasium.make("PIBenchMonth-v0", **options),
    "one number": lambda **options: FlatDiscrete(gymnasium.make("PIBench-v0", **options)),
    "numbers": lambda **options: BoxAction(gymnasium.make("PIBench-v0", **options)),
}

# --- Converters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_sampling_by_mask_chooses_what_is_allowed(name):
    env = gymnasium.make(name)
    _, info = env.reset(seed=2)
    mask, starts = info["action_mask"], np.cumsum([0, *env.action_space.nvec[:-1]])
    for form in (mask, sb3_mask(mask), env.unwrapped.action_masks(), split_mask(mask, env.action_space.nvec)):
        parts = sample_mask(env.action_space, form)
        assert [part.dtype for part in parts] == [np.int8] * len(env.action_space.nvec)
        for _ in range(20):
            assert mask[starts + env.action_space.sample(mask=parts)].all()


def test_sampling_a_discrete_action_by_mask():
    space = spaces.Discrete(4)
    flags = sample_mask(space, np.array([False, False, True, False]))
    assert flags.dtype == np.int8
    assert space.sample(mask=flags) == 2


def test_all_forms_lead_back_to_the_flat_mask():
    env = gymnasium.make("PIBenchMonth-v0")
    mask = env.reset(seed=1)[1]["action_mask"]
    for form in (
        mask,
        sb3_mask(mask),
        sample_mask(env.action_space, mask),
        list(split_mask(mask, env.action_space.nvec)),
    ):
        back = flat_mask(form)
        assert back.dtype == np.int8
        assert np.array_equal(back, mask)
        assert not np.shares_memory(back, mask)
    assert sb3_mask(mask).dtype == np.bool_
    assert sb3_mask(mask).tolist() == env.unwrapped.action_masks().tolist()


def test_the_number_of_flags():
    assert mask_size(gymnasium.make("PIBench-v0").action_space) == MASK_SIZE
    assert mask_size(spaces.Discrete(5, start=3)) == 5
    for space in (spaces.Box(-1, 1, (2,)), spaces.MultiBinary(3), spaces.MultiDiscrete([[2, 2]])):
        with pytest.raises(ParameterError, match="only Discrete and 1-D MultiDiscrete action spaces have a mask, not"):
            mask_size(space)


@pytest.mark.parametrize("mask", [np.array([0, 2]), np.zeros((2, 2), np.int8), (), [0, 1], np.array([0.5, 1.0])])
def test_what_is_no_mask(mask):
    for use in (flat_mask, sb3_mask):
        with pytest.raises(ValueError, match="a mask is an array of flags"):
            use(mask)


def test_a_mask_of_another_space():
    with pytest.raises(ValueError, match=r"the mask of Discrete\(4\) has 4 flags, not 5"):
        sample_mask(spaces.Discrete(4), np.ones(5, np.int8))
    with pytest.raises(ValueError, match=r"a mask of 4 parts has 93 flags in a row here, not the shape \(92,\)"):
        split_mask(np.ones(92, np.int8))
    with pytest.raises(ValueError, match="a mask of 2 parts has 5 flags"):
        split_mask(np.ones(6, np.int8), (2, 3))


# --- Masks in observations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", STACKS.values(), ids=STACKS)
def test_the_observation_has_the_mask_of_info(make):
    env, plain = MaskInObservation(make()), make()
    assert list(env.observation_space) == ["action_mask", "observation"]
    observation, info = env.reset(seed=5)
    expected = plain.reset(seed=5)
    for _ in range(5):
        assert env.observation_space.contains(observation)
        assert np.array_equal(observation["observation"], expected[0])
        assert np.array_equal(observation["action_mask"], expected[-1]["action_mask"])
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert np.array_equal(observation["action_mask"], env.get_wrapper_attr("action_masks")())
        assert not np.shares_memory(observation["action_mask"], info["action_mask"])
        action = plain.action_space.sample()
        observation, *rest, info = env.step(action)
        expected = plain.step(action)
        assert tuple(rest) == expected[1:4]


def test_parts_go_by_the_names_that_a_learner_wants():
    env = MaskInObservation(gymnasium.make("PIBench-v0"), observation="observations", mask="legal")
    observation, info = env.reset(seed=1)
    assert set(observation) == set(env.observation_space) == {"observations", "legal"}
    assert "action_mask" in info


@pytest.mark.parametrize(
    ("env", "names", "said"),
    [
        (lambda: gymnasium.make("PIBench-v0", obs_mode="dict"), {}, 'one array.*obs_mode="flat"'),
        (lambda: MaskInObservation(gymnasium.make("PIBench-v0")), {}, "one array"),
        (lambda: gymnasium.make("PIBench-v0"), {"mask": "observation"}, "both named 'observation'"),
        (lambda: gymnasium.make("PIBench-v0"), {"mask": 3}, "mask is the name of a part of the observation, not 3"),
        (lambda: gymnasium.make("PIBench-v0"), {"observation": ""}, "observation is the name"),
        (lambda: gymnasium.make("Pendulum-v1"), {}, "only Discrete and 1-D MultiDiscrete"),
    ],
)
def test_what_has_no_place_for_a_mask(env, names, said):
    with pytest.raises(ParameterError, match=said):
        MaskInObservation(env(), **names)


def test_environments_without_a_mask():
    with pytest.raises(ValueError, match=r'info\["action_mask"\] of .*CartPole.* is no row of 2 flags'):
        MaskInObservation(gymnasium.make("CartPole-v1")).reset(seed=1)


# --- Conventions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"render_mode": "ansi", "months": 1}])
@pytest.mark.parametrize("make", STACKS.values(), ids=STACKS)
def test_gymnasium_checks_pass_without_a_warning(make, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        env = MaskInObservation(make(**options))
        check_env(env)
        env.close()
        env.close()


@pytest.mark.parametrize("make", STACKS.values(), ids=STACKS)
def test_specs_and_copies(make):
    env = MaskInObservation(make(months=7, render_mode="ansi"), "observations")
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert again.render_mode == "ansi"
    assert again.observation_space == env.observation_space
    assert json.loads(again.spec.to_json()) == json.loads(env.spec.to_json())
    env.reset(seed=3)
    again.reset(seed=3)
    action = env.action_space.sample()
    twins = [again, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    observation = env.step(action)[0]
    for twin in twins:
        other: dict[str, Any] = twin.step(action)[0]
        assert all(np.array_equal(other[name], observation[name]) for name in ("observations", "action_mask"))


def test_public_names_are_loaded_when_asked_for():
    code = (
        "import sys, pibench_env, pibench_env.wrappers as wrappers\n"
        "loaded = [name for name in sys.modules if name == 'numba' or name.startswith('pibench_env.wrappers.')]\n"
        "assert not loaded, loaded\n"
        "for name in wrappers.__all__: assert getattr(wrappers, name).__name__ == name\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert set(wrappers.__all__) <= set(dir(wrappers))
    with pytest.raises(AttributeError, match="has no attribute 'FlatDiscreet'"):
        _ = wrappers.FlatDiscreet
