"""`PIBench-v0` as Gymnasium users meet it."""

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_tools import EASY, is_same, make, masked_actions
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from kernel_tools import newborn, readings

from pibench_env.calls import write_command
from pibench_env.codes import Outcome, Verb
from pibench_env.env import PIBenchEnv
from pibench_env.kernel import apply_at
from pibench_env.options import LabOptions
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.seeds import SeedError, seed_set
from pibench_env.spaces.decoding import split_mask
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
    "named parts": {"obs_mode": "dict"},
    "paid at the end": {"reward": "final", "months": 3},
    "tame rewards": {"reward": "symlog", "illegal_penalty": 0.5},
    "few worlds": {"seeds": "tune[0:4],101"},
    "listed worlds": {"seeds": [3, 1, 2**63 - 1]},
    "one world": {"seeds": 101},
}
EVERYTHING: dict[str, Any] = {
    "world": {"start_budget": 2e6, "naic_months": [1, 5], "venue_delay": [1, 2, 1, 3]}, "months": 24, "salt": "pepper",
    "seeds": "test[0:2],7", "reward": "symlog", "illegal_penalty": 0.25, "obs_mode": "dict", "staff_tools": False,
    "render_mode": "ansi", "max_commands": 5,
}  # fmt: skip


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


@pytest.mark.parametrize("options", [*VARIANTS.values(), EVERYTHING], ids=[*VARIANTS, "everything"])
def test_specs_survive_json(options):
    env = make(**options)
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert again.spec.kwargs == env.spec.kwargs == options
    assert again.unwrapped.world_hash == env.unwrapped.world_hash
    runs = [masked_actions(one, 5, 30) for one in (env, again)]
    assert is_same(*runs)


def test_everything_is_every_option():
    assert set(EVERYTHING) == {*LabOptions.__annotations__, "max_commands"}


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
    assert schema == {
        "verb": str, "outcome": str, "month": int, "seed": int, "illegal_actions": int, "impact": float,
        "citations": int, "papers": int, "collapsed": bool, "action_mask": np.ndarray,
    }  # fmt: skip
    assert list(info.values())[:-1] == ["reset", "ok", 1, 1, 0, 0.0, 0, 0, False]
    for action, outcome in ((HIRE_RA, "ok"), (REFUSED, "unknown_id"), (NEXT_MONTH, "ok"), (NEXT_MONTH, "ok")):
        info = env.step(action)[4]
        assert {name: type(value) for name, value in info.items()} == schema
        assert (info["verb"], info["outcome"]) == (Verb(action[0]).word, outcome)
        assert info["action_mask"].dtype == np.int8
    assert env.observation_space.contains(env.unwrapped.observe()[0])


def test_info_has_papers_citations_and_impact():
    always = list(range(12))
    env = make(world=EASY | {"naic_months": always, "clar_months": always, "venue_delay": [1] * 4})
    waited, papers, citations = 0, 0, 0
    for seed in range(4):
        env.action_space.seed(seed)
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            *_, is_over, _, info = env.step(env.action_space.sample(mask=split_mask(info["action_mask"])))
            lab = env.unwrapped.labs[0]
            accepted = lab["publications"][: lab["n_publications"]]
            assert info["papers"] == np.count_nonzero(accepted["published"] <= lab["month"])
            assert info["citations"] == lab["citations"]
            assert info["impact"] == pytest.approx(readings(env.unwrapped.labs, 0, env.unwrapped.rules)["impact"])
            waited += info["papers"] < len(accepted)
            papers, citations = max(papers, info["papers"]), max(citations, info["citations"])
    assert waited > 0, "papers that are accepted and not out do not count"
    assert papers > 2
    assert citations > 20


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
    assert is_same(one, other)
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
    assert (terminated, truncated, info["month"], info["collapsed"]) == (True, False, 1, True)
    assert env.unwrapped.labs["collapsed"][0] == 1


@pytest.mark.parametrize("options", [{"months": 1}, {"world": {"start_budget": 0.0}}])
def test_a_run_that_is_over_needs_a_reset(options):
    env = make(**options)
    env.reset(seed=3)
    env.step(HIRE_RA)
    assert env.step(NEXT_MONTH)[2]
    before = env.unwrapped.labs.tobytes()
    for action in (NEXT_MONTH, HIRE_RA):
        with pytest.raises(ResetNeeded, match=r"ended in month 1: call reset\(\)"):
            env.unwrapped.step(action)
    assert env.unwrapped.labs.tobytes() == before
    env.reset(seed=3)
    assert env.step(HIRE_RA)[4]["outcome"] == "ok"


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
        assert is_same(one, other)
        if one[2]:
            assert is_same(env.reset()[1], twin.reset()[1])


