"""Observation, actions and plans, each from the table that the program itself runs on."""

import ast
from collections.abc import Iterator
from typing import Any

import gymnasium
import scan
from texts import MARK, code, page, shown, table, unit_of

from pibench_env.codes import Verb
from pibench_env.rows import Rows, columns
from pibench_env.spaces import layout
from pibench_env.spaces.decoding import ACTIONS, HOW_MANY, MEANING, PLANS, STARTING_COMPUTE, Use
from pibench_env.spaces.schema import GROUPS, LAB, LAYOUT, SIZE, Entry
from pibench_env.wrappers.plan.choices import PLAN_NVEC, PLAN_OFFSETS, plan_table

LISTS = {name: col for name, col in columns(layout.Facts) if isinstance(col, Rows)}

# --- Observation ------------------------------------------------------------------------------------------------------

INTRO = (
    f"What `PIBench-v0` and `PIBenchMonth-v0` show: {SIZE:,} numbers of float32, the same in both, from visible facts "
    f"alone. Schema version {layout.SCHEMA_VERSION}. Source: `pibench_env/spaces/layout.py`; "
    "`pibench_env.spaces.schema.LAYOUT` is the same as data, and `pibench schema --json` prints it."
)
SCALE = (
    "A fact is shown as a share of its *top*, cut to 0 and 1, or to -1 and 1 where it is marked ±. One with a *step* "
    "is on a log scale, $\\ln(1 + x/\\text{step}) / \\ln(1 + \\text{top}/\\text{step})$, odd for negative facts. "
    "Topics, venues, agencies and standings come in the order of their [codes](tables.md#codes)."
)
PLACES = (
    "Numbers that belong to no list come first, in the part `lab`. Of a list, place k takes the numbers from *first* + "
    "k · *stride* on; a place that holds nothing is all zeros, and a list that is longer than its places is cut. "
    'With `obs_mode="dict"` an observation is one array a part, by these names.'
)
BY_NAME = """\
## By name

`named` reads a flat observation, or a batch of them, as records: the same memory, by name, still between -1 and 1.
`in_units` gives the facts behind the numbers, in dollars, months and hours. `listed_ids` says which entity stands in
which place, by the ids of the [Python surface](../quickstart.md#a-career-in-python): place k of `researchers` is the
k-th id there.

```python
import gymnasium

from pibench_env.spaces.naming import listed_ids
from pibench_env.spaces.schema import GROUPS, in_units, named

env = gymnasium.make("pibench_env:PIBench-v0")
observation, info = env.reset(seed=101)
shown = named(observation)
print(shown["budget"], shown["applicants"]["transcript"].max(), shown["topics"]["headlines"].shape)
print(in_units(observation)["budget"])
best = shown["applicants"]["transcript"].argmax()
print(listed_ids(env.unwrapped.labs, env.unwrapped.rules)["applicants"][best])

parts = gymnasium.make("pibench_env:PIBench-v0", obs_mode="dict")
observed, info = parts.reset(seed=101)
assert (observed["applicants"] == observation[GROUPS["applicants"]]).all()
```"""


def observation() -> str:
    """The page of the observation: parts, and every number of each."""
    parts = [INTRO, SCALE, "## Parts", PLACES, _parts_table(), BY_NAME]
    for name, group in GROUPS.items():
        entries = [entry for entry in LAYOUT if group.start <= entry.start < group.start + _stride(name)]
        parts += [f"## {name}", _place_of(name), table(FACT_HEADINGS, (_fact(entry, group) for entry in entries))]
    return page("Observation", *parts)


FACT_HEADINGS = ("fact", "at", "numbers", "top", "step", "meaning")


def _place_of(name: str) -> str:
    if name == LAB:
        return "What belongs to no list. *At* is the place in the observation."
    first, stride = GROUPS[name].start, _stride(name)
    return f"*At* counts from {first} + {stride} k, where place k begins; k goes from 0 to {LISTS[name].count - 1}."


def _stride(name: str) -> int:
    """How many numbers a place of a part takes; a part that is no list has one."""
    size = GROUPS[name].stop - GROUPS[name].start
    return size if name == LAB else size // LISTS[name].count


