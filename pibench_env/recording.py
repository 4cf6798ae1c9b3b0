"""Recordings of runs: every command with its outcome, and the whole state after every month, hidden parts included.

A recording is plain data: `seed`, `config` (the parameters that are not the published ones), `policy`, `initial` (the
state in which month 1 is open), `months` (each with `month`, `calls` and the state `after` it), `after_end` if
something was tried when all was over, `summary` and `eval`. A salted run also says `salted` and names its `world` by
hash; the salt itself is nowhere. On disk it is JSON, packed with gzip, and equal recordings are equal bytes.
"""

import difflib
import gzip
import json
import math
import os
import secrets
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np

from pibench_env.codes import Outcome
from pibench_env.commands import BY_CALL
from pibench_env.hidden import evaluation_facts, hidden_state, mentoring_facts
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.rules import world_hash
from pibench_env.state import LARGEST_SEED, Labs, RulesArray
from pibench_env.summary import run_summary

Recording = dict[str, Any]

NEXT_MONTH = "next_month"
GZIP_MARK = b"\x1f\x8b"
PARTS: dict[str, type] = {
    "seed": int, "config": dict, "policy": str, "initial": dict, "months": list, "summary": dict, "eval": dict,
}  # fmt: skip
_JSON_NAMES = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


class RecordingError(ValueError):
    """A recording that cannot be read, or is none; the text names file, place and fault."""


class Recorder:
    """Writes the recording of one lab while it is played.

    The lab is looked at when month 1 is open and after every closing, because it forgets what is long over. So the
    order is `initial`, then for each month its `call`s and `month_closed`, and `finish`.

    Args:
        labs: Array of dtype `LAB`.
        i: Which lab, just born.
        rules: Its rules.
        params: The parameters behind them.
        seed: The seed, as asked for.
        policy: Who plays.
        salt: The secret of a salted world; only its mark is kept.
    """

    def __init__(
        self, labs: Labs, i: int, rules: RulesArray, params: Params, seed: int, policy: str, salt: str | None = None
    ) -> None:
        self._labs, self._i, self._rules = labs, i, rules
        self._recording: Recording = {"seed": seed, "config": _plain(params.changed()), "policy": policy}
        if salt:
            self._recording |= {"salted": True, "world": world_hash(params, salt)}
        self._months: list[Recording] = []
        self._calls: list[Recording] = []
        self._events: dict[str, Recording] = {}
        self._mentoring: list[Recording] = []
        self._after_end: Recording | None = None
        self._month = 0
        self._n_news = 0

    def initial(self) -> Recording:
        """Record the state in which month 1 is open.

        Returns:
            The state as recorded.

        Raises:
            ValueError: The lab is not just born.
        """
        self._month = int(self._labs[self._i]["month"])
        if self._month != 1:
            raise ValueError(f"a recording starts in month 1, and this lab is in month {self._month}")
        self._recording["initial"] = self._state()
        return self._recording["initial"]

    def call(self, call: str, args: Mapping[str, Any], outcome: int, out: Any = None) -> Recording:
        """Record a command of the open month; a month that is closed is told to `month_closed` instead.

        Args:
            call: Name of the call.
            args: Arguments as given.
            outcome: How it ended.
            out: What it answered.

        Returns:
            The call as recorded.
        """
        plain_args = {str(name): _plain(value) for name, value in args.items()}
        entry: Recording = {"call": call, "args": plain_args, "ok": outcome == Outcome.OK}
        if outcome != Outcome.OK:
            entry["error"] = Outcome(outcome).word
        elif out is not None:
            entry["out"] = _plain(out)
        if not self._labs[self._i]["finished"]:
            self._calls.append(entry)
        elif self._after_end is None:
            self._after_end = entry
        return entry

    def month_closed(self) -> Recording:
        """Record the state after a successful `next_month`.

        Returns:
            The state as recorded.
        """
        self._mentoring.append({"month": self._month, "mentoring": mentoring_facts(self._labs, self._i)})
        after = self._state()
        self._months.append({"month": self._month, "calls": self._calls, "after": after})
        self._calls = []
        self._month = after["month"]
        return after

    def finish(self) -> Recording:
        """Record summary and evaluation facts. A month that was not closed is kept with its calls and no `after`.

        Returns:
            The recording.
        """
        months = list(self._months)
        if self._calls:
            months.append({"month": self._month, "calls": self._calls})
        recording = {**self._recording, "months": months}
        if self._after_end is not None:
            recording["after_end"] = self._after_end
        recording["summary"] = run_summary(self._labs, self._i, self._rules)
        recording["eval"] = evaluation_facts(self._labs, self._i, self._rules, self._mentoring)
        return recording

    def _state(self) -> Recording:
        state = hidden_state(self._labs, self._i, self._rules, self._n_news)
        self._n_news = int(self._labs[self._i]["n_news"])
        self._events |= {event["id"]: event for event in state["events"]}
        return {**state, "events": list(self._events.values())}


def _plain(value: Any) -> Any:
    """A copy made of what JSON has. What cannot be written becomes null, which a command refuses in the same way."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        named = all(isinstance(key, str) for key in value)
        return {str(key): _plain(item) for key, item in value.items()} if named else None
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic | np.ndarray):
        return _plain(value.tolist())
    return _plain_number(value) if isinstance(value, Real) else None


def _plain_number(value: Any) -> Any:
    """A number as JSON has it; those that are not finite, or beyond all doubles, by name."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    if not math.isfinite(number):
        return {"number": str(number)}
    if isinstance(value, bool):
        return value
    return int(value) if isinstance(value, Integral) else number


