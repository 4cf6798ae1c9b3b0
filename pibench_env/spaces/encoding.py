"""From a lab to the numbers of an observation: plain facts first, then one rule of scale for all of them.

Only what may be seen is read. The standing is that of the last record, since the reputation behind it is hidden.
"""

import math

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import CONFERENCES, FIELD_MONTHS, TOPICS, VENUES, YEAR
from pibench_env.codes import DraftStatus, EventKind, ProposalStatus, Role, SubmissionStatus
from pibench_env.jit import jit
from pibench_env.mechanics import events, purse, recruiting, reputation, score, seasons
from pibench_env.rules import Rules
from pibench_env.spaces.layout import (
    APPLICANTS,
    CALLS,
    DRAFTS,
    EVENTS,
    HIGH,
    LAYOUT,
    LOW,
    PROJECTS,
    RECENT,
    RESEARCHERS,
    STAFF,
    SUBMISSIONS,
    Facts,
    spread,
)
from pibench_env.spaces.listing import Listing
from pibench_env.tables import Lab

TOPS = spread([entry.top for entry in LAYOUT])
STEPS = spread([entry.step for entry in LAYOUT])


@jit
def scale(facts: NDArray[np.float64], observation: NDArray[np.float32]) -> None:
    """Turn plain facts into numbers between the bounds, as `layout.Entry` says."""
    for i in range(len(facts)):
        value = facts[i] / TOPS[i]
        if STEPS[i] > 0.0:
            size = math.log1p(abs(facts[i]) / STEPS[i]) / math.log1p(TOPS[i] / STEPS[i])
            value = math.copysign(size, facts[i])
        observation[i] = min(max(value, LOW[i]), HIGH[i])


@jit
def gather(lab: Lab, rules: Rules, listing: Listing, facts: Facts) -> None:
    """Write the facts of a lab into a record of zeros."""
    gather_calendar(lab, rules, facts)
    gather_money(lab, rules, facts)
    gather_attention(lab, rules, facts)
    gather_people(lab, listing, facts)
    gather_applicants(lab, listing, facts)
    gather_projects(lab, rules, listing, facts)
    gather_drafts(lab, listing, facts)
    gather_submissions(lab, listing, facts)
    gather_papers(lab, facts)
    gather_grants(lab, rules, listing, facts)
    gather_events(lab, listing, facts)
    gather_field(lab, facts)


@jit
def gather_calendar(lab: Lab, rules: Rules, facts: Facts) -> None:
    """Where in the run and in the year the lab is, and what this month allows."""
    facts.month = lab.month
    facts.months_left = 0 if lab.finished != 0 else rules.months - lab.month + 1
    facts.calendar[lab.month % YEAR] = 1
    facts.is_season = seasons.is_season(lab.month, rules)
    for venue in range(VENUES):
        facts.venues[venue].is_open = seasons.is_venue_open(venue, lab.month, rules)
    if lab.last_conference > 0:
        facts.conference_wait = max(0, lab.last_conference + rules.conf_attend_cooldown - lab.month)
    if lab.last_tif > 0:
        facts.tif_wait = max(0, lab.last_tif + rules.tif_cooldown - lab.month)
    facts.talked_up = lab.talked_up
    facts.collaborations = events.owed_collaborations(lab)


@jit
def gather_money(lab: Lab, rules: Rules, facts: Facts) -> None:
    """Money, what it is spent on, and how long it lasts."""
    facts.budget = lab.budget
    facts.burn = purse.burn(lab, rules)
    facts.is_burning = facts.burn > 0.0
    facts.runway = max(0.0, purse.runway(lab, rules))
    facts.compute_price = lab.compute_price


@jit
def gather_attention(lab: Lab, rules: Rules, facts: Facts) -> None:
    """Hours, and the people who take them."""
    facts.attention_pool = purse.attention_pool(lab, rules)
    facts.attention_left = purse.hours_left(lab, rules)
    facts.mentoring = purse.mentoring_total(lab)
    facts.oneoff_used = lab.oneoff_used
    facts.standing[last_standing(lab, rules)] = 1
    facts.students = purse.headcount(lab, Role.PHD)
    facts.postdocs = purse.headcount(lab, Role.POSTDOC)
    facts.assistants = purse.headcount(lab, Role.RA)
    facts.managers = purse.headcount(lab, Role.MANAGER)
    facts.searches = recruiting.open_searches(lab)


@jit
def last_standing(lab: Lab, rules: Rules) -> int:
    """The standing in the record of the last closed month, and in the first month that of a new lab."""
    closed = lab.month if lab.finished != 0 else lab.month - 1
    if closed == 0:
        return reputation.standing(rules.rep_init, rules)
    return lab.past.months[closed - 1].standing


@jit
def gather_people(lab: Lab, listing: Listing, facts: Facts) -> None:
    """Researchers and staff, in the places of the listing."""
    for k in range(RESEARCHERS):
        slot = listing.people[k]
        if slot < 0:
            break
        person, shown = lab.people[slot], facts.researchers[k]
        shown.role = 1 if person.role == Role.PHD else 2
        shown.tenure = lab.month - person.arrived
        shown.mentoring = person.mentoring
        shown.papers = person.papers
        shown.report = person.report
        shown.sentiment = person.sentiment
        shown.projects = person.on_projects
        shown.contract_left = max(0, person.contract_end - lab.month)
    for k in range(STAFF):
        slot = listing.people[RESEARCHERS + k]
        if slot < 0:
            break
        facts.staff[k].role = 1 if lab.people[slot].role == Role.RA else 2
        facts.staff[k].projects = lab.people[slot].on_projects


