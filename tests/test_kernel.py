"""The month as a page: an episode by hand, the order of the thirteen steps, and the way to every verb."""

import math
from typing import Any

import pytest
from kernel_tools import Career, RandomPlayer

from pibench_env.codes import (
    DraftStatus,
    EventKind,
    EventStatus,
    Outcome,
    PersonStatus,
    ProjectStatus,
    SubmissionStatus,
    Venue,
    Verb,
)
from pibench_env.commands import SPECS
from pibench_env.state import empty_commands

CALM: dict[str, Any] = {
    "progress_noise": 0.0, "quality_noise": 0.0, "review_noise": 0.0, "prop_noise": 0.0, "crowd_noise": 0.0,
    "hot_ou_sigma": 0.0, "hot_mean_drift": 0.0, "p_boom": 0.0, "p_bust": 0.0, "shock_prob": 0.0, "talk_base": 0.0,
    "review_req_rate": 0.0, "crisis_rate": 0.0, "quit_scale": 0.0, "scoop_base": 0.0, "tier_infeasible": (0, 0, 0),
    "start_novelty": (1.0, 0.0), "ra_ability": (0.5, 0.5), "ra_speed": (1.0, 0.0),
}  # fmt: skip
"""A world without luck, for numbers by hand."""


def test_two_months_by_hand():
    career = Career(overrides=CALM)
    for call in ("recruit.hire_ra", "recruit.hire_ra", "recruit.hire_manager"):
        assert career.call(call) == Outcome.OK
    assert career.readings()["oversight"] == 3.0  # 2 RAs at 1.5 h, section 1.4
    team = ["RA001", "RA002"]
    career.call("students.set_mentoring", hours_by_student={"RA001": 6})
    career.call("projects.start", topic="theory", tier=1, members=team, monthly_compute=800)
    career.call("grants.propose", call_id="TIF-rolling", topic="theory", hours=5, attach=[])
    assert career.readings()["hours_left"] == 100 - 3 - 6 - 5
    assert career.readings()["burn"] == 2 * 1800 + 4500 + 800
    assert career.lab["projects"][0]["novelty"] == pytest.approx(1.036, rel=1e-15)  # 1 − 0.06·(0.4 − 1), section 1.9
    career.next_month()

    # Section 1.4: 1·0.5·(0.5 + 0.5·0.7)·1 with 6 h of mentoring, ·0.9 without; section 1.7, step 2.
    effort = 0.425 + 0.3825
    gain = 0.9 * effort**0.9 * (1 + 0.3 * math.log(2))
    project, record = career.lab["projects"][0], career.lab["past"]["months"][0]
    assert career.month == 2
    assert career.lab["budget"] == 600000 - 500 - 3600 - 4500 - 800
    assert project["progress"] == pytest.approx(gain, rel=1e-14)
    assert project["craft_total"] == pytest.approx(0.25 * effort, rel=1e-14)
    assert project["novelty"] == pytest.approx(1.036 - 0.015 * 0.4, rel=1e-14)
    assert (record["attention_pool"], record["attention_used"]) == (97.0, 11.0)
    assert (record["staff"], record["students"], record["active_projects"]) == (3, 0, 1)
    assert career.lab["oneoff_used"] == 0.0
    theory = 6
    assert career.lab["crowding"][theory] == pytest.approx(0.4 + 0.12 * (0.5 - 0.4), rel=1e-14)  # section 1.3
    career.next_month()

    project = career.lab["projects"][0]
    assert career.lab["budget"] == 590600 - 3600 - 4500 - 800
    assert project["progress"] == pytest.approx(2 * gain, rel=1e-14)
    assert project["novelty"] == pytest.approx(1.03 - 0.015 * 0.412, rel=1e-14)
    assert project["compute_total"] == 1600.0
    assert career.lab["reputation"] == 2.0
    assert career.lab["people"]["morale"][:2].tolist() == [0.7, 0.7]  # staff never change, section 1.9
    assert career.lab["n_ledger"] == 1 + 2 * 4


def test_the_project_of_the_episode_becomes_a_draft_by_hand():
    career = Career(overrides=CALM)
    career.call("recruit.hire_ra")
    career.call("projects.start", topic="theory", tier=1, members=["RA001"], monthly_compute=800)
    while career.lab["n_drafts"] == 0:
        career.next_month()
    gain = 0.9 * 0.3825**0.9 * (1 + 0.3 * math.log(2))
    months = math.ceil(6 / gain)
    assert career.month == months + 1
    crowding, novelty = 0.4, 1.036
    for _ in range(months):
        novelty -= 0.015 * crowding
        crowding += 0.12 * (0.5 - crowding)
    # 1.2 + 1.8·0.25 + 0.9·(novelty − 0.6) + 0.35·ln 2, section 1.7, step 2
    quality = 1.2 + 0.45 + 0.9 * (novelty - 0.6) + 0.35 * math.log(2)
    assert career.lab["drafts"][0]["quality"] == pytest.approx(quality, rel=1e-12)
    ended = career.lab["past"]["projects"][0]
    assert (ended["status"], ended["ended"], ended["draft"]) == (ProjectStatus.COMPLETED, months, 1)
    assert career.lab["n_active"] == 0


