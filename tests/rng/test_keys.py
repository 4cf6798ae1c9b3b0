"""Every shape of key against NumPy's generator of its text."""

import hashlib
from collections.abc import Iterator

import numpy as np
import pytest
from rng.numpy_reference import digest, generator, state

from pibench_env.codes import Pool, Role, Topic, Venue, entity_id
from pibench_env.jit import jit
from pibench_env.luck import Luck
from pibench_env.rng import keys
from pibench_env.rng.keys import Draw, Prefix, Stream, salted_root
from pibench_env.rows import dtype_of
from pibench_env.tables import Lab

ROOTS = (0, 7, 101, 2**31, 2**63 - 1)
NUMBERS = (0, 1, 9, 10, 99, 100, 999, 1000, 1001, 12345, 32767)
MONTHS = (0, 1, 9, 10, 57, 99, 100, 120, 136)
MONTH, SEASON, ENTITY, ENTITY_MONTH, COUNT, CONFERENCE, REVIEW, STREAM = range(8)
PREFIX_WORDS = ["S", "PD", "RA", "MGR", "APP", "PJ", "D", "SUB", "P", "PR", "A", "E", "PDsearch", "RAkey", "MGRkey"]
DRAW_WORDS = [
    *("prog", "scoop", "report", "sent", "quit", "crisis", "news", "events", "cite", "grantdec", "salvage", "salvageq"),
    *("quality", "review", "offer", "postdoc", "applicants", "appcount", "appshuffle", "conf", "collabq", "feas"),
    *("ra", "mgr", "confintel", "stream"),
]


def cases() -> Iterator[tuple[str, int, int, int, int]]:
    """Text behind the root, shape, and three arguments."""
    for kind in Draw:
        word = DRAW_WORDS[kind]
        for month in MONTHS:
            yield f"{word}|{month}", MONTH, kind, month, 0, 0
            yield f"{word}|{month}", SEASON, kind, month, 0, 0
        for prefix in Prefix:
            for number in NUMBERS:
                yield f"{word}|{PREFIX_WORDS[prefix]}{number:03d}", ENTITY, kind, prefix, number, 0
                month = MONTHS[(number + prefix) % len(MONTHS)]
                yield f"{word}|{PREFIX_WORDS[prefix]}{number:03d}|{month}", ENTITY_MONTH, kind, prefix, number, month
    for pool in Pool:
        for year in range(11):
            yield f"appcount|{year}|{pool.word}", COUNT, year, pool, 0, 0
    for venue in Venue:
        for month in MONTHS:
            for topic in Topic:
                yield f"conf|{venue.word}|{month}|{topic.word}", CONFERENCE, venue, month, topic, 0
            for draft in NUMBERS:
                yield f"review|D{draft:03d}|{venue.word}|{month}", REVIEW, draft, venue, month, 0
    for stream, word in zip(Stream, ("field", "field_traj", "grants", "crowd", "climate", "shock"), strict=True):
        yield f"stream|{word}", STREAM, stream, 0, 0, 0


