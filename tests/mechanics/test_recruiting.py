"""Recruiting: by hand, and everybody who is drawn against the naive twin."""

import pytest
from kernel_tools import RULES, Career, active_ids, dice, is_same, lab_with
from naive import recruiting as twin
from naive.luck import Luck
from naive.world_numbers import NUMBERS, POOLS

from pibench_env.codes import ApplicantStatus, Outcome, PersonStatus, Pool, Role
from pibench_env.mechanics import candidates, recruiting

TALENT = ("ability", "speed", "resilience", "independence", "growth")


def test_applicant_volume_by_hand():
    assert recruiting.applicant_volume(Pool.ELITE, 2.0, 0, RULES) == 2.0
    assert recruiting.applicant_volume(Pool.ELITE, 1.0, 0, RULES) == 2.0  # no less for a bad name
    assert recruiting.applicant_volume(Pool.INTERNATIONAL, 4.0, 1, RULES) == 3.5 * 1.5 * 1.15


@pytest.mark.parametrize(
    ("pool", "reputation", "chance"),
    [(Pool.ELITE, 4.0, 0.45), (Pool.ELITE, 0.0, 0.25), (Pool.LOCAL, 10.0, 0.93), (Pool.INTERNATIONAL, 10.0, 0.84)],
)
def test_acceptance_probability_by_hand(pool, reputation, chance):
    assert recruiting.acceptance_probability(pool, reputation, RULES) == pytest.approx(chance, rel=1e-15)


def test_search_probability_by_hand():
    assert recruiting.search_probability(3.0, RULES) == pytest.approx(0.51, rel=1e-15)
    assert recruiting.search_probability(10.0, RULES) == 0.85


def test_signals_are_clipped_and_shown_to_two_decimals():
    assert [candidates.signal(value) for value in (-0.2, 0.456, 1.7)] == [0.0, 0.46, 1.0]


def test_twin_chances():
    for d in dice():
        pool, reputation, boosted = d.randrange(4), d.uniform(0, 10), d.randrange(2)
        assert is_same(
            recruiting.applicant_volume(pool, reputation, boosted, RULES),
            twin.applicant_volume(pool, reputation, boosted, NUMBERS),
        )
        assert is_same(
            recruiting.acceptance_probability(pool, reputation, RULES),
            twin.acceptance_probability(pool, reputation, NUMBERS),
        )
        assert is_same(recruiting.search_probability(reputation, RULES), twin.search_probability(reputation, NUMBERS))


def test_twin_applicants_of_a_season_in_their_order():
    for seed in range(40):
        alumni, reputation = seed % 8, 2.0 + seed % 5
        lab = lab_with(seed=seed, month=13 + 12 * (seed % 3), alumni=alumni, reputation=reputation, first_applicant=1)
        recruiting.welcome_applicants(lab, RULES)
        luck, year = Luck(seed), 1 + seed % 3
        g, shown = luck.draw("applicants", year), []
        for pool, name in enumerate(POOLS):
            lift = twin.alumni_lift(alumni, NUMBERS)
            drawn = [twin.draw_candidate(g, year, pool, lift, NUMBERS) for _ in range(12)]
            volume = twin.applicant_volume(pool, reputation, False, NUMBERS)
            shown += drawn[: int(luck.draw("appcount", year, name).poisson(volume))]
        order = luck.draw("appshuffle", year).permutation(len(shown))
        assert lab["n_applicants"] == len(shown)
        for slot, place in enumerate(order):
            mine, theirs = lab["applicants"][slot], shown[place]
            assert mine["number"] == slot + 1
            assert mine["pool"] == theirs.pool
            assert all(mine[name] == getattr(theirs, name) for name in (*TALENT, "transcript", "letter"))
            assert mine["interview_value"] == theirs.interview_hidden
            assert mine["interview"] == -1.0


