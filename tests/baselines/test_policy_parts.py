"""The parts of which policies are made: hottest topic, rankings, shown runway, ladders, log; and random play."""

from collections import Counter

import numpy as np
import pytest
from kernel_tools import RULES, lab_with
from policy_careers import PolicyCareer

from pibench_env.baselines import baseline, oracle
from pibench_env.capacities import NEWS, PAYLOAD
from pibench_env.codes import NewsKind, Outcome, Role, Topic, Venue, Verb
from pibench_env.params import Params
from pibench_env.playing import sight, topics
from pibench_env.playing.log import LOG_SIZE, add, begin, new_logs, new_memos
from pibench_env.rules import rules_of

A, B, C = Topic.THEORY, Topic.EMBODIED, Topic.ALIGNMENT


def field(topic, n=1, count=1):
    return [{"kind": NewsKind.FIELD, "topic": topic, "count": count}] * n


def other(n):
    return [{"kind": NewsKind.LAB, "topic": -1}] * n


@pytest.mark.parametrize(
    ("news", "hottest"),
    [
        ([], Topic.REASONING),
        (other(5), Topic.REASONING),
        (field(A) + field(B, 2), B),
        (field(A, 1, count=9) + field(B, 2), B),  # headlines, not articles
        (field(B) + field(A), B),  # the first met among equals
        (field(C) + field(A) + field(B) + field(A) + field(B), A),
        (field(A, 5) + field(B) + other(39), B),  # the last forty items of any kind
        (field(A, 5) + field(B) + other(40), Topic.REASONING),
        ([{"kind": NewsKind.SCOOP, "topic": A}] * 3 + field(B), B),
    ],
)
def test_hottest(news, hottest):
    assert topics.hottest(lab_with(news=news), new_memos(1)[0]) == hottest


def test_hottest_across_the_end_of_the_ring():
    lab = lab_with(news=other(NEWS))
    for i in range(NEWS, NEWS + 4):
        lab["news"][i % NEWS]["kind"], lab["news"][i % NEWS]["topic"] = NewsKind.FIELD, A if i < NEWS + 3 else B
    lab["n_news"] = NEWS + 4
    assert topics.hottest(lab, new_memos(1)[0]) == A


def test_rank_is_stable_and_descending():
    memo = new_memos(1)[0]
    keys = [0.3, 0.9, 0.3, 0.9, 0.1, 0.3]
    memo["order"][:6], memo["keys"][:6] = range(6), keys
    sight.rank(memo, 6)
    assert memo["order"][:6].tolist() == sorted(range(6), key=lambda slot: -keys[slot])


@pytest.mark.parametrize(
    ("budget", "people", "runway"),
    [(600000.0, 0, 99.0), (16100.0, 1, 5.0), (16000.0 + 2 * 3200 * 0.049, 1, 5.1), (1000.0, 1, 0.3)],
)
def test_runway_is_the_dashboards(budget, people, runway):
    lab = lab_with(budget=budget, people=[{"role": Role.PHD}] * people)
    assert sight.runway_shown(lab, RULES) == pytest.approx(runway, abs=1e-12)


def test_a_runway_beyond_counting():
    rules = rules_of(Params.of({"phd_stipend": 1e-9}))[0]
    lab = lab_with(budget=1e12, people=[{"role": Role.PHD}])
    assert sight.runway_shown(lab, rules) == 1e12 / 1e-9


def venues(bits):
    return {venue.word for venue in Venue if bits >> venue & 1}


def draft(**columns):
    return lab_with(drafts=[columns])["drafts"][0]


def bit(*names):
    return sum(1 << Venue[name] for name in names)


@pytest.mark.parametrize(
    ("columns", "ladder"),
    [
        ({"tier": 2}, {"NAIC", "CLAR", "W-SHOP"}),
        ({"tier": 1}, {"CLAR", "W-SHOP"}),
        ({"tier": 3, "rejected_by": bit("CLAR")}, {"W-SHOP"}),
        ({"tier": 3, "rejected_by": bit("NAIC")}, {"CLAR", "W-SHOP"}),
        ({"tier": 2, "rejected_by": bit("W_SHOP")}, {"CLAR"}),
        ({"tier": 2, "rejected_by": bit("W_SHOP", "CLAR")}, {"W-SHOP"}),
        ({"tier": 2, "salvage": 1}, {"W-SHOP"}),
        ({"tier": 2, "salvage": 1, "rejected_by": bit("W_SHOP")}, {"W-SHOP"}),
    ],
)
def test_ladder_of_the_baseline(columns, ladder):
    assert venues(baseline.venues_for(draft(**columns))) == ladder


