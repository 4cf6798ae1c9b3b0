"""Whole careers: the same whatever the batch, the threads and the order; and single months on a copy."""

import numpy as np
import pytest
from policy_careers import PolicyCareer

from pibench_env import kernel
from pibench_env.baselines.policy import POLICIES, PolicyError, find_policy
from pibench_env.baselines.rollout import (
    BLOCK,
    Play,
    commands_of_month,
    go_on,
    impacts,
    play_month_at,
    play_on_copy,
    rollout,
    run,
    run_in_blocks,
)  # fmt: skip
from pibench_env.batch import born
from pibench_env.calls import write_command
from pibench_env.codes import Outcome
from pibench_env.params import Params
from pibench_env.playing.log import LOG, LOG_SIZE, new_logs, new_memos
from pibench_env.seeds import seed_set
from pibench_env.shelf import new_tapes
from pibench_env.state import empty_commands, empty_labs
from pibench_env.worlds import World

NAMES = sorted(POLICIES)


@pytest.mark.parametrize("policy", NAMES)
def test_alone_in_a_batch_in_any_order_and_on_threads(policy):
    seeds = list(range(1, BLOCK + 2))  # two blocks
    batch = run(policy, seeds)
    assert batch.tobytes() == run(policy, seeds, threads=2).tobytes()
    # Place by place: a copy in another order would leave the gaps between fields to chance.
    backwards = run(policy, seeds[::-1])
    assert all(batch[k].tobytes() == backwards[-1 - k].tobytes() for k in range(len(seeds)))
    for place in (0, 40, BLOCK):
        assert batch[place : place + 1].tobytes() == run(policy, [seeds[place]]).tobytes()


def test_a_log_and_a_memory_used_before_change_nothing():
    play = Play.of("oracle")
    seeds = np.array([101, 104], np.uint64)
    labs, memos, logs = empty_labs(2), new_memos(1), new_logs(1)
    memos["values"], memos["chance"], memos["order"], memos["keys"] = 7.0, 7, 7, 7.0
    logs["commands"]["ids"], logs["commands"]["count"], logs["count"] = 3, 5, 9
    rollout(labs, seeds, seeds, play.rules, play.policy, play.args, memos, logs, 0, new_tapes(2), np.arange(2))
    assert labs.tobytes() == run("oracle", [101, 104]).tobytes()


def test_every_career_begins_with_an_empty_memory():
    play, seeds = Play.of("idle"), np.array([101], np.uint64)
    memos = new_memos(1)
    memos["values"], memos["chance"] = 7.0, 7
    tapes, places = new_tapes(1), np.zeros(1, np.int64)
    rollout(empty_labs(1), seeds, seeds, play.rules, play.policy, play.args, memos, new_logs(1), 0, tapes, places)
    assert not memos["values"].any()
    assert memos["chance"] == 0


@pytest.mark.parametrize("policy", NAMES)
def test_whole_careers_are_months_played_one_by_one(policy):
    career = PolicyCareer(policy, 104)
    while not career.finished:
        career.play_month()
        career.close()
    assert career.labs.tobytes() == run(policy, [104]).tobytes()


def test_blocks_come_in_order_and_are_no_views():
    seeds = range(2 * BLOCK + 3)
    blocks = list(run_in_blocks("idle", seeds, {"months": 2}, threads=2))
    assert [len(block) for block in blocks] == [BLOCK, BLOCK, 3]
    assert [int(seed) for block in blocks for seed in block["luck"]["seed"]] == list(seeds)
    assert all(block.base is None for block in blocks)


def test_many_seeds_are_played_as_they_are_asked_for():
    """A million seeds of 130 KB each would fill any memory: the first block is there before the last is thought of."""
    blocks = run_in_blocks("idle", range(10**6), {"months": 1})
    assert len(next(blocks)) == BLOCK
    blocks.close()


def test_salt_world_and_arguments_reach_the_labs():
    plain = run("baseline", [101])
    salted = run("baseline", [101], salt="secret")
    assert salted["luck"]["seed"] == 101
    assert salted["luck"]["trajectory"].tobytes() != plain["luck"]["trajectory"].tobytes()
    assert run("baseline", [101], salt="").tobytes() == plain.tobytes()
    assert run("baseline", [101], Params.of({"months": 7}))["month"] == 7
    assert run("baseline", [101], args={"tier": 3}).tobytes() != plain.tobytes()
    assert run("baseline", [101], args=POLICIES["baseline"].arguments.of({"tier": 2})).tobytes() == plain.tobytes()