def given_args(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a recorded call as they were given: JSON has no word for numbers that are not finite.

    Args:
        args: Arguments as recorded.

    Returns:
        Arguments as a command takes them.
    """
    return {name: _given(value) for name, value in args.items()}


def _given(value: Any) -> Any:
    if isinstance(value, list):
        return [_given(item) for item in value]
    if isinstance(value, dict):
        if value.keys() == {"number"} and value["number"] in ("nan", "inf", "-inf"):
            return float(value["number"])
        return {key: _given(item) for key, item in value.items()}
    return value


# --- Files ------------------------------------------------------------------------------------------------------------


def write_recording(path: str | Path, recording: Recording) -> None:
    """Write a recording as a whole or not at all; equal recordings give equal bytes.

    Args:
        path: Where, by custom `NAME.json.gz`; a file of that name is replaced.
        recording: What.
    """
    path = Path(path)
    text = json.dumps(recording, separators=(",", ":"), allow_nan=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(gzip.compress(text.encode("ascii"), mtime=0))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def read_recording(path: str | Path) -> Recording:
    """Read a recording, packed or plain.

    Args:
        path: The file.

    Returns:
        The recording; its form has been checked.

    Raises:
        RecordingError: The file cannot be read, is damaged, or holds something else.
    """
    try:
        if Path(path).is_fifo():  # reading one waits for somebody to write
            raise RecordingError("cannot be read: Is a pipe")
        packed = Path(path).read_bytes()
        text = gzip.decompress(packed) if packed.startswith(GZIP_MARK) else packed
        recording = json.loads(text.decode("utf-8"), parse_constant=_no_constant, parse_float=_finite)
        check_recording(recording)
    except RecordingError as error:
        raise RecordingError(f"{path}: {error}") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise RecordingError(f"{path}: damaged gzip file: {error}") from None
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise RecordingError(f"{path}: byte {error.start} is no UTF-8 text; a recording is JSON") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordingError(f"{path}: {place}: no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # numbers and nestings beyond what Python reads
        raise RecordingError(f"{path}: no JSON of a recording: {error}") from None
    return recording


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_constant(digits)


def _no_constant(word: str) -> float:
    raise RecordingError(f"{word} is no JSON number")


def check_recording(recording: Any) -> None:
    """Check that something has the form of a recording.

    Args:
        recording: What JSON made of a file, or the like.

    Raises:
        RecordingError: It has not; the text says where and what is wrong.
    """
    _check_parts("the recording", recording, PARTS)
    if not 0 <= recording["seed"] <= LARGEST_SEED:
        raise RecordingError(f"seed {recording['seed']} is out of range; allowed are 0 to {LARGEST_SEED}")
    try:
        Params.of(recording["config"])
    except (ParameterError, OverflowError) as error:
        raise RecordingError(f"config: {error}") from None
    if "salted" in recording:
        _check_parts("the recording", recording, {"salted": bool, "world": str})
    n = len(recording["months"])
    for place, month in enumerate(recording["months"], 1):
        is_open = place == n and isinstance(month, dict) and "after" not in month
        _check_parts(
            f"months, entry {place}", month, {"month": int, "calls": list} | ({} if is_open else {"after": dict})
        )
        if month["month"] != place:
            raise RecordingError(
                f"months, entry {place}: it is month {month['month']}; months count from 1 without gaps"
            )
        for number, call in enumerate(month["calls"], 1):
            _check_call(f"month {place}, call {number}", call)
            if call["call"] == NEXT_MONTH:
                raise RecordingError(f"month {place}, call {number}: {NEXT_MONTH} stands between months, not in one")
    if "after_end" in recording:
        _check_call("after_end", recording["after_end"])


def _check_call(place: str, call: Any) -> None:
    _check_parts(place, call, {"call": str, "args": dict, "ok": bool})
    if not call["ok"]:
        _check_parts(place, call, {"error": str})
    # What an agent made up is kept as it was refused; any other unknown name is a fault of the file.
    if call["call"] not in BY_CALL and call.get("error") != Outcome.UNKNOWN_VERB.word:
        near = difflib.get_close_matches(call["call"], BY_CALL, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; calls are {', '.join(BY_CALL)}"
        raise RecordingError(f"{place}: unknown call {call['call']!r}{hint}")


def _check_parts(place: str, value: Any, parts: Mapping[str, type]) -> None:
    """Check that something is an object that has some parts, each of its type."""
    if not isinstance(value, dict):
        raise RecordingError(f"{place} is no object but {_kind(value)}")
    for name, kind in parts.items():
        if name not in value:
            raise RecordingError(f"{place} has no {name!r}; needed are {', '.join(parts)}")
        if type(value[name]) is not kind:
            raise RecordingError(f"{place}: {name!r} is {_kind(value[name])}; it has to be {_JSON_NAMES[kind]}")


def _kind(value: Any) -> str:
    return "null" if value is None else _JSON_NAMES.get(type(value), "a number with a fraction")
