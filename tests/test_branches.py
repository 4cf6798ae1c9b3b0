"""Forks at any month: the same luck is the parent's, new luck is another and can be had again."""

import hashlib

import numpy as np
import pytest

from pibench_env.batch import apply_to_all, born
from pibench_env.branches import fork
from pibench_env.codes import Verb
from pibench_env.parameter import ParameterError
from pibench_env.seeds import seed_set
from pibench_env.state import HOT_BYTES, LAB, empty_commands
from pibench_env.worlds import World

WORLD = World.of(None)
SEEDS = [int(seed) for seed in seed_set("tune")[:200]]
rng = np.random.default_rng(6)
MONTHS = rng.integers(1, 50, len(SEEDS))


def play(labs, months):
    """Hire and close so many months, row by row."""
    labs = np.frombuffer(bytearray(labs.tobytes()), LAB)
    commands = empty_commands(len(labs))
    for month in range(max(months)):
        verbs = (Verb.HIRE_RA, Verb.POST_POSTDOC, Verb.NEXT_MONTH) if month % 20 == 0 else (Verb.NEXT_MONTH,)
        at_work = [k for k, n in enumerate(months) if month < n]
        some = np.frombuffer(bytearray(b"".join(labs[k].tobytes() for k in at_work)), LAB)
        for verb in verbs:
            commands["verb"] = verb
            apply_to_all(some, commands[: len(some)], WORLD)
        places = labs.view(np.uint8).reshape(len(labs), -1)
        places[at_work] = some.view(np.uint8).reshape(len(some), -1)
    return labs


@pytest.fixture(scope="module")
def parents():
    """200 seeds, each at a month of its own."""
    return play(born(SEEDS, WORLD), MONTHS.tolist())


def test_forks_with_the_same_luck_fare_as_their_parents(parents):
    ends = [8] * len(parents)
    expected = play(parents, ends)
    forks = fork(parents, 3)
    assert forks.tobytes() == b"".join(3 * parent.tobytes() for parent in parents)
    played = play(forks, [8] * len(forks))
    assert played.tobytes() == b"".join(3 * lab.tobytes() for lab in expected)


def test_forks_with_new_luck_differ_and_can_be_had_again(parents):
    forks = fork(parents, 3, luck="new")
    assert forks.tobytes() == fork(parents, 3, luck="new", threads=2).tobytes()
    hot = [labs.view(np.uint8).reshape(len(labs), -1)[:, :HOT_BYTES] for labs in (forks, parents)]
    assert np.array_equal(hot[0], np.repeat(hot[1], 3, axis=0)), "nothing but the luck to come is another"
    one, other = play(forks, [8] * len(forks)), play(forks, [8] * len(forks))
    assert one.tobytes() == other.tobytes()
    assert len({lab["field_months"]["headlines"].tobytes() for lab in one}) == len(one), "luck is shared"
    same = play(fork(parents, 3), [8] * len(forks))
    for name in ("hotness", "crowding", "climate", "compute_price"):  # streams go on as in the parent
        assert one[name].tobytes() == same[name].tobytes()
    assert (one["field_months"]["headlines"] != same["field_months"]["headlines"]).any(axis=(1, 2)).all()


def test_branches_have_numbers(parents):
    parent = parents[:1]
    forks = fork(parent, 4, luck="new")
    assert fork(parent, 2, luck="new", branch=2).tobytes() == forks[2:].tobytes()
    root = int(parent["luck"]["root"][0])
    for k, lab in enumerate(forks):
        digest = hashlib.sha256(f"branch|{root}|{k}".encode()).digest()
        assert lab["luck"]["root"] == int.from_bytes(digest[:8], "little") >> 1
        assert lab["luck"]["origin"] == root


def test_one_record_and_memory_of_ones_own(parents):
    out = np.zeros(5, LAB)
    assert fork(parents[3], 5, out=out) is out
    assert out.tobytes() == 5 * parents[3].tobytes()


def test_forks_may_take_the_place_of_their_parents(parents):
    labs = np.frombuffer(bytearray(parents[:6].tobytes()), LAB)
    assert fork(labs[4:6], 3, out=labs) is labs
    assert labs.tobytes() == 3 * parents[4].tobytes() + 3 * parents[5].tobytes()


def test_labs_may_be_read_only_or_lie_apart(parents):
    fixed = np.frombuffer(parents.tobytes(), LAB)
    assert fork(fixed[:2], 2).tobytes() == fork(parents[:2], 2).tobytes()
    assert fork(parents[::50], 1).tobytes() == b"".join(lab.tobytes() for lab in parents[::50])


@pytest.mark.parametrize(
    ("given", "kind", "word"),
    [
        ({"luck": "news"}, ParameterError, "new"), ({"luck": None}, ParameterError, "luck"),
        ({"n": 0}, ParameterError, "nearest 1"), ({"n": True}, ParameterError, "n is"),
        ({"n": 1.5}, ParameterError, "n is"),
        ({"branch": -1}, ParameterError, "branch"), ({"branch": 2**63}, ParameterError, "nearest 2147483648"),
        ({"threads": 0}, ValueError, "threads"),
        ({"out": np.zeros(3, LAB)}, ValueError, "3 rows; 2"), ({"out": np.zeros(2)}, TypeError, "out"),
        ({"labs": np.zeros(2)}, TypeError, "LAB"), ({"labs": "lab"}, TypeError, "LAB"),
    ],
    ids=str,
)  # fmt: skip
def test_bad_forks_are_refused(parents, given, kind, word):
    with pytest.raises(kind, match=word):
        fork(**{"labs": parents[:1], "n": 2} | given)
