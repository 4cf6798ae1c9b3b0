"""From a key to its generator (randomness, section 2.1): one function a shape of key.

The SHA-256 of a key's text seeds the generator. While a lab is played with a tape, the seeds come from there, where
those of neighbouring keys are laid down together; without one they are made here. The generator is the same.
"""

import hashlib

import numpy as np
from numpy import uint32, uint64

from pibench_env.jit import inlined, jit
from pibench_env.luck import Luck
from pibench_env.rng import windows
from pibench_env.rng.pcg64 import start
from pibench_env.rng.seed_sequence import seed_generator
from pibench_env.rng.sha256 import clear, sha256
from pibench_env.rng.text import Draw, Prefix, Shape, Stream, put_branch, put_last, put_root, put_stem

__all__ = ["Draw", "Prefix", "Stream"]  # the vocabulary of keys


@jit
def _reverse(word: uint32) -> uint32:
    """The four bytes of a word in the other order: the digest is big-endian, the seed little-endian."""
    return uint32(
        (word >> uint32(24))
        | ((word >> uint32(8)) & uint32(0xFF00))
        | ((word << uint32(8)) & uint32(0xFF0000))
        | (word << uint32(24))
    )


@jit
def seed_by_message(generator: np.ndarray, luck: Luck, n: int) -> None:
    """Seed a generator with the key that stands in the first n bytes of the message."""
    h0, h1, h2, h3 = sha256(luck.message, n, luck.schedule)
    seed_generator(generator, _reverse(h0), _reverse(h1), _reverse(h2), _reverse(h3))


@jit
def seed_by_text(generator: np.ndarray, luck: Luck, shape: int, kind: int, a: int, b: int, last: int) -> None:
    """Seed a generator from the text of its key, one key alone."""
    message = luck.message
    clear(message)
    n = put_stem(message, put_root(message, luck.root), shape, kind, a, b)
    seed_by_message(generator, luck, put_last(message, n, shape, last))


@inlined
def seed(generator: np.ndarray, luck: Luck, shape: int, kind: int, a: int, b: int, last: int) -> None:
    """Seed a generator with a key; what the arguments are for which shape says `text.put_stem`."""
    if luck.tape == 0:
        seed_by_text(generator, luck, shape, kind, a, b, last)
    else:
        seeds = windows.seeds_of(luck, shape, kind, a, b, last)
        start(generator, seeds[0], seeds[1], seeds[2], seeds[3])


@jit
def draw_month(luck: Luck, kind: int, month: int) -> np.ndarray:
    """The generator of `root|news|7`."""
    seed(luck.generator, luck, Shape.MONTH, kind, 0, 0, month)
    return luck.generator


@jit
def draw_season(luck: Luck, kind: int, year: int) -> np.ndarray:
    """The generator of `root|applicants|0`: a key of a year has the shape of a month's."""
    return draw_month(luck, kind, year)


@jit
def draw_count(luck: Luck, year: int, pool: int) -> np.ndarray:
    """The generator of `root|appcount|0|elite`."""
    seed(luck.generator, luck, Shape.COUNT, Draw.APPCOUNT, year, 0, pool)
    return luck.generator


@jit
def draw_entity(luck: Luck, kind: int, prefix: int, number: int) -> np.ndarray:
    """The generator of `root|quality|PJ001`."""
    seed(luck.generator, luck, Shape.ENTITY, kind, prefix, 0, number)
    return luck.generator


@jit
def draw_entity_month(luck: Luck, kind: int, prefix: int, number: int, month: int) -> np.ndarray:
    """The generator of `root|quit|S001|12`."""
    seed(luck.generator, luck, Shape.ENTITY_MONTH, kind, prefix, number, month)
    return luck.generator


@jit
def draw_conference(luck: Luck, venue: int, month: int, topic: int) -> np.ndarray:
    """The generator of `root|conf|NAIC|9|theory`."""
    seed(luck.generator, luck, Shape.CONFERENCE, Draw.CONF, venue, month, topic)
    return luck.generator


@jit
def draw_review(luck: Luck, draft: int, venue: int, submitted: int) -> np.ndarray:
    """The generator of `root|review|D002|CLAR|12`, the month being that of the submission."""
    seed(luck.generator, luck, Shape.REVIEW, Draw.REVIEW, draft, venue, submitted)
    return luck.generator


@jit
def seed_stream(generator: np.ndarray, luck: Luck, stream: int) -> None:
    """Start a stream, the generator of `root|stream|crowd`, in the row that keeps it."""
    seed(generator, luck, Shape.STREAM, Draw.STREAM, 0, 0, stream)


@jit
def branch_root(luck: Luck, k: int) -> uint64:
    """The root of the k-th branch of a world: made of `branch|root|k` (randomness, section 2)."""
    clear(luck.message)
    h0, h1, _, _ = sha256(luck.message, put_branch(luck.message, luck.root, k), luck.schedule)
    return (uint64(_reverse(h0)) | (uint64(_reverse(h1)) << uint64(32))) >> uint64(1)


def salted_root(salt: str | bytes, seed: int) -> int:
    """The root of a salted world: made of `salt|seed` (randomness, section 2).

    Args:
        salt: The secret text; empty for a world without one.
        seed: The seed, 0 to 2^63 − 1.

    Returns:
        The number that stands in front of every key: the seed itself without a salt.
    """
    if not salt:
        return seed
    secret = salt.encode() if isinstance(salt, str) else salt
    digest = hashlib.sha256(secret + f"|{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1
