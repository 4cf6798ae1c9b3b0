"""People: effort, morale, learning, reports, quitting, graduation, mentoring (rules, sections 1.4, 1.7 and 1.9)."""

import math

from pibench_env.capacities import YEAR
from pibench_env.codes import Outcome, PersonStatus, Role
from pibench_env.exact import clip, mean, round_to
from pibench_env.jit import jit
from pibench_env.mechanics import purse
from pibench_env.rng.distributions import normal, random
from pibench_env.rng.keys import Draw, draw_entity_month
from pibench_env.rules import Rules
from pibench_env.tables import Command, Lab, Person

CENT = 100  # reports and sentiments are added up as hundredths, so that the sums are exact


@jit
def anybody_active(lab: Lab) -> bool:
    """Whether anybody is on the payroll."""
    for slot in range(lab.n_people):
        if lab.people[slot].status == PersonStatus.ACTIVE:
            return True
    return False


@jit
def count_projects(lab: Lab) -> None:
    """Count the active projects of everybody."""
    for slot in range(lab.n_people):
        lab.people[slot].on_projects = 0
    for i in range(lab.n_active):
        project = lab.projects[i]
        for k in range(project.n_members):
            lab.people[project.members[k]].on_projects += 1


@jit
def idle_researchers(lab: Lab) -> int:
    """Researchers on no active project."""
    n = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE and purse.is_researcher(person.role) and person.on_projects == 0:
            n += 1
    return n


@jit
def effectiveness(person: Person, rules: Rules) -> float:
    """Effort a person brings to each project: speed, skill, morale, mentoring, shared among projects (1.4)."""
    spirit = rules.effort_morale[0] + rules.effort_morale[1] * person.morale
    full = rules.effort_mentoring_hours
    independence = person.independence
    guidance = independence + (1.0 - independence) * min(person.mentoring, full) / full
    return person.speed * person.skill * spirit * guidance / max(1, person.on_projects)


@jit
def setback(person: Person, loss: float) -> None:
    """Something went wrong: morale suffers, the more the less resilient a person is (1.7)."""
    person.impulse += -loss / person.resilience


@jit
def live_a_month(lab: Lab, slot: int, mean_morale: float, is_stressed: bool, rules: Rules) -> int:
    """Skill, morale, report, and perhaps departure of a researcher; returns the new status (1.7, step 7)."""
    person = lab.people[slot]
    if person.on_projects > 0:
        person.skill = next_skill(person.skill, person.growth, person.mentoring, rules)
    person.morale = next_morale(person, mean_morale, is_stressed, rules)
    person.impulse = 0.0
    write_report(lab, slot, rules)
    luck = lab.luck
    if random(draw_entity_month(luck, Draw.QUIT, person.role, person.number, lab.month)) < quit_probability(
        person.morale, rules
    ):
        return PersonStatus.QUIT
    if person.role == Role.POSTDOC and lab.month >= person.contract_end:
        return PersonStatus.CONTRACT_ENDED
    if person.role == Role.PHD and is_graduating(person, lab.month, rules):
        return PersonStatus.GRADUATED
    return PersonStatus.ACTIVE


@jit
def next_skill(skill: float, growth: float, mentoring: float, rules: Rules) -> float:
    """Skill after a month on a project; mentoring more than doubles the growth (1.7, step 7)."""
    full = rules.skill_mentoring_hours
    taught = 1.0 + rules.skill_mentoring_gain * min(mentoring, full) / full
    return min(rules.skill_cap, skill + rules.skill_growth * growth * taught)


@jit
def next_morale(person: Person, mean_morale: float, is_stressed: bool, rules: Rules) -> float:
    """Morale after the pull to its set point and the impulses of the month (1.7, step 7)."""
    impulse = person.impulse
    if person.on_projects > rules.overload_projects:
        impulse += -rules.morale_overload
    if person.mentoring < rules.neglect_hours:
        impulse += -rules.morale_neglect * (1.0 - person.independence)
    if is_stressed:
        impulse += -rules.morale_stress
    impulse += rules.morale_contagion * (mean_morale - person.morale)
    pull = rules.morale_recovery * (rules.morale_setpoint - person.morale)
    return clip(person.morale + pull + impulse, 0.0, 1.0)


