"""The text of a key, `root|word|…`, byte by byte (randomness, section 2.1).

A key is the world's number, what the draw is for, whose it is, and a last part: a month, a number, a topic. All but
the last is the stem, which neighbouring keys share: those of one person differ in the month alone.
"""

from enum import IntEnum

import numpy as np
from numpy import uint8, uint64

from pibench_env.codes import Code, Pool, Topic, Venue
from pibench_env.jit import jit


class Draw(Code):
    """What a keyed draw is for; the word of the key is the name in small letters.

    The first ones go by twos that are drawn for the same things: even and odd are made together (`windows.py`).
    """

    PROG = 0
    SCOOP = 1
    REPORT = 2
    SENT = 3
    QUIT = 4
    CRISIS = 5
    NEWS = 6
    EVENTS = 7
    CITE = 8
    GRANTDEC = 9
    SALVAGE = 10
    SALVAGEQ = 11
    QUALITY = 12
    REVIEW = 13
    OFFER = 14
    POSTDOC = 15
    APPLICANTS = 16
    APPCOUNT = 17
    APPSHUFFLE = 18
    CONF = 19
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


class Shape(IntEnum):
    """How a key goes on behind `root|word|`; the last part stands in angles."""

    MONTH = 0  # <7>
    ENTITY = 1  # PJ<001>
    ENTITY_MONTH = 2  # S001|<12>
    COUNT = 3  # 0|<elite>
    CONFERENCE = 4  # NAIC|9|<theory>
    REVIEW = 5  # D002|CLAR|<12>, the month being that of the submission
    STREAM = 6  # <crowd>


LONGEST_WORD = 15
PAIRED = 8  # draws that go by twos


def _letters(words: list[str]) -> np.ndarray:
    """Words as rows of bytes, the length in front of the letters."""
    table = np.zeros((len(words), 1 + LONGEST_WORD), np.uint8)
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
def put_word(message: np.ndarray, n: int, table: np.ndarray, code: int) -> int:
    """Append a word of a table; returns the new length, as all these functions do."""
    for i in range(LONGEST_WORD):  # all of a row, whatever is behind the word: it takes no decision
        message[n + i] = table[code, 1 + i]
    return n + int(table[code, 0])


@jit
def put_number(message: np.ndarray, n: int, number: int, least: int) -> int:
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
def put_bar(message: np.ndarray, n: int) -> int:
    """Append a bar."""
    message[n] = _BAR
    return n + 1


@jit
def put_root(message: np.ndarray, root: np.uint64) -> int:
    """Begin a key, in a cleared message."""
    return put_bar(message, put_number(message, 0, root, 1))


@jit
def put_stem(message: np.ndarray, n: int, shape: int, kind: int, a: int, b: int) -> int:
    """Write all of a key between the root and its last part.

    `a` and `b` say whose the draw is: prefix and number of an entity, a year, venue and month of a conference, or
    draft and venue of a review.
    """
    n = put_bar(message, put_word(message, n, _DRAWS, kind))
    if shape == Shape.ENTITY:
        return put_word(message, n, _PREFIXES, a)
    if shape == Shape.ENTITY_MONTH:
        return put_bar(message, put_number(message, put_word(message, n, _PREFIXES, a), b, 3))
    if shape == Shape.COUNT:
        return put_bar(message, put_number(message, n, a, 1))
    if shape == Shape.CONFERENCE:
        n = put_bar(message, put_word(message, n, _VENUES, a))
        return put_bar(message, put_number(message, n, b, 1))
    if shape == Shape.REVIEW:
        n = put_bar(message, put_number(message, put_word(message, n, _PREFIXES, Prefix.D), a, 3))
        return put_bar(message, put_word(message, n, _VENUES, b))
    return n


@jit
def words_of(shape: int) -> int:
    """How many words the last part of a key can be; 0 if it is a number."""
    if shape == Shape.COUNT:
        return len(_POOLS)
    if shape == Shape.CONFERENCE:
        return len(_TOPICS)
    if shape == Shape.STREAM:
        return len(_STREAMS)
    return 0


@jit
def put_last(message: np.ndarray, n: int, shape: int, last: int) -> int:
    """Write the last part of a key behind its stem."""
    if shape == Shape.COUNT:
        return put_word(message, n, _POOLS, last)
    if shape == Shape.CONFERENCE:
        return put_word(message, n, _TOPICS, last)
    if shape == Shape.STREAM:
        return put_word(message, n, _STREAMS, last)
    return put_number(message, n, last, 3 if shape == Shape.ENTITY else 1)


@jit
def put_branch(message: np.ndarray, root: np.uint64, k: int) -> int:
    """Write what the root of the k-th branch of a world is made of, `branch|root|k`, into a cleared message."""
    n = put_bar(message, put_word(message, 0, _BRANCH, 0))
    n = put_bar(message, put_number(message, n, root, 1))
    return put_number(message, n, k, 1)
