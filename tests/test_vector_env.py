"""The vector environments: rows that are single environments, to the bit."""

import itertools
import time
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers import vector as wrappers
from vector_tools import (
    COMMANDS,
    IDS,
    MODES,
    MONTHS,
    SEEDS,
    VARIANTS,
    arrays,
    chosen,
    differences,
    make,
    make_sync,
    play,
    snapshot,
)

from pibench_env.seeds import seed_set
from pibench_env.threads import SMALLEST_BLOCK, Crew
from pibench_env.vector_env import PIBenchVectorEnv
from pibench_env.wrappers.month_plan_vector import PIBenchMonthVectorEnv

STEPS = {COMMANDS: 160, MONTHS: 40}
BOTH = pytest.mark.parametrize("env_id", IDS)
EACH_MODE = pytest.mark.parametrize("mode", MODES)


# --- Rows are single environments -------------------------------------------------------------------------------------


@BOTH
@EACH_MODE
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_that_is_returned_is_what_single_environments_return(env_id, mode, variant):
    """Observation, reward, flags, infos, masks and the worlds of later runs, as Gymnasium puts them together."""
    options = VARIANTS[variant] | ({"max_commands": 12} if env_id == COMMANDS else {})
    one, other = make(env_id, autoreset_mode=mode, **options), make_sync(env_id, mode=mode, **options)
    seen = set()
    results = zip(play(env_id, one, STEPS[env_id], SEEDS), play(env_id, other, STEPS[env_id], SEEDS), strict=True)
    for k, (mine, theirs) in enumerate(results):
        assert not differences(mine, theirs), k
        if len(mine) == 5:
            seen |= {"terminated"} if mine[2].any() else set()
            seen |= {"truncated"} if mine[3].any() else set()
            seen |= {"paid", "paid again"} if (mine[1] > 0).any() and "paid" in seen else set()
            seen |= {"paid"} if (mine[1] > 0).any() else set()
            final = mine[4].get("final_info", mine[4])
            seen |= {"collapsed"} if final["collapsed"].any() else set()
    expected = {"truncated": {"truncated"}, "bankrupt": {"terminated", "collapsed"}}.get(variant, {"terminated"})
    expected |= {"paid"} if "papers" in variant else set()
    expected |= {"paid again"} if variant in ("papers", "papers, tame") else set()
    assert expected <= seen, "the runs are too short to show what this test is about"


@BOTH
def test_truncated_and_terminated_at_once(env_id):
    options = {"months": 2, "max_episode_steps": 2} | ({"max_commands": 1} if env_id == COMMANDS else {})
    results = [list(play(env_id, made, 6, SEEDS)) for made in (make(env_id, **options), make_sync(env_id, **options))]
    assert not differences(*results)
    assert any((step[2] & step[3]).any() for step in results[0][1:])


@BOTH
@EACH_MODE
def test_resets_pick_the_worlds_that_single_environments_pick(env_id, mode):
    one, other = make(env_id, autoreset_mode=mode, seeds="train[0:9]"), make_sync(env_id, mode=mode, seeds="train[0:9]")
    mask = np.array([True, False, True])
    for seed in (5, [4, None, 6], None, (1, 2, 3), np.array([1, 2, 3]), np.int64(8)):
        if seed is not None and not isinstance(seed, np.integer):
            for env in (one, other):
                env.reset(seed=1)  # where they are not told, the rows go on from here
        theirs = other.reset(seed=int(seed) if isinstance(seed, np.integer) else seed)
        assert not differences(one.reset(seed=seed), theirs)
        for options in (
            {"seeds": [7]},
            {"seeds": "tune[0:5]"},
            {"reset_mask": mask},
            {"seeds": [9, 11], "reset_mask": mask},
        ):
            mine, theirs = one.reset(options=options.copy()), other.reset(options=options.copy())
            assert not differences(mine, theirs), options
        mine = one.reset(seed=[3, None, None], options={"reset_mask": mask})
        assert not differences(mine, other.reset(seed=[3, None, None], options={"reset_mask": mask}))
    assert one.np_random_seed == other.np_random_seed
    assert [one.bit_generator.state for one in one.np_random] == [two.bit_generator.state for two in other.np_random]


def test_an_int_seed_counts_up_and_rows_that_were_not_seeded_differ():
    envs = make(MONTHS, 4)
    assert envs.reset(seed=21)[1]["seed"].tolist() == [21, 22, 23, 24]
    assert envs.seeds_of_rows.tolist() == [21, 22, 23, 24]
    fresh = make(MONTHS, 4)
    worlds = fresh.reset()[1]["seed"].tolist()
    assert len(set(worlds)) == 4
    assert all(world in seed_set("train") for world in worlds)


def test_generators_are_made_when_they_are_needed(monkeypatch):
    made = []
    real = seeding.np_random
    monkeypatch.setattr(seeding, "np_random", lambda seed=None: made.append(seed) or real(seed))
    envs = make(MONTHS, 3, months=2)
    envs.reset(seed=11)
    for _ in range(2):
        envs.step(np.zeros_like(envs.action_space.sample()))
    count = made.count(11)
    envs.step(np.zeros_like(envs.action_space.sample()))
    assert (count, made.count(11), made.count(13)) == (0, 1, 1)


