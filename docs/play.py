"""What the surface shows: every reading call and every answer, looked at in careers played for that purpose.

Random play in rich worlds meets everything that can happen; seeds are fixed, so the result is.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pibench_env import Lab, LabError
from pibench_env.baselines.rollout import commands_of_month
from pibench_env.commands import BY_CALL
from pibench_env.playing.log import new_memos
from pibench_env.seeds import seed_set
from pibench_env.surface import namespaces

SEEDS = seed_set("train")[:4]
EVERY = 4  # months between looks
PEOPLE = 6  # whose reports are read
# Money for all tries, less work for a draft, and more of what is rare.
WORLD = {"start_budget": 5e6, "crisis_rate": 0.1, "collab_rate_per_rep": 0.5, "tier_work": (2, 4, 6)}
NAMESPACES: dict[str, type] = {
    name.lower(): kind
    for name, kind in vars(namespaces).items()
    if isinstance(kind, type) and issubclass(kind, namespaces.Namespace) and kind is not namespaces.Namespace
}
OF_THE_LAB = ("dashboard", "ledger", "attention", "summary")


@dataclass
class Seen:
    """What was seen under one key: kinds of values and, of texts, which."""

    kinds: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The type, None left out; whole numbers among others are floats."""
        kinds = self.kinds - {"None", "list"}  # an empty list does not say of what
        if kinds == {"int", "float"}:
            return "float"
        assert len(kinds) == 1, f"no single type: {sorted(self.kinds)}"
        return next(iter(kinds))


Shape = dict[str, Seen]


def methods() -> Iterator[tuple[str, Any]]:
    """The calls of the namespaces by their full names."""
    for space, kind in NAMESPACES.items():
        for name, method in vars(kind).items():
            if inspect.isfunction(method) and not name.startswith("_"):
                yield f"{space}.{name}", method


def reading_calls() -> dict[str, Any]:
    """All calls that only look, by name."""
    of_the_lab = {name: getattr(Lab, name) for name in OF_THE_LAB}
    return of_the_lab | {name: method for name, method in methods() if name not in BY_CALL}


@cache
def shapes() -> dict[str, Shape]:
    """By call, the keys of its rows or of its answer and what was seen under each; nested rows as `call.key`."""
    found: dict[str, Shape] = {}
    for seed in SEEDS:
        _play(Lab(seed, world=WORLD), found)
    return found


def _play(lab: Lab, found: dict[str, Shape]) -> None:
    memo = new_memos(1)
    while not lab.finished:
        for call, args in commands_of_month(lab.labs[0], "random", memo, lab.params, {"commands": 40}):
            try:
                answer = lab.call(call, **args)
            except LabError:
                continue
            if answer is not None:
                _note(call, answer, found)
        if lab.month % EVERY == 0:
            _look(lab, found)
        lab.next_month()
    _look(lab, found)


def _look(lab: Lab, found: dict[str, Shape]) -> None:
    people = [row["id"] for row in lab.students.list() if row["role"] in ("phd", "postdoc")][:PEOPLE]
    for call in reading_calls():
        space, _, name = call.rpartition(".")
        method = getattr(getattr(lab, space) if space else lab, name)
        if call == "students.reports":
            for person in people:
                _note(call, method(person), found)
        else:
            _note(call, method(), found)


def _note(call: str, shown: Any, found: dict[str, Shape]) -> None:
    shape = found.setdefault(call, {})
    for row in shown if isinstance(shown, list) else [shown]:
        if not isinstance(row, Mapping):
            continue
        for key, value in row.items():
            seen = shape.setdefault(key, Seen())
            seen.kinds.add(_kind(value))
            if isinstance(value, str):
                seen.texts.add(value)
            if _holds_rows(value):
                _note(f"{call}.{key}", value, found)


def _holds_rows(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(isinstance(item, Mapping) for item in value))


def _kind(value: Any) -> str:
    """The name of a type; of lists also what they hold."""
    if isinstance(value, Mapping):
        return "dict"
    if isinstance(value, list):
        return f"list of {_kind(value[0])}" if value else "list"
    return "None" if value is None else type(value).__name__
