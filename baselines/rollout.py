"""Whole careers of the built-in policies: many labs, on threads, and single months for the Python surface.

The loop over labs is compiled and holds no lock, so a pool of threads over blocks of labs uses all cores. A lab's
career depends on its seed, the rules, the salt and the policy's arguments alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env import kernel
from pibench_env.baselines import ambitious, baseline, hire_max, idle, oracle, random_legal
from pibench_env.baselines.arguments import Arguments
from pibench_env.baselines.policy import Builtin, Policy, find_policy
from pibench_env.branches import fork
from pibench_env.calls import read_command
from pibench_env.jit import jit
from pibench_env.mechanics import field
from pibench_env.params import Params
from pibench_env.playing.log import LOG_SIZE, Log, Memo, new_logs, new_memos
from pibench_env.rng.keys import salted_root
from pibench_env.rules import Rules, rules_of
from pibench_env.seeds import checked_seed
from pibench_env.shelf import borrowed
from pibench_env.state import Labs, RulesArray, empty_labs
from pibench_env.tables import Lab
from pibench_env.tape import Tapes, attach, be_named, detach
from pibench_env.threads import crew_of

BLOCK = 64  # labs a thread plays at a time: 9 MB, and long enough that handing over blocks costs nothing
Overrides = Mapping[str, Any] | None


# --- Compiled ---------------------------------------------------------------------------------------------------------


@jit
def play_month(lab: Lab, rules: Rules, policy: int, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """One month's commands of a built-in policy, in a fresh log; the month stays open."""
    log.count = 0
    if lab.finished != 0:
        return
    if policy == Builtin.BASELINE:
        baseline.play_month(lab, rules, memo, args, log)
    elif policy == Builtin.ORACLE:
        oracle.play_month(lab, rules, memo, args, log)
    elif policy == Builtin.AMBITIOUS:
        ambitious.play_month(lab, rules, memo, args, log)
    elif policy == Builtin.HIRE_MAX:
        hire_max.play_month(lab, rules, memo, args, log)
    elif policy == Builtin.IDLE:
        idle.play_month(lab, rules, memo, args, log)
    elif policy == Builtin.RANDOM:
        random_legal.play_month(lab, rules, memo, args, log)


@jit
def forget(memo: Memo) -> None:
    """Make a memory as good as new."""
    memo.chance = 0
    memo.values[:] = 0.0


@jit
def play_month_at(
    labs: Labs, i: int, rules: RulesArray, policy: int,
    args: NDArray[Any], memos: NDArray[Any], logs: NDArray[Any], k: int,
) -> None:  # fmt: skip
    """`play_month` for one lab of a batch, with the k-th memory and log."""
    labs[i].luck.tape = np.uint64(0)
    play_month(labs[i], rules[0], policy, memos[k], args, logs[k])


@jit
def rollout(
    labs: Labs, seeds: NDArray[np.uint64], roots: NDArray[np.uint64], rules: RulesArray, policy: int,
    args: NDArray[Any], memos: NDArray[Any], logs: NDArray[Any], k: int, tapes: Tapes, places: NDArray[np.int64],
) -> None:  # fmt: skip
    """Whole careers of some labs, whose records must be zero; each reads from the tape at its place."""
    for i in range(len(labs)):
        be_named(labs[i].luck, seeds[i], roots[i])
        attach(labs[i].luck, tapes[places[i]], rules[0])
        kernel.be_born(labs[i], rules[0])
        forget(memos[k])
        while labs[i].finished == 0:
            play_month(labs[i], rules[0], policy, memos[k], args, logs[k])
            kernel.close_month(labs[i], rules[0])
        field.read_reports(labs[i], rules[0])
        detach(labs[i].luck)


@jit
def play_on(
    labs: Labs, first: int, last: int, months: int, rules: RulesArray, policy: int, args: NDArray[Any],
    memos: NDArray[Any], logs: NDArray[Any], k: int, tapes: Tapes, places: NDArray[np.int64],
) -> None:  # fmt: skip
    """So many months, or all that are left, of the labs from `first` to before `last`, with a memory as good as new."""
    for i in range(first, last):
        attach(labs[i].luck, tapes[places[i - first]], rules[0])
        forget(memos[k])
        end = labs[i].month + months
        while labs[i].finished == 0 and labs[i].month < end:
            play_month(labs[i], rules[0], policy, memos[k], args, logs[k])
            kernel.close_month(labs[i], rules[0])
        field.read_reports(labs[i], rules[0])
        detach(labs[i].luck)