def test_rows_that_are_not_reset_stay_as_they_are():
    envs = make(MONTHS, 3)
    envs.reset(seed=1)
    envs.step(envs.action_space.sample())
    before = [lab.tobytes() for lab in envs.labs], envs.observe()[0]
    observations, infos = envs.reset(seed=[None, 9, None], options={"reset_mask": np.array([False, True, False])})
    assert [envs.labs[row].tobytes() == before[0][row] for row in range(3)] == [True, False, True]
    assert [observations[row].tobytes() == before[1][row].tobytes() for row in range(3)] == [True, False, True]
    assert infos["seed"].tolist() == [0, 9, 0]
    assert infos["_seed"].tolist() == [False, True, False]


def test_a_reset_leaves_the_caller_s_options_alone():
    envs, options = make(MONTHS), {"reset_mask": np.array([True] * 3), "seeds": [5]}
    envs.reset(options=options)
    assert list(options) == ["reset_mask", "seeds"]
    assert envs.seeds_of_rows.tolist() == [5, 5, 5]


# --- What is returned -------------------------------------------------------------------------------------------------


@BOTH
@EACH_MODE
@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
def test_all_that_is_returned_is_the_caller_s(env_id, mode, obs_mode):
    envs = make(
        env_id, months=2, autoreset_mode=mode, obs_mode=obs_mode, **({"max_commands": 3} if env_id == COMMANDS else {})
    )
    kept = []
    for result in play(env_id, envs, 12):
        inner = [envs._labs, envs._runs, envs._masks, envs._facts]
        assert not any(
            np.shares_memory(array, own) for array in arrays(result) for own in inner if array.dtype != object
        )
        facts = [array for array in arrays(result[1:]) if array.dtype != object]
        assert not any(np.shares_memory(one, other) for one, other in itertools.combinations(facts, 2))
        kept.append((result, snapshot(result)))
        for result_before, copy in kept:
            assert not differences(result_before, copy)
    for (one, _), (two, _) in itertools.pairwise(kept):
        pairs = [(a, b) for a in arrays(one) for b in arrays(two)]
        assert not any(np.shares_memory(a, b) for a, b in pairs if a.dtype != object and b.dtype != object)


@BOTH
@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
def test_without_copies_observations_are_one_buffer(env_id, obs_mode):
    lean, plain = make(env_id, copy=False, obs_mode=obs_mode), make(env_id, obs_mode=obs_mode)
    first = None
    for mine, theirs in zip(play(env_id, lean, 10), play(env_id, plain, 10), strict=True):
        assert not differences(snapshot(mine), snapshot(theirs))
        observed = [mine[0]] if obs_mode == "flat" else list(mine[0].values())
        first = first or observed
        assert all(np.shares_memory(a, b) for a, b in zip(observed, first, strict=True))
        if len(mine) == 5:
            assert not any(
                np.shares_memory(mine[0] if obs_mode == "flat" else mine[0]["lab"], a)
                for a in arrays(mine[1:])
                if a.dtype != object
            )


@BOTH
def test_spaces_are_batches_of_the_single_ones(env_id):
    for options in ({}, {"obs_mode": "dict"}):
        envs, single = make(env_id, 3, **options), gymnasium.make(env_id, **options)
        assert envs.single_observation_space == single.observation_space
        assert envs.single_action_space == single.action_space
        assert envs.observation_space == batch_space(single.observation_space, 3)
        assert envs.action_space == batch_space(single.action_space, 3)
        for result in play(env_id, envs, 20):
            assert envs.observation_space.contains(result[0])


def test_masks_are_the_rows_masks():
    envs = make(COMMANDS)
    for result in play(COMMANDS, envs, 5):
        masks = envs.action_masks()
        assert masks.dtype == np.bool_
        assert (masks == result[-1]["action_mask"]).all()
    masks[:] = False
    assert envs.action_masks().any()


# --- Made as users make them ------------------------------------------------------------------------------------------


def test_make_vec_makes_the_native_environments_and_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert type(make(COMMANDS)) is PIBenchVectorEnv
        assert type(make(MONTHS)) is PIBenchMonthVectorEnv
        assert type(make_sync(MONTHS)) is gymnasium.vector.SyncVectorEnv
        assert make(MONTHS, 1).reset(seed=3)[0].shape[0] == 1


