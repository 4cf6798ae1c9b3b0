"""Actions as numbers from -1 to 1."""

import copy
import json
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction
from gymnasium.utils.env_checker import check_env

from pibench_env.parameter import ParameterError
from pibench_env.wrappers import BoxAction, MaskInObservation
from pibench_env.wrappers.plan.choices import PLAN
from pibench_env.wrappers.plan.parts import Part

IDS = ("PIBench-v0", "PIBenchMonth-v0")


class Foreign(gymnasium.Env[Any, Any]):
    """An environment of somebody else, whose parts do not start at 0."""

    observation_space = spaces.Discrete(1)

    def __init__(self, space: Any) -> None:
        self.action_space = space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        return 0, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        assert self.action_space.contains(action)
        return 0, 0.0, False, False, {"action": action.tolist()}


@pytest.mark.parametrize("name", IDS)
def test_bins_are_equal_and_cover_the_range(name):
    env = BoxAction(gymnasium.make(name))
    assert env.action_space == spaces.Box(-1, 1, env.unwrapped.action_space.shape, np.float32)
    for k, n in enumerate(env.unwrapped.action_space.nvec):
        numbers = np.zeros(env.action_space.shape)
        found = []
        for number in np.linspace(-1.0, 1.0, 50 * n, endpoint=False) + 0.02 / n:
            numbers[k] = number
            found.append(env.action(numbers)[k])
        assert np.bincount(found).tolist() == [50] * n


@pytest.mark.parametrize("name", IDS)
def test_the_middle_of_the_bins_maps_back(name):
    env = BoxAction(gymnasium.make(name))
    space = env.unwrapped.action_space
    for k, n in enumerate(space.nvec):
        for value in range(n):
            action = np.zeros(space.shape, np.int64)
            action[k] = value
            numbers = env.box_of(action)
            assert env.action_space.contains(numbers)
            assert env.action(numbers).tolist() == action.tolist()
            assert numbers[k] == pytest.approx((2 * value + 1) / n - 1)
    for _ in range(50):
        action = space.sample()
        assert env.action(env.box_of(action.tolist())).tolist() == action.tolist()


@pytest.mark.parametrize("name", IDS)
def test_the_ends_of_the_range_are_the_first_and_the_last_value(name):
    env = BoxAction(gymnasium.make(name))
    nvec, n = env.unwrapped.action_space.nvec, len(env.unwrapped.action_space.nvec)
    assert env.action(-np.ones(n, np.float32)).tolist() == [0] * n
    assert env.action(np.ones(n, np.float32)).tolist() == (nvec - 1).tolist()
    assert env.action(np.full(n, np.nextafter(1.0, 0.0))).tolist() == (nvec - 1).tolist()


@pytest.mark.parametrize("name", IDS)
def test_numbers_of_any_type_do_what_the_action_does(name):
    plain, env = gymnasium.make(name), BoxAction(gymnasium.make(name))
    plain.reset(seed=4)
    env.reset(seed=4)
    for how in (np.float32, np.float64, list):
        action = plain.action_space.sample()
        numbers = env.box_of(action)
        one, other = env.step(numbers.tolist() if how is list else numbers.astype(how)), plain.step(action)
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[4].pop("action_mask"), other[4].pop("action_mask"))
        assert one[1:] == other[1:]
    assert env.action([1] * len(numbers)).tolist() == (plain.action_space.nvec - 1).tolist()


def test_the_mask_is_that_of_the_parts():
    env = BoxAction(gymnasium.make("PIBench-v0"))
    _, info = env.reset(seed=1)
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
    assert info["action_mask"].tolist() == env.unwrapped.observe()[1]["action_mask"].tolist()
    assert MaskInObservation(env).observation_space["action_mask"].shape == info["action_mask"].shape


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((0, 1.5), r"verb \(number 0\) is 1.5; allowed are -1 to 1, nearest 1"),
        ((1, -1.0001), r"entity \(number 1\) is -1.0001\d*; allowed are -1 to 1, nearest -1"),
        ((1, np.nextafter(np.float32(1), np.float32(2))), r"entity \(number 1\) is 1.0000001\d*; .* nearest 1"),
        ((3, np.nan), r"level \(number 3\) is nan; allowed are -1 to 1$"),
        ((2, np.inf), r"object \(number 2\) is inf; .* nearest 1"),
        ((2, -np.inf), r"object \(number 2\) is -inf; .* nearest -1"),
    ],
)
def test_numbers_out_of_range(change, said):
    env = BoxAction(gymnasium.make("PIBench-v0"))
    env.reset(seed=1)
    numbers = np.zeros(4, np.float32)
    numbers[change[0]] = change[1]
    with pytest.raises(InvalidAction, match=said):
        env.step(numbers)


