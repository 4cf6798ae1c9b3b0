"""Random play: any verb, about anything that it may be about; for tests and coverage (policies, section 3.4).

Chance is the policy's own and made of its seed and of what is visible at the month's start, so that it neither touches
the luck of the world nor depends on the order in which labs are played.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from pibench_env.baselines.arguments import Arguments
from pibench_env.capacities import TOPICS, VENUES, YEAR
from pibench_env.codes import (
    ApplicantStatus,
    EventAction,
    EventKind,
    EventStatus,
    Outcome,
    PersonStatus,
    Role,
    SubmissionStatus,
    Verb,
)
from pibench_env.jit import jit
from pibench_env.mechanics import grants, purse, review, seasons
from pibench_env.parameter import number
from pibench_env.playing import moves, sight
from pibench_env.playing.log import LOG_SIZE, NOTHING, Log, Memo, add, begin, give
from pibench_env.rules import Rules
from pibench_env.tables import Lab


@dataclass(frozen=True)
class RandomArgs(Arguments):
    """The arguments of random play."""

    seed: int = number(0, "", 0, 2**53, "3.4", "seed of the policy's own chance")
    commands: int = number(12, "", 0, 1000, "3.4", "commands tried each month")
    recklessness: float = number(1 / 16, "1", 0, 1, "3.4", "share of commands for which nobody checks what is allowed")


SEED, COMMANDS, RECKLESSNESS = range(3)  # places in the vector of arguments

VERBS = len(Verb) - 1  # all but NEXT_MONTH, which comes first
MOST_NAMED = 3  # people, applicants or attachments named in one command
HOURS, RECKLESS_HOURS = 12.0, 60.0  # asked for at once, at most
COMPUTE = 3000.0
TIERS = 3
ANSWERS, CRISIS_ANSWERS = 2, len(EventAction)  # accept or decline; in a crisis also support or ignore

# Splitmix64 (Steele, Lea & Flood 2014)
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _11 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(11)
_TO_UNIT = 1.0 / 9007199254740992.0  # 2**-53


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """The commands of one month."""
    start_chance(lab, memo, args)
    for _ in range(int(args[COMMANDS])):
        reckless = chance(memo) < args[RECKLESSNESS]
        verb = 1 + below(memo, VERBS)
        if verb <= Verb.DISMISS:
            recruit(lab, rules, memo, verb, reckless, log)
        elif verb <= Verb.KILL:
            lead(lab, rules, memo, verb, reckless, log)
        elif verb <= Verb.WITHDRAW:
            publish(lab, rules, memo, verb, reckless, log)
        else:
            represent(lab, rules, memo, verb, reckless, log)


# Chance


@jit
def start_chance(lab: Lab, memo: Memo, args: NDArray[Any]) -> None:
    """Chance of a month: mixed from the seed and from counters that anybody can see."""
    memo.chance = uint64(np.int64(args[SEED]))
    for counter in (lab.month, lab.n_people, lab.n_projects, lab.n_submissions, lab.n_proposals, lab.n_news):
        memo.chance ^= uint64(counter)
        memo.chance = next_word(memo)
    memo.chance ^= uint64(lab.citations)


@jit
def next_word(memo: Memo) -> int:
    """The next 64 bits."""
    memo.chance = uint64(memo.chance + _GAMMA)
    word = uint64(memo.chance)
    word = (word ^ (word >> _30)) * _MIX1
    word = (word ^ (word >> _27)) * _MIX2
    return word ^ (word >> _31)


@jit
def chance(memo: Memo) -> float:
    """A number from 0 to 1."""
    return float(np.int64(next_word(memo) >> _11)) * _TO_UNIT


@jit
def below(memo: Memo, n: int) -> int:
    """A whole number from 0 to n − 1."""
    return int(chance(memo) * n)


@jit
def pick(memo: Memo, n: int) -> int:
    """One of the first n slots of `memo.order`, -1 if n is 0."""
    return memo.order[below(memo, n)] if n > 0 else NOTHING


@jit
def some_hours(lab: Lab, rules: Rules, memo: Memo, reckless: bool) -> float:
    """Whole hours, as many as are left at most."""
    most = RECKLESS_HOURS if reckless else min(HOURS, max(0.0, purse.hours_left(lab, rules)))
    return float(below(memo, int(most) + 1))


# People


@jit
def recruit(lab: Lab, rules: Rules, memo: Memo, verb: int, reckless: bool, log: Log) -> None:
    """Interviews, offers, searches, contracts, staff."""
    if verb == Verb.INTERVIEW or verb == Verb.OFFER:
        meet_applicants(lab, rules, memo, verb, reckless, log)
    elif verb == Verb.RENEW_POSTDOC or verb == Verb.DISMISS:
        slot = pick(memo, list_people(lab, rules, memo, verb, reckless))
        if slot >= 0:
            begin(log, verb, slot, NOTHING, 0.0)
            give(lab, rules, log)
    else:
        has_place = verb != Verb.HIRE_MANAGER or purse.headcount(lab, Role.MANAGER) < rules.max_managers
        can_pay = sight.runway_shown(lab, rules) > YEAR  # for a year: without this, most labs are soon bankrupt
        if reckless or (has_place and can_pay):
            moves.recruit(lab, rules, log, verb)


@jit
def meet_applicants(lab: Lab, rules: Rules, memo: Memo, verb: int, reckless: bool, log: Log) -> None:
    """Interview some applicants whom the lab has not met, or make an offer to one who waits."""
    n = 0
    for slot in range(lab.n_applicants):
        applicant = lab.applicants[slot]
        is_waiting = applicant.status == ApplicantStatus.PENDING
        fits = is_waiting if verb == Verb.OFFER else applicant.interviewed == 0
        if reckless or (seasons.is_season(lab.month, rules) and fits):
            memo.order[n] = slot
            n += 1
    if n == 0:
        return
    first = below(memo, n)
    if verb == Verb.OFFER:
        moves.offer(lab, rules, log, lab.applicants[memo.order[first]].number)
        return
    moves.begin_interviews(log)
    for i in range(first, min(n, first + MOST_NAMED)):
        add(log, lab.applicants[memo.order[i]].number, 0.0)
    give(lab, rules, log)


@jit
def list_people(lab: Lab, rules: Rules, memo: Memo, verb: int, reckless: bool) -> int:
    """Put those whom a verb may be about into `memo.order`; returns how many."""
    n = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        fits = person.status == PersonStatus.ACTIVE
        if verb == Verb.RENEW_POSTDOC:
            months_left = person.contract_end - lab.month
            fits = fits and person.role == Role.POSTDOC and months_left <= rules.postdoc_renewal_window
        elif verb == Verb.DISMISS:
            fits = fits and not purse.is_researcher(person.role)
        if fits or reckless:
            memo.order[n] = slot
            n += 1
    return n


# Projects and mentoring


@jit
def lead(lab: Lab, rules: Rules, memo: Memo, verb: int, reckless: bool, log: Log) -> None:
    """Mentoring, and projects from start to end."""
    if verb == Verb.SET_MENTORING:
        mentor(lab, rules, memo, reckless, log)
    elif verb == Verb.START:
        start(lab, rules, memo, reckless, log)
    elif lab.n_active > 0:
        project = lab.projects[below(memo, lab.n_active)].number
        if reckless:
            project = 1 + below(memo, lab.n_projects)
        person = NOTHING
        if verb == Verb.ASSIGN or verb == Verb.UNASSIGN:
            person = pick(memo, list_people(lab, rules, memo, verb, reckless))
            if person < 0:
                return
        begin(log, verb, project, person, float(below(memo, int(COMPUTE))) if verb == Verb.SET_COMPUTE else 0.0)
        give(lab, rules, log)


@jit
def mentor(lab: Lab, rules: Rules, memo: Memo, reckless: bool, log: Log) -> None:
    """Hours for some people."""
    n = list_people(lab, rules, memo, Verb.SET_MENTORING, reckless)
    if n == 0:
        return
    first = below(memo, n)
    moves.begin_mentoring(log)
    for i in range(first, min(n, first + MOST_NAMED)):
        add(log, memo.order[i], some_hours(lab, rules, memo, reckless) / MOST_NAMED)
    give(lab, rules, log)


@jit
def start(lab: Lab, rules: Rules, memo: Memo, reckless: bool, log: Log) -> None:
    """A project with some people, idle or not."""
    n = list_people(lab, rules, memo, Verb.START, reckless)
    if n == 0 or (lab.n_active >= rules.max_active_projects and not reckless):
        return
    first = below(memo, n)
    moves.begin_project(log, below(memo, TOPICS), 1 + below(memo, TIERS), float(below(memo, int(COMPUTE))))
    for i in range(first, min(n, first + MOST_NAMED)):
        add(log, memo.order[i], 0.0)
    give(lab, rules, log)


# Papers


@jit
def publish(lab: Lab, rules: Rules, memo: Memo, verb: int, reckless: bool, log: Log) -> None:
    """Drafts and submissions."""
    if verb == Verb.WITHDRAW:
        n = 0
        for slot in range(lab.n_submissions):
            if reckless or lab.submissions[slot].status == SubmissionStatus.UNDER_REVIEW:
                memo.order[n] = slot
                n += 1
        if n > 0:
            begin(log, verb, pick(memo, n) + 1, NOTHING, 0.0)
            give(lab, rules, log)
        return
    slot = pick(memo, list_drafts(lab, memo, verb, reckless))
    if slot < 0:
        return
    venue = NOTHING
    if verb == Verb.SUBMIT:
        venue = below(memo, VENUES)
        while not (reckless or seasons.is_venue_open(venue, lab.month, rules)):
            venue = (venue + 1) % VENUES
    begin(log, verb, slot + 1, venue, 0.0 if verb == Verb.SUBMIT else some_hours(lab, rules, memo, reckless))
    give(lab, rules, log)


@jit
def list_drafts(lab: Lab, memo: Memo, verb: int, reckless: bool) -> int:
    """Put the drafts that a verb may be about into `memo.order`; returns how many."""
    n = 0
    for slot in range(lab.n_drafts):
        draft = lab.drafts[slot]
        fits = sight.is_available(draft)
        if verb == Verb.REVISE:
            is_due = draft.rejected_by != 0 and draft.revised != lab.month
            fits = fits and is_due and review.has_active_author(lab, slot + 1)
        if fits or reckless:
            memo.order[n] = slot
            n += 1
    return n


# Grants, the field, events


@jit
def represent(lab: Lab, rules: Rules, memo: Memo, verb: int, reckless: bool, log: Log) -> None:
    """Proposals, conferences, answers."""
    if verb == Verb.PROPOSE:
        propose(lab, rules, memo, reckless, log)
    elif verb == Verb.ATTEND_CONFERENCE:
        is_rested = lab.last_conference == 0 or lab.month - lab.last_conference >= rules.conf_attend_cooldown
        if is_rested or reckless:
            begin(log, verb, NOTHING, NOTHING, 0.0)
            give(lab, rules, log)
    else:
        n = 0
        for slot in range(lab.n_events):
            if reckless or lab.events[slot].status == EventStatus.PENDING:
                memo.order[n] = slot
                n += 1
        if n > 0:
            event = lab.events[pick(memo, n)]
            answers = CRISIS_ANSWERS if reckless or event.kind == EventKind.STUDENT_CRISIS else ANSWERS
            moves.respond(lab, rules, log, event.number, below(memo, answers))


@jit
def propose(lab: Lab, rules: Rules, memo: Memo, reckless: bool, log: Log) -> None:
    """A proposal to an open call with some evidence."""
    n = 0
    for call in range(rules.n_calls):
        if reckless or seasons.is_call_open(call, lab.month, rules):
            memo.order[n] = call
            n += 1
    if n == 0:
        return
    hours = rules.prop_min_hours + some_hours(lab, rules, memo, reckless)
    moves.begin_proposal(log, pick(memo, n), below(memo, TOPICS), hours)
    for slot in range(min(lab.n_publications, below(memo, MOST_NAMED + 1))):
        moves.attach_paper(log, slot)
    for slot in range(min(lab.n_drafts, below(memo, MOST_NAMED + 1))):
        moves.attach_draft(log, slot)
    if reckless or grants.check_call(lab, log.commands[min(log.count, LOG_SIZE - 1)], rules) == Outcome.OK:
        give(lab, rules, log)
