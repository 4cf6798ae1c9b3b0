"""Careers of policies for tests, month by month, with what was commanded in each."""

from typing import Any

import numpy as np

from pibench_env import kernel
from pibench_env.baselines import rollout
from pibench_env.calls import read_command
from pibench_env.codes import Outcome
from pibench_env.playing.log import new_logs, new_memos
from pibench_env.state import empty_commands, empty_labs

Given = tuple[str, Any, str]
"""Call, arguments and word of the outcome."""


class PolicyCareer:
    """One lab, played by a built-in policy."""

    def __init__(self, policy: str, seed: int, world: Any = None, args: Any = None) -> None:
        self.play = rollout.Play.of(policy, world, args)
        self.labs = empty_labs(1)
        self.memos, self.logs = new_memos(1), new_logs(1)
        kernel.be_born_at(self.labs, 0, np.uint64(seed), np.uint64(seed), self.play.rules)

    @property
    def lab(self) -> Any:
        return self.labs[0]

    @property
    def finished(self) -> bool:
        return bool(self.lab["finished"])

    def play_month(self) -> list[Given]:
        """Play the open month; it stays open."""
        play = self.play
        rollout.play_month_at(self.labs, 0, play.rules, play.policy, play.args, self.memos, self.logs, 0)
        return self.given()

    def given(self) -> list[Given]:
        log, rules = self.logs[0], self.play.rules[0]
        rows = zip(log["commands"][: log["count"]], log["outcomes"], strict=False)
        return [(*read_command(row, self.lab, rules), Outcome(int(outcome)).word) for row, outcome in rows]

    def close(self) -> None:
        kernel.apply_at(self.labs, 0, empty_commands(1), 0, self.play.rules)

    def twin(self) -> "PolicyCareer":
        """The same career, to be played otherwise."""
        other = object.__new__(PolicyCareer)
        other.play, other.labs = self.play, self.labs.copy()
        other.memos, other.logs = self.memos.copy(), new_logs(1)
        return other
