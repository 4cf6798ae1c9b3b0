"""What is hidden stays hidden: answers are the same whatever stands in the hidden columns."""

import json
import random

import numpy as np
import pytest
from lab_careers import BUSY_WORLD, busy_month, read_everything

from pibench_env import kernel, tables
from pibench_env.capacities import NEWS
from pibench_env.codes import Standing
from pibench_env.lab import Lab, LabError
from pibench_env.observation import TABLES, standing, visible, visible_dtype, visible_table
from pibench_env.rows import Rows, columns
from pibench_env.testing import scramble

SEEDS = (1, 2, 3)


def scrambled(lab, salt):
    twin = lab.clone()
    scramble(twin.labs, np.random.default_rng(salt))
    return twin


# Calls that no lab of these careers accepts, whatever is hidden.
REFUSED = [
    ("recruit.interview", {"applicant_ids": ["APP999"]}),
    ("recruit.offer", {"applicant_id": "APP999"}),
    ("recruit.renew_postdoc", {"student_id": "S001"}),
    ("recruit.dismiss", {"staff_id": "S001"}),
    ("students.set_mentoring", {"hours_by_student": {"S001": 41}}),
    ("students.set_mentoring", {"hours_by_student": {"RA999": 1}}),
    ("projects.start", {"topic": "x", "tier": 1, "members": [], "monthly_compute": 0}),
    ("projects.kill", {"project_id": "PJ999"}),
    ("papers.polish", {"draft_id": "D001", "hours": 1e6}),
    ("papers.submit", {"draft_id": "D001", "venue": "JM"}),
    ("papers.revise", {"draft_id": "D002", "hours": -1}),
    ("papers.withdraw", {"submission_id": "SUB999"}),
    ("grants.propose", {"call_id": "BSF-m56", "topic": "theory", "hours": 10, "attach": []}),
    ("grants.propose", {"call_id": "TIF-rolling", "topic": "theory", "hours": 1e6, "attach": []}),
    ("grants.propose", {"call_id": "TIF-rolling", "topic": "theory", "hours": 5, "attach": ["P002", "P999"]}),
    ("events.respond", {"event_id": "E001", "action": "shrug"}),
]


def refusals(lab):
    texts = []
    for name, args in REFUSED:
        with pytest.raises(LabError) as refusal:
            lab.call(name, **args)
        texts.append((refusal.value.kind, str(refusal.value)))
    return texts


@pytest.mark.parametrize("seed", SEEDS)
def test_no_answer_depends_on_what_is_hidden(seed):
    lab = Lab(seed, months=40, world=BUSY_WORLD)
    chance = random.Random(seed)
    while not lab.finished:
        busy_month(lab, chance)
        if lab.month % 3 == 0 or lab.finished:
            twin = scrambled(lab, lab.month)
            assert twin.labs.tobytes() != lab.labs.tobytes()
            assert json.dumps(read_everything(twin)) == json.dumps(read_everything(lab))
            assert refusals(twin) == refusals(lab)
    answers = read_everything(lab)
    unseen = [name for name, answer in answers.items() if not answer and name not in ("pending", "calls")]
    assert not unseen, "a career in which there is nothing to read proves nothing"


def test_scrambling_moves_what_looks_at_hidden_columns():
    lab = Lab(1, months=40, world=BUSY_WORLD)
    chance = random.Random(1)
    for _ in range(25):
        busy_month(lab, chance)
    assert scrambled(lab, 0).impact != lab.impact


def hidden_columns(row):
    for name, col in columns(row):
        if col.hidden:
            yield name
        elif isinstance(col, Rows):
            yield from hidden_columns(col.row)


def test_gate_has_no_hidden_column_and_no_luck():
    lab = Lab(5)
    seen = visible(lab.labs[0], lab.rules[0])
    assert set(seen) == {"lab", *TABLES}
    shown = {*seen["lab"], *(column for name in TABLES for column in seen[name].dtype.names)}
    assert not shown & set(hidden_columns(tables.Lab))


def test_gate_shows_all_that_is_not_hidden():
    """Every table of the record passes the gate, with every column that has no flag."""
    rows = {name: col for name, col in columns(tables.Lab) if isinstance(col, Rows) and not col.hidden}
    past = dict(columns(tables.Past))
    past["ended_projects"] = past.pop("projects")
    tables_there = {**{name: col for name, col in rows.items() if name != "past"}, **past}
    assert set(tables_there) == set(TABLES)
    for name, col in tables_there.items():
        open_columns = {column for column, spec in columns(col.row) if not spec.hidden}
        assert set(visible_dtype(name).names) - {"number"} == open_columns - {"number"}


def test_papers_show_once_they_are_out():
    lab = Lab(2, months=40, world=BUSY_WORLD)
    chance = random.Random(2)
    waiting = 0
    while not lab.finished:
        busy_month(lab, chance)
        accepted = lab.labs["publications"][0][: int(lab.labs["n_publications"][0])]
        out = [number for number, paper in enumerate(accepted, 1) if paper["published"] <= lab.month]
        waiting += len(accepted) - len(out)
        assert visible_table(lab.labs[0], "publications")["number"].tolist() == out
    assert waiting > 0


def test_standing_is_that_of_the_reputation():
    seen = set()
    for reputation in (1.0, 3.0, 5.0, 6.5):
        lab = Lab(3, months=20, world=BUSY_WORLD | {"rep_init": reputation})
        chance = random.Random(3)
        readings = np.empty(len(kernel.READINGS))
        while True:
            kernel.read_off(lab.labs, 0, lab.rules, readings)
            expected = Standing(int(readings[kernel.READINGS.index("standing")]))
            assert standing(lab.labs[0], lab.rules[0]) == expected
            seen.add(expected)
            if lab.finished:
                break
            busy_month(lab, chance)
    assert seen == set(Standing)


def test_interview_shows_only_once_held():
    lab = Lab(101)
    first, second = (row["id"] for row in lab.recruit.applicants()[:2])
    held = lab.recruit.interview([first])["interview_scores"][first]
    scores = {row["id"]: row["interview"] for row in lab.recruit.applicants()}
    assert (scores[first], scores[second]) == (held, None)


def test_tables_are_copies():
    lab = Lab(101)
    before = lab.labs.tobytes()
    for name in TABLES:
        table = visible_table(lab.labs[0], name)
        table[...] = np.ones(1, table.dtype)[0]
    assert lab.labs.tobytes() == before


def test_rings_are_read_in_order():
    lab = Lab(4, months=60, world=BUSY_WORLD)
    chance = random.Random(4)
    while not lab.finished:
        busy_month(lab, chance)
    assert lab.labs["n_news"][0] > NEWS
    for name in ("news", "ledger", "field_months"):
        table = visible_table(lab.labs[0], name)
        assert (np.diff(table["month"]) >= 0).all()
        assert table["month"][-1] == lab.month
