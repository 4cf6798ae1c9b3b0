"""The calendar: hiring seasons, submission months and calls (rules, sections 1.1 and 1.6)."""

from pibench_env.capacities import CONFERENCES, YEAR
from pibench_env.codes import Venue
from pibench_env.jit import jit
from pibench_env.rules import Rules


@jit
def year_of(month: int) -> int:
    """The season year of a month (1.6)."""
    return (month - 1) // YEAR


@jit
def season_age(month: int, rules: Rules) -> int:
    """Months since applicants last appeared; 0 in the month in which they do (1.6)."""
    return (month - rules.season_start) % YEAR


@jit
def is_season(month: int, rules: Rules) -> bool:
    """Whether applicants can be met (1.6)."""
    return season_age(month, rules) < rules.season_months


@jit
def is_venue_open(venue: int, month: int, rules: Rules) -> bool:
    """Whether a venue takes submissions (1.1)."""
    return rules.venue_open[venue, month % YEAR] != 0


@jit
def is_conference(venue: int) -> bool:
    """Whether a venue is a conference: those come first."""
    return venue < CONFERENCES


@jit
def publication_month(venue: int, month: int, rules: Rules) -> int:
    """When a paper accepted in `month` is out: at once, or after a conference's next deadline (1.7, step 3)."""
    if not is_conference(venue):
        return month
    for wait in range(1, YEAR + 1):
        if is_venue_open(venue, month + wait, rules):
            return month + wait + 1
    return month + YEAR + 1


@jit
def is_call_open(call: int, month: int, rules: Rules) -> bool:
    """Whether a call takes proposals (1.1)."""
    return rules.call_opens[call] <= month <= rules.call_closes[call]


@jit
def age_curve(venue: int) -> int:
    """Which decay of citations holds: 1 for journals, 0 otherwise (1.8)."""
    return 1 if venue == Venue.JMR else 0


@jit
def trajectory_end(rules: Rules) -> int:
    """The last month for which hotness is laid down (1.2)."""
    return rules.months + rules.amp_pref_lead + 2
