"""Recordings: what a recorder writes, what a reader refuses, and that a replay finds any difference where it is."""

import copy
import gzip
import json
import os

import numpy as np
import pytest

from pibench_env.answers import answer
from pibench_env.calls import CallError, write_command
from pibench_env.codes import Outcome
from pibench_env.kernel import apply_at, be_born_at
from pibench_env.params import Params
from pibench_env.recording import Recorder, RecordingError, check_recording, read_recording, write_recording
from pibench_env.replay import Difference, mismatch, replay, replay_files
from pibench_env.rng.keys import salted_root
from pibench_env.rules import rules_of, world_hash
from pibench_env.state import empty_commands, empty_labs

GOLDEN = "random-nurture-00"  # every table has rows, and every answer was recorded
SALT = "a secret that nobody may find"


@pytest.fixture(scope="module")
def golden(load_recording):
    return load_recording(GOLDEN)


class Career:
    """A lab played by hand with a recorder beside it."""

    def __init__(self, seed=101, config=None, policy="by hand", salt=None):
        params = Params.of(config)
        self.rules, self.labs, self.commands = rules_of(params), empty_labs(1), empty_commands(1)
        root = salted_root(salt or "", seed)
        be_born_at(self.labs, 0, np.uint64(seed), np.uint64(root), self.rules)
        self.recorder = Recorder(self.labs, 0, self.rules, params, seed, policy, salt)
        self.recorder.initial()

    def give(self, call, args):
        try:
            write_command(self.commands[0], self.labs[0], self.rules[0], call, args)
        except CallError as error:
            return error.outcome, None
        outcome = apply_at(self.labs, 0, self.commands, 0, self.rules)
        return outcome, answer(self.labs[0], self.commands[0]) if outcome == Outcome.OK else None

    def call(self, call, args):
        return self.recorder.call(call, args, *self.give(call, args))

    def next_month(self):
        assert self.give("next_month", {})[0] == Outcome.OK
        self.recorder.month_closed()


def play_again(recording):
    career = Career(recording["seed"], recording["config"], recording["policy"])
    for month in recording["months"]:
        for call in month["calls"]:
            career.call(call["call"], call["args"])
        career.next_month()
    return career


def short_career(salt=None):
    career = Career(salt=salt)
    career.call("recruit.hire_ra", {})
    career.call("projects.start", {"topic": "theory", "tier": 1, "members": ["RA001"], "monthly_compute": 100})
    career.next_month()
    career.call("papers.polish", {"draft_id": "D001", "hours": 3})
    career.next_month()
    return career


# --- Recording --------------------------------------------------------------------------------------------------------


def test_a_recorder_beside_the_same_calls_writes_the_golden_recording(golden):
    assert mismatch(golden, play_again(golden).recorder.finish()) is None


def test_what_is_tried_after_the_end_is_recorded_once(load_recording):
    golden = load_recording("directed-fel-54")
    career = play_again(golden)
    career.call("next_month", {})
    career.call("recruit.hire_ra", {})
    recording = career.recorder.finish()
    assert recording["after_end"] == golden["after_end"]
    assert len(recording["months"]) == len(golden["months"])


def test_a_recorder_comes_at_birth():
    career = short_career()
    late = Recorder(career.labs, 0, career.rules, Params(), 101, "late")
    with pytest.raises(ValueError, match="starts in month 1, and this lab is in month 3"):
        late.initial()


def test_a_month_that_was_not_closed_is_kept_and_replayed():
    career = short_career()
    career.call("recruit.hire_manager", {})
    recording = career.recorder.finish()
    assert recording["months"][2].keys() == {"month", "calls"}
    result = replay(recording)
    assert (result.equal, result.months, result.calls) == (True, 2, 4)


def test_closed_events_stay_in_the_record(golden):
    last = play_again(golden).recorder.finish()["months"][-1]["after"]["events"]
    assert [event["id"] for event in last] == [f"E{number:03d}" for number in range(1, len(last) + 1)]
    assert {event["status"] for event in last} > {"expired", "accepted"}


