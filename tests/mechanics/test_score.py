"""The score: by hand and against the naive twin."""

import pytest
from kernel_tools import RULES, dice, lab_with
from naive import citations as twin_citations
from naive import score as twin

from pibench_env import kernel
from pibench_env.mechanics import citations, score


@pytest.mark.parametrize(
    ("cited", "h"),
    [([], 0), ([0], 0), ([1], 1), ([5, 4, 3, 2, 1], 3), ([10, 10, 10, 10], 4), ([2, 2, 9], 2)],
)
def test_h_index_by_hand(cited, h):
    assert score.h_index(lab_with(publications=[{"citations": n} for n in cited])) == h


def test_impact_is_citations_and_projection_to_one_decimal():
    assert score.impact(17, 4.26) == 21.3
    assert score.impact(0, 0.05) == round(0.05, 1)


def test_papers_count_from_their_month_of_publication():
    lab = lab_with(month=5, publications=[{"published": 4}, {"published": 5}, {"published": 6}])
    assert score.papers_out(lab) == 2


@pytest.mark.parametrize(("budget", "is_over"), [(0.0, False), (-0.01, True), (1.0, False)])
def test_a_lab_collapses_below_zero(budget, is_over):
    assert score.is_collapsed(lab_with(budget=budget)) == is_over


def test_a_collapsed_lab_has_no_future():
    paper = {"published": 1, "venue": 3, "quality": 6.0}
    lab = lab_with(month=9, citations=30, publications=[paper])
    lab["hotness"][:] = 1.0
    lab["publications"][0]["strength"] = citations.strength(3, 6.0, RULES)
    assert kernel.impact(lab, RULES) > 60.0
    lab["collapsed"] = 1
    assert kernel.impact(lab, RULES) == 30.0


def test_twin():
    for d in dice():
        cited = [d.randrange(30) for _ in range(d.randrange(25))]
        assert score.h_index(lab_with(publications=[{"citations": n} for n in cited])) == twin_citations.h_index(cited)
        total, projected = d.randrange(2000), d.uniform(0, 500)
        assert score.impact(total, projected) == twin.impact(total, projected)
