"""The policy that does nothing: the budget lasts, and Impact is 0 (policies, section 3.4)."""

from typing import Any

from numpy.typing import NDArray

from pibench_env.jit import jit
from pibench_env.playing.log import Log, Memo
from pibench_env.rules import Rules
from pibench_env.tables import Lab


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """No commands."""
