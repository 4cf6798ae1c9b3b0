"""Calls in words and commands in rows: each way, with the ids of one lab (rules, section 1.9).

An id that names nothing becomes -1, so that the kernel decides what kind of refusal that is. What has no place in a
row at all (a text for a number, a bool, a list that is none) raises `CallError` here.
"""

import math
import re
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from pibench_env.capacities import PAYLOAD
from pibench_env.codes import EventAction, Outcome, Role, Topic, Venue, entity_id
from pibench_env.commands import BY_CALL, BY_VERB, Arg, Kind, Spec
from pibench_env.rules import call_id
from pibench_env.wording import shown

NOTHING = -1
_ID = re.compile(r"([A-Za-z]+)([0-9]{3,9})")
_ROLES = {role.prefix: role for role in Role}
_PREFIXES = {
    Kind.APPLICANT: "APP",
    Kind.PROJECT: "PJ",
    Kind.DRAFT: "D",
    Kind.SUBMISSION: "SUB",
    Kind.EVENT: "E",
}
_WORDS: dict[Kind, dict[str, int]] = {
    Kind.TOPIC: {topic.word: topic for topic in Topic},
    Kind.VENUE: {venue.word: venue for venue in Venue},
    Kind.ACTION: {action.word: action for action in EventAction},
}


class CallError(Exception):
    """A call that cannot be put into a command; `outcome` says of which kind the error is."""

    def __init__(self, outcome: Outcome, text: str) -> None:
        """Keep the kind beside the text."""
        super().__init__(text)
        self.outcome = outcome


def split_id(text: str) -> tuple[str, int]:
    """Prefix and number of an id; ("", -1) for what is none.

    Args:
        text: An id such as `S001`.

    Returns:
        Prefix and number.
    """
    match = _ID.fullmatch(text)
    if match is None or entity_id(match[1], int(match[2])) != text:
        return "", NOTHING
    return match[1], int(match[2])


def person_slot(lab: Any, text: str) -> int:
    """The slot of a person, -1 if there is none of that id.

    Args:
        lab: One record of dtype `LAB`.
        text: The id.

    Returns:
        A slot of `people`.
    """
    prefix, number = split_id(text)
    if prefix not in _ROLES:
        return NOTHING
    people = lab["people"][: lab["n_people"]]
    found = np.flatnonzero((people["role"] == _ROLES[prefix]) & (people["number"] == number))
    return int(found[0]) if len(found) else NOTHING


def person_id(lab: Any, slot: int) -> str:
    """The id of a person.

    Args:
        lab: One record of dtype `LAB`.
        slot: A slot of `people`.

    Returns:
        The id.
    """
    person = lab["people"][slot]
    return entity_id(Role(int(person["role"])).prefix, int(person["number"]))


def write_command(row: Any, lab: Any, rules: Any, call: str, args: Mapping[str, Any]) -> None:
    """Put a call into a command row.

    Args:
        row: One record of dtype `COMMAND`, overwritten.
        lab: The record of the lab whose ids are meant.
        rules: Its rules record.
        call: Name of the call, such as `papers.submit`.
        args: Arguments by name.

    Raises:
        CallError: The call is unknown or an argument has no place in a row.
    """
    spec = BY_CALL.get(call) if isinstance(call, str) else None
    if spec is None:
        raise CallError(Outcome.UNKNOWN_VERB, f"unknown call {shown(call)}; calls are {', '.join(BY_CALL)}")
    wanted = [arg.name for arg in spec.args]
    if set(args) != set(wanted):
        raise CallError(Outcome.WRONG_TYPE, f"{call} takes ({', '.join(wanted)}), not ({', '.join(map(str, args))})")
    row["verb"], row["object"], row["choice"], row["count"], row["amount"] = spec.verb, NOTHING, NOTHING, 0, 0.0
    for arg in spec.args:
        _write(row, arg, args[arg.name], lab, rules)


def _write(row: Any, arg: Arg, value: Any, lab: Any, rules: Any) -> None:
    if arg.place != "payload":
        row[arg.place] = _number(arg.name, value) if arg.kind == Kind.NUMBER else reference(arg, value, lab, rules)
        return
    if arg.kind == Kind.HOURS_BY_PERSON:
        if not isinstance(value, Mapping):
            raise CallError(Outcome.WRONG_TYPE, f"{arg.name} maps person ids to hours, not {shown(value)}")
        pairs = [(person_slot(lab, _text(arg, key)), _number(f"hours of {key}", hours)) for key, hours in value.items()]
    else:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Sequence | np.ndarray):
            raise CallError(Outcome.WRONG_TYPE, f"{arg.name} is a list of ids, not {shown(value)}")
        pairs = [_listed(arg, item, lab) for item in value]
    if len(pairs) > PAYLOAD:
        raise CallError(Outcome.OUT_OF_RANGE, f"{arg.name} has {len(pairs)} entries; at most {PAYLOAD} are allowed")
    row["count"] = len(pairs)
    for i, (reference_, amount) in enumerate(pairs):
        row["ids"][i], row["amounts"][i] = reference_, amount


