"""`pibench run`: careers of a policy, one row each, and on request a recording each."""

import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pibench_env.commandline.arguments import free_places, known, read_salt
from pibench_env.commandline.output import show_json, show_lines, show_table, with_progress
from pibench_env.params import Params
from pibench_env.rules import RULES_VERSION, rules_of, world_hash
from pibench_env.seeds import parse_seeds

Row = dict[str, Any]

# What people see first; the other columns are in the JSON.
COLUMNS = {
    "policy": "policy",
    "seed": "seed",
    "months": "months_survived",
    "collapsed": "collapsed",
    "impact": "impact",
    "citations": "citations",
    "h-index": "h_index",
    "papers": "publications",
    "top": "top_pubs",
    "grants": "grants_won",
    "graduated": "students_graduated",
    "quit": "students_quit",
    "budget": "final_budget",
    "reputation": "final_reputation",
}


@dataclass(frozen=True)
class Plan:
    """What is to be played; all of it has been checked."""

    policy: str
    seeds: list[int]
    params: Params
    args: dict[str, Any]
    salt: str | None
    recordings: list[Path]

    @property
    def player(self) -> str:
        """The policy as tables and recordings name it, with the arguments that are not the published ones."""
        given = ",".join(f"{name}={value:g}" for name, value in self.args.items())
        return f"{self.policy}({given})" if given else self.policy


def plan(
    policy: str,
    seeds: str,
    world: Sequence[str],
    policy_args: Sequence[str],
    salt_file: Path | None,
    record: Path | None,
    overwrite: bool,
) -> Plan:
    """Check what was asked for; the folder of recordings is made last, when all else is right.

    Args:
        policy: Name of the policy.
        seeds: Seeds as text.
        world: Parameters as `name=value`.
        policy_args: Arguments of the policy as `name=value`.
        salt_file: File with the secret of salted worlds.
        record: Folder for recordings.
        overwrite: Whether recordings that exist are replaced.

    Returns:
        What to play.

    Raises:
        UsageError: A name, file or folder is wrong.
        ParameterError: A parameter or argument is.
        SeedError: The seeds are.
    """
    numbers = parse_seeds(seeds)
    params = Params.of(Params.parse(list(world)))
    salt = read_salt(salt_file)

    from pibench_env.baselines.policy import POLICIES  # loads the compiler: not for a mistyped seed

    arguments = POLICIES[known("policy", policy, POLICIES)].arguments
    args = arguments.parse(list(policy_args))
    args = arguments.of(args).changed()
    names = [f"{policy}-{seed}.json.gz" for seed in numbers]
    return Plan(policy, numbers, params, args, salt, free_places(record, names, overwrite) if record else [])


def run(plan: Plan, as_json: bool) -> int:
    """Play, record and show.

    Args:
        plan: What to play.
        as_json: Show one document instead of a table.

    Returns:
        0.
    """
    facts = {
        "policy": plan.policy,
        "rules": RULES_VERSION,
        "world_hash": world_hash(plan.params, plan.salt),
        "staff_tools": True,
    }
    if plan.args:
        facts["policy_args"] = plan.args
    summaries = _recorded(plan) if plan.recordings else _played(plan)
    rows = [summary | facts for summary in with_progress(summaries, "playing", len(plan.seeds))]
    if as_json:
        show_json(rows)
    else:
        show_table(list(COLUMNS), [[plan.player, *(row[key] for key in list(COLUMNS.values())[1:])] for row in rows])
        show_lines(["", _in_all(rows)])
    return 0


def _in_all(rows: list[Row]) -> str:
    """One line on all careers."""
    impacts = [row["impact"] for row in rows]
    bankrupt = sum(row["collapsed"] for row in rows)
    mean, median = statistics.fmean(impacts), statistics.median(impacts)
    return f"Impact: mean {mean:,.1f}, median {median:,.1f}; {bankrupt} of {len(rows)} bankrupt"


def _played(plan: Plan) -> Iterator[Row]:
    """Summaries of careers played inside the kernel."""
    from pibench_env.baselines.rollout import run_in_blocks
    from pibench_env.summary import run_summary

    rules = rules_of(plan.params)
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    for labs in run_in_blocks(plan.policy, plan.seeds, plan.params, plan.args, plan.salt, threads):
        for i in range(len(labs)):
            yield run_summary(labs, i, rules)


def _recorded(plan: Plan) -> Iterator[Row]:
    """Summaries of careers that are played month by month, each written down when it is over."""
    from pibench_env.recording import write_recording

    for seed, path in zip(plan.seeds, plan.recordings, strict=True):
        recording = _record(plan, seed)
        write_recording(path, recording)
        yield recording["summary"]


def _record(plan: Plan, seed: int) -> dict[str, Any]:
    """The recording of one career: each month the policy plays on a copy, and its commands are given to the lab."""
    from pibench_env.baselines.rollout import play_on_copy
    from pibench_env.codes import Outcome
    from pibench_env.lab import Lab, LabError
    from pibench_env.playing.log import new_memos
    from pibench_env.recording import Recorder

    lab, memo = Lab(seed, world=plan.params.changed(), salt=plan.salt), new_memos(1)
    recorder = Recorder(lab.labs, 0, lab.rules, plan.params, seed, plan.player, plan.salt)
    recorder.initial()
    while not lab.finished:
        for call, args, outcome in play_on_copy(lab.labs[0], plan.policy, memo, plan.params, plan.args):
            try:
                recorder.call(call, args, Outcome.OK, lab.call(call, **args))
            except LabError:
                recorder.call(call, args, outcome)
        lab.next_month()
        recorder.month_closed()
    return recorder.finish()
