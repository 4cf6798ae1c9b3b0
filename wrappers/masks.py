"""Masks as others take them: for Gymnasium's `sample`, for masked learners, and inside the observation."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from pibench_env.parameter import ParameterError
from pibench_env.spaces.decoding import split_mask
from pibench_env.wording import shown

Mask = NDArray[Any] | Sequence[NDArray[Any]]


def mask_size(space: spaces.Space[Any]) -> int:
    """How many flags the mask of an action space has.

    Args:
        space: `Discrete`, or `MultiDiscrete` with parts in a row.

    Returns:
        One flag for each value of each part.

    Raises:
        ParameterError: The space is of another kind.
    """
    if isinstance(space, spaces.Discrete):
        return int(space.n)
    if isinstance(space, spaces.MultiDiscrete) and space.nvec.ndim == 1:
        return int(space.nvec.sum())
    raise ParameterError(f"only Discrete and 1-D MultiDiscrete action spaces have a mask, not {space}")


def flat_mask(mask: Mask) -> NDArray[np.int8]:
    """Any of the forms below as one flat array, as `info["action_mask"]` has it.

    Args:
        mask: Flags in one array, or one array for each part of an action.

    Returns:
        New int8 flags.

    Raises:
        ValueError: There is something else than flags of one axis.
    """
    parts = [np.asarray(part) for part in ((mask,) if isinstance(mask, np.ndarray) else mask)]
    if not parts or any(part.ndim != 1 or not ((part == 0) | (part == 1)).all() for part in parts):
        raise ValueError("a mask is an array of flags, 0 or 1, or one such array for each part of an action")
    return np.concatenate(parts).astype(np.int8)


def sample_mask(space: spaces.Space[Any], mask: Mask) -> NDArray[np.int8] | tuple[NDArray[np.int8], ...]:
    """A mask as `space.sample(mask=...)` takes it.

    Args:
        space: Action space, `Discrete` or 1-D `MultiDiscrete`.
        mask: Flags of `mask_size(space)` values, in any form.

    Returns:
        New int8 flags: one array for `Discrete`, a tuple of one array a part for `MultiDiscrete`.

    Raises:
        ParameterError: The space is of another kind.
        ValueError: The mask is none, or none of this space.
    """
    size, flags = mask_size(space), flat_mask(mask)
    if flags.shape != (size,):
        raise ValueError(f"the mask of {space} has {size} flags, not {flags.size}")
    return split_mask(flags, space.nvec) if isinstance(space, spaces.MultiDiscrete) else flags


def sb3_mask(mask: Mask) -> NDArray[np.bool_]:
    """A mask as the masked learners of Stable-Baselines3 take it, for instance in `predict(action_masks=...)`.

    Args:
        mask: Flags in any form.

    Returns:
        New flat bool flags.

    Raises:
        ValueError: The mask is none.
    """
    return flat_mask(mask).astype(np.bool_)


class MaskInObservation(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Puts the mask beside the observation, for learners that see nothing else.

    An observation is a `Dict` of two: the observation and the mask, flat flags of int8. The names are those of the
    classic environments of PettingZoo; with `observation="observations"` they are those of RLlib. `info` keeps the
    mask, too. Wrappers that change actions go inside this one.

    Args:
        env: Environment with `info["action_mask"]`, whose observation is no `Dict` or `Tuple` itself.
        observation: Name of the observation.
        mask: Name of the mask.

    Raises:
        ParameterError: A name is no text, or both are the same; the observation has parts already; or the actions are
            of a kind that has no mask.
    """

    def __init__(
        self, env: gymnasium.Env[Any, Any], observation: str = "observation", mask: str = "action_mask"
    ) -> None:
        RecordConstructorArgs.__init__(self, observation=observation, mask=mask)
        gymnasium.Wrapper.__init__(self, env)
        for what, name in (("observation", observation), ("mask", mask)):
            if not isinstance(name, str) or not name:
                raise ParameterError(f"{what} is the name of a part of the observation, not {shown(name)}")
        if observation == mask:
            raise ParameterError(f"observation and mask are both named {observation!r}; name one of them otherwise")
        if isinstance(env.observation_space, spaces.Dict | spaces.Tuple):
            raise ParameterError(
                "MaskInObservation needs an observation that is one array: parts within parts are beyond most "
                'learners; make the environment with obs_mode="flat"'
            )
        actions = env.action_space
        if isinstance(actions, spaces.Box):  # of BoxAction, which leaves the mask as it is
            actions = env.unwrapped.action_space
        self._size = mask_size(actions)
        flags = spaces.Box(0, 1, (self._size,), np.int8)
        self.observation_space = spaces.Dict({observation: env.observation_space, mask: flags})
        self.observation_name, self.mask_name = observation, mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new run, as the environment does.

        Args:
            seed: The environment's.
            options: The environment's.

        Returns:
            Observation with mask, and info.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        return self._with_mask(observation, info), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act, as the environment does.

        Args:
            action: The environment's.

        Returns:
            Observation with mask, reward, terminated, truncated and info.
        """
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._with_mask(observation, info), float(reward), terminated, truncated, info

    def _with_mask(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        flags = np.array(info.get("action_mask", ()), np.int8)  # a copy: info and observation share nothing
        if flags.shape != (self._size,):
            raise ValueError(f'info["action_mask"] of {self.env} is no row of {self._size} flags')
        return {self.observation_name: observation, self.mask_name: flags}
