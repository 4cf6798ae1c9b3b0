"""The Python surface: same world as the kernel, plain answers, reading that changes nothing, copies that part."""

import copy
import json
import pickle
import random
import textwrap
from contextlib import suppress

import numpy as np
import pytest
from lab_careers import BUSY_WORLD, busy_month, read_everything

import pibench_env.lab
from pibench_env import kernel
from pibench_env.calls import write_command
from pibench_env.codes import Outcome
from pibench_env.commands import BY_CALL
from pibench_env.lab import Lab, LabError
from pibench_env.parameter import ParameterError
from pibench_env.seeds import SeedError
from pibench_env.state import LARGEST_SEED, empty_commands, empty_labs
from pibench_env.summary import grants_received, run_summary

# Columns of the agent interface, Database paragraph, by reading call.
COLUMNS = {
    "students": "id name role status arrived_month left_month stipend mentoring_hours papers_accepted"
    " first_author_accepted contract_end",
    "applicants": "id season_year pool name transcript letter interview status",
    "projects": "id topic tier status started_month ended_month progress_pct monthly_compute members draft_id"
    " scooped_times",
    "drafts": "id project_id topic tier status created_month authors polish_hours revisions salvage collab",
    "submissions": "id draft_id venue status submitted_month decision_month reviewer_scores",
    "publications": "id draft_id venue topic tier published_month citations authors collab",
    "calls": "id agency award duration_months open_month close_month",
    "proposals": "id call_id agency topic status hours submitted_month decision_month attached",
    "awards": "id agency total monthly start_month end_month",
    "ledger": "month category amount note",
    "news": "month kind topic text",
    "preprints": "month topic preprint_count",
    "conference_report": "month venue topic accepted_papers",
    "pending": "id kind month respond_by status details",
}
DASHBOARD = (
    "month label months_total budget est_monthly_burn runway_months attention staff lab_standing students"
    " active_projects available_drafts submissions_under_review proposals_pending active_awards pending_events"
    " venue_deadlines_this_month open_grant_calls notes"
)
ATTENTION = "base oversight_tax pool mentoring_reserved oneoff_used left"
STUDENT = (
    "id name role months_in stipend mentoring_hours papers_accepted last_report_quality last_meeting_sentiment"
    " contract_end"
)


@pytest.fixture(scope="module")
def career():
    """A finished career that saw everything; it is shared: whoever plays on takes a clone."""
    lab = Lab(1, months=60, world=BUSY_WORLD)
    chance = random.Random(1)
    while not lab.finished:
        busy_month(lab, chance)
    return lab


def play(lab, months, chance, after_each=None):
    for _ in range(months):
        if not lab.finished:
            busy_month(lab, chance, after_each)
    return lab


# --- The world behind it ----------------------------------------------------------------------------------------------


def test_quick_start(capsys):
    text = pibench_env.lab.__doc__.split("::\n", 1)[1].split("\n\nWhat calls", 1)[0]
    exec("from pibench_env import Lab\n" + textwrap.dedent(text))
    assert "'months_survived': 60" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["directed-alumni-53", "random-rich-04"])
def test_surface_is_the_kernel(load_recording, name):
    """A recorded run gives the same bytes through the surface and through the kernel, and the recorded answers."""
    recording = load_recording(name)
    lab = Lab(recording["seed"], world=recording["config"])
    labs, commands = empty_labs(1), empty_commands(1)
    seed = np.uint64(recording["seed"])
    kernel.be_born_at(labs, 0, seed, seed, lab.rules)
    answers = 0
    for month in recording["months"]:
        for call in [*month["calls"], {"call": "next_month", "args": {}, "ok": True}]:
            write_command(commands[0], labs[0], lab.rules[0], call["call"], call["args"])
            outcome = Outcome(kernel.apply_at(labs, 0, commands, 0, lab.rules))
            if call["ok"]:
                assert lab.call(call["call"], **call["args"]) == call.get("out")
                answers += "out" in call
            else:
                with pytest.raises(LabError) as refusal:
                    lab.call(call["call"], **call["args"])
                assert refusal.value.kind == call["error"] == outcome.word
            assert lab.labs.tobytes() == labs.tobytes()
    assert answers > 50
    assert json.dumps(lab.summary()) == json.dumps(recording["summary"])


