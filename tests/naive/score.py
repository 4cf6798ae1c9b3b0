"""Impact and the facts told about a run (rules, sections 1.8 and 1.10)."""

import numpy as np

from naive.citations import citation_rate
from naive.review import Publication
from naive.world_numbers import Numbers


def projected_citations(
    publications: list[Publication], month: int, hotness: list[float], reputation: float, alumni: int, n: Numbers
) -> float:
    """Citations expected after a month with the field frozen (rules, section 1.8)."""
    total = 0.0
    for paper in publications:
        if paper.published > month:
            continue
        for later in range(month + 1, month + n["projection_months"] + 1):
            total += citation_rate(
                paper.quality,
                paper.venue,
                later - paper.published,
                hotness[paper.topic],
                reputation,
                alumni,
                paper.collab,
                n,
            )
    return total


def impact(citations: int, projected: float) -> float:
    """Impact as reported, to one decimal (rules, section 1.8)."""
    return round(citations + projected, 1)


def hotness_to_come(trajectory: list[list[float]], topic: int, start: int) -> float:
    """Mean hotness over the twelve months after a start (rules, section 1.10)."""
    last = len(trajectory) - 1
    values = [trajectory[min(month, last)][topic] for month in range(start + 1, start + 13)]
    return float(np.mean(values))
