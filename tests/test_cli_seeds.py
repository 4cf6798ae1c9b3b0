"""`pibench seeds`: which sets there are, which seeds a text names, and which set a seed is of."""

import json

import pytest

from pibench_env.cli import main
from pibench_env.seeds import SETS, SeedError, refuse, seed_set

TRAIN = seed_set("train")


def shown(capsys, *words):
    """What is printed on stdout; nothing else may be printed."""
    code = main(["seeds", *words])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def test_sets_are_listed(capsys):
    heading, *lines = shown(capsys).splitlines()
    assert heading.split()[0] == "set"
    assert [line.split()[0] for line in lines] == ["train", "tune", "test", "calibrate", "published"]
    for line, seeds in zip(lines, SETS.values(), strict=True):
        assert seeds.purpose in line
        assert line.split()[-4:-1] == [str(seeds[0]), str(seeds[-1]), str(len(seeds))]


def test_sets_as_a_document(capsys):
    rows = json.loads(shown(capsys, "--json"))
    assert rows[0] == {
        "set": "train",
        "purpose": TRAIN.purpose,
        "first": TRAIN[0],
        "last": TRAIN[-1],
        "count": 2**30,
        "for_tuners_and_trainers": True,
    }
    assert (rows[-1]["first"], rows[-1]["last"], rows[-1]["count"]) == (101, 1002, 10)


@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_said_to_be_for_tuners_is_what_they_are_not_refused(capsys, as_json):
    words = ["--json"] if as_json else []
    out = shown(capsys, *words)
    if as_json:
        allowed = {row["set"]: row["for_tuners_and_trainers"] for row in json.loads(out)}
    else:
        allowed = {line.split()[0]: line.split()[-1] == "yes" for line in out.splitlines()[1:]}
    for name, is_allowed in allowed.items():
        if is_allowed:
            refuse(seed_set(name)[:1], "tuning")
        else:
            with pytest.raises(SeedError):
                refuse(seed_set(name)[:1], "tuning")
    assert set(allowed.values()) == {True, False}


def test_seeds_of_a_text(capsys):
    assert shown(capsys, "train[0:2],101-103,7").splitlines() == [
        str(TRAIN[0]),
        str(TRAIN[1]),
        "101",
        "102",
        "103",
        "7",
    ]


def test_sets_of_seeds(capsys):
    lines = [f"{TRAIN[5]} train", "101 published", "7 none"]
    assert shown(capsys, "--of", "train[5:6],101,7").splitlines() == lines
    assert shown(capsys, f"{TRAIN[5]},101,7", "--of").splitlines() == lines


@pytest.mark.parametrize("flags", [["--json"], ["--json", "--of"]])
def test_seeds_as_a_document(capsys, flags):
    rows = json.loads(shown(capsys, "tune[:1],1002,7", *flags))
    assert rows == [
        {"seed": seed_set("tune")[0], "set": "tune"},
        {"seed": 1002, "set": "published"},
        {"seed": 7, "set": None},
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--of"], "needs seeds, for example: pibench seeds --of 101"),
        (["trian[:3]"], "did you mean 'train'?"),
        (["train"], "more than 1000000 seeds"),
        (["101,101"], "named twice"),
        (["103-101", "--json"], "did you mean 101-103?"),
        (["--of", "1.5"], "names no seeds; allowed are numbers"),
        ([""], "names no seeds"),
        (["101", "102"], "102"),
        (["--which", "101"], "--which"),
    ],
)
def test_mistakes(capsys, words, said):
    assert main(["seeds", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
