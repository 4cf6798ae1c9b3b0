"""Persons and what moves them (rules, sections 1.4 and 1.7, step 7)."""

import math
from dataclasses import dataclass

from naive.world_numbers import Numbers, clip

RESEARCHERS = ("phd", "postdoc")


@dataclass
class Person:
    """One person who is or was on the payroll (rules, sections 1.4 and 1.10)."""

    id: str
    role: str
    arrived: int
    ability: float
    speed: float
    resilience: float
    independence: float
    growth: float
    skill: float
    morale: float
    contract_end: int | None = None
    status: str = "active"
    left: int | None = None
    mentoring: float = 0.0
    papers: int = 0
    first_author: int = 0
    last_report: tuple[int, float, float | None] | None = None
    impulse: float = 0.0

    @property
    def active(self) -> bool:
        """Tell whether the person is on the payroll."""
        return self.status == "active"

    @property
    def researcher(self) -> bool:
        """Tell whether the person is a PhD student or a postdoc, active or not."""
        return self.role in RESEARCHERS


def effectiveness(
    speed: float, skill: float, morale: float, independence: float, mentoring: float, projects: int, n: Numbers
) -> float:
    """Effort a person brings to each of the projects they are on (rules, section 1.4)."""
    spirit = n["effect_morale_base"] + n["effect_morale_weight"] * morale
    guided = min(mentoring, n["effect_mentor_hours"]) / n["effect_mentor_hours"]
    guidance = independence + (1 - independence) * guided
    return speed * skill * spirit * guidance / max(1, projects)


def skill_next(skill: float, growth: float, mentoring: float, n: Numbers) -> float:
    """Skill after a month on a project (rules, section 1.7, step 7)."""
    guided = min(mentoring, n["skill_mentor_hours"]) / n["skill_mentor_hours"]
    return min(n["skill_cap"], skill + n["skill_growth"] * growth * (1 + n["skill_mentor_gain"] * guided))


def month_impulse(
    gathered: float,
    projects: int,
    independence: float,
    mentoring: float,
    stress: bool,
    morale: float,
    mean_morale: float,
    n: Numbers,
) -> float:
    """Everything that pushes a researcher's morale this month (rules, section 1.7, step 7)."""
    impulse = gathered
    if projects > n["overload_projects"]:
        impulse += n["overload_impulse"]
    if mentoring < n["neglect_hours"]:
        impulse += n["neglect_impulse"] * (1 - independence)
    if stress:
        impulse += n["stress_impulse"]
    return impulse + n["morale_contagion"] * (mean_morale - morale)


def morale_next(morale: float, impulse: float, n: Numbers) -> float:
    """Morale after the month's pull and impulse (rules, section 1.7, step 7)."""
    return clip(morale + n["morale_pull"] * (n["morale_target"] - morale) + impulse, 0.0, 1.0)


def stressed(budget: float, burn_rate: float, n: Numbers) -> bool:
    """Tell whether money worries weigh on the lab (rules, section 1.7, step 7)."""
    return 0 < budget < n["stress_months"] * max(1.0, burn_rate)


def quit_probability(morale: float, n: Numbers) -> float:
    """Chance that a researcher quits this month (rules, section 1.7, step 7)."""
    sigmoid = 1 / (1 + math.exp((morale - n["quit_mid"]) / n["quit_temp"]))
    return min(n["quit_cap"], n["quit_scale"] * sigmoid)


def report(skill: float, ability: float, morale: float, noise: float, n: Numbers) -> float:
    """Productivity as reported, to two decimals (rules, section 1.7, step 7)."""
    spirit = n["report_morale_base"] + n["report_morale_weight"] * morale
    return round(max(0.0, skill * ability * spirit + noise), 2)


def sentiment(morale: float, noise: float) -> float:
    """Mood as it shows in a mentoring talk, to two decimals (rules, section 1.7, step 7)."""
    return round(clip(morale + noise, 0.0, 1.0), 2)


def graduates(month: int, arrived: int, papers: int, n: Numbers) -> bool:
    """Tell whether a PhD student graduates in a month (rules, section 1.7, step 7)."""
    in_season = month % 12 == n["grad_month"]
    return in_season and month - arrived >= n["grad_min_months"] and papers >= n["grad_min_papers"]