POSTDOC: dict[str, Any] = CALM | {
    "postdoc_search_months": 0, "postdoc_found": 1.0, "postdoc_found_cap": 1.0, "postdoc_ability": (0.8, 0.0),
    "postdoc_speed": (1.0, 0.0), "postdoc_resilience": (0.5, 0.5), "postdoc_independence": (0.5, 0.5),
    "postdoc_growth": (1.0, 0.0),
}  # fmt: skip


def lab_with_postdoc(**overrides) -> Career:
    """Month 2 of a lab with one postdoc of known character, mentored for 2 h."""
    career = Career(overrides=POSTDOC | overrides)
    career.call("recruit.post_postdoc")
    career.next_month()
    career.call("students.set_mentoring", hours_by_student={"PD001": 2})
    return career


def send_paper(career: Career, quality: float, venue: Venue = Venue.W_SHOP) -> None:
    """Put a draft of the postdoc under review, decided this very month."""
    lab, slot = career.lab, int(career.lab["n_drafts"])
    lab["n_drafts"] += 1
    lab["n_submissions"] += 1
    draft, submission = lab["drafts"][slot], lab["submissions"][slot]
    draft["quality"], draft["n_authors"], draft["status"] = quality, 1, DraftStatus.UNDER_REVIEW
    lab["past"]["bylines"][slot]["authors"][0] = 0
    submission["draft"], submission["venue"], submission["decision"] = slot + 1, venue, career.month


def test_a_postdoc_is_found_in_step_9_and_lives_from_the_next_month_on():
    career = Career(overrides=POSTDOC)
    career.call("recruit.post_postdoc")
    career.next_month()
    person = career.lab["people"][0]
    assert career.lab["budget"] == 600000 - 1000  # not paid in the month of arrival
    assert (person["morale"], person["arrived"], person["contract_end"]) == (0.75, 1, 25)
    assert person["skill"] == pytest.approx(0.55 + 0.35 * 0.8, rel=1e-15)
    career.next_month()
    assert career.lab["budget"] == 599000 - 6500
    # 0.75 + 0.06·(0.70 − 0.75) − 0.08·0.5 without mentoring, section 1.7, step 7
    assert career.lab["people"][0]["morale"] == pytest.approx(0.707, rel=1e-14)


def test_step_3_hurts_in_step_7_of_the_same_month():
    career = lab_with_postdoc()
    send_paper(career, quality=0.5)
    career.next_month()
    assert career.lab["submissions"][0]["status"] == SubmissionStatus.REJECT
    assert career.lab["people"][0]["morale"] == pytest.approx(0.747 - 0.18 / 0.5, rel=1e-14)
    assert career.lab["people"][0]["impulse"] == 0.0


def test_step_3_pleases_in_step_7_of_the_same_month_and_step_10_counts_it():
    career = lab_with_postdoc(morale_first_author=0.2)
    send_paper(career, quality=9.0, venue=Venue.JMR)
    career.next_month()
    person = career.lab["people"][0]
    assert person["morale"] == pytest.approx(0.947, rel=1e-14)
    assert (person["papers"], person["first_author"]) == (1, 1)
    # Cited in its first month, in step 4: at least the 0.35 of the journal, and 0.04·ln(1 + n).
    cited = int(career.lab["citations"])
    assert career.lab["reputation"] == pytest.approx(2.35 + 0.04 * math.log1p(cited), rel=1e-14)


def test_step_2_hurts_in_step_7_of_the_same_month():
    career = lab_with_postdoc(tier_infeasible=(1.0, 1.0, 1.0), deadend_reveal_frac=0.0, salvage_prob=0.0)
    career.call("projects.start", topic="theory", tier=1, members=["PD001"], monthly_compute=0)
    career.next_month()
    person = career.lab["people"][0]
    assert career.lab["past"]["projects"][0]["status"] == ProjectStatus.DEADEND
    assert person["morale"] == pytest.approx(0.747 - 0.15 / 0.5, rel=1e-14)
    assert person["skill"] == pytest.approx(0.83, rel=1e-15)  # counted after the project ended: nothing learnt, 1.10


def test_step_6_hurts_in_step_7_of_the_same_month():
    career = lab_with_postdoc(crisis_rate=1.0)
    assert career.lab["events"]["kind"][: career.lab["n_events"]].tolist() == [EventKind.STUDENT_CRISIS]
    career.next_month()
    assert career.lab["events"]["status"][0] == EventStatus.AUTO_IGNORED
    assert career.lab["people"][0]["morale"] == pytest.approx(0.747 - 0.35 / 0.5, rel=1e-12)