@pytest.mark.parametrize("name", ["idle-101", "random-wild-02", "directed-full-51", "oracle-101"])
def test_summary_is_the_recorded_one(load_recording, name):
    recording = load_recording(name)
    lab = Lab(recording["seed"], world=recording["config"])
    for month in recording["months"]:
        for call in month["calls"]:
            if call["ok"]:
                lab.call(call["call"], **call["args"])
        lab.next_month()
    assert json.dumps(run_summary(lab.labs, 0, lab.rules)) == json.dumps(recording["summary"])
    assert lab.impact == recording["summary"]["impact"]
    assert lab.collapsed == recording["summary"]["collapsed"]


def test_apply_is_call():
    """Command rows and words come to the same."""
    by_words, by_rows = Lab(7), Lab(7)
    row = empty_commands(1)[0]
    name = by_words.recruit.hire_ra()["staff_id"]
    for call, args in [
        ("recruit.hire_ra", {}),
        ("students.set_mentoring", {"hours_by_student": {name: 5.5}}),
        ("projects.start", {"topic": "theory", "tier": 1, "members": [name], "monthly_compute": 10}),
        ("next_month", {}),
    ]:
        write_command(row, by_rows.labs[0], by_rows.rules[0], call, args)
        answer = by_rows.apply(row)
        if call != "recruit.hire_ra":
            assert by_words.call(call, **args) == answer
    assert by_words.labs.tobytes() == by_rows.labs.tobytes()
    assert read_everything(by_words) == read_everything(by_rows)


def test_every_command_has_its_method():
    lab = Lab(1)
    for call in BY_CALL:
        group, _, name = call.rpartition(".")
        assert callable(getattr(getattr(lab, group) if group else lab, name))


# --- Reading ----------------------------------------------------------------------------------------------------------


def test_reading_changes_nothing(monkeypatch):
    """A career read after every command, and its commands given to a lab that nobody reads."""
    read, silent = (Lab(3, months=40, world=BUSY_WORLD) for _ in range(2))
    script = []
    call = read.call
    monkeypatch.setattr(read, "call", lambda name, **args: script.append((name, args)) or call(name, **args))
    play(read, 18, random.Random(3), read_everything)
    for name, args in script:
        with suppress(LabError):
            silent.call(name, **args)
    assert len(script) > 250
    assert read.labs.tobytes() == silent.labs.tobytes()
    assert read_everything(read) == read_everything(silent)


def test_rows_have_the_columns_of_the_interface(career):
    lab = play(Lab(1, months=60, world=BUSY_WORLD), 20, random.Random(1))
    while not (lab.events.pending() and lab.grants.calls()):
        lab.next_month()
    answers = read_everything(lab)
    for name, expected in COLUMNS.items():
        assert answers[name], f"nothing to read in {name}"
        assert {tuple(row) for row in answers[name]} == {tuple(expected.split())}
    board = answers["dashboard"]
    assert list(board) == DASHBOARD.split()
    assert list(board["attention"]) == ATTENTION.split()
    assert {tuple(row) for row in board["students"]} == {tuple(STUDENT.split())}
    reports = [row for rows in answers["reports"].values() for row in rows]
    assert {tuple(row) for row in reports} == {("student_id", "month", "report_quality", "meeting_sentiment")}


def plain(value):
    if isinstance(value, dict):
        return type(value) is dict and all(type(key) is str and plain(item) for key, item in value.items())
    if isinstance(value, list):
        return type(value) is list and all(plain(item) for item in value)
    return value is None or type(value) in (int, float, str, bool)


def test_answers_are_plain(career):
    lab = play(Lab(1, months=60, world=BUSY_WORLD), 15, random.Random(1))
    assert plain(read_everything(lab))
    assert plain(read_everything(career))
    assert plain(career.summary())
    assert plain(lab.recruit.hire_ra())


def spoil(value):
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            spoil(item)
    value.clear()


def test_answers_are_copies(career):
    before = json.dumps(read_everything(career))
    spoil(read_everything(career))
    assert json.dumps(read_everything(career)) == before


