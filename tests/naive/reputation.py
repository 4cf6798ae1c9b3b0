"""Reputation and its standing (rules, sections 1.7, step 10, and 1.9)."""

import math

from naive.world_numbers import Numbers, clip

STANDINGS = ("unknown", "rising", "established", "renowned")


def reputation_next(reputation: float, impulses: float, n: Numbers) -> float:
    """Reputation after the month's impulses and decay (rules, section 1.7, step 10)."""
    return clip(reputation + impulses - n["rep_decay"] * (reputation - n["rep_mid"]), *n["rep_clip"])


def citation_impulse(citations: int, n: Numbers) -> float:
    """Reputation earned by a month's citations (rules, section 1.7, step 4)."""
    return n["rep_cite_coef"] * math.log1p(citations) if citations > 0 else 0.0


def standing(reputation: float, n: Numbers) -> str:
    """Put reputation into the word that is shown (rules, section 1.9)."""
    level = 0
    for bound in n["standing_bounds"]:
        if reputation >= bound:
            level += 1
    return STANDINGS[level]
