"""`PIBench-v0` as Gymnasium users meet it."""

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
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from kernel_tools import newborn

from pibench_env.calls import write_command
from pibench_env.codes import Outcome, Verb
from pibench_env.env import PIBenchEnv
from pibench_env.kernel import apply_at
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.seeds import SeedError, seed_set
from pibench_env.spaces.decoding import NVEC, split_mask
from pibench_env.state import empty_commands

NEXT_MONTH = np.array([Verb.NEXT_MONTH, 0, 0, 0])
HIRE_RA = np.array([Verb.HIRE_RA, 0, 0, 0])
REFUSED = np.array([Verb.KILL, 5, 0, 0])  # nothing to kill in the first month
VARIANTS: dict[str, dict[str, Any]] = {
    "published": {},
    "short": {"months": 3},
    "other world": {"world": {"start_budget": 1e12, "venue_delay": [1, 2, 1, 3], "crisis_rate": 0.5}},
    "salted": {"salt": "pepper"},
    "no limit": {"max_commands": None},
    "published surface": {"staff_tools": False},
    "text": {"render_mode": "ansi"},
    "pixels": {"render_mode": "rgb_array"},
}


def make(**options: Any) -> Any:
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
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


# --- Conventions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_gymnasium_checks_pass_without_a_warning(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = make(**options)
        check_env(env.unwrapped)
        env.close()
        env.close()


def test_both_names_work_in_a_fresh_interpreter():
    program = (
        "import sys, gymnasium, pibench_env\n"
        "assert not {'numba', 'pibench_env.env'} & set(sys.modules), 'importing the package loads the engine'\n"
        "spec = gymnasium.spec('PIBench-v0')\n"
        "assert 'numba' not in sys.modules\n"
        "print(gymnasium.make(spec).reset(seed=101)[1]['seed'])\n"
    )
    by_module = "import gymnasium; print(gymnasium.make('pibench_env:PIBench-v0').reset(seed=101)[1]['seed'])"
    for text in (program, by_module):
        done = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "101\n"), done.stderr


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_specs_survive_json(options):
    spec = make(**options).spec
    again = gymnasium.make(EnvSpec.from_json(spec.to_json()))
    assert again.spec.kwargs == spec.kwargs
    assert again.unwrapped.params == make(**options).unwrapped.params
    json.dumps(spec.kwargs)


def test_observations_stay_in_the_space():
    """Ten thousand steps, random or as adverse as random play gets, in ordinary and extreme worlds."""
    extremes = {
        "months": 120, "start_budget": 1e12, "attention_budget": 5000.0, "max_students": 64, "rep_init": 10.0,
        "max_active_projects": 32, "agency_award": [1e9] * 4, "agency_bar": [0.0] * 4, "news_rate_per_hot": 40.0,
        "venue_bar": [0.0] * 4, "venue_visibility": [100.0] * 4, "progress_coef": 5.0,
    }  # fmt: skip
    for options in ({}, {"world": extremes}, {"world": {"start_budget": 20000.0}, "max_commands": 8}):
        env = make(**options)
        for masked in (True, False):
            rng = np.random.default_rng(7)
            _, info = env.reset(seed=7)
            for _ in range(1700):
                action = rng.integers(NVEC)
                if masked:
                    action = np.array([rng.choice(np.flatnonzero(part)) for part in split_mask(info["action_mask"])])
                observation, reward, terminated, _, info = env.step(action)
                assert env.observation_space.contains(observation)
                assert np.isfinite(reward)
                if terminated:
                    _, info = env.reset()


def test_all_that_is_returned_is_the_caller_s():
    env = make()
    observation, info = env.reset(seed=1)
    kept = observation.copy(), info["action_mask"].copy()
    observation_2, *_, info_2 = env.step(HIRE_RA)
    assert not np.shares_memory(observation, observation_2)
    assert not np.shares_memory(info["action_mask"], info_2["action_mask"])
    assert is_same(observation, kept[0])
    assert is_same(info["action_mask"], kept[1])
    assert info is not info_2
    info_2["action_mask"][:] = 0
    assert env.unwrapped.action_masks().any()


def test_info_always_has_the_same_keys_and_types():
    env = make(months=2)
    _, info = env.reset(seed=1)
    schema = {name: type(value) for name, value in info.items()}
    assert list(schema) == ["verb", "outcome", "month", "seed", "illegal_actions", "impact", "action_mask"]
    assert (info["verb"], info["outcome"], info["month"], info["seed"]) == ("reset", "ok", 1, 1)
    for action in (HIRE_RA, REFUSED, NEXT_MONTH, NEXT_MONTH, NEXT_MONTH):
        info = env.unwrapped.step(action)[4]
        assert {name: type(value) for name, value in info.items()} == schema
    assert (info["verb"], info["outcome"]) == ("next_month", "over")


# --- The run ----------------------------------------------------------------------------------------------------------


