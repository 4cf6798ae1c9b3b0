"""States, copies and single rows of vector environments."""

import copy
import dataclasses
import multiprocessing
import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from operator import methodcaller

import gymnasium
import numpy as np
import pytest
from env_tools import is_same
from gymnasium.error import ResetNeeded
from vector_tools import COMMANDS, IDS, MONTHS, chosen, differences, make, play

from pibench_env.branches import fork
from pibench_env.env import PIBenchEnv
from pibench_env.threads import SMALLEST_BLOCK
from pibench_env.wrappers.month_plan import PIBenchMonthEnv

BOTH = pytest.mark.parametrize("env_id", IDS)
SHORT = {COMMANDS: {"months": 3, "max_commands": 5}, MONTHS: {"months": 3}}


def on_the_way(env_id, n=3, **options):
    """An environment in the middle of its runs, with some rows over."""
    envs = make(env_id, n, **SHORT[env_id], **options)
    for _ in play(env_id, envs, 13 if env_id == COMMANDS else 3):
        pass
    return envs


def go_on(env_id, envs, steps=25):
    """Some more steps, the first of them with resets."""
    rng, results = np.random.default_rng(8), []
    for _ in range(steps):
        results.append(envs.step(chosen(env_id, envs.action_masks(), rng)))
    return results


@BOTH
@pytest.mark.parametrize(
    "how", [copy.deepcopy, copy.copy, lambda e: e.clone(), lambda e: pickle.loads(pickle.dumps(e))]
)
def test_copies_go_the_same_way_and_their_own(env_id, how):
    envs = on_the_way(env_id)
    twin, third = how(envs), how(envs)
    assert twin.labs.tobytes() == envs.labs.tobytes()
    assert pickle.dumps(envs.get_state()) == pickle.dumps(twin.get_state())
    expected = go_on(env_id, envs)
    assert not differences(go_on(env_id, twin), expected)
    assert not differences(go_on(env_id, third), expected)
    assert any(result[4]["seed"].max() > 10 for result in expected), "later worlds are in it"


@BOTH
def test_copies_before_the_first_reset(env_id):
    for twin in (copy.deepcopy(make(env_id)), pickle.loads(pickle.dumps(make(env_id)))):
        with pytest.raises(ResetNeeded):
            _ = twin.labs
        assert not differences(list(play(env_id, twin, 3)), list(play(env_id, make(env_id), 3)))


@BOTH
@pytest.mark.parametrize("method", ["spawn", pytest.param("forkserver", marks=pytest.mark.slow)])
def test_sent_to_another_process(env_id, method):
    envs = on_the_way(env_id)
    actions = chosen(env_id, envs.action_masks(), np.random.default_rng(2))
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        there = pool.submit(methodcaller("step", actions), envs).result()
    assert not differences(there, envs.step(actions))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_threads_do_not_hang_in_a_fork():
    n = 2 * SMALLEST_BLOCK
    envs = on_the_way(MONTHS, n, threads=2)
    plans = np.zeros((n, envs.action_space.shape[1]), np.int64)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, bytes([int(envs.step(plans)[4]["month"][0])]))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1)[0] == envs.step(plans)[4]["month"][0]
    os.close(read)
    os.close(write)
    envs.close()


@BOTH
def test_states_hold_all_that_comes_next(env_id):
    envs = on_the_way(env_id)
    state = pickle.loads(pickle.dumps(envs.get_state()))
    seen = envs.observe()
    expected = go_on(env_id, envs)
    other = make(env_id, **SHORT[env_id])
    for one in (envs, other):
        one.set_state(state)
        assert not differences(one.observe(), seen)
        assert not differences(go_on(env_id, one), expected)
    assert pickle.dumps(state) == pickle.dumps(pickle.loads(pickle.dumps(state))), "a state does not change"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n": 2}, "the state is of num_envs 3, this environment of 2"),
        ({"autoreset_mode": "Disabled"}, "autoreset_mode NextStep, this environment of Disabled"),
        ({"max_episode_steps": 9}, "max_episode_steps None, this environment of 9"),
        ({"max_commands": 4}, "max_commands 5, this environment of 4"),
        ({"staff_tools": False}, "staff_tools True"),
        ({"salt": "pepper"}, "world"),
        ({"env_id": MONTHS, "max_commands": None}, "environment PIBenchVectorEnv, this environment of PIBenchMonth"),
    ],
)
def test_states_of_other_environments_are_refused(change, message):
    state = on_the_way(COMMANDS).get_state()
    made = {"env_id": COMMANDS} | SHORT[COMMANDS] | change
    if made["max_commands"] is None:
        del made["max_commands"]
    other = make(**made)
    other.reset(seed=1)
    before = pickle.dumps(other.get_state())
    with pytest.raises(ValueError, match=message):
        other.set_state(state)
    assert pickle.dumps(other.get_state()) == before


