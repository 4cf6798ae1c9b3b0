"""Papers: polish, submission, peer review, revision (rules, sections 1.7, step 3, and 1.9)."""

from pibench_env.capacities import PUBLICATIONS, REVIEWERS, SUBMISSIONS, VENUES
from pibench_env.codes import DraftStatus, Outcome, PersonStatus, SubmissionStatus
from pibench_env.exact import mean, round_to
from pibench_env.jit import jit
from pibench_env.mechanics import purse, seasons
from pibench_env.rng.distributions import normal
from pibench_env.rng.keys import draw_review
from pibench_env.rules import Rules
from pibench_env.tables import Draft, Lab, Submission

TENTHS = 10  # reviewer scores are kept as tenths


@jit
def polished_quality(draft: Draft, rules: Rules) -> float:
    """q* = q + 0.5 min(polish, 12)/12 (1.7, step 3)."""
    full = rules.polish_full_hours
    return draft.quality + rules.quality_polish_coef * min(draft.polish, full) / full


@jit
def expected_score(quality: float, hotness: float, reputation: float, rules: Rules) -> float:
    """What reviewers think without noise: q* + 0.35 (H - 1) + 0.15 (R - 2) (1.7, step 3)."""
    return quality + rules.review_hot_coef * (hotness - 1.0) + rules.review_rep_coef * (reputation - rules.rep_ref)


@jit
def is_due(submission: Submission, month: int) -> bool:
    """Whether a submission is decided in a month."""
    return submission.status == SubmissionStatus.UNDER_REVIEW and submission.decision == month


@jit
def is_accepted(lab: Lab, submission: Submission, rules: Rules) -> bool:
    """Review a submission: score it, let three reviewers spread around it, decide (1.7, step 3)."""
    draft = lab.drafts[submission.draft - 1]
    g = draw_review(lab.luck, submission.draft, submission.venue, submission.submitted)
    score = expected_score(polished_quality(draft, rules), lab.hotness[draft.topic], lab.reputation, rules)
    score += normal(g, 0.0, rules.review_noise)
    spread = lab.luck.terms
    for k in range(REVIEWERS):
        spread[k] = normal(g, 0.0, rules.reviewer_spread)
    centre = mean(spread, REVIEWERS)
    for k in range(REVIEWERS):
        submission.score_tenths[k] = tenths(score + spread[k] - centre)
    return score >= rules.venue_bar[submission.venue]


@jit
def tenths(score: float) -> int:
    """A score to one decimal, as a number of tenths."""
    return round(round_to(score, 1) * TENTHS)


@jit
def reject(lab: Lab, submission: Submission) -> None:
    """A rejected draft is available again (1.7, step 3)."""
    submission.status = SubmissionStatus.REJECT
    draft = lab.drafts[submission.draft - 1]
    draft.status = DraftStatus.AVAILABLE
    draft.rejected_by |= 1 << submission.venue


@jit
def accept(lab: Lab, submission: Submission, rules: Rules) -> int:
    """An accepted draft becomes a publication of frozen quality; returns its slot (1.7, step 3)."""
    submission.status = SubmissionStatus.ACCEPT
    draft = lab.drafts[submission.draft - 1]
    draft.status = DraftStatus.ACCEPTED
    slot = lab.n_publications
    lab.n_publications += 1
    paper = lab.publications[slot]
    paper.draft = submission.draft
    paper.venue = submission.venue
    paper.topic = draft.topic
    paper.tier = draft.tier
    paper.collab = draft.collab
    paper.quality = polished_quality(draft, rules)
    paper.published = seasons.publication_month(submission.venue, lab.month, rules)
    return slot


@jit
def is_available(lab: Lab, number: int) -> bool:
    """Whether a draft exists and is neither under review nor accepted."""
    return 1 <= number <= lab.n_drafts and lab.drafts[number - 1].status == DraftStatus.AVAILABLE


