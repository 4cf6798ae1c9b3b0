"""What the sources of the world say of themselves, read without running them.

The pages say which file uses which parameter, touches which column and refuses with which outcome. All of it is looked
up in the source, so that no page can lag behind. Kernel code makes that easy: arguments are annotated with row
classes, parameters are read as `rules.name`, and a local name stands for one kind of row.
"""

import ast
import dataclasses
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pibench_env import capacities, luck, tables
from pibench_env.params import Params
from pibench_env.rows import Col, Rows, columns
from pibench_env.rules import RULES, rules_of

PACKAGE = Path(capacities.__file__).parent
ROW_CLASSES: dict[str, type] = {
    name: value
    for module in (tables, luck)
    for name, value in vars(module).items()
    if isinstance(value, type) and value.__module__ == module.__name__
}
MECHANICS = tuple(sorted(path.stem for path in (PACKAGE / "mechanics").glob("*.py") if path.stem != "__init__"))
# The pages of the world and the sources that each is about.
SOURCES: dict[str, tuple[str, ...]] = {
    "month": ("kernel.py", "orders.py"),
    **{name: (f"mechanics/{name}.py",) for name in MECHANICS},
}


@cache
def columns_of(row: type) -> dict[str, Col | Rows]:
    """The columns of a row class by name."""
    return dict(columns(row))


@dataclass(frozen=True)
class Touched:
    """Columns that a source reads and those that it writes, as (row class, column)."""

    read: frozenset[tuple[str, str]]
    written: frozenset[tuple[str, str]]


@cache
def tree_of(source: str) -> ast.Module:
    """The syntax tree of a source file, named from the package folder on."""
    return ast.parse((PACKAGE / source).read_text(encoding="utf-8"))


def functions_of(source: str) -> list[ast.FunctionDef]:
    """The public functions of a source file, in order."""
    return [node for node in tree_of(source).body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"]


# --- Parameters -------------------------------------------------------------------------------------------------------


@cache
def parameters_used(source: str) -> set[str]:
    """The parameters that a source reads, directly or by way of a table that `rules.py` makes of them."""
    used = {
        node.attr
        for node in ast.walk(tree_of(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rules"
    }
    names = {name for name, _, _ in Params.catalogue()}
    return (used & names) | {name for column in used - names for name in parameters_behind()[column]}


@cache
def parameters_behind() -> dict[str, set[str]]:
    """The parameters behind each column of the rules that is no parameter itself: found by moving them, one by one."""
    derived = set(RULES.names or ()) - {name for name, _, _ in Params.catalogue()}
    behind: dict[str, set[str]] = {column: set() for column in derived}
    published = rules_of(Params())[0]
    for name, value, spec in Params.catalogue():
        moved = rules_of(dataclasses.replace(Params(), **{name: _moved(value, spec)}))[0]
        for column in derived:
            if (published[column] != moved[column]).any():
                behind[column].add(name)
    return behind


def _moved(value: Any, spec: Any) -> Any:
    """Another legal value; of several numbers the last one moves, which keeps rising ones rising."""
    if isinstance(value, tuple):
        return (*value[:-1], _moved(value[-1], spec))
    step = 1 if isinstance(value, int) else (spec.high - spec.low) / 64
    return value + step if value + step <= spec.high else value - step


def pages_using(parameter: str) -> list[str]:
    """The pages of the world whose sources read a parameter."""
    return [
        page for page, sources in SOURCES.items() if any(parameter in parameters_used(source) for source in sources)
    ]


def parameter_groups() -> Iterator[tuple[str, list[str]]]:
    """The headings between the parameters, and the names under each."""
    path = PACKAGE / "params.py"
    headings = {line: text for line, text, is_alone in comments(path) if is_alone}
    (definition,) = [node for node in tree_of("params.py").body if isinstance(node, ast.ClassDef)]
    fields = [node for node in definition.body if isinstance(node, ast.AnnAssign)]
    starts = [line for line in headings if line > definition.lineno]
    for start, stop in zip(starts, [*starts[1:], definition.end_lineno or 0], strict=True):
        yield headings[start], [ast.unparse(node.target) for node in fields if start < node.lineno <= stop]


# --- Comments ---------------------------------------------------------------------------------------------------------


def comments(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Line and text of every comment, and whether it has the line to itself."""
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# "), not token.line[: token.start[1]].strip()


def capacity_rows() -> Iterator[tuple[str, int, str]]:
    """Name, size and reason of every capacity."""
    reasons = {line: text for line, text, _ in comments(PACKAGE / "capacities.py")}
    for node in tree_of("capacities.py").body:
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
            yield name, getattr(capacities, name), reasons.get(node.lineno, "")


# --- Outcomes ---------------------------------------------------------------------------------------------------------


def functions_naming(member: str, sources: Iterable[str]) -> list[str]:
    """The functions that name a member of a code, such as `Outcome.ATTENTION`, as "module.function"."""
    return [f"{Path(source).stem}.{name}" for source in sources for name, named in _names_in(source) if member in named]


@cache
def _names_in(source: str) -> list[tuple[str, set[str]]]:
    """Every dotted pair of names in each function of a source."""
    return [
        (
            function.name,
            {
                f"{node.value.id}.{node.attr}"
                for node in ast.walk(function)
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            },
        )
        for function in functions_of(source)
    ]


# --- Columns ----------------------------------------------------------------------------------------------------------


def columns_touched(sources: Iterable[str]) -> Touched:
    """The columns that some sources read and write."""
    read: set[tuple[str, str]] = set()
    written: set[tuple[str, str]] = set()
    for source in sources:
        for function in functions_of(source):
            kinds = _kinds_of_names(function)
            targets = {id(node) for node in _targets(function)}
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and (column := _column(node, kinds)):
                    (written if id(node) in targets else read).add(column)
    return Touched(frozenset(read), frozenset(written))


def _column(node: ast.Attribute, kinds: dict[str, type]) -> tuple[str, str] | None:
    """Row class and name of the column that an attribute is, None for nested tables and anything else."""
    kind = _kind(node.value, kinds)
    if kind is None or not isinstance(columns_of(kind).get(node.attr), Col):
        return None
    return kind.__name__, node.attr


def _kind(node: ast.expr, kinds: dict[str, type]) -> type | None:
    """The row class of an expression; a table and a row of it count as the same."""
    if isinstance(node, ast.Name):
        return kinds.get(node.id)
    if isinstance(node, ast.Subscript):
        return _kind(node.value, kinds)
    if isinstance(node, ast.IfExp):
        return _kind(node.body, kinds)
    if isinstance(node, ast.Attribute) and (owner := _kind(node.value, kinds)) is not None:
        nested = columns_of(owner).get(node.attr)
        return nested.row if isinstance(nested, Rows) else None
    return None


def _kinds_of_names(function: ast.FunctionDef) -> dict[str, type]:
    """The row classes of arguments, by annotation, and of local names, by what they are set to."""
    kinds = {
        argument.arg: ROW_CLASSES[argument.annotation.id]
        for argument in function.args.args
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id in ROW_CLASSES
    }
    assignments = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    for node in sorted(assignments, key=lambda node: node.lineno):
        if isinstance(node.targets[0], ast.Name) and (kind := _kind(node.value, kinds)) is not None:
            kinds[node.targets[0].id] = kind
    return kinds


def _targets(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What is assigned to, without indices: `lab.hotness` of `lab.hotness[topic] = 1.0`."""
    for node in ast.walk(function):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        for target in targets:
            while isinstance(target, ast.Subscript):
                target = target.value
            yield target
