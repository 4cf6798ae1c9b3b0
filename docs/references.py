"""The pages of `reference/`, from the classes that the program itself runs on."""

from collections.abc import Iterator

import numpy as np
import scan
from texts import code, page, shown, table, unit_of

from pibench_env import codes
from pibench_env.commands import SPECS, Arg
from pibench_env.params import Params
from pibench_env.rows import Rows, dtype_of
from pibench_env.surface.errors import NOT_AVAILABLE

ENGINE = tuple(source for sources in scan.SOURCES.values() for source in sources)

OUTCOMES = {
    codes.Outcome.OK: "Done.",
    codes.Outcome.ATTENTION: "More hours are needed than are left this month.",
    codes.Outcome.UNKNOWN_ID: "The id names nothing that this command can be about: it does not exist, or is gone.",
    codes.Outcome.DEADLINE: "The venue or call takes nothing this month.",
    codes.Outcome.CAPACITY: "The rules allow no more of these at a time.",
    codes.Outcome.COOLDOWN: "Too soon after the last time.",
    codes.Outcome.OUT_OF_SEASON: "Applicants can be met in the hiring season only.",
    codes.Outcome.WRONG_STATUS: "It exists, or may, but is not in a state in which this can be done.",
    codes.Outcome.OUT_OF_RANGE: "A number lies outside its range, or an action does not fit the event.",
    codes.Outcome.CONCURRENT_CAP: "The agency has as many running awards and pending proposals of yours as it allows.",
    codes.Outcome.ONCE_ONLY: "The fellowship has been won already.",
    codes.Outcome.TOO_EARLY: "The contract does not end soon enough to be renewed.",
    codes.Outcome.NO_MEMBERS: "Nobody is there to do it.",
    codes.Outcome.NOT_REJECTED_YET: "Only a draft that some venue has rejected can be revised.",
    codes.Outcome.NOT_DISMISSABLE: "Only staff can be dismissed.",
    codes.Outcome.UNKNOWN_TOPIC: "No such topic.",
    codes.Outcome.UNKNOWN_VENUE: "No such venue.",
    codes.Outcome.NEGATIVE_HOURS: "Hours cannot be negative.",
    codes.Outcome.OVER: "The run is over.",
    codes.Outcome.DUPLICATE: "Something is named twice in one list. *Ours.*",
    codes.Outcome.NOT_FINITE: "A number is infinite or no number. *Ours.*",
    codes.Outcome.TABLE_FULL: "The [table](capacities.md) that would hold the result is full. *Ours.*",
    codes.Outcome.UNKNOWN_VERB: "No such command. *Ours.*",
    codes.Outcome.WRONG_TYPE: "An argument is missing, unknown or of the wrong kind: text for a number. *Ours.*",
}


def parameters() -> str:
    """Every parameter of the world."""
    specs = {name: (value, spec) for name, value, spec in Params.catalogue()}
    parts = [
        "Every number of the world. Each can be overridden by name (`--world scoop_base=0`, `Params.of({...})`); a "
        "world with overrides has its own *world hash* and is not `PIBench-v0`. Several values belong to the places "
        "that the heading or the meaning names. Sections are those of the [rules](../sources.md#rules); the last "
        "column leads to the pages whose code reads the number."
    ]
    for heading, names in scan.parameter_groups():
        rows = []
        for name in names:
            value, spec = specs[name]
            users = ", ".join(f"[{user}](../mechanics/{user}.md)" for user in scan.pages_using(name))
            allowed = f"{shown(spec.low)} to {shown(spec.high)}"
            rows.append((code(name), shown(value), unit_of(spec.unit), allowed, spec.doc, spec.section, users))
        headings = ("name", "published", "unit", "allowed", "meaning", "section", "used by")
        parts += [f"## {heading}", table(headings, rows)]
    return page("Parameters", *parts)


def tables() -> str:
    """Every table of a lab, and the codes in them."""
    parts = [
        "A lab is one record of dtype `pibench_env.state.LAB`; its tables are nested in it. Slot order is the order of "
        "birth. Month 0 stands for *never*, -1 for *nobody* or *not seen*. Columns marked **hidden** are never shown "
        "to a player. What the codes mean stands [below](#codes)."
    ]
    for name, row in scan.ROW_CLASSES.items():
        if name == "Command":
            about = f"{row.__doc__} See [commands](commands.md)."
        else:
            about = str(row.__doc__)
        parts += [f"## {name}", f"{about} {dtype_of(row).itemsize:,} bytes.", _columns_of(row)]
    parts += ["## Codes", *_all_codes()]
    return page("Tables", *parts)


