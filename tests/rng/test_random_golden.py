"""The published draws: for each key the start of the generator and the first draws of every kind."""

import json
from pathlib import Path

import numpy as np
import pytest
from rng.numpy_reference import seeded

from pibench_env.jit import jit
from pibench_env.rng.distributions import choice, integers, normal, permutation, poisson, random, uniform
from pibench_env.rng.pcg64 import next64

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "random.json").read_text())
INITIAL_HOTNESS = np.array([1.6, 1.2, 0.8, 2.2, 1.0, 0.7, 0.5, 0.9])


@jit
def draw_all(
    starts: np.ndarray, words: np.ndarray, doubles: np.ndarray, counts: np.ndarray, hotness: np.ndarray
) -> None:
    """Each list of a key begins with a fresh copy of its generator."""
    generator = starts[0].copy()
    for i in range(len(starts)):
        generator[:] = starts[i]
        for j in range(3):
            words[i, j] = next64(generator)
        generator[:] = starts[i]
        for j in range(3):
            doubles[i, j] = random(generator)
        generator[:] = starts[i]
        for j in range(3, 6):
            doubles[i, j] = uniform(generator, 0.35, 0.6)
        generator[:] = starts[i]
        for j in range(6, 12):
            doubles[i, j] = normal(generator, 0.0, 1.0)
        generator[:] = starts[i]
        for j in range(5):
            counts[i, j] = poisson(generator, 2.5)
        generator[:] = starts[i]
        for j in range(5, 10):
            counts[i, j] = poisson(generator, 17.0)
        generator[:] = starts[i]
        counts[i, 10] = integers(generator, 30)
        counts[i, 11] = integers(generator, 30)
        doubles[i, 12] = normal(generator, 0.0, 1.0)
        counts[i, 12] = integers(generator, 30)
        generator[:] = starts[i]
        permutation(generator, counts[i, 13:24], 11)
        generator[:] = starts[i]
        counts[i, 24] = choice(generator, hotness)


@pytest.fixture(scope="module")
def drawn() -> list[dict[str, object]]:
    n = len(GOLDEN)
    starts = seeded(["|".join([row["seed"], *row["key"]]) for row in GOLDEN])
    words, doubles, counts = np.zeros((n, 3), np.uint64), np.zeros((n, 13)), np.zeros((n, 25), np.int64)
    draw_all(starts, words, doubles, counts, INITIAL_HOTNESS)
    rows = []
    for start, word, double, count in zip(
        starts.tolist(), words.tolist(), doubles.tolist(), counts.tolist(), strict=True
    ):
        rows.append(
            {
                "state": str(start[0] << 64 | start[1]),
                "inc": str(start[2] << 64 | start[3]),
                "u64": [str(value) for value in word],
                "uniform": double[:3],
                "uniform_0.35_0.6": double[3:6],
                "normal": double[6:12],
                "poisson_2.5": count[:5],
                "poisson_17": count[5:10],
                "integers_30_twice_then_normal_then_integers_30": [count[10], count[11], double[12], count[12]],
                "permutation_11": count[13:24],
                "choice_initial_hotness": count[24],
            }
        )
    return rows


LISTS = sorted(set(GOLDEN[0]) - {"seed", "key"})


@pytest.mark.parametrize("name", LISTS)
def test_published_draws(drawn, name):
    for golden, row in zip(GOLDEN, drawn, strict=True):
        assert row[name] == golden[name], f"{golden['seed']}|{'|'.join(golden['key'])}"


def test_every_published_list_is_compared(drawn):
    assert len(GOLDEN) == 100
    for golden, row in zip(GOLDEN, drawn, strict=True):
        assert set(golden) == set(row) | {"seed", "key"}
