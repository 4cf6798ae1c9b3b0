"""The published numbers: the table of them, and that this world gives them."""

import dataclasses
import json
import math
import statistics
import time

import pytest

from pibench_env.cli import main
from pibench_env.commandline import reproduce
from pibench_env.params import Params
from pibench_env.published import FIGURES, SEEDS, STATISTICS

COLUMNS = ["policy", "world", "seeds", "statistic", "published", "ours", "equal"]


def test_every_published_number_is_equal(capsys):
    code = main(["reproduce", "--json"])
    rows = json.loads(capsys.readouterr().out)
    assert [row for row in rows if not row["equal"]] == []
    assert code == 0
    assert [list(row) for row in rows] == [COLUMNS] * len(FIGURES)
    assert all(type(row["published"]) is type(row["ours"]) for row in rows)


def test_what_is_published():
    """The table holds what it should, so that nothing is equal by being left out."""
    by_policy = {name: [figure for figure in FIGURES if figure.policy == name] for name in ("baseline", "oracle")}
    for name, mean, mean_of_three in (("baseline", 263.4, 86.0), ("oracle", 1264.4, 871.6)):
        impacts = [figure.value for figure in by_policy[name] if figure.statistic == "impact"]
        assert len(impacts) == len(SEEDS)
        assert round(statistics.fmean(impacts), 1) == mean
        assert round(statistics.fmean(impacts[:3]), 1) == mean_of_three
    assert {figure.policy for figure in FIGURES} == {"baseline", "oracle", "ambitious", "hire_max", "idle"}
    assert len({(figure.policy, tuple(figure.world.items())) for figure in FIGURES}) == 11
    assert {figure.statistic for figure in FIGURES} == set(STATISTICS)


def test_it_takes_less_than_five_seconds_once_compiled():
    reproduce.compare(FIGURES[:1])
    start = time.perf_counter()
    reproduce.compare()
    assert time.perf_counter() - start < 5


TIES = [
    ({"months": 30}, "mean impact", 24.15, 24.2),
    ({"months": 30}, "median impact", 10.45, 10.4),
    ({"scoop_base": 0}, "mean impact", 458.35, 458.4),
    ({"scoop_base": 0}, "median impact", 161.15, 161.1),
    ({"attention_budget": 1e6, "service_tax_hours": 0}, "median impact", 165.95, 165.9),
]


@pytest.mark.parametrize(("world", "statistic", "exact", "published"), TIES)
def test_halves_of_the_last_digit(world, statistic, exact, published):
    """What decides is how a double was made; the exact number could be rounded either way."""
    (figure, *_) = [f for f in FIGURES if (f.policy, f.world, f.statistic) == ("baseline", world, statistic)]
    (row,) = reproduce.compare((figure,))
    assert row["ours"] == figure.value == published
    impacts = [row["impact"] for row in reproduce._careers("baseline", Params.of(world)).values()]
    reduce = statistics.fmean if statistic == "mean impact" else statistics.median
    assert math.isclose(reduce(impacts), exact)


@pytest.mark.parametrize("shift", [0.1, -0.1])
def test_a_number_that_is_another_fails(monkeypatch, capsys, shift):
    wrong = dataclasses.replace(FIGURES[0], value=round(FIGURES[0].value + shift, 1))
    rows = reproduce.compare((wrong, FIGURES[1]))
    monkeypatch.setattr(reproduce, "compare", lambda: rows)
    assert main(["reproduce"]) == 1
    assert "1 of 2 published numbers are equal" in capsys.readouterr().out
    assert main(["reproduce", "--json"]) == 1


def test_for_people_it_is_a_table_by_policy(capsys):
    assert main(["reproduce"]) == 0
    out, err = capsys.readouterr()
    assert "142.9  64.0  51.0  1129.6  187.1  244.0  26.0  262.5" in out
    assert out.endswith(f"{len(FIGURES)} of {len(FIGURES)} published numbers are equal\n")
    assert err == ""
