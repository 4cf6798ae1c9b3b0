"""What holds in every lab after every command, and tables that are full."""

import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_tools import Career, RandomPlayer

from pibench_env import capacities as size
from pibench_env.baselines.rollout import impacts, run
from pibench_env.codes import (
    ApplicantStatus,
    DraftStatus,
    EventStatus,
    Outcome,
    PersonStatus,
    ProjectStatus,
    ProposalStatus,
    Role,
    SubmissionStatus,
    Verb,
)
from pibench_env.state import empty_commands

HOUR = 1e-6
WORLDS: tuple[dict[str, Any], ...] = (
    {},
    {"start_budget": 1e7, "attention_budget": 300.0, "progress_coef": 4.0, "rep_init": 6.0, "crisis_rate": 0.2},
    {"start_budget": 1e7, "attention_budget": 300.0, "scoop_base": 0.5, "tier_infeasible": (0.5, 0.5, 0.5),
     "progress_coef": 4.0, "max_students": 30, "pool_volume": (9.0, 9.0, 9.0, 9.0)},
    {"start_budget": 90000.0, "shock_prob": 1.0, "service_tax_hours": 60.0},
)  # fmt: skip
# Counter, table and status code of everything that has them.
TABLES = (
    ("n_people", "people", PersonStatus),
    ("n_applicants", "applicants", ApplicantStatus),
    ("n_active", "projects", ProjectStatus),
    ("n_drafts", "drafts", DraftStatus),
    ("n_submissions", "submissions", SubmissionStatus),
    ("n_publications", "publications", None),
    ("n_proposals", "proposals", ProposalStatus),
    ("n_awards", "awards", None),
    ("n_events", "events", EventStatus),
    ("n_searches", "searches", None),
)


def check(career: Career) -> None:
    """Everything that must hold."""
    lab = career.lab
    check_tables(lab)
    check_people(career, lab)
    start, booked = career.params.start_budget, float(lab["ledger_total"])
    assert math.isclose(lab["budget"], start + booked, rel_tol=1e-12, abs_tol=1e-4)
    low, high = career.params.rep_clip
    assert low <= lab["reputation"] <= high
    assert 1 <= lab["month"] <= career.params.months
    assert is_finite(lab)


def check_tables(lab: Any) -> None:
    for counter, table, status in TABLES:
        n = int(lab[counter])
        assert 0 <= n <= len(lab[table]), counter
        if status is not None:
            assert set(lab[table]["status"][:n].tolist()) <= set(status), table
    people = lab["people"][: lab["n_people"]]
    for role in Role:  # ids are dense and in order of birth
        assert people["number"][people["role"] == role].tolist() == list(range(1, int(lab["n_role"][role]) + 1))
    applicants = lab["applicants"]["number"][: lab["n_applicants"]]
    assert applicants.tolist() == [int(lab["first_applicant"]) + k for k in range(len(applicants))]
    events = lab["events"]["number"][: lab["n_events"]].tolist()
    assert events == sorted(set(events))
    active = set(lab["projects"]["number"][: lab["n_active"]].tolist())
    ended = set(np.flatnonzero(lab["past"]["projects"]["number"]) + 1)
    assert active | ended == set(range(1, int(lab["n_projects"]) + 1))
    assert not active & ended
    assert lab["citations"] == lab["publications"]["citations"].sum()
    assert lab["n_submissions"] >= lab["n_publications"]


def check_people(career: Career, lab: Any) -> None:
    people = lab["people"][: lab["n_people"]]
    assert ((people["morale"] >= 0.0) & (people["morale"] <= 1.0)).all()
    assert (people["skill"] <= career.params.skill_cap).all()
    assert ((people["left"] > 0) == (people["status"] != PersonStatus.ACTIVE)).all()
    on_projects = np.zeros(len(people), int)
    for project in lab["projects"][: lab["n_active"]]:
        members = project["members"][: project["n_members"]]
        assert len(set(members.tolist())) == len(members)
        assert (people["status"][members] == PersonStatus.ACTIVE).all()
        on_projects[members] += 1
    assert people["on_projects"].tolist() == on_projects.tolist()
    read = career.readings()
    assert read["attention_pool"] >= career.params.attention_floor
    # Hiring costs oversight at once: only then, and where a collaboration's hours are due, can hours be overdrawn.
    hired = lab["month"] in people["arrived"][people["role"] >= Role.RA]
    owed = (lab["events"]["accepted"][: lab["n_events"]] > 0).any()
    assert hired or owed or lab["finished"] or read["hours_left"] >= -0.01 * (len(people) + 1)


def is_finite(record: Any) -> bool:
    """Whether no number of a record, however deep, is NaN or infinite."""
    if record.dtype.names:
        return all(is_finite(record[name]) for name in record.dtype.names)
    return record.dtype.kind != "f" or bool(np.isfinite(record).all())


