"""What a policy is, and the catalogue of those that come with the package.

A policy is one jitted function `play_month(lab, rules, memo, args, log)`. It reads the visible columns of the lab,
gives its commands through `log.give`, and leaves the closing of the month to its caller. The same function serves
sweeps (`rollout.run`), the Python surface (`rollout.commands_of_month`) and the tests.
"""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from pibench_env.baselines import ambitious, baseline, hire_max, idle, oracle, random_legal
from pibench_env.baselines.arguments import Arguments
from pibench_env.baselines.baseline import BaselineArgs
from pibench_env.baselines.random_legal import RandomArgs


class PolicyError(ValueError):
    """A policy that does not exist."""


class Builtin(IntEnum):
    """The number by which compiled code knows a policy."""

    BASELINE = 0
    ORACLE = 1
    AMBITIOUS = 2
    HIRE_MAX = 3
    IDLE = 4
    RANDOM = 5


@dataclass(frozen=True)
class Policy:
    """One policy: how people and compiled code call it, what it takes, and whether it sees what is hidden."""

    code: Builtin
    play_month: Callable[..., None]
    arguments: type[Arguments]
    sees_hidden: bool
    doc: str

    @property
    def name(self) -> str:
        """The policy's name in catalogues, results and at the command line."""
        return self.code.name.lower()


_ALL = (
    Policy(Builtin.BASELINE, baseline.play_month, BaselineArgs, False, "A careful small group that follows the news."),
    Policy(Builtin.ORACLE, oracle.play_month, Arguments, True, "A planner that sees what is hidden, the future too."),
    Policy(Builtin.AMBITIOUS, ambitious.play_month, Arguments, False, "Many people, hard projects, every open call."),
    Policy(Builtin.HIRE_MAX, hire_max.play_month, Arguments, False, "Hires and spends, and publishes nothing."),
    Policy(Builtin.IDLE, idle.play_month, Arguments, False, "Closes every month and does nothing else."),
    Policy(Builtin.RANDOM, random_legal.play_month, RandomArgs, False, "Any verb about anything that it may be about."),
)
POLICIES = {policy.name: policy for policy in _ALL}


def find_policy(name: str) -> Policy:
    """The policy of a name.

    Args:
        name: Its name.

    Returns:
        The policy.

    Raises:
        PolicyError: There is none of that name.
    """
    if name not in POLICIES:
        near = difflib.get_close_matches(name, POLICIES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise PolicyError(f"unknown policy {name!r}; policies are {', '.join(POLICIES)}{hint}")
    return POLICIES[name]
