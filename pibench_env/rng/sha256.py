"""SHA-256 (FIPS 180-4) of the short texts that keys are."""

import numpy as np
from numpy import uint8, uint32

from pibench_env.jit import jit

LONGEST = 119  # bytes that fit two blocks with their padding
_ONE_BLOCK = 55

State = tuple[uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint32]
Words = tuple[uint32, uint32, uint32, uint32]


def _primes(n: int) -> list[int]:
    """The first n primes."""
    found: list[int] = []
    number = 2
    while len(found) < n:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _fraction_of_root(number: int, degree: int) -> int:
    """The first 32 bits of the fraction of a square or cube root: the standard's constants are these."""
    scaled = number << (32 * degree)
    low, high = 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low & 0xFFFFFFFF


ROUNDS = tuple(_fraction_of_root(prime, 3) for prime in _primes(64))
START = tuple(_fraction_of_root(prime, 2) for prime in _primes(8))
_K = np.array(ROUNDS, np.uint32)
_H0, _H1, _H2, _H3, _H4, _H5, _H6, _H7 = (uint32(word) for word in START)


@jit
def _rotate(x: uint32, n: int) -> uint32:
    """The word x turned right by n bits."""
    return uint32((x >> uint32(n)) | (x << uint32(32 - n)))


@jit
def _round(state: State, word: uint32) -> State:
    """One round, the word being that of the schedule plus the round's constant."""
    a, b, c, d, e, f, g, h = state
    turned = uint32(_rotate(e, 6) ^ _rotate(e, 11) ^ _rotate(e, 25))
    t = uint32(h + turned + uint32((e & f) ^ (~e & g)) + word)
    turned = uint32(_rotate(a, 2) ^ _rotate(a, 13) ^ _rotate(a, 22))
    return uint32(t + turned + uint32((a & b) ^ (a & c) ^ (b & c))), a, b, c, uint32(d + t), e, f, g


@jit
def _load(message: np.ndarray, i: int) -> uint32:
    """The big-endian word that begins at byte i."""
    high = (uint32(message[i]) << uint32(24)) | (uint32(message[i + 1]) << uint32(16))
    return uint32(high | (uint32(message[i + 2]) << uint32(8)) | uint32(message[i + 3]))


@jit
def _expand(schedule: np.ndarray, i: int) -> uint32:
    """Word i of the message schedule, from the last 16, which are kept in a ring."""
    early, late = schedule[(i + 1) & 15], schedule[(i + 14) & 15]
    sigma0 = uint32(_rotate(early, 7) ^ _rotate(early, 18) ^ (early >> uint32(3)))
    sigma1 = uint32(_rotate(late, 17) ^ _rotate(late, 19) ^ (late >> uint32(10)))
    return uint32(schedule[i & 15] + sigma0 + schedule[(i + 9) & 15] + sigma1)


@jit
def _compress(state: State, message: np.ndarray, start: int, bits: int, schedule: np.ndarray) -> State:
    """The state after the block of 64 bytes at `start`; in the last block, the last word is the length in bits."""
    a, b, c, d, e, f, g, h = state
    for i in range(16):
        word = uint32(bits) if i == 15 and bits > 0 else _load(message, start + 4 * i)
        schedule[i] = word
        state = _round(state, uint32(_K[i] + word))
    for i in range(16, 64):
        word = _expand(schedule, i)
        schedule[i & 15] = word
        state = _round(state, uint32(_K[i] + word))
    a1, b1, c1, d1, e1, f1, g1, h1 = state
    return (
        uint32(a + a1), uint32(b + b1), uint32(c + c1), uint32(d + d1),
        uint32(e + e1), uint32(f + f1), uint32(g + g1), uint32(h + h1),
    )  # fmt: skip


@jit
def clear(message: np.ndarray) -> None:
    """Make room for a text: padding needs zeros behind it, and a fixed number of them is written fastest."""
    for i in range(128):
        message[i] = uint8(0)


@jit
def sha256(message: np.ndarray, n: int, schedule: np.ndarray) -> Words:
    """The first four words of the digest of the first n bytes; pads the message in place.

    Args:
        message: uint8[128]; n is at most 119, and what follows the text is zeros (`clear`).
        n: Length in bytes.
        schedule: uint32[16], work space.

    Returns:
        Four 32-bit words, big-endian as the standard has them: the first 16 bytes.
    """
    message[n] = uint8(0x80)
    state = (_H0, _H1, _H2, _H3, _H4, _H5, _H6, _H7)
    last = 0 if n <= _ONE_BLOCK else 64
    for start in range(0, last + 1, 64):
        state = _compress(state, message, start, 8 * n if start == last else 0, schedule)
    return state[0], state[1], state[2], state[3]
