"""From a key to its generator (randomness, section 2.1): one function a shape of key.

The text of a key is `root|word|…`: the world's number, what the draw is for, and whose it is. Its SHA-256 seeds the
generator. What a key is made of and how it becomes a generator is known to this file only.
"""

import hashlib
from enum import IntEnum

import numpy as np
from numpy import uint8, uint32, uint64

from pibench_env.codes import Code, Pool, Topic, Venue
from pibench_env.jit import jit
from pibench_env.rng.seed_sequence import seed_generator
from pibench_env.rng.sha256 import clear, sha256
from pibench_env.tables import Luck


class Draw(Code):
    """What a keyed draw is for; the word of the key is the name in small letters."""

    PROG = 0
    SCOOP = 1
    SALVAGE = 2
    SALVAGEQ = 3
    QUALITY = 4
    REVIEW = 5
    CITE = 6
    GRANTDEC = 7
    REPORT = 8
    SENT = 9
    QUIT = 10
    CRISIS = 11
    OFFER = 12
    POSTDOC = 13
    APPLICANTS = 14
    APPCOUNT = 15
    APPSHUFFLE = 16
    NEWS = 17
    CONF = 18
    EVENTS = 19
    COLLABQ = 20
    FEAS = 21
    RA = 22
    MGR = 23
    CONFINTEL = 24
    STREAM = 25


class Stream(Code):
    """Generators that go on from where they stopped."""

    FIELD = 0
    FIELD_TRAJ = 1
    GRANTS = 2
    CROWD = 3
    CLIMATE = 4
    SHOCK = 5


class Prefix(IntEnum):
    """What ids start with; the first four are the roles in their order."""

    S = 0
    PD = 1
    RA = 2
    MGR = 3
    APP = 4
    PJ = 5
    D = 6
    SUB = 7
    P = 8
    PR = 9
    A = 10
    E = 11
    PD_SEARCH = 12
    RA_KEY = 13
    MGR_KEY = 14

    @property
    def word(self) -> str:
        """The letters as ids show them."""
        start, *rest = self.name.split("_")
        return start + "".join(rest).lower()


def _letters(words: list[str]) -> np.ndarray:
    """Words as rows of bytes, the length in front of the letters."""
    table = np.zeros((len(words), 16), np.uint8)
    for row, word in zip(table, words, strict=True):
        row[0] = len(word)
        row[1 : 1 + len(word)] = np.frombuffer(word.encode(), np.uint8)
    return table


_DRAWS = _letters([draw.word for draw in Draw])
_STREAMS = _letters([stream.word for stream in Stream])
_PREFIXES = _letters([prefix.word for prefix in Prefix])
_TOPICS = _letters([topic.word for topic in Topic])
_VENUES = _letters([venue.word for venue in Venue])
_POOLS = _letters([pool.word for pool in Pool])
_BRANCH = _letters(["branch"])
_BAR, _ZERO = uint8(ord("|")), uint8(ord("0"))
_TEN = uint64(10)


@jit
def _put_word(message: np.ndarray, n: int, table: np.ndarray, code: int) -> int:
    """Append a word of a table; returns the new length, as all `_put` functions do."""
    letters = table[code]
    for i in range(letters[0]):
        message[n + i] = letters[1 + i]
    return n + int(letters[0])


@jit
def _put_number(message: np.ndarray, n: int, number: int, least: int) -> int:
    """Append a whole number with at least so many digits."""
    rest = uint64(number)
    digits = 1
    bound = _TEN
    while digits < 20 and rest >= bound:  # 20 digits: the bound would not fit
        digits += 1
        bound *= _TEN
    digits = max(digits, least)
    for i in range(n + digits - 1, n - 1, -1):
        quotient = rest // _TEN
        message[i] = uint8(_ZERO + uint8(rest - quotient * _TEN))
        rest = quotient
    return n + digits


@jit
def _put_bar(message: np.ndarray, n: int) -> int:
    """Append a bar."""
    message[n] = _BAR
    return n + 1


