"""One number for a whole command."""

import copy
import json
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from pibench_env.codes import Verb
from pibench_env.parameter import ParameterError
from pibench_env.spaces.decoding import ACTIONS, HOW_MANY, NVEC, Use, split_mask
from pibench_env.spaces.schema import LAYOUT
from pibench_env.wrappers import BoxAction, FlatDiscrete, ImpactReward, MaskInObservation

WORLD = {"start_budget": 1e8, "attention_budget": 600.0}  # in which much can be done


def make(**options: Any) -> FlatDiscrete:
    return FlatDiscrete(gymnasium.make("PIBench-v0", **options))


def uses(verb: int) -> tuple[bool, bool, bool, bool]:
    action = ACTIONS[verb]
    return True, action.entity != Use.NOTHING, action.object != Use.NOTHING, bool(action.levels)


def allowed_one_by_one(env: FlatDiscrete, mask: Any) -> list[int]:
    """What the flat mask allows, and the choices of the verb as well."""
    parts, flags = split_mask(mask), []
    rows = np.split(env.unwrapped.choices(), [1, 1 + NVEC[1], 1 + NVEC[1] + NVEC[2]], axis=1)
    for action in env.table.tolist():
        asked = zip(parts, action, uses(action[0]), strict=True)
        own = zip(rows, (0, *action[1:]), uses(action[0]), strict=True)
        by_mask = all(part[value] for part, value, is_used in asked if is_used)
        flags.append(int(by_mask and all(row[action[0], value] for row, value, is_used in own if is_used)))
    return flags


def play(env: Any, seed: int, steps: int) -> list[Any]:
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    results = []
    for _ in range(steps):
        results.append(env.step(env.action_space.sample(mask=info["action_mask"])))
        info = results[-1][-1]
        if results[-1][2]:
            _, info = env.reset(seed=seed)
    return results


# --- The list ---------------------------------------------------------------------------------------------------------


def test_every_action_that_means_something_is_listed_once():
    env, listed = make(), set()
    for action in ACTIONS:
        counts = (HOW_MANY[action.entity], HOW_MANY[action.object], len(action.levels))
        listed |= {(action.verb, *parts) for parts in np.ndindex(*(max(1, n) for n in counts))}
    assert len(env.table) == env.action_space.n == len(listed)
    assert set(map(tuple, env.table.tolist())) == listed
    assert env.table[0].tolist() == [Verb.NEXT_MONTH, 0, 0, 0]


