"""A run as an environment keeps it beside the lab, and all of an environment as a value."""

from dataclasses import dataclass, field, replace
from typing import Any

from pibench_env.surface.history import History


@dataclass
class Episode:
    """What an environment knows of a run beside the lab itself."""

    seed: int = 0
    month: int = 0  # of the last action
    commands: int = 0  # actions given in that month
    illegal: int = 0  # refused in this run
    last: tuple[int, ...] = ()  # what the last step brought, for info; empty after a reset
    paid: float = 0.0  # Impact up to which rewards have been given
    played: list[Any] = field(default_factory=list)  # actions and command rows, from which `lab` tells its story

    def copy(self) -> "Episode":
        """An episode that goes its own way."""
        return replace(self, played=self.played.copy())


@dataclass(frozen=True)
class EnvState:
    """All of an environment between two steps; a value that can be pickled and kept."""

    schema: int
    kind: str
    world: str
    settings: dict[str, Any]
    lab: bytes
    episode: Episode
    history: History | None
    chance: dict[str, Any]