def test_a_copy_needs_no_new_compilation():
    twin = copy.deepcopy(make())
    assert twin.unwrapped.rules is rules_of(Params())
    compiled = len(apply_at.signatures)
    twin.reset(seed=1)
    twin.step(NEXT_MONTH.astype(np.int32))
    assert len(apply_at.signatures) == max(1, compiled)


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
        ({"render_mode": "human"}, ParameterError, "unknown render_mode 'human'; allowed are ansi, rgb_array"),
        ({"obs_mode": "dcit"}, ParameterError, "allowed are flat, dict; did you mean 'dict'"),
        ({"obs_mode": None}, ParameterError, "unknown obs_mode None; allowed are flat, dict"),
        ({"reward": "finale"}, ParameterError, "allowed are difference, final, symlog; did you mean 'final'"),
        ({"illegal_penalty": -0.1}, ParameterError, r"from 0 to 1e\+09, not -0.1; nearest 0"),
        ({"illegal_penalty": float("nan")}, ParameterError, r"from 0 to 1e\+09, not nan"),
        ({"illegal_penalty": True}, ParameterError, r"from 0 to 1e\+09, not True"),
        ({"illegal_penalty": "1"}, ParameterError, r"from 0 to 1e\+09, not '1'"),
        ({"staff_tools": "no"}, ParameterError, "staff_tools is True or False, not 'no'"),
        ({"seeds": "trian"}, SeedError, "did you mean 'train'"),
        ({"seeds": []}, SeedError, "there are no seeds"),
        ({"seeds": [1, 1]}, SeedError, "given twice"),
        ({"seeds": [1, -1]}, SeedError, "nearest 0"),
        ({"seeds": -1}, SeedError, "nearest 0"),
        ({"seeds": True}, SeedError, "whole number"),
        ({"seeds": 1.5}, SeedError, "seeds are"),
        ({"seeds": None}, SeedError, "seeds are"),
        ({"wrold": {}}, TypeError, "PIBenchEnv has no argument 'wrold'.*did you mean 'world'"),
        ({"max_comands": 3}, TypeError, "did you mean 'max_commands'"),
        ({"colour": 3}, TypeError, "allowed are max_commands, world, months, salt, seeds"),
    ],
)
def test_bad_arguments(options, error, said):
    with pytest.raises(error, match=said):
        PIBenchEnv(**options)


def test_an_unknown_argument_is_an_error_by_any_way():
    with pytest.raises(TypeError, match="did you mean 'world'"):
        make(wrold={})


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ([0, 0, 0], "4 whole numbers"),
        ([[0], [0, 1], 0, 0], "4 whole numbers"),
        ([0.0, 0, 0, 0], "4 whole numbers"),
        (None, "4 whole numbers"),
        ("hire", "4 whole numbers.*not 'hire'"),
        (np.zeros(4, bool), "not bool of shape"),
        ([21, 0, 0, 0], "verb is 21; allowed are 0 to 20, nearest 20"),
        ([0, -1, 0, 0], "entity is -1; allowed are 0 to 47, nearest 0"),
        ([0, 48, 0, 0], "entity is 48; allowed are 0 to 47, nearest 47"),
        ([0, 0, 16, 0], "object is 16"),
        ([0, 0, 0, 8], "level is 8"),
    ],
)
def test_actions_outside_the_space(action, said):
    env = PIBenchEnv()
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match=said):
        env.step(action)


def test_what_comes_too_early():
    env = PIBenchEnv(render_mode="ansi")
    for early in (
        lambda: env.step(NEXT_MONTH), env.action_masks, env.render, env.observe, env.get_state, lambda: env.lab,
        lambda: env.labs, lambda: env.apply(empty_commands(1)[0]),
    ):  # fmt: skip
        with pytest.raises(ResetNeeded, match="reset"):
            early()


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({"options": {"wrld": 1}}, ValueError, "unknown option 'wrld' of reset; allowed are seeds; worlds are changed"),
        ({"options": 5}, ValueError, "options of reset are a dict or None, not 5"),
        ({"options": {"sedes": [1]}}, ValueError, "did you mean 'seeds'"),
        ({"options": {"seed": 1}}, ValueError, r"options has a seed; a seed is given as reset\(seed=...\)"),
        ({"seed": 1, "options": {"seeds": [1]}}, ValueError, "is given seed 1 and options with seeds; drop one"),
        ({"options": {"seeds": []}}, SeedError, "there are no seeds"),
        ({"options": {"seeds": "tran"}}, SeedError, "did you mean 'train'"),
        ({"seed": 2.0}, SeedError, "whole number"),
    ],
)
def test_bad_resets_change_nothing(how, error, said):
    env = make(max_commands=None)
    env.reset(seed=4)
    env.step(HIRE_RA)
    before = env.unwrapped.get_state()
    with pytest.raises(error, match=said):
        env.reset(**how)
    assert env.unwrapped.get_state() == before
    env.reset(options={})


@pytest.mark.parametrize("command", [[0, 0, 0, 0], empty_commands(1), None, NEXT_MONTH])
def test_apply_takes_one_row(command):
    env = PIBenchEnv()
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="dtype COMMAND"):
        env.apply(command)
