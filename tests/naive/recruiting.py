"""Applicants, offers, arrivals, postdoc searches and staff (rules, sections 1.6, 1.7 and 1.9)."""

from dataclasses import dataclass

import numpy as np

from naive.luck import name_indices
from naive.people import Person
from naive.world_numbers import Numbers, clip


@dataclass
class Applicant:
    """One applicant to the PhD programme, signals as shown (rules, section 1.6)."""

    id: str
    year: int
    pool: int
    ability: float
    speed: float
    resilience: float
    independence: float
    growth: float
    transcript: float
    letter: float
    interview_hidden: float
    interviewed: bool = False
    status: str = "pending"


@dataclass
class Search:
    """One search for a postdoc (rules, section 1.7, step 9)."""

    id: str
    posted: int
    done: bool = False


def alumni_lift(alumni: int, n: Numbers) -> float:
    """Rise of the applicants' mean ability that alumni bring (rules, section 1.6)."""
    return min(n["alumni_quality_cap"], n["alumni_quality_lift"] * alumni)


def applicant_volume(pool: int, reputation: float, boosted: bool, n: Numbers) -> float:
    """Mean number of applicants a pool shows (rules, section 1.6)."""
    boost = n["volume_boost"] if boosted else 1.0
    return n["pool_volume"][pool] * (1 + n["volume_per_rep"] * max(0.0, reputation - n["rep_mid"])) * boost


def draw_candidate(g: np.random.Generator, year: int, pool: int, lift: float, n: Numbers) -> Applicant:
    """Draw one candidate of a pool, not yet numbered (rules, section 1.6)."""
    ability = clip(
        g.normal(n["pool_ability_mean"][pool] + lift, n["pool_ability_sd"][pool]), *n["applicant_ability_clip"]
    )
    speed = g.normal(*n["applicant_speed"])
    resilience = g.uniform(*n["applicant_resilience"])
    independence = g.uniform(*n["applicant_independence"])
    growth = max(n["growth_floor"], g.normal(*n["applicant_growth"]))
    transcript = clip(ability + g.normal(0, n["pool_transcript_noise"][pool]), 0.0, 1.0)
    letter = clip(ability + n["pool_letter_bias"][pool] + g.normal(0, n["pool_letter_noise"][pool]), 0.0, 1.0)
    interview = clip(ability + g.normal(0, n["interview_noise"]), 0.0, 1.0)
    name_indices(g, n["names"])
    return Applicant(
        id="",
        year=year,
        pool=pool,
        ability=ability,
        speed=speed,
        resilience=resilience,
        independence=independence,
        growth=growth,
        transcript=round(transcript, 2),
        letter=round(letter, 2),
        interview_hidden=round(interview, 2),
    )


def acceptance_probability(pool: int, reputation: float, n: Numbers) -> float:
    """Chance that an offer is accepted (rules, section 1.7, step 8)."""
    raw = n["pool_accept"][pool] + n["pool_accept_per_rep"][pool] * (reputation - n["rep_mid"])
    return clip(raw, *n["accept_clip"])


def arriving_student(person_id: str, applicant: Applicant, month: int, n: Numbers) -> Person:
    """Turn an accepted applicant into a PhD student (rules, section 1.7, step 8)."""
    return Person(
        id=person_id,
        role="phd",
        arrived=month + 1,
        ability=applicant.ability,
        speed=applicant.speed,
        resilience=applicant.resilience,
        independence=applicant.independence,
        growth=applicant.growth,
        skill=n["skill_init_base"] + n["skill_init_ability"] * applicant.ability,
        morale=n["morale_init"],
    )


def search_probability(reputation: float, n: Numbers) -> float:
    """Chance that a postdoc search finds somebody (rules, section 1.7, step 9)."""
    raw = n["postdoc_success"] + n["postdoc_success_per_rep"] * (reputation - n["rep_mid"])
    return min(n["postdoc_success_cap"], raw)


def draw_postdoc(g: np.random.Generator, person_id: str, month: int, n: Numbers) -> Person:
    """Draw the postdoc of a search that succeeded (rules, section 1.7, step 9)."""
    ability = clip(g.normal(*n["postdoc_ability"]), *n["postdoc_ability_clip"])
    name_indices(g, n["names"])
    speed = g.normal(*n["postdoc_speed"])
    resilience = g.uniform(*n["postdoc_resilience"])
    independence = g.uniform(*n["postdoc_independence"])
    growth = max(n["growth_floor"], g.normal(*n["postdoc_growth"]))
    return Person(
        id=person_id,
        role="postdoc",
        arrived=month,
        ability=ability,
        speed=speed,
        resilience=resilience,
        independence=independence,
        growth=growth,
        skill=n["postdoc_skill_base"] + n["postdoc_skill_ability"] * ability,
        morale=n["morale_init"],
        contract_end=month + n["postdoc_contract_months"],
    )


def draw_ra(g: np.random.Generator, person_id: str, month: int, n: Numbers) -> Person:
    """Draw a research assistant (rules, section 1.9, recruit.hire_ra)."""
    name_indices(g, n["names"])
    ability = g.uniform(*n["ra_ability"])
    speed = g.normal(*n["ra_speed"])
    return Person(
        id=person_id,
        role="ra",
        arrived=month,
        ability=ability,
        speed=speed,
        resilience=n["ra_resilience"],
        independence=n["ra_independence"],
        growth=0.0,
        skill=n["ra_skill"],
        morale=n["ra_morale"],
    )


def new_manager(person_id: str, month: int, n: Numbers) -> Person:
    """Make a lab manager; only the name is luck (rules, section 1.9, recruit.hire_manager)."""
    return Person(
        id=person_id,
        role="manager",
        arrived=month,
        ability=n["manager_ability"],
        speed=n["manager_speed"],
        resilience=n["manager_resilience"],
        independence=n["manager_independence"],
        growth=0.0,
        skill=n["manager_skill"],
        morale=n["manager_morale"],
    )