def test_a_recorded_career_gives_its_impact(load_recording):
    recording = load_recording("baseline-101")
    env = make(max_commands=None).unwrapped
    env.reset(seed=101)
    commands, total = empty_commands(1), 0.0
    for month in recording["months"]:
        for call in month["calls"]:
            write_command(commands[0], env.labs[0], env.rules[0], call["call"], call["args"])
            assert (env.apply(commands[0]) == Outcome.OK) == call["ok"]
        _, reward, terminated, truncated, info = env.step(NEXT_MONTH)
        total += reward
        assert terminated == (month is recording["months"][-1])
        assert truncated is False
    assert info["impact"] == recording["summary"]["impact"]
    assert total == pytest.approx(recording["summary"]["impact"])


def test_a_seed_is_a_world():
    env = make().unwrapped
    env.reset(seed=101)
    assert env.labs.tobytes() == newborn(Params(), 101).tobytes()
    env.reset(seed=2**63 - 1)
    assert env.labs["luck"]["seed"][0] == 2**63 - 1


def test_a_salt_makes_another_world_of_a_seed():
    plain, salted = make().reset(seed=5)[0], make(salt="pepper").reset(seed=5)[0]
    assert not is_same(plain, salted)
    assert is_same(salted, make(salt="pepper").reset(seed=5)[0])
    env = make(salt="pepper").unwrapped
    env.reset(seed=5)
    assert env.labs.tobytes() == newborn(Params(), 5, "pepper").tobytes()


def test_a_reset_without_a_seed_picks_a_training_world():
    picked = []
    for env in (make(), make()):
        env.reset(seed=9)
        picked.append([env.reset()[1]["seed"] for _ in range(5)])
    assert picked[0] == picked[1]
    assert len(set(picked[0])) == 5
    assert all(seed in seed_set("train") for seed in picked[0])
    assert make().reset()[1]["seed"] in seed_set("train")


def test_the_same_seed_and_actions_give_the_same_run():
    one, other = masked_actions(make(), 4, 300), masked_actions(make(), 4, 300)
    for left, right in zip(one, other, strict=True):
        assert all(is_same(a, b) for a, b in zip(left, right, strict=True))
    assert any(result[4]["outcome"] == "ok" for result in one)


def test_every_verb_can_be_reached():
    """By random actions that the mask allows, in a lab with much money and time whose good papers are turned down."""
    world = {"start_budget": 1e9, "attention_budget": 600.0, "rep_init": 6.0, "venue_bar": [100.0, 100.0, 4.0, 4.0]}
    results = masked_actions(make(world=world, max_commands=200), 1, 12_000)
    assert {info["verb"] for *_, info in results if info["outcome"] == "ok"} == {verb.word for verb in Verb}


def test_a_run_ends_at_the_horizon():
    env = make(months=4)
    env.reset(seed=3)
    ends = [env.step(NEXT_MONTH)[2:4] for _ in range(4)]
    assert ends == [(False, False)] * 3 + [(True, False)]


def test_a_run_ends_when_the_money_is_gone():
    env = make(world={"start_budget": 100.0})
    env.reset(seed=3)
    env.step(HIRE_RA)
    _, _, terminated, truncated, info = env.step(NEXT_MONTH)
    assert (terminated, truncated, info["month"]) == (True, False, 1)
    assert env.unwrapped.labs["collapsed"][0] == 1


def test_a_refused_command_changes_nothing_and_is_counted():
    env = make()
    env.reset(seed=3)
    before = env.unwrapped.labs.tobytes()
    _, reward, *_, info = env.step(REFUSED)
    assert (info["verb"], info["outcome"], info["illegal_actions"], reward) == ("kill", "unknown_id", 1, 0.0)
    assert env.unwrapped.labs.tobytes() == before
    assert env.step(HIRE_RA)[4]["illegal_actions"] == 1
    assert env.reset(seed=3)[1]["illegal_actions"] == 0


def test_a_month_closes_after_enough_commands():
    env = make(max_commands=3)
    env.reset(seed=3)
    months = [env.step(action)[4]["month"] for action in (HIRE_RA, REFUSED, REFUSED, HIRE_RA, NEXT_MONTH, REFUSED)]
    assert months == [1, 1, 2, 2, 3, 3]
    # Closing by hand starts the count anew, and the commands before a reset do not count.
    assert [env.step(REFUSED)[4]["month"] for _ in range(2)] == [3, 4]
    env.step(REFUSED)
    env.reset(seed=3)
    assert [env.step(REFUSED)[4]["month"] for _ in range(3)] == [1, 1, 2]


@pytest.mark.parametrize("limit", [None, 0])
def test_without_a_limit_a_month_stays_open(limit):
    env = make(max_commands=limit)
    env.reset(seed=3)
    assert {env.step(REFUSED)[4]["month"] for _ in range(200)} == {1}


def test_a_month_that_closes_by_itself_can_be_the_last():
    env = make(max_commands=2, months=1)
    env.reset(seed=3)
    assert [env.step(REFUSED)[2] for _ in range(2)] == [False, True]


