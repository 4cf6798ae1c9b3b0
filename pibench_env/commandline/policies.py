"""`pibench policies`: who can play, and what each takes."""

from typing import Any

from pibench_env.baselines.policy import POLICIES, Policy
from pibench_env.commandline.output import show_json, show_table


def run(as_json: bool) -> int:
    """Show the catalogue.

    Args:
        as_json: As one document instead of a table.

    Returns:
        0.
    """
    rows = [_row(policy) for policy in POLICIES.values()]
    if as_json:
        show_json(rows)
    else:
        lines = [(row["policy"], row["sees_hidden"], row["doc"], _defaults(row["arguments"])) for row in rows]
        show_table(("policy", "sees hidden", "what it is", "arguments"), lines)
    return 0


def _row(policy: Policy) -> dict[str, Any]:
    words = policy.arguments.words
    arguments = [
        {
            "name": name,
            "default": default,
            "low": spec.low,
            "high": spec.high,
            "unit": spec.unit,
            "words": words.get(name),
            "doc": spec.doc,
        }
        for name, default, spec in policy.arguments.catalogue()
    ]
    return {"policy": policy.name, "sees_hidden": policy.sees_hidden, "doc": policy.doc, "arguments": arguments}


def _defaults(arguments: list[dict[str, Any]]) -> str:
    """Arguments and their published values; choices by their word."""
    return ", ".join(f"{argument['name']}={_word(argument)}" for argument in arguments)


def _word(argument: dict[str, Any]) -> str:
    words = argument["words"] or {}
    return next((word for word, code in words.items() if code == argument["default"]), f"{argument['default']:g}")
