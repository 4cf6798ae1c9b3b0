"""Roundings and sums against Python and NumPy."""

import math

import numpy as np
import pytest

from pibench_env.exact import mean, pairwise_sum, round_to
from pibench_env.jit import jit


@jit
def round_all(values: np.ndarray, digits: int, out: np.ndarray) -> None:
    for i in range(len(values)):
        out[i] = round_to(values[i], digits)


def adversarial(n: int, digits: int) -> np.ndarray:
    """Decimals that end in 5 one place further on, their neighbours, and values of every size."""
    rng = np.random.default_rng(digits)
    ties = (rng.integers(-(10**5), 10**5, n) + 0.5) / 10**digits
    steps = rng.integers(-2, 3, n)
    near = np.where(steps < 0, np.nextafter(ties, -np.inf), np.where(steps > 0, np.nextafter(ties, np.inf), ties))
    big = (rng.integers(0, 2**40, n) + 0.5) / 10**digits
    exact = rng.integers(-4000, 4000, n) / 8  # true ties: the half is a binary fraction
    wide = rng.normal(0, 1, n) * 10.0 ** rng.uniform(-8, 8, n)
    return np.concatenate([near, big, exact, wide, rng.random(n), [0.0, -0.0, 2.675, 1.005, 0.285, -0.5, 0.15, 0.25]])


@pytest.mark.parametrize("digits", [1, 2, 3])
def test_round_equals_python(digits):
    values = adversarial(70_000, digits)  # a million values over the three
    out = np.zeros_like(values)
    round_all(values, digits, out)
    for value, ours in zip(values.tolist(), out.tolist(), strict=True):
        theirs = round(value, digits)
        assert ours == theirs, (value, ours, theirs)
        assert math.copysign(1, ours) == math.copysign(1, theirs), value


@jit
def sum_all(values: np.ndarray, n: int, sums: np.ndarray, means: np.ndarray) -> None:
    for i in range(len(values)):
        sums[i] = pairwise_sum(values[i], n)
        means[i] = mean(values[i], n)


@pytest.mark.parametrize("n", [*range(1, 40), 63, 64, 65, 120, 127, 128])
def test_sums_equal_numpy(n):
    rng = np.random.default_rng(n)
    values = rng.normal(0, 1, (500, 130)) * 10.0 ** rng.uniform(-3, 3, (500, 130))
    sums, means = np.zeros(500), np.zeros(500)
    sum_all(values, n, sums, means)
    assert sums.tolist() == [float(np.sum(row[:n])) for row in values]
    assert means.tolist() == [float(np.mean(row[:n])) for row in values]


def test_sum_of_nothing_is_zero():
    assert pairwise_sum(np.ones(3), 0) == 0.0
