"""Threads that share labs among them: the kernel holds no lock, so they use all cores.

A lab's fate does not depend on the others, so neither the number of threads nor the blocks change a result.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

import numpy as np

BLOCKS_A_THREAD = 4  # months differ in length: a thread that is early takes one block more
SMALLEST_BLOCK = 8  # rows; handing over fewer costs more than it brings
Given = TypeVar("Given")
Made = TypeVar("Made")


class Crew:
    """Runs a task over blocks of rows, on one thread or several; compiled code holds no lock meanwhile.

    Args:
        threads: How many blocks are worked on at the same time.
        rows: How many rows there will be at most, if that is known; fewer need fewer blocks.
    """

    def __init__(self, threads: int, rows: int | None = None) -> None:
        self.threads = threads
        self.blocks = threads * BLOCKS_A_THREAD if threads > 1 else 1
        if rows is not None:
            self.blocks = max(1, min(self.blocks, rows // SMALLEST_BLOCK))
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def share(self, n: int, task: Callable[[int, int, int], None]) -> None:
        """Do something for `n` rows, and return when it is done for all of them.

        Args:
            n: How many rows.
            task: Called with the first row of a block, the one past its last, and the number of the block, which is
                that of the work space to use.
        """
        blocks = min(self.blocks, n // SMALLEST_BLOCK)
        if blocks < 2:
            if n > 0:
                task(0, n, 0)
            return
        pool = self._pool_of_this_process()
        ends = [n * k // blocks for k in range(blocks + 1)]
        under_way: list[Future[None]] = []
        try:
            for k in range(blocks):
                under_way.append(pool.submit(task, ends[k], ends[k + 1], k))
            for done in under_way:
                done.result()
        except BaseException:
            # After an interrupt, too, nobody writes to the rows any more. One in the midst of `submit` loses the task,
            # so it is the threads that are waited for.
            pool.shutdown(cancel_futures=True)
            self._pool = None
            raise

    def in_turn(self, work: Callable[[Given], Made], tasks: Iterable[Given]) -> Iterator[Made]:
        """Do tasks, a few at a time, and hand out what they make in their order.

        Args:
            work: What to do with one task.
            tasks: The tasks; no more of them are thought of than are under way.

        Yields:
            What `work` returned.
        """
        if self.threads == 1:
            yield from (work(task) for task in tasks)
            return
        pool = self._pool_of_this_process()
        under_way: deque[Future[Made]] = deque()
        try:
            for task in tasks:
                under_way.append(pool.submit(work, task))
                if len(under_way) > self.threads:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            for future in under_way:
                future.cancel()

    def _pool_of_this_process(self) -> ThreadPoolExecutor:
        """The threads; those of a parent do not live on in a process that was forked."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.threads), os.getpid()
        return self._pool

    def dismiss(self) -> None:
        """End the threads; the next task begins with others."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None


@cache
def _kept(threads: int) -> Crew:
    return Crew(threads)


def crew_of(threads: int) -> Crew:
    """A crew for functions that are called now and then; it is kept, as starting threads takes longer than a month.

    Args:
        threads: How many threads.

    Returns:
        The crew of so many.

    Raises:
        ValueError: It is no whole number from 1 on.
    """
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 1:
        raise ValueError(f"threads is {threads!r}; allowed are whole numbers from 1 on, nearest 1")
    return _kept(int(threads))