def test_the_table_is_read_only_and_actions_are_the_caller_s():
    env = make()
    with pytest.raises(ValueError, match="read-only"):
        env.table[0, 0] = 1
    env.action(0)[0] = 1
    assert env.table[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        copy.deepcopy(env).table[0, 0] = 1


def test_index_and_action_are_inverse():
    env = make()
    assert [env.index_of(env.action(k)) for k in range(len(env.table))] == list(range(len(env.table)))
    assert env.action(np.int64(7)).dtype == np.int64
    assert env.env.action_space.contains(env.action(np.array(7)))


def test_unused_parts_make_no_difference_to_the_index():
    env, dice = make(), np.random.default_rng(1)
    for action in env.table[dice.integers(len(env.table), size=500)]:
        noise = dice.integers(NVEC)
        noisy = np.where(uses(action[0]), action, noise)
        assert env.action(env.index_of(noisy)).tolist() == action.tolist()


def test_an_action_and_its_index_do_the_same():
    env, plain = make(world=WORLD), gymnasium.make("PIBench-v0", world=WORLD)
    env.reset(seed=3)
    plain.reset(seed=3)
    plain.action_space.seed(3)
    done, info = 0, plain.unwrapped.observe()[1]
    while done < 300:
        action = plain.action_space.sample(mask=split_mask(info["action_mask"]))
        try:
            index = env.index_of(action)
        except InvalidAction:  # places that hold nothing are not listed
            assert plain.step(action)[4]["outcome"] != "ok"
            env.env.step(action)
            continue
        one, other = env.step(index), plain.step(action)
        info, done = other[4], done + 1
        assert np.array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        assert one[4]["outcome"] == info["outcome"]
        if other[2]:
            env.reset(seed=3 + done)
            info = plain.reset(seed=3 + done)[1]


def test_actions_in_words():
    env = make()
    examples = {
        (Verb.NEXT_MONTH, 0, 0, 0): "next_month",
        (Verb.INTERVIEW, 3, 0, 0): "interview applicants[3]",
        (Verb.SET_MENTORING, 15, 0, 4): "set_mentoring researchers[15], 4 h/month",
        (Verb.DISMISS, 16, 0, 0): "dismiss staff[0]",
        (Verb.START, 1, 3, 4): "start researchers[1], reasoning, tier 2, team of 3",
        (Verb.START, 1, 8, 0): "start researchers[1], sparse_models with compute, tier 1, team of 1",
        (Verb.SET_COMPUTE, 2, 0, 1): "set_compute projects[2], 250 units/month",
        (Verb.ASSIGN, 0, 9, 0): "assign researchers[0], projects[9]",
        (Verb.SUBMIT, 4, 2, 0): "submit drafts[4], W-SHOP",
        (Verb.WITHDRAW, 1, 0, 0): "withdraw submissions[1]",
        (Verb.PROPOSE, 5, 1, 7): "propose calls[5], ai4science, 50 h",
        (Verb.RESPOND, 7, 1, 0): "respond events[7], no",
    }
    assert {action: env.describe(env.index_of(action)) for action in examples} == examples
    words = [env.describe(k) for k in range(len(env.table))]
    assert len(set(words)) == len(words)
    assert all(name in str(LAYOUT) for name in ("'applicants[3].", "'researchers[15].", "'staff[0].", "'projects[9]."))


# --- The mask ---------------------------------------------------------------------------------------------------------


def test_an_action_is_allowed_if_all_its_parts_are():
    env, seen = make(world=WORLD), []
    env.action_space.seed(2)
    _, info = env.reset(seed=2)
    for step in range(600):
        if step % 60 == 0:
            flags = allowed_one_by_one(env, env.unwrapped.observe()[1]["action_mask"])
            assert info["action_mask"].tolist() == flags
            seen.append(flags)
        info = env.step(env.action_space.sample(mask=info["action_mask"]))[4]
        assert info["action_mask"][0] == 1
        assert np.array_equal(env.action_masks(), info["action_mask"])
    verbs = env.table[np.any(seen, axis=0), 0]
    assert len(set(verbs.tolist())) > 14, "few verbs were ever allowed: the test says little"


def test_parts_that_are_not_used_need_no_permission(monkeypatch):
    """Masks of any kind, also such as few labs have."""
    env, dice = make(), np.random.default_rng(5)
    for share in (0.0, 0.2, 0.5, 0.9):
        flags = dice.random(sum(NVEC)) < share
        flags[Verb.HIRE_RA] = True
        monkeypatch.setattr(env.unwrapped, "action_masks", lambda flags=flags: flags)
        table = dice.random((NVEC[0], 1 + sum(NVEC[1:]))) < share
        table[Verb.HIRE_RA, 0] = True
        monkeypatch.setattr(env.unwrapped, "choices", lambda table=table: table)
        allowed = env.action_masks()
        assert allowed.tolist() == [bool(flag) for flag in allowed_one_by_one(env, flags)]
        assert allowed[env.index_of([Verb.HIRE_RA, 0, 0, 0])]


def test_the_mask_has_the_form_that_others_expect():
    env = make()
    with pytest.raises(ResetNeeded):
        env.action_masks()
    _, info = env.reset(seed=1)
    assert (info["action_mask"].dtype, info["action_mask"].shape) == (np.int8, (env.action_space.n,))
    assert env.get_wrapper_attr("action_masks")().dtype == np.bool_
    assert list(info) == list(env.unwrapped.observe()[1]) == list(env.step(0)[4])
    env.action_masks()[:] = False
    assert env.action_masks().any()


def test_masks_stack_in_a_vector():
    envs = gymnasium.make_vec("PIBench-v0", 2, vectorization_mode="sync", wrappers=[FlatDiscrete])
    _, infos = envs.reset(seed=[1, 2])
    assert infos["action_mask"].shape == (2, envs.single_action_space.n)
    infos = envs.step(np.array([0, 0]))[4]
    assert infos["month"].tolist() == [2, 2]


# --- Conventions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"obs_mode": "dict", "render_mode": "ansi"}, {"months": 1}])
def test_gymnasium_checks_pass_without_a_warning(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        env = make(**options)
        check_env(env)
        env.close()
        env.close()


def test_the_spec_survives_json():
    env = make(months=7, render_mode="ansi")
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(again, FlatDiscrete)
    assert again.render_mode == "ansi"
    assert json.loads(again.spec.to_json()) == json.loads(env.spec.to_json())
    for one, other in zip(play(env, 5, 60), play(again, 5, 60), strict=True):
        assert one[1:4] == other[1:4]
        assert np.array_equal(one[4]["action_mask"], other[4]["action_mask"])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_its_own_way(copied):
    env = make(world=WORLD)
    play(env, 6, 40)
    twin = copied(env)
    for _ in range(60):
        action = env.action_space.sample(mask=env.action_masks().astype(np.int8))
        one, other = env.step(action), twin.step(action)
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[4].pop("action_mask"), other[4].pop("action_mask"))
        assert one[1:] == other[1:]


# --- Errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (-1, r"action is -1; allowed are 0 to \d+, nearest 0"),
        (10**6, r"action is 1000000; allowed are 0 to (\d+), nearest \1"),
        (True, "one whole number from 0 to .*, not True"),
        (1.0, "one whole number from 0 to .*, not 1.0"),
        ([0, 0, 0, 0], "one whole number"),
        ("hire", "not 'hire'"),
        (None, "not None"),
        (np.array([1]), "one whole number"),
    ],
)
def test_indices_that_do_not_exist(action, said):
    env = make()
    env.reset(seed=1)
    for use in (env.step, env.action, env.describe):
        with pytest.raises(InvalidAction, match=said):
            use(action)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ([21, 0, 0, 0], "verb is 21"),
        ([0, 0, 0], "4 whole numbers"),
        ([Verb.SUBMIT, 0, 4, 0], "submit has no object 4; it names 0 to 3, nearest 3"),
        ([Verb.DISMISS, 40, 0, 0], "dismiss has no entity 40; it names 0 to 31, nearest 31"),
    ],
)
def test_actions_without_an_index(action, said):
    with pytest.raises(InvalidAction, match=said):
        make().index_of(action)


