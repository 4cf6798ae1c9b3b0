"""What an environment is made with, checked once: its world, its pay, and how it shows a lab."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from pibench_env.options import OBS_MODES, LabOptions, checked_choice, checked_flag, checked_penalty
from pibench_env.rewards import REWARDS
from pibench_env.seeds import seed_source
from pibench_env.wording import nearest
from pibench_env.worlds import World

METADATA: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}


@dataclass(frozen=True)
class Terms:
    """The options of an environment (`options.LabOptions`) as it works with them."""

    world: World
    seeds: Sequence[int]
    reward: int  # place in `rewards.REWARDS`
    penalty: float
    is_flat: bool
    staff_tools: bool
    render_mode: str | None

    @classmethod
    def of(cls, options: Mapping[str, Any], maker: str, arguments: Iterable[str]) -> Self:
        """Check options.

        Args:
            options: What a user gave.
            maker: The class that is made, for errors.
            arguments: All that it takes.

        Returns:
            The terms.

        Raises:
            ParameterError: A parameter or option is unknown or illegal.
            SeedError: `seeds` names none.
            TypeError: There is no option of that name.
        """
        for name in options:
            if name not in LabOptions.__annotations__:
                raise TypeError(f"{maker} has no argument {name!r}{nearest(name, arguments)}")
        render_mode = options.get("render_mode")
        if render_mode is not None:
            checked_choice("render_mode", render_mode, METADATA["render_modes"])
        return cls(
            world=World.of(options.get("world"), options.get("months"), options.get("salt")),
            seeds=seed_source(options.get("seeds", "train")),
            reward=REWARDS.index(checked_choice("reward", options.get("reward", "difference"), REWARDS)),
            penalty=checked_penalty(options.get("illegal_penalty", 0.0)),
            is_flat=checked_choice("obs_mode", options.get("obs_mode", "flat"), OBS_MODES) == "flat",
            staff_tools=checked_flag("staff_tools", options.get("staff_tools", True)),
            render_mode=render_mode,
        )
