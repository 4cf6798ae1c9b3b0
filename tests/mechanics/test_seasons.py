"""The calendar: by hand, and month by month against the naive twin."""

import pytest
from kernel_tools import RULES
from naive import seasons as twin
from naive.world_numbers import AGENCIES, NUMBERS

from pibench_env.codes import Venue
from pibench_env.mechanics import seasons
from pibench_env.params import Params
from pibench_env.rules import call_id, rules_of

MONTHS = range(1, 121)


def test_years_and_hiring_seasons_by_hand():
    assert [seasons.year_of(month) for month in (1, 12, 13, 24, 25)] == [0, 0, 1, 1, 2]
    assert [month for month in range(1, 29) if seasons.is_season(month, RULES)] == [1, 2, 3, 13, 14, 15, 25, 26, 27]
    assert [month for month in range(1, 29) if seasons.season_age(month, RULES) == 0] == [1, 13, 25]


@pytest.mark.parametrize(
    ("venue", "accepted", "out"),
    [
        (Venue.NAIC, 6, 10),  # accepted in month 6; the next deadline is 9, three months on: 6 + 3 + 1
        (Venue.NAIC, 12, 16),
        (Venue.CLAR, 9, 13),
        (Venue.CLAR, 12, 19),  # a deadline of this very month does not count: 18 is the next, 12 + 6 + 1
        (Venue.W_SHOP, 5, 5),
        (Venue.JMR, 5, 5),
    ],
)
def test_publication_month_by_hand(venue, accepted, out):
    assert seasons.publication_month(venue, accepted, RULES) == out


def test_twin_every_month_of_every_venue():
    for month in MONTHS:
        assert seasons.year_of(month) == twin.year_of(month)
        assert seasons.is_season(month, RULES) == twin.hiring_season(month, NUMBERS)
        for venue in Venue:
            is_open = twin.submission_month(venue, month, NUMBERS)
            assert seasons.is_venue_open(venue, month, RULES) == is_open
            out = month
            if NUMBERS["venue_kinds"][venue] == "conference":
                out += twin.months_to_next_deadline(venue, month, NUMBERS) + 1
            assert seasons.publication_month(venue, month, RULES) == out


@pytest.mark.parametrize("horizon", [1, 30, 60, 120])
def test_twin_the_schedule_of_calls(horizon):
    rules = rules_of(Params.of({"months": horizon}))[0]
    calls = twin.call_schedule({**NUMBERS, "months": horizon})
    assert [call_id(rules, k) for k in range(rules["n_calls"])] == [call.id for call in calls]
    for k, call in enumerate(calls):
        assert AGENCIES[rules["call_agency"][k]] == AGENCIES[call.agency]
        for month in range(1, horizon + 1):
            assert seasons.is_call_open(k, month, rules) == twin.call_open(call, month)


def test_the_trajectory_reaches_past_the_horizon():
    assert seasons.trajectory_end(RULES) == 60 + 6 + 2  # section 1.2
