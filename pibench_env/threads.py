"""Blocks of labs on a pool of threads: the kernel holds no lock, so they use all cores.

A lab's fate does not depend on the others, so neither the number of threads nor the blocks change a result.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

BLOCK = 64  # labs a thread plays at a time: 10 MB, and long enough that handing over blocks costs nothing

Given = TypeVar("Given")
Made = TypeVar("Made")


def checked_threads(threads: int) -> int:
    """A number of threads.

    Args:
        threads: What was asked for.

    Returns:
        It.

    Raises:
        ValueError: It is no whole number from 1 on.
    """
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads is {threads!r}; allowed are whole numbers from 1 on, nearest 1")
    return threads


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """The pool of so many threads, kept: starting threads takes longer than playing a month."""
    return ThreadPoolExecutor(threads, thread_name_prefix="pibench")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a fork has the pools but not their threads


def in_turn(work: Callable[[Given], Made], tasks: Iterable[Given], threads: int) -> Iterator[Made]:
    """Do tasks on threads, a few at a time, and hand out what they make in their order.

    Args:
        work: What to do with one task.
        tasks: The tasks.
        threads: How many are done at the same time.

    Yields:
        What `work` returned.
    """
    under_way: deque[Future[Made]] = deque()
    try:
        for task in tasks:
            under_way.append(_pool(threads).submit(work, task))
            if len(under_way) > threads:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()


def in_blocks(work: Callable[[int, int], None], n: int, threads: int, block: int = BLOCK) -> None:
    """Do the same with all of n rows, block by block.

    Args:
        work: Takes the first row of a block and the one behind its last.
        n: Rows.
        threads: How many blocks are done at the same time.
        block: Rows of a block.

    Raises:
        ValueError: There are no threads.
    """
    blocks = [(first, min(first + block, n)) for first in range(0, n, block)]
    if checked_threads(threads) == 1 or len(blocks) == 1:
        for first, last in blocks:
            work(first, last)
    else:
        for _ in in_turn(lambda ends: work(*ends), blocks, threads):
            pass
