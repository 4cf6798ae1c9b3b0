"""Attention, burn and runway (rules, section 1.4)."""

from naive.world_numbers import Numbers


def oversight(researchers: int, ras: int, managers: int, n: Numbers) -> float:
    """Hours a month that watching over the lab takes (rules, section 1.4)."""
    relieved = n["oversight_per_researcher"] - n["manager_oversight_relief"] * managers
    per_researcher = max(n["oversight_min_per_researcher"], relieved)
    return per_researcher * researchers + n["oversight_per_ra"] * ras


def attention_pool(month: int, oversight_hours: float, n: Numbers) -> float:
    """Hours of the month that can be given to anything (rules, section 1.4)."""
    pool = n["attention_budget"] - oversight_hours
    if month % 12 == n["service_tax_month"]:
        pool -= n["service_tax_hours"]
    return max(n["attention_floor"], pool)


def attention_left(pool: float, mentoring: float, used: float) -> float:
    """Hours still free this month (rules, section 1.4)."""
    return pool - mentoring - used


def mentoring_after_squeeze(hours: float, total: float, pool: float, used: float) -> float:
    """Scale one person's mentoring when the total no longer fits (rules, section 1.5, step 6)."""
    return round(hours * (max(0.0, pool - used) / total), 2)


def compute_cost(units: float, price: float, n: Numbers) -> float:
    """Dollars a month of compute costs (rules, section 1.4)."""
    return units * n["compute_unit_cost"] * price


def burn(stipends: list[float], compute_costs: list[float], awards_monthly: list[float], n: Numbers) -> float:
    """Net dollars the lab loses a month as it stands (rules, section 1.4)."""
    total = 0.0
    for stipend in stipends:
        total += stipend
    for cost in compute_costs:
        total += cost
    total += n["grant_overhead_monthly"] * len(awards_monthly)
    for income in awards_monthly:
        total -= income
    return total


def runway(budget: float, burn_rate: float) -> float | None:
    """Months the budget lasts, none when nothing burns (rules, section 1.4)."""
    return budget / burn_rate if burn_rate > 0 else None


def stipend(role: str, n: Numbers) -> float:
    """Monthly pay of a role (rules, section 1.1)."""
    names = {"phd": "phd_stipend", "postdoc": "postdoc_salary", "ra": "ra_salary", "manager": "manager_salary"}
    return n[names[role]]
