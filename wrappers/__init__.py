"""Other ways to see and to play one lab: text, structured actions, month plans, rewards.

The public names are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pibench_env.wrappers.box_action import BoxAction
    from pibench_env.wrappers.flat_discrete import FlatDiscrete
    from pibench_env.wrappers.masks import MaskInObservation, flat_mask, mask_size, sample_mask, sb3_mask
    from pibench_env.wrappers.month_plan import PIBenchMonthEnv
    from pibench_env.wrappers.rewards import ImpactReward

__all__ = [
    "BoxAction",
    "FlatDiscrete",
    "ImpactReward",
    "MaskInObservation",
    "PIBenchMonthEnv",
    "flat_mask",
    "mask_size",
    "sample_mask",
    "sb3_mask",
]

_HOME = {
    "BoxAction": "pibench_env.wrappers.box_action",
    "FlatDiscrete": "pibench_env.wrappers.flat_discrete",
    "ImpactReward": "pibench_env.wrappers.rewards",
    "MaskInObservation": "pibench_env.wrappers.masks",
    "PIBenchMonthEnv": "pibench_env.wrappers.month_plan",
    "flat_mask": "pibench_env.wrappers.masks",
    "mask_size": "pibench_env.wrappers.masks",
    "sample_mask": "pibench_env.wrappers.masks",
    "sb3_mask": "pibench_env.wrappers.masks",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its module, once."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
