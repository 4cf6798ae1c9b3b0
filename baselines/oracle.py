"""The oracle: a planner that sees what is hidden, as a mark for how much knowing is worth (policies, section 3.2).

The only policy that reads hidden columns; the others are tested to play the same whatever stands in them.
"""

from typing import Any

from numpy.typing import NDArray

from pibench_env import orders
from pibench_env.capacities import TOPICS
from pibench_env.codes import ApplicantStatus, DraftStatus, PersonStatus, Role, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import purse, review, seasons
from pibench_env.playing import moves, sight
from pibench_env.playing.log import LOG_SIZE, Log, Memo, add, give
from pibench_env.rules import Rules
from pibench_env.tables import Draft, Lab, Person

RUNWAY = 0  # place in `memo.values`: months, as last worked out

# Hiring
STAFFED, FULL = 3, 7  # researchers: below the first hire up to it, from the second on no more
GROWTH_HIRES, GROWTH_RUNWAY = 2, 20.0
LEAST_ABILITY = 0.55
MANAGED, MANAGER_RUNWAY = 5, 15.0  # researchers and months from which a manager pays

# Mentoring
MENTORING = 55.0  # hours in all
DEPENDENT, DEPENDENT_HOURS, INDEPENDENT_HOURS = 0.7, 6.0, 3.0

# Projects
HORIZON = 18  # months ahead that topics are judged by
TEAM = 2
POOR_RUNWAY, POOR_COMPUTE, COMPUTE = 12.0, 500.0, 2000.0
TOP_TIER, TIER = 3, 2
TOP_ABILITY, TOP_PAPERS, TOP_MONTHS_LEFT, TOP_RUNWAY = 0.7, 2, 24, 18.0

# Papers
POLISH, HOURS_KEPT = 12.0, 5.0
HOPELESS = 2.6 - 0.3  # expected score below which a rejected draft is left alone
NAIC_SCORE, JMR_SCORE, CLAR_SCORE = 6.1, 5.4, 4.3

# Grants
PROPOSAL_HOURS, PROPOSAL_SPARE = 25.0, 27.0
RICH_RUNWAY, RICH_SLACK, SLACK = 24.0, 0.15, -0.20  # by how much a preview must clear the bar
PAPERS_ATTACHED, DRAFTS_ATTACHED = 4, 2

# Events
SPARE_HOURS = 15.0


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """The commands of one month."""
    if sight.is_hiring_month(lab):
        memo.values[RUNWAY] = runway_now(lab, rules)
        hire(lab, rules, memo, log)
    # In other months the manager is judged by last month's runway.
    hire_manager(lab, rules, memo, log)
    n = list_researchers(lab, memo)
    mentor(lab, rules, memo, n, log)
    memo.values[RUNWAY] = runway_now(lab, rules)
    start_projects(lab, rules, memo, n, log)
    place_drafts(lab, rules, log)
    write_proposals(lab, rules, memo, log)
    moves.answer_events(lab, rules, log, SPARE_HOURS)


@jit
def runway_now(lab: Lab, rules: Rules) -> float:
    """Months that the money lasts if at least something is burnt."""
    return lab.budget / max(rules.min_burn, purse.burn(lab, rules))


@jit
def is_researcher(person: Person) -> bool:
    """Whether a person is an active PhD student or postdoc."""
    return person.status == PersonStatus.ACTIVE and purse.is_researcher(person.role)


@jit
def hire(lab: Lab, rules: Rules, memo: Memo, log: Log) -> None:
    """Offers to the ablest applicants: one more than wanted, and one even if nobody is."""
    researchers = purse.researchers(lab)
    want = 0
    if researchers < STAFFED:
        want = STAFFED - researchers
    elif memo.values[RUNWAY] > GROWTH_RUNWAY and researchers < FULL:
        want = GROWTH_HIRES
    n = 0
    for slot in range(lab.n_applicants):
        if lab.applicants[slot].status == ApplicantStatus.PENDING:
            memo.order[n] = slot
            memo.keys[slot] = lab.applicants[slot].ability
            n += 1
    sight.rank(memo, n)
    for i in range(min(n, want + 1)):
        applicant = lab.applicants[memo.order[i]]
        if applicant.ability > LEAST_ABILITY:
            moves.offer(lab, rules, log, applicant.number)


