"""What vector environments say of bad input, and that it changes nothing."""

import pickle

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from vector_tools import IDS, MONTHS, make

from pibench_env.parameter import ParameterError
from pibench_env.seeds import SeedError
from pibench_env.vector_env import PIBenchVectorEnv
from pibench_env.wrappers.month_plan_vector import PIBenchMonthVectorEnv

CLASSES = pytest.mark.parametrize("kind", [PIBenchVectorEnv, PIBenchMonthVectorEnv])
BOTH = pytest.mark.parametrize("env_id", IDS)
N = 3


@CLASSES
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"num_envs": 0}, ParameterError, "num_envs is a whole number from 1 on, not 0; nearest 1"),
        ({"num_envs": -4}, ParameterError, "num_envs is a whole number from 1 on, not -4"),
        ({"num_envs": True}, ParameterError, "num_envs is a whole number from 1 on, not True"),
        ({"num_envs": 2.0}, ParameterError, "num_envs is a whole number from 1 on, not 2.0"),
        ({"num_envs": None}, ParameterError, "num_envs is a whole number"),
        ({"threads": 0}, ParameterError, "threads is a whole number from 1 on, not 0"),
        ({"threads": "2"}, ParameterError, "threads is a whole number"),
        ({"max_episode_steps": 0}, ParameterError, "max_episode_steps is a whole number from 1 on, or None, not 0"),
        ({"autoreset_mode": "NextStop"}, ParameterError, "unknown autoreset_mode 'NextStop'.*did you mean 'NextStep'"),
        ({"autoreset_mode": 1}, ParameterError, "unknown autoreset_mode 1; allowed are NextStep, SameStep, Disabled"),
        ({"copy": 1}, ParameterError, "copy is True or False, not 1"),
        ({"thread": 2}, TypeError, "VectorEnv has no argument 'thread'.*did you mean 'threads'"),
        ({"reward": "finale"}, ParameterError, "did you mean 'final'"),
        ({"months": 0}, ParameterError, "months"),
        ({"seeds": "tset"}, SeedError, "did you mean 'test'"),
        ({"render_mode": "human"}, ParameterError, "unknown render_mode 'human'"),
    ],
)
def test_what_cannot_be_made(kind, options, error, message):
    with pytest.raises(error, match=message):
        kind(**{"num_envs": 2} | options)


def test_max_commands_is_for_commands():
    with pytest.raises(ParameterError, match="max_commands is a whole number from 0 on, or None, not -1; nearest 0"):
        PIBenchVectorEnv(2, max_commands=-1)
    with pytest.raises(TypeError, match="PIBenchMonthVectorEnv has no argument 'max_commands'"):
        make(MONTHS, max_commands=3)


MASK = np.array([True, False, True])


@BOTH
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"seed": [1, 2]}, ValueError, "seed has 2 entries; 3 are needed"),
        ({"seed": np.arange(4)}, ValueError, "seed has 4 entries; 3 are needed"),
        ({"seed": []}, ValueError, "seed has 0 entries"),
        ({"seed": -1}, SeedError, "seed -1 is out of range; allowed are 0"),
        ({"seed": 2**63 - 2}, SeedError, "seed of row 2: .* is out of range"),
        ({"seed": [1, -5, 2]}, SeedError, "seed of row 1: seed -5 is out of range"),
        ({"seed": [1, 2, 2**63]}, SeedError, "seed of row 2"),
        ({"seed": [1, 2.5, 3]}, SeedError, "seed of row 1: a seed is a whole number, not 2.5"),
        ({"seed": [1, 2, True]}, SeedError, "seed of row 2: a seed is a whole number, not True"),
        ({"seed": True}, SeedError, "a seed is a whole number, not True"),
        ({"seed": "5"}, SeedError, "a seed is a whole number, not '5'"),
        ({"seed": np.array([1.0, 2.0, 3.0])}, SeedError, "seed of row 0"),
        ({"seed": np.ones((3, 1), int)}, SeedError, "a seed is a whole number"),
        ({"options": {"reset_mask": [True, False, True]}}, ValueError, "reset_mask is a NumPy array of 3 bools"),
        ({"options": {"reset_mask": MASK.astype(int)}}, ValueError, r"of 3 bools, not int64 of shape \(3,\)"),
        ({"options": {"reset_mask": MASK[:2]}}, ValueError, r"of 3 bools, not bool of shape \(2,\)"),
        ({"options": {"reset_mask": np.zeros(3, bool)}}, ValueError, "reset_mask is False in every row"),
        ({"options": {"reset_mask": None}}, ValueError, "reset_mask is a NumPy array of 3 bools, not None"),
        ({"options": {"rest_mask": MASK}}, ValueError, "unknown option 'rest_mask'.*did you mean 'reset_mask'"),
        ({"options": {"seed": 3}}, ValueError, "a seed is given as reset"),
        ({"options": [("seeds", 3)]}, ValueError, "options of reset are a dict or None"),
        ({"options": {"seeds": "tset"}}, SeedError, "did you mean 'test'"),
        ({"seed": [None, None, 4], "options": {"seeds": 5}}, ValueError, "seed 4 and options with seeds"),
        ({"seed": 4, "options": {"seeds": 5, "reset_mask": MASK}}, ValueError, "seed 4 and options with seeds"),
    ],
)
def test_resets_that_are_refused_change_nothing(env_id, arguments, error, message):
    envs = make(env_id, N)
    envs.reset(seed=1)
    before = pickle.dumps(envs.get_state())
    with pytest.raises(error, match=message):
        envs.reset(**arguments)
    assert pickle.dumps(envs.get_state()) == before


