"""Labs with nonsense where their players cannot see, for tests that nothing hidden shows."""

from typing import Any

import numpy as np

from pibench_env.state import empty_labs
from pibench_env.testing import scramble


def fork(labs: Any) -> Any:
    """A copy to the byte: a plain one leaves out the bytes between columns."""
    twin = empty_labs(len(labs))
    twin.view(np.uint8)[:] = labs.view(np.uint8)
    return twin


def scrambled(labs: Any, noise: np.random.Generator) -> Any:
    """A copy of labs with random bytes in every hidden column, those of tables within tables included."""
    twin = fork(labs)
    scramble(twin, noise)
    assert twin.tobytes() != labs.tobytes()
    return twin