@jit
def polish(lab: Lab, number: int, hours: float, rules: Rules) -> int:
    """Polish a draft; hours add up, and only the first twelve count (1.9)."""
    if not is_available(lab, number):
        return Outcome.WRONG_STATUS
    if hours < 0.0:
        return Outcome.NEGATIVE_HOURS
    if not purse.spend_hours(lab, hours, rules):
        return Outcome.ATTENTION
    lab.drafts[number - 1].polish += hours
    return Outcome.OK


@jit
def under_review(lab: Lab) -> int:
    """Submissions not yet decided."""
    n = 0
    for i in range(lab.n_submissions):
        if lab.submissions[i].status == SubmissionStatus.UNDER_REVIEW:
            n += 1
    return n


@jit
def submit(lab: Lab, number: int, venue: int, rules: Rules) -> int:
    """Send a draft to a venue (1.9)."""
    if not 1 <= number <= lab.n_drafts:
        return Outcome.UNKNOWN_ID
    if not is_available(lab, number):
        return Outcome.WRONG_STATUS
    if not 0 <= venue < VENUES:
        return Outcome.UNKNOWN_VENUE
    if not seasons.is_venue_open(venue, lab.month, rules):
        return Outcome.DEADLINE
    if lab.n_submissions >= SUBMISSIONS or lab.n_publications + under_review(lab) >= PUBLICATIONS:
        return Outcome.TABLE_FULL
    lab.drafts[number - 1].status = DraftStatus.UNDER_REVIEW
    submission = lab.submissions[lab.n_submissions]
    lab.n_submissions += 1
    submission.draft = number
    submission.venue = venue
    submission.status = SubmissionStatus.UNDER_REVIEW
    submission.submitted = lab.month
    submission.decision = lab.month + rules.venue_delay[venue]
    return Outcome.OK


@jit
def has_active_author(lab: Lab, number: int) -> bool:
    """Whether one of the authors is still here; a draft without authors needs none."""
    draft = lab.drafts[number - 1]
    for k in range(draft.n_authors):
        if lab.people[lab.past.bylines[number - 1].authors[k]].status == PersonStatus.ACTIVE:
            return True
    return draft.n_authors == 0


@jit
def revised_quality(quality: float, hours: float, revisions: int, rules: Rules) -> float:
    """min(10, q + 0.35 min(h, 10)/10 0.8^revisions) (1.9)."""
    full = rules.revise_hours
    gain = rules.revise_gain * min(hours, full) / full * rules.revise_decay**revisions
    return min(rules.revise_cap, quality + gain)


@jit
def revise(lab: Lab, number: int, hours: float, rules: Rules) -> int:
    """Revise a draft that has been rejected, once a month (1.9)."""
    if not is_available(lab, number):
        return Outcome.WRONG_STATUS
    draft = lab.drafts[number - 1]
    if draft.rejected_by == 0:
        return Outcome.NOT_REJECTED_YET
    if hours < 0.0:
        return Outcome.NEGATIVE_HOURS
    if draft.revised == lab.month:
        return Outcome.COOLDOWN
    if not has_active_author(lab, number):
        return Outcome.NO_MEMBERS
    if not purse.spend_hours(lab, hours, rules):
        return Outcome.ATTENTION
    draft.quality = revised_quality(draft.quality, hours, draft.revisions, rules)
    draft.revisions += 1
    draft.revised = lab.month
    return Outcome.OK


@jit
def withdraw(lab: Lab, number: int) -> int:
    """Take a submission back; that is no rejection (1.9)."""
    if not 1 <= number <= lab.n_submissions:
        return Outcome.WRONG_STATUS
    submission = lab.submissions[number - 1]
    if submission.status != SubmissionStatus.UNDER_REVIEW:
        return Outcome.WRONG_STATUS
    submission.status = SubmissionStatus.WITHDRAWN
    lab.drafts[submission.draft - 1].status = DraftStatus.AVAILABLE
    return Outcome.OK