@pytest.mark.parametrize("policy", ["baseline", "oracle"])
def test_policies_take_labs_over_as_they_are(policy):
    seeds = [int(seed) for seed in seed_set("tune")[:9]]
    halfway = run(policy, seeds, {"months": 60})
    begun = go_on(policy, born(seeds, World.of(None)), 20)
    assert set(begun["month"].tolist()) == {21}
    assert go_on(policy, begun, threads=2).tobytes() == halfway.tobytes()
    assert go_on(policy, begun, 0).tobytes() == begun.tobytes()
    with pytest.raises(ValueError, match="months"):
        go_on(policy, begun, -1)


def test_impacts_are_those_of_the_kernel():
    labs = run("baseline", [101, 102])
    readings = np.zeros(len(kernel.READINGS))
    for i, impact in enumerate(impacts(labs)):
        kernel.read_off(labs, i, Play.of("baseline").rules, readings)
        assert readings[kernel.READINGS.index("impact")] == impact


def test_no_seeds_no_labs():
    assert len(run("baseline", [])) == 0


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(ValueError, match=r"a seed is a whole number|allowed are 0 to"):
        run("idle", [seed])


def test_bad_threads_are_refused():
    with pytest.raises(ValueError, match="from 1 on"):
        run("idle", [1], threads=0)


def test_arguments_of_another_policy_are_refused():
    with pytest.raises(TypeError, match="takes RandomArgs, not BaselineArgs"):
        run("random", [1], args=POLICIES["baseline"].arguments())


def test_unknown_policy_names_the_nearest():
    with pytest.raises(PolicyError, match="did you mean 'baseline'"):
        find_policy("basline")


# --- One month on a copy ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", NAMES)
def test_calls_handed_out_do_what_the_policy_did(policy):
    """Each month's calls, given in words to the lab itself, make the career that the policy plays by itself."""
    career = PolicyCareer(policy, 104)
    rules, memo, commands = career.play.rules, new_memos(1), empty_commands(1)
    while not career.finished:
        before = career.labs.tobytes()
        calls = commands_of_month(career.lab, policy, memo)
        assert career.labs.tobytes() == before
        for call, args in calls:
            write_command(commands[0], career.lab, rules[0], call, args)
            kernel.apply_at(career.labs, 0, commands, 0, rules)
        career.close()
    assert career.labs.tobytes() == run(policy, [104]).tobytes()


def test_outcomes_are_handed_out():
    career = PolicyCareer("baseline", 101)
    for _ in range(5):
        career.play_month()
        career.close()
    outcomes = [(call, outcome) for call, _, outcome in play_on_copy(career.lab, "baseline", new_memos(1))]
    assert ("grants.propose", Outcome.CONCURRENT_CAP) in outcomes  # month 6: AMP has an open proposal


def test_people_hired_in_the_month_have_ids():
    """Commands may be about somebody whom an earlier command of the month has hired."""
    career = PolicyCareer("random", 5, {"start_budget": 1e7}, {"commands": 100})
    for _ in range(3):
        before = career.twin()
        given = career.play_month()
        calls = commands_of_month(before.lab, "random", new_memos(1), {"start_budget": 1e7}, {"commands": 100})
        assert [(call, args) for call, args, _ in given] == calls
        career.close()


def test_a_finished_lab_is_not_played():
    labs = run("baseline", [101])
    assert commands_of_month(labs[0], "baseline", new_memos(1)) == []


def test_commands_that_a_log_cannot_keep_are_given_and_counted():
    busy = {"commands": 1000}
    career = PolicyCareer("random", 104, args=busy)
    career.play_month()
    assert career.logs[0]["count"] > LOG_SIZE
    with pytest.raises(OverflowError, match="a log keeps 128"):
        commands_of_month(PolicyCareer("random", 104).lab, "random", new_memos(1), args=busy)


def test_without_a_gate_commands_are_refused():
    play, career = Play.of("baseline"), PolicyCareer("baseline", 101)
    logs = np.zeros(1, LOG)
    before = career.labs.tobytes()
    play_month_at(career.labs, 0, play.rules, play.policy, play.args, new_memos(1), logs, 0)
    assert logs[0]["count"] > 0
    assert set(logs[0]["outcomes"][: logs[0]["count"]]) == {Outcome.UNKNOWN_VERB}
    assert career.labs.tobytes() == before
