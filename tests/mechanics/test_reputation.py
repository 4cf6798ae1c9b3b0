"""Reputation: by hand and against the naive twin."""

import math

import pytest
from kernel_tools import RULES, dice, is_same
from naive import reputation as twin
from naive.world_numbers import NUMBERS

from pibench_env.codes import Standing
from pibench_env.mechanics import reputation


@pytest.mark.parametrize(
    ("before", "impulses", "after"),
    [
        (2.0, 0.5, 2.5),
        (4.0, 0.0, 3.98),  # 4 − 0.01·(4 − 2), section 1.7, step 10
        (0.0, 0.0, 0.02),  # it decays towards 2 from below too
        (9.99, 0.5, 10.0),
        (0.01, -0.5, 0.0),
    ],
)
def test_next_reputation_by_hand(before, impulses, after):
    assert reputation.next_reputation(before, impulses, RULES) == pytest.approx(after, abs=1e-15)


@pytest.mark.parametrize(
    ("value", "standing"),
    [(0.0, Standing.UNKNOWN), (2.4999, Standing.UNKNOWN), (2.5, Standing.RISING), (4.0, Standing.ESTABLISHED),
     (5.9999, Standing.ESTABLISHED), (6.0, Standing.RENOWNED), (10.0, Standing.RENOWNED)],
)  # fmt: skip
def test_standing_by_hand(value, standing):
    assert reputation.standing(value, RULES) == standing


def test_citation_impulse_by_hand():
    assert reputation.citation_impulse(0, RULES) == 0.0
    assert reputation.citation_impulse(99, RULES) == pytest.approx(0.04 * math.log(100), rel=1e-15)


def test_twin():
    for d in dice():
        value, impulses, cited = d.uniform(0, 10), d.gauss(0, 1), d.randrange(500)
        assert is_same(
            reputation.next_reputation(value, impulses, RULES), twin.reputation_next(value, impulses, NUMBERS)
        )
        assert is_same(reputation.citation_impulse(cited, RULES), twin.citation_impulse(cited, NUMBERS))
        assert Standing(reputation.standing(value, RULES)).word == twin.standing(value, NUMBERS)