@settings(max_examples=24)
@given(seed=st.integers(0, 2**63 - 1), world=st.sampled_from(WORLDS), wrong=st.sampled_from([0.05, 0.5]))
def test_what_holds_after_every_command(seed, world, wrong):
    career, player = Career(seed, world), RandomPlayer(seed, wrong)
    check(career)
    for _ in range(14):
        for name, args in player.calls(career.lab, career.rules[0], most=16):
            before = career.labs.tobytes()
            outcome = career.call(name, **args)
            if outcome != Outcome.OK and name != "recruit.interview":
                assert career.labs.tobytes() == before, (name, args, outcome)
        check(career)
        career.next_month()
        check(career)


ANY_PLACE = st.one_of(st.integers(-2, 8), st.sampled_from([-(2**31), 2**31 - 1, 64, 128, 1000]))
ANY_AMOUNT = st.one_of(st.floats(0, 50), st.floats(allow_nan=True, allow_infinity=True))


@pytest.fixture(scope="module")
def grown() -> Career:
    """A lab in which there is something of everything."""
    career, player = Career(6, WORLDS[1]), RandomPlayer(6)
    while career.month < 14:
        for name, args in player.calls(career.lab, career.rules[0], most=24):
            career.call(name, **args)
        career.next_month()
    return career


@settings(max_examples=300)
@given(
    verb=st.sampled_from([*Verb, -1, 21, 2**31 - 1]),
    place=ANY_PLACE,
    choice=ANY_PLACE,
    count=st.one_of(st.integers(0, 4), st.sampled_from([-1, 33, 64, 65, 2**31 - 1])),
    amount=ANY_AMOUNT,
    ids=st.lists(ANY_PLACE, min_size=4, max_size=4),
    amounts=st.lists(ANY_AMOUNT, min_size=4, max_size=4),
)
def test_no_row_whatever_stands_in_it_harms_a_lab(grown, verb, place, choice, count, amount, ids, amounts):
    commands = empty_commands(1)
    row = commands[0]
    row["verb"], row["object"], row["choice"], row["count"], row["amount"] = verb, place, choice, count, amount
    row["ids"][:] = np.arange(10, 10 + size.PAYLOAD)
    row["ids"][:4], row["amounts"][:4] = ids, amounts
    kept = grown.labs.copy()
    before = grown.labs.tobytes()
    outcome = grown.give(commands)
    check(grown)
    if outcome not in (Outcome.OK, Outcome.OVER) and verb != Verb.INTERVIEW:
        assert grown.labs.tobytes() == before
    grown.labs[:] = kept


# --- Full tables ------------------------------------------------------------------------------------------------------

ROOMY = {"start_budget": 1e11, "attention_budget": 1e6, "quit_scale": 0.0}


def start(career: Career, members: list[str]) -> Outcome:
    return career.call("projects.start", topic="theory", tier=3, members=members, monthly_compute=0)


def repeat(times: int, command: Any) -> list[Outcome]:
    return [command() for _ in range(times)]


def test_full_people_refuse_everybody_who_would_need_a_place():
    career = Career(overrides=ROOMY)
    assert career.call("recruit.offer", applicant_id="APP001") == Outcome.OK
    assert career.call("recruit.post_postdoc") == Outcome.OK
    assert set(repeat(size.PEOPLE - 2, lambda: career.call("recruit.hire_ra"))) == {Outcome.OK}
    for name, args in (
        ("recruit.hire_ra", {}),
        ("recruit.hire_manager", {}),
        ("recruit.post_postdoc", {}),
        ("recruit.offer", {"applicant_id": "APP002"}),
    ):
        assert career.call(name, **args) == Outcome.TABLE_FULL
    career.go_to(6)  # the student and the postdoc were promised their places
    assert size.PEOPLE - 2 <= career.lab["n_people"] <= size.PEOPLE
    check(career)


def test_full_projects_and_teams():
    career = Career(overrides=ROOMY)
    for _ in range(size.MEMBERS + 1):
        career.call("recruit.hire_ra")
    everybody = [f"RA{k:03d}" for k in range(1, size.MEMBERS + 2)]
    assert start(career, everybody) == Outcome.TABLE_FULL
    assert start(career, everybody[:-1]) == Outcome.OK
    assert career.call("projects.assign", project_id="PJ001", student_id=everybody[-1]) == Outcome.TABLE_FULL
    career.call("projects.kill", project_id="PJ001")
    for number in range(2, size.PROJECTS + 1):
        assert start(career, everybody[:1]) == Outcome.OK
        career.call("projects.kill", project_id=f"PJ{number:03d}")
    assert start(career, everybody[:1]) == Outcome.TABLE_FULL
    assert career.lab["n_projects"] == size.PROJECTS
    check(career)


