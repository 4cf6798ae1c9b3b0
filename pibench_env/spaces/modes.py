"""The two forms of an observation: one flat array, or one array a list."""

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pibench_env.spaces.schema import GROUPS, HIGH, LOW


def observation_space(is_flat: bool) -> spaces.Box | spaces.Dict:
    """The space of observations: one flat box, or a flat box for each list.

    Args:
        is_flat: Which.

    Returns:
        A new space.
    """
    low, high = LOW.astype(np.float32), HIGH.astype(np.float32)
    if is_flat:
        return spaces.Box(low, high, dtype=np.float32)
    return spaces.Dict({name: spaces.Box(low[part], high[part], dtype=np.float32) for name, part in GROUPS.items()})


def split(observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """A flat observation as one array for each list.

    Args:
        observation: Float32 of shape (`SIZE`,).

    Returns:
        New arrays by the names of `schema.GROUPS`.
    """
    return {name: observation[part].copy() for name, part in GROUPS.items()}
