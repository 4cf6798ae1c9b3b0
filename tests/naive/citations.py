"""Citation rates and the h-index (rules, section 1.8)."""

import math

from naive.world_numbers import Numbers


def quality_factor(quality: float, n: Numbers) -> float:
    """How steeply quality is rewarded, also in grant evidence (rules, sections 1.8 and 1.9)."""
    return math.exp(n["cite_g_coef"] * (quality - n["cite_q_mid"]))


def ramp(age: int, n: Numbers) -> float:
    """Rise of a paper's citations in its first months (rules, section 1.8)."""
    return min(1.0, (age + 1) / n["cite_ramp_months"])


def decay(age: int, journal: bool, n: Numbers) -> float:
    """Fading of a paper's citations after the ramp (rules, section 1.8)."""
    halflife = n["cite_halflife_journal"] if journal else n["cite_halflife"]
    return 0.5 ** (max(0, age - n["cite_ramp_months"]) / halflife)


def citation_rate(
    quality: float, venue: int, age: int, hotness: float, reputation: float, alumni: int, collab: bool, n: Numbers
) -> float:
    """Mean citations of a paper in the month in which it has this age (rules, section 1.8)."""
    if age < 0:
        return 0.0
    rate = (
        n["venue_visibility"][venue]
        * quality_factor(quality, n)
        * hotness
        * ramp(age, n)
        * decay(age, n["venue_kinds"][venue] == "journal", n)
        * (1 + n["cite_rep_coef"] * (reputation - n["rep_mid"]))
        * (1 + n["alumni_cite_spillover"] * alumni)
    )
    if collab:
        rate *= n["collab_credit"]
    return max(0.0, rate)


def h_index(citations: list[int]) -> int:
    """Greatest h such that h papers have at least h citations each (rules, section 1.10)."""
    ranked = sorted(citations, reverse=True)
    h = 0
    while h < len(ranked) and ranked[h] >= h + 1:
        h += 1
    return h
