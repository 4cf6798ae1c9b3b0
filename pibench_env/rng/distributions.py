"""The distributions of NumPy's `Generator`, draw for draw (randomness, section 2.1).

Translated from NumPy's C sources `distributions.c` and `_generator.pyx`, the same in releases 1.24 to 2.4.
"""

from math import exp, floor, log, log1p, sqrt

import numpy as np
from numpy import int64, uint64

from pibench_env.exact import pairwise_sum
from pibench_env.jit import inlined, jit
from pibench_env.rng.pcg64 import next32, next64, next_double, output, step, to_double
from pibench_env.rng.tables import HEIGHT, INSIDE, WIDTH

_TAIL = 3.6541528853610088  # where the ziggurat's tail begins
_TAIL_INVERSE = 0.27366123732975828
_MANTISSA = uint64(0x000FFFFFFFFFFFFF)
_STRIP, _ONE = uint64(0xFF), uint64(1)
_8, _9, _32, _HALF = uint64(8), uint64(9), uint64(32), uint64(0xFFFFFFFF)
_ZERO = uint64(0)

_LOG_GAMMA = np.array([
    8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04,
    8.417508417508418e-04, -1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02,
    1.796443723688307e-01, -1.39243221690590e00,
])  # fmt: skip
_LOG_2PI = 1.8378770664093453


@inlined
def random(generator: np.ndarray) -> float:
    """A double in [0, 1)."""
    return next_double(generator)


@inlined
def uniform(generator: np.ndarray, low: float, high: float) -> float:
    """A double in [low, high)."""
    return low + (high - low) * next_double(generator)


@jit
def _tail(generator: np.ndarray) -> float:
    """How far out in the tail of the normal distribution."""
    while True:
        x = -_TAIL_INVERSE * log1p(-next_double(generator))
        y = -log1p(-next_double(generator))
        if y + y > x * x:
            return _TAIL + x


@inlined
def standard_normal(generator: np.ndarray) -> float:
    """A draw of the standard normal distribution by the ziggurat of Marsaglia & Tsang with 256 strips."""
    bits = next64(generator)
    strip = bits & _STRIP
    mantissa = (bits >> _9) & _MANTISSA
    if mantissa >= INSIDE[strip]:
        return _at_the_edge(generator, bits)  # one draw in a hundred
    return float(int64(mantissa)) * WIDTH[strip] * _sign(bits)


@inlined
def _sign(bits: uint64) -> float:
    """The sign of a normal draw, computed: guessing it would be wrong half of the time."""
    return 1.0 - 2.0 * float(int64((bits >> _8) & _ONE))


@jit
def _at_the_edge(generator: np.ndarray, bits: uint64) -> float:
    """A normal draw whose first bits fell outside the part of their strip that is under the curve for sure."""
    while True:
        strip = int64(bits & _STRIP)
        mantissa = (bits >> _9) & _MANTISSA
        x = float(int64(mantissa)) * WIDTH[strip] * _sign(bits)
        if mantissa < INSIDE[strip]:
            return x
        if strip == 0:
            far = _tail(generator)
            return -far if (mantissa >> _8) & _ONE != _ZERO else far  # the tail's sign is another bit
        if (HEIGHT[strip - 1] - HEIGHT[strip]) * next_double(generator) + HEIGHT[strip] < exp(-0.5 * x * x):
            return x
        bits = next64(generator)


@inlined
def normal(generator: np.ndarray, mean: float, sd: float) -> float:
    """A normal draw; one is made even if sd is 0."""
    return mean + sd * standard_normal(generator)


@jit
def _log_gamma(x: float) -> float:
    """NumPy's logarithm of the gamma function, the asymptotic series lifted to x >= 7."""
    if x == 1.0 or x == 2.0:
        return 0.0
    n = int(7.0 - x) if x < 7.0 else 0
    x0 = x + n
    inverse = 1.0 / x0
    square = inverse * inverse
    series = _LOG_GAMMA[9]
    for k in range(8, -1, -1):
        series *= square
        series += _LOG_GAMMA[k]
    value = series / x0 + 0.5 * _LOG_2PI + (x0 - 0.5) * log(x0) - x0
    if x < 7.0:
        for _ in range(n):
            value -= log(x0 - 1.0)
            x0 -= 1.0
    return value


