"""Seed sets: disjoint, large, looked up at once, and kept apart from tuners."""

import time
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from pibench_env.seeds import DERIVED, SETS, SeedError, parse_seeds, refuse, seed_set, set_of
from pibench_env.state import LARGEST_SEED

MILLION = 10**6
EXACT_IN_DOUBLES = 2**53


@pytest.mark.parametrize("name", DERIVED)
def test_sets_are_large_and_legal(name):
    seeds = seed_set(name)
    assert len(seeds) >= MILLION
    assert 0 <= seeds[0] < seeds[-1] < EXACT_IN_DOUBLES <= LARGEST_SEED


@pytest.mark.parametrize(("one", "other"), list(combinations(SETS, 2)))
def test_sets_are_disjoint(one, other):
    """Blocks that share a seed share the first or last seed of one of them."""
    for a, b in ((one, other), (other, one)):
        assert not any(seed in seed_set(b) for seed in (seed_set(a)[0], seed_set(a)[-1]))


def test_published_seeds():
    assert list(seed_set("published")) == [101, 102, 103, 104, 105, 106, 107, 108, 1001, 1002]


def test_sets_never_move():
    """A saved result names seeds; a set that moves would make test worlds of what was trained on."""
    assert {name: seed_set(name)[0] for name in DERIVED} == {
        "train": 1922210465841152,
        "tune": 2927458298888192,
        "test": 4305848595644416,
        "calibrate": 4727468355223552,
    }


def test_a_set_is_a_sequence():
    train = seed_set("train")
    assert isinstance(train, Sequence)
    assert list(train[2:5]) == [train[0] + 2, train[0] + 3, train[0] + 4]
    assert train[np.int64(7)] == train[7]
    assert train.index(train[9]) == 9
    with pytest.raises(IndexError):
        train[len(train)]


def test_lookups_take_no_time():
    """Also for numpy's numbers, for which a range would walk through its members."""
    train = seed_set("train")
    start = time.perf_counter()
    assert np.int64(train[-1]) in train
    assert np.uint64(train[-1] + 1) not in train
    assert train.index(np.int64(train[-1])) == len(train) - 1
    assert set_of(train[-1]) == "train"
    assert time.perf_counter() - start < 0.1


@pytest.mark.parametrize("stranger", ["101", 101.0, None])
def test_what_is_no_whole_number_is_no_seed(stranger):
    assert stranger not in seed_set("published")


@pytest.mark.parametrize(("seed", "name"), [(101, "published"), (1002, "published"), (100, None), (0, None)])
def test_set_of(seed, name):
    assert set_of(seed) == name


def test_refuse():
    refuse([7, *seed_set("train")[:3]], "training")
    for name in ("test", "published"):
        with pytest.raises(SeedError, match=rf"seed {seed_set(name)[1]} is of the {name} set, which tuning must not"):
            refuse([7, seed_set(name)[1]], "tuning")
    with pytest.raises(SeedError, match=r"allowed are seeds of tune, calibrate, for example tune\[:8\]"):
        refuse([seed_set("train")[0]], "tuning", forbidden=("train", "test", "published"))
    refuse([101], "reporting", forbidden=("train",))


@pytest.mark.parametrize(
    ("text", "seeds"),
    [
        ("7", [7]),
        ("101-103,1001,7", [101, 102, 103, 1001, 7]),
        (" 5 , 3-4 ", [5, 3, 4]),
        ("5-5", [5]),
        (str(LARGEST_SEED), [LARGEST_SEED]),
        ("published", list(seed_set("published"))),
        ("tune[:2]", list(seed_set("tune")[:2])),
        ("train[3:5],7", [*seed_set("train")[3:5], 7]),
        ("published[8:]", [1001, 1002]),
    ],
)
def test_seeds_from_text(text, seeds):
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no seeds; allowed are numbers, ranges"),
        ("1,,2", "'' names no seeds"),
        ("-1", "'-1' names no seeds"),
        ("1.5", "names no seeds"),
        ("101-", "names no seeds"),
        ("१०१", "names no seeds"),
        ("9" * 5000, "names no seeds"),
        ("108-101", "did you mean 101-108"),
        (str(LARGEST_SEED + 1), f"allowed are 0 to {LARGEST_SEED}, nearest {LARGEST_SEED}"),
        (f"0-{LARGEST_SEED}", "more than 1000000 seeds"),
        ("1-600000,700000-1400000", "more than 1000000 seeds"),
        ("train", "more than 1000000 seeds"),
        ("101-105,103", "seed 103 is named twice"),
        ("published,101", "seed 101 is named twice"),
        ("trian[:3]", "did you mean 'train'"),
        ("train[5:5]", "'train[5:5]' is empty"),
    ],
)
def test_what_names_no_seeds(text, message):
    with pytest.raises(SeedError) as caught:
        parse_seeds(text)
    assert message in str(caught.value)
