"""One rule of scale for all facts of an observation."""

import math

import numpy as np
from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.spaces.schema import HIGH, LOW, STEPS, TOPS

LOGARITHMIC = np.flatnonzero(STEPS)  # the numbers on a log scale
LOGARITHMIC.flags.writeable = False


@jit
def scale(facts: NDArray[np.float64], observation: NDArray[np.float32]) -> None:
    """Turn plain facts into numbers between the bounds, as `schema.Entry` says."""
    for i in range(len(facts)):
        value = facts[i] / TOPS[i]
        observation[i] = min(max(value, LOW[i]), HIGH[i])
    for k in range(len(LOGARITHMIC)):
        i = LOGARITHMIC[k]
        if facts[i] != 0.0:
            size = math.log1p(abs(facts[i]) / STEPS[i]) / math.log1p(TOPS[i] / STEPS[i])
            observation[i] = min(max(math.copysign(size, facts[i]), LOW[i]), HIGH[i])
