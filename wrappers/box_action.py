"""Actions as numbers from -1 to 1, for learners of continuous control and for search."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from pibench_env.env import ACTION_PARTS, PIBenchEnv
from pibench_env.options import as_array, checked_action
from pibench_env.parameter import ParameterError
from pibench_env.wording import shown
from pibench_env.wrappers.month_plan import PIBenchMonthEnv
from pibench_env.wrappers.plan.choices import PLAN_NAMES


class BoxAction(gymnasium.ActionWrapper[Any, Any, Any], RecordConstructorArgs):
    """One number from -1 to 1 for each part of an action: the range is cut into as many equal bins as it has values.

    The mask stays that of the parts and their values.

    Args:
        env: Environment whose actions are a `MultiDiscrete` with its parts in a row.

    Raises:
        ParameterError: Its actions are of another kind.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.ActionWrapper.__init__(self, env)
        space = env.action_space
        if not isinstance(space, spaces.MultiDiscrete) or space.nvec.ndim != 1:
            raise ParameterError(f"BoxAction cuts the parts of a 1-D MultiDiscrete into bins; the actions are {space}")
        self._sizes = space.nvec.astype(np.int64)
        self._starts = space.start.astype(np.int64)
        self._dtype = space.dtype
        self._names = _names(env.unwrapped, space)
        self.action_space = spaces.Box(-1.0, 1.0, space.nvec.shape, np.float32)

    def action(self, action: Any) -> NDArray[np.integer]:
        """The environment's action for one of this space.

        Args:
            action: One number from -1 to 1 a part.

        Returns:
            One whole number a part.

        Raises:
            InvalidAction: There are not so many numbers, or one is out of range.
        """
        numbers = as_array(action)
        if numbers.shape != self._sizes.shape or numbers.dtype.kind not in "fiu":
            kind = f"{numbers.dtype} of shape {numbers.shape}" if isinstance(action, np.ndarray) else shown(action)
            raise InvalidAction(f"an action is {len(self._sizes)} numbers from -1 to 1, not {kind}")
        numbers = numbers.astype(np.float64)
        outside = np.flatnonzero(~(np.abs(numbers) <= 1.0))  # NaN is in no range
        if outside.size:
            first = int(outside[0])
            value = float(numbers[first])
            near = "" if np.isnan(value) else f", nearest {np.sign(value):g}"
            raise InvalidAction(f"{self._names[first]} (number {first}) is {value}; allowed are -1 to 1{near}")
        bins = ((numbers + 1.0) / 2.0 * self._sizes).astype(np.int64)
        return (np.minimum(bins, self._sizes - 1) + self._starts).astype(self._dtype)  # 1 belongs to the last bin

    def box_of(self, action: Any) -> NDArray[np.float32]:
        """The middle of the bins of an environment's action, which `action` maps back to it.

        Args:
            action: One whole number a part.

        Returns:
            Float32 numbers, one a part.

        Raises:
            InvalidAction: It is no action of the environment.
        """
        parts = as_array(action)
        if parts.shape == self._sizes.shape and parts.dtype.kind in "iu":
            action = parts.astype(np.int64) - self._starts
        bins = np.array(checked_action(action, self._names, self._sizes.tolist()))
        return ((2.0 * bins + 1.0) / self._sizes - 1.0).astype(np.float32)


def _names(env: gymnasium.Env[Any, Any], space: spaces.MultiDiscrete) -> tuple[str, ...]:
    """The parts of an action by name, as errors call them."""
    for kind, names in ((PIBenchEnv, ACTION_PARTS), (PIBenchMonthEnv, PLAN_NAMES)):
        if isinstance(env, kind) and space == env.action_space:
            return names
    counted = (f", counted from {start}" if start else "" for start in space.start.tolist())
    return tuple(f"part {k}{start}" for k, start in enumerate(counted))
