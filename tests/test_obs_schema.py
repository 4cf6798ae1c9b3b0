"""The schema of observations and actions: complete, consistent, and frozen."""

import json
import re

import numpy as np
import pytest
from env_tools import EASY, make, masked_actions

from pibench_env.commandline.schema import document
from pibench_env.rows import Rows, columns
from pibench_env.spaces.layout import SCHEMA_VERSION, Facts
from pibench_env.spaces.schema import FACTS, GROUPS, HIGH, LAB, LAYOUT, LOW, NAMED, SIZE, named, schema

UNITS = {"", "month", "h", "h/month", "USD", "USD/month", "USD/unit", "units/month"}
CHANGED = (
    "Saved models and recordings of observations read these numbers by place and scale. Give SCHEMA_VERSION the next "
    "number and freeze it with `pibench schema --json > tests/data/schema-{}.json`; the file of an older version stays."
)


# --- Frozen -----------------------------------------------------------------------------------------------------------


def test_the_schema_is_the_frozen_one(data_dir):
    path = data_dir / f"schema-{SCHEMA_VERSION}.json"
    assert path.exists(), CHANGED.format(SCHEMA_VERSION)
    frozen = json.loads(path.read_text("utf-8"))
    found = json.loads(json.dumps(document()))
    difference = first_difference(frozen, found)
    assert difference is None, f"{difference}. {CHANGED.format(SCHEMA_VERSION + 1)}"


def first_difference(one, other, where="schema"):
    """Where two documents differ, in words; None if they do not."""
    if type(one) is not type(other):
        return f"{where}: was {one!r}, is {other!r}"
    if isinstance(one, dict):
        if list(one) != list(other):
            return f"{where}: was {list(one)}, is {list(other)}"
        pairs = [(one[key], other[key], f"{where}.{key}") for key in one]
    elif isinstance(one, list):
        if len(one) != len(other):
            return f"{where}: was {len(one)} long, is {len(other)}"
        pairs = [(a, b, f"{where}[{k}]") for k, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return None if one == other else f"{where}: was {one!r}, is {other!r}"
    return next(filter(None, (first_difference(*pair) for pair in pairs)), None)


def test_every_version_is_kept(data_dir):
    versions = {int(path.stem.removeprefix("schema-")) for path in data_dir.glob("schema-*.json")}
    assert versions == set(range(1, SCHEMA_VERSION + 1))


# --- Complete ---------------------------------------------------------------------------------------------------------


def test_entries_cover_every_number_once():
    assert [entry.start for entry in LAYOUT] == np.cumsum([0, *(entry.size for entry in LAYOUT)])[:-1].tolist()
    assert sum(entry.size for entry in LAYOUT) == SIZE == len(LOW) == len(HIGH)
    assert len({entry.name for entry in LAYOUT}) == len(LAYOUT)


def test_entries_say_what_they_are():
    for entry in LAYOUT:
        assert entry.meaning, entry.name
        assert entry.unit in UNITS, entry.name
        assert entry.top > 0, entry.name
        assert 0 <= entry.step < entry.top, entry.name
        assert (entry.low, entry.high) in ((0.0, 1.0), (-1.0, 1.0)), entry.name


def test_a_column_means_the_same_in_every_place():
    meanings = {}
    for entry in LAYOUT:
        said = (entry.size, entry.low, entry.high, entry.unit, entry.top, entry.step, entry.meaning)
        assert meanings.setdefault(re.sub(r"\[\d+\]", "", entry.name), said) == said


def test_entries_give_the_bounds():
    space = make().observation_space
    for entry in LAYOUT:
        numbers = slice(entry.start, entry.start + entry.size)
        assert (LOW[numbers] == entry.low).all()
        assert (HIGH[numbers] == entry.high).all()
    assert (space.shape, space.dtype) == ((SIZE,), np.float32)
    assert (space.low == LOW).all()
    assert (space.high == HIGH).all()


def test_groups_cover_every_number_once():
    covered = [k for part in GROUPS.values() for k in range(part.start, part.stop)]
    assert covered == list(range(SIZE))
    assert list(GROUPS) == [LAB, *(name for name, col in columns(Facts) if isinstance(col, Rows))]
    for entry in LAYOUT:
        group = entry.name.split("[")[0] if "[" in entry.name else LAB
        assert GROUPS[group].start <= entry.start < entry.start + entry.size <= GROUPS[group].stop


def test_the_document_is_plain():
    document = schema()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert (document["version"], document["size"]) == (SCHEMA_VERSION, SIZE)
    assert [entry["name"] for entry in document["entries"]] == [entry.name for entry in LAYOUT]


# --- By name ----------------------------------------------------------------------------------------------------------


def at(records, name):
    """What a name such as `researchers[3].report` says, of one record or of many."""
    for part in name.split("."):
        column, _, place = part.partition("[")
        records = records[column]
        if place:
            records = records[..., int(place[:-1])]
    return records


@pytest.mark.parametrize("shape", [(), (5,), (2, 3)], ids=str)
def test_numbers_by_name_are_those_of_the_entries(shape):
    observations = np.random.default_rng(1).random((*shape, SIZE), np.float32)
    records = named(observations)
    assert records.shape == shape
    for entry in LAYOUT:
        numbers = observations[..., entry.start : entry.start + entry.size]
        assert (at(records, entry.name).reshape(numbers.shape) == numbers).all(), entry.name


def test_named_observations_are_the_same_memory():
    observations = np.zeros((3, SIZE), np.float32)
    named(observations)["researchers"]["report"][1, 2] = 0.5
    assert observations[1].sum() == 0.5
    assert NAMED.itemsize == 4 * SIZE
    assert NAMED.names == FACTS.names


def test_observations_of_an_environment_by_name():
    env = make(world=EASY)
    last = masked_actions(env, 3, 200)[-1]
    lab, shown = env.unwrapped.labs[0], named(last[0])
    assert round(float(shown["month"]) * 120) == lab["month"]
    assert shown["calendar"].argmax() == lab["month"] % 12
    assert round(float(shown["assistants"]) * 16) == np.count_nonzero(shown["staff"]["role"] == 0.5) > 0


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros(SIZE),
        np.zeros(SIZE - 1, np.float32),
        np.zeros((SIZE, 2), np.float32),
        np.zeros((SIZE, 2), np.float32)[:, 0],
        [0.0] * SIZE,
        {"lab": np.zeros(SIZE, np.float32)},
        np.float32(1.0),
    ],
    ids=["doubles", "too short", "across", "not contiguous", "a list", "named already", "a number"],
)
def test_what_is_no_observation(wrong):
    with pytest.raises(ValueError, match=r"float32 of shape \(..., \d+\)|contiguous"):
        named(wrong)
