"""Reputation: impulses of a month, decay, and what the world sees of it (rules, section 1.7, step 10)."""

import math

from pibench_env.exact import clip
from pibench_env.jit import jit
from pibench_env.rules import Rules


@jit
def citation_impulse(citations: int, rules: Rules) -> float:
    """Reputation of a month's citations: 0.04 ln(1 + n) (1.7, step 4)."""
    return rules.rep_cite_coef * math.log1p(citations)


@jit
def next_reputation(reputation: float, impulses: float, rules: Rules) -> float:
    """R <- clip(R + impulses - 0.01 (R - 2), 0, 10) (1.7, step 10)."""
    moved = reputation + impulses - rules.rep_decay * (reputation - rules.rep_ref)
    return clip(moved, rules.rep_clip[0], rules.rep_clip[1])


@jit
def standing(reputation: float, rules: Rules) -> int:
    """The standing that is shown in place of the number (1.9)."""
    level = 0
    for i in range(len(rules.standing_levels)):
        if reputation >= rules.standing_levels[i]:
            level = i + 1
    return level
