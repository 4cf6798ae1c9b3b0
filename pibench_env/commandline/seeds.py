"""`pibench seeds`: the sets of seeds, the seeds that a text names, and the set that each is of."""

from typing import Any

from pibench_env.commandline.arguments import UsageError
from pibench_env.commandline.output import show_json, show_lines, show_table
from pibench_env.seeds import SETS, SeedSet, parse_seeds, set_of

NO_SET = "none"


def run(text: str | None, of: bool, as_json: bool) -> int:
    """Show the sets, or the seeds of a text one a line.

    Args:
        text: Seeds as `parse_seeds` takes them, or None for the sets.
        of: Whether the set that a seed is of stands beside it; in a document it always does.
        as_json: As one document instead of a table or lines.

    Returns:
        0.

    Raises:
        UsageError: Sets are asked of no seeds.
        SeedError: The text names no seeds.
    """
    if text is None:
        if of:
            raise UsageError("--of says which sets seeds are of and needs seeds, for example: pibench seeds --of 101")
        _show_sets(as_json)
    elif as_json:
        show_json([{"seed": seed, "set": set_of(seed)} for seed in parse_seeds(text)])
    elif of:
        show_lines(f"{seed} {set_of(seed) or NO_SET}" for seed in parse_seeds(text))
    else:
        show_lines(map(str, parse_seeds(text)))
    return 0


def _show_sets(as_json: bool) -> None:
    rows = [_row(seeds) for seeds in SETS.values()]
    if as_json:
        show_json(rows)
    else:
        headings = ("set", "what it is for", "first", "last", "seeds", "for tuners and trainers")
        show_table(headings, [list(row.values()) for row in rows])


def _row(seeds: SeedSet) -> dict[str, Any]:
    return {
        "set": seeds.name,
        "purpose": seeds.purpose,
        "first": seeds[0],
        "last": seeds[-1],
        "count": len(seeds),
        "for_tuners_and_trainers": not seeds.is_reserved,
    }
