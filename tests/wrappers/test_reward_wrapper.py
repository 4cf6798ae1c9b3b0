"""Another way to be paid, for environments that are made already."""

import copy
import json
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics

from pibench_env.parameter import ParameterError
from pibench_env.rewards import REWARDS
from pibench_env.wrappers import ImpactReward, sample_mask
from pibench_env.wrappers.plan.choices import PLAN
from pibench_env.wrappers.plan.parts import Part

IDS = ("PIBench-v0", "PIBenchMonth-v0")
# Projects are soon done, every paper is taken and cited.
WORLD = {
    "start_budget": 1e8, "attention_budget": 600.0, "tier_work": [0.2] * 3, "tier_infeasible": [0.0] * 3,
    "venue_bar": [0.0] * 4, "venue_visibility": [9.0] * 4,
}  # fmt: skip
OPTIONS: dict[str, Any] = {"months": 24, "world": WORLD}


def pairs(name: str, reward: str, penalty: float) -> tuple[Any, Any]:
    """An environment that was made so, and one that was made otherwise and wrapped."""
    made = gymnasium.make(name, reward=reward, illegal_penalty=penalty, **OPTIONS)
    other = "final" if reward == "difference" else "difference"
    return made, ImpactReward(gymnasium.make(name, reward=other, illegal_penalty=7.0, **OPTIONS), reward, penalty)


def both_paid(made: Any, wrapped: Any, steps: int, seed: int) -> list[float]:
    """What the wrapped one pays for random actions, after a comparison step by step."""
    made.action_space.seed(seed)
    _, info = made.reset(seed=seed)
    wrapped.reset(seed=seed)
    rewards = []
    for step in range(steps):
        mask = sample_mask(made.action_space, info["action_mask"]) if step % 4 else None
        action = made.action_space.sample(mask=mask)
        one, other = made.step(action), wrapped.step(action)
        assert one[1:4] == other[1:4], step
        assert type(other[1]) is float
        info = one[4]
        rewards.append(other[1])
        if one[2]:
            _, info = made.reset(seed=seed + step)
            wrapped.reset(seed=seed + step)
    return rewards


@pytest.mark.parametrize("penalty", [0.0, 0.25])
@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", IDS)
def test_pays_what_the_environment_would(name, reward, penalty):
    rewards = both_paid(*pairs(name, reward, penalty), 900 if name == "PIBench-v0" else 60, 3)
    assert any(reward > 0.0 for reward in rewards), "nothing was ever earned: the test says nothing"
    assert any(reward < 0.0 for reward in rewards) or not penalty


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", IDS)
def test_what_is_done_beneath_the_wrapper_is_paid_as_without_it(name, reward):
    """States that are put back, and months that the lab's own surface closes."""
    made, wrapped = pairs(name, reward, 0.25)
    both_paid(made, wrapped, 300 if name == "PIBench-v0" else 20, 2)
    states = [env.unwrapped.get_state() for env in (made, wrapped)]
    impacts = [state.episode.paid for state in states]
    assert impacts[0] == impacts[1]
    made.reset(seed=9)
    wrapped.reset(seed=9)
    action = made.action_space.sample()
    for how in ("at once", "after a month of the surface"):
        for env, state in zip((made, wrapped), states, strict=True):
            env.unwrapped.set_state(state)
            if how != "at once":
                env.unwrapped.lab.next_month()
        one, other = made.step(action), wrapped.step(action)
        assert one[1:4] == other[1:4], how
    assert impacts[0] > 0.0, "nothing was ever earned: the test says nothing"
    assert one[4]["impact"] != impacts[0]


def test_the_penalty_is_for_what_was_refused():
    env = ImpactReward(gymnasium.make("PIBench-v0"), illegal_penalty=0.5)
    env.reset(seed=1)
    assert [env.step(action)[1] for action in ([5, 0, 0, 0], [13, 5, 0, 0], [13, 5, 0, 0])] == [0.0, -0.5, -0.5]


def test_records_around_it_see_its_rewards():
    env = RecordEpisodeStatistics(ImpactReward(gymnasium.make("PIBenchMonth-v0", months=2), illegal_penalty=1.0))
    env.reset(seed=1)
    plan = np.zeros(len(PLAN), np.int64)
    plan[Part.KILL] = 1  # there is nothing to kill
    rewards = [env.step(plan) for _ in range(2)]
    assert [result[1] for result in rewards] == [-1.0, -1.0]
    assert rewards[-1][4]["episode"]["r"] == -2.0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"reward": "finale"}, "allowed are difference, final, symlog; did you mean 'final'"),
        ({"reward": None}, "unknown reward None"),
        ({"illegal_penalty": -1}, r"from 0 to 1e\+09, not -1; nearest 0"),
        ({"illegal_penalty": float("nan")}, r"from 0 to 1e\+09, not nan"),
    ],
)
def test_bad_arguments(options, said):
    with pytest.raises(ParameterError, match=said):
        ImpactReward(gymnasium.make("PIBench-v0"), **options)


def test_other_environments_have_no_impact():
    with pytest.raises(ParameterError, match="takes PIBench-v0 and PIBenchMonth-v0, not CartPoleEnv"):
        ImpactReward(gymnasium.make("CartPole-v1"))


# --- Conventions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"obs_mode": "dict", "render_mode": "ansi"}])
@pytest.mark.parametrize("name", IDS)
def test_gymnasium_checks_pass_without_a_warning(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        env = ImpactReward(gymnasium.make(name, **options), "symlog", 0.5)
        check_env(env)
        env.close()
        env.close()


@pytest.mark.parametrize("name", IDS)
def test_specs_and_copies(name):
    env = ImpactReward(gymnasium.make(name, render_mode="ansi", **OPTIONS), "symlog", illegal_penalty=0.5)
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(again, ImpactReward)
    assert again.render_mode == "ansi"
    assert json.loads(again.spec.to_json()) == json.loads(env.spec.to_json())
    assert env.spec.additional_wrappers[0].kwargs == {"reward": "symlog", "illegal_penalty": 0.5}
    both_paid(env, again, 60, 5)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        action = env.action_space.sample()
        assert twin.step(action)[1] == copy.deepcopy(env).step(action)[1]
    env.reset(seed=1)
    assert len(env.get_wrapper_attr("action_masks")()) == env.unwrapped.mask_size
