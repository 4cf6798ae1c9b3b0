"""Play that is prepared beforehand, so that choosing actions is outside the clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pibench_env.seeds import seed_set
from pibench_env.spaces.decoding import split_mask
from pibench_env.wrappers.plan.choices import plan_of

Choose = Callable[[dict[str, Any]], Any]

CAREFUL = plan_of(
    interviews=4, offers=3, ranking=1, mentoring=5, mentoring_cap=60, starts=99, topic="reasoning", tier=2, team=2,
    compute=1500, polish=8, revise=8, submit="NAIC > CLAR > W-SHOP", resubmit="CLAR > W-SHOP", salvage="W-SHOP",
    bsf_hours=25, amp_hours=25, tif_hours=25, fel_hours=25, bsf_evidence=2, amp_evidence=2, tif_evidence=2,
    fel_evidence=2, talks=3, reviews=3, collaborations="accept", crises="support",
)  # fmt: skip


@dataclass(frozen=True)
class Stream:
    """One career a seed as its actions, and the lab-months that a step is on average."""

    careers: list[tuple[int, list[Any]]]
    months_a_step: float

    @property
    def shortest(self) -> int:
        """Steps for which no lab is over."""
        return min(len(actions) for _, actions in self.careers) - 1


def stream(env: Any, choose: Choose, worlds: int) -> Stream:
    """Careers of an environment, whose infos are shown to the player."""
    careers, months = [], 0
    for seed in seed_set("calibrate")[:worlds]:
        _, info = env.reset(seed=seed)
        actions, is_over = [], False
        while not is_over:
            action = choose(info)
            _, _, is_over, _, info = env.step(action)
            actions.append(action)
        months += info["month"]
        careers.append((seed, actions))
    return Stream(careers, months / sum(len(actions) for _, actions in careers))


def masked(nvec: Sequence[int]) -> Choose:
    """A player that chooses among what the mask allows, part by part."""
    rng = np.random.default_rng(1)

    def choose(info: dict[str, Any]) -> Any:
        return np.array([rng.choice(np.flatnonzero(part)) for part in split_mask(info["action_mask"], nvec)])

    return choose


def masked_flat() -> Choose:
    """A player that chooses among whole actions."""
    rng = np.random.default_rng(1)
    return lambda info: int(rng.choice(np.flatnonzero(info["action_mask"])))


def careful(info: dict[str, Any]) -> Any:
    """The same plan every month."""
    return CAREFUL
