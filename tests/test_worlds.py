"""Whole worlds: the kernel and the naive twin live the same careers, month by month, whatever is asked of them."""

from typing import Any

import pytest
from kernel_tools import Career, RandomPlayer
from naive import replay
from naive.views import state_view
from naive.world import NaiveError, World
from naive_bridge import naive_config

from pibench_env.calls import CallError
from pibench_env.codes import Outcome
from pibench_env.hidden import hidden_state

BUSY = {
    "start_budget": 5e7, "attention_budget": 400.0, "max_mentoring": 60.0, "pool_volume": (4.0, 5.0, 4.0, 4.0),
    "max_students": 24, "progress_coef": 2.5, "rep_init": 5.0,
}  # fmt: skip
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "published": {},
    "long": {"months": 120, **BUSY},
    "one month": {"months": 1},
    "crises": {"crisis_rate": 0.5, "quit_cap": 0.6, "quit_scale": 0.9, **BUSY},
    "booms": {"p_boom": 0.3, "p_bust": 0.3, "shock_prob": 0.6, "hot_clip": (0.3, 4.0), **BUSY},
    "scoops": {"scoop_base": 0.4, "tier_infeasible": (0.5, 0.5, 0.5), "salvage_prob": 0.8, **BUSY},
    "broke": {"start_budget": 60000.0, "months": 24},
    "crowded day": {"attention_budget": 60.0, "attention_floor": 12.0, "service_month": 3, "service_tax_hours": 40.0},
    "fame": {"rep_init": 9.0, "rep_decay": 0.05, "venue_bar": (3.0, 2.0, 1.0, 2.5), "agency_cap": (4, 3, 4, 2), **BUSY},
    "other calendar": {
        "naic_months": (1, 5, 10), "clar_months": (2,), "bsf_months": (1, 4), "amp_months": (), "fel_months": (3,),
        "venue_delay": (1, 2, 1, 3), "agency_delay": (1, 1, 1, 1), "season_months": 2, **BUSY,
    },
    "graduates": {"grad_min_months": 9, "grad_min_papers": 0, "rep_agency": (2.0, 2.0, 2.0, 2.0),
        "agency_bar": (0.2, 0.2, 0.2, 0.2), "alumni_cite_spillover": 0.2, **BUSY},
}  # fmt: skip
MONTHS = {"long": 120, "published": 60}
WORLDS = [(name, seed) for k, name in enumerate(CONFIGURATIONS) for seed in (7000 + k, 2**63 - 1 - 31 * k)]


@pytest.mark.parametrize(("name", "seed"), WORLDS)
def test_kernel_and_twin_live_the_same_career(name, seed):
    overrides = CONFIGURATIONS[name]
    career = Career(seed, overrides)
    world = World(seed, naive_config(overrides))
    player = RandomPlayer(seed)
    assert differences(career, world, 0) == []
    for _ in range(MONTHS.get(name, 30)):
        for call, args in player.calls(career.lab, career.rules[0], most=20):
            compare_outcomes(career, world, call, args)
        news = int(career.lab["n_news"])
        compare_outcomes(career, world, "next_month", {})
        assert differences(career, world, news) == []
        if world.finished:
            break
    for call, args in player.calls(career.lab, career.rules[0]):
        compare_outcomes(career, world, call, args)


def test_a_salted_world_is_the_twin_s_salted_world():
    career, world = Career(3, salt="pepper"), World(3, salt="pepper")
    for _ in range(3):
        news = int(career.lab["n_news"])
        career.next_month()
        world.next_month()
        assert differences(career, world, news) == []


def compare_outcomes(career: Career, world: World, call: str, args: dict[str, Any]) -> None:
    try:
        outcome = career.call(call, **args)
    except CallError as error:
        outcome = error.outcome
    try:
        world.call(call, args)
        expected = "ok"
    except NaiveError as refusal:
        expected = refusal.kind
    if any(isinstance(value, list) and len(set(value)) < len(value) for value in args.values()):
        # Beyond the published program: which kind of refusal a name given twice is, the page does not say.
        assert (outcome == Outcome.OK) == (expected == "ok"), (call, args)
    else:
        assert outcome.word == expected, (call, args)


def differences(career: Career, world: World, news_from: int) -> list[str]:
    """Where the two whole states differ, as lines for people."""
    mine, theirs = hidden_state(career.labs, 0, career.rules, news_from), state_view(world)
    # The kernel forgets an event a month after nothing more is owed; of those that it keeps, all must agree.
    kept = {event["id"] for event in mine["events"]}
    forgotten = [event for event in theirs["events"] if event["id"] not in kept]
    assert all(event["status"] != "pending" for event in forgotten)
    theirs["events"] = [event for event in theirs["events"] if event["id"] in kept]
    return replay.differences(theirs, mine, "state")
