"""Threads that share the rows of a batch among them."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

BLOCKS_A_THREAD = 4  # months differ in length: a thread that is early takes one block more
SMALLEST_BLOCK = 8  # rows; handing over fewer costs more than it brings


class Crew:
    """Runs a task over blocks of rows, on one thread or several; compiled code holds no lock meanwhile.

    Args:
        threads: How many blocks are worked on at the same time.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.blocks = threads * BLOCKS_A_THREAD if threads > 1 else 1
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
        under_way = [pool.submit(task, ends[k], ends[k + 1], k) for k in range(blocks)]
        try:
            for done in under_way:
                done.result()
        finally:
            wait(under_way)  # after an interrupt, too, nobody writes to the rows any more

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