@jit
def seed_cases(lucks: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    luck = lucks[0]
    for i in range(len(given)):
        shape, a, b, c, d = given[i, 0], given[i, 1], given[i, 2], given[i, 3], given[i, 4]
        if shape == MONTH:
            out[i] = keys.draw_month(luck, a, b)
        elif shape == SEASON:
            out[i] = keys.draw_season(luck, a, b)
        elif shape == ENTITY:
            out[i] = keys.draw_entity(luck, a, b, c)
        elif shape == ENTITY_MONTH:
            out[i] = keys.draw_entity_month(luck, a, b, c, d)
        elif shape == COUNT:
            out[i] = keys.draw_count(luck, a, b)
        elif shape == CONFERENCE:
            out[i] = keys.draw_conference(luck, a, b, c)
        elif shape == REVIEW:
            out[i] = keys.draw_review(luck, a, b, c)
        else:
            keys.seed_stream(out[i], luck, a)


@pytest.mark.parametrize("root", ROOTS)
def test_every_shape_of_key(root):
    texts, given = [], []
    for text, *numbers in cases():
        texts.append(text)
        given.append([int(number) for number in numbers])
    luck = np.zeros(1, dtype_of(Luck))
    luck["root"] = root
    luck["seed"] = 12  # a key has the root in front, which a salt makes different from the seed
    out = np.zeros((len(texts), 6), np.uint64)
    seed_cases(luck, np.array(given), out)
    for text, ours in zip(texts, out.tolist(), strict=True):
        assert ours == state(generator(f"{root}|{text}")), f"{root}|{text}"


@jit
def draw_as_the_kernel(labs: np.ndarray, out: np.ndarray) -> None:
    """Names of codes for arguments, a lab's nested luck, and the returned generator in use."""
    luck = labs[1].luck
    out[0] = keys.draw_entity_month(luck, Draw.QUIT, Prefix.S, 1, 12)
    out[1] = keys.draw_month(luck, Draw.NEWS, 7)
    out[2] = keys.draw_count(luck, 0, Pool.ELITE)
    out[3] = keys.draw_conference(luck, Venue.NAIC, 9, Topic.THEORY)
    out[4] = keys.draw_review(luck, 2, Venue.CLAR, 12)
    out[5] = keys.draw_entity(luck, Draw.RA, Prefix.RA_KEY, 1)
    out[6] = luck.generator
    keys.seed_stream(out[7], luck, Stream.CROWD)


def test_keys_of_a_lab():
    labs = np.zeros(2, dtype_of(Lab))
    labs["luck"]["root"] = (3, 101)
    out = np.zeros((8, 6), np.uint64)
    draw_as_the_kernel(labs, out)
    tails = ("quit|S001|12", "news|7", "appcount|0|elite", "conf|NAIC|9|theory", "review|D002|CLAR|12", "ra|RAkey001")
    expected = (*tails, tails[-1], "stream|crowd")
    assert out.tolist() == [state(generator(f"101|{tail}")) for tail in expected]
    assert not labs["luck"]["generator"][0].any(), "the other lab was touched"


def test_words():
    assert [draw.word for draw in Draw] == DRAW_WORDS
    assert [prefix.word for prefix in Prefix] == PREFIX_WORDS
    assert [Prefix(role.value).word for role in Role] == [role.prefix for role in Role]
    assert entity_id(Prefix.S.word, 1000) == "S1000"


@jit
def branches(lucks: np.ndarray, roots: np.ndarray, out: np.ndarray) -> None:
    luck = lucks[0]
    for i in range(len(roots)):
        luck.root = roots[i]
        out[i] = keys.branch_root(luck, i)


def test_branches_equal_hashlib():
    roots = np.random.default_rng(3).integers(0, 2**63, 2000, dtype=np.uint64)
    roots[:3] = (0, 1, 2**63 - 1)
    out = np.zeros(len(roots), np.uint64)
    branches(np.zeros(1, dtype_of(Luck)), roots, out)
    for k, (root, ours) in enumerate(zip(roots.tolist(), out.tolist(), strict=True)):
        assert ours == int.from_bytes(digest(f"branch|{root}|{k}")[:8], "little") >> 1, (root, k)


@pytest.mark.parametrize("salt", ["x", "a secret", "ключ", "s" * 500])
@pytest.mark.parametrize("seed", [0, 101, 2**63 - 1])
def test_salted_roots_equal_hashlib(salt, seed):
    number = int.from_bytes(hashlib.sha256(salt.encode() + b"|" + str(seed).encode()).digest()[:8], "little") >> 1
    assert salted_root(salt, seed) == number
    assert salted_root(salt.encode(), seed) == number
    assert 0 <= number < 2**63


def test_no_salt_is_the_seed():
    assert salted_root("", 101) == 101
    assert salted_root(b"", 101) == 101