@jit
def read_impacts(labs: Labs, rules: RulesArray, out: NDArray[Any]) -> None:
    """Impact of every lab if it stopped now."""
    for i in range(len(labs)):
        out[i] = kernel.impact(labs[i], rules[0])


# --- From Python ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """What a block of labs is played with."""

    policy: Builtin
    args: NDArray[np.float64]
    rules: RulesArray
    salt: str

    @classmethod
    def of(
        cls,
        policy: str | Policy,
        params: Params | Overrides = None,
        args: Arguments | Overrides = None,
        salt: str | None = None,
    ) -> "Play":
        """Look up, check and pack what `run` is given; arguments as there."""
        found = find_policy(policy) if isinstance(policy, str) else policy
        given = args if isinstance(args, Arguments) else found.arguments.of(args)
        if type(given) is not found.arguments:
            raise TypeError(f"policy {found.name!r} takes {found.arguments.__name__}, not {type(given).__name__}")
        world = params if isinstance(params, Params) else Params.of(params)
        return cls(found.code, given.vector(), rules_of(world), salt or "")

    def block(self, labs: Labs, seeds: NDArray[np.uint64]) -> Labs:
        """Play the careers of some zeroed labs and return them."""
        roots = np.array([salted_root(self.salt, int(seed)) for seed in seeds], np.uint64)
        memos, logs = new_memos(1), new_logs(1)
        with borrowed() as shelf:
            places = shelf.places(roots)
            rollout(labs, seeds, roots, self.rules, self.policy, self.args, memos, logs, 0, shelf.tapes, places)
        return labs


def run(
    policy: str | Policy,
    seeds: Sequence[int],
    params: Params | Overrides = None,
    args: Arguments | Overrides = None,
    salt: str | None = None,
    threads: int = 1,
) -> Labs:
    """Play one career a seed to its end and keep all labs, 144 KB each; see `run_in_blocks` for more of them.

    Args:
        policy: A policy of the catalogue or its name.
        seeds: Whole numbers from 0 to 2^63 − 1, one lab each.
        params: The world, or what differs from the published one by name.
        args: The policy's arguments, or what differs from the published ones by name.
        salt: A secret text that makes other worlds of the same seeds.
        threads: How many labs are played at the same time.

    Returns:
        The finished labs in the order of the seeds, an array of dtype `LAB`.

    Raises:
        ValueError: A policy, parameter, seed or number of threads is none.
    """
    labs = empty_labs(len(seeds))
    last = 0
    for block in run_in_blocks(policy, seeds, params, args, salt, threads):
        labs[last : last + len(block)] = block
        last += len(block)
    return labs


def run_in_blocks(
    policy: str | Policy,
    seeds: Sequence[int],
    params: Params | Overrides = None,
    args: Arguments | Overrides = None,
    salt: str | None = None,
    threads: int = 1,
) -> Iterator[Labs]:
    """Play one career a seed and hand out finished labs block by block: memory does not grow with their number.

    Args:
        policy: A policy of the catalogue or its name.
        seeds: Whole numbers from 0 to 2^63 − 1, one lab each; a `range` of any length will do.
        params: The world, or what differs from the published one by name.
        args: The policy's arguments, or what differs from the published ones by name.
        salt: A secret text that makes other worlds of the same seeds.
        threads: How many labs are played at the same time.

    Yields:
        Up to `BLOCK` finished labs, in the order of the seeds.

    Raises:
        ValueError: A policy, parameter, seed or number of threads is none.
    """
    play = Play.of(policy, params, args, salt)
    crew = crew_of(threads)
    blocks = (
        np.array([checked_seed(seed) for seed in seeds[first : first + BLOCK]], np.uint64)
        for first in range(0, len(seeds), BLOCK)
    )

    def play_block(block: NDArray[np.uint64]) -> Labs:
        return play.block(empty_labs(len(block)), block)

    return crew.in_turn(play_block, blocks)