def test_full_drafts_keep_the_places_promised_to_projects():
    career = Career(overrides=ROOMY)
    career.call("recruit.hire_ra")
    career.lab["n_drafts"] = size.DRAFTS - 2
    assert repeat(3, lambda: start(career, ["RA001"])) == [Outcome.OK, Outcome.OK, Outcome.TABLE_FULL]


def test_full_submissions_and_publications():
    career = Career(overrides=ROOMY)
    career.lab["n_drafts"] = 1
    for number in range(1, size.SUBMISSIONS + 1):
        assert career.call("papers.submit", draft_id="D001", venue="W-SHOP") == Outcome.OK
        career.call("papers.withdraw", submission_id=f"SUB{number:03d}")
    assert career.call("papers.submit", draft_id="D001", venue="W-SHOP") == Outcome.TABLE_FULL
    career = Career(overrides=ROOMY)
    career.lab["n_drafts"], career.lab["n_publications"] = 2, size.PUBLICATIONS - 1
    assert career.call("papers.submit", draft_id="D001", venue="W-SHOP") == Outcome.OK
    assert career.call("papers.submit", draft_id="D002", venue="W-SHOP") == Outcome.TABLE_FULL


@pytest.mark.parametrize(("bar", "kept"), [(100.0, size.PROPOSALS), (0.0, size.AWARDS)])
def test_full_proposals_and_awards(bar, kept):
    many = {"agency_cap": (64,) * 4, "tif_cooldown": 0, "agency_delay": (1,) * 4, "agency_bar": (bar,) * 4}
    career = Career(overrides=ROOMY | many | {"agency_months": (120,) * 4, "agency_pref_range": 0.0})
    accepted = 0
    for _ in range(8):
        for _ in range(size.AWARDS + 1):
            outcome = career.call("grants.propose", call_id="TIF-rolling", topic="theory", hours=2000, attach=[])
            accepted += outcome == Outcome.OK
            assert outcome in (Outcome.OK, Outcome.TABLE_FULL, Outcome.CONCURRENT_CAP)
        career.next_month()
    assert accepted == kept
    check(career)


def test_full_searches():
    career = Career(overrides=ROOMY | {"postdoc_found": 0.0, "postdoc_found_per_rep": 0.0, "max_students": 64})
    outcomes = []
    for _ in range(8):
        outcomes += repeat(64, lambda: career.call("recruit.post_postdoc"))
        career.next_month()
    assert outcomes.count(Outcome.OK) == size.SEARCHES
    assert Outcome.TABLE_FULL in outcomes
    check(career)


def test_events_and_rings_hold_a_crisis_of_everybody_every_month():
    career = Career(overrides=ROOMY | {"crisis_rate": 1.0, "review_req_rate": 1.0, "rep_init": 10.0})
    while career.call("recruit.hire_ra") == Outcome.OK:
        pass
    career.lab["people"]["role"][:] = Role.PHD
    career.lab["n_role"][:] = size.PEOPLE, 0, 0, 0
    most = 0
    while not career.lab["finished"]:
        career.next_month()
        most = max(most, int(career.lab["n_events"]))
    assert 2 * size.PEOPLE <= most <= size.EVENTS
    assert career.lab["n_ledger"] > size.LEDGER
    assert career.lab["n_news"] > size.NEWS
    check(career)


@pytest.mark.slow
def test_no_full_table_writes_past_its_end():
    """Runs the tests of this file in a kernel that is compiled with bounds checks."""
    env = {**os.environ, "PIBENCH_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", __file__, "-k", "not past_its_end", "-p", "no:cacheprovider"],
        env=env, capture_output=True, text=True, check=False, cwd=os.path.dirname(os.path.dirname(__file__)),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_counts_hold_where_quality_explodes():
    """The steepest pull of the best papers in the most visible venues: counts stay whole, and add up."""
    world = {"quality_clip": (20, 20), "cite_g_coef": 2.0, "cite_quality_ref": 0.0, "venue_visibility": (100,) * 4}
    labs = run("oracle", range(5000, 5006), world)
    papers = labs["publications"]
    assert papers["citations"].max() > 2**40
    assert (papers["citations"] >= 0).all()
    assert (papers["citations"].sum(axis=1) == labs["citations"]).all()
    assert np.isfinite(papers["strength"]).all()
    assert np.isfinite(labs["proposals"]["quality"]).all()
    assert np.isfinite(impacts(labs, world)).all()


def test_no_amount_makes_another_draft_of_an_attachment():
    career = Career(1, {"start_budget": 1e9})
    rows = empty_commands(1)
    row = rows[0]
    row["verb"], row["amount"], row["count"] = Verb.PROPOSE, 25.0, 2
    row["ids"][:2], row["amounts"][:2] = 1, (0.0, 0.5)
    assert career.give(rows) == Outcome.DUPLICATE
