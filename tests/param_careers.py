"""Careers in which every parameter matters: random ones in eventful worlds, and scripted ones for what is rare."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from kernel_tools import Career, active_ids, ids_with, open_calls, play_randomly, readings, replay

from pibench_env.codes import DraftStatus, Role
from pibench_env.params import Params
from pibench_env.rules import rules_of

Play = Callable[[Career], None]


def at_random(career: Career) -> None:
    play_randomly(career, int(career.lab["luck"]["seed"]), career.params.months, most=24)


def idle(career: Career) -> None:
    career.go_to(4)


def ask_for_money(career: Career) -> None:
    """Every month a proposal to every open call."""
    while not career.lab["finished"]:
        for call in open_calls(career.lab, career.rules[0]):
            career.call("grants.propose", call_id=call, topic="reasoning", hours=6, attach=[])
        career.next_month()


def go_to_the_limits(career: Career) -> None:
    """As much compute as is allowed, and as many hours as there are, to the last billionth."""
    career.call("recruit.hire_ra")
    career.call("projects.start", topic="theory", tier=1, members=["RA001"], monthly_compute=50000)
    career.call("grants.propose", call_id="TIF-rolling", topic="theory", hours=98.5 + 1.05e-9, attach=[])
    career.next_month()


def raise_students(career: Career) -> None:
    """Students with a paper each, so that they graduate, and new ones in every season."""
    while not career.lab["finished"]:
        first = int(career.lab["first_applicant"])
        for number in range(first, first + 6):
            career.call("recruit.offer", applicant_id=f"APP{number:03d}")
        for name in active_ids(career.lab, Role.PHD):
            career.call("projects.start", topic="theory", tier=1, members=[name], monthly_compute=9000)
        for name in ids_with(career.lab, "drafts", "D", DraftStatus.AVAILABLE):
            career.call("papers.submit", draft_id=name, venue="W-SHOP")
        career.next_month()


@dataclass(frozen=True)
class Story:
    """A world, a seed, and what is done in it."""

    overrides: dict[str, Any]
    seed: int
    play: Play = at_random


RICH: dict[str, Any] = {
    "months": 40, "start_budget": 5e7, "attention_budget": 400.0, "max_students": 16, "progress_coef": 2.5,
    "pool_volume": (4.0, 5.0, 4.0, 4.0), "rep_init": 4.0, "crisis_rate": 0.1,
}  # fmt: skip
STORIES: dict[str, Story] = {
    "rich": Story(RICH, 1),
    "scholars": Story(
        {"months": 40, "start_budget": 5e7, "attention_budget": 400.0, "quit_scale": 0.0, "venue_bar": (0.0,) * 4,
         "tier_work": (0.5, 1.0, 2.0), "tier_infeasible": (0.0,) * 3, "grad_min_months": 12,
         "pool_accept": (0.9,) * 4, "venue_visibility": (9.0,) * 4},
        9, raise_students,
    ),
    "beggar": Story({"agency_bar": (0.1,) * 4, "agency_cap": (9,) * 4, "attention_budget": 300.0}, 10, ask_for_money),
    "famous": Story(
        RICH | {"months": 50, "rep_init": 9.5, "venue_bar": (3.0, 2.0, 1.0, 2.5), "collab_quality": (1.0, 0.8)}, 5
    ),
    "harsh": Story(
        RICH | {"scoop_base": 0.3, "tier_infeasible": (0.4,) * 3, "shock_prob": 0.4, "progress_noise": 1.0,
                "tier_quality": (0.0, 0.5, 1.0), "quality_noise": 1.0, "postdoc_ability": (0.25, 0.1)}, 3
    ),
    "stormy": Story(RICH | {"p_boom": 0.2, "p_bust": 0.2, "hot_ou_sigma": 0.4, "climate_noise": 0.3}, 4),
    "funded": Story(RICH | {"months": 60, "agency_bar": (0.5,) * 4, "agency_cap": (4, 3, 4, 2)}, 8),
    "poor": Story({"months": 40, "start_budget": 150000.0}, 2),
    "unknown": Story(
        RICH | {"rep_init": 0.0, "rep_decay": 0.0, "max_students": 5, "pool_accept": (0.0,) * 4,
                "offer_accept_clip": (0.5, 0.95)}, 6
    ),
    "schooled": Story(RICH | {"months": 60, "grad_min_months": 6, "grad_min_papers": 1}, 7),
    "small": Story({"months": 2, "ra_salary": 0.0}, 11, go_to_the_limits),
    "tired": Story({"months": 3, "attention_budget": 20.0, "rep_init": 0.0, "rep_decay": 0.0}, 12, idle),
    "volunteers": Story(
        {"months": 12, "ra_salary": 0.0, "phd_stipend": 0.0, "postdoc_salary": 0.0, "manager_salary": 0.0}, 13
    ),
}  # fmt: skip


@cache
def played(story: str) -> Career:
    """The career of a story, in its own world."""
    career = Career(STORIES[story].seed, STORIES[story].overrides)
    STORIES[story].play(career)
    return career


@cache
def commands(story: str) -> Any:
    """What was asked in a story."""
    return played(story).commands()


def outcome(story: str, overrides: dict[str, Any]) -> bytes:
    """All that comes of a story's commands under other parameters: the record and what can be read off it."""
    params = Params.of(STORIES[story].overrides | overrides)
    labs = replay(commands(story), params, STORIES[story].seed)
    return labs.tobytes() + repr(readings(labs, 0, rules_of(params))).encode()


@cache
def usual_outcome(story: str) -> bytes:
    """What comes of a story in its own world."""
    return outcome(story, {})
