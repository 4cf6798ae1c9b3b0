"""The other side of every comparison here: NumPy's own generators, seeded by hashlib from the text of a key."""

import hashlib

import numpy as np

from pibench_env.jit import jit
from pibench_env.luck import Luck
from pibench_env.rng.keys import seed_by_message
from pibench_env.rows import dtype_of

HALF = 0xFFFFFFFFFFFFFFFF
KINDS = ("prog", "quit", "conf", "cite", "report", "appcount", "salvageq", "review")


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def generator(text: str) -> np.random.Generator:
    """The generator of a key, as section 2.1 defines it."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(int.from_bytes(digest(text)[:16], "little"))))


def state(of: np.random.Generator) -> list[int]:
    """NumPy's state in the six words of our generators."""
    full = of.bit_generator.state
    number, inc = full["state"]["state"], full["state"]["inc"]
    return [number >> 64, number & HALF, inc >> 64, inc & HALF, full["has_uint32"], full["uinteger"]]


def random_keys(n: int, seed: int) -> list[str]:
    """Keys of 3 to 119 bytes: every tenth is longer than one block of SHA-256."""
    rng = np.random.default_rng(seed)
    keys = []
    for i in range(n):
        root = int(rng.integers(0, 2 ** int(rng.integers(1, 64)), dtype=np.uint64))
        text = f"{root}|{KINDS[rng.integers(len(KINDS))]}|PJ{rng.integers(1, 1200):03d}|{rng.integers(120)}"
        if i % 10 == 0:
            text += "|" + "x" * int(rng.integers(56 - len(text), 119 - len(text)))
        keys.append(text)
    return keys


@jit
def _seed_all(lucks: np.ndarray, texts: np.ndarray, lengths: np.ndarray, generators: np.ndarray) -> None:
    luck = lucks[0]
    for i in range(len(lengths)):
        luck.message[:] = texts[i]
        seed_by_message(generators[i], luck, lengths[i])


def seeded(keys: list[str]) -> np.ndarray:
    """Our generators of keys, uint64[n, 6]."""
    texts = np.zeros((len(keys), 128), np.uint8)
    for row, key in zip(texts, keys, strict=True):
        row[: len(key)] = np.frombuffer(key.encode(), np.uint8)
    generators = np.full((len(keys), 6), 7, np.uint64)
    lengths = np.array([len(key) for key in keys])
    _seed_all(np.zeros(1, dtype_of(Luck)), texts, lengths, generators)
    return generators