ODD_CALLS = [
    ("papers.polish", {"draft_id": "D001", "hours": float("nan")}, "not_finite"),
    ("papers.polish", {"draft_id": "D001", "hours": np.float64("-inf")}, "not_finite"),
    ("papers.polish", {"draft_id": object(), "hours": 3}, "wrong_type"),
    ("papers.polish", {"draft_id": b"D001", "hours": 3}, "wrong_type"),
    ("papers.polish", {"draft_id": "\ud800", "hours": np.int64(3)}, "wrong_status"),
    ("papers.polish", {"draft_id": "D001"}, "wrong_type"),
    ("students.set_mentoring", {"hours_by_student": {1: 3}}, "wrong_type"),
    ("students.set_mentoring", {"hours_by_student": {"RA001": np.True_}}, "wrong_type"),
    ("students.set_mentoring", {"hours_by_student": {"RA001": np.float32(1.5)}}, None),
    ("recruit.interview", {"applicant_ids": np.array(["APP900"])}, "unknown_id"),
    ("recruit.interview", {"applicant_ids": {"APP900"}}, "wrong_type"),
    ("recruit.hire_ra", {1: 2}, "wrong_type"),
    ("papers.burn", {}, "unknown_verb"),
]


@pytest.mark.parametrize(("call", "args", "error"), ODD_CALLS)
def test_odd_arguments_are_recorded_so_that_they_end_the_same_way(tmp_path, call, args, error):
    career = short_career()
    assert career.call(call, args).get("error") == error
    write_recording(tmp_path / "odd.json.gz", career.recorder.finish())
    (result,) = replay_files([tmp_path / "odd.json.gz"])
    assert result.equal, result


# --- Files ------------------------------------------------------------------------------------------------------------


def test_written_and_read_it_is_the_same(tmp_path, golden):
    recording = play_again(golden).recorder.finish()
    path = tmp_path / "new" / "run.json.gz"
    write_recording(path, recording)
    assert read_recording(path) == recording
    assert replay(read_recording(path)).equal
    assert os.listdir(path.parent) == ["run.json.gz"]


