"""The page of what the surface shows; a key without a meaning, or a meaning without a key, is an error."""

import inspect
from collections.abc import Iterator
from typing import Any

from meanings import ARGUMENTS, BY_NAME, SAME_ROWS, SHAPES, Key
from play import Seen, Shape, reading_calls, shapes
from texts import code, page, table, unit_of

from pibench_env.codes import Topic
from pibench_env.commands import BY_CALL

INTRO = (
    "What the Python surface shows. Reading calls return copies, cost nothing and change nothing; a call that returns "
    "several rows returns a list of dictionaries. Months count from 1, and a person is called `student_id` whatever "
    "the role. What ids look like stands in the [glossary](../glossary.md#ids). A key is `None` in the cases of the "
    "last column, and never otherwise."
)
ANSWERS = (
    "What [commands](commands.md) return: a dictionary. Those that are not listed here return `None`; all raise "
    "`LabError` when they are refused."
)
ONLY_TEXTS = {"field.topics": f"A list of texts: {', '.join(code(topic.word) for topic in Topic)}."}


class GapError(ValueError):
    """The meanings do not fit what is shown."""


def readings() -> str:
    """Every reading call with its rows, and every answer of a command."""
    seen = shapes()
    _check(seen)
    parts = [INTRO]
    for call, method in reading_calls().items():
        parts += [f"## {call}", *_section(call, method, seen)]
    parts += ["## What commands return", ANSWERS, table(("command", "key", "type", "unit", "meaning"), _answers(seen))]
    return page("Readings", *parts)


def _check(seen: dict[str, Shape]) -> None:
    """That meanings and play agree, key by key."""
    for nested, call in SAME_ROWS.items():
        if seen[nested].keys() != SHAPES[call].keys():
            raise GapError(f"{nested} does not hold the rows of {call}")
    seen = {call: shape for call, shape in seen.items() if call not in (*SAME_ROWS, *BY_NAME, *ONLY_TEXTS)}
    if gaps := seen.keys() ^ SHAPES.keys():
        raise GapError(f"shown or described, not both: {', '.join(sorted(gaps))}")
    for call, shape in seen.items():
        if gaps := shape.keys() ^ SHAPES[call].keys():
            raise GapError(f"{call}: shown or described, not both: {', '.join(sorted(gaps))}")
        for name, value in shape.items():
            _check_key(f"{call}, {name}", value, SHAPES[call][name])


def _check_key(place: str, seen: Seen, key: Key) -> None:
    if ("None" in seen.kinds) != bool(key.none):
        raise GapError(f"{place}: None was {'seen' if 'None' in seen.kinds else 'never seen'}, against its description")
    if key.words and (strange := seen.texts - {member.word for member in key.words}):
        raise GapError(f"{place}: {', '.join(strange)} is no {key.words.__name__}")


def _section(call: str, method: Any, seen: dict[str, Shape]) -> Iterator[str]:
    """What stands under the heading of a call."""
    arguments = list(inspect.signature(method).parameters.values())[1:]  # without self
    written = ", ".join(str(argument.replace(annotation=inspect.Parameter.empty)) for argument in arguments)
    about = (inspect.getdoc(method) or "").splitlines()[0]
    yield f"`lab.{call}({written})`: {about}"
    if arguments:
        yield " ".join(f"{code(argument.name)}: {ARGUMENTS[argument.name]}" for argument in arguments)
    if call in ONLY_TEXTS:
        yield ONLY_TEXTS[call]
        return
    yield _keys(call, seen)
    for nested in SHAPES:
        if nested.startswith(f"{call}."):
            yield f"Of {code(nested.removeprefix(f'{call}.'))}:"
            yield _keys(nested, seen)


def _keys(call: str, seen: dict[str, Shape]) -> str:
    rows = [
        (code(name), seen[call][name].kind, unit_of(key.unit), _meaning(key), key.none)
        for name, key in SHAPES[call].items()
    ]
    return table(("key", "type", "unit", "meaning", "None if"), rows)


def _meaning(key: Key) -> str:
    words = ""
    if key.words is Topic:
        words = "one of `field.topics()`"
    elif key.words:
        words = ", ".join(code(member.word) for member in key.words)
    return ": ".join(part for part in (key.meaning, words) if part)


def _answers(seen: dict[str, Shape]) -> Iterator[tuple[str, ...]]:
    for call in BY_CALL:
        for name, key in SHAPES.get(call, {}).items():
            yield code(call), code(name), seen[call][name].kind, unit_of(key.unit), _meaning(key)
