"""Grants: proposals, their quality, decisions, awards (rules, sections 1.7, step 5, and 1.9)."""

from pibench_env.capacities import AWARDS, PROPOSALS, TOPICS
from pibench_env.codes import Agency, LedgerKind, Outcome, ProposalStatus
from pibench_env.jit import jit
from pibench_env.mechanics import purse, seasons
from pibench_env.rng.distributions import normal
from pibench_env.rng.keys import Draw, Prefix, draw_entity
from pibench_env.rules import Rules
from pibench_env.tables import Command, Lab, Proposal

IS_PUBLICATION = 1.0  # amount that marks an attachment as a publication; 0 marks a draft


@jit
def check_call(lab: Lab, command: Command, rules: Rules) -> int:
    """Call, topic, hours, and what the agency allows, in the order of section 1.9."""
    if not 0 <= command.object < rules.n_calls:
        return Outcome.UNKNOWN_ID
    if not seasons.is_call_open(command.object, lab.month, rules):
        return Outcome.DEADLINE
    if not 0 <= command.choice < TOPICS:
        return Outcome.UNKNOWN_TOPIC
    if command.amount < rules.prop_min_hours:
        return Outcome.OUT_OF_RANGE
    return check_agency(lab, rules.call_agency[command.object], rules)


@jit
def check_agency(lab: Lab, agency: int, rules: Rules) -> int:
    """What an agency bars a lab from, whatever is proposed (1.9)."""
    if agency == Agency.FEL and lab.awards_won[agency] >= rules.fel_max_awards:
        return Outcome.ONCE_ONLY
    if commitments(lab, agency) >= rules.agency_cap[agency]:
        return Outcome.CONCURRENT_CAP
    if agency == Agency.TIF and lab.last_tif > 0 and lab.month - lab.last_tif < rules.tif_cooldown:
        return Outcome.COOLDOWN
    return Outcome.OK


@jit
def check_attachments(lab: Lab, command: Command) -> int:
    """Attachments are drafts in any state or publications, out or not (1.10)."""
    for i in range(command.count):
        count = lab.n_publications if command.amounts[i] == IS_PUBLICATION else lab.n_drafts
        if not 1 <= command.ids[i] <= count:
            return Outcome.UNKNOWN_ID
    return Outcome.OK


@jit
def pending(lab: Lab) -> int:
    """Proposals not yet decided."""
    n = 0
    for i in range(lab.n_proposals):
        if lab.proposals[i].status == ProposalStatus.PENDING:
            n += 1
    return n


@jit
def commitments(lab: Lab, agency: int) -> int:
    """Awards of an agency that have not ended, and proposals it has not decided (1.9)."""
    n = 0
    for i in range(lab.n_awards):
        if lab.awards[i].agency == agency and lab.awards[i].end >= lab.month:
            n += 1
    for i in range(lab.n_proposals):
        if lab.proposals[i].agency == agency and lab.proposals[i].status == ProposalStatus.PENDING:
            n += 1
    return n


@jit
def running_awards(lab: Lab) -> int:
    """Awards that pay this month (1.4)."""
    n = 0
    for i in range(lab.n_awards):
        n += purse.is_running(lab.awards[i], lab.month)
    return n


@jit
def evidence_weight(is_publication: bool, is_on_topic: bool, rules: Rules) -> float:
    """Weight of one attachment (1.9)."""
    weight = 1.0 if is_publication else rules.prop_draft_weight
    return weight if is_on_topic else weight * rules.prop_off_topic


@jit
def preference(lab: Lab, agency: int, topic: int, rules: Rules) -> float:
    """What an agency thinks of a topic; AMP looks ahead (1.9)."""
    taste = lab.luck.agency_taste[agency, topic]
    if agency != Agency.AMP:
        return taste
    ahead = min(lab.month + rules.amp_pref_lead, seasons.trajectory_end(rules))
    return rules.amp_hot_coef * (lab.luck.trajectory[ahead, topic] - 1.0) + rules.amp_pref_weight * taste


@jit
def quality(lab: Lab, agency: int, topic: int, hours: float, evidence: float, top_tier: bool, rules: Rules) -> float:
    """Quality of a proposal from `evidence`, the weighted pull of its attachments (1.9).

    0.42 (h/25)^0.7 + 0.55 y/(1+y) + min(0.35, 0.06 (R-2)) + preference + 0.25 (M-1) - 0.10 running awards.
    """
    y = evidence / rules.prop_prelim_norm
    total = rules.prop_hours_coef * (hours / rules.prop_hours_norm) ** rules.prop_hours_pow
    total += rules.prop_prelim_coef * y / (1.0 + y)
    total += min(rules.prop_rep_cap, rules.prop_rep_coef * (lab.reputation - rules.rep_ref))
    total += preference(lab, agency, topic, rules)
    total += rules.prop_climate_coef * (lab.climate - 1.0)
    total -= rules.prop_overcommit_penalty * running_awards(lab)
    if agency == Agency.TIF:
        total += rules.tif_hot_coef * (lab.hotness[topic] - 1.0)
    if agency == Agency.AMP and top_tier:
        total += rules.amp_tier3_bonus
    return total


@jit
def has_place(lab: Lab) -> bool:
    """Whether the tables can hold one more proposal and the award that it may bring."""
    return lab.n_proposals < PROPOSALS and lab.n_awards + pending(lab) < AWARDS


@jit
def file_proposal(lab: Lab, command: Command, value: float, rules: Rules) -> None:
    """A proposal is on its way; its quality is fixed (1.9)."""
    agency = rules.call_agency[command.object]
    proposal = lab.proposals[lab.n_proposals]
    lab.n_proposals += 1
    purse.book(lab, LedgerKind.PROPOSAL_FEE, lab.n_proposals, -rules.proposal_admin_cost)
    proposal.call = command.object
    proposal.agency = agency
    proposal.topic = command.choice
    proposal.status = ProposalStatus.PENDING
    proposal.submitted = lab.month
    proposal.decision = lab.month + rules.agency_delay[agency]
    proposal.hours = command.amount
    proposal.quality = value
    if agency == Agency.TIF:
        lab.last_tif = lab.month


@jit
def is_due(proposal: Proposal, month: int) -> bool:
    """Whether a proposal is decided in a month."""
    return proposal.status == ProposalStatus.PENDING and proposal.decision == month


@jit
def is_funded(lab: Lab, slot: int, rules: Rules) -> bool:
    """Whether quality and luck clear the agency's bar (1.7, step 5)."""
    proposal = lab.proposals[slot]
    g = draw_entity(lab.luck, Draw.GRANTDEC, Prefix.PR, slot + 1)
    return proposal.quality + normal(g, 0.0, rules.prop_noise) >= rules.agency_bar[proposal.agency]


@jit
def award(lab: Lab, slot: int, rules: Rules) -> None:
    """A funded proposal pays from next month on (1.7, step 5)."""
    proposal = lab.proposals[slot]
    proposal.status = ProposalStatus.FUNDED
    agency = proposal.agency
    won = lab.awards[lab.n_awards]
    lab.n_awards += 1
    lab.awards_won[agency] += 1
    won.agency = agency
    won.proposal = slot + 1
    won.start = lab.month + 1
    won.end = lab.month + rules.agency_months[agency]
    won.total = rules.agency_award[agency]
    won.monthly = rules.agency_award[agency] / rules.agency_months[agency]


@jit
def reject(lab: Lab, slot: int) -> None:
    """A proposal that missed the bar is over (1.7, step 5)."""
    lab.proposals[slot].status = ProposalStatus.REJECTED