@inlined
def _poisson_by_products(generator: np.ndarray, rate: float) -> int:
    """Poisson for small rates: doubles are multiplied until the product falls to e^-rate.

    Written out on the words of the generator, which stay in registers that way: most draws of a month are made here.
    """
    limit = exp(-rate)
    inc_high, inc_low = generator[2], generator[3]
    high, low = step(generator[0], generator[1], inc_high, inc_low)
    product = to_double(output(high, low))
    count = 0
    while product > limit:
        high, low = step(high, low, inc_high, inc_low)
        product *= to_double(output(high, low))
        count += 1
    generator[0] = high
    generator[1] = low
    return count


@jit
def _is_under_curve(k: float, v: float, us: float, rate: float, a: float, b: float) -> bool:
    """Whether a point that the squeeze did not settle is accepted."""
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    accept = log(v) + log(inverse_alpha) - log(a / (us * us) + b)
    return accept <= -rate + k * log(rate) - _log_gamma(k + 1.0)


@jit
def _poisson_by_rejection(generator: np.ndarray, rate: float) -> int:
    """Poisson for rates from 10 on: PTRS, transformed rejection with squeeze (Hörmann 1993)."""
    root = sqrt(rate)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    squeeze = 0.9277 - 3.6224 / (b - 2.0)
    while True:
        u = next_double(generator) - 0.5
        v = next_double(generator)
        us = 0.5 - abs(u)
        if us == 0.0:  # u = -0.5: the quotient is infinite, and NumPy rejects what comes of it
            continue
        k = float(floor((2.0 * a / us + b) * u + rate + 0.43))
        if us >= 0.07 and v <= squeeze:
            return int(int64(k))
        if k < 0.0 or (us < 0.013 and v > us):
            continue
        if _is_under_curve(k, v, us, rate, a, b):
            return int(int64(k))


@inlined
def poisson(generator: np.ndarray, rate: float) -> int:
    """A Poisson draw; rate 0 gives 0 without one."""
    if rate >= 10.0:
        return _poisson_by_rejection(generator, rate)
    if rate == 0.0:
        return 0
    return _poisson_by_products(generator, rate)


@jit
def integers(generator: np.ndarray, n: int) -> int:
    """A whole number in 0 … n−1 for 1 <= n < 2^32: Lemire's method on 32-bit draws; n = 1 draws nothing."""
    if n <= 1:
        return 0
    bound = uint64(n)
    product = next32(generator) * bound
    left = product & _HALF
    if left < bound:
        threshold = (_HALF - (bound - _ONE)) % bound
        while left < threshold:
            product = next32(generator) * bound
            left = product & _HALF
    return int(int64(product >> _32))


@jit
def _interval(generator: np.ndarray, top: int) -> int:
    """A whole number in 0 … top by masked rejection: the method of shuffles, not that of `integers`."""
    limit = uint64(top)
    mask = limit
    mask |= mask >> _ONE
    mask |= mask >> uint64(2)
    mask |= mask >> uint64(4)
    mask |= mask >> _8
    mask |= mask >> uint64(16)
    value = next32(generator) & mask
    while value > limit:
        value = next32(generator) & mask
    return int(int64(value))


@jit
def permutation(generator: np.ndarray, out: np.ndarray, n: int) -> None:
    """A random order of 0 … n−1, written into the first n places of `out`."""
    for i in range(n):
        out[i] = i
    for i in range(n - 1, 0, -1):
        j = _interval(generator, i)
        kept = out[i]
        out[i] = out[j]
        out[j] = kept


@jit
def choice(generator: np.ndarray, weights: np.ndarray) -> int:
    """An index drawn in proportion to weights, as NumPy's `choice(n, p=weights / weights.sum())`."""
    n = len(weights)
    total = pairwise_sum(weights, n)
    last = 0.0
    for i in range(n):
        last += weights[i] / total
    u = next_double(generator)
    running = 0.0
    for i in range(n - 1):
        running += weights[i] / total
        if running / last > u:
            return i
    return n - 1
