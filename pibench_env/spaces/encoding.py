"""From a lab to the plain facts that an observation shows; `scaling.py` makes numbers of them.

Only what may be seen is read. The standing is that of the last record, since the reputation behind it is hidden.
"""

from pibench_env.capacities import AGENCIES, CONFERENCES, FIELD_MONTHS, TOPICS, VENUES, YEAR
from pibench_env.codes import DraftStatus, EventKind, Outcome, ProposalStatus, Role, SubmissionStatus
from pibench_env.jit import jit
from pibench_env.mechanics import events, grants, people, purse, recruiting, reputation, score, seasons
from pibench_env.rules import Rules
from pibench_env.spaces.layout import (
    APPLICANTS,
    AWARDS,
    CALLS,
    DRAFTS,
    EVENTS,
    PROJECTS,
    PROPOSALS,
    RESEARCHERS,
    STAFF,
    SUBMISSIONS,
    WINDOW,
    Facts,
    ResearcherFacts,
)
from pibench_env.spaces.listing import Listing
from pibench_env.tables import Lab, Person


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
    gather_calls(lab, rules, listing, facts)
    gather_proposals(lab, facts)
    gather_awards(lab, facts)
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
    if lab.intel_month > 0:
        facts.intel_age = lab.month - lab.intel_month
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
        shown.first_author = person.first_author
        shown.report = person.report
        shown.sentiment = person.sentiment
        gather_past_months(person, shown)
        shown.projects = person.on_projects
        shown.contract_left = max(0, person.contract_end - lab.month)
    for k in range(STAFF):
        slot = listing.people[RESEARCHERS + k]
        if slot < 0:
            break
        facts.staff[k].role = 1 if lab.people[slot].role == Role.RA else 2
        facts.staff[k].mentoring = lab.people[slot].mentoring
        facts.staff[k].projects = lab.people[slot].on_projects


@jit
def gather_past_months(person: Person, shown: ResearcherFacts) -> None:
    """Reports and meetings over all months."""
    if person.n_reports > 0:
        shown.report_mean = person.reports_total / (people.CENT * person.n_reports)
    shown.meetings = person.n_meetings
    shown.sentiment_mean = -1.0
    if person.n_meetings > 0:
        shown.sentiment_mean = person.sentiments_total / (people.CENT * person.n_meetings)


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
        shown.interviewed = applicant.interviewed
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
        for member in range(project.n_members):
            place = listing.place[project.members[member]]
            if 0 <= place < RESEARCHERS:
                shown.team[place] = 1


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
        shown.age = lab.month - draft.created
        shown.polish = draft.polish
        shown.revisions = draft.revisions
        shown.revised_now = draft.revised == lab.month
        shown.salvage = draft.salvage
        shown.collab = draft.collab
        for venue in range(VENUES):
            shown.rejected_by[venue] = (draft.rejected_by >> venue) & 1


@jit
def gather_submissions(lab: Lab, listing: Listing, facts: Facts) -> None:
    """Submissions under review, and the record of decisions by venue and topic."""
    for k in range(SUBMISSIONS):
        slot = listing.submissions[k]
        if slot < 0:
            break
        submission, shown = lab.submissions[slot], facts.submissions[k]
        shown.venue = submission.venue + 1
        shown.months_left = submission.decision - lab.month + 1
        for place in range(DRAFTS):
            if listing.drafts[place] == submission.draft - 1:
                shown.draft = place + 1
    for slot in range(lab.n_submissions):
        submission = lab.submissions[slot]
        venue = facts.venues[submission.venue]
        if submission.status == SubmissionStatus.UNDER_REVIEW:
            venue.under_review += 1
        elif submission.status != SubmissionStatus.WITHDRAWN:
            topic = facts.topics[lab.drafts[submission.draft - 1].topic]
            is_accepted = submission.status == SubmissionStatus.ACCEPT
            venue.decided += 1
            topic.decided += 1
            venue.accepted += is_accepted
            topic.accepted += is_accepted