@EACH_MODE
def test_the_mode_is_the_environment_s_own(mode):
    envs = make(COMMANDS, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is AutoresetMode(mode)
    assert PIBenchVectorEnv(2, autoreset_mode=AutoresetMode(mode)).metadata["autoreset_mode"] is AutoresetMode(mode)
    assert make(COMMANDS).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    single = gymnasium.make(COMMANDS).unwrapped
    single.metadata["autoreset_mode"] = mode  # as Gymnasium's loops did once
    assert "autoreset_mode" not in gymnasium.make(COMMANDS).metadata


@BOTH
def test_specs_make_the_same_environment_again(env_id):
    envs = make(env_id, 2, months=3, autoreset_mode="SameStep", max_episode_steps=2, seeds="tune[0:4]")
    again = gymnasium.make_vec(EnvSpec.from_json(envs.spec.to_json()))
    results = [list(play(env_id, made, 8)) for made in (envs, again)]
    assert not differences(*results)


@BOTH
@EACH_MODE
def test_gymnasium_records_episodes(env_id, mode):
    options = {"months": 3} | ({"max_commands": 3} if env_id == COMMANDS else {})
    recorded = []
    for made in (make(env_id, autoreset_mode=mode, **options), make_sync(env_id, mode=mode, **options)):
        if mode == "Disabled" and isinstance(made, gymnasium.vector.SyncVectorEnv):
            continue  # takes the mask out of the options before the wrapper sees it
        env = wrappers.RecordEpisodeStatistics(made)
        for _ in play(env_id, env, 25, SEEDS):
            pass
        recorded.append((env.episode_count, list(env.return_queue), list(env.length_queue)))
    assert recorded[0][0] >= 6
    if env_id == MONTHS and mode == "NextStep":
        assert set(recorded[0][2]) == {3}
    assert recorded[0] == recorded[-1]


def test_gymnasium_flattens_and_lists():
    flat, parts = make(MONTHS), wrappers.FlattenObservation(make(MONTHS, obs_mode="dict"))
    assert parts.observation_space.contains(parts.reset(seed=1)[0])
    assert parts.reset(seed=1)[0].shape == flat.reset(seed=1)[0].shape
    infos = wrappers.DictInfoToList(make(COMMANDS)).reset(seed=4)[1]
    assert [info["seed"] for info in infos] == [4, 5, 6]
    assert [info["verb"] for info in infos] == ["reset"] * 3


@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_rendering_gives_one_picture_a_row(mode):
    envs, single = make(MONTHS, 2, render_mode=mode), gymnasium.make(MONTHS, render_mode=mode)
    envs.reset(seed=4)
    single.reset(seed=5)
    plan = np.zeros(single.action_space.shape, np.int64)
    envs.step([plan, plan])
    single.step(plan)
    shown = envs.render()
    if mode is None:
        assert shown is None
    else:
        assert isinstance(shown, tuple)
        assert not differences(shown[1], single.render())
        assert differences(shown[0], shown[1])


def test_closing_twice_is_closing():
    for threads in (1, 2):
        envs = make(MONTHS, 2 * SMALLEST_BLOCK, threads=threads)
        envs.reset(seed=1)
        envs.close()
        envs.close()
        assert envs.closed


# --- Threads ----------------------------------------------------------------------------------------------------------


@BOTH
@EACH_MODE
def test_results_do_not_depend_on_threads(env_id, mode):
    n = 5 * SMALLEST_BLOCK + 3
    options = {"months": 3, "autoreset_mode": mode} | ({"max_commands": 4} if env_id == COMMANDS else {})
    seeds = list(seed_set("train")[:n])
    expected = list(play(env_id, make(env_id, n, **options), 14, seeds))
    for threads in (2, 3):
        envs = make(env_id, n, threads=threads, **options)
        assert not differences(list(play(env_id, envs, 14, seeds)), expected)
        envs.close()


@pytest.mark.parametrize(("threads", "n"), [(1, 100), (2, 15), (2, 16), (3, 1000), (3, 0), (2, 1)])
def test_a_crew_does_every_row_once_and_never_two_blocks_in_one_place(threads, n):
    crew, done = Crew(threads), []
    crew.share(n, lambda first, last, k: done.append((k, list(range(first, last)))))
    assert sorted(row for _, rows in done for row in rows) == list(range(n))
    places = [k for k, _ in done]
    assert len(set(places)) == len(places)
    assert all(0 <= k < crew.blocks for k in places)
    assert (len(done) > 1) == (threads > 1 and n >= 2 * SMALLEST_BLOCK)
    crew.dismiss()


def test_a_crew_hands_errors_on():
    def task(first, last, k):
        raise ValueError(f"block {k}")

    with pytest.raises(ValueError, match="block 0"):
        Crew(2).share(100, task)


def test_actions_of_rows_that_begin_anew_count_for_nothing():
    one, other = make(MONTHS, 2, months=1), make(MONTHS, 2, months=1)
    idle = np.zeros(one.action_space.shape, np.int64)
    for envs in (one, other):
        envs.reset(seed=3)
        envs.step(idle)
    rng = np.random.default_rng(1)
    assert not differences(one.step(idle), other.step(chosen(MONTHS, other.action_masks(), rng)))


def test_after_an_interrupt_nobody_works_on(monkeypatch):
    crew, done, given = Crew(2), [], []
    pool = crew._pool_of_this_process()
    submit = pool.submit

    def interrupted(*task):
        given.append(task)
        if len(given) == 3:
            raise KeyboardInterrupt
        return submit(*task)

    def work(first, last, k):
        time.sleep(0.05)
        done.append(k)

    monkeypatch.setattr(pool, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        crew.share(100, work)
    finished = list(done)
    time.sleep(0.2)
    assert done == finished
    crew.share(100, work)
    assert len(done) == len(finished) + crew.blocks
    crew.dismiss()
