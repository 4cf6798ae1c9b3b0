"""Which world a lab lives in, checked in one place, and how labs are born in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from pibench_env.kernel import be_born_at
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.rng.keys import salted_root
from pibench_env.rules import rules_of, world_hash
from pibench_env.state import Labs, RulesArray, empty_labs
from pibench_env.wording import shown


@dataclass(frozen=True)
class World:
    """Everything of a world but its seed."""

    params: Params
    salt: str | None = None

    @classmethod
    def of(cls, world: Mapping[str, Any] | None, months: int | None = None, salt: str | None = None) -> Self:
        """The world that a user asks for.

        Args:
            world: Parameters that differ from the published world, by name.
            months: The horizon, a short way to write `world={"months": ...}`.
            salt: A secret text that makes all luck of a seed another one.

        Returns:
            The world.

        Raises:
            ParameterError: A parameter is unknown or illegal, `months` is given twice, or the salt is no text.
        """
        if world is not None and not isinstance(world, Mapping):
            raise ParameterError(f"world maps parameter names to values, it is no {type(world).__name__}")
        if salt is not None and not isinstance(salt, str):
            raise ParameterError(f"salt is a text or None, not a {type(salt).__name__}")
        try:
            (salt or "").encode()
        except UnicodeEncodeError:
            raise ParameterError("salt has half characters that no file can hold; allowed is any other text") from None
        overrides = dict(world or {})
        if months is not None:
            if "months" in overrides:
                raise ParameterError(
                    f"months is given twice: {shown(months)} and {shown(overrides['months'])} in world; drop one"
                )
            overrides["months"] = months
        return cls(Params.of(overrides), salt)

    @property
    def rules(self) -> RulesArray:
        """The rules record that the kernel reads, read-only."""
        return rules_of(self.params)

    @property
    def hash(self) -> str:
        """Names the world without its seed, as every result row carries it (`rules.world_hash`)."""
        return world_hash(self.params, self.salt)

    def root(self, seed: int) -> np.uint64:
        """The number in front of every key of a seed's luck (randomness, section 2).

        Args:
            seed: A seed, already checked.

        Returns:
            The seed, or what the salt makes of it.
        """
        return np.uint64(salted_root(self.salt or "", seed))

    def new_lab(self, seed: int) -> Labs:
        """A lab in month 1.

        Args:
            seed: A seed, already checked.

        Returns:
            An array of one record of dtype `LAB`.
        """
        labs = empty_labs(1)
        be_born_at(labs, 0, np.uint64(seed), self.root(seed), self.rules)
        return labs
