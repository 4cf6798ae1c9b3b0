"""Events that ask for an answer (rules, sections 1.5, step 3, and 1.9)."""

from dataclasses import dataclass

import numpy as np

from naive.world_numbers import Numbers, clip


@dataclass
class Event:
    """One event, open or closed (rules, sections 1.5 and 1.10)."""

    id: str
    kind: str
    month: int
    expires: int
    status: str = "pending"
    student: str | None = None
    topic: int | None = None
    accept_month: int | None = None
    deliver_month: int | None = None
    delivered_draft: str | None = None


def talk_probability(reputation: float, n: Numbers) -> float:
    """Chance of an invited talk in a month (rules, section 1.5, step 3a)."""
    rate = n["talk_rate_per_rep"] * max(0.0, reputation - n["rep_mid"]) + n["talk_rate_base"]
    return min(n["talk_rate_cap"], rate)


def review_probability(n: Numbers) -> float:
    """Chance of a review request in a month (rules, section 1.5, step 3b)."""
    return min(n["review_req_cap"], n["review_req_rate"])


def collab_probability(reputation: float, n: Numbers) -> float:
    """Chance of a collaboration offer in a month (rules, section 1.5, step 3d)."""
    return min(n["collab_rate_cap"], n["collab_rate_per_rep"] * max(0.0, reputation - n["rep_mid"]))


def collab_topic(g: np.random.Generator, hotness: list[float]) -> int:
    """Draw the topic of a collaboration offer, by hotness (rules, section 1.5, step 3d)."""
    weights = np.array(hotness)
    return int(g.choice(len(hotness), p=weights / weights.sum()))


def collab_quality(g: np.random.Generator, n: Numbers) -> float:
    """Draw the quality of a delivered collaboration draft (rules, section 1.7, step 6)."""
    return clip(g.normal(*n["collab_quality"]), *n["collab_quality_clip"])


def meaning(kind: str, action: str) -> str | None:
    """Read an action as accept or decline, none if it does not fit (rules, section 1.9)."""
    if action in ("accept", "decline"):
        return action
    if kind == "student_crisis":
        return {"support": "accept", "ignore": "decline"}.get(action)
    return None
