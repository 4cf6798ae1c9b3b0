"""The world is the published one: every golden recording is played again, and nothing may differ."""

import json
from pathlib import Path

import numpy as np
import pytest

from pibench_env import replay as replaying
from pibench_env.batch import apply_each, born
from pibench_env.recording import read_recording
from pibench_env.replay import replay
from pibench_env.shelf import new_tapes
from pibench_env.worlds import World

GOLDEN = Path(__file__).parent / "data" / "golden"
FILES = sorted(GOLDEN.glob("*.json.gz"))
INDEX = json.loads((GOLDEN / "index.json").read_text(encoding="utf-8"))


def play_on_tape(monkeypatch):
    """Let recordings be played with a tape."""
    tapes, place, outcome = new_tapes(1), np.zeros(1, np.int64), np.zeros(1, np.uint8)

    def apply(labs, i, commands, k, rules):
        assert i == k == 0
        apply_each(labs, 0, 1, commands, rules, outcome, tapes, place)
        return int(outcome[0])

    monkeypatch.setattr(replaying, "apply_at", apply)
    monkeypatch.setattr(World, "new_lab", lambda world, seed: born([seed], world))


@pytest.mark.parametrize("has_tape", [False, True], ids=["", "tape"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_golden(path, has_tape, monkeypatch):
    if has_tape:
        play_on_tape(monkeypatch)
    recording = read_recording(path)
    result = replay(recording)
    assert result.equal, str(result.first_difference)
    assert result.months == len(recording["months"])
    assert result.calls == sum(len(month["calls"]) for month in recording["months"])


def test_index_lists_the_files():
    assert [path.name for path in FILES] == sorted(entry["file"] for entry in INDEX)


def test_golden_runs_meet_every_published_refusal():
    """A refusal that no recording holds would be compared with nothing."""
    calls = [call for path in FILES for month in read_recording(path)["months"] for call in month["calls"]]
    kinds = {call["error"] for call in calls if not call["ok"]}
    assert kinds == {
        "attention", "unknown_id", "deadline", "capacity", "cooldown", "out_of_season", "wrong_status", "out_of_range",
        "concurrent_cap", "once_only", "too_early", "no_members", "not_rejected_yet", "not_dismissable",
        "unknown_topic", "unknown_venue", "negative_hours",
    }  # fmt: skip
