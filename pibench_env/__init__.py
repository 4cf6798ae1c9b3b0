"""PI-Bench: a simulated research lab, exact and fast.

Importing the package registers the Gymnasium environments and does nothing else: the kernel is loaded by the first
thing that needs it. The public names are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pibench_env.registration import register_all

if TYPE_CHECKING:
    from pibench_env.env import PIBenchEnv
    from pibench_env.lab import Lab, LabError
    from pibench_env.params import Params

__version__ = "0.1.0"

__all__ = ["Lab", "LabError", "PIBenchEnv", "Params", "__version__"]

_HOME = {
    "Lab": "pibench_env.lab",
    "LabError": "pibench_env.lab",
    "PIBenchEnv": "pibench_env.env",
    "Params": "pibench_env.params",
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


register_all()
