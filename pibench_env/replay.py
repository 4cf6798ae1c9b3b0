"""Replaying recordings: the same calls in the same world have to give the same outcomes and the same states.

A recording is played again through a second recorder, and the two are compared as they go. Whole numbers, texts and
choices have to be equal, doubles to nine digits; rounded values are thereby equal in all decimals that are shown.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import count, repeat
from pathlib import Path
from typing import Any

from pibench_env.answers import answer
from pibench_env.calls import CallError, write_command
from pibench_env.codes import Outcome, Topic
from pibench_env.kernel import apply_at
from pibench_env.params import Params
from pibench_env.recording import (
    NEXT_MONTH,
    Recorder,
    Recording,
    RecordingError,
    check_recording,
    given_args,
    read_recording,
)
from pibench_env.rules import rules_of, world_hash
from pibench_env.state import empty_commands
from pibench_env.worlds import World

RELATIVE = 1e-9  # of doubles: the last bits of exp and log are the machine's
ABSOLUTE = 1e-12  # near zero, where a share of the number is nothing
ABSENT = "absent"  # stands for a value that one side does not have
SINGLE = frozenset((float, int, str, bool, type(None)))  # what has no parts
BY_TOPIC = ("hotness", "crowding", "preprints_this_month")


@dataclass(frozen=True)
class Difference:
    """Where a recording and its replay part.

    `month` is the month that was played, 0 for the state at birth and None for what is told at the end. `table` is a
    table of the state, `lab` for its single numbers, `calls`, `after_end`, `summary`, `eval` or `eval.…`; `id` an
    entity, or a place counted from 1; `field` a column. What does not apply is None.
    """

    month: int | None
    table: str
    id: str | None
    field: str | None
    recorded: Any
    got: Any

    def __str__(self) -> str:
        """One line for people."""
        when = "at the end" if self.month is None else f"month {self.month}"
        where = " ".join(part for part in (self.table, self.id, self.field) if part)
        return f"{when}: {where}: recorded {self.recorded!r}, got {self.got!r}"


@dataclass(frozen=True)
class Replay:
    """What a replay found; `months` and `calls` say how far it went, `error` why it could not be played at all."""

    file: str
    months: int
    calls: int
    equal: bool
    first_difference: Difference | None = None
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data.

        Returns:
            Values by name; for a file that could not be played, the first difference is the error.
        """
        found = asdict(self)
        error = found.pop("error")
        return found if error is None else {**found, "first_difference": {"error": error}}


def replay(recording: Recording, salt: str | None = None, file: str = "") -> Replay:
    """Play a recording again, up to the first difference.

    Args:
        recording: The recording.
        salt: The secret of a salted recording; others need none.
        file: A name to keep with the result.

    Returns:
        What was found.

    Raises:
        RecordingError: It is no recording, or one of another world than the salt and these rules make.
    """
    try:
        check_recording(recording)
        player = _Player(recording, salt)
    except RecordingError as error:
        raise RecordingError(f"{file}: {error}" if file else str(error)) from None
    found = player.play()
    return Replay(file, player.months, player.calls, found is None, found)


def replay_files(paths: Iterable[str | Path], salt: str | None = None) -> list[Replay]:
    """Replay files; one that cannot be played does not stop the others.

    Args:
        paths: The files.
        salt: The secret of the salted ones.

    Returns:
        What was found, file by file.
    """
    found = []
    for path in paths:
        try:
            found.append(replay(read_recording(path), salt, str(path)))
        except RecordingError as error:
            found.append(Replay(str(path), 0, 0, equal=False, error=str(error)))
        except RecursionError:
            found.append(Replay(str(path), 0, 0, equal=False, error=f"{path}: nested too deeply for a recording"))
    return found