def test_published_surface_has_no_staff():
    env = make(staff_tools=False).unwrapped
    _, info = env.reset(seed=3)
    assert info["action_mask"][Verb.HIRE_RA] == 0
    assert env.step(HIRE_RA)[4]["outcome"] == "unknown_verb"
    commands = empty_commands(1)
    commands["verb"] = Verb.HIRE_MANAGER
    assert env.apply(commands[0]) == Outcome.UNKNOWN_VERB
    assert env.labs["n_people"][0] == 0


# --- Copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_from_where_the_original_was(copied):
    env = make(max_commands=7)
    masked_actions(env, 6, 40)
    twin = copied(env)
    before = env.unwrapped.labs.tobytes()
    twin.step(HIRE_RA)
    assert env.unwrapped.labs.tobytes() == before
    env.step(HIRE_RA)
    for _ in range(60):
        action = env.action_space.sample()
        one, other = env.step(action), twin.step(action)
        assert all(is_same(a, b) for a, b in zip(one, other, strict=True))
        if one[2]:
            assert is_same(env.reset()[1], twin.reset()[1])


def test_a_copy_needs_no_new_compilation():
    twin = copy.deepcopy(make())
    assert twin.unwrapped.rules is rules_of(Params())
    compiled = len(apply_at.signatures)
    twin.reset(seed=1)
    twin.step(NEXT_MONTH.astype(np.int32))
    assert len(apply_at.signatures) == max(1, compiled)


# --- Pictures ---------------------------------------------------------------------------------------------------------


def test_text_shows_the_lab():
    env = make(render_mode="ansi", months=5)
    env.reset(seed=3)
    env.step(HIRE_RA)
    env.step([Verb.START, 16, 2, 2])
    text = env.render()
    for part in (
        "Month 1 of 5 (open)",
        "$600,000",
        "98.5 of 98.5 h",
        "1 ra",
        "PJ001",
        "embodied, tier 2, 1 members, 0%",
    ):
        assert part in text
    for _ in range(5):
        env.step(NEXT_MONTH)
    assert "Month 5 of 5 (finished)" in env.render()


def test_pixels_grow_with_the_run():
    env = make(render_mode="rgb_array", months=6)
    env.reset(seed=3)
    ink = []
    for _ in range(6):
        image = env.render()
        ink.append(int((image != 255).any(axis=2).sum()))
        env.step(NEXT_MONTH)
    assert (image.shape, image.dtype) == ((240, 480, 3), np.uint8)
    assert ink == sorted(set(ink))
    first_month = (image[:80, 10:80] == (31, 119, 180)).all(axis=2)
    assert first_month.sum(axis=0).max() > 60, "the budget of the first month, the greatest, fills its panel"


def test_without_a_mode_nothing_is_rendered():
    env = PIBenchEnv()
    env.reset(seed=3)
    assert env.render() is None


# --- Errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "said"),
    [(-1, "nearest 0"), (2**63, f"nearest {2**63 - 1}"), ("7", "whole number"), (True, "whole number"), (1.0, "whole")],
)
def test_bad_seeds(seed, said):
    env = PIBenchEnv()
    with pytest.raises(SeedError, match=said):
        env.reset(seed=seed)
    assert env.reset(seed=np.int64(7))[1]["seed"] == 7


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"world": {"monhts": 3}}, ParameterError, "did you mean 'months'"),
        ({"world": 3}, ParameterError, "maps parameter names"),
        ({"months": 3, "world": {"months": 4}}, ParameterError, "given twice"),
        ({"months": 0}, ParameterError, "nearest 1"),
        ({"salt": b"pepper"}, ParameterError, "salt is a text"),
        ({"max_commands": -1}, ParameterError, "nearest 0"),
        ({"max_commands": 2.5}, ParameterError, "whole number"),
        ({"max_commands": True}, ParameterError, "whole number"),
        ({"render_mode": "human"}, ValueError, "allowed are ansi, rgb_array and None"),
    ],
)
def test_bad_arguments(options, error, said):
    with pytest.raises(error, match=said):
        PIBenchEnv(**options)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ([0, 0, 0], "4 whole numbers"),
        ([0.0, 0, 0, 0], "4 whole numbers"),
        ([21, 0, 0, 0], "verb is 21; allowed are 0 to 20, nearest 20"),
        ([0, -1, 0, 0], "entity is -1; allowed are 0 to 31, nearest 0"),
        ([0, 0, 16, 0], "object is 16"),
        ([0, 0, 0, 8], "level is 8"),
    ],
)
def test_actions_outside_the_space(action, said):
    env = PIBenchEnv()
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=said):
        env.step(action)


def test_what_comes_too_early_or_is_unknown():
    env = PIBenchEnv()
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(NEXT_MONTH)
    with pytest.raises(ValueError, match=r"unknown option 'wrld'; reset takes none"):
        env.reset(options={"wrld": 1})
    env.reset(options={})
    with pytest.raises(InvalidAction, match="dtype COMMAND"):
        env.apply([0, 0, 0, 0])
