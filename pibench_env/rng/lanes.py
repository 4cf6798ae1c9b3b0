"""SHA-256 and `SeedSequence` of sixteen keys at once, one a lane (randomness, section 2.1).

The same chain as `sha256.py` and `seed_sequence.py`, which are the readable form and the oracle of this one, on vectors
of sixteen 32-bit words. Numba has no vectors, so the code is emitted through llvmlite; LLVM brings them to whatever the
machine has. The chain has no branch, hence no loop: it is written out round by round when it is compiled. A round has
to wait for the one before, so eight lanes take four fifths of the time of sixteen.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pibench_env.jit import jit
from pibench_env.rng import seed_sequence, sha256

LANES, HALF = 16, 8
WORDS = 16  # of one block of SHA-256
SEEDS = 8  # 32-bit words that start a generator, the low half of each 64-bit word first

_WORD = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, LANES)
_HALF = ir.VectorType(_WORD, HALF)
_RESULT = ir.VectorType(_WORD, LANES * SEEDS)


class _Vectors:
    """Arithmetic on vectors, as the two standards write it."""

    def __init__(self, builder: Any) -> None:
        self._builder = builder

    def same(self, number: int) -> Any:
        """One number in every lane."""
        return ir.Constant(_VECTOR, [int(number)] * LANES)

    def add(self, first: Any, *others: Any) -> Any:
        """Sum modulo 2^32."""
        for other in others:
            first = self._builder.add(first, other)
        return first

    def xor(self, first: Any, *others: Any) -> Any:
        """Bits that differ."""
        for other in others:
            first = self._builder.xor(first, other)
        return first

    def both(self, x: Any, y: Any) -> Any:
        """Bits set in both."""
        return self._builder.and_(x, y)

    def invert(self, x: Any) -> Any:
        """All bits turned over."""
        return self._builder.not_(x)

    def times(self, x: Any, number: int) -> Any:
        """Product modulo 2^32."""
        return self._builder.mul(x, self.same(number))

    def shift(self, x: Any, n: int) -> Any:
        """Shifted right, zeros behind."""
        return self._builder.lshr(x, self.same(n))

    def turn(self, x: Any, n: int) -> Any:
        """Turned right; the compiler finds the machine's own way to do it."""
        return self._builder.or_(self.shift(x, n), self._builder.shl(x, self.same(32 - n)))

    def reverse(self, x: Any) -> Any:
        """The four bytes in the other order."""
        outer = self._builder.or_(self._builder.shl(x, self.same(24)), self.shift(x, 24))
        second = self.both(self._builder.shl(x, self.same(8)), self.same(0xFF0000))
        return self._builder.or_(outer, self._builder.or_(second, self.both(self.shift(x, 8), self.same(0xFF00))))


def _expand(v: _Vectors, words: list[Any]) -> list[Any]:
    """The message schedule: 64 words of 16."""
    for i in range(WORDS, 64):
        early, late = words[i - 15], words[i - 2]
        sigma0 = v.xor(v.turn(early, 7), v.turn(early, 18), v.shift(early, 3))
        sigma1 = v.xor(v.turn(late, 17), v.turn(late, 19), v.shift(late, 10))
        words.append(v.add(words[i - 16], sigma0, words[i - 7], sigma1))
    return words


def _digest(v: _Vectors, words: list[Any]) -> list[Any]:
    """The first four words of SHA-256 of one block, as the four words of a little-endian number."""
    start = [v.same(word) for word in sha256.START]
    a, b, c, d, e, f, g, h = start
    for word, constant in zip(_expand(v, words), sha256.ROUNDS, strict=True):
        turned = v.xor(v.turn(e, 6), v.turn(e, 11), v.turn(e, 25))
        chosen = v.xor(v.both(e, f), v.both(v.invert(e), g))
        t = v.add(h, turned, chosen, word, v.same(constant))
        turned = v.xor(v.turn(a, 2), v.turn(a, 13), v.turn(a, 22))
        majority = v.xor(v.both(a, b), v.both(a, c), v.both(b, c))
        a, b, c, d, e, f, g, h = v.add(t, turned, majority), a, b, c, v.add(d, t), e, f, g
    return [v.reverse(v.add(*pair)) for pair in zip(start[:4], (a, b, c, d), strict=True)]


