"""The page of the Gymnasium environment: actions, masks, observation, and how a run ends."""

import re
from collections.abc import Iterator
from typing import Any

from texts import code, page, shown, table, unit_of

from pibench_env.codes import Verb
from pibench_env.env import ACTION_PARTS
from pibench_env.spaces.decoding import MASK_SIZE, NVEC, OFFSETS, PLANS, STARTING_COMPUTE, decode_table
from pibench_env.spaces.layout import LAYOUT, SIZE
from pibench_env.spaces.rendering import CURVES, HEIGHT, WIDTH

ACTIONS = (
    f"`MultiDiscrete({list(NVEC)})`: verb, entity, object and level. What they mean depends on the verb; a part "
    "that it does not need is ignored. Source: `pibench_env.spaces.decoding.ACTIONS`."
)
PLAN = (
    "The level of `start` chooses a tier and the size of the team: the person named and the next idle researchers, as "
    f"far as there are any. An object from 8 on asks for the topic of that code less 8, with {STARTING_COMPUTE:g} "
    "units of compute a month; below 8 the project starts without compute."
)
MASKS = (
    f'`info["action_mask"]` is one flat array of {" + ".join(map(str, NVEC))} = {MASK_SIZE} flags of int8; '
    "`env.unwrapped.action_masks()` gives the same as bools, for learners that ask under that name. The parts are "
    "masked one by one: what the mask rules out is refused or has no effect whatever goes with it, but a combination "
    "of allowed parts may still be refused: a place is flagged if any verb can use it, and for another verb "
    "it may hold nothing. Refusals cost nothing but a place among the commands of the month."
)
EXAMPLE = """\
```python
import gymnasium

from pibench_env.spaces.decoding import split_mask

env = gymnasium.make("pibench_env:PIBench-v0")
observation, info = env.reset(seed=101)
terminated = False
while not terminated and info["month"] < 6:
    action = env.action_space.sample(mask=split_mask(info["action_mask"]))
    observation, reward, terminated, truncated, info = env.step(action)
print(info["month"], info["illegal_actions"])
```"""
OBSERVATION = (
    f"`Box` of {SIZE} numbers of float32 between -1 and 1. A fact is shown as a share of *top*, or, where a *step* "
    "is given, on a log scale, $\\ln(1 + x/\\text{step}) / \\ln(1 + \\text{top}/\\text{step})$; what is larger "
    "stays at the bound. Of a list, place k takes the numbers from *first* + k · *stride* on; places that hold "
    "nothing are zero. Source: `pibench_env.spaces.layout.LAYOUT`."
)
END = (
    "`terminated` is true at the horizon and when the money is gone; `truncated` never. A `step` after that changes "
    "nothing: it returns the same observation, a reward of 0, `terminated` again, and the outcome `over` in `info`; "
    "the mask allows `next_month` alone. `reset` starts anew."
)
RENDERING = (
    "`ansi` is a page of text: month, money, attention, people, papers, grants, events and the projects that run. "
    f"`rgb_array` is a picture of {HEIGHT} × {WIDTH} pixels with a panel for each of {', '.join(map(code, CURVES))}, "
    "from top to bottom: one bar for each closed month, the highest bar as high as the panel, negative values left "
    "out, the width of the panel being the horizon. Neither shows anything hidden."
)


def spaces() -> str:
    """Actions, masks, observation, end and pictures."""
    parts = zip(ACTION_PARTS, OFFSETS, NVEC, strict=True)
    teams = [(level, tier, size) for level, (tier, size) in enumerate(PLANS)]
    headings = ("fact", "first", "numbers", "places", "stride", "unit", "top", "step", "meaning")
    return page(
        "Spaces",
        "What `PIBench-v0` takes and gives as a Gymnasium environment.",
        "## Actions",
        ACTIONS,
        table(("verb", "word", "entity", "object", "level"), _actions()),
        "### Teams",
        PLAN,
        table(("level", "tier", "team"), teams),
        "## Masks",
        MASKS,
        table(("part", "flags"), [(name, f"{first} to {first + n - 1}") for name, first, n in parts]),
        EXAMPLE,
        "## Observation",
        OBSERVATION,
        table(headings, _facts()),
        "## The end",
        END,
        "## Rendering",
        RENDERING,
    )


def _actions() -> Iterator[tuple[Any, ...]]:
    for row in decode_table():
        levels = ", ".join(map(shown, row["levels"])) + (f" {row['unit']}" if row["levels"] else "")
        level = f"{levels}; {row['note']}" if levels and row["note"] else levels or row["note"]
        if row["verb"] == Verb.START:
            level = "tier and team, see [below](#teams)"
        yield row["verb"], code(row["word"]), row["entity"], row["object"], level


def _facts() -> Iterator[tuple[Any, ...]]:
    """The entries of the observation; of those in a list the first, with how many there are and how far apart."""
    starts: dict[str, list[int]] = {}
    for entry in LAYOUT:
        starts.setdefault(re.sub(r"\[\d+\]", "[k]", entry.name), []).append(entry.start)
    for entry in LAYOUT:
        name = re.sub(r"\[\d+\]", "[k]", entry.name)
        if entry.start == starts[name][0]:
            places = len(starts[name])
            stride = starts[name][1] - starts[name][0] if places > 1 else ""
            scale = (shown(entry.top), shown(entry.step) if entry.step else "")
            yield code(name), entry.start, entry.size, places, stride, unit_of(entry.unit), *scale, entry.meaning
