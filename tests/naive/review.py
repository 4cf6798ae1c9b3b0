"""Drafts, submissions, publications and peer review (rules, sections 1.7, step 3, and 1.9)."""

from dataclasses import dataclass

import numpy as np

from naive.seasons import months_to_next_deadline
from naive.world_numbers import Numbers


@dataclass
class Draft:
    """One paper draft (rules, sections 1.7 and 1.9)."""

    id: str
    project: str | None
    topic: int
    tier: int
    authors: list[str]
    created: int
    quality: float
    salvage: bool = False
    collab: bool = False
    status: str = "available"
    polish: float = 0.0
    revisions: int = 0
    last_revised: int | None = None


@dataclass
class Submission:
    """One submission of a draft to a venue (rules, section 1.9)."""

    id: str
    draft: str
    venue: int
    submitted: int
    decision: int
    status: str = "under_review"
    scores: list[float] | None = None


@dataclass
class Publication:
    """One accepted paper with its frozen quality (rules, section 1.7, step 3)."""

    id: str
    draft: str
    venue: int
    topic: int
    tier: int
    quality: float
    published: int
    collab: bool
    citations: int = 0


def polished_quality(quality: float, polish: float, n: Numbers) -> float:
    """Quality with its polish, q* (rules, section 1.7, step 3)."""
    return quality + n["quality_polish_coef"] * min(polish, n["polish_hours"]) / n["polish_hours"]


def review_score(polished: float, hotness: float, reputation: float, noise: float, n: Numbers) -> float:
    """Score that decides over a submission (rules, section 1.7, step 3)."""
    return polished + n["review_hot_coef"] * (hotness - 1) + n["review_rep_coef"] * (reputation - n["rep_mid"]) + noise


def reviewer_scores(score: float, deviations: list[float]) -> list[float]:
    """Scores as the reviewers give them, to one decimal (rules, section 1.7, step 3)."""
    mean = float(np.mean(deviations))
    return [round(score + z - mean, 1) for z in deviations]


def publication_month(venue: int, month: int, n: Numbers) -> int:
    """Month in which a paper accepted in this month comes out (rules, section 1.7, step 3)."""
    if n["venue_kinds"][venue] != "conference":
        return month
    return month + months_to_next_deadline(venue, month, n) + 1


def revised_quality(quality: float, hours: float, revisions: int, n: Numbers) -> float:
    """Quality after a revision (rules, section 1.9, papers.revise)."""
    gain = n["revise_gain"] * min(hours, n["revise_hours"]) / n["revise_hours"] * n["revise_decay"] ** revisions
    return min(n["revise_cap"], quality + gain)
