"""Every policy gives the recorded commands, with the recorded outcomes, month by month."""

import pytest
from policy_careers import PolicyCareer

RECORDINGS = [
    *(f"baseline-{seed}" for seed in range(101, 109)),
    "baseline-101-frozen",
    "baseline-104-noscoop",
    *(f"oracle-{seed}" for seed in range(101, 109)),
    "ambitious-101",
    "ambitious-104",
    "idle-101",
]


def ordered(args):
    """Arguments with the order of tables of hours kept: it is the order in which people were named."""
    return {name: list(value.items()) if isinstance(value, dict) else value for name, value in args.items()}


@pytest.mark.parametrize("name", RECORDINGS)
def test_commands_are_the_recorded_ones(load_recording, name):
    recording = load_recording(name)
    career = PolicyCareer(name.partition("-")[0], recording["seed"], recording["config"])
    for month in recording["months"]:
        assert career.lab["month"] == month["month"]
        given = [(call, ordered(args), word) for call, args, word in career.play_month()]
        recorded = [
            (call["call"], ordered(call["args"]), "ok" if call["ok"] else call["error"]) for call in month["calls"]
        ]
        assert given == recorded, f"month {month['month']}"
        career.close()
    assert career.finished