@jit
def hire_manager(lab: Lab, rules: Rules, memo: Memo, log: Log) -> None:
    """One manager for a large group."""
    if purse.researchers(lab) >= MANAGED and purse.headcount(lab, Role.MANAGER) == 0:
        if memo.values[RUNWAY] > MANAGER_RUNWAY:
            moves.recruit(lab, rules, log, Verb.HIRE_MANAGER)


@jit
def list_researchers(lab: Lab, memo: Memo) -> int:
    """Put the researchers into `memo.order`, the least independent first; returns how many."""
    n = 0
    for slot in range(lab.n_people):
        if is_researcher(lab.people[slot]):
            memo.order[n] = slot
            memo.keys[slot] = -lab.people[slot].independence
            n += 1
    sight.rank(memo, n)
    return n


@jit
def mentor(lab: Lab, rules: Rules, memo: Memo, n: int, log: Log) -> None:
    """Hours where they do most, until they are used up."""
    if n == 0:
        return
    left = MENTORING
    moves.begin_mentoring(log)
    for i in range(n):
        needy = lab.people[memo.order[i]].independence < DEPENDENT
        hours = min(DEPENDENT_HOURS if needy else INDEPENDENT_HOURS, left)
        add(log, memo.order[i], hours)
        left -= hours
    give(lab, rules, log)


@jit
def best_topic(lab: Lab, rules: Rules) -> int:
    """The topic whose hotness is greatest over the coming months, the first among equals."""
    last = min(lab.month + HORIZON, seasons.trajectory_end(rules))
    best, most = 0, -1.0
    for topic in range(TOPICS):
        total = 0.0
        for month in range(lab.month, last + 1):
            total += lab.luck.trajectory[month, topic]
        if total > most:
            best, most = topic, total
    return best


@jit
def papers_out(lab: Lab) -> int:
    """Publications that are out."""
    n = 0
    for slot in range(lab.n_publications):
        n += sight.is_out(lab.publications[slot], lab.month)
    return n


@jit
def start_projects(lab: Lab, rules: Rules, memo: Memo, n: int, log: Log) -> None:
    """Projects for pairs of idle researchers, the most productive first; then the compute of those that ran before."""
    runway = memo.values[RUNWAY]
    compute = POOR_COMPUTE if runway < POOR_RUNWAY else COMPUTE
    topic = best_topic(lab, rules)
    is_ready_for_top = papers_out(lab) >= TOP_PAPERS and lab.month < rules.months - TOP_MONTHS_LEFT
    running = lab.n_active
    idle = keep_idle(lab, memo, n)
    for first in range(0, idle, TEAM):
        is_top = is_ready_for_top and runway > TOP_RUNWAY and lab.people[memo.order[first]].ability > TOP_ABILITY
        moves.begin_project(log, topic, TOP_TIER if is_top else TIER, compute)
        for i in range(first, min(idle, first + TEAM)):
            add(log, memo.order[i], 0.0)
        give(lab, rules, log)
    for i in range(running):
        if lab.projects[i].compute != compute:
            moves.set_compute(lab, rules, log, lab.projects[i].number, compute)


@jit
def keep_idle(lab: Lab, memo: Memo, n: int) -> int:
    """Keep the idle ones among the n researchers of `memo.order`, the most productive first; returns how many."""
    idle = 0
    for i in range(n):
        slot = memo.order[i]
        person = lab.people[slot]
        if person.on_projects == 0:
            memo.order[idle] = slot
            memo.keys[slot] = person.ability * person.skill
            idle += 1
    sight.rank(memo, idle)
    return idle


