"""SHA-256 against hashlib."""

import hashlib

import numpy as np

from pibench_env.jit import jit
from pibench_env.rng import sha256 as module
from pibench_env.rng.sha256 import LONGEST, clear, sha256


@jit
def hash_all(texts: np.ndarray, lengths: np.ndarray, words: np.ndarray, schedule: np.ndarray) -> None:
    for i in range(len(lengths)):
        words[i, 0], words[i, 1], words[i, 2], words[i, 3] = sha256(texts[i], lengths[i], schedule)


def test_every_length_equals_hashlib():
    rng = np.random.default_rng(1)
    lengths = np.repeat(np.arange(LONGEST + 1), 20)
    texts = rng.integers(0, 256, (len(lengths), 128), dtype=np.uint8)
    texts[np.arange(128) >= lengths[:, None]] = 0
    before = texts.copy()
    words = np.zeros((len(lengths), 4), np.uint32)
    hash_all(texts, lengths, words, np.zeros(16, np.uint32))
    for text, n, row in zip(before, lengths, words, strict=True):
        expected = hashlib.sha256(text[:n].tobytes()).digest()[:16]
        assert row.astype(">u4").tobytes() == expected, f"length {n}"


def test_clear_clears_everything():
    message = np.full(128, 7, np.uint8)
    clear(message)
    assert not message.any()


def test_constants_are_those_of_the_standard():
    assert hex(module._K[0]) == "0x428a2f98"
    assert hex(module._K[63]) == "0xc67178f2"
    assert [hex(word) for word in (module._H0, module._H7)] == ["0x6a09e667", "0x5be0cd19"]