@pytest.mark.parametrize(
    ("score", "rejected_by", "ladder"),
    [
        (6.1, 0, {"NAIC", "JMR", "CLAR", "W-SHOP"}),
        (6.0, 0, {"JMR", "CLAR", "W-SHOP"}),
        (5.4, bit("JMR"), {"CLAR", "W-SHOP"}),
        (4.3, 0, {"CLAR", "W-SHOP"}),
        (4.2, 0, {"W-SHOP"}),
        (4.2, bit("W_SHOP"), set()),
    ],
)
def test_ladder_of_the_oracle(score, rejected_by, ladder):
    assert venues(oracle.venues_for(draft(rejected_by=rejected_by), score)) == ladder


def test_a_full_payload_takes_no_more():
    log = new_logs(1)[0]
    begin(log, Verb.INTERVIEW, -1, -1, 0.0)
    for i in range(PAYLOAD + 5):
        add(log, i, 0.0)
    assert log["commands"][0]["count"] == PAYLOAD
    assert log["commands"][0]["ids"].tolist() == list(range(PAYLOAD))


def test_a_full_log_writes_over_its_last_row():
    log = new_logs(1)[0]
    for count, place in ((LOG_SIZE - 1, -1), (LOG_SIZE + 7, -1), (0, 0)):
        log["count"] = count
        begin(log, Verb.POLISH, 100 + count, -1, 2.0)
        assert log["commands"][place]["object"] == 100 + count


def test_hiring_stops_at_the_first_refusal():
    career = PolicyCareer("hire_max", 101)
    career.lab["n_people"] = 11  # PhD students, all of them: one place is left
    outcomes = [word for call, _, word in career.play_month() if call == "recruit.offer"]
    assert outcomes == ["ok", "capacity"]


# --- Random play ------------------------------------------------------------------------------------------------------


def random_play(seed, world, args=None):
    """Commands of one career by verb and outcome."""
    career, found = PolicyCareer("random", seed, world, args), Counter()
    while not career.finished:
        career.play_month()
        log = career.logs[0]
        for row, outcome in zip(log["commands"][: log["count"]], log["outcomes"], strict=False):
            found[Verb(int(row["verb"])), Outcome(int(outcome))] += 1
        career.close()
    return found


@pytest.fixture(scope="module")
def played():
    """Rich labs live long enough for all verbs to have their turn."""
    return sum((random_play(seed, {"start_budget": 1e8}) for seed in range(101, 125)), Counter())


def test_random_play_succeeds_with_every_verb(played):
    accepted = {verb for verb, outcome in played if outcome == Outcome.OK}
    assert accepted == set(Verb) - {Verb.NEXT_MONTH}


def test_random_play_is_mostly_legal_and_sometimes_not(played):
    accepted = sum(n for (_, outcome), n in played.items() if outcome == Outcome.OK)
    assert 0.9 < accepted / played.total() < 0.99
    assert len({outcome for _, outcome in played}) >= 8


def test_random_play_without_recklessness_is_legal():
    careers = [random_play(seed, {"start_budget": 1e8}, {"recklessness": 0}) for seed in range(101, 105)]
    found = sum(careers, Counter())
    refused = {key: n for key, n in found.items() if key[1] != Outcome.OK}
    assert sum(refused.values()) < 0.01 * found.total(), refused


def test_random_play_has_a_chance_of_its_own():
    one, same, another = (PolicyCareer("random", 101, args={"seed": seed}) for seed in (0, 0, 1))
    luck = one.lab["luck"].tobytes()
    assert one.play_month() == same.play_month() != another.play_month()
    another_lab = PolicyCareer("random", 101)
    assert np.array_equal(another_lab.lab["luck"]["trajectory"], one.lab["luck"]["trajectory"])
    assert luck == PolicyCareer("random", 101).lab["luck"].tobytes()
