"""What the rule-based policies look at, all of it visible, and how they rank it."""

from pibench_env.capacities import YEAR
from pibench_env.codes import DraftStatus, PersonStatus
from pibench_env.exact import round_to
from pibench_env.jit import jit
from pibench_env.mechanics import purse
from pibench_env.playing.log import Memo
from pibench_env.rules import Rules
from pibench_env.tables import Draft, Lab, Person, Publication

HIRING_MONTH = 1  # of the year: applicants have just appeared
NO_BURN_RUNWAY = 99.0  # what the policies take for the runway of a lab that does not burn money
LONGEST_SHOWN = 1e9  # beyond it a decimal is neither here nor there


@jit
def is_hiring_month(lab: Lab) -> bool:
    """Whether this is the month in which the policies hire."""
    return lab.month % YEAR == HIRING_MONTH


@jit
def runway_shown(lab: Lab, rules: Rules) -> float:
    """The runway as the dashboard shows it, to one decimal (policies, section 3.1)."""
    runway = purse.runway(lab, rules)
    if runway == purse.NO_RUNWAY:
        return NO_BURN_RUNWAY
    return round_to(runway, 1) if runway < LONGEST_SHOWN else runway


@jit
def is_active(person: Person) -> bool:
    """Whether a person is on the payroll, staff too."""
    return person.status == PersonStatus.ACTIVE


@jit
def active_people(lab: Lab) -> int:
    """How many people are on the payroll, staff too."""
    n = 0
    for slot in range(lab.n_people):
        n += is_active(lab.people[slot])
    return n


@jit
def list_idle(lab: Lab, memo: Memo) -> int:
    """Put active people on no active project into `memo.order`, in store order; returns how many."""
    n = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if is_active(person) and person.on_projects == 0:
            memo.order[n] = slot
            n += 1
    return n


@jit
def rank(memo: Memo, n: int) -> None:
    """Sort the first n slots of `memo.order` by their keys, the greatest first; equals keep their order."""
    for i in range(1, n):
        slot = memo.order[i]
        place = i
        while place > 0 and memo.keys[memo.order[place - 1]] < memo.keys[slot]:
            memo.order[place] = memo.order[place - 1]
            place -= 1
        memo.order[place] = slot


@jit
def rank_applicants(lab: Lab, memo: Memo) -> int:
    """Put this season's applicants into `memo.order`, best transcript plus letter first; returns how many."""
    for slot in range(lab.n_applicants):
        memo.order[slot] = slot
        memo.keys[slot] = lab.applicants[slot].transcript + lab.applicants[slot].letter
    rank(memo, lab.n_applicants)
    return lab.n_applicants


@jit
def is_out(paper: Publication, month: int) -> bool:
    """Whether a publication is out."""
    return paper.published <= month


@jit
def is_available(draft: Draft) -> bool:
    """Whether a draft can be worked on and submitted."""
    return draft.status == DraftStatus.AVAILABLE
