"""Hiring, staff and mentoring as a plan asks for them."""

from pibench_env.codes import ApplicantStatus, Role, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import purse, seasons
from pibench_env.playing import moves, sight
from pibench_env.playing.log import NOTHING, Log, Memo, add, begin, give
from pibench_env.rules import Rules
from pibench_env.spaces.masking import can_offer, can_search, is_renewable
from pibench_env.tables import Lab
from pibench_env.wrappers.plan.choices import Plan, value
from pibench_env.wrappers.plan.parts import HALF, NEWCOMER_MONTHS, NO_CAP, RANKINGS, SHORTLISTS, Mentored, Part


@jit
def hire(lab: Lab, rules: Rules, memo: Memo, plan: Plan, log: Log) -> None:
    """Rank the applicants, interview the best, rank those anew if so asked, and offer places."""
    offers = int(value(plan, Part.OFFERS))
    interviews = int(value(plan, Part.INTERVIEWS))
    if not seasons.is_season(lab.month, rules) or offers + interviews == 0:
        return
    n = rank_pending(lab, memo, plan[Part.SHORTLIST])
    interviews = min(n, interviews)
    if interviews > 0:
        moves.begin_interviews(log)
        for i in range(interviews):
            add(log, lab.applicants[memo.order[i]].number, 0.0)
        give(lab, rules, log)
        if plan[Part.RANKING] != 0:
            rank_interviewed(lab, memo, interviews, plan[Part.RANKING])
            n = interviews
    for i in range(min(n, offers)):
        if can_offer(lab, rules):
            moves.offer(lab, rules, log, lab.applicants[memo.order[i]].number)


@jit
def rank_pending(lab: Lab, memo: Memo, shortlist: int) -> int:
    """Put applicants who can still be offered a place into `memo.order`, the best first; returns how many."""
    transcript, letter = SHORTLISTS[shortlist]
    n = 0
    for slot in range(lab.n_applicants):
        applicant = lab.applicants[slot]
        if applicant.status == ApplicantStatus.PENDING:
            memo.order[n] = slot
            memo.keys[slot] = transcript * applicant.transcript + letter * applicant.letter
            n += 1
    sight.rank(memo, n)
    return n


@jit
def rank_interviewed(lab: Lab, memo: Memo, n: int, ranking: int) -> None:
    """Rank the first n of `memo.order` by interview; who has had none, as hours ran out, counts by transcript."""
    interview, transcript, letter = RANKINGS[ranking]
    for i in range(n):
        applicant = lab.applicants[memo.order[i]]
        memo.keys[memo.order[i]] = applicant.transcript
        if applicant.interviewed != 0:
            shown = interview * applicant.interview + transcript * applicant.transcript + letter * applicant.letter
            memo.keys[memo.order[i]] = shown
    sight.rank(memo, n)


@jit
def search(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """Post postdoc searches and renew contracts."""
    for _ in range(int(value(plan, Part.SEARCHES))):
        if can_search(lab, rules):
            moves.recruit(lab, rules, log, Verb.POST_POSTDOC)
    if plan[Part.RENEWALS] != 0:
        for slot in range(lab.n_people):
            person = lab.people[slot]
            if sight.is_active(person) and is_renewable(person, lab.month, rules):
                begin(log, Verb.RENEW_POSTDOC, slot, NOTHING, 0.0)
                give(lab, rules, log)


@jit
def staff(lab: Lab, rules: Rules, plan: Plan, log: Log, part: int, role: int, verb: int) -> None:
    """Hire or dismiss, the latest first, until there are as many of a role as wanted."""
    wanted = int(value(plan, part))
    if plan[part] == 0:
        return
    for _ in range(wanted - purse.headcount(lab, role)):
        moves.recruit(lab, rules, log, verb)
    for slot in range(lab.n_people - 1, -1, -1):
        person = lab.people[slot]
        if sight.is_active(person) and person.role == role and purse.headcount(lab, role) > wanted:
            begin(log, Verb.DISMISS, slot, NOTHING, 0.0)
            give(lab, rules, log)


@jit
def mentor(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """Set the standing mentoring of everybody in one command."""
    if plan[Part.MENTORING] == 0:
        return
    mean = mean_report(lab)
    shares = 0.0
    for slot in range(lab.n_people):
        shares += share_of_mentoring(lab, slot, plan[Part.MENTORED], mean)
    hours = value(plan, Part.MENTORING)
    cap = value(plan, Part.MENTORING_CAP)
    if cap != NO_CAP and shares > 0.0:
        hours = min(hours, cap / shares)
    moves.begin_mentoring(log)
    for slot in range(lab.n_people):
        if sight.is_active(lab.people[slot]):
            add(log, slot, hours * share_of_mentoring(lab, slot, plan[Part.MENTORED], mean))
    give(lab, rules, log)


@jit
def mean_report(lab: Lab) -> float:
    """Mean of the researchers' mean reports, 0 if there are none."""
    total, n = 0.0, 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if sight.is_active(person) and person.n_reports > 0:
            total += person.reports_total / person.n_reports
            n += 1
    return total / n if n > 0 else 0.0


@jit
def share_of_mentoring(lab: Lab, slot: int, mentored: int, mean: float) -> float:
    """Which share of the hours somebody gets: all, half or none."""
    person = lab.people[slot]
    if not sight.is_active(person):
        return 0.0
    if mentored == Mentored.EVERYBODY:
        return 1.0
    if not purse.is_researcher(person.role) or (mentored == Mentored.STUDENTS and person.role != Role.PHD):
        return 0.0
    if mentored == Mentored.NEWCOMERS_FIRST and lab.month - person.arrived >= NEWCOMER_MONTHS:
        return HALF
    if mentored == Mentored.WEAKER_FIRST and person.n_reports > 0 and person.reports_total > mean * person.n_reports:
        return HALF
    return 1.0
