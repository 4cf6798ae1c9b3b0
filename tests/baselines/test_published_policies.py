"""The published numbers of the policies, on seeds 101 to 108 (policies, sections 3.1 to 3.4)."""

import numpy as np
import pytest

from pibench_env.baselines.rollout import impacts, run

SEEDS = range(101, 109)
UNLIMITED_ATTENTION = {"attention_budget": 1e6, "service_tax_hours": 0}


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("baseline", [142.9, 64.0, 51.0, 1129.6, 187.1, 244.0, 26.0, 262.5]),
        ("oracle", [2278.1, 315.8, 21.0, 3048.1, 477.1, 1630.2, 1807.8, 537.1]),
        ("hire_max", [0.0] * 8),
        ("idle", [0.0] * 8),
    ],
)
def test_impacts_by_seed(policy, expected):
    assert impacts(run(policy, SEEDS)).tolist() == expected


@pytest.mark.parametrize(
    ("policy", "world", "mean", "median", "collapsed"),
    [
        ("ambitious", {}, 456.2, 6.0, 7),
        ("ambitious", UNLIMITED_ATTENTION, 163.1, 5.5, 7),
        ("baseline", {}, 263.4, 165.0, 2),
        ("baseline", {"hot_ou_sigma": 0, "p_boom": 0, "p_bust": 0}, 105.7, 94.0, 2),
        ("baseline", {"scoop_base": 0}, 458.4, 161.1, 2),
        ("baseline", UNLIMITED_ATTENTION, 263.9, 165.9, 2),
        ("baseline", {"months": 12}, 1.6, 0.0, 0),
        ("baseline", {"months": 30}, 24.2, 10.4, 0),
        ("idle", {}, 0.0, 0.0, 0),
    ],
)
def test_statistics(policy, world, mean, median, collapsed):
    labs = run(policy, SEEDS, world)
    ours = impacts(labs, world)
    assert (round(float(ours.mean()), 1), round(float(np.median(ours)), 1)) == (mean, median)
    assert labs["collapsed"].sum() == collapsed


def test_hiring_alone_goes_bankrupt():
    labs = run("hire_max", SEEDS)
    assert labs["month"].tolist() == [54, 60, 42, 41, 43, 40, 49, 56]
    assert labs["collapsed"].sum() == 7