def _hash(v: _Vectors, value: Any, constants: tuple[int, ...], k: int) -> Any:
    """The k-th hash of a chain."""
    value = v.times(v.xor(value, v.same(constants[k])), constants[k + 1])
    return v.xor(value, v.shift(value, 16))


def _mix(v: _Vectors, x: Any, y: Any) -> Any:
    """A pool word with another one's hash mixed in; minus is plus the other side of 2^32."""
    value = v.add(v.times(x, seed_sequence.MIX_L), v.times(y, (1 << 32) - int(seed_sequence.MIX_R)))
    return v.xor(value, v.shift(value, 16))


def _seeds(v: _Vectors, entropy: list[Any]) -> list[Any]:
    """`SeedSequence(entropy).generate_state(8)`."""
    pool = [_hash(v, word, seed_sequence.A, k) for k, word in enumerate(entropy)]
    k = len(pool)
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = _mix(v, pool[target], _hash(v, pool[source], seed_sequence.A, k))
                k += 1
    return [_hash(v, pool[k % 4], seed_sequence.B, k) for k in range(SEEDS)]


def _interleave(builder: Any, x: Any, y: Any) -> Any:
    """Elements of two vectors in turn."""
    n = x.type.count
    places = [half * n + i for i in range(n) for half in (0, 1)]
    return builder.shuffle_vector(x, y, ir.Constant(ir.VectorType(_WORD, 2 * n), places))


def _by_lanes(builder: Any, rows: list[Any]) -> Any:
    """Rows of words by lane as one vector that has the words of each lane side by side."""
    if len(rows) == 1:
        return rows[0]
    return _interleave(builder, _by_lanes(builder, rows[0::2]), _by_lanes(builder, rows[1::2]))


def _load(builder: Any, source: Any, i: int) -> Any:
    """The i-th half vector in memory, where NumPy's arrays start at any multiple of a word."""
    return builder.load(builder.gep(source, [_WORD(i)]), align=4)


def _join(builder: Any, x: Any, y: Any) -> Any:
    """Two half vectors as one."""
    return builder.shuffle_vector(x, y, ir.Constant(_VECTOR, list(range(LANES))))


def _emit(module: Any) -> Any:
    """The function of a module: there is one, however often it is called."""
    name = "pibench_seeds_of_lanes"
    if name in module.globals:
        return module.globals[name]
    kinds = [_HALF.as_pointer(), _RESULT.as_pointer()]
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), kinds), name)
    function.linkage = "linkonce_odr"
    function.attributes.add("noinline")
    builder = ir.IRBuilder(function.append_basic_block())
    source, target = function.args
    v = _Vectors(builder)
    words = [_join(builder, *(_load(builder, source, half * WORDS + i) for half in (0, 1))) for i in range(WORDS)]
    builder.store(_by_lanes(builder, _seeds(v, _digest(v, words))), target, align=4)
    builder.ret_void()
    return function


def _call(typing: Any, words: Any, seeds: Any) -> Any:
    """Call the emitted function on the memory of two arrays."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        function = _emit(builder.module)
        places = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, values, strict=True)
        ]
        builder.call(function, [builder.bitcast(p, arg.type) for p, arg in zip(places, function.args, strict=True)])
        return context.get_dummy_value()

    return types.void(words, seeds), generate


_seeds_of_lanes: Callable[[np.ndarray, np.ndarray], None] = intrinsic(_call)


@jit
def seeds_of_lanes(words: np.ndarray, seeds: np.ndarray) -> None:
    """The words that start the generators of sixteen keys.

    Args:
        words: uint32 of shape (2, 16, 8), contiguous: the padded blocks of the keys, word by word, a column a key,
            the first eight keys in front.
        seeds: uint64 of shape (16, 4), contiguous: what `SeedSequence` gives, a row a key.
    """
    _seeds_of_lanes(words, seeds)