def test_dashboard_by_hand():
    """The first month of seed 101 after some commands, with numbers from the rules page."""
    lab = Lab(101)
    lab.recruit.hire_manager()
    lab.recruit.hire_ra()
    lab.students.set_mentoring({"RA001": 7})
    lab.projects.start("theory", 2, ["RA001"], 1000)
    lab.recruit.interview([lab.recruit.applicants()[0]["id"]])
    board = lab.dashboard()
    assert (board["month"], board["label"], board["months_total"]) == (1, "Y1M1", 60)
    assert board["est_monthly_burn"] == 4500 + 1800 + 1000
    assert board["runway_months"] == round(600000 / 7300, 1)
    hours = {"base": 100.0, "oversight_tax": 1.5, "pool": 98.5, "mentoring_reserved": 7.0}
    assert board["attention"] == {**hours, "oneoff_used": 3.0, "left": 88.5} == lab.attention()
    assert [row["id"] for row in board["staff"]] == ["MGR001", "RA001"]
    assert (board["students"], board["lab_standing"]) == ([], "unknown")
    assert [row["progress_pct"] for row in board["active_projects"]] == [0.0]
    assert board["venue_deadlines_this_month"] == []
    assert [row["id"] for row in board["open_grant_calls"]] == ["TIF-rolling"]
    assert board["notes"] == [
        "Hiring season: applicants can be interviewed and offered places until month 3 ends.",
    ]
    for _ in range(2):
        lab.next_month()
    assert lab.dashboard()["venue_deadlines_this_month"] == ["NAIC"]
    for _ in range(4):
        lab.next_month()
    assert lab.dashboard()["label"] == "Y1M7"
    assert "Service month: duties take 12 h." in lab.dashboard()["notes"]


def test_histories_outlive_the_record(career):
    """Ledger, news, field, reports and events are all there, though the record keeps only the last of them."""
    lab = career.labs[0]
    ledger, news = career.ledger(10**6), career.field.news(10**6)
    assert len(ledger) == lab["n_ledger"] > len(lab["past"]["ledger"])
    assert sum(row["amount"] for row in ledger) == pytest.approx(float(lab["ledger_total"]))
    assert len(news) == lab["n_news"] > len(lab["news"])
    months = [row["month"] for row in career.field.preprints(10**6)]
    assert months == [month for month in range(1, 61) for _ in range(8)]
    assert [row["id"] for row in career.view().events()] == [f"E{n:03d}" for n in range(1, lab["n_events_ever"] + 1)]
    assert {row["status"] for row in career.view().events()} >= {"accepted", "declined", "expired"}
    citations = sum(row["citations"] for row in career.history.citations)
    assert citations == career.summary()["citations"] > 0
    for person in career.students.list():
        reports = career.students.reports(person["id"], 10**6)
        last = (person["left_month"] or 60) if person["role"] in ("phd", "postdoc") else 0
        first = person["arrived_month"] + (person["role"] == "postdoc")  # found after the others have reported
        assert [row["month"] for row in reports] == list(range(first, last + 1))


def test_ledger_knows_the_open_month():
    lab = Lab(1)
    lab.grants.propose("TIF-rolling", "theory", 5)
    lab.recruit.post_postdoc()
    assert [tuple(row.values()) for row in lab.ledger()] == [
        (1, "proposal_fee", -500.0, "fee of PR001"),
        (1, "postdoc_search", -1000.0, "posting of PDsearch001"),
    ]


def test_counts_limit_lists(career):
    assert career.ledger(3) == career.ledger(10**6)[-3:]
    assert career.field.news(2) == career.field.news(10**6)[-2:]
    assert {row["month"] for row in career.field.preprints(2)} == {59, 60}
    assert career.ledger(0) == career.field.news(0) == career.field.preprints(0) == []
    assert career.students.reports("S001", 1) == career.students.reports("S001", 10**6)[-1:]


def test_attachments_are_remembered(career):
    attached = [row["attached"] for row in career.grants.proposals()]
    assert any(name.startswith("P") for names in attached for name in names)
    assert any(name.startswith("D") for names in attached for name in names)