@jit
def place_drafts(lab: Lab, rules: Rules, log: Log) -> None:
    """Polish what is new, and submit where the expected score is likely to do."""
    for slot in range(lab.n_drafts):
        draft = lab.drafts[slot]
        if not sight.is_available(draft):
            continue
        if draft.polish < POLISH and draft.salvage == 0 and draft.rejected_by == 0:
            hours = min(POLISH - draft.polish, purse.hours_left(lab, rules) - HOURS_KEPT)
            if hours > 0.0:
                moves.polish(lab, rules, log, slot + 1, hours)
        quality = review.polished_quality(draft, rules)
        score = review.expected_score(quality, lab.hotness[draft.topic], lab.reputation, rules)
        if score >= HOPELESS or draft.rejected_by == 0:
            moves.submit_down(lab, rules, log, slot + 1, venues_for(draft, score))


@jit
def venues_for(draft: Draft, score: float) -> int:
    """The venues within reach of an expected score that have not rejected the draft, as a set."""
    venues = moves.W_SHOP
    if score >= CLAR_SCORE:
        venues |= moves.CLAR
    if score >= JMR_SCORE:
        venues |= moves.JMR
    if score >= NAIC_SCORE:
        venues |= moves.NAIC
    return venues & ~draft.rejected_by


@jit
def write_proposals(lab: Lab, rules: Rules, memo: Memo, log: Log) -> None:
    """A proposal for each open call whose bar the best topic clears."""
    slack = RICH_SLACK if memo.values[RUNWAY] > RICH_RUNWAY else SLACK
    papers = rank_papers(lab, memo)
    for call in range(rules.n_calls):
        if not seasons.is_call_open(call, lab.month, rules):
            continue
        best, most = 0, preview(lab, rules, memo, papers, call, 0, log)
        for topic in range(1, TOPICS):
            quality = preview(lab, rules, memo, papers, call, topic, log)
            if quality > most:
                best, most = topic, quality
        bar = rules.agency_bar[rules.call_agency[call]]
        if most > bar + slack and purse.hours_left(lab, rules) > PROPOSAL_SPARE:
            write_proposal(lab, memo, papers, call, best, log)
            give(lab, rules, log)


@jit
def preview(lab: Lab, rules: Rules, memo: Memo, papers: int, call: int, topic: int, log: Log) -> float:
    """The quality that a proposal would have; it is written in the next place of the log, but not given."""
    write_proposal(lab, memo, papers, call, topic, log)
    return orders.proposal_quality(lab, log.commands[min(log.count, LOG_SIZE - 1)], rules)


@jit
def write_proposal(lab: Lab, memo: Memo, papers: int, call: int, topic: int, log: Log) -> None:
    """Begin a proposal with the best evidence: papers on the topic, or all of the best, or drafts if there are none."""
    moves.begin_proposal(log, call, topic, PROPOSAL_HOURS)
    on_topic = 0
    for i in range(papers):
        if lab.publications[memo.order[i]].topic == topic:
            moves.attach_paper(log, memo.order[i])
            on_topic += 1
    if papers == 0:
        attach_best_drafts(lab, log)
    elif on_topic == 0:
        for i in range(papers):
            moves.attach_paper(log, memo.order[i])


@jit
def rank_papers(lab: Lab, memo: Memo) -> int:
    """Put the best publications that are out into `memo.order`; returns how many."""
    n = 0
    for slot in range(lab.n_publications):
        if sight.is_out(lab.publications[slot], lab.month):
            memo.order[n] = slot
            memo.keys[slot] = lab.publications[slot].quality
            n += 1
    sight.rank(memo, n)
    return min(n, PAPERS_ATTACHED)


@jit
def attach_best_drafts(lab: Lab, log: Log) -> None:
    """Attach the best drafts that are available or under review, best first; the earlier one among equals."""
    last = -1
    for _ in range(DRAFTS_ATTACHED):
        best = -1
        for slot in range(lab.n_drafts):
            draft = lab.drafts[slot]
            if draft.status != DraftStatus.ACCEPTED and slot != last:
                if best < 0 or draft.quality > lab.drafts[best].quality:
                    best = slot
        if best >= 0:
            moves.attach_draft(log, best)
        last = best
