"""The tables of the normal distribution's ziggurat (Marsaglia & Tsang).

No formula gives NumPy's 256 strips to the last bit, so they come from numba, which carries the same numbers for its
own generators. This is the one place that knows where; tests compare the draws with NumPy.
"""

import numpy as np
from numba.np.random._constants import fi_double, ki_double, wi_double

HEIGHT: np.ndarray = np.ascontiguousarray(fi_double, np.float64)  # density at a strip's edge
WIDTH: np.ndarray = np.ascontiguousarray(wi_double, np.float64)  # scale of a strip
INSIDE: np.ndarray = np.ascontiguousarray(ki_double, np.uint64)  # below this, a point is under the curve for sure
