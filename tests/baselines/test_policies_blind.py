"""No policy but the oracle sees what is hidden: its commands are the same whatever stands there."""

import numpy as np
import pytest
from policy_careers import PolicyCareer

from pibench_env import tables
from pibench_env.baselines.policy import POLICIES
from pibench_env.rows import Rows, columns
from pibench_env.testing import scramble

SEEDS = (103, 104, 107)
LONG_LIVED = {"random": {"start_budget": 1e7}}  # random play needs money to get old
BLIND = sorted(name for name, policy in POLICIES.items() if not policy.sees_hidden)


def interviewed(given):
    return {text for call, args, _ in given if call == "recruit.interview" for text in args["applicant_ids"]}


def scrambled(career, given, chance):
    """A twin with nothing hidden as it was, but for what the interviews of this month are going to show."""
    twin = career.twin()
    scramble(twin.labs, chance)
    for slot in range(career.lab["n_applicants"]):
        applicant = career.lab["applicants"][slot]
        if f"APP{applicant['number']:03d}" in interviewed(given):
            twin.lab["applicants"][slot]["interview_value"] = applicant["interview_value"]
    return twin


def months_that_differ(policy, seed):
    """Plays a career, and each of its months once more from scrambled hidden columns."""
    chance = np.random.default_rng(seed)
    career = PolicyCareer(policy, seed, LONG_LIVED.get(policy))
    months, differing = 0, []
    while not career.finished:
        before = career.twin()
        given = career.play_month()
        if scrambled(before, given, chance).play_month() != given:
            differing.append(int(career.lab["month"]))
        months += len(given) > 0
        career.close()
    return months, differing


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("policy", BLIND)
def test_commands_do_not_depend_on_what_is_hidden(policy, seed):
    months, differing = months_that_differ(policy, seed)
    assert differing == []
    assert months > 5 or policy == "idle"  # there was something to compare


def test_the_oracle_is_caught():
    _, differing = months_that_differ("oracle", 104)
    assert differing
    assert POLICIES["oracle"].sees_hidden


def test_scrambling_reaches_every_hidden_column():
    career = PolicyCareer("baseline", 101)
    twin = career.twin()
    scramble(twin.labs, np.random.default_rng(0))
    for name, col in columns(tables.Lab):
        if not col.hidden and not isinstance(col, Rows):
            assert np.array_equal(career.lab[name], twin.lab[name]), name
    for part in ("reputation", "hotness", "luck"):
        assert career.lab[part].tobytes() != twin.lab[part].tobytes()
    assert (career.lab["applicants"]["ability"] != twin.lab["applicants"]["ability"]).all()
    assert np.array_equal(career.lab["applicants"]["letter"], twin.lab["applicants"]["letter"])
