"""PCG64 (XSL-RR 128/64) with NumPy's half-word buffer, on a row of six 64-bit words.

The words of a generator: state high and low, increment high and low, whether a half word is kept, the half word.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy import uint64

from pibench_env.jit import inlined, jit

_MULT_HIGH = uint64(2549297995355413924)
_MULT_LOW = uint64(4865540595714422341)
_HALF = uint64(0xFFFFFFFF)
_ZERO, _ONE = uint64(0), uint64(1)
_11, _32, _58, _63, _64 = uint64(11), uint64(32), uint64(58), uint64(63), uint64(64)
_TO_UNIT = 1.0 / 9007199254740992.0  # 2**-53


def _multiply_high(typing: Any, x: Any, y: Any) -> Any:
    """The high half of a product of 64-bit words: one instruction, for which numba has no name."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*[builder.zext(value, wide) for value in values])
        return builder.trunc(builder.lshr(product, wide(64)), values[0].type)

    return types.uint64(types.uint64, types.uint64), generate


_high_product: Callable[[uint64, uint64], uint64] = intrinsic(_multiply_high)


@inlined
def step(high: uint64, low: uint64, inc_high: uint64, inc_low: uint64) -> tuple[uint64, uint64]:
    """The next 128-bit state: state times multiplier plus increment."""
    new_low = low * _MULT_LOW + inc_low
    carry = _ONE if new_low < inc_low else _ZERO
    new_high = _high_product(low, _MULT_LOW) + high * _MULT_LOW + low * _MULT_HIGH + inc_high + carry
    return new_high, new_low


@inlined
def output(high: uint64, low: uint64) -> uint64:
    """The 64 random bits of a state."""
    mixed = high ^ low
    turn = high >> _58
    return (mixed >> turn) | (mixed << ((_64 - turn) & _63))


@inlined
def to_double(word: uint64) -> float:
    """A double in [0, 1) of the upper 53 bits; the signed detour is equal and faster."""
    return float(np.int64(word >> _11)) * _TO_UNIT


@inlined
def start(generator: np.ndarray, w0: uint64, w1: uint64, w2: uint64, w3: uint64) -> None:
    """Start a generator from the four words of its seed: the first two are the state, the others the increment."""
    inc_high = (w2 << _ONE) | (w3 >> _63)
    inc_low = (w3 << _ONE) | _ONE
    low = inc_low + w1
    carry = _ONE if low < w1 else _ZERO
    generator[0], generator[1] = step(inc_high + w0 + carry, low, inc_high, inc_low)
    generator[2] = inc_high
    generator[3] = inc_low
    generator[4] = _ZERO
    generator[5] = _ZERO


@inlined
def next64(generator: np.ndarray) -> uint64:
    """The next 64 random bits; a kept half word stays."""
    high, low = step(generator[0], generator[1], generator[2], generator[3])
    generator[0] = high
    generator[1] = low
    return output(high, low)


@jit
def next32(generator: np.ndarray) -> uint64:
    """The next 32 random bits as a 64-bit word: the low half of a fresh word first, then its kept high half."""
    if generator[4] != _ZERO:
        generator[4] = _ZERO
        return generator[5]
    word = next64(generator)
    generator[4] = _ONE
    generator[5] = word >> _32
    return word & _HALF


@inlined
def next_double(generator: np.ndarray) -> float:
    """A double in [0, 1) of 53 random bits."""
    return to_double(next64(generator))