@jit
def hundredths(value: float) -> int:
    """A value of two decimals as a number of hundredths."""
    return round(value * CENT)


@jit
def write_report(lab: Lab, slot: int, rules: Rules) -> None:
    """The month's report and, if there was a meeting, how it felt; both with noise (1.7, step 7)."""
    person = lab.people[slot]
    g = draw_entity_month(lab.luck, Draw.REPORT, person.role, person.number, lab.month)
    said = person.skill * person.ability * (rules.report_morale[0] + rules.report_morale[1] * person.morale)
    person.report = round_to(max(0.0, said + normal(g, 0.0, rules.report_noise)), 2)
    person.report_month = lab.month
    person.n_reports += 1
    person.reports_total += hundredths(person.report)
    person.sentiment = -1.0
    if person.mentoring >= rules.sentiment_hours:
        g = draw_entity_month(lab.luck, Draw.SENT, person.role, person.number, lab.month)
        person.sentiment = round_to(clip(person.morale + normal(g, 0.0, rules.sentiment_noise), 0.0, 1.0), 2)
        person.n_meetings += 1
        person.sentiments_total += hundredths(person.sentiment)


@jit
def quit_probability(morale: float, rules: Rules) -> float:
    """Monthly chance to quit: a logistic fall with morale, capped (1.7, step 7)."""
    pull = 1.0 / (1.0 + math.exp((morale - rules.quit_mid) / rules.quit_temp))
    return min(rules.quit_cap, rules.quit_scale * pull)


@jit
def is_graduating(person: Person, month: int, rules: Rules) -> bool:
    """Whether a student graduates: once a year, after four years and two papers (1.7, step 7)."""
    return (
        month % YEAR == rules.grad_month
        and month - person.arrived >= rules.grad_min_months
        and person.papers >= rules.grad_min_papers
    )


@jit
def mean_morale(lab: Lab, rules: Rules) -> float:
    """Mean morale of the active researchers (1.7, step 7)."""
    n = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE and purse.is_researcher(person.role):
            lab.luck.terms[n] = person.morale
            n += 1
    return mean(lab.luck.terms, n) if n > 0 else rules.morale_mean_default


@jit
def is_stressful(lab: Lab, rules: Rules) -> bool:
    """Whether money is short: 0 < budget < 6 months of burn (1.7, step 7)."""
    return 0.0 < lab.budget < rules.stress_runway_months * max(rules.min_burn, purse.burn(lab, rules))


@jit
def depart(lab: Lab, slot: int, status: int) -> None:
    """Somebody leaves for good (1.7, step 7)."""
    person = lab.people[slot]
    person.status = status
    person.left = lab.month


@jit
def squeeze_mentoring(lab: Lab, rules: Rules) -> None:
    """Scale mentoring down to the hours that the new month has (1.5, step 6)."""
    total = purse.mentoring_total(lab)
    room = purse.attention_pool(lab, rules) - lab.oneoff_used
    if total <= room:
        return
    share = max(0.0, room) / total
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE:
            person.mentoring = round_to(person.mentoring * share, 2)


@jit
def set_mentoring(lab: Lab, command: Command, rules: Rules) -> int:
    """Standing mentoring hours of the people named; the others keep theirs (1.9)."""
    for i in range(command.count):
        if not purse.is_active(lab, command.ids[i]):
            return Outcome.UNKNOWN_ID
    for i in range(command.count):
        if not 0.0 <= command.amounts[i] <= rules.max_mentoring:
            return Outcome.OUT_OF_RANGE
    total = 0.0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE:
            hours = person.mentoring
            for i in range(command.count):
                if command.ids[i] == slot:
                    hours = command.amounts[i]
            total += hours
    if total + lab.oneoff_used > purse.attention_pool(lab, rules) + rules.attention_slack:
        return Outcome.ATTENTION
    for i in range(command.count):
        lab.people[command.ids[i]].mentoring = command.amounts[i]
    return Outcome.OK
