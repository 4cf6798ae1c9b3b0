"""One rule of scale for all facts of an observation."""

import math

import numpy as np
from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.spaces.schema import HIGH, LOW, STEPS, TOPS

LOGARITHMIC = np.flatnonzero(STEPS)  # the numbers on a log scale
BENDS = STEPS[LOGARITHMIC]  # where their scales bend, and what becomes 1
LOG_TOPS = np.array([math.log1p(top / step) for top, step in zip(TOPS[LOGARITHMIC], BENDS, strict=True)])
INVERSES = 1.0 / TOPS
LEAST, MOST = LOW.astype(np.float32), HIGH.astype(np.float32)
# The product with an inverse differs from the quotient by less than 2^-51 of it; 2^-50 leaves room for rounding.
LESS, MORE = 1.0 - 2.0**-50, 1.0 + 2.0**-50
for _table in (LOGARITHMIC, BENDS, LOG_TOPS, INVERSES, LEAST, MOST):
    _table.flags.writeable = False


@jit
def scale(facts: NDArray[np.float64], observation: NDArray[np.float32]) -> None:
    """Turn plain facts into numbers between the bounds, as `schema.Entry` says."""
    if not scale_by_inverses(facts, observation):
        divide(facts, observation)
    for k in range(len(LOGARITHMIC)):
        i = LOGARITHMIC[k]
        if facts[i] != 0.0:
            size = math.log1p(abs(facts[i]) / BENDS[k]) / LOG_TOPS[k]
            observation[i] = min(max(math.copysign(size, facts[i]), LOW[i]), HIGH[i])


@jit
def divide(facts: NDArray[np.float64], observation: NDArray[np.float32]) -> None:
    """Write every fact as a share of its largest value."""
    for i in range(len(facts)):
        value = facts[i] / TOPS[i]
        observation[i] = min(max(value, LOW[i]), HIGH[i])


@jit
def scale_by_inverses(facts: NDArray[np.float64], observation: NDArray[np.float32]) -> bool:
    """Write what `divide` writes in half of the time, or return False: then some number would need the division.

    Where a bit less and a bit more than the product are the same float32, so is the quotient between them.
    """
    is_open = False
    for i in range(len(facts)):
        value = facts[i] * INVERSES[i]
        number = np.float32(value * LESS)
        is_open |= number != np.float32(value * MORE)
        observation[i] = min(max(number, LEAST[i]), MOST[i])
    return not is_open
