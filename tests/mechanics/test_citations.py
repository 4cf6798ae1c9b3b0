"""Citations: by hand and against the naive twin."""

import math

import pytest
from kernel_tools import RULES, dice, is_same, lab_with
from naive import citations as twin
from naive import score as twin_score
from naive.luck import Luck
from naive.review import Publication
from naive.world_numbers import NUMBERS

from pibench_env.codes import Venue
from pibench_env.mechanics import citations


def paper_of(venue, quality, published, collab=0, **lab_columns):
    """A lab with one paper; returns both."""
    lab = lab_with(publications=[{"venue": venue, "quality": quality, "published": published, "collab": collab}])
    for name, value in lab_columns.items():
        lab[name] = value
    paper = lab["publications"][0]
    paper["strength"] = citations.strength(venue, quality, RULES)
    return lab, paper


def test_strength_by_hand():
    assert citations.strength(Venue.NAIC, 5.0, RULES) == 3.0
    assert citations.strength(Venue.JMR, 6.0, RULES) == pytest.approx(2.0 * math.exp(0.42), rel=1e-15)


@pytest.mark.parametrize(
    ("venue", "month", "expected"),
    [
        (Venue.NAIC, 9, 0.0),  # not out before month 10
        (Venue.NAIC, 10, 3.0 * 1 / 6),  # age 0, section 1.8
        (Venue.NAIC, 15, 3.0),  # age 5: the ramp is over
        (Venue.NAIC, 16, 3.0),  # age 6: the decay begins after it
        (Venue.NAIC, 46, 1.5),  # age 36: one half-life of 30 months
        (Venue.JMR, 56, 1.0),  # age 46: one half-life of 40 months
    ],
)
def test_rates_over_the_years_by_hand(venue, month, expected):
    _, paper = paper_of(venue, 5.0, 10)
    assert citations.rate(paper, month, 1.0, 2.0, 0, RULES) == pytest.approx(expected, rel=1e-15)


def test_what_multiplies_a_rate_by_hand():
    _, paper = paper_of(Venue.CLAR, 5.0, 1)
    assert citations.rate(paper, 7, 2.0, 2.0, 0, RULES) == pytest.approx(2.4, rel=1e-15)
    assert citations.rate(paper, 7, 1.0, 7.0, 0, RULES) == pytest.approx(1.2 * 1.4, rel=1e-15)
    assert citations.rate(paper, 7, 1.0, 2.0, 4, RULES) == pytest.approx(1.2 * 1.02, rel=1e-15)
    paper["collab"] = 1
    assert citations.rate(paper, 7, 1.0, 2.0, 0, RULES) == pytest.approx(0.6, rel=1e-15)


def test_the_projection_of_a_fresh_paper_by_hand():
    _, paper = paper_of(Venue.W_SHOP, 5.0, 4)
    # Months 5 … 40: ages 1 … 5 on the ramp, 6 … 36 decaying
    total = 0.4 * (sum((age + 1) / 6 for age in range(1, 6)) + sum(0.5 ** ((age - 6) / 30) for age in range(6, 37)))
    assert citations.projected(paper, 4, 1.0, 2.0, 0, RULES) == pytest.approx(total, rel=1e-14)


def test_twin_rates_projections_and_draws():
    for seed, d in enumerate(dice()):
        venue, quality, published, collab = d.randrange(4), d.uniform(1, 9), d.randint(1, 100), d.randrange(2)
        month, hotness = d.randint(published, 120), d.uniform(0.25, 6)
        reputation, alumni = d.uniform(0, 10), d.randrange(9)
        lab, paper = paper_of(
            venue, quality, published, collab, month=month, reputation=reputation, alumni=alumni,
        )  # fmt: skip
        lab["hotness"][:], lab["luck"]["root"] = hotness, seed
        rate = twin.citation_rate(quality, venue, month - published, hotness, reputation, alumni, bool(collab), NUMBERS)
        assert is_same(citations.rate(paper, month, hotness, reputation, alumni, RULES), rate)
        theirs = Publication("P001", "D001", venue, 0, 1, quality, published, bool(collab))
        projected = twin_score.projected_citations([theirs], month, [hotness], reputation, alumni, NUMBERS)
        assert is_same(citations.projected(paper, month, hotness, reputation, alumni, RULES), projected)
        drawn = Luck(seed).draw("cite", "P001", month).poisson(rate)
        assert citations.collect(lab, RULES) == drawn
        assert lab["citations"] == paper["citations"] == paper["citations_month"] == drawn


def test_papers_that_are_not_out_collect_nothing():
    lab, paper = paper_of(Venue.NAIC, 9.9, 11, month=10)
    lab["hotness"][:] = 6.0
    assert citations.collect(lab, RULES) == 0
    assert paper["citations"] == 0
