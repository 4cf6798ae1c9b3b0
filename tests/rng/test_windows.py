"""Keys by windows of sixteen are the keys one by one, bit for bit."""

import hashlib

import numpy as np
from rng.numpy_reference import generator, state

from pibench_env.jit import jit
from pibench_env.luck import Luck
from pibench_env.params import Params
from pibench_env.rng import keys, lanes
from pibench_env.rng.text import Draw, Prefix, Shape
from pibench_env.rows import dtype_of
from pibench_env.rules import rules_of
from pibench_env.shelf import new_tapes
from pibench_env.tape import SETS, WAYS, attach, detach

LARGEST = 2**63 - 1


@jit
def keys_that_differ(lucks, given, tapes, rules, generators):
    """How many keys have another generator by windows than by text; the first such place, or -1."""
    differ, where = 0, -1
    for i in range(len(given)):
        luck = lucks[0]
        root, shape, kind, a, b, last = given[i, 0], given[i, 1], given[i, 2], given[i, 3], given[i, 4], given[i, 5]
        luck.root = np.uint64(root)
        luck.origin = luck.root
        keys.seed_by_text(generators[0], luck, shape, kind, a, b, last)
        attach(luck, tapes[0], rules[0])
        keys.seed(generators[1], luck, shape, kind, a, b, last)
        detach(luck)
        for k in range(6):
            if generators[0, k] != generators[1, k]:
                differ += 1
                where = i if where < 0 else where
                break
    return differ, where


def random_keys(n):
    """Keys of all shapes, in runs of one root, as careers ask for them."""
    rng = np.random.default_rng(11)
    roots = rng.choice([0, 7, 101, 12345678, 2**31, 2**62, LARGEST], n // 500)
    given = np.zeros((n, 6), np.int64)
    given[:, 0] = np.repeat(roots, 500)[:n]
    given[:, 1] = rng.choice([Shape.MONTH, Shape.ENTITY, Shape.ENTITY_MONTH, Shape.REVIEW], n)
    given[:, 2] = rng.integers(0, len(Draw), n)
    months, numbers = rng.integers(0, 137, n), rng.choice([*range(40), 99, 100, 991, 992, 999, 1000, 1001, 32767], n)
    shape = given[:, 1]
    given[:, 3] = np.where(shape == Shape.REVIEW, numbers, rng.integers(0, len(Prefix), n) * (shape != Shape.MONTH))
    given[:, 4] = np.where(shape == Shape.ENTITY_MONTH, numbers, rng.integers(0, 4, n) * (shape == Shape.REVIEW))
    given[:, 5] = np.where(shape == Shape.ENTITY, numbers, months)
    worded = rng.random(n) < 0.2
    given[worded, 1] = rng.choice([Shape.COUNT, Shape.CONFERENCE, Shape.STREAM], worded.sum())
    given[worded, 3] = np.where(given[worded, 1] == Shape.COUNT, months[worded] // 12, rng.integers(0, 2, worded.sum()))
    given[worded, 4] = np.where(given[worded, 1] == Shape.CONFERENCE, months[worded], 0)
    given[worded, 5] = rng.integers(0, 4, worded.sum())
    return given


def test_windows_equal_texts_on_120_000_keys():
    given = random_keys(120_000)
    lucks, tapes, generators = np.zeros(1, dtype_of(Luck)), new_tapes(1), np.zeros((2, 6), np.uint64)
    differ, where = keys_that_differ(lucks, given, tapes, rules_of(Params()), generators)
    assert differ == 0, given[where].tolist()


def test_all_last_words_of_a_key_are_in_their_window():
    worded = ((Shape.COUNT, Draw.APPCOUNT, 4), (Shape.CONFERENCE, Draw.CONF, 8), (Shape.STREAM, Draw.STREAM, 6))
    given = [[101, shape, kind, 1, 9, last] for shape, kind, count in worded for last in range(count)]
    lucks, tapes, generators = np.zeros(1, dtype_of(Luck)), new_tapes(1), np.zeros((2, 6), np.uint64)
    assert keys_that_differ(lucks, np.array(given), tapes, rules_of(Params()), generators)[0] == 0


@jit
def quits(lucks, tapes, rules, people, out):
    luck = lucks[0]
    attach(luck, tapes[0], rules[0])
    for person in range(people):
        out[person] = keys.draw_entity_month(luck, Draw.QUIT, Prefix.S, person + 1, 12)
    detach(luck)


def test_windows_that_do_not_fit_any_more_make_room_for_others():
    people = 4 * SETS * WAYS
    lucks, tapes, out = np.zeros(1, dtype_of(Luck)), new_tapes(1), np.zeros((people, 6), np.uint64)
    lucks["root"] = 101
    for _ in range(2):
        quits(lucks, tapes, rules_of(Params()), people, out)
        for person in (0, 1, SETS, people - 1):
            assert out[person].tolist() == state(generator(f"101|quit|S{person + 1:03d}|12"))
    assert lucks["tape"][0] == 0


def test_lanes_equal_hashlib_and_numpy():
    rng = np.random.default_rng(2)
    words, seeds = np.zeros((2, 16, 8), np.uint32), np.zeros((16, 4), np.uint64)
    for _ in range(200):
        texts = [rng.integers(0, 256, rng.integers(0, 56), np.uint8).tobytes() for _ in range(lanes.LANES)]
        for lane, text in enumerate(texts):
            block = text + b"\x80" + bytes(55 - len(text)) + (8 * len(text)).to_bytes(8, "big")
            words[lane // 8, :, lane % 8] = np.frombuffer(block, ">u4")
        lanes.seeds_of_lanes(words, seeds)
        for lane, text in enumerate(texts):
            entropy = int.from_bytes(hashlib.sha256(text).digest()[:16], "little")
            assert seeds[lane].tolist() == np.random.SeedSequence(entropy).generate_state(4, np.uint64).tolist()