@pytest.mark.parametrize(
    ("env", "said"),
    [
        (lambda: gymnasium.make("PIBenchMonth-v0"), "PIBenchMonthEnv has about 10.* parts: use.*as it is, or Box"),
        (lambda: gymnasium.make("CartPole-v1"), "those of CartPoleEnv are Discrete"),
        (lambda: BoxAction(gymnasium.make("PIBench-v0")), "goes inside what changes actions, which has made them Box"),
        (make, "goes inside what changes actions"),
        (lambda: MaskInObservation(gymnasium.make("PIBench-v0")), "goes inside MaskInObservation"),
    ],
)
def test_environments_without_a_list(env, said):
    with pytest.raises(ParameterError, match=said):
        FlatDiscrete(env())


def test_other_wrappers_go_around_it():
    env = MaskInObservation(ImpactReward(make()))
    observation, info = env.reset(seed=1)
    assert observation["action_mask"].tolist() == info["action_mask"].tolist()
    assert len(env.get_wrapper_attr("action_masks")()) == env.action_space.n


def test_few_allowed_actions_are_refused():
    """Far fewer than among those that the mask of the parts allows."""
    refused = []
    for env in (make(world=WORLD), gymnasium.make("PIBench-v0", world=WORLD)):
        env.action_space.seed(4)
        _, info = env.reset(seed=4)
        for _ in range(1500):
            mask = info["action_mask"] if isinstance(env, FlatDiscrete) else split_mask(info["action_mask"])
            *_, is_over, _, info = env.step(env.action_space.sample(mask=mask))
            if is_over:
                break
        refused.append(info["illegal_actions"])
    assert refused[0] < refused[1] / 3, refused
