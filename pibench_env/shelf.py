"""Where tapes stand between calls: the seeds played last, and no more of them than there is room for.

A tape is filled by whoever reads it, so a shelf serves one thread at a time: threads borrow one each.
"""

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from pibench_env.rng.windows import address_of_fill
from pibench_env.tape import TAPE, Tapes

SHELF_SIZE = 64  # tapes, 0.2 MB each: as many as labs that a thread plays at a time
MEMORY = 4096  # roots that are known to have come once


def new_tapes(n: int) -> Tapes:
    """Empty tapes, for this process only.

    Args:
        n: How many.

    Returns:
        An array of dtype `TAPE`.
    """
    tapes = np.zeros(n, TAPE)
    tapes["filler"] = address_of_fill()
    return tapes


class Shelf:
    """Tapes by root; a root gets one when it comes for the second time, that of the root not asked for longest.

    Roots that come once, as in most sweeps, share the first tape, which stays in the fastest memory that way.

    Args:
        size: How many tapes there are.
    """

    def __init__(self, size: int = SHELF_SIZE) -> None:
        self.tapes = new_tapes(1 + size)
        self._places: OrderedDict[int, int] = OrderedDict((-place, place) for place in range(1, 1 + size))
        self._met: OrderedDict[int, None] = OrderedDict()

    def places(self, roots: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Where the tapes of some roots stand.

        Roots that share a place are no trouble: a tape forgets and is laid down again (`tape.attach`).

        Args:
            roots: The number in front of every key, one a lab.

        Returns:
            Indices into `tapes`, int64 of shape (labs,).
        """
        return np.array([self._place(root) for root in roots.tolist()], np.int64)

    def _place(self, root: int) -> int:
        if root in self._places:
            self._places.move_to_end(root)
        elif root in self._met:
            del self._met[root]
            self._places[root] = self._places.popitem(last=False)[1]
        else:
            self._met[root] = None
            if len(self._met) > MEMORY:
                self._met.popitem(last=False)
            return 0
        return self._places[root]


_idle: deque[Shelf] = deque()  # both ends are safe to use from any thread


@contextmanager
def borrowed() -> Iterator[Shelf]:
    """A shelf for one thread, with what was played on it before; it goes back at the end.

    Yields:
        The shelf.
    """
    try:
        shelf = _idle.pop()
    except IndexError:
        shelf = Shelf()
    try:
        yield shelf
    finally:
        _idle.append(shelf)