def test_reputation_earned_in_step_3_is_not_known_to_step_4_of_the_same_month():
    """Two labs with one paper out; the second gets another one accepted, which multiplies all rates by 81."""
    cited = []
    for has_news in (False, True):
        career = lab_with_postdoc(rep_venue=(0.0, 0.0, 0.0, 9.0), cite_rep_coef=10.0, rep_cite_coef=0.0)
        send_paper(career, quality=5.0)
        career.next_month()
        if has_news:
            send_paper(career, quality=9.0, venue=Venue.JMR)
        by_month = []
        for _ in range(2):
            career.next_month()
            by_month.append(int(career.lab["publications"]["citations_month"][0]))
        cited.append(by_month)
    (quiet_now, quiet_later), (known_now, known_later) = cited
    assert known_now == quiet_now
    assert known_later > quiet_later + 5


def test_an_award_of_step_5_pays_from_the_next_month_on():
    career = Career(overrides=CALM | {"agency_bar": (0.0, 0.0, 0.0, 0.0)})
    career.call("grants.propose", call_id="TIF-rolling", topic="theory", hours=80, attach=[])
    career.go_to(3)
    assert career.lab["budget"] == 599500
    career.next_month()  # decided in month 1 + 2, after the payments of step 1
    assert career.lab["budget"] == 599500
    career.next_month()
    assert career.lab["budget"] == 599500 + 7500 - 600


def test_who_quits_in_step_7_was_paid_in_step_1_and_leaves_all_projects():
    career = lab_with_postdoc(quit_scale=1.0, quit_mid=1.0, quit_cap=1.0)
    career.call("projects.start", topic="theory", tier=3, members=["PD001"], monthly_compute=0)
    career.next_month()
    person = career.lab["people"][0]
    assert (person["status"], person["left"]) == (PersonStatus.QUIT, 2)
    assert career.lab["budget"] == 599000 - 6500
    assert career.lab["projects"][0]["n_members"] == 0
    assert career.lab["past"]["months"][1]["postdocs"] == 0  # step 11 comes after
    assert person["mentoring"] == 2.0  # the departed keep it, section 1.10


def test_a_collapse_is_recorded_and_the_month_stays_open():
    career = Career(overrides=CALM | {"start_budget": 4000.0})
    career.call("recruit.hire_manager")
    assert career.next_month() == Outcome.OK
    assert (career.month, career.lab["collapsed"], career.lab["finished"]) == (1, 1, 1)
    assert career.lab["past"]["months"][0]["budget"] == -500.0
    assert career.next_month() == Outcome.OVER
    assert career.call("recruit.hire_ra") == Outcome.OVER


def test_the_run_ends_with_its_last_month():
    career = Career(overrides=CALM | {"months": 2})
    career.next_month()
    assert not career.lab["finished"]
    career.next_month()
    assert (career.month, career.lab["collapsed"], career.lab["finished"]) == (2, 0, 1)


def test_mentoring_gives_way_when_a_month_opens_with_fewer_hours():
    career = Career(overrides=CALM | {"service_month": 2, "service_tax_hours": 50.0})
    for _ in range(2):
        career.call("recruit.hire_ra")
    career.call("students.set_mentoring", hours_by_student={"RA001": 40, "RA002": 37})
    career.next_month()
    # 100 − 3 − 50 = 47 h for 77: 40·47/77 = 24.4155… and 37·47/77 = 22.584…, to two decimals, section 1.5, step 6
    assert career.lab["people"]["mentoring"][:2].tolist() == [24.42, 22.58]


def test_every_verb_is_reached():
    overrides = {"start_budget": 1e8, "attention_budget": 500.0, "progress_coef": 4.0, "rep_init": 5.0,
                 "postdoc_contract_months": 6}  # fmt: skip
    done: set[int] = set()
    for seed in range(3):
        career, player = Career(seed, overrides), RandomPlayer(seed)
        while not career.lab["finished"]:
            for name, args in player.calls(career.lab, career.rules[0], most=25):
                if career.call(name, **args) == Outcome.OK:
                    done.add(int(career.given[-1][0]["verb"]))
            done.add(Verb.NEXT_MONTH if career.next_month() == Outcome.OK else -1)
    assert done == set(Verb) == {spec.verb for spec in SPECS}


@pytest.mark.parametrize("verb", [-1, len(Verb), 2**31 - 1])
def test_an_unknown_verb_is_refused(verb):
    career, commands = Career(), empty_commands(1)
    commands["verb"] = verb
    before = career.lab.tobytes()
    assert career.give(commands) == Outcome.UNKNOWN_VERB
    assert career.lab.tobytes() == before
