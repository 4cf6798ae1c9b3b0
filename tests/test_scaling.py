"""Scaling by inverses gives the bits of a division."""

import math

import numpy as np
import pytest

from pibench_env.spaces.scaling import LOGARITHMIC, scale, scale_by_inverses
from pibench_env.spaces.schema import HIGH, LOW, SIZE, STEPS, TOPS

RNG = np.random.default_rng(4)


def shares(facts: np.ndarray) -> np.ndarray:
    """The rule as it is written down."""
    numbers = np.clip(facts / TOPS, LOW, HIGH)
    for i in LOGARITHMIC:
        if facts[i] != 0.0:
            size = math.log1p(abs(facts[i]) / STEPS[i]) / math.log1p(TOPS[i] / STEPS[i])
            numbers[i] = min(max(math.copysign(size, facts[i]), LOW[i]), HIGH[i])
    return numbers.astype(np.float32)


def scaled(facts: np.ndarray) -> np.ndarray:
    observation = np.full(SIZE, np.nan, np.float32)
    scale(facts, observation)
    return observation


def between() -> np.ndarray:
    """Facts whose shares lie halfway between two float32, or as close to that as a double can."""
    below = RNG.uniform(0.01, 1.0, SIZE).astype(np.float32)
    halfway = (below.astype(np.float64) + np.nextafter(below, np.float32(2.0))) / 2.0
    facts = halfway * TOPS
    return np.choose(RNG.integers(3, size=SIZE), [facts, np.nextafter(facts, 0.0), np.nextafter(facts, np.inf)])


FACTS = {
    "counts": lambda: np.floor(RNG.uniform(0.0, 1.3, SIZE) * TOPS),
    "fractions": lambda: RNG.uniform(-1.3, 1.3, SIZE) * TOPS,
    "hundredths": lambda: np.round(RNG.uniform(0.0, 1.0, SIZE) * TOPS, 2),
    "large": lambda: RNG.uniform(-1.0, 1.0, SIZE) * 1e15,
    "nothing": lambda: np.zeros(SIZE),
    "halfway": between,
}


@pytest.mark.parametrize("kind", FACTS)
def test_to_the_bit(kind):
    for _ in range(20):
        facts = FACTS[kind]()
        assert scaled(facts).tobytes() == shares(facts).tobytes()


def test_only_doubtful_facts_take_the_division():
    observation = np.zeros(SIZE, np.float32)
    assert scale_by_inverses(FACTS["counts"](), observation)
    assert not scale_by_inverses(FACTS["halfway"](), observation)
