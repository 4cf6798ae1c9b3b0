"""People: by hand and against the naive twin."""

import math

import pytest
from kernel_tools import RULES, Career, dice, is_same, lab_with
from naive import people as twin
from naive.luck import Luck
from naive.world_numbers import NUMBERS

from pibench_env.codes import Outcome, PersonStatus, Role
from pibench_env.mechanics import people


def somebody(**columns):
    """A lab of one researcher; returns the person's row."""
    row = {"speed": 1.0, "skill": 1.0, "morale": 0.7, "independence": 1.0, "resilience": 1.0, **columns}
    return lab_with(people=[row])["people"][0]


@pytest.mark.parametrize(
    ("columns", "effort"),
    [
        ({"morale": 1.0}, 1.0),
        ({"morale": 0.0}, 0.5),
        ({"morale": 1.0, "on_projects": 4}, 0.25),
        ({"morale": 1.0, "independence": 0.4}, 0.4),  # without mentoring only the independent part
        ({"morale": 1.0, "independence": 0.4, "mentoring": 3.0}, 0.7),  # 0.4 + 0.6 · 3/6, section 1.4
        ({"morale": 1.0, "independence": 0.4, "mentoring": 40.0}, 1.0),  # 6 h are all that counts
        ({"speed": 1.2, "skill": 0.5, "morale": 0.5}, 1.2 * 0.5 * 0.75),
    ],
)
def test_effectiveness_by_hand(columns, effort):
    assert people.effectiveness(somebody(**columns), RULES) == pytest.approx(effort, rel=1e-15)


@pytest.mark.parametrize(
    ("columns", "mean", "stressed", "after"),
    [
        ({"mentoring": 2.0}, 0.7, False, 0.7),
        ({"mentoring": 2.0, "morale": 0.2}, 0.2, False, 0.23),  # 0.2 + 0.06·0.5, section 1.7, step 7
        ({"mentoring": 2.0}, 0.9, False, 0.71),  # 0.05·(0.9 − 0.7)
        ({"mentoring": 2.0, "independence": 0.5}, 0.7, False, 0.7),
        ({"mentoring": 1.99, "independence": 0.5}, 0.7, False, 0.66),  # −0.08·0.5
        ({"mentoring": 2.0, "on_projects": 2}, 0.7, False, 0.7),
        ({"mentoring": 2.0, "on_projects": 3}, 0.7, True, 0.5),  # −0.10 and −0.10
        ({"mentoring": 2.0, "impulse": 0.9}, 0.7, False, 1.0),
        ({"mentoring": 2.0, "impulse": -0.9}, 0.7, False, 0.0),
    ],
)
def test_next_morale_by_hand(columns, mean, stressed, after):
    assert people.next_morale(somebody(**columns), mean, stressed, RULES) == pytest.approx(after, abs=1e-15)


def test_next_skill_by_hand():
    assert people.next_skill(0.5, 1.0, 0.0, RULES) == 0.512
    assert people.next_skill(0.5, 1.0, 4.0, RULES) == pytest.approx(0.5 + 0.012 * 1.6, rel=1e-15)
    assert people.next_skill(0.5, 2.0, 20.0, RULES) == pytest.approx(0.5 + 0.012 * 2 * 2.2, rel=1e-15)
    assert people.next_skill(1.199, 1.0, 8.0, RULES) == 1.2


def test_quit_probability_by_hand():
    assert people.quit_probability(0.35, RULES) == 0.25  # half of 0.5, just the cap
    assert people.quit_probability(0.0, RULES) == 0.25
    assert people.quit_probability(0.42, RULES) == pytest.approx(0.5 / (1 + math.e), rel=1e-12)


def test_setbacks_are_divided_by_resilience():
    person = somebody(resilience=0.5)
    people.setback(person, 0.2)
    people.setback(person, 0.18)
    assert person["impulse"] == pytest.approx(-0.76, rel=1e-15)


@pytest.mark.parametrize(
    ("month", "arrived", "papers", "graduates"),
    [(53, 5, 2, True), (53, 6, 2, False), (53, 5, 1, False), (54, 5, 2, False), (65, 13, 9, True)],
)
def test_graduation_by_hand(month, arrived, papers, graduates):
    person = somebody(arrived=arrived, papers=papers)
    assert people.is_graduating(person, month, RULES) == graduates  # in May, after 48 months and 2 papers


@pytest.mark.parametrize(("budget", "stressed"), [(19200.0, False), (19199.0, True), (0.0, False), (-5.0, False)])
def test_stress_begins_below_six_months_of_burn(budget, stressed):
    lab = lab_with(budget=budget, people=[{"role": Role.PHD}])  # burns 3,200 a month
    assert people.is_stressful(lab, RULES) == stressed


