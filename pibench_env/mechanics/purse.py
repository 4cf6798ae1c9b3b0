"""Money and hours: the only places that book and spend them (rules, section 1.4)."""

from pibench_env.capacities import LEDGER, YEAR
from pibench_env.codes import LedgerKind, PersonStatus, Role
from pibench_env.jit import jit
from pibench_env.rules import Rules
from pibench_env.tables import Award, Lab

NO_RUNWAY = -1.0  # the lab does not burn money


@jit
def book(lab: Lab, kind: int, subject: int, amount: float) -> None:
    """Book an amount: the budget and the ledger move together (1.10, ledger)."""
    row = lab.past.ledger[lab.n_ledger % LEDGER]
    row.month = lab.month
    row.kind = kind
    row.subject = subject
    row.amount = amount
    lab.n_ledger += 1
    lab.ledger_total += amount
    lab.budget += amount


@jit
def pay_of(role: int, rules: Rules) -> float:
    """Monthly pay of a role, in USD (1.1)."""
    if role == Role.PHD:
        return rules.phd_stipend
    if role == Role.POSTDOC:
        return rules.postdoc_salary
    if role == Role.RA:
        return rules.ra_salary
    return rules.manager_salary


@jit
def is_running(award: Award, month: int) -> bool:
    """Whether an award pays in a month (1.4)."""
    return award.start <= month <= award.end


@jit
def pay_month(lab: Lab, rules: Rules) -> None:
    """Stipends, compute, award payments and their overhead (1.7, step 1)."""
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE:
            book(lab, LedgerKind.STIPEND, slot, -pay_of(person.role, rules))
    for i in range(lab.n_active):
        project = lab.projects[i]
        if project.compute > 0.0:
            cost = project.compute * rules.compute_unit_cost * lab.compute_price
            book(lab, LedgerKind.COMPUTE, project.number, -cost)
    for i in range(lab.n_awards):
        award = lab.awards[i]
        if is_running(award, lab.month):
            book(lab, LedgerKind.GRANT_INCOME, i + 1, award.monthly)
            book(lab, LedgerKind.GRANT_OVERHEAD, i + 1, -rules.grant_overhead_monthly)


@jit
def burn(lab: Lab, rules: Rules) -> float:
    """Expected monthly loss, in USD (1.4)."""
    total = 0.0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE:
            total += pay_of(person.role, rules)
    compute = 0.0
    for i in range(lab.n_active):
        compute += lab.projects[i].compute * rules.compute_unit_cost * lab.compute_price
    total += compute
    running = 0
    income = 0.0
    for i in range(lab.n_awards):
        award = lab.awards[i]
        if is_running(award, lab.month):
            running += 1
            income += award.monthly
    return total + rules.grant_overhead_monthly * running - income


@jit
def runway(lab: Lab, rules: Rules) -> float:
    """Months that the money lasts, or `NO_RUNWAY` (1.4)."""
    monthly = burn(lab, rules)
    return lab.budget / monthly if monthly > 0.0 else NO_RUNWAY


@jit
def oversight(researchers: int, assistants: int, managers: int, rules: Rules) -> float:
    """Hours a month that people cost by being there (1.4)."""
    each = rules.oversight_per_researcher - rules.manager_oversight_relief * managers
    return max(rules.oversight_min_per_researcher, each) * researchers + rules.oversight_per_ra * assistants


@jit
def is_researcher(role: int) -> bool:
    """PhD students and postdocs are researchers, the others staff."""
    return role == Role.PHD or role == Role.POSTDOC


@jit
def is_active(lab: Lab, slot: int) -> bool:
    """Whether a slot holds somebody on the payroll; any number may be asked for."""
    return 0 <= slot < lab.n_people and lab.people[slot].status == PersonStatus.ACTIVE


@jit
def headcount(lab: Lab, role: int) -> int:
    """Active people of a role."""
    n = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE and person.role == role:
            n += 1
    return n


@jit
def researchers(lab: Lab) -> int:
    """Active PhD students and postdocs."""
    return headcount(lab, Role.PHD) + headcount(lab, Role.POSTDOC)


@jit
def oversight_now(lab: Lab, rules: Rules) -> float:
    """Hours that this lab's people cost (1.4)."""
    n_researchers, n_assistants, n_managers = 0, 0, 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE:
            n_researchers += is_researcher(person.role)
            n_assistants += person.role == Role.RA
            n_managers += person.role == Role.MANAGER
    return oversight(n_researchers, n_assistants, n_managers, rules)


@jit
def attention_pool(lab: Lab, rules: Rules) -> float:
    """Hours of this month after oversight and service (1.4)."""
    pool = rules.attention_budget - oversight_now(lab, rules)
    if lab.month % YEAR == rules.service_month:
        pool -= rules.service_tax_hours
    return max(rules.attention_floor, pool)


@jit
def mentoring_total(lab: Lab) -> float:
    """Standing mentoring hours of active people (1.4)."""
    total = 0.0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE:
            total += person.mentoring
    return total


@jit
def hours_left(lab: Lab, rules: Rules) -> float:
    """Hours not yet spoken for (1.4)."""
    return attention_pool(lab, rules) - mentoring_total(lab) - lab.oneoff_used


@jit
def spend_hours(lab: Lab, hours: float, rules: Rules) -> bool:
    """Use one-off hours if they are there; says whether they were (1.4)."""
    if hours > hours_left(lab, rules) + rules.attention_slack:
        return False
    lab.oneoff_used += hours
    return True
