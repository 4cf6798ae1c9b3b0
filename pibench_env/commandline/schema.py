"""`pibench schema`: what the numbers of an observation are, and what the numbers of an action mean."""

import re
from typing import Any

from pibench_env.commandline.output import show_json, show_lines, show_table
from pibench_env.spaces.decoding import NVEC, decode_table
from pibench_env.spaces.layout import SCHEMA_VERSION
from pibench_env.spaces.schema import LAYOUT, SIZE, Entry, schema
from pibench_env.wrappers.plan.choices import PLAN_NVEC, plan_table

FACT_COLUMNS = ("name", "first", "size", "places", "apart", "unit", "scale", "range", "meaning")
ACTION_COLUMNS = ("verb", "word", "entity", "object", "levels", "unit", "note")
PLAN_COLUMNS = ("place", "name", "choices", "unit", "meaning")


def run(as_json: bool) -> int:
    """Show the schema of the environments.

    Args:
        as_json: As one document, with every entry of every list, instead of tables.

    Returns:
        0.
    """
    if as_json:
        show_json(document())
        return 0
    show_lines([f"Schema version {SCHEMA_VERSION}", "", f"Observation: {SIZE} numbers of float32"])
    show_lines(["Place k of a list is k times `apart` behind `first`; a share is of the value that becomes 1.", ""])
    show_table(FACT_COLUMNS, [_fact(name, entries) for name, entries in _by_name().items()], right=("apart",))
    show_lines(["", f"Action: {', '.join(map(str, NVEC))} values of verb, entity, object and level", ""])
    show_table(ACTION_COLUMNS, [_action(row) for row in decode_table()])
    show_lines(["", f"Plan of a month: {len(PLAN_NVEC)} choices, counted from 0", ""])
    show_table(PLAN_COLUMNS, [_part(row) for row in plan_table()])
    return 0


def document() -> dict[str, Any]:
    """All of schema as plain data: observation, actions of `PIBench-v0`, plans of `PIBenchMonth-v0`.

    Returns:
        What `--json` prints.
    """
    return {
        "observation": schema(),
        "actions": decode_table(),
        "nvec": list(NVEC),
        "plan": plan_table(),
        "plan_nvec": list(PLAN_NVEC),
    }


def _by_name() -> dict[str, list[Entry]]:
    """The entries by their names without places: those of a list together, the first place first."""
    found: dict[str, list[Entry]] = {}
    for entry in LAYOUT:
        found.setdefault(re.sub(r"\[\d+\]", "[k]", entry.name), []).append(entry)
    return found


def _fact(name: str, entries: list[Entry]) -> list[Any]:
    entry, places = entries[0], len(entries)
    apart = entries[1].start - entry.start if places > 1 else None
    scale = f"log, bends at {entry.step:,g}, 1 at {entry.top:,g}" if entry.step else f"share of {entry.top:,g}"
    span = f"{entry.low:g} to {entry.high:g}"
    return [name, entry.start, entry.size, places, apart, entry.unit, scale, span, entry.meaning]


def _part(row: dict[str, Any]) -> list[Any]:
    choices = "; ".join(f"{k} {word}" for k, word in enumerate(row["choices"]))
    return [row["place"], row["name"], choices, row["unit"], row["meaning"]]


def _action(row: dict[str, Any]) -> list[Any]:
    levels = ", ".join(f"{level:g}" for level in row["levels"])
    return [row["verb"], row["word"], row["entity"], row["object"], levels, row["unit"], row["note"]]
