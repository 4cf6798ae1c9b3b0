"""Sums and roundings exactly as Python and NumPy make them (randomness, sections 2.1 and 2.3)."""

from math import copysign, floor

import numpy as np

from pibench_env.jit import jit

_POWERS = np.array([1.0, 10.0, 100.0, 1000.0])  # 10**digits
_SPLIT = 134217729.0  # 2**27 + 1, Veltkamp's splitting of a double into two halves


@jit
def round_to(x: float, digits: int) -> float:
    """Python's `round(x, digits)` for 1 to 3 digits and |x|·10^digits below 2^52.

    Python rounds the exact decimal value of the double, so the product with 10^digits needs its own rounding error:
    Dekker's product gives it. Magnitudes only: for negative numbers the fraction below would not be exact.
    """
    power = _POWERS[digits]
    magnitude = abs(x)
    product = magnitude * power
    carry = _SPLIT * magnitude
    high = carry - (carry - magnitude)
    low = magnitude - high  # a power of ten up to 1000 has no low half
    error = (high * power - product) + low * power
    whole = floor(product)
    over = (product - whole) - 0.5
    rounded = float(whole)
    if over > 0.0 or (over == 0.0 and (error > 0.0 or (error == 0.0 and rounded % 2.0 == 1.0))):
        rounded += 1.0
    return copysign(rounded / power, x)


@jit
def pairwise_sum(values: np.ndarray, n: int) -> float:
    """Sum of the first n values, n up to 128, in the order in which NumPy's `sum` adds contiguous doubles."""
    if n < 8:
        total = 0.0
        for i in range(n):
            total += values[i]
        return total
    r0, r1, r2, r3 = values[0], values[1], values[2], values[3]
    r4, r5, r6, r7 = values[4], values[5], values[6], values[7]
    eights = n - n % 8
    for i in range(8, eights, 8):
        r0 += values[i]
        r1 += values[i + 1]
        r2 += values[i + 2]
        r3 += values[i + 3]
        r4 += values[i + 4]
        r5 += values[i + 5]
        r6 += values[i + 6]
        r7 += values[i + 7]
    total = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
    for i in range(eights, n):
        total += values[i]
    return total


@jit
def mean(values: np.ndarray, n: int) -> float:
    """Mean of the first n values, n from 1 to 128, as NumPy's `mean` of contiguous doubles."""
    return pairwise_sum(values, n) / n


@jit
def clip(x: float, low: float, high: float) -> float:
    """`x`, at least `low` and at most `high`."""
    return min(max(x, low), high)
