"""Citations: the age curve, the monthly rate, the draw (rules, section 1.8)."""

import math

from pibench_env.capacities import MOST_CITATIONS
from pibench_env.jit import jit
from pibench_env.mechanics import seasons
from pibench_env.rng.distributions import poisson
from pibench_env.rng.keys import Draw, Prefix, draw_entity_month
from pibench_env.rules import Rules
from pibench_env.tables import Lab, Publication


@jit
def pull(quality: float, rules: Rules) -> float:
    """How strongly quality draws attention: e^{0.42 (q - 5)} (1.8)."""
    return math.exp(rules.cite_g_coef * (quality - rules.cite_quality_ref))


@jit
def strength(venue: int, quality: float, rules: Rules) -> float:
    """What of a paper's rate never changes: v e^{0.42 (q - 5)} (1.8)."""
    return rules.venue_visibility[venue] * pull(quality, rules)


@jit
def rate(paper: Publication, month: int, hotness: float, reputation: float, alumni: int, rules: Rules) -> float:
    """Expected citations of a paper in a month; the order of the factors is that of the rules page (1.8)."""
    age = month - paper.published
    if age < 0:
        return 0.0
    expected = (
        paper.strength
        * hotness
        * rules.ramp[age]
        * rules.decay[seasons.age_curve(paper.venue), age]
        * (1.0 + rules.cite_rep_coef * (reputation - rules.rep_ref))
        * (1.0 + rules.alumni_cite_spillover * alumni)
    )
    if paper.collab != 0:
        expected *= rules.collab_credit
    return min(max(0.0, expected), MOST_CITATIONS)


@jit
def collect(lab: Lab, rules: Rules) -> int:
    """Citations of the month, drawn for every paper that is out; returns their sum (1.7, step 4)."""
    total = 0
    for i in range(lab.n_publications):
        paper = lab.publications[i]
        if paper.published <= lab.month:
            expected = rate(paper, lab.month, lab.hotness[paper.topic], lab.reputation, lab.alumni, rules)
            g = draw_entity_month(lab.luck, Draw.CITE, Prefix.P, i + 1, lab.month)
            paper.citations_month = poisson(g, expected)
            paper.citations += paper.citations_month
            total += paper.citations_month
    lab.citations += total
    return total


@jit
def projected(paper: Publication, month: int, hotness: float, reputation: float, alumni: int, rules: Rules) -> float:
    """Citations expected of a paper that is out, over the months after this one, the world standing still (1.8)."""
    total = 0.0
    for later in range(month + 1, month + rules.projection_months + 1):
        total += rate(paper, later, hotness, reputation, alumni, rules)
    return total
