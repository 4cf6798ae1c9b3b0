"""Arguments of policies: checked, given as numbers or words, and packed in the order that compiled code reads."""

import dataclasses

import numpy as np
import pytest
from policy_careers import PolicyCareer

from pibench_env.baselines import baseline, random_legal
from pibench_env.baselines.arguments import ARGUMENTS
from pibench_env.baselines.baseline import BaselineArgs
from pibench_env.baselines.policy import POLICIES, Builtin
from pibench_env.baselines.random_legal import RandomArgs
from pibench_env.codes import Topic
from pibench_env.parameter import ParameterError

PLACES = {
    BaselineArgs: {
        "n_target_students": baseline.TARGET,
        "hires_per_season": baseline.HIRES,
        "use_interview": baseline.USE_INTERVIEW,
        "tier": baseline.TIER,
        "compute": baseline.COMPUTE,
        "mentor_hours": baseline.MENTORING,
        "proposal_hours": baseline.PROPOSAL_HOURS,
        "polish_hours": baseline.POLISH,
        "topic_rule": baseline.TOPIC_RULE,
        "fixed_topic": baseline.FIXED_TOPIC,
        "min_runway_for_hiring": baseline.MIN_RUNWAY,
    },
    RandomArgs: {
        "seed": random_legal.SEED,
        "commands": random_legal.COMMANDS,
        "recklessness": random_legal.RECKLESSNESS,
    },
}


@pytest.mark.parametrize("arguments", PLACES)
def test_compiled_code_reads_the_places_that_the_fields_have(arguments):
    names = [field.name for field in dataclasses.fields(arguments)]
    assert {name: place for place, name in enumerate(names)} == PLACES[arguments]


def test_the_vector_has_one_length_for_all_policies():
    for policy in POLICIES.values():
        vector = policy.arguments().vector()
        assert vector.shape == (ARGUMENTS,)
        n = len(dataclasses.fields(policy.arguments))
        assert not vector[n:].any()


def test_the_catalogue_names_every_policy_once():
    assert [policy.code for policy in POLICIES.values()] == list(Builtin)
    assert set(POLICIES) == {"baseline", "oracle", "ambitious", "hire_max", "idle", "random"}


@pytest.mark.parametrize(
    ("overrides", "name", "value"),
    [
        ({"topic_rule": "fixed"}, "topic_rule", 1),
        ({"topic_rule": "news"}, "topic_rule", 0),
        ({"fixed_topic": "theory"}, "fixed_topic", Topic.THEORY),
        ({"fixed_topic": 2}, "fixed_topic", 2),
        ({"use_interview": False}, "use_interview", 0),
        ({"use_interview": np.True_}, "use_interview", 1),
        ({"compute": 900}, "compute", 900.0),
    ],
)
def test_values_by_word_and_number(overrides, name, value):
    assert getattr(BaselineArgs.of(overrides), name) == value


def test_texts_of_the_command_line():
    texts = ["fixed_topic=neuro_ai", "topic_rule = fixed", "use_interview=false", "tier=3", "fixed_topic =5"]
    parsed = BaselineArgs.parse(texts[:4])
    assert BaselineArgs.of(parsed) == BaselineArgs(fixed_topic=7, topic_rule=1, use_interview=0, tier=3)
    assert BaselineArgs.parse(texts[4:]) == {"fixed_topic": 5}


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["fixed_topic=theorie"], "did you mean 'theory'"),
        (["topic_rule=x"], "one of news, fixed"),
        (["tier"], "not of the form name=value"),
        (["tier=high"], "takes a number"),
        (["tier=4"], "allowed are 1 to 3, nearest 3"),
        (["teir=2"], "did you mean 'tier'"),
        (["tier=2", "tier=2"], "given twice"),
        (["fixed_topic=8"], "nearest 7"),
    ],
)
def test_bad_texts_say_what_is_allowed(texts, message):
    with pytest.raises(ParameterError, match=message):
        BaselineArgs.of(BaselineArgs.parse(texts))


# What each argument of the baseline does, seen in the commands of its first season or first project.


def baseline_calls(args, months=8):
    career = PolicyCareer("baseline", 101, {"start_budget": 1e7}, args)
    calls = []
    for _ in range(months):
        calls += career.play_month()
        career.close()
    return calls


def named(calls, name):
    return [args for call, args, _ in calls if call == name]


def test_hiring_arguments():
    assert len(named(baseline_calls({"hires_per_season": 3}, 1), "recruit.offer")) == 4
    assert len(named(baseline_calls({"n_target_students": 1}, 1), "recruit.offer")) == 2
    assert not named(baseline_calls({"n_target_students": 0}, 1), "recruit.offer")
    calls = baseline_calls({"use_interview": False}, 1)
    assert named(calls, "recruit.offer")
    assert not named(calls, "recruit.interview")


def test_nobody_is_hired_on_a_short_runway():
    career = PolicyCareer("baseline", 101, {"months": 120})
    while career.lab["month"] < 13:
        career.play_month()
        career.close()
    runway = 0.5 + career.lab["budget"] / 4700
    for needed, is_hiring in ((0, True), (runway * 100, False)):
        twin = career.twin()
        twin.play = PolicyCareer("baseline", 101, {"months": 120}, {"min_runway_for_hiring": needed}).play
        assert bool(named(twin.play_month(), "recruit.offer")) == is_hiring


def test_arguments_of_projects_and_proposals():
    args = {"tier": 1, "compute": 700, "mentor_hours": 3, "proposal_hours": 12, "topic_rule": "fixed"}
    calls = baseline_calls(args | {"fixed_topic": "alignment"})
    start = named(calls, "projects.start")[0]
    assert (start["topic"], start["tier"], start["monthly_compute"]) == ("alignment", 1, 700)
    assert set(named(calls, "students.set_mentoring")[0]["hours_by_student"].values()) == {3.0}
    assert {(call["topic"], call["hours"]) for call in named(calls, "grants.propose")} == {("alignment", 12)}


def test_hours_of_polish_and_revision():
    calls = baseline_calls({"polish_hours": 4}, 60)
    hours = {call["hours"] for name in ("papers.polish", "papers.revise") for call in named(calls, name)}
    assert hours == {4}
    assert named(calls, "papers.revise")