def test_parts_of_a_plan_are_named_in_errors():
    env = BoxAction(gymnasium.make("PIBenchMonth-v0"))
    numbers = np.zeros(len(PLAN))
    numbers[Part.OFFERS] = 3
    with pytest.raises(InvalidAction, match=r"offers \(number 2\) is 3"):
        env.action(numbers)
    plan = np.zeros(len(PLAN), np.int64)
    plan[Part.OFFERS] = 99
    with pytest.raises(InvalidAction, match="offers is 99; allowed are 0 to 12, nearest 12"):
        env.box_of(plan)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (np.zeros(3, np.float32), r"4 numbers from -1 to 1, not float32 of shape \(3,\)"),
        (np.zeros((1, 4), np.float32), r"not float32 of shape \(1, 4\)"),
        (np.zeros(4, bool), "not bool"),
        (np.zeros(4, complex), "not complex128"),
        ([0.0, 0.0, 0.0, "a"], "4 numbers"),
        (0.5, "not 0.5"),
        (None, "not None"),
    ],
)
def test_what_is_no_row_of_numbers(action, said):
    env = BoxAction(gymnasium.make("PIBench-v0"))
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=said):
        env.step(action)


@pytest.mark.parametrize("action", [[0, 0, 0], [0.0] * 4, None, [21, 0, 0, 0]])
def test_only_actions_have_a_middle(action):
    with pytest.raises(InvalidAction):
        BoxAction(gymnasium.make("PIBench-v0")).box_of(action)


def test_any_environment_with_parts_in_a_row():
    env = BoxAction(Foreign(spaces.MultiDiscrete([3, 2], dtype=np.int32, start=[10, 0])))
    assert env.step([-1.0, 1.0])[4] == {"action": [10, 1]}
    assert env.step(env.box_of(np.array([12, 0], np.int32)))[4] == {"action": [12, 0]}
    with pytest.raises(InvalidAction, match=r"part 1 \(number 1\) is 2.0"):
        env.step([0, 2])
    with pytest.raises(InvalidAction, match="part 0, counted from 10 is 3; allowed are 0 to 2, nearest 2"):
        env.box_of([13, 0])


@pytest.mark.parametrize("space", [spaces.Discrete(3), spaces.MultiDiscrete([[2, 2], [3, 3]]), spaces.Box(-1, 1, (2,))])
def test_other_actions_are_refused(space):
    with pytest.raises(ParameterError, match=r"1-D MultiDiscrete into bins; the actions are (Disc|Multi|Box)"):
        BoxAction(Foreign(space))


# --- Conventions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"obs_mode": "dict", "render_mode": "ansi"}])
@pytest.mark.parametrize("name", IDS)
def test_gymnasium_checks_pass_without_a_warning(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        env = BoxAction(gymnasium.make(name, **options))
        check_env(env)
        env.close()
        env.close()


@pytest.mark.parametrize("name", IDS)
def test_specs_and_copies(name):
    env = BoxAction(gymnasium.make(name, months=7, render_mode="ansi"))
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(again, BoxAction)
    assert again.render_mode == "ansi"
    assert json.loads(again.spec.to_json()) == json.loads(env.spec.to_json())
    env.reset(seed=3)
    again.reset(seed=3)
    env.step(numbers := env.action_space.sample())
    again.step(numbers)
    twins = [again, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    numbers = env.action_space.sample()
    result = env.step(numbers)
    for twin in twins:
        assert np.array_equal(twin.step(numbers)[0], result[0])
