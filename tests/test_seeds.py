"""Seed sets: disjoint, large, looked up at once, and kept apart from tuners."""

import time
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from pibench_env.seeds import DERIVED, RESERVED, SETS, SeedError, parse_seeds, refuse, seed_set, seed_source, set_of
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


def test_sets_say_what_they_are_for():
    assert all(seeds.purpose for seeds in SETS.values())
    assert len({seeds.purpose for seeds in SETS.values()}) == len(SETS)
    assert [seeds.name for seeds in SETS.values() if seeds.is_reserved] == list(RESERVED) == ["test", "published"]


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


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("written", ["{}", " {} "])
def test_the_name_of_a_set_is_all_of_it(name, written):
    """The set itself, whatever its size: nothing is copied."""
    assert seed_source(written.format(name)) is seed_set(name)


@pytest.mark.parametrize(
    ("given", "seeds"),
    [
        ("train[3:5],7", [*seed_set("train")[3:5], 7]),
        ("101-103", [101, 102, 103]),
        ([7, 3, 5], [7, 3, 5]),
        ((0, LARGEST_SEED), [0, LARGEST_SEED]),
        (range(5, 1, -2), [5, 3]),
        (np.array([4, 2], np.int32), [4, 2]),
        (7, [7]),
        (np.int64(7), [7]),
        ([np.uint64(4), 2], [4, 2]),
    ],
)
def test_a_source_of_seeds(given, seeds):
    found = seed_source(given)
    assert list(found) == seeds
    assert found[0] == seeds[0]
    assert len(found) == len(seeds)
    assert {type(seed) for seed in found} == {int}


def test_large_sources_are_not_copied():
    train = seed_set("train")
    assert seed_source(train) is train
    rest = train[1000:]
    assert seed_source(rest) is rest


def test_a_source_does_not_change_with_what_was_given():
    given = [1, 2]
    found = seed_source(given)
    given.append(-1)
    assert list(found) == [1, 2]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("trian", "did you mean 'train'"),
        ("", "names no seeds"),
        ("train[0:2000000]", "more than 1000000 seeds"),
        ("5,5", "named twice"),
        ([], "no seeds in []; allowed are a seed, a set (train, tune, test, calibrate, published)"),
        (range(3, 3), "no seeds in a range"),
        (np.array([], int), "no seeds in a ndarray"),
        ([3, 4, 3], "seed 3 is given twice"),
        ([3, np.int64(3)], "seed 3 is given twice"),
        ([3, -1], "seed -1 is out of range; allowed are 0 to"),
        (range(2**63), "longer than Python counts"),
        (range(2**70), f"nearest {LARGEST_SEED}"),
        (range(-1, 3), "seed -1 is out of range"),
        (range(3, -2, -1), "seed -1 is out of range"),
        (range(2**63 - 2, 2**63 + 1), f"nearest {LARGEST_SEED}"),
        ([True], "whole number, not True"),
        (["101"], "whole number, not '101'"),
        ([1.0], "whole number, not 1.0"),
        (np.array([1.0]), "whole number, not 1.0"),
        (np.array([[1, 2]]), "or a sequence of whole numbers, not a ndarray"),
        (np.array(7), "or a sequence of whole numbers, not a ndarray"),
        (-1, "seed -1 is out of range; allowed are 0 to"),
        (2**63, f"nearest {LARGEST_SEED}"),
        (True, "whole number, not True"),
        (1.5, "or a sequence of whole numbers, not 1.5"),
        (None, "or a sequence of whole numbers, not None"),
        (b"101", "or a sequence of whole numbers, not a bytes"),
        ({1, 2}, "or a sequence of whole numbers, not a set"),
        (iter([1, 2]), "or a sequence of whole numbers, not a list_iterator"),
    ],
)
def test_what_is_no_source_of_seeds(given, message):
    with pytest.raises(SeedError) as caught:
        seed_source(given)
    assert message in str(caught.value)