def test_twin_staff_and_postdocs():
    career = Career(seed=9, overrides={"start_budget": 1e9})
    for _ in range(30):
        career.call("recruit.hire_ra")
    luck = Luck(9)
    for k, person in enumerate(career.lab["people"][:30]):
        theirs = twin.draw_ra(luck.draw("ra", f"RAkey{k + 1:03d}"), "RA", 1, NUMBERS)
        assert all(person[name] == getattr(theirs, name) for name in (*TALENT, "skill", "morale"))
    for k in range(40):
        lab = lab_with(seed=k, month=5, searches=[{"posted": 3, "open": 1}])
        recruiting.end_searches(lab, RULES)
        g = Luck(k).draw("postdoc", "PDsearch001")
        found = g.uniform() < twin.search_probability(2.0, NUMBERS)
        assert lab["n_people"] == found
        if found:
            theirs, person = twin.draw_postdoc(g, "PD001", 5, NUMBERS), lab["people"][0]
            assert all(person[name] == getattr(theirs, name) for name in (*TALENT, "skill", "contract_end"))


def test_a_search_looks_for_two_months():
    for posted, is_open in ((4, 1), (3, 0)):
        lab = lab_with(month=5, searches=[{"posted": posted, "open": 1}])
        recruiting.end_searches(lab, RULES)
        assert lab["searches"][0]["open"] == is_open


def test_interviews_that_were_held_stand_when_the_hours_run_out():
    career = Career(seed=3, overrides={"attention_budget": 7.0, "attention_floor": 0.0})
    names = [f"APP{k:03d}" for k in (1, 2, 3, 4)]
    assert career.call("recruit.interview", applicant_ids=names) == Outcome.ATTENTION  # 3 h each: two fit
    assert career.lab["applicants"]["interviewed"][:4].tolist() == [1, 1, 0, 0]
    assert career.call("recruit.interview", applicant_ids=names[:2]) == Outcome.OK  # free the second time
    assert career.lab["oneoff_used"] == 6.0


def test_an_offer_is_answered_in_month_three_and_students_come_in_month_five():
    career = Career(seed=4, overrides={"pool_accept": (1.0, 1.0, 1.0, 1.0), "offer_accept_clip": (1.0, 1.0)})
    assert career.call("recruit.offer", applicant_id="APP002") == Outcome.OK
    assert career.call("recruit.offer", applicant_id="APP002") == Outcome.WRONG_STATUS
    career.go_to(3)
    assert career.lab["applicants"]["status"][1] == ApplicantStatus.OFFERED
    career.go_to(4)
    statuses = career.lab["applicants"]["status"][: career.lab["n_applicants"]].tolist()
    assert statuses.count(ApplicantStatus.ACCEPTED) == 1
    assert statuses.count(ApplicantStatus.EXPIRED) == len(statuses) - 1
    assert active_ids(career.lab) == []
    assert career.call("recruit.offer", applicant_id="APP001") == Outcome.OUT_OF_SEASON
    career.go_to(5)
    student, applicant = career.lab["people"][0], career.lab["applicants"][1]
    assert active_ids(career.lab) == ["S001"]
    assert student["arrived"] == 5
    assert student["skill"] == pytest.approx(0.35 + 0.30 * applicant["ability"], rel=1e-15)
    assert student["morale"] == 0.75


def test_offers_stop_at_twelve_researchers():
    career = Career(seed=4, overrides={"max_students": 2})
    outcomes = [career.call("recruit.offer", applicant_id=f"APP{k:03d}") for k in (1, 2, 3)]
    assert outcomes == [Outcome.OK, Outcome.OK, Outcome.CAPACITY]


def test_managers_are_two_and_a_dismissed_one_frees_the_place():
    career = Career()
    outcomes = [career.call("recruit.hire_manager") for _ in range(3)]
    assert outcomes == [Outcome.OK, Outcome.OK, Outcome.CAPACITY]
    assert career.call("recruit.dismiss", staff_id="MGR001") == Outcome.OK
    assert career.call("recruit.hire_manager") == Outcome.OK
    assert active_ids(career.lab, Role.MANAGER) == ["MGR002", "MGR003"]
    assert career.lab["people"][0]["status"] == PersonStatus.DISMISSED


def test_a_contract_is_renewed_within_three_months_of_its_end():
    lab = lab_with(month=21, people=[{"role": Role.POSTDOC, "contract_end": 25}, {"role": Role.PHD}])
    assert recruiting.renew_postdoc(lab, 0, RULES) == Outcome.TOO_EARLY
    lab["month"] = 22
    assert recruiting.renew_postdoc(lab, 0, RULES) == Outcome.OK
    assert lab["people"][0]["contract_end"] == 37
    assert recruiting.renew_postdoc(lab, 1, RULES) == Outcome.UNKNOWN_ID