def test_equal_recordings_are_equal_bytes(tmp_path, monkeypatch):
    write_recording(tmp_path / "a.json.gz", short_career().recorder.finish())
    monkeypatch.setattr("time.time", lambda: 0.0)
    write_recording(tmp_path / "b.json.gz", short_career().recorder.finish())
    assert (tmp_path / "a.json.gz").read_bytes() == (tmp_path / "b.json.gz").read_bytes()


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "run.json.gz"
    write_recording(path, short_career().recorder.finish())
    before = path.read_bytes()

    def full_disk(_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space left"):
        write_recording(path, {"other": 1})
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["run.json.gz"]


def test_plain_json_is_read_too(tmp_path):
    recording = short_career().recorder.finish()
    path = tmp_path / "run.json"
    path.write_text(json.dumps(recording), encoding="utf-8")
    assert read_recording(path) == recording


WHOLE = gzip.compress(b'{"seed": 1}')
DAMAGED = [
    (WHOLE[:-9], "damaged gzip file"),
    (WHOLE[:12] + b"\xff\xff" + WHOLE[14:], "damaged gzip file"),
    (WHOLE + b"rest", "damaged gzip file"),
    (b"", "line 1, column 1: no JSON"),
    (b'{"seed": 1,}', "line 1, column 12: no JSON"),
    (b'{"seed": "\xff"}', "byte 10 is no UTF-8 text"),
    (b'{"seed": NaN}', "NaN is no JSON number"),
    (b"[" * 100_000, "no JSON of a recording"),
    (b"9" * 5000, "no JSON of a recording"),
    (b"[1, 2]", "the recording is no object but a list"),
    (b'{"file": "other"}', "the recording has no 'seed'; needed are seed, config, policy"),
    (WHOLE, "the recording has no 'config'"),
]


@pytest.mark.parametrize(("content", "message"), DAMAGED)
def test_damaged_and_foreign_files_are_refused_by_name_and_place(tmp_path, content, message):
    path = tmp_path / "bad.json.gz"
    path.write_bytes(content)
    with pytest.raises(RecordingError) as caught:
        read_recording(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RecordingError, match="cannot be read: No such file"):
        read_recording(tmp_path / "none.json.gz")
    with pytest.raises(RecordingError, match="cannot be read: Is a directory"):
        read_recording(tmp_path)


POLISH = {"call": "papers.polish", "args": {}, "ok": True}
MISSHAPEN = [
    (["seed"], True, "'seed' is true or false; it has to be a whole number"),
    (["seed"], 1.5, "'seed' is a number with a fraction; it has to be a whole number"),
    (["seed"], -1, "seed -1 is out of range; allowed are 0 to 9223372036854775807"),
    (["config"], {"start_bugdet": 1}, "config: unknown parameter 'start_bugdet'; did you mean 'start_budget'?"),
    (["config"], {"months": 500}, "config: parameter 'months' is 500; allowed are 1 to 120"),
    (["config"], [], "'config' is a list; it has to be an object"),
    (["policy"], None, "'policy' is null; it has to be a text"),
    (["salted"], True, "the recording has no 'world'"),
    (["months", 0], 7, "months, entry 1 is no object but a whole number"),
    (["months", 0], {"month": 1, "calls": []}, "months, entry 1 has no 'after'"),
    (["months", 1, "month"], 3, "months, entry 2: it is month 3; months count from 1 without gaps"),
    (["months", 1, "calls", 0], {"args": {}, "ok": True}, "month 2, call 1 has no 'call'"),
    (["months", 1, "calls", 0], {**POLISH, "args": []}, "month 2, call 1: 'args' is a list"),
    (["months", 1, "calls", 0], {**POLISH, "ok": 1}, "month 2, call 1: 'ok' is a whole number"),
    (["months", 1, "calls", 0], {**POLISH, "ok": False}, "month 2, call 1 has no 'error'"),
    (["months", 1, "calls", 0], {**POLISH, "call": "papers.polsh"}, "'papers.polsh'; did you mean 'papers.polish'?"),
    (["months", 1, "calls", 0], {**POLISH, "call": "next_month"}, "month 2, call 1: next_month stands between months"),
    (["after_end"], "x", "after_end is no object but a text"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "value", "message"), MISSHAPEN)
def test_misshapen_recordings_are_refused(place, value, message):
    recording = copy.deepcopy(short_career().recorder.finish())
    put(recording, place, value)
    with pytest.raises(RecordingError) as caught:
        check_recording(recording)
    assert message in str(caught.value)


def put(recording, place, value):
    *inner, last = place
    for step in inner:
        recording = recording[step]
    recording[last] = value


# --- Replaying --------------------------------------------------------------------------------------------------------


MONTH = 41  # after it every table has rows
AFTER = ["months", MONTH - 1, "after"]
CALLS = ["months", MONTH - 1, "calls"]


def nudged(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, str | None):
        return f"{value}?"
    return value + 1 if isinstance(value, int) else value * (1 + 1e-8)


NUDGES = [
    (["initial", "budget"], (0, "lab", None, "budget")),
    (["initial", "news_since_last", 0, "level"], (0, "news_since_last", "1", "level")),
    ([*AFTER, "finished"], (MONTH, "lab", None, "finished")),
    ([*AFTER, "reputation"], (MONTH, "lab", None, "reputation")),
    ([*AFTER, "ledger_rows"], (MONTH, "lab", None, "ledger_rows")),
    ([*AFTER, "spent_or_earned_total"], (MONTH, "lab", None, "spent_or_earned_total")),
    ([*AFTER, "attention", "pool"], (MONTH, "attention", None, "pool")),
    ([*AFTER, "hotness", 3], (MONTH, "hotness", "reasoning", None)),
    ([*AFTER, "crowding", 7], (MONTH, "crowding", "neuro_ai", None)),
    ([*AFTER, "preprints_this_month", 0], (MONTH, "preprints_this_month", "sparse_models", None)),
    ([*AFTER, "conference_report_this_month", 2, 2], (MONTH, "conference_report_this_month", "3", "3")),
    ([*AFTER, "people", 0, "morale"], (MONTH, "people", "MGR001", "morale")),
    ([*AFTER, "people", 0, "last_report"], (MONTH, "people", "MGR001", "last_report")),
    ([*AFTER, "projects", 0, "members", 0], (MONTH, "projects", "PJ001", "members.1")),
    ([*AFTER, "drafts", 0, "quality"], (MONTH, "drafts", "D001", "quality")),
    ([*AFTER, "submissions", 0, "scores", 2], (MONTH, "submissions", "SUB001", "scores.3")),
    ([*AFTER, "publications", 0, "citations"], (MONTH, "publications", "P001", "citations")),
    ([*AFTER, "proposals", 24, "quality"], (MONTH, "proposals", "PR025", "quality")),
    ([*AFTER, "awards", 0, "monthly"], (MONTH, "awards", "A001", "monthly")),
    ([*AFTER, "events", 35, "expires"], (MONTH, "events", "E036", "expires")),
    ([*AFTER, "applicants", 0, "letter"], (MONTH, "applicants", "APP036", "letter")),
    ([*AFTER, "news_since_last", 1, "count"], (MONTH, "news_since_last", "2", "count")),
    ([*CALLS, 1, "error"], (MONTH, "calls", "2 projects.start", "error")),
    ([*CALLS, 0, "out", "mentoring_total"], (MONTH, "calls", "1 students.set_mentoring", "out.mentoring_total")),
    (["summary", "impact"], (None, "summary", None, "impact")),
    (["eval", "seed"], (None, "eval", None, "seed")),
    (["eval", "projects", 0, "future_hot"], (None, "eval.projects", "PJ001", "future_hot")),
    (["eval", "researchers", 1, "ability"], (None, "eval.researchers", "S002", "ability")),
    (["eval", "monthly_mentoring", 40, "mentoring", "S002", "hours"],
     (None, "eval.monthly_mentoring", "41", "mentoring.S002.hours")),
]  # fmt: skip


@pytest.mark.parametrize(("place", "expected"), NUDGES)
def test_one_nudged_value_is_found_where_it_is(golden, place, expected):
    recording = copy.deepcopy(golden)
    value = look(recording, place)
    put(recording, place, nudged(value))
    result = replay(recording)
    found = result.first_difference
    assert not result.equal
    assert (found.month, found.table, found.id, found.field) == expected
    assert found.recorded == nudged(value)
    assert found.got == (pytest.approx(value, rel=1e-9) if isinstance(value, float) else value)


def look(recording, place):
    for step in place:
        recording = recording[step]
    return recording


def difference(recording, place, value):
    recording = copy.deepcopy(recording)
    put(recording, place, value)
    return replay(recording).first_difference


def test_a_refused_call_that_was_recorded_as_done_is_found(golden):
    call = {**look(golden, [*CALLS, 1]), "ok": True}
    del call["error"]
    found = difference(golden, [*CALLS, 1], call)
    assert found == Difference(MONTH, "calls", "2 projects.start", "error", None, "capacity")


def test_missing_and_surplus_rows_and_columns_are_found(golden):
    people = look(golden, [*AFTER, "people"])
    assert difference(golden, [*AFTER, "people"], people[:-1]) == Difference(MONTH, "people", None, "rows", 20, 21)
    assert difference(golden, [*AFTER, "people"], people[1:]).id == "S001"
    row = {**people[0], "mood": 1}
    assert difference(golden, [*AFTER, "people", 0], row) == Difference(MONTH, "people", "MGR001", "mood", 1, "absent")
    row = {name: value for name, value in people[0].items() if name != "role"}
    assert difference(golden, [*AFTER, "people", 0], row) == Difference(
        MONTH, "people", "MGR001", "role", "absent", "manager"
    )
    assert difference(golden, [*AFTER, "fame"], 3) == Difference(MONTH, "lab", None, "fame", 3, "absent")


def test_a_whole_number_or_choice_of_another_type_is_found(golden):
    for other in (0, 0.0, None, "false"):
        assert difference(golden, [*AFTER, "finished"], other) == Difference(
            MONTH, "lab", None, "finished", other, False
        )
    assert difference(golden, [*AFTER, "budget"], 10**400).field == "budget"


def test_doubles_may_differ_in_the_tenth_digit(golden):
    place = [*AFTER, "reputation"]
    value = look(golden, place)
    assert difference(golden, place, value * (1 + 1e-10)) is None
    assert difference(golden, place, value * (1 + 1e-8)) is not None


def test_calls_after_the_end_are_compared(load_recording):
    golden = load_recording("directed-fel-54")
    found = difference(golden, ["after_end", "error"], "deadline")
    assert found == Difference(None, "after_end", "next_month", "error", "deadline", "over")


def test_months_beyond_the_end_are_found(golden):
    months = golden["months"]
    found = difference(golden, ["months"], [*months, {**months[-1], "month": 61, "calls": []}])
    assert found == Difference(61, "calls", "next_month", "error", None, "over")


def test_an_answer_that_was_not_recorded_is_not_compared(golden):
    call = {key: value for key, value in look(golden, [*CALLS, 0]).items() if key != "out"}
    assert difference(golden, [*CALLS, 0], call) is None


def test_a_bad_file_does_not_stop_the_others(tmp_path):
    recording = short_career().recorder.finish()
    write_recording(tmp_path / "good.json.gz", recording)
    (tmp_path / "bad.json.gz").write_bytes(b"{}")
    recording["summary"]["h_index"] = 9
    write_recording(tmp_path / "other.json.gz", recording)
    found = replay_files([tmp_path / "bad.json.gz", tmp_path / "good.json.gz", tmp_path / "other.json.gz"])
    assert [result.equal for result in found] == [False, True, False]
    assert "has no 'seed'" in found[0].error
    assert json.loads(json.dumps(found[2].as_dict())) == {
        "file": str(tmp_path / "other.json.gz"), "months": 2, "calls": 3, "equal": False,
        "first_difference": {
            "month": None, "table": "summary", "id": None, "field": "h_index", "recorded": 9, "got": 0,
        },
    }  # fmt: skip
    assert str(found[2].first_difference) == "at the end: summary h_index: recorded 9, got 0"


# --- Salt -------------------------------------------------------------------------------------------------------------


def test_a_salted_recording_keeps_the_salt_secret_and_needs_it_for_replay(tmp_path):
    path = tmp_path / "salted.json.gz"
    write_recording(path, short_career(salt=SALT).recorder.finish())
    recording = read_recording(path)
    assert SALT not in gzip.decompress(path.read_bytes()).decode()
    assert recording["salted"] is True
    assert recording["world"] == world_hash(Params(), SALT)
    assert recording["initial"] != short_career().recorder.finish()["initial"]
    assert replay(recording, SALT).equal
    with pytest.raises(RecordingError, match="replaying it takes the salt"):
        replay(recording)
    (unsalted,) = replay_files([path])
    assert unsalted.error.startswith(f"{path}: it was recorded in a salted world")
    with pytest.raises(RecordingError, match="this salt and these rules make world"):
        replay(recording, "another")


def test_recordings_without_a_salt_ignore_one():
    recording = short_career().recorder.finish()
    assert "salted" not in recording
    assert replay(recording, SALT).equal


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text.replace('"budget": 600000.0', '"budget": 1e999', 1), "1e999 is no JSON number"),
        (lambda text: text.replace('"config": {}', '"config": ' + '{"a":' * 5000 + "1" + "}" * 5000, 1), "no JSON of"),
    ],
    ids=["beyond all doubles", "nested"],
)
def test_numbers_and_nestings_beyond_reading_stop_nobody_else(spoil, message, tmp_path, load_recording):
    text = json.dumps(load_recording("idle-101"))
    (tmp_path / "bad.json").write_text(spoil(text), encoding="utf-8")
    (tmp_path / "good.json").write_text(text, encoding="utf-8")
    bad, good = replay_files([tmp_path / "bad.json", tmp_path / "good.json"])
    assert message in bad.error
    assert good.equal


def test_a_deep_argument_stops_nobody_else(tmp_path, load_recording):
    recording = load_recording("idle-101")
    deep: dict = {}
    for _ in range(900):
        deep = {"a": deep}
    recording["months"][0]["calls"].append(
        {"call": "projects.kill", "args": {"project_id": deep}, "ok": False, "error": "x"}
    )
    (tmp_path / "bad.json").write_text(json.dumps(recording), encoding="utf-8")
    (found,) = replay_files([tmp_path / "bad.json"])
    assert not found.equal