def test_the_mean_morale_is_that_of_active_researchers():
    rows = [{"morale": 0.2}, {"morale": 0.6, "role": Role.POSTDOC}, {"morale": 0.9, "role": Role.RA}]
    rows.append({"morale": 1.0, "status": PersonStatus.QUIT})
    assert people.mean_morale(lab_with(people=rows), RULES) == pytest.approx(0.4, rel=1e-15)
    assert people.mean_morale(lab_with(people=rows[2:]), RULES) == 0.7  # nobody


def test_mentoring_is_set_for_those_named_and_within_the_pool():
    career = Career()
    career.call("recruit.hire_ra")
    career.call("recruit.hire_ra")
    assert career.call("students.set_mentoring", hours_by_student={"RA001": 40, "RA002": 40}) == Outcome.OK
    assert career.call("students.set_mentoring", hours_by_student={"RA002": 5}) == Outcome.OK
    assert career.lab["people"]["mentoring"][:2].tolist() == [40.0, 5.0]
    for hours in (40.5, -1):
        assert career.call("students.set_mentoring", hours_by_student={"RA001": hours}) == Outcome.OUT_OF_RANGE
    assert career.call("students.set_mentoring", hours_by_student={"RA001": math.nan}) == Outcome.NOT_FINITE
    assert career.call("students.set_mentoring", hours_by_student={"S001": 1}) == Outcome.UNKNOWN_ID


def test_twin_formulas():
    for d in dice():
        columns = {
            "speed": d.gauss(1, 0.2), "skill": d.uniform(0.3, 1.2), "morale": d.random(), "growth": d.uniform(0.3, 2),
            "independence": d.random(), "mentoring": round(d.uniform(0, 12), 2), "on_projects": d.randrange(5),
            "impulse": d.gauss(0, 0.3), "resilience": d.uniform(0.4, 1),
        }  # fmt: skip
        person, mean, stressed = somebody(**columns), d.random(), d.random() < 0.5
        c = columns
        effort = twin.effectiveness(
            c["speed"], c["skill"], c["morale"], c["independence"], c["mentoring"], c["on_projects"], NUMBERS
        )
        assert is_same(people.effectiveness(person, RULES), effort)
        skill = twin.skill_next(c["skill"], c["growth"], c["mentoring"], NUMBERS)
        assert is_same(people.next_skill(c["skill"], c["growth"], c["mentoring"], RULES), skill)
        impulse = twin.month_impulse(
            c["impulse"], c["on_projects"], c["independence"], c["mentoring"], stressed, c["morale"], mean, NUMBERS
        )
        morale = twin.morale_next(c["morale"], impulse, NUMBERS)
        assert is_same(people.next_morale(person, mean, stressed, RULES), morale)
        assert is_same(people.quit_probability(c["morale"], RULES), twin.quit_probability(c["morale"], NUMBERS))
        month, arrived, papers = d.randint(40, 120), d.randint(1, 40), d.randrange(5)
        person["arrived"], person["papers"] = arrived, papers
        assert people.is_graduating(person, month, RULES) == twin.graduates(month, arrived, papers, NUMBERS)


def test_twin_reports():
    for k, d in enumerate(dice()):
        row = {"number": k % 50 + 1, "skill": d.uniform(0, 1.2), "ability": d.random(), "morale": d.random()}
        row["mentoring"] = d.choice([0.0, 0.99, 1.0, 5.0])
        lab, luck = lab_with(seed=k, month=d.randint(1, 120), people=[row]), Luck(k)
        people.write_report(lab, 0, RULES)
        key = (f"S{row['number']:03d}", int(lab["month"]))
        said = twin.report(
            row["skill"], row["ability"], row["morale"], luck.draw("report", *key).normal(0, 0.15), NUMBERS
        )
        assert lab["people"][0]["report"] == said
        mood = twin.sentiment(row["morale"], luck.draw("sent", *key).normal(0, 0.18))
        assert lab["people"][0]["sentiment"] == (mood if row["mentoring"] >= 1.0 else -1.0)


def test_twin_sums_of_reports_and_meetings():
    for k, d in enumerate(dice(60)):
        row = {"number": k % 50 + 1, "skill": d.uniform(0, 1.2), "ability": d.random(), "morale": d.random()}
        lab, luck = lab_with(seed=k, people=[row]), Luck(k)
        person, reports, moods, n_moods = lab["people"][0], 0, 0, 0
        for month in range(1, 13):
            lab["month"], person["mentoring"] = month, d.choice([0.0, 0.99, 1.0, 5.0])
            people.write_report(lab, 0, RULES)
            key = (f"S{row['number']:03d}", month)
            noise = luck.draw("report", *key).normal(0, 0.15)
            reports += round(100 * twin.report(row["skill"], row["ability"], row["morale"], noise, NUMBERS))
            if person["mentoring"] >= 1.0:
                moods += round(100 * twin.sentiment(row["morale"], luck.draw("sent", *key).normal(0, 0.18)))
                n_moods += 1
        assert (person["n_reports"], person["reports_total"]) == (12, reports)
        assert (person["n_meetings"], person["sentiments_total"]) == (n_moods, moods)
