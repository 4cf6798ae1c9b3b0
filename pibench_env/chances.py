"""Where the rows of a vector environment get the worlds of their later runs: a generator each, as one alone has."""

import copy
from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from gymnasium.utils import seeding

# A row's chance as a value: the seed of a generator that nobody has asked yet, or the state of one in use.
Chance = int | dict[str, Any]


class Chances:
    """One generator a row, what `Env.np_random` is after the row's last `reset(seed=...)`.

    A generator takes as long to make as some steps of a lab, so it is made when it is first asked.

    Args:
        n: How many rows.
    """

    def __init__(self, n: int) -> None:
        self._seeds: list[int | None] = [None] * n
        self._generators: list[np.random.Generator | None] = [None] * n

    def seed(self, row: int, seed: int) -> None:
        """Begin anew in a row.

        Args:
            row: The row.
            seed: What its generator is seeded with.
        """
        self._seeds[row], self._generators[row] = seed, None

    def of(self, row: int) -> np.random.Generator:
        """The generator of a row; one that was never seeded is seeded by the machine.

        Args:
            row: The row.

        Returns:
            The generator.
        """
        generator = self._generators[row]
        if generator is None:
            generator, self._seeds[row] = seeding.np_random(self._seeds[row])
            self._generators[row] = generator
        return generator

    def seed_of(self, row: int) -> int:
        """What the generator of a row was seeded with.

        Args:
            row: The row.

        Returns:
            The seed; -1 if only its state is known.
        """
        self.of(row)
        seed = self._seeds[row]
        return -1 if seed is None else seed

    def pick(self, row: int, source: Sequence[int]) -> int:
        """The next world of a row.

        Args:
            row: The row.
            source: The seeds to pick from.

        Returns:
            One of them.
        """
        return int(source[int(self.of(row).integers(len(source)))])

    def state_of(self, row: int) -> Chance:
        """The chance of a row as a value.

        Args:
            row: The row.

        Returns:
            A seed or the state of a generator.
        """
        seed = self._seeds[row]
        if self._generators[row] is None and seed is not None:
            return seed
        return copy.deepcopy(dict(self.of(row).bit_generator.state))

    def copy_of(self, row: int) -> np.random.Generator:
        """A generator that will give what that of a row will.

        Args:
            row: The row.

        Returns:
            A generator that goes its own way.
        """
        return self.from_states([self.state_of(row)]).of(0)

    @classmethod
    def from_states(cls, states: Iterable[Chance]) -> Self:
        """Chances that go on from values.

        Args:
            states: What `state_of` gave, one a row.

        Returns:
            The chances.

        Raises:
            ValueError: One of them is no such value.
        """
        known = list(states)
        chances = cls(len(known))
        for row, state in enumerate(known):
            if isinstance(state, int):
                chances.seed(row, state)
            else:
                generator, _ = seeding.np_random(0)
                generator.bit_generator.state = copy.deepcopy(state)
                chances._generators[row] = generator
        return chances