def _columns_of(row: type) -> str:
    rows = []
    for name, col in scan.columns_of(row).items():
        if isinstance(col, Rows):
            size = f"{col.count} × " if col.count else ""
            kind, unit = f"{size}[{col.row.__name__}](#{col.row.__name__.lower()})", ""
        else:
            kind, unit = " × ".join([np.dtype(col.code).name, *map(str, col.shape)]), unit_of(col.unit)
        rows.append((code(name), kind, unit, col.doc, "**hidden**" if col.hidden else ""))
    return table(("column", "type", "unit", "meaning", ""), rows)


def _all_codes() -> Iterator[str]:
    for kind in codes.Code.__subclasses__():
        if kind.__module__ == codes.__name__:
            members = ", ".join(f"{member.value} {code(member.word)}" for member in kind)
            yield f"`{kind.__name__}`: {kind.__doc__}\n: {members}"


def commands() -> str:
    """Every verb."""
    parts = [
        "Everything that can be done in a month. A command returns a result or is refused with an "
        "[outcome](outcomes.md) that says why; a refused command changes nothing and costs nothing, except that "
        "`recruit.interview` keeps the interviews held before the hours ran out. What a command answers stands among "
        "the [readings](readings.md#what-commands-return). The last column says where an argument goes in a "
        "[command row](tables.md#command).",
        "Two commands may succeed without any effect: assigning a person who is in the team already, and unassigning "
        "one who is not.",
    ]
    for spec in SPECS:
        cost = f" Costs {spec.cost}." if spec.cost else ""
        signature = f"{spec.call}({', '.join(arg.name for arg in spec.args)})"
        verb = f"Verb {spec.verb.value}, {code(spec.verb.name)}; rules, section {spec.section}."
        parts += [f"## {spec.call}", f"`{signature}`: {spec.doc}{cost} {verb}"]
        if spec.args:
            rows = [(code(arg.name), arg.kind.value, unit_of(arg.unit), arg.doc, _place(arg)) for arg in spec.args]
            parts.append(table(("argument", "kind", "unit", "meaning", "place"), rows))
    return page("Commands", *parts)


def _place(arg: Arg) -> str:
    return "`ids`, `amounts`" if arg.place == "payload" else code(arg.place)


def outcomes() -> str:
    """Every outcome."""
    rows = []
    for outcome in codes.Outcome:
        users = scan.functions_naming(f"Outcome.{outcome.name}", (*ENGINE, "calls.py"))
        # OK is everywhere: who says it tells nothing.
        where = "" if outcome == codes.Outcome.OK else ", ".join(code(user) for user in users)
        rows.append((outcome.value, code(outcome.word), OUTCOMES[outcome], where))
    intro = (
        "How a command ended. The word is what recordings call the kind of an error, and `LabError.kind`. Those marked "
        "*ours* go beyond the published program; honest play never meets them."
    )
    beyond = (
        f"One kind is no outcome of the kernel: `{NOT_AVAILABLE}`. A `Lab` without `staff_tools` says it to "
        "`recruit.hire_ra`, `recruit.hire_manager` and `recruit.dismiss`, as the published runs of language models had "
        "none of the three. The Gymnasium environment says `unknown_verb` there."
    )
    return page("Outcomes", intro, table(("code", "word", "meaning", "said by"), rows), beyond)


def capacity_page() -> str:
    """Every size of a table."""
    rows = [(code(name), shown(size), reason) for name, size, reason in scan.capacity_rows()]
    intro = (
        "How much the tables of a lab can hold, and why that is enough. Sizes shape arrays and are no parameters. "
        "Room is taken when a command is given: starting a project reserves the draft that may come of it, submitting "
        "the publication, proposing the award, an offer or a search the person. So nothing can overflow later. A "
        "command that finds no room is refused with `table_full`."
    )
    return page("Capacities", intro, table(("name", "size", "reason"), rows))
