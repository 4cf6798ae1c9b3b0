"""Proposals and awards (rules, sections 1.7, step 5, and 1.9, grants.propose)."""

from dataclasses import dataclass

from naive.citations import quality_factor
from naive.world_numbers import Numbers


@dataclass
class Proposal:
    """One proposal with its quality, fixed at submission (rules, section 1.9)."""

    id: str
    call: str
    agency: int
    topic: int
    quality: float
    submitted: int
    decision: int
    status: str = "pending"


@dataclass
class Award:
    """One award, paying from start to end (rules, section 1.7, step 5)."""

    id: str
    agency: int
    start: int
    end: int
    monthly: float
    received: float = 0.0

    def running(self, month: int) -> bool:
        """Tell whether the award pays in a month (rules, section 1.4)."""
        return self.start <= month <= self.end


def evidence_weight(published: bool, on_topic: bool, n: Numbers) -> float:
    """Weight of one attachment (rules, section 1.9, grants.propose)."""
    weight = 1.0 if published else n["prop_draft_weight"]
    return weight if on_topic else weight * n["prop_off_topic_weight"]


def evidence(qualities: list[float], weights: list[float], n: Numbers) -> float:
    """Preliminary evidence y of the attachments (rules, section 1.9, grants.propose)."""
    total = 0.0
    for quality, weight in zip(qualities, weights, strict=True):
        total += weight * quality_factor(quality, n)
    return total / n["prop_prelim_norm"]


def amp_preference(future_hotness: float, preference: float, n: Numbers) -> float:
    """What AMP likes: the topic's hotness to come, and half its preference (rules, section 1.9)."""
    return n["amp_hot_coef"] * (future_hotness - 1) + n["amp_pref_weight"] * preference


def proposal_quality(
    hours: float,
    y: float,
    reputation: float,
    liking: float,
    climate: float,
    running_awards: int,
    extra: float,
    n: Numbers,
) -> float:
    """Quality of a proposal; extra is what TIF and AMP add (rules, section 1.9, grants.propose)."""
    quality = n["prop_hours_coef"] * (hours / n["prop_hours_norm"]) ** n["prop_hours_pow"]
    quality += n["prop_prelim_coef"] * y / (1 + y)
    quality += min(n["prop_rep_cap"], n["prop_rep_coef"] * (reputation - n["rep_mid"]))
    quality += liking
    quality += n["prop_climate_coef"] * (climate - 1)
    quality -= n["prop_overcommit_penalty"] * running_awards
    return quality + extra


def funded(quality: float, noise: float, agency: int, n: Numbers) -> bool:
    """Tell whether a proposal is funded (rules, section 1.7, step 5)."""
    return bool(quality + noise >= n["agency_bar"][agency])