def go_on(
    policy: str | Policy,
    labs: Labs,
    months: int | None = None,
    params: Params | Overrides = None,
    args: Arguments | Overrides = None,
    threads: int = 1,
) -> Labs:
    """Let a policy take labs over as they are, forks for example; it remembers nothing of what went before.

    Args:
        policy: A policy of the catalogue or its name.
        labs: Labs of one world, at any month; they stay as they are.
        months: How many months it plays; None for all that are left.
        params: The world that they live in, or what differs from the published one by name.
        args: The policy's arguments, or what differs from the published ones by name.
        threads: How many labs are played at the same time.

    Returns:
        The labs afterwards, in the same order.

    Raises:
        TypeError: They are no labs.
        ValueError: A policy, parameter or number is none.
    """
    play = Play.of(policy, params, args)
    if months is not None and (isinstance(months, bool) or not isinstance(months, int) or months < 0):
        raise ValueError(f"months is a whole number from 0 on, or None, not {months!r}; nearest 0")
    most = int(play.rules["months"][0]) if months is None else months
    played = fork(labs, 1)
    roots = played["luck"]["root"]

    def play_block(first: int, last: int, _: int) -> None:
        memos, logs = new_memos(1), new_logs(1)
        with borrowed() as shelf:
            places = shelf.places(roots[first:last])
            what = (most, play.rules, play.policy, play.args)
            play_on(played, first, last, *what, memos, logs, 0, shelf.tapes, places)

    crew_of(threads).share(len(played), play_block)
    return played


def impacts(labs: Labs, params: Params | Overrides = None) -> NDArray[np.float64]:
    """Impact of every lab if it stopped now (rules, section 1.8).

    Args:
        labs: Labs of one world.
        params: That world.

    Returns:
        Float64 of shape (labs,), to one decimal.
    """
    out = np.zeros(len(labs))
    read_impacts(labs, rules_of(params if isinstance(params, Params) else Params.of(params)), out)
    return out


def commands_of_month(
    lab: Any,
    policy: str | Policy,
    memo: NDArray[Any],
    params: Params | Overrides = None,
    args: Arguments | Overrides = None,
) -> list[tuple[str, dict[str, Any]]]:
    """What a policy would do in the open month: it plays on a copy, and the lab stays as it is.

    Args:
        lab: One record of dtype `LAB`.
        policy: A policy of the catalogue or its name.
        memo: The policy's memory of this lab (`log.new_memos`), updated.
        params: The world that the lab lives in.
        args: The policy's arguments.

    Returns:
        Calls and their arguments in order, refused ones too.
    """
    return [(call, given) for call, given, _ in play_on_copy(lab, policy, memo, params, args)]


def play_on_copy(
    lab: Any,
    policy: str | Policy,
    memo: NDArray[Any],
    params: Params | Overrides = None,
    args: Arguments | Overrides = None,
) -> list[tuple[str, dict[str, Any], int]]:
    """`commands_of_month` with the outcome code of every command.

    Args:
        lab: One record of dtype `LAB`.
        policy: A policy of the catalogue or its name.
        memo: The policy's memory of this lab, updated.
        params: The world that the lab lives in.
        args: The policy's arguments.

    Returns:
        Call, arguments and outcome of every command in order.

    Raises:
        OverflowError: The policy gave more commands than a log keeps.
    """
    play = Play.of(policy, params, args)
    copy, logs = empty_labs(1), new_logs(1)
    copy[0] = lab
    play_month_at(copy, 0, play.rules, play.policy, play.args, memo, logs, 0)
    log = logs[0]
    if log["count"] > LOG_SIZE:
        raise OverflowError(f"{log['count']} commands in one month; a log keeps {LOG_SIZE}")
    # Read with the ids of the copy: people hired in this month have none in the lab yet.
    rows = log["commands"][: log["count"]]
    calls = [read_command(row, copy[0], play.rules[0]) for row in rows]
    return [(call, given, int(outcome)) for (call, given), outcome in zip(calls, log["outcomes"], strict=False)]
