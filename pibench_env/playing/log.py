"""What a policy works with: a memory of its own, and the log in which its commands are written, given and kept."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.address import call
from pibench_env.capacities import DRAFTS, PAYLOAD
from pibench_env.codes import Outcome
from pibench_env.jit import jit
from pibench_env.playing.gate import address_of_apply
from pibench_env.rows import Col, Rows, dtype_of
from pibench_env.rules import Rules
from pibench_env.tables import Command, Lab

SLOTS = DRAFTS  # no table that a policy ranks is longer
VALUES = 16
LOG_SIZE = 128  # commands of one month that are kept; 14 is the most in the recordings
NO_GATE = int(Outcome.UNKNOWN_VERB)
NOTHING = -1  # a place of a command that its verb does not use


class Memo:
    """What a policy remembers of one lab, and its work space."""

    chance: Annotated[int, Col("u8", "", "state of a policy's own chance")]
    values: Annotated[NDArray[Any], Col("f8", "", "numbers that survive the months", shape=(VALUES,))]
    keys: Annotated[NDArray[Any], Col("f8", "", "work space: the rank of each slot", shape=(SLOTS,))]
    order: Annotated[NDArray[Any], Col("i4", "slot", "work space: slots of a table in some order", shape=(SLOTS,))]


class Log:
    """The commands of one month in the order in which they were given; a full log overwrites its last row.

    Logs are made by `new_logs`: in one that has no gate, every command is refused as unknown.
    """

    gate: Annotated[int, Col("u8", "", "address of the compiled `kernel.apply` in this process")]
    count: Annotated[int, Col("i8", "", "commands given, kept or not")]
    limit: Annotated[int, Col("i8", "", "commands after which no more is given, 0 for no limit")]
    outcomes: Annotated[NDArray[Any], Col("u1", "", "outcome codes", shape=(LOG_SIZE,))]
    commands: Annotated[list[Command], Rows(Command, LOG_SIZE, "the commands")]


MEMO = dtype_of(Memo)
LOG = dtype_of(Log)


def new_memos(n: int) -> NDArray[Any]:
    """Memories as they are at the start of a career.

    Args:
        n: How many.

    Returns:
        An array of dtype `MEMO`.
    """
    return np.zeros(n, MEMO)


def new_logs(n: int) -> NDArray[Any]:
    """Empty logs, for this process only.

    Args:
        n: How many.

    Returns:
        An array of dtype `LOG`.
    """
    logs = np.zeros(n, LOG)
    logs["gate"] = address_of_apply()
    return logs


@jit
def begin(log: Log, verb: int, subject: int, choice: int, amount: float) -> None:
    """Begin the next command, with an empty payload."""
    command = log.commands[min(log.count, LOG_SIZE - 1)]
    command.verb = verb
    command.object = subject
    command.choice = choice
    command.amount = amount
    command.count = 0


@jit
def add(log: Log, reference: int, amount: float) -> None:
    """Append a pair to the payload of the command that was begun; a full payload takes no more."""
    command = log.commands[min(log.count, LOG_SIZE - 1)]
    if command.count < PAYLOAD:
        command.ids[command.count] = reference
        command.amounts[command.count] = amount
        command.count += 1


@jit
def give(lab: Lab, rules: Rules, log: Log) -> int:
    """Give the command that was begun and keep its outcome; past the limit of the log nothing is given or kept."""
    if log.limit != 0 and log.count >= log.limit:
        return Outcome.TABLE_FULL
    place = min(log.count, LOG_SIZE - 1)
    outcome = NO_GATE
    if log.gate != 0:
        outcome = call(log.gate, lab, log.commands[place], rules)
    log.outcomes[place] = outcome
    log.count += 1
    return outcome