class _Player:
    """One lab that does what a recording says."""

    def __init__(self, recording: Recording, salt: str | None) -> None:
        params = Params.of(recording["config"])
        seed = recording["seed"]
        secret = _needed_salt(recording, params, salt)
        self._recording = recording
        self._rules = rules_of(params)
        self._labs, self._commands = World(params, secret).new_lab(seed), empty_commands(1)
        self._recorder = Recorder(self._labs, 0, self._rules, params, seed, recording["policy"], secret)
        self.months = 0
        self.calls = 0

    def play(self) -> Difference | None:
        """Play everything, up to the first difference."""
        found = compare_states(0, self._recording["initial"], self._recorder.initial())
        for month in self._recording["months"]:
            found = found or self._play_month(month)
        return found or self._play_end()

    def _play_month(self, month: Recording) -> Difference | None:
        for place, call in enumerate(month["calls"], 1):
            found = self._play_call(call, month["month"], "calls", f"{place} {call['call']}")
            if found is not None:
                return found
            self.calls += 1
        if "after" not in month:
            return None
        outcome, _ = self._give(NEXT_MONTH, {})
        if outcome != Outcome.OK:
            return Difference(month["month"], "calls", NEXT_MONTH, "error", None, outcome.word)
        self.months += 1
        return compare_states(month["month"], month["after"], self._recorder.month_closed())

    def _play_end(self) -> Difference | None:
        found = None
        if "after_end" in self._recording:
            call = self._recording["after_end"]
            found = self._play_call(call, None, "after_end", call["call"])
        end = self._recorder.finish()
        found = found or _compare(None, "summary", self._recording["summary"], end["summary"])
        return found or compare_states(None, self._recording["eval"], end["eval"], "eval")

    def _play_call(self, call: Recording, month: int | None, table: str, name: str) -> Difference | None:
        """Outcome and answer; an answer that was not recorded is not compared."""
        got = self._recorder.call(call["call"], call["args"], *self._give(call["call"], given_args(call["args"])))
        for field in ("error", "out"):
            place = mismatch(call.get(field), got.get(field)) if field == "error" or field in call else None
            if place is not None:
                path, recorded, now = place
                return Difference(month, table, name, ".".join((field, *path)), recorded, now)
        return None

    def _give(self, call: str, args: Mapping[str, Any]) -> tuple[Outcome, Any]:
        command = self._commands[0]
        try:
            write_command(command, self._labs[0], self._rules[0], call, args)
        except CallError as error:
            return error.outcome, None
        outcome = Outcome(apply_at(self._labs, 0, self._commands, 0, self._rules))
        return outcome, answer(self._labs[0], command) if outcome == Outcome.OK else None


def _needed_salt(recording: Recording, params: Params, salt: str | None) -> str | None:
    """The salt, if the recording is of a salted world and the salt is that of this world."""
    if not recording.get("salted", False):
        return None
    if not salt:
        raise RecordingError("it was recorded in a salted world: replaying it takes the salt (--salt-file)")
    if world_hash(params, salt) != recording["world"]:
        raise RecordingError(
            f"it was recorded in world {recording['world']}; this salt and these rules make world "
            f"{world_hash(params, salt)}"
        )
    return salt


# --- Comparing --------------------------------------------------------------------------------------------------------


def compare_states(month: int | None, recorded: Recording, got: Recording, prefix: str = "") -> Difference | None:
    """The first difference of two states, or of two collections of tables like states.

    Args:
        month: The month that was played.
        recorded: One of them.
        got: The other.
        prefix: What to put in front of the names of tables.

    Returns:
        The difference, or None.
    """
    for name in {**recorded, **got}:
        one, other = recorded.get(name, ABSENT), got.get(name, ABSENT)
        if isinstance(one, dict | list):
            found = _compare(month, f"{prefix}.{name}" if prefix else name, one, other)
        else:
            found = _compare(month, prefix or "lab", {name: one}, {name: other})
        if found is not None:
            return found
    return None


def _compare(month: int | None, table: str, recorded: Any, got: Any) -> Difference | None:
    """The first difference of two tables: lists of rows, lists of numbers, or values by name."""
    place = mismatch(recorded, got)
    if place is None:
        return None
    path, one, other = place
    name = None
    if isinstance(recorded, list) and path and path[0] != "rows":
        name, *path = path
        if table in BY_TOPIC and int(name) <= len(Topic):
            name = Topic(int(name) - 1).word
    return Difference(month, table, name, ".".join(path) or None, one, other)


def mismatch(recorded: Any, got: Any) -> tuple[list[str], Any, Any] | None:
    """Where two pieces of plain data first differ.

    Args:
        recorded: One of them.
        got: The other.

    Returns:
        The path to the place and what stands there on both sides, or None. Rows are named by id, or by place from 1.
    """
    pairs: Iterable[tuple[Any, Any, Any]]
    if isinstance(recorded, dict) and isinstance(got, dict):
        names = recorded if recorded.keys() == got.keys() else {**recorded, **got}
        absent = repeat(ABSENT)
        pairs = zip(names, map(recorded.get, names, absent), map(got.get, names, absent), strict=True)
    elif isinstance(recorded, list) and isinstance(got, list):
        pairs = zip(count(1), recorded, got, strict=False)
    else:
        return None if _is_same(recorded, got) else ([], recorded, got)
    for name, one, other in pairs:
        if one.__class__ in SINGLE and one.__class__ is other.__class__ and one == other:
            continue  # nearly all there is: not worth a call each
        found = mismatch(one, other)
        if found is not None:
            is_row = isinstance(recorded, list) and isinstance(one, dict)
            return [str(one.get("id", name) if is_row else name), *found[0]], *found[1:]
    if len(recorded) != len(got):
        return ["rows"], len(recorded), len(got)
    return None


def _is_same(recorded: Any, got: Any) -> bool:
    if type(recorded) is type(got) and recorded == got:
        return True
    if isinstance(recorded, bool) or isinstance(got, bool) or not isinstance(recorded, float | int):
        return False
    if not isinstance(got, float | int) or (isinstance(recorded, int) and isinstance(got, int)):
        return False
    try:
        return math.isclose(recorded, got, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    except OverflowError:  # a whole number beyond all doubles
        return False