def _listed(arg: Arg, item: Any, lab: Any) -> tuple[int, float]:
    text = _text(arg, item)
    if arg.kind == Kind.PEOPLE:
        return person_slot(lab, text), 0.0
    prefix, number = split_id(text)
    if arg.kind == Kind.APPLICANTS:
        return (number if prefix == "APP" else NOTHING), 0.0
    if prefix == "P":
        return number, 1.0
    return (number if prefix == "D" else NOTHING), 0.0


def reference(arg: Arg, value: Any, lab: Any, rules: Any) -> int:
    """What stands in a row for an id, word or tier; -1 for one that names nothing.

    Args:
        arg: The argument.
        value: What was given.
        lab: The record of the lab.
        rules: Its rules record.

    Returns:
        A slot, number or code.

    Raises:
        CallError: The value is neither text nor, for a tier, a whole number.
    """
    if arg.kind == Kind.TIER:
        if isinstance(value, bool) or not isinstance(value, Real):
            raise CallError(Outcome.WRONG_TYPE, f"{arg.name} is a whole number, not {shown(value)}")
        tier = as_double(value)
        return int(tier) if tier.is_integer() and abs(tier) < 2**31 else NOTHING
    text = _text(arg, value)
    if arg.kind in _WORDS:
        return int(_WORDS[arg.kind].get(text, NOTHING))
    if arg.kind == Kind.PERSON:
        return person_slot(lab, text)
    if arg.kind == Kind.CALL:
        calls = [call_id(rules, index) for index in range(int(rules["n_calls"]))]
        return calls.index(text) if text in calls else NOTHING
    prefix, number = split_id(text)
    return number if prefix == _PREFIXES[arg.kind] else NOTHING


def _text(arg: Arg, value: Any) -> str:
    if not isinstance(value, str):
        raise CallError(Outcome.WRONG_TYPE, f"{arg.name}: an id or word is text, not {shown(value)}")
    return str(value)


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real | Integral):
        raise CallError(Outcome.WRONG_TYPE, f"{name}: a number is needed, not {shown(value)}")
    return as_double(value)


def as_double(value: Any) -> float:
    """A real number as a double; one beyond all doubles is infinite, which the kernel refuses.

    Args:
        value: A real number of any kind.

    Returns:
        The double.
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def read_command(row: Any, lab: Any, rules: Any) -> tuple[str, dict[str, Any]]:
    """Call and arguments of a command row, as recordings write them.

    Args:
        row: One record of dtype `COMMAND`.
        lab: The record of the lab whose ids are meant.
        rules: Its rules record.

    Returns:
        Name of the call, and arguments by name.
    """
    spec: Spec = BY_VERB[int(row["verb"])]  # type: ignore[index]  # an IntEnum equals its number
    return spec.call, {arg.name: _read(row, arg, lab, rules) for arg in spec.args}


def _read(row: Any, arg: Arg, lab: Any, rules: Any) -> Any:
    ids = [int(value) for value in row["ids"][: row["count"]]]
    amounts = [float(value) for value in row["amounts"][: row["count"]]]
    if arg.kind == Kind.HOURS_BY_PERSON:
        return {person_id(lab, slot): hours for slot, hours in zip(ids, amounts, strict=True)}
    if arg.kind == Kind.PEOPLE:
        return [person_id(lab, slot) for slot in ids]
    if arg.kind == Kind.APPLICANTS:
        return [entity_id("APP", number) for number in ids]
    if arg.kind == Kind.ATTACHMENTS:
        return [entity_id("P" if kind else "D", number) for number, kind in zip(ids, amounts, strict=True)]
    value = row[arg.place]
    if arg.kind == Kind.NUMBER:
        return int(value) if float(value).is_integer() else float(value)
    if arg.kind == Kind.TIER:
        return int(value)
    if arg.kind in _WORDS:
        return next((word for word, code in _WORDS[arg.kind].items() if code == value), "?")
    if arg.kind == Kind.PERSON:
        return person_id(lab, int(value))
    if arg.kind == Kind.CALL:
        return call_id(rules, int(value))
    return entity_id(_PREFIXES[arg.kind], int(value))
