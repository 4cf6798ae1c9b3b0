"""Replay a recording and list where the naive twin differs (rules, sections 2.3 and 1.10)."""

import gzip
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from naive.views import evaluation_view, state_view, summary_view
from naive.world import NaiveError, World
from naive.world_numbers import Numbers

RELATIVE = 1e-9
ABSOLUTE = 1e-12
Recording = dict[str, Any]


def load(path: str | Path) -> Recording:
    """Read one recording, packed or plain."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as stream:
        return json.load(stream)


def is_number(value: object) -> bool:
    """Tell a number from a bool, a text or nothing."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def same_number(expected: float, got: float) -> bool:
    """Compare as the rules page claims: whole numbers exactly, doubles to 1e-9 relative (rules, section 2.3)."""
    if isinstance(expected, int) and isinstance(got, int):
        return expected == got
    return math.isclose(expected, got, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def differences(expected: Any, got: Any, place: str) -> list[str]:
    """List where two pieces of a recording differ, each with its place."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found = []
        if set(expected) != set(got):
            found.append(f"{place}: keys {sorted(set(expected) ^ set(got))} on one side only")
        for key in expected:
            if key in got:
                found += differences(expected[key], got[key], f"{place}.{key}")
        return found
    if isinstance(expected, list) and isinstance(got, list):
        found = []
        if len(expected) != len(got):
            found.append(f"{place}: {len(expected)} rows expected, {len(got)} found")
        for row, (one, other) in enumerate(zip(expected, got, strict=False)):
            found += differences(one, other, f"{place}[{row}]")
        return found
    if is_number(expected) and is_number(got):
        return [] if same_number(expected, got) else [f"{place}: expected {expected!r}, got {got!r}"]
    if type(expected) is type(got) and expected == got:
        return []
    return [f"{place}: expected {expected!r}, got {got!r}"]


def play(world: World, name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Give one command and answer in the form of a recorded call."""
    answer: dict[str, Any] = {"call": name, "args": args, "ok": True}
    try:
        out = world.call(name, args)
    except NaiveError as refusal:
        answer["ok"], answer["error"] = False, refusal.kind
        return answer
    if out is not None:
        answer["out"] = out
    return answer


def call_differences(call: dict[str, Any], answer: dict[str, Any], place: str) -> list[str]:
    """Compare a recorded call with the twin's answer; an outcome left out of the recording is not compared."""
    names = [name for name in ("ok", "error", "out") if name in call]
    expected = {name: call[name] for name in names}
    got = {name: answer.get(name) for name in names}
    if not call["ok"]:
        expected["error"], got["error"] = call["error"], answer.get("error")
    return differences(expected, got, f"{place} {call['call']}({call['args']})")


def replay(recording: Recording, stop_after: int | None = None) -> list[str]:
    """Replay the calls of a recording and list every difference; no difference means the twin agrees.

    Args:
        recording: seed, config, initial, months, summary and eval, as recorded.
        stop_after: give up after the first month with at least this many differences.
    """
    world = World(recording["seed"], recording["config"])
    found = differences(recording["initial"], state_view(world), "initial")
    for month in recording["months"]:
        place = f"month {month['month']}"
        for row, call in enumerate(month["calls"]):
            found += call_differences(call, play(world, call["call"], call["args"]), f"{place} call {row}")
        play(world, "next_month", {})
        found += differences(month["after"], state_view(world), f"{place} after")
        if stop_after is not None and len(found) >= stop_after:
            return found
    if "after_end" in recording:
        call = recording["after_end"]
        found += call_differences(call, play(world, call["call"], call["args"]), "after the end")
    found += differences(recording["summary"], summary_view(world), "summary")
    found += differences(recording["eval"], evaluation_view(world), "eval")
    return found


def record(
    seed: int,
    calls_by_month: Sequence[Sequence[tuple[str, dict[str, Any]]]],
    config: Numbers | None = None,
    policy: str = "naive",
    salt: str | None = None,
) -> Recording:
    """Play commands month by month and record the run, in the form that replay reads.

    Args:
        seed: the world's seed.
        calls_by_month: for each month the commands before its closing; the run stops when they or the run end.
        config: numbers that replace the published ones.
        policy: a name to keep with the recording.
        salt: a secret text that changes all luck.
    """
    world = World(seed, config, salt)
    recording: Recording = {
        "seed": seed,
        "config": config or {},
        "policy": policy,
        "initial": state_view(world),
        "months": [],
    }
    for calls in calls_by_month:
        if world.finished:
            break
        month = world.month
        answers = [play(world, name, args) for name, args in calls]
        world.next_month()
        recording["months"].append({"month": month, "calls": answers, "after": state_view(world)})
    recording["summary"] = summary_view(world)
    recording["eval"] = evaluation_view(world)
    return recording


def main(paths: Sequence[str]) -> int:
    """Replay recordings and print the first differences of each."""
    bad = 0
    for path in paths:
        found = replay(load(path), stop_after=1)
        bad += bool(found)
        sys.stdout.write(f"{path}: {len(found)} differences\n")
        for line in found[:12]:
            sys.stdout.write(f"  {line}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
