"""The numbers published with PI-Bench that a reproduction has to give, as data (policies, sections 3.1 to 3.4).

Impacts are published to one decimal, and statistics over several careers are of those rounded Impacts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SEEDS = tuple(range(101, 109))
FIRST_SEEDS = SEEDS[:3]  # those that language models were run on


@dataclass(frozen=True)
class Figure:
    """One published number.

    Attributes:
        policy: Who plays.
        seeds: The careers that it is about.
        statistic: What it says of them: a key of `STATISTICS`.
        value: The number.
        section: Where it stands.
        world: Parameters that differ from the published world.
    """

    policy: str
    seeds: tuple[int, ...]
    statistic: str
    value: float
    section: str
    world: Mapping[str, float] = field(default_factory=dict)


STATISTICS = {  # and how many decimals are published
    "impact": 1,
    "mean impact": 1,
    "median impact": 1,
    "collapsed": 0,
    "months survived": 0,
}

NO_ATTENTION_LIMIT = {"attention_budget": 1e6, "service_tax_hours": 0}
QUIET_FIELD = {"hot_ou_sigma": 0, "p_boom": 0, "p_bust": 0}


def _each(policy: str, statistic: str, values: tuple[float, ...], section: str) -> Iterator[Figure]:
    """One number a career, from the first seed on."""
    for seed, value in zip(SEEDS, values, strict=False):
        yield Figure(policy, (seed,), statistic, value, section)


def _means(policy: str, first: float, all_seeds: float, section: str) -> Iterator[Figure]:
    """Mean Impact of the first three seeds, and of all."""
    yield Figure(policy, FIRST_SEEDS, "mean impact", first, section)
    yield Figure(policy, SEEDS, "mean impact", all_seeds, section)


def _spread(
    policy: str, mean: float, median: float, collapsed: int, section: str, world: Mapping[str, float] | None = None
) -> Iterator[Figure]:
    """Mean, median and number of bankruptcies over all seeds."""
    for statistic, value in (("mean impact", mean), ("median impact", median), ("collapsed", collapsed)):
        yield Figure(policy, SEEDS, statistic, value, section, world or {})


FIGURES: tuple[Figure, ...] = (
    *_each("baseline", "impact", (142.9, 64.0, 51.0, 1129.6, 187.1, 244.0, 26.0, 262.5), "3.1"),
    *_means("baseline", 86.0, 263.4, "3.1"),
    *_each("oracle", "impact", (2278.1, 315.8, 21.0, 3048.1, 477.1, 1630.2, 1807.8, 537.1), "3.2"),
    *_means("oracle", 871.6, 1264.4, "3.2"),
    *_spread("ambitious", 456.2, 6.0, 7, "3.3"),
    *_spread("ambitious", 163.1, 5.5, 7, "3.3", NO_ATTENTION_LIMIT),
    *_each("idle", "impact", (0.0,) * 8, "3.4"),
    Figure("idle", SEEDS, "collapsed", 0, "3.4"),
    *_each("hire_max", "impact", (0.0,) * 8, "3.4"),
    *_each("hire_max", "months survived", (54, 60, 42, 41, 43, 40, 49, 56), "3.4"),
    Figure("hire_max", SEEDS, "collapsed", 7, "3.4"),
    *_spread("baseline", 263.4, 165.0, 2, "3.4"),
    *_spread("baseline", 105.7, 94.0, 2, "3.4", QUIET_FIELD),
    *_spread("baseline", 458.4, 161.1, 2, "3.4", {"scoop_base": 0}),
    *_spread("baseline", 263.9, 165.9, 2, "3.4", NO_ATTENTION_LIMIT),
    *_spread("baseline", 1.6, 0.0, 0, "3.4", {"months": 12}),
    *_spread("baseline", 24.2, 10.4, 0, "3.4", {"months": 30}),
)