def _fact(entry: Entry, group: slice) -> tuple[Any, ...]:
    name = entry.name.rpartition(".")[2]
    top = f"{'± ' if entry.low < 0 else ''}{shown(entry.top)} {unit_of(entry.unit)}".rstrip()
    step = shown(entry.step) if entry.step else ""
    return code(name), entry.start - group.start, entry.size, top, step, entry.meaning


def _parts_table() -> str:
    rows = []
    for name, group in GROUPS.items():
        size = group.stop - group.start
        places = "" if name == LAB else LISTS[name].count
        stride = "" if name == LAB else _stride(name)
        rows.append((f"[`{name}`](#{name})", group.start, places, stride, size, _holds(name)))
    return table(("part", "first", "places", "stride", "numbers", "holds"), rows)


def _holds(name: str) -> str:
    """What a list holds and in which order: the comment at its size, or what its row says."""
    if name == LAB:
        return "month, money, attention, head counts, totals"
    comments = {line: text for line, text, _ in scan.comments(scan.PACKAGE / "spaces" / "layout.py")}
    sizes = {
        ast.unparse(node.targets[0]): comments.get(node.lineno, "")
        for node in scan.tree_of("spaces/layout.py").body
        if isinstance(node, ast.Assign)
    }
    return sizes.get(name.upper()) or LISTS[name].doc


def observation_parts() -> str:
    """The parts of an observation in short."""
    rows = [
        (f"[`{name}`](../reference/observation.md#{name})", "" if name == LAB else LISTS[name].count, _holds(name))
        for name in GROUPS
    ]
    return "\n\n".join((MARK, table(("part", "places", "holds"), rows))) + "\n"


# --- Actions ----------------------------------------------------------------------------------------------------------

TEAMS = (
    "The level of `start` chooses a tier and the size of the team: the person named and the next idle researchers, as "
    f"far as there are any. With compute, the project starts with {STARTING_COMPUTE:,g} units a month, else with none."
)


def actions() -> str:
    """What the parts of a command mean, verb by verb."""
    kinds = [(_kind(use), f"0 to {HOW_MANY[use] - 1}", meaning) for use, meaning in MEANING.items() if meaning]
    teams = [(level, tier, size) for level, (tier, size) in enumerate(PLANS)]
    parts = (
        MARK,
        table(("verb", "word", "entity", "object", "level"), _actions()),
        table(("kind", "values", "what value k stands for"), kinds),
        TEAMS,
        table(("level of `start`", "tier", "team"), teams),
    )
    return "\n\n".join(parts) + "\n"


def _kind(use: Use) -> str:
    return "" if use == Use.NOTHING else use.name.lower().replace("_", " ")


def _actions() -> Iterator[tuple[Any, ...]]:
    for action in ACTIONS:
        levels = ", ".join(map(shown, action.levels)) + (f" {action.unit}" if action.levels else "")
        level = f"{levels}; {action.note}" if action.note else levels
        if action.verb == Verb.START:
            level = "tier and team, see below"
        yield int(action.verb), code(action.verb.word), _kind(action.entity), _kind(action.object), level


def plan() -> str:
    """Every part of a plan with its choices."""
    rows = []
    for row, n, first in zip(plan_table(), PLAN_NVEC, PLAN_OFFSETS, strict=True):
        choices = ", ".join(map(code, row["choices"]))
        what = "acts" if row["acts"] else "shapes"
        flags = f"{first} to {first + n - 1}"
        meaning = f"{row['meaning']} ({row['unit']})" if row["unit"] else row["meaning"]
        rows.append((row["place"], code(row["name"]), meaning, choices, what, flags))
    headings = ("place", "part", "meaning", "choices", "", "flags")
    return "\n\n".join((MARK, table(headings, rows))) + "\n"


# --- At a glance ------------------------------------------------------------------------------------------------------


def glance(env_id: str) -> str:
    """Spaces and import line of an environment, as Gymnasium's pages begin."""
    env = gymnasium.make(f"pibench_env:{env_id}")
    commands: Any = env.action_space
    box: Any = env.observation_space
    low, high = float(box.low.min()), float(box.high.max())
    rows = (
        ("Action Space", f"`MultiDiscrete({commands.nvec.tolist()})`"),
        ("Observation Space", f"`Box({low:g}, {high:g}, {box.shape}, {box.dtype})`, bounds by number"),
        ("import", code(f'gymnasium.make("pibench_env:{env_id}")')),
    )
    return "\n\n".join((MARK, table(("", ""), rows))) + "\n"
