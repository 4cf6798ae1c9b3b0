"""The schema: every column explained, what is hidden listed, the record aligned and small where it is hot."""

import inspect

import numpy as np
import pytest

from pibench_env import capacities, luck, tables
from pibench_env.commands import SPECS
from pibench_env.rows import Col, Rows, columns, dtype_of, hidden_names
from pibench_env.rules import RULES
from pibench_env.state import COMMAND, HOT_BYTES, LAB

ROW_CLASSES = [
    row
    for module in (tables, luck)
    for _, row in inspect.getmembers(module, inspect.isclass)
    if row.__module__ == module.__name__
]
UNITS = {"", "1", "h", "h/month", "month", "slot", "USD", "USD/month", "USD/unit", "units", "units/month", "rad",
         "1/10", "1/100", "citations/month"}  # fmt: skip
# Rules, section 1.9, "Hidden", column by column; and what would give it away: the luck of the seed, impulses on their
# way, totals behind a draft's quality, facts kept for evaluation, and a scoop that is not news yet.
HIDDEN = {
    "Person": {"ability", "speed", "resilience", "independence", "growth", "skill", "morale", "impulse",
               "mentoring_recorded"},
    "Applicant": {"interview_value", "ability", "speed", "resilience", "independence", "growth"},
    "Project": {"feasible", "novelty", "news_due", "compute_total", "craft_total", "craft_weight",
                "runway_at_start", "idle_at_start"},
    "Draft": {"quality"},
    "Publication": {"quality", "strength"},
    "Proposal": {"quality"},
    "MonthRecord": {"reputation"},
    "Lab": {"reputation", "reputation_impulse", "climate", "hotness", "crowding", "scoops_untold", "luck"},
}  # fmt: skip


def by_name(row: type) -> str:
    return row.__name__


@pytest.mark.parametrize("row", ROW_CLASSES, ids=by_name)
def test_every_column_has_a_unit_and_a_meaning(row):
    named = dict(columns(row))
    annotated = {name for base in row.__mro__[:-1] for name in inspect.get_annotations(base)}
    assert set(named) == annotated, "an attribute without a Col or Rows"
    for name, column in named.items():
        assert column.doc.strip(), f"{name} has no meaning"
        if isinstance(column, Col):
            assert column.unit in UNITS, f"{name} has the unit {column.unit!r}"


@pytest.mark.parametrize("row", ROW_CLASSES, ids=by_name)
def test_exactly_the_listed_columns_are_hidden(row):
    if row.__module__ == luck.__name__:
        assert hidden_names(row) == set(dict(columns(row)))
    else:
        assert hidden_names(row) == HIDDEN.get(row.__name__, set())


@pytest.mark.parametrize("row", ROW_CLASSES, ids=by_name)
def test_the_dtype_of_a_row_is_aligned_and_has_its_columns(row):
    dtype = dtype_of(row)
    assert dtype.isalignedstruct
    assert set(dtype.names) == set(dict(columns(row)))
    for field, offset in dtype.fields.values():
        assert offset % field.base.alignment == 0


def test_what_a_month_touches_is_small_and_lies_in_front():
    assert LAB.fields["past"][1] == HOT_BYTES <= 64 * 1024
    behind = {name for name, (_, offset, *_) in LAB.fields.items() if offset >= HOT_BYTES}
    assert behind == {"past", "luck"}


def test_the_records_of_commands_and_rules_are_aligned():
    assert COMMAND.isalignedstruct
    assert RULES.isalignedstruct


def test_every_capacity_is_a_whole_number_that_says_why_it_is_enough():
    lines = inspect.getsource(capacities).splitlines()
    sizes = {name: value for name, value in vars(capacities).items() if name.isupper()}
    assert all(isinstance(value, int) and value > 0 for value in sizes.values())
    for line in lines:
        name, sign, _ = line.partition(" = ")
        if sign and name.isupper() and not line.endswith(")"):  # the length of a vocabulary speaks for itself
            assert "  # " in line, f"{name} does not say why"


def test_tables_have_the_capacities_of_their_names():
    checked = 0
    for row in (tables.Lab, tables.Past):
        for name, column in columns(row):
            if isinstance(column, Rows) and column.count and name not in ("bylines", "projects"):
                checked += 1
                assert column.count == getattr(capacities, name.upper()), name
    assert checked > 10
    assert LAB["projects"].shape == (capacities.ACTIVE_PROJECTS,)
    assert LAB["past"]["projects"].shape == (capacities.PROJECTS,)
    assert LAB["past"]["bylines"].shape == (capacities.DRAFTS,)


def test_numbers_of_every_table_fit_their_columns():
    assert np.iinfo(dtype_of(tables.Project)["members"].base).max >= capacities.PEOPLE - 1
    for row, column, size in (
        (tables.Project, "number", capacities.PROJECTS),
        (tables.Submission, "draft", capacities.DRAFTS),
        (tables.Award, "proposal", capacities.PROPOSALS),
        (tables.Event, "number", (capacities.PEOPLE + 3) * capacities.MONTHS),
        (tables.Applicant, "number", capacities.APPLICANTS * capacities.MONTHS // 12),
    ):
        assert np.iinfo(dtype_of(row)[column]).max >= size, column


def test_every_argument_of_every_verb_has_a_place_in_the_command_row():
    for spec in SPECS:
        for arg in spec.args:
            assert arg.place == "payload" or arg.place in COMMAND.names, f"{spec.call}: {arg.name}"
            assert arg.doc, f"{spec.call}: {arg.name}"