@jit
def _begin(luck: Luck, kind: int) -> int:
    """Begin a key: `root|word|`."""
    clear(luck.message)
    n = _put_number(luck.message, 0, luck.root, 1)
    n = _put_word(luck.message, _put_bar(luck.message, n), _DRAWS, kind)
    return _put_bar(luck.message, n)


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
def _seed(generator: np.ndarray, luck: Luck, n: int) -> None:
    """Seed a generator with the key that stands in the first n bytes of the message."""
    h0, h1, h2, h3 = sha256(luck.message, n, luck.schedule)
    seed_generator(generator, _reverse(h0), _reverse(h1), _reverse(h2), _reverse(h3))


@jit
def draw_month(luck: Luck, kind: int, month: int) -> np.ndarray:
    """The generator of `root|news|7`."""
    n = _begin(luck, kind)
    n = _put_number(luck.message, n, month, 1)
    _seed(luck.generator, luck, n)
    return luck.generator


@jit
def draw_season(luck: Luck, kind: int, year: int) -> np.ndarray:
    """The generator of `root|applicants|0`: a key of a year has the shape of a month's."""
    return draw_month(luck, kind, year)


@jit
def draw_count(luck: Luck, year: int, pool: int) -> np.ndarray:
    """The generator of `root|appcount|0|elite`."""
    n = _begin(luck, Draw.APPCOUNT)
    n = _put_bar(luck.message, _put_number(luck.message, n, year, 1))
    n = _put_word(luck.message, n, _POOLS, pool)
    _seed(luck.generator, luck, n)
    return luck.generator


@jit
def draw_entity(luck: Luck, kind: int, prefix: int, number: int) -> np.ndarray:
    """The generator of `root|quality|PJ001`."""
    n = _put_word(luck.message, _begin(luck, kind), _PREFIXES, prefix)
    n = _put_number(luck.message, n, number, 3)
    _seed(luck.generator, luck, n)
    return luck.generator


@jit
def draw_entity_month(luck: Luck, kind: int, prefix: int, number: int, month: int) -> np.ndarray:
    """The generator of `root|quit|S001|12`."""
    n = _put_word(luck.message, _begin(luck, kind), _PREFIXES, prefix)
    n = _put_bar(luck.message, _put_number(luck.message, n, number, 3))
    n = _put_number(luck.message, n, month, 1)
    _seed(luck.generator, luck, n)
    return luck.generator


@jit
def draw_conference(luck: Luck, venue: int, month: int, topic: int) -> np.ndarray:
    """The generator of `root|conf|NAIC|9|theory`."""
    n = _put_word(luck.message, _begin(luck, Draw.CONF), _VENUES, venue)
    n = _put_number(luck.message, _put_bar(luck.message, n), month, 1)
    n = _put_word(luck.message, _put_bar(luck.message, n), _TOPICS, topic)
    _seed(luck.generator, luck, n)
    return luck.generator


@jit
def draw_review(luck: Luck, draft: int, venue: int, submitted: int) -> np.ndarray:
    """The generator of `root|review|D002|CLAR|12`, the month being that of the submission."""
    n = _put_word(luck.message, _begin(luck, Draw.REVIEW), _PREFIXES, Prefix.D)
    n = _put_bar(luck.message, _put_number(luck.message, n, draft, 3))
    n = _put_bar(luck.message, _put_word(luck.message, n, _VENUES, venue))
    n = _put_number(luck.message, n, submitted, 1)
    _seed(luck.generator, luck, n)
    return luck.generator


@jit
def seed_stream(generator: np.ndarray, luck: Luck, stream: int) -> None:
    """Start a stream, the generator of `root|stream|crowd`, in the row that keeps it."""
    n = _put_word(luck.message, _begin(luck, Draw.STREAM), _STREAMS, stream)
    _seed(generator, luck, n)


@jit
def branch_root(luck: Luck, k: int) -> uint64:
    """The root of the k-th branch of a world: made of `branch|root|k` (randomness, section 2)."""
    clear(luck.message)
    n = _put_bar(luck.message, _put_word(luck.message, 0, _BRANCH, 0))
    n = _put_bar(luck.message, _put_number(luck.message, n, luck.root, 1))
    n = _put_number(luck.message, n, k, 1)
    h0, h1, _, _ = sha256(luck.message, n, luck.schedule)
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