def changed(actions, row, part, value):
    actions = actions.copy()
    actions[row, part] = value
    return actions


ZEROS = {env_id: np.zeros(make(env_id, N).action_space.shape, np.int64) for env_id in IDS}


@BOTH
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda a: a[0], r"actions are whole numbers of shape \(3, \d+\), not int64 of shape"),
        (lambda a: a[:2], "of shape"),
        (lambda a: a[:, :3], "of shape"),
        (lambda a: a[None], "of shape"),
        (lambda a: a.astype(float), "not float64 of shape"),
        (lambda a: a.astype(bool), "not bool of shape"),
        (lambda a: [[0], [1, 2], []], "actions are whole numbers of shape"),
        (lambda a: None, "not None"),
        (lambda a: "wait", "not 'wait'"),
        (lambda a: changed(a, 1, 0, -1), "(verb|interviews) of row 1 is -1; allowed are 0 to .*, nearest 0"),
        (
            lambda a: changed(a, 2, 1, 99),
            "(entity|shortlist) of row 2 is 99; allowed are 0 to (47, nearest 47|3, .* 3)",
        ),
        (lambda a: changed(a.astype(np.uint64), 2, 1, 2**64 - 1), "of row 2 is 18446744073709551615; allowed are 0"),
        (lambda a: changed(a.astype(np.int8), 0, 1, -128), "of row 0 is -128"),
    ],
)
def test_actions_that_are_refused_change_nothing(env_id, spoil, message):
    envs = make(env_id, N)
    envs.reset(seed=1)
    before = pickle.dumps(envs.get_state())
    with pytest.raises(InvalidAction, match=message):
        envs.step(spoil(ZEROS[env_id]))
    assert pickle.dumps(envs.get_state()) == before


@BOTH
def test_actions_of_any_whole_numbers_are_taken(env_id):
    envs = make(env_id, N)
    expected = None
    for actions in (
        ZEROS[env_id],
        ZEROS[env_id].tolist(),
        ZEROS[env_id].astype(np.uint8),
        np.asfortranarray(ZEROS[env_id]),
    ):
        envs.reset(seed=1)
        observations = envs.step(actions)[0].tobytes()
        expected = expected or observations
        assert observations == expected


@BOTH
def test_before_the_first_reset(env_id):
    envs = make(env_id, N)
    calls = [
        lambda: envs.step(ZEROS[env_id]), envs.observe, envs.action_masks, envs.get_state, lambda: envs.labs,
        lambda: envs.seeds_of_rows, lambda: envs.single(0), make(env_id, N, render_mode="ansi").render,
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()
    with pytest.raises(ResetNeeded, match="the first reset takes no reset_mask"):
        envs.reset(seed=1, options={"reset_mask": MASK})
    envs.reset(seed=1, options={"reset_mask": np.ones(N, bool)})


@pytest.mark.parametrize("limit", [None, 2])
def test_rows_that_are_over_are_named_where_resets_are_the_caller_s(limit):
    envs = make(MONTHS, N, months=2 if limit is None else 5, autoreset_mode="Disabled", max_episode_steps=limit)
    envs.reset(seed=1)
    envs.step(ZEROS[MONTHS])
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    envs.step(ZEROS[MONTHS])
    before = pickle.dumps(envs.get_state())
    with pytest.raises(ResetNeeded, match=r"^rows 0, 2 ended: call reset"):
        envs.step(ZEROS[MONTHS])
    assert pickle.dumps(envs.get_state()) == before
    envs.reset(options={"reset_mask": MASK})
    envs.step(ZEROS[MONTHS])
    envs.reset(options={"reset_mask": MASK})
    with pytest.raises(ResetNeeded, match=r"^row 1 ended"):
        envs.step(ZEROS[MONTHS])