@pytest.mark.parametrize(
    "change",
    [
        {"labs": b"short"},
        {"runs": b""},
        {"chances": ()},
        {"chances": (1, 2, {"bit_generator": "none"})},
        {"schema": 99},
    ],
)
def test_broken_states_change_nothing(change):
    envs = on_the_way(COMMANDS)
    state = envs.get_state()
    before = pickle.dumps(state)
    with pytest.raises(ValueError, match=r"state|schema|PCG64|none"):
        envs.set_state(dataclasses.replace(state, **change))
    with pytest.raises(ValueError, match="set_state takes what get_state gave, not"):
        envs.set_state(envs.single(0).get_state())
    assert pickle.dumps(envs.get_state()) == before


@BOTH
def test_a_row_becomes_a_single_environment(env_id):
    envs = on_the_way(env_id, illegal_penalty=0.5, reward="symlog")
    rng = np.random.default_rng(5)
    singles = [envs.single(row) for row in range(3)]
    assert {type(single) for single in singles} == {PIBenchEnv if env_id == COMMANDS else PIBenchMonthEnv}
    for row, single in enumerate(singles):
        observation, info = single.observe()
        observations, infos = envs.observe()
        assert is_same(observation, observations[row])
        assert all(is_same(value, infos[name][row]) for name, value in info.items())
    for _ in range(30):
        is_over = [bool(single.labs["finished"][0]) for single in singles]
        actions = chosen(env_id, envs.action_masks(), rng)
        observations, rewards, terminated, _, infos = envs.step(actions)
        for row, single in enumerate(singles):
            if is_over[row]:
                observation, info = single.reset()
            else:
                observation, reward, ended, _, info = single.step(actions[row])
                assert (reward, ended) == (rewards[row], terminated[row])
            assert is_same(observation, observations[row])
            assert all(is_same(value, infos[name][row]) for name, value in info.items())


def test_a_single_row_has_no_past_until_its_next_run():
    single = on_the_way(MONTHS).single(1)
    with pytest.raises(ResetNeeded, match="without its past"):
        _ = single.lab
    with pytest.raises(ResetNeeded, match="without its past"):
        _ = single.clone().lab
    single.reset(seed=2)
    assert single.lab.recruit.applicants()


@pytest.mark.parametrize("row", [-1, 3, True, 1.5, "0"])
def test_rows_that_do_not_exist(row):
    with pytest.raises(ValueError, match="row is"):
        on_the_way(MONTHS).single(row)


def test_the_surface_of_the_environment():
    envs, single = make(MONTHS, months=7), gymnasium.make(MONTHS, months=7).unwrapped
    assert envs.params == single.params
    assert envs.rules.tobytes() == single.rules.tobytes()
    assert envs.world_hash == single.world_hash
    envs.reset(seed=4)
    single.reset(seed=5)
    assert envs.labs[1].tobytes() == single.labs[0].tobytes()


def test_labs_put_into_rows_go_on_as_where_they_came_from():
    envs = gymnasium.make_vec("PIBenchMonth-v0", num_envs=3, months=30)
    host = gymnasium.make_vec("PIBenchMonth-v0", num_envs=6, months=30)
    envs.reset(seed=7)
    host.reset(seed=50)
    rng = np.random.default_rng(1)
    plans = rng.integers(0, np.array(envs.single_action_space.nvec), (20, len(envs.single_action_space.nvec)))
    for plan in plans[:8]:
        envs.step(np.tile(plan, (3, 1)))
        host.step(np.tile(plan, (6, 1)))
    _, infos = host.unwrapped.set_labs(fork(envs.unwrapped.labs, 2))
    assert infos["seed"].tolist() == [7, 7, 8, 8, 9, 9]
    assert infos["month"].tolist() == [9] * 6
    first_run = np.ones(6, bool)
    for plan in plans[8:]:
        ours, theirs = envs.step(np.tile(plan, (3, 1))), host.step(np.tile(plan, (6, 1)))
        for one, other in zip(ours[:4], theirs[:4], strict=True):
            assert np.array_equal(np.repeat(one, 2, axis=0)[first_run], other[first_run])
        first_run &= ~theirs[2]


def test_labs_that_do_not_fit_the_rows_are_refused():
    envs = gymnasium.make_vec("PIBenchMonth-v0", num_envs=3)
    envs.reset(seed=7)
    before = envs.unwrapped.labs.tobytes()
    with pytest.raises(ValueError, match="2 labs are given; num_envs is 3"):
        envs.unwrapped.set_labs(envs.unwrapped.labs[:2])
    with pytest.raises(TypeError, match="LAB"):
        envs.unwrapped.set_labs(np.zeros(3))
    assert envs.unwrapped.labs.tobytes() == before


def test_labs_that_are_over_stay_over():
    envs = gymnasium.make_vec("PIBenchMonth-v0", num_envs=2, months=1, autoreset_mode="Disabled")
    envs.reset(seed=7)
    envs.step(np.zeros(envs.action_space.shape, np.int64))
    envs.unwrapped.set_labs(envs.unwrapped.labs)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(envs.action_space.shape, np.int64))
