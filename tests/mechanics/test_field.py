"""The field: by hand, and whole trajectories against the naive twin."""

import math

import pytest
from kernel_tools import RULES, Career, dice, is_same
from naive import field as twin
from naive.luck import Luck
from naive.world_numbers import NUMBERS

from pibench_env.codes import Intel, NewsDetail, Outcome, Topic
from pibench_env.mechanics import field


def test_next_crowding_by_hand():
    assert field.next_crowding(1.0, 2.0, 0.1, RULES) == 1.0 + 0.12 + 0.1
    assert field.next_crowding(0.25, 0.25, -0.2, RULES) == 0.2  # the floor, section 1.3


def test_climate_by_hand():
    assert field.climate_target(15, 0.0, RULES) == pytest.approx(1.0, abs=1e-15)  # half of the cycle of 30 months
    assert field.climate_target(15, math.pi / 2, RULES) == pytest.approx(0.82, rel=1e-15)
    assert field.next_climate(1.0, 1.18, 0.0, RULES) == 1.0 + 0.25 * (1.18 - 1.0)
    assert field.next_climate(1.39, 1.18, 0.3, RULES) == 1.4
    assert field.next_climate(0.61, 0.82, -0.3, RULES) == 0.6


@pytest.mark.parametrize(
    ("hotness", "level"),
    [(0.79, NewsDetail.QUIET), (0.8, NewsDetail.STEADY), (1.2, NewsDetail.GAINING_STEAM), (1.6, NewsDetail.SURGING)],
)
def test_headline_levels_begin_at_their_bounds(hotness, level):
    assert field.headline_level(hotness, RULES) == level


@pytest.mark.parametrize(
    ("heard", "level"),
    [(0.8, Intel.QUIET), (0.81, Intel.WARM), (1.3, Intel.WARM), (1.31, Intel.HOT), (2.0, Intel.HOT),
     (2.01, Intel.VERY_HOT)],
)  # fmt: skip
def test_hallway_levels_begin_above_their_bounds(heard, level):
    assert field.intel_level(heard, RULES) == level


def test_the_field_at_birth_by_hand():
    lab = Career(seed=5).lab
    # max(0.4, 0.8 H), section 1.2: theory has 0.8 · 0.5 = 0.4, data_systems 0.8 · 0.7
    assert lab["crowding"][Topic.SPARSE_MODELS] == 0.8 * 1.6
    assert lab["crowding"][Topic.THEORY] == 0.4
    assert lab["climate"] == 1.0
    assert lab["compute_price"] == 1.0
    assert lab["luck"]["trajectory"][0].tolist() == [1.6, 1.2, 0.8, 2.2, 1.0, 0.7, 0.5, 0.9]
    assert lab["hotness"].tolist() == lab["luck"]["trajectory"][1].tolist()


def test_a_conference_costs_15_hours_and_2500_dollars_and_waits_5_months():
    career = Career()
    assert career.call("field.attend_conference") == Outcome.OK
    assert career.lab["oneoff_used"] == 15.0
    assert career.lab["budget"] == 600000.0 - 2500.0
    assert career.lab["reputation_impulse"] == 0.06
    assert career.lab["talked_up"] == 1
    career.go_to(5)
    assert career.call("field.attend_conference") == Outcome.COOLDOWN
    career.go_to(6)
    assert career.call("field.attend_conference") == Outcome.OK


@pytest.mark.parametrize("seed", [0, 101, 2**63 - 1])
@pytest.mark.parametrize("overrides", [{}, {"p_boom": 0.3, "p_bust": 0.3, "months": 30}], ids=["published", "booms"])
def test_twin_all_that_is_fixed_at_birth(seed, overrides):
    luck, numbers = Luck(seed), {**NUMBERS, **overrides}
    lab = Career(seed, overrides).lab
    expected = twin.hotness_trajectory(luck.stream("field_traj"), numbers)
    laid = lab["luck"]["trajectory"]
    assert laid[: len(expected)].ravel().tolist() == pytest.approx([h for row in expected for h in row], rel=1e-12)
    assert not laid[len(expected) :].any()
    g = luck.stream("grants")
    assert lab["luck"]["agency_taste"].ravel().tolist() == [g.uniform(-0.6, 0.6) for _ in range(32)]
    assert lab["luck"]["climate_phase"] == luck.stream("field").uniform(0, 2 * math.pi)


def test_twin_formulas():
    for d in dice():
        crowding, hotness, noise = d.uniform(0.2, 4), d.uniform(0.25, 6), d.gauss(0, 0.1)
        assert is_same(
            field.next_crowding(crowding, hotness, noise, RULES), twin.crowding_next(crowding, hotness, noise, NUMBERS)
        )
        month, phase, climate = d.randint(1, 120), d.uniform(0, 6.3), d.uniform(0.6, 1.4)
        target = twin.climate_cycle(month, phase, NUMBERS)
        assert is_same(field.climate_target(month, phase, RULES), target)
        assert is_same(
            field.next_climate(climate, target, noise, RULES), twin.climate_next(climate, target, noise, NUMBERS)
        )
        assert field.headline_level(hotness, RULES) == twin.news_level(hotness, NUMBERS)
        assert Intel(field.intel_level(hotness, RULES)).word == twin.hallway_intel(hotness, NUMBERS)


def test_twin_prices_of_compute():
    for seed in range(8):
        career, shock = Career(seed, {"shock_prob": 0.3}), Luck(seed).stream("shock")
        price, end = 1.0, 0
        for month in range(2, 61):
            career.next_month()
            price, end, is_new = twin.price_next(shock, month, price, end, {**NUMBERS, "shock_probability": 0.3})
            assert career.lab["compute_price"] == price
            assert (career.lab["luck"]["shocks"][month] != 0) == is_new


def test_nothing_in_the_field_depends_on_the_player():
    idle, busy = Career(7), Career(7)
    for _ in range(12):
        busy.call("field.attend_conference")
        busy.call("recruit.hire_ra")
        idle.next_month()
        busy.next_month()
    for name in ("hotness", "crowding", "climate", "compute_price", "field_months"):
        assert idle.lab[name].tobytes() == busy.lab[name].tobytes()
