"""Seeds from the tape, sixteen neighbouring keys at a time.

Keys that differ in their last part alone, a paper's citations in the months 16 to 31, say, make a window; of two kinds
that are drawn for the same things, such as a person's quits and crises, eight months each do. The seeds of a window
are made together, one a lane, when the first of them is asked for.
"""

from functools import cache

import numpy as np
from numpy import uint8, uint32, uint64
from numpy.typing import NDArray

from pibench_env.address import address_of_function, call
from pibench_env.jit import inlined, jit
from pibench_env.luck import Luck
from pibench_env.rng.lanes import HALF, seeds_of_lanes
from pibench_env.rng.text import PAIRED, Shape, put_last, put_stem, words_of
from pibench_env.tape import LANES, SETS, TAPE, WAYS, WORDS, Tape, tape_at

_SCATTER = uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: neighbours land far apart
_SETS = uint64(64 - (SETS - 1).bit_length())  # what is left of 64 bits numbers the sets
_KINDS, _PLACES, _WINDOWS = 32, 1 << 16, 1 << 13
_END = uint8(0x80)  # the mark behind a message
_SHORT = 1000  # numbers of up to three digits, which with the mark fill one word
_BYTE, _WORD = uint32(8), uint64(32)  # bits


def _short_numbers(least: int) -> list[int]:
    """Numbers with at least so many digits and the mark behind them, as big-endian words."""
    texts = (f"{number:0{least}d}".encode() + bytes([_END]) for number in range(_SHORT))
    return [int.from_bytes(text.ljust(4, b"\0"), "big") for text in texts]


_NUMBERS = np.array([_short_numbers(1), _short_numbers(3)], np.uint32)
_BITS = np.array([[8 * max(least, len(str(n))) for n in range(_SHORT)] for least in (1, 3)], np.uint32)


@inlined
def tag_of(shape: int, kind: int, a: int, b: int, window: int) -> int:
    """The number of a window, never 0."""
    return (((shape * _KINDS + kind) * _PLACES + a) * _PLACES + b) * _WINDOWS + window + 1


@inlined
def seeds_of(luck: Luck, shape: int, kind: int, a: int, b: int, last: int) -> NDArray[np.uint64]:
    """The four words that start the generator of a key, from the tape of the lab."""
    tape = tape_at(luck.tape)
    if kind < PAIRED:
        tag, lane = tag_of(shape, kind & ~1, a, b, last // HALF), (kind & 1) * HALF + last % HALF
    else:
        tag, lane = tag_of(shape, kind, a, b, last // LANES), last % LANES
    first = int((uint64(tag) * _SCATTER) >> _SETS) * WAYS
    for place in range(first, first + WAYS):
        if tape.tags[place] == tag:
            return tape.seeds[place, lane]
    turn = tape.turns[first // WAYS]
    tape.turns[first // WAYS] = (turn + 1) % WAYS
    tape.tags[first + turn] = tag
    call(tape.filler, tape, first + turn, tag)
    return tape.seeds[first + turn, lane]


@jit
def fill(tape: Tape, place: int, tag: int) -> int:
    """Make the seeds of a window at a place."""
    rest = tag - 1
    window, rest = rest % _WINDOWS, rest // _WINDOWS
    b, rest = rest % _PLACES, rest // _PLACES
    a, rest = rest % _PLACES, rest // _PLACES
    kind, shape = rest % _KINDS, rest // _KINDS
    message = tape.message
    for half in range(2):
        n = tape.n_root
        if kind < PAIRED:
            n = put_stem(message, n, shape, kind + half, a, b)
            put_half(message, n, shape, window * HALF, tape.words[half])
        elif half == 0 or words_of(shape) == 0:  # no more than eight words are ever the last
            n = put_stem(message, n, shape, kind, a, b)
            put_half(message, n, shape, window * LANES + half * HALF, tape.words[half])
    seeds_of_lanes(tape.words, tape.seeds[place])
    return 0


@jit
def put_half(message: np.ndarray, n: int, shape: int, last: int, words: np.ndarray) -> None:
    """Write the blocks of eight keys with one stem, from a last part on."""
    for i in range(n, n + 4):  # what an earlier key has left behind the stem
        message[i] = uint8(0)
    whole = n // 4
    for i in range(WORDS):
        word = word_at(message, i) if i <= whole else uint32(0)
        for lane in range(HALF):
            words[i, lane] = word
    count = words_of(shape)
    if count > 0 or last + HALF > _SHORT:
        for lane in range(HALF):
            if count == 0 or last + lane < count:  # a lane for which there is no word is nobody's
                put_lane(message, n, shape, last + lane, lane, words)
        return
    least = 1 if shape == Shape.ENTITY else 0
    right = uint64(8 * (n % 4))
    for lane in range(HALF):
        number = uint64(_NUMBERS[least, last + lane]) << (_WORD - right)
        words[whole, lane] |= uint32(number >> _WORD)
        words[whole + 1, lane] = uint32(number)
        words[WORDS - 1, lane] = uint32(8 * n) + _BITS[least, last + lane]


@jit
def word_at(message: np.ndarray, i: int) -> uint32:
    """The i-th big-endian word of a message."""
    high = (uint32(message[4 * i]) << uint32(24)) | (uint32(message[4 * i + 1]) << uint32(16))
    return uint32(high | (uint32(message[4 * i + 2]) << _BYTE) | uint32(message[4 * i + 3]))


@jit
def put_lane(message: np.ndarray, n: int, shape: int, last: int, lane: int, words: np.ndarray) -> None:
    """Write what one lane has of its own, whatever it is: the last part, the mark, and the length in bits."""
    end = put_last(message, n, shape, last)
    message[end] = _END
    for i in range(end + 1, end + 4):
        message[i] = uint8(0)
    for i in range(n // 4, end // 4 + 1):
        words[i, lane] = word_at(message, i)
    words[WORDS - 1, lane] = uint32(8 * end)


@cache
def address_of_fill() -> int:
    """The address of the compiled `fill`, good for this process.

    Returns:
        The address.
    """
    return address_of_function(fill, np.zeros(1, TAPE)[0], 0, 0)
