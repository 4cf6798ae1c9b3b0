"""A run as an environment keeps it beside the lab, and all of an environment as a value."""

from dataclasses import dataclass, field, replace
from typing import Any

from pibench_env.chances import Chance
from pibench_env.spaces.layout import SCHEMA_VERSION
from pibench_env.spaces.rounds import RUN
from pibench_env.state import LAB
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
    is_told: bool = True  # whether they are all there were

    def copy(self) -> "Episode":
        """An episode that goes its own way."""
        return replace(self, played=self.played.copy())


@dataclass(frozen=True)
class Origin:
    """Which environments a state fits."""

    schema: int
    kind: str
    world: str
    settings: dict[str, Any]

    def check_origin(self, kind: str, world: str, settings: dict[str, Any]) -> None:
        """Whether an environment can go on from here.

        Args:
            kind: The environment's class.
            world: Its world hash.
            settings: What decides, beside the world, what its actions do.

        Raises:
            ValueError: The state is of another schema, class, world or setting.
        """
        for what, theirs, ours in (
            ("schema version", self.schema, SCHEMA_VERSION),
            ("environment", self.kind, kind),
            ("world", self.world, world),
            *((name, self.settings.get(name), value) for name, value in settings.items()),
        ):
            if theirs != ours:
                raise ValueError(f"the state is of {what} {theirs}, this environment of {ours}; make one like it")


@dataclass(frozen=True)
class EnvState(Origin):
    """All of an environment between two steps; a value that can be pickled and kept."""

    lab: bytes
    episode: Episode
    history: History | None
    chance: dict[str, Any]

    def check(self, kind: str, world: str, settings: dict[str, Any]) -> None:
        """Whether an environment can go on from here; arguments as of `check_origin`.

        Args:
            kind: The environment's class.
            world: Its world hash.
            settings: What decides, beside the world, what its actions do.

        Raises:
            ValueError: The state is of another schema, class, world or setting, or its lab is none.
        """
        self.check_origin(kind, world, settings)
        if len(self.lab) != LAB.itemsize:
            raise ValueError(f"the state has a lab of {len(self.lab)} bytes; {LAB.itemsize} are needed")


@dataclass(frozen=True)
class BatchState(Origin):
    """All of a vector environment between two steps; a value that can be pickled and kept."""

    labs: bytes
    runs: bytes
    chances: tuple[Chance, ...]

    def check(self, kind: str, world: str, settings: dict[str, Any], n: int) -> None:
        """Whether a vector environment can go on from here.

        Args:
            kind: The environment's class.
            world: Its world hash.
            settings: What decides, beside the world, what its actions do.
            n: How many rows it has.

        Raises:
            ValueError: The state is of another schema, class, world or setting, or something of a row is missing.
        """
        self.check_origin(kind, world, settings)
        for what, has, needs in (
            ("labs of", len(self.labs), n * LAB.itemsize),
            ("runs of", len(self.runs), n * RUN.itemsize),
            ("chances of", len(self.chances), n),
        ):
            if has != needs:
                unit = "rows" if what == "chances of" else "bytes"
                raise ValueError(f"the state has {what} {has} {unit}; {needs} are needed")