@jit
def gather_papers(lab: Lab, facts: Facts) -> None:
    """Papers that are out and their citations, by topic and venue."""
    facts.papers_out = score.papers_out(lab)
    facts.citations = lab.citations
    for slot in range(lab.n_publications):
        paper = lab.publications[slot]
        if paper.published <= lab.month:
            topic = facts.topics[paper.topic]
            topic.papers[paper.venue] += 1
            topic.cited[paper.venue] += paper.citations_month
            topic.citations += paper.citations
            facts.citations_month += paper.citations_month
            facts.venues[paper.venue].papers += 1


@jit
def gather_calls(lab: Lab, rules: Rules, listing: Listing, facts: Facts) -> None:
    """Open calls, and which agencies would take a proposal."""
    for k in range(CALLS):
        call = listing.calls[k]
        if call < 0:
            break
        facts.calls[k].agency = rules.call_agency[call] + 1
        facts.calls[k].months_left = rules.call_closes[call] - lab.month + 1
    for agency in range(AGENCIES):
        facts.agencies[agency].is_barred = grants.check_agency(lab, agency, rules) != Outcome.OK


@jit
def gather_proposals(lab: Lab, facts: Facts) -> None:
    """Pending proposals, and the record of decisions by agency and topic."""
    n = 0
    for slot in range(lab.n_proposals):
        proposal = lab.proposals[slot]
        agency, topic = facts.agencies[proposal.agency], facts.topics[proposal.topic]
        if proposal.status == ProposalStatus.PENDING:
            wait = proposal.decision - lab.month + 1
            agency.months_to_decision = wait if agency.pending == 0.0 else min(wait, agency.months_to_decision)
            agency.pending += 1
            if n < PROPOSALS:
                shown = facts.proposals[n]
                shown.agency = proposal.agency + 1
                shown.topic = proposal.topic + 1
                shown.hours = proposal.hours
                shown.months_left = wait
                n += 1
        else:
            is_funded = proposal.status == ProposalStatus.FUNDED
            agency.decided += 1
            topic.proposals_decided += 1
            agency.funded += is_funded
            topic.proposals_funded += is_funded


@jit
def gather_awards(lab: Lab, facts: Facts) -> None:
    """Running awards, one by one and by agency."""
    n = 0
    for slot in range(lab.n_awards):
        award = lab.awards[slot]
        if not purse.is_running(award, lab.month):
            continue
        agency, left = facts.agencies[award.agency], award.end - lab.month + 1
        agency.running += 1
        agency.months_left = max(agency.months_left, left)
        facts.income += award.monthly
        if n < AWARDS:
            facts.awards[n].agency = award.agency + 1
            facts.awards[n].monthly = award.monthly
            facts.awards[n].months_left = left
            n += 1


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
        elif event.kind == EventKind.STUDENT_CRISIS and listing.place[event.person] < RESEARCHERS:
            shown.person = listing.place[event.person] + 1


@jit
def gather_field(lab: Lab, facts: Facts) -> None:
    """Headlines, preprints, conference reports and hallway talk, by topic."""
    if lab.intel_month > 0:
        for topic in range(TOPICS):
            facts.topics[topic].intel = lab.intel[topic] + 1
    for ago in range(min(WINDOW, lab.month)):
        record = lab.field_months[(lab.month - ago) % FIELD_MONTHS]
        for topic in range(TOPICS):
            facts.topics[topic].headlines[ago] = record.headlines[topic]
            facts.topics[topic].preprints[ago] = record.preprints[topic]
        for venue in range(CONFERENCES):
            if record.reported[venue] != 0:
                facts.venues[venue].reported[ago] = 1
                for topic in range(TOPICS):
                    facts.topics[topic].conference_papers[venue, ago] = record.accepted[venue, topic]
