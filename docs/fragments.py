"""The fragments of `facts/`, which pages written by hand include."""

from collections.abc import Iterable, Iterator
from typing import Any

import scan
from texts import MARK, code, shown, table, unit_of

from pibench_env.baselines.policy import POLICIES, Policy
from pibench_env.parameter import Number
from pibench_env.params import Params
from pibench_env.published import FIGURES, SEEDS, STATISTICS, Figure
from pibench_env.rows import Col

MACHINERY = ("work space", "generator", "bytes of the key")  # how columns begin that are no part of the world

SECTIONS = "Numbers such as 1.7 are [sections of the description](../sources.md) of the published world."


def facts_of(sources: tuple[str, ...]) -> str:
    """Functions, parameters and columns of some sources."""
    parts = [MARK, "## In the code", SECTIONS]
    for source in sources:
        rows = [(code(function.name), _first_line(function)) for function in scan.functions_of(source)]
        parts += [f"`pibench_env/{source}`", table(("function", "what it says"), rows)]
    parts += ["## Parameters", _parameters_of(sources), "## Columns", *_columns_touched(sources)]
    return "\n\n".join(parts) + "\n"


def _first_line(function: Any) -> str:
    return (scan.ast.get_docstring(function) or "").splitlines()[0]


def _parameters_of(sources: tuple[str, ...]) -> str:
    used = set().union(*(scan.parameters_used(source) for source in sources))
    rows = [
        (code(name), shown(value), unit_of(spec.unit), spec.doc, spec.section)
        for name, value, spec in Params.catalogue()
        if name in used
    ]
    return table(("name", "published", "unit", "meaning", "section"), rows) if rows else "None."


def _columns_touched(sources: tuple[str, ...]) -> Iterator[str]:
    touched = scan.columns_touched(sources)
    written = [_column(*column) for column in _in_order(touched.written)]
    yield table(("writes", "unit", "meaning", ""), written) if written else "Writes no column."
    read = _in_order(touched.read - touched.written)
    for what, hidden in (("visible", False), ("hidden", True)):
        names = [code(f"{row}.{name}") for row, name in read if _col(row, name).hidden == hidden]
        if names:
            yield f"Reads, {what}: {', '.join(names)}."


def _col(row: str, name: str) -> Col:
    col = scan.columns_of(scan.ROW_CLASSES[row])[name]
    assert isinstance(col, Col)
    return col


def _column(row: str, name: str) -> tuple[str, str, str, str]:
    col = _col(row, name)
    return code(f"{row}.{name}"), unit_of(col.unit), col.doc, "**hidden**" if col.hidden else ""


def _in_order(touched: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The columns of the world, as the tables list them."""
    touched = set(touched)
    return [
        (kind, name)
        for kind, row in scan.ROW_CLASSES.items()
        for name, col in scan.columns_of(row).items()
        if (kind, name) in touched and isinstance(col, Col) and not col.doc.startswith(MACHINERY)
    ]


def published() -> str:
    """The published numbers: career by career, and statistics of several."""
    singles = {(f.policy, f.statistic): None for f in FIGURES if len(f.seeds) == 1}
    careers = [
        (code(policy), statistic, *(_value(policy, "", (seed,), statistic) for seed in SEEDS))
        for policy, statistic in singles
    ]
    groups = {(f.policy, _world(f), f.seeds): None for f in FIGURES if len(f.seeds) > 1}
    statistics = ("mean impact", "median impact", "collapsed")
    several = []
    for policy, world, seeds in groups:
        values = (_value(policy, world, seeds, statistic) for statistic in statistics)
        several.append((code(policy), world or "published", f"{seeds[0]} to {seeds[-1]}", *values))
    parts = (
        MARK,
        table(("policy", "by seed", *SEEDS), careers),
        table(("policy", "world", "seeds", *statistics), several),
    )
    return "\n\n".join(parts) + "\n"


def _value(policy: str, world: str, seeds: tuple[int, ...], statistic: str) -> str:
    """One published number with the decimals in which it was published, or nothing."""
    for figure in FIGURES:
        if (figure.policy, _world(figure), figure.seeds, figure.statistic) == (policy, world, seeds, statistic):
            return f"{figure.value:,.{STATISTICS[statistic]}f}"
    return ""


def _world(figure: Figure) -> str:
    """What differs from the published world."""
    return ", ".join(code(f"{name}={value:.15g}") for name, value in figure.world.items())


def arguments() -> str:
    """The arguments of every policy."""
    parts = [MARK]
    for policy in POLICIES.values():
        rows = [_argument(policy, *argument) for argument in policy.arguments.catalogue()]
        headings = ("argument", "default", "unit", "allowed", "meaning")
        what = table(headings, rows) if rows else "It takes no arguments."
        parts += [f"### {policy.name}", f"{policy.doc}", what]
    return "\n\n".join(parts) + "\n"


def _argument(policy: Policy, name: str, value: Any, spec: Number) -> tuple[str, ...]:
    """One row; a choice has words, the rest numbers."""
    words = {number: word for word, number in policy.arguments.words.get(name, {}).items()}
    if words:
        return code(name), code(words[value]), "", ", ".join(map(code, words.values())), spec.doc
    return code(name), shown(value), unit_of(spec.unit), f"{shown(spec.low)} to {shown(spec.high)}", spec.doc