def test_grants_received_is_what_the_ledger_says(career):
    half = play(Lab(1, months=60, world=BUSY_WORLD), 23, random.Random(1))
    for lab in (half, career):
        booked = [row["amount"] for row in lab.ledger(10**6) if row["category"] == "grant_income"]
        assert grants_received(lab.labs[0]) == pytest.approx(sum(booked), abs=0.01 * len(booked))
    assert 0 < grants_received(half.labs[0]) < half.summary()["grant_dollars"]


# --- Copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "duplicate",
    [Lab.clone, copy.deepcopy, copy.copy, lambda lab: pickle.loads(pickle.dumps(lab))],
    ids=["clone", "deepcopy", "copy", "pickle"],
)
def test_copies_part_and_play_on_alike(duplicate):
    lab = play(Lab(9, months=30, world=BUSY_WORLD, salt="pepper", staff_tools=False), 12, random.Random(9))
    before = json.dumps(read_everything(lab))
    twins = [duplicate(lab) for _ in range(2)]
    for twin in twins:
        play(twin, 30, random.Random(4))
        assert not twin.staff_tools
    assert json.dumps(read_everything(lab)) == before
    assert json.dumps(read_everything(twins[0])) == json.dumps(read_everything(twins[1]))
    assert twins[0].labs.tobytes() == twins[1].labs.tobytes() != lab.labs.tobytes()
    play(lab, 30, random.Random(4))
    assert lab.labs.tobytes() == twins[0].labs.tobytes()


def test_errors_can_be_pickled():
    error = pickle.loads(pickle.dumps(LabError("attention", "too few hours")))
    assert (error.kind, str(error)) == ("attention", "too few hours")
    assert pibench_env.lab.ApiError is LabError


# --- The constructor --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 1.0, True, np.bool_(False), "1", None])
def test_seeds_that_are_none(seed):
    with pytest.raises(SeedError, match="seed"):
        Lab(seed)


def test_largest_seed_is_a_world():
    assert Lab(np.int64(LARGEST_SEED)).summary()["seed"] == LARGEST_SEED
    assert Lab(np.uint8(5)).labs.tobytes() == Lab(5).labs.tobytes()


def test_months_and_world():
    assert Lab(1, months=3).labs.tobytes() == Lab(1, world={"months": 3}).labs.tobytes()
    assert Lab(1, months=np.int64(3)).months == 3
    assert Lab(1, world={"start_budget": 5e5}).params.changed() == {"start_budget": 5e5}
    with pytest.raises(ParameterError, match="given twice: 3 and 4"):
        Lab(1, months=3, world={"months": 4})
    with pytest.raises(ParameterError, match="did you mean 'months'"):
        Lab(1, world={"month": 4})
    with pytest.raises(ParameterError, match="maps parameter names"):
        Lab(1, world=[("months", 4)])
    with pytest.raises(ParameterError, match="salt is a text"):
        Lab(1, salt=5)


def test_salt_changes_the_luck():
    labs = [Lab(1), Lab(1, salt=""), Lab(1, salt="pepper"), Lab(1, salt="pepper"), Lab(1, salt="paprika")]
    seen = [json.dumps(lab.recruit.applicants()) for lab in labs]
    assert seen[0] == seen[1] != seen[2] == seen[3] != seen[4]
    assert {lab.seed for lab in labs} == {1} == {lab.summary()["seed"] for lab in labs}


def test_numpy_scalars_are_numbers():
    plain_lab, numpy_lab = Lab(1), Lab(1)
    for lab, number, whole, text in ((plain_lab, float, int, str), (numpy_lab, np.float32, np.int64, np.str_)):
        lab.recruit.hire_ra()
        lab.students.set_mentoring({text("RA001"): number(2.5)})
        lab.projects.start(text("theory"), whole(1), np.array(["RA001"]), number(100.0))
        lab.projects.set_compute(text("PJ001"), whole(200))
        lab.grants.propose(text("TIF-rolling"), text("theory"), number(5.0))
        lab.next_month()
    assert plain_lab.labs.tobytes() == numpy_lab.labs.tobytes()
    assert plain(read_everything(numpy_lab))
