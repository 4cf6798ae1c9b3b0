"""Forks: many futures of one lab, with the luck of its seed or with new luck (randomness, section 2)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.parameter import ParameterError
from pibench_env.rng.keys import branch_root
from pibench_env.state import LAB, Labs
from pibench_env.tape import detach
from pibench_env.threads import crew_of
from pibench_env.wording import nearest, shown

LUCKS = ("same", "new")
MOST = 2**31  # forks of a lab, and numbers of branches


@jit
def fork_each(labs: Labs, n: int, out: Labs, first: int, last: int, is_new: bool, branch: int) -> None:
    """Copy labs into the rows from `first` to before `last`, n rows a lab; with new luck, each row has its own."""
    for row in range(first, last):
        out[row] = labs[row // n]
        luck = out[row].luck
        if is_new:
            luck.root = branch_root(luck, branch + row % n)
        detach(luck)


def fork(labs: Any, n: int, luck: str = "same", *, branch: int = 0, threads: int = 1, out: Labs | None = None) -> Labs:
    """Futures of a lab, or of each of several, at any month.

    With the same luck, every fork that is given the same commands fares as its parent would. With new luck, keyed draws
    from now on are those of a branch: `branch|root|k` for the k-th fork; the field goes on as in the parent. Branches
    are numbered, so the same numbers are the same futures, here and anywhere.

    Args:
        labs: One record of dtype `LAB`, or an array of them.
        n: How many forks of each.
        luck: "same" or "new".
        branch: The number of each lab's first branch.
        threads: How many blocks are copied at the same time.
        out: Where to put the forks, an array of dtype `LAB` and of their number; new memory costs more than the copy.

    Returns:
        Forks in the order of the labs, those of one lab side by side: an array of dtype `LAB`, shape (labs * n,).

    Raises:
        ParameterError: There is no such luck, or a number is out of range.
        TypeError: `labs` or `out` are no labs.
        ValueError: `out` has another length, or there are no threads.

    Example:
        >>> from pibench_env.branches import fork
        >>> from pibench_env.batch import born
        >>> from pibench_env.worlds import World
        >>> futures = fork(born([7], World.of(None)), 100, luck="new")
    """
    parents = _as_labs(labs)
    if not isinstance(luck, str) or luck not in LUCKS:
        raise ParameterError(f"unknown luck {shown(luck)}{nearest(str(luck), LUCKS)}")
    for name, value, least in (("n", n, 1), ("branch", branch, 0)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= MOST:
            nearest_one = MOST if isinstance(value, int) and value > MOST else least
            raise ParameterError(
                f"{name} is a whole number from {least} to 2^31, not {shown(value)}; nearest {nearest_one}"
            )
    rows = len(parents) * int(n)
    if out is None:
        out = np.empty(rows, LAB)
    elif getattr(out, "dtype", None) != LAB or not out.flags.writeable or out.ndim != 1:
        raise TypeError("out is a writable array of dtype LAB")
    elif len(out) != rows:
        raise ValueError(f"out has {len(out)} rows; {rows} are needed")
    target: NDArray[Any] = out
    if np.may_share_memory(parents, target):
        parents = _own(parents)

    def copy(first: int, last: int, _: int) -> None:
        fork_each(parents, int(n), target, first, last, luck == "new", int(branch))

    crew_of(threads).share(rows, copy)
    return target


def _as_labs(labs: Any) -> Labs:
    """Labs as an array, whether one was given or several."""
    if getattr(labs, "dtype", None) != LAB:
        raise TypeError("labs are records of dtype LAB of pibench_env.state: lab.labs, env.labs, batch.born(...)")
    if labs.ndim > 1:
        raise TypeError(f"labs have shape {labs.shape}; one record or an array of them is needed")
    return labs if labs.ndim == 1 and labs.flags.c_contiguous and labs.flags.writeable else _own(labs)


def _own(labs: Any) -> Labs:
    """A copy to the byte; NumPy's own leaves the gaps between fields to chance."""
    return np.frombuffer(bytearray(b"".join(lab.tobytes() for lab in np.atleast_1d(labs))), LAB)
