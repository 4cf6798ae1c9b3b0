"""What a step is worth: three ways to pay out the Impact of a run."""

import math

from pibench_env.jit import jit

REWARDS = ("difference", "final", "symlog")
FINAL, SYMLOG = REWARDS.index("final"), REWARDS.index("symlog")


@jit
def symlog(x: float) -> float:
    """Logarithmic for large numbers, linear for small ones, and odd: `sign(x) ln(1 + |x|)`.

    Args:
        x: Any number.

    Returns:
        The number on that scale.
    """
    return math.copysign(math.log1p(abs(x)), x)


@jit
def reward_by_place(place: int, before: float, after: float, is_over: bool) -> float:
    """`reward_for` for compiled code, by the place of a kind in `REWARDS`."""
    if place == FINAL:
        return after if is_over else 0.0
    if place == SYMLOG:
        return symlog(after) - symlog(before)
    return after - before


def reward_for(kind: str, before: float, after: float, is_over: bool) -> float:
    """The reward for moving Impact from one value to another.

    Args:
        kind: "difference": the change, so that a run is paid its final Impact in all; "final": the same sum, all of it
            at the end; "symlog": the change of symlog(Impact), so that a run is paid symlog of its final Impact, which
            tames the heavy tail.
        before: Impact up to which the run has been paid.
        after: Impact now.
        is_over: Whether the run is over.

    Returns:
        The reward.
    """
    return reward_by_place(REWARDS.index(kind), before, after, is_over)