@jit
def gather_applicants(lab: Lab, listing: Listing, facts: Facts) -> None:
    """Applicants of the last season."""
    for k in range(APPLICANTS):
        slot = listing.applicants[k]
        if slot < 0:
            break
        applicant, shown = lab.applicants[slot], facts.applicants[k]
        shown.pool = applicant.pool + 1
        shown.status = applicant.status + 1
        shown.transcript = applicant.transcript
        shown.letter = applicant.letter
        shown.interview = applicant.interview


@jit
def gather_projects(lab: Lab, rules: Rules, listing: Listing, facts: Facts) -> None:
    """Active projects."""
    for k in range(PROJECTS):
        slot = listing.projects[k]
        if slot < 0:
            break
        project, shown = lab.projects[slot], facts.projects[k]
        shown.topic = project.topic + 1
        shown.tier = project.tier
        shown.progress = project.progress / rules.tier_work[project.tier - 1]
        shown.members = project.n_members
        shown.compute = project.compute
        shown.age = project.ticks
        shown.scooped = project.scooped


@jit
def gather_drafts(lab: Lab, listing: Listing, facts: Facts) -> None:
    """Open drafts."""
    for k in range(DRAFTS):
        slot = listing.drafts[k]
        if slot < 0:
            break
        draft, shown = lab.drafts[slot], facts.drafts[k]
        shown.topic = draft.topic + 1
        shown.tier = draft.tier
        shown.under_review = draft.status == DraftStatus.UNDER_REVIEW
        shown.polish = draft.polish
        shown.revisions = draft.revisions
        shown.revised_now = draft.revised == lab.month
        for venue in range(VENUES):
            shown.rejected_by[venue] = (draft.rejected_by >> venue) & 1


@jit
def gather_submissions(lab: Lab, listing: Listing, facts: Facts) -> None:
    """Submissions under review, and how many there are by venue."""
    for k in range(SUBMISSIONS):
        slot = listing.submissions[k]
        if slot < 0:
            break
        facts.submissions[k].venue = lab.submissions[slot].venue + 1
        facts.submissions[k].months_left = lab.submissions[slot].decision - lab.month + 1
    for slot in range(lab.n_submissions):
        if lab.submissions[slot].status == SubmissionStatus.UNDER_REVIEW:
            facts.venues[lab.submissions[slot].venue].under_review += 1


@jit
def gather_papers(lab: Lab, facts: Facts) -> None:
    """Papers that are out and their citations."""
    facts.papers_out = score.papers_out(lab)
    facts.citations = lab.citations
    for slot in range(lab.n_publications):
        paper = lab.publications[slot]
        if paper.published <= lab.month:
            facts.citations_month += paper.citations_month
            facts.topics[paper.topic].papers += 1
            facts.venues[paper.venue].papers += 1


@jit
def gather_grants(lab: Lab, rules: Rules, listing: Listing, facts: Facts) -> None:
    """Open calls, proposals pending, awards running."""
    for k in range(CALLS):
        call = listing.calls[k]
        if call < 0:
            break
        facts.calls[k].agency = rules.call_agency[call] + 1
        facts.calls[k].months_left = rules.call_closes[call] - lab.month + 1
    for slot in range(lab.n_proposals):
        proposal = lab.proposals[slot]
        if proposal.status == ProposalStatus.PENDING:
            agency = facts.agencies[proposal.agency]
            wait = proposal.decision - lab.month + 1
            agency.months_to_decision = wait if agency.pending == 0.0 else min(wait, agency.months_to_decision)
            agency.pending += 1
    for slot in range(lab.n_awards):
        award = lab.awards[slot]
        if purse.is_running(award, lab.month):
            agency = facts.agencies[award.agency]
            agency.running += 1
            agency.months_left = max(agency.months_left, award.end - lab.month + 1)
            facts.income += award.monthly


@jit
def gather_events(lab: Lab, listing: Listing, facts: Facts) -> None:
    """Pending events."""
    for k in range(EVENTS):
        slot = listing.events[k]
        if slot < 0:
            break
        event, shown = lab.events[slot], facts.events[k]
        shown.kind = event.kind + 1
        shown.months_left = event.expires - lab.month + 1
        if event.kind == EventKind.COLLAB_OFFER:
            shown.topic = event.topic + 1


@jit
def gather_field(lab: Lab, facts: Facts) -> None:
    """Headlines, preprints, conference reports and hallway talk, by topic."""
    for topic in range(TOPICS):
        if lab.intel_month > 0:
            facts.topics[topic].intel = lab.intel[topic] + 1
    for ago in range(min(RECENT, lab.month)):
        record = lab.field_months[(lab.month - ago) % FIELD_MONTHS]
        for topic in range(TOPICS):
            facts.topics[topic].headlines[ago] = record.headlines[topic]
            facts.topics[topic].preprints[ago] = record.preprints[topic]
    for venue in range(CONFERENCES):
        for ago in range(min(FIELD_MONTHS, lab.month)):
            record = lab.field_months[(lab.month - ago) % FIELD_MONTHS]
            if record.reported[venue] != 0:
                for topic in range(TOPICS):
                    facts.topics[topic].accepted[venue] = record.accepted[venue, topic]
                break
