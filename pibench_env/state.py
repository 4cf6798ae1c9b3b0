"""Labs as values: the record of a lab, batches of them, and copies."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.luck import Luck
from pibench_env.rows import dtype_of
from pibench_env.tables import Command, Lab

LAB = dtype_of(Lab)
COMMAND = dtype_of(Command)
LUCK = dtype_of(Luck)
HOT_BYTES: int = dict(LAB.fields or {})["past"][1]  # what a month touches; behind it lie the past and the luck
LARGEST_SEED = 2**63 - 1

Labs = NDArray[Any]  # of LAB
Commands = NDArray[Any]  # of COMMAND
RulesArray = NDArray[Any]  # one record of RULES


def empty_labs(n: int) -> Labs:
    """Places for `n` labs, all zero: each still has to be born (`kernel.be_born`).

    Args:
        n: How many.

    Returns:
        An array of records of dtype `LAB`.
    """
    return np.zeros(n, LAB)


def empty_commands(n: int) -> Commands:
    """Places for `n` commands.

    Args:
        n: How many.

    Returns:
        An array of records of dtype `COMMAND`.
    """
    return np.zeros(n, COMMAND)
