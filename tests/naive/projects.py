"""Projects from start to draft (rules, sections 1.7, step 2, and 1.9)."""

import math
from dataclasses import dataclass

import numpy as np

from naive.world_numbers import TIERS, Numbers, clip


@dataclass
class Project:
    """One project, running or ended (rules, sections 1.7, step 2, and 1.10)."""

    id: str
    topic: int
    tier: int
    members: list[str]
    compute: float
    started: int
    feasible: bool
    novelty: float
    hot_at_start: float
    runway_at_start: float
    idle_at_start: int
    status: str = "active"
    ended: int | None = None
    progress: float = 0.0
    scooped: int = 0
    scoop_news_due: int | None = None
    ticks: int = 0
    compute_total: float = 0.0
    ka_total: float = 0.0
    ka_weight: float = 0.0
    draft: str | None = None


def tier_row(tier: int) -> int:
    """Give the place of a tier in the tables (rules, section 1.1)."""
    return TIERS.index(tier)


def starting_luck(g: np.random.Generator, tier: int, crowding: float, n: Numbers) -> tuple[bool, float]:
    """Draw feasibility and starting novelty (rules, section 1.9, projects.start)."""
    feasible = bool(g.uniform() >= n["tier_infeasible"][tier_row(tier)])
    raw = g.normal(1, n["novelty_start_sd"]) - n["novelty_crowd_penalty"] * (crowding - 1)
    return feasible, clip(raw, *n["novelty_start_clip"])


def progress_gain(effort: float, compute: float, luck: float, n: Numbers) -> float:
    """Progress of one month for an effort above zero (rules, section 1.7, step 2)."""
    speedup = 1 + n["compute_coef"] * math.log1p(compute / n["compute_c0"])
    return n["progress_coef"] * effort ** n["progress_pow"] * speedup * max(n["progress_luck_floor"], luck)


def know_how(skills: list[float], abilities: list[float]) -> float:
    """Mean of skill times ability of the members present (rules, section 1.7, step 2)."""
    return float(np.mean([skill * ability for skill, ability in zip(skills, abilities, strict=True)]))


def novelty_bled(novelty: float, crowding: float, n: Numbers) -> float:
    """Novelty after a month of others' work (rules, section 1.7, step 2)."""
    return max(n["novelty_floor"], novelty - n["novelty_bleed"] * crowding)


def scoop_probability(crowding: float, n: Numbers) -> float:
    """Chance of being scooped in a month, once far enough (rules, section 1.7, step 2)."""
    return n["scoop_base"] * crowding


def scoop_exposed(progress: float, tier: int, n: Numbers) -> bool:
    """Tell whether a project is far enough to be scooped (rules, section 1.7, step 2)."""
    return progress / n["tier_work"][tier_row(tier)] >= n["scoop_min_frac"]


def dead_end(feasible: bool, progress: float, tier: int, n: Numbers) -> bool:
    """Tell whether an infeasible project shows itself (rules, section 1.7, step 2)."""
    return not feasible and progress >= n["deadend_reveal_frac"] * n["tier_work"][tier_row(tier)]


def finished(progress: float, tier: int, n: Numbers) -> bool:
    """Tell whether the work of the tier is done (rules, section 1.7, step 2)."""
    return progress >= n["tier_work"][tier_row(tier)]


def mean_know_how(total: float, weight: float, n: Numbers) -> float:
    """Know-how over the project's life, weighted by effort (rules, section 1.7, step 2)."""
    return total / weight if weight > 0 else n["quality_no_weight_skill"]


def draft_quality(
    tier: int, ka: float, novelty: float, mean_compute: float, noise: float, breakthrough: bool, n: Numbers
) -> float:
    """Quality of the draft of a completed project (rules, section 1.7, step 2)."""
    quality = (
        n["tier_quality"][tier_row(tier)]
        + n["quality_skill_coef"] * ka
        + n["quality_novelty_coef"] * (novelty - n["quality_novelty_mid"])
        + n["quality_compute_coef"] * math.log1p(mean_compute / n["compute_c0"])
        + noise
    )
    if breakthrough:
        quality += n["breakthrough_gain"]
    return clip(quality, *n["quality_clip"])
