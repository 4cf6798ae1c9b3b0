"""Every distribution against live NumPy on random keys: all draws and the state in which the generator is left."""

from collections.abc import Callable

import numpy as np
import pytest
from rng.numpy_reference import generator, random_keys, seeded, state

from pibench_env.jit import jit
from pibench_env.rng import distributions as dist
from pibench_env.rng.pcg64 import next32, next64

DRAWS = 8
Case = tuple[
    Callable[..., None],
    Callable[[np.random.Generator, np.ndarray], list],
    Callable[[np.random.Generator, int], np.ndarray],
    type,
]


@jit
def raw(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = next64(generators[i])


@jit
def halves(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS - 1):
            out[i, j] = next32(generators[i])


@jit
def random(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = dist.random(generators[i])


@jit
def uniform(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = dist.uniform(generators[i], given[i, 0], given[i, 1])


@jit
def normal(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = dist.normal(generators[i], given[i, 0], given[i, 1])


@jit
def poisson(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = dist.poisson(generators[i], given[i, 0])


@jit
def integers(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = dist.integers(generators[i], given[i, 0])


@jit
def permutation(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        dist.permutation(generators[i], out[i], given[i, 0])


@jit
def choice(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(generators)):
        for j in range(DRAWS):
            out[i, j] = dist.choice(generators[i], given[i])


@jit
def interleaved(generators: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    """Half words are kept across draws of whole ones."""
    for i in range(len(generators)):
        for j in range(0, DRAWS, 2):
            out[i, j] = dist.integers(generators[i], 30)
            out[i, j + 1] = dist.normal(generators[i], 0.0, 1.0)


def numpy_permutation(g: np.random.Generator, given: np.ndarray) -> list:
    order = g.permutation(int(given[0])).tolist()
    return order + [0] * (64 - len(order))


def numpy_halves(g: np.random.Generator, given: np.ndarray) -> list:
    return [int(g.integers(0, 2**32, dtype=np.uint32)) for _ in range(DRAWS - 1)] + [0]


def bounds_of_integers(rng: np.random.Generator, n: int) -> np.ndarray:
    """Small bounds, and bounds above 2^31, half of whose draws are rejected."""
    small, big = rng.integers(1, 100, (n, 1)), rng.integers(2**31, 2**32, (n, 1))
    return np.where(rng.random((n, 1)) < 0.5, small, big)


def no_parameters(rng: np.random.Generator, n: int) -> np.ndarray:
    return np.zeros((n, 1))


def rates(low: float, high: float) -> Callable[[np.random.Generator, int], np.ndarray]:
    return lambda rng, n: rng.uniform(low, high, (n, 1))


def small_rates(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.uniform(0, 10, (n, 1)) * (rng.random((n, 1)) < 0.9)  # every tenth is 0


def rates_near_10(rng: np.random.Generator, n: int) -> np.ndarray:
    near = [10.0, np.nextafter(10.0, 0.0), np.nextafter(10.0, 20.0), 9.999, 10.001]
    return rng.choice(near, (n, 1))


def tiny_rates(rng: np.random.Generator, n: int) -> np.ndarray:
    return 10.0 ** rng.uniform(-300, 0, (n, 1))


def huge_rates(rng: np.random.Generator, n: int) -> np.ndarray:
    return 10.0 ** rng.uniform(1, 6, (n, 1))


def numpy_poisson(g: np.random.Generator, given: np.ndarray) -> list:
    return g.poisson(given[0], DRAWS).tolist()


CASES: dict[str, Case] = {
    "raw": (raw, lambda g, p: g.bit_generator.random_raw(DRAWS).tolist(), no_parameters, np.uint64),
    "halves": (halves, numpy_halves, no_parameters, np.uint64),
    "random": (random, lambda g, p: g.random(DRAWS).tolist(), no_parameters, np.float64),
    "uniform": (
        uniform,
        lambda g, p: g.uniform(p[0], p[1], DRAWS).tolist(),
        lambda rng, n: np.sort(rng.normal(0, 5, (n, 2))),
        np.float64,
    ),
    "normal": (
        normal,
        lambda g, p: g.normal(p[0], p[1], DRAWS).tolist(),
        lambda rng, n: np.abs(rng.normal(0, 3, (n, 2))) * (rng.random((n, 2)) < 0.9),  # some sd are 0
        np.float64,
    ),
    "poisson_small": (poisson, numpy_poisson, small_rates, np.int64),
    "poisson_tiny": (poisson, numpy_poisson, tiny_rates, np.int64),
    "poisson_near_10": (poisson, numpy_poisson, rates_near_10, np.int64),
    "poisson_10_to_40": (poisson, numpy_poisson, rates(10, 40), np.int64),
    "poisson_huge": (poisson, numpy_poisson, huge_rates, np.int64),
    "integers": (
        integers,
        lambda g, p: [int(g.integers(int(p[0]))) for _ in range(DRAWS)],
        bounds_of_integers,
        np.int64,
    ),
    "permutation": (permutation, numpy_permutation, lambda rng, n: rng.integers(0, 65, (n, 1)), np.int64),
    "choice": (
        choice,
        lambda g, p: [int(g.choice(8, p=p / p.sum())) for _ in range(DRAWS)],
        lambda rng, n: rng.gamma(1.0, 1.0, (n, 8)),
        np.int64,
    ),
    "choice_of_11": (
        choice,
        lambda g, p: [int(g.choice(11, p=p / p.sum())) for _ in range(DRAWS)],
        lambda rng, n: rng.gamma(1.0, 1.0, (n, 11)),
        np.int64,
    ),
    "interleaved": (
        interleaved,
        lambda g, p: [value for _ in range(DRAWS // 2) for value in (float(g.integers(30)), g.normal(0.0, 1.0))],
        no_parameters,
        np.float64,
    ),
}


def compare(name: str, n: int, seed: int) -> None:
    """All draws of n keys, and the six words in which each generator is left."""
    draw, numpys, parameters, kind = CASES[name]
    keys = random_keys(n, seed)
    given = parameters(np.random.default_rng(seed + 1), n)
    out = np.zeros((n, 64 if name == "permutation" else DRAWS), kind)
    generators = seeded(keys)
    draw(generators, given, out)
    for key, row, ours, end in zip(keys, given, out.tolist(), generators.tolist(), strict=True):
        theirs = generator(key)
        assert ours == numpys(theirs, row), f"{key} with {row}"
        assert end == state(theirs), f"{key} with {row}: the generator is left elsewhere"


@pytest.mark.parametrize("name", CASES)
def test_draws_equal_numpy(name):
    compare(name, 2000, seed=len(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_draws_equal_numpy_on_many_keys(name):
    compare(name, 120_000, seed=1000 + len(name))


@pytest.mark.slow
def test_long_streams_equal_numpy():
    """The rare branches, such as the tail of the normal distribution (1 draw in 4,000), come up thousands of times."""
    ours, theirs = seeded(["1|stream|long"])[0], generator("1|stream|long")
    out = np.zeros(20_000_000)
    many_normals(ours, out)
    assert np.array_equal(out, theirs.standard_normal(len(out)))
    assert ours.tolist() == state(theirs)
    for rate in (0.3, 1.1, 9.4, 9.999, 10.0, 12.5, 17.0, 60.0, 1000.0, 1e6):
        many_poissons(ours, rate, out[:1_000_000])
        assert np.array_equal(out[:1_000_000], theirs.poisson(rate, 1_000_000)), rate
        assert ours.tolist() == state(theirs), rate


@jit
def many_normals(generator: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(out)):
        out[i] = dist.normal(generator, 0.0, 1.0)


@jit
def many_poissons(generator: np.ndarray, rate: float, out: np.ndarray) -> None:
    for i in range(len(out)):
        out[i] = dist.poisson(generator, rate)


def test_seeding_equals_numpy():
    keys = random_keys(2000, 5)
    assert sum(len(key) > 55 for key in keys) >= 150
    for key, ours in zip(keys, seeded(keys).tolist(), strict=True):
        assert ours == state(generator(key)), key


def test_numbers_with_few_words_are_no_special_case():
    """NumPy makes fewer words of a smaller number; we always hash four."""
    from pibench_env.rng.seed_sequence import seed_generator

    ours = np.zeros(6, np.uint64)
    for number in (0, 1, 2**31, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 2**95, 2**96, 2**128 - 1):
        words = [np.uint32(number >> shift & 0xFFFFFFFF) for shift in (0, 32, 64, 96)]
        seed_generator(ours, *words)
        assert ours.tolist() == state(np.random.Generator(np.random.PCG64(np.random.SeedSequence(number)))), number


def test_some_draws_make_none():
    """Section 2.1: a rate of 0, a bound of 1 and an order of at most one draw nothing; a normal with sd 0 does."""
    g = seeded(["5|quit|S001|1"])[0]
    before = g.tolist()
    order = np.zeros(2, np.int64)
    assert dist.poisson(g, 0.0) == 0
    assert dist.integers(g, 1) == 0
    dist.permutation(g, order, 1)
    dist.permutation(g, order, 0)
    assert g.tolist() == before
    assert dist.normal(g, 2.5, 0.0) == 2.5
    assert g.tolist() != before
