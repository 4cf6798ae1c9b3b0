"""Candidates: the draws behind them, and the applicants whom these draws make (rules, section 1.6)."""

from typing import Any

from numpy.typing import NDArray

from pibench_env.codes import ApplicantStatus
from pibench_env.exact import clip, round_to
from pibench_env.jit import jit
from pibench_env.luck import Candidate
from pibench_env.names import NAMES
from pibench_env.rng.distributions import integers, random, standard_normal
from pibench_env.rules import Rules
from pibench_env.tables import Applicant, Person


@jit
def draw(candidate: Candidate, g: NDArray[Any]) -> None:
    """The draws behind one candidate, whether the pool shows it or not (1.6)."""
    candidate.ability = standard_normal(g)
    candidate.speed = standard_normal(g)
    candidate.resilience = random(g)
    candidate.independence = random(g)
    candidate.growth = standard_normal(g)
    candidate.transcript = standard_normal(g)
    candidate.letter = standard_normal(g)
    candidate.interview = standard_normal(g)
    draw_name(candidate, g)


@jit
def introduce(applicant: Applicant, candidate: Candidate, pool: int, lift: float, rules: Rules) -> None:
    """One applicant: talent, character, and the signals that it sends (1.6)."""
    mean, sd = rules.pool_ability_mean[pool] + lift, rules.pool_ability_sd[pool]
    ability = clip(mean + sd * candidate.ability, rules.ability_clip[0], rules.ability_clip[1])
    applicant.pool = pool
    applicant.status = ApplicantStatus.PENDING
    applicant.interviewed = 0
    applicant.interview = -1.0
    applicant.ability = ability
    applicant.speed = scaled(rules.student_speed, candidate.speed)
    applicant.resilience = between(rules.student_resilience, candidate.resilience)
    applicant.independence = between(rules.student_independence, candidate.independence)
    applicant.growth = max(rules.growth_floor, scaled(rules.student_growth, candidate.growth))
    applicant.transcript = signal(ability + rules.pool_transcript_noise[pool] * candidate.transcript)
    biased = ability + rules.pool_letter_bias[pool]
    applicant.letter = signal(biased + rules.pool_letter_noise[pool] * candidate.letter)
    applicant.interview_value = signal(ability + rules.interview_noise * candidate.interview)
    applicant.given_name = candidate.given_name
    applicant.family_name = candidate.family_name


@jit
def scaled(law: tuple[float, float], z: float) -> float:
    """A standard normal draw with mean and deviation."""
    return law[0] + law[1] * z


@jit
def between(law: tuple[float, float], u: float) -> float:
    """A uniform draw between two bounds."""
    return law[0] + (law[1] - law[0]) * u


@jit
def draw_name(bearer: Person | Candidate, g: NDArray[Any]) -> None:
    """Two whole numbers: the given name, then the family name (1.6)."""
    bearer.given_name = integers(g, NAMES)
    bearer.family_name = integers(g, NAMES)


@jit
def signal(value: float) -> float:
    """What is shown of a value: 0 to 1, two decimals (1.6)."""
    return round_to(clip(value, 0.0, 1.0), 2)
