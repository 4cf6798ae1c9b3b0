"""NumPy's `SeedSequence` for a whole number of up to 128 bits, and the start of a PCG64 generator from it."""

import numpy as np
from numpy import uint32, uint64

from pibench_env.jit import jit
from pibench_env.rng.pcg64 import start

_INIT_A, _MULT_A = 0x43B0D7E5, 0x931E8875
_INIT_B, _MULT_B = 0x8B51F9DD, 0x58F38DED
MIX_L, MIX_R = uint32(0xCA01F9DD), uint32(0x4973F715)
_SHIFT = uint32(16)


def _chain(first: int, factor: int, n: int) -> tuple[uint32, ...]:
    """The constants of n hashes in a row: they depend on no data, so they are laid down here."""
    values = [first]
    for _ in range(n):
        values.append(values[-1] * factor & 0xFFFFFFFF)
    return tuple(uint32(value) for value in values)


A = _chain(_INIT_A, _MULT_A, 16)
B = _chain(_INIT_B, _MULT_B, 8)


@jit
def _hash(value: uint32, before: uint32, after: uint32) -> uint32:
    """One hash with its two constants."""
    value = uint32(uint32(value ^ before) * after)
    return uint32(value ^ (value >> _SHIFT))


@jit
def _mix(x: uint32, y: uint32) -> uint32:
    """A pool word with another one's hash mixed in."""
    value = uint32(uint32(MIX_L * x) - uint32(MIX_R * y))
    return uint32(value ^ (value >> _SHIFT))


@jit
def _pool(e0: uint32, e1: uint32, e2: uint32, e3: uint32) -> tuple[uint32, uint32, uint32, uint32]:
    """The pool of four: every word hashed in, then every word into every other."""
    p0 = _hash(e0, A[0], A[1])
    p1 = _hash(e1, A[1], A[2])
    p2 = _hash(e2, A[2], A[3])
    p3 = _hash(e3, A[3], A[4])
    p1 = _mix(p1, _hash(p0, A[4], A[5]))
    p2 = _mix(p2, _hash(p0, A[5], A[6]))
    p3 = _mix(p3, _hash(p0, A[6], A[7]))
    p0 = _mix(p0, _hash(p1, A[7], A[8]))
    p2 = _mix(p2, _hash(p1, A[8], A[9]))
    p3 = _mix(p3, _hash(p1, A[9], A[10]))
    p0 = _mix(p0, _hash(p2, A[10], A[11]))
    p1 = _mix(p1, _hash(p2, A[11], A[12]))
    p3 = _mix(p3, _hash(p2, A[12], A[13]))
    p0 = _mix(p0, _hash(p3, A[13], A[14]))
    p1 = _mix(p1, _hash(p3, A[14], A[15]))
    p2 = _mix(p2, _hash(p3, A[15], A[16]))
    return p0, p1, p2, p3


@jit
def _pair(low: uint32, high: uint32) -> uint64:
    """A 64-bit word of two 32-bit ones, low first."""
    return uint64(low) | (uint64(high) << uint64(32))


@jit
def seed_generator(generator: np.ndarray, e0: uint32, e1: uint32, e2: uint32, e3: uint32) -> None:
    """Start a generator from four 32-bit words of entropy, lowest first (randomness, section 2.1).

    A smaller number has fewer words, but NumPy hashes the missing ones as zeros, so four are always right.
    """
    p0, p1, p2, p3 = _pool(e0, e1, e2, e3)
    w0 = _pair(_hash(p0, B[0], B[1]), _hash(p1, B[1], B[2]))
    w1 = _pair(_hash(p2, B[2], B[3]), _hash(p3, B[3], B[4]))
    w2 = _pair(_hash(p0, B[4], B[5]), _hash(p1, B[5], B[6]))
    w3 = _pair(_hash(p2, B[6], B[7]), _hash(p3, B[7], B[8]))
    start(generator, w0, w1, w2, w3)
