"""Every number of the world: name, value, unit, range, section of the rules page, meaning.

A field with several values says in its heading or meaning what the places are. Sizes of tables are no parameters:
see `tables.py`. What the kernel reads is the record that `rules.py` makes of these.
"""

import math
from dataclasses import dataclass

from pibench_env.parameter import Configuration, number

Pair = tuple[float, float]
Three = tuple[float, float, float]
Four = tuple[float, float, float, float]
FourWhole = tuple[int, int, int, int]
PerTopic = tuple[float, float, float, float, float, float, float, float]
Months = tuple[int, ...]  # as many as wanted


@dataclass(frozen=True)
class Params(Configuration):
    """The configuration of a world; every field can be overridden by name."""

    # Run
    months: int = number(60, "month", 1, 120, "1.1", "horizon")
    start_budget: float = number(600000.0, "USD", 0, 1e12, "1.1", "money at the start")

    # Money
    phd_stipend: float = number(3200.0, "USD/month", 0, 1e6, "1.1", "stipend of a PhD student")
    postdoc_salary: float = number(6500.0, "USD/month", 0, 1e6, "1.1", "salary of a postdoc")
    ra_salary: float = number(1800.0, "USD/month", 0, 1e6, "1.1", "salary of a research assistant")
    manager_salary: float = number(4500.0, "USD/month", 0, 1e6, "1.1", "salary of a lab manager")
    grant_overhead_monthly: float = number(600.0, "USD/month", 0, 1e6, "1.1", "cost of administering one running award")
    proposal_admin_cost: float = number(500.0, "USD", 0, 1e6, "1.1", "fee of a proposal")
    travel_cost_talk: float = number(1500.0, "USD", 0, 1e6, "1.1", "travel to an invited talk")
    conference_attend_cost: float = number(2500.0, "USD", 0, 1e6, "1.1", "attending a conference")
    postdoc_search_cost: float = number(1000.0, "USD", 0, 1e6, "1.1", "posting a postdoc search")
    compute_unit_cost: float = number(1.0, "USD/unit", 0, 1e6, "1.1", "price of a unit of compute at normal prices")
    max_monthly_compute: float = number(50000.0, "units/month", 0, 1e9, "1.9", "most compute a project may ask for")
    stress_runway_months: float = number(6.0, "month", 0, 1e6, "1.7", "runway below which researchers worry")
    min_burn: float = number(1.0, "USD/month", 1e-9, 1e6, "1.7", "burn counted at least when a runway is judged")

    # Attention
    attention_budget: float = number(100.0, "h/month", 0, 1e9, "1.1", "hours of a month")
    attention_floor: float = number(30.0, "h/month", 0, 1e9, "1.1", "hours that are always left")
    service_tax_hours: float = number(12.0, "h", 0, 1e9, "1.1", "hours of the service month")
    service_month: int = number(7, "month of 12", 0, 11, "1.4", "month of the year with service duties")
    oversight_per_researcher: float = number(4.0, "h/month", 0, 1e6, "1.1", "oversight of a researcher")
    oversight_per_ra: float = number(1.5, "h/month", 0, 1e6, "1.1", "oversight of a research assistant")
    oversight_min_per_researcher: float = number(1.0, "h/month", 0, 1e6, "1.1", "the same with managers, at least")
    manager_oversight_relief: float = number(2.0, "h/month", 0, 1e6, "1.1", "oversight a manager takes over of each")
    attention_slack: float = number(1e-9, "h", 0, 1, "1.4", "hours by which a request may exceed what is left")
    max_mentoring: float = number(40.0, "h/month", 0, 1e6, "1.9", "most mentoring hours of one person")
    interview_hours: float = number(3.0, "h", 0, 1e6, "1.1", "one interview")
    review_hours: float = number(6.0, "h", 0, 1e6, "1.1", "accepting a review request")
    talk_hours: float = number(8.0, "h", 0, 1e6, "1.1", "giving an invited talk")
    crisis_hours: float = number(10.0, "h", 0, 1e6, "1.1", "supporting a person in crisis")
    conference_hours: float = number(15.0, "h", 0, 1e6, "1.1", "attending a conference")
    collab_hours_monthly: float = number(6.0, "h/month", 0, 1e6, "1.1", "an accepted collaboration until it delivers")

    # Field: hotness
    initial_hotness: PerTopic = number(
        (1.6, 1.2, 0.8, 2.2, 1.0, 0.7, 0.5, 0.9), "1", 1e-3, 1e3, "1.1", "at birth, by topic"
    )
    hot_ou_theta: float = number(0.06, "1/month", 0, 1, "1.1", "pull of hotness to its mean")
    hot_ou_sigma: float = number(0.10, "1", 0, 10, "1.1", "noise of log hotness")
    hot_mean_drift: float = number(0.015, "1", 0, 10, "1.1", "noise of the mean of log hotness")
    hot_clip: Pair = number((0.25, 6.0), "1", 1e-3, 1e3, "1.1", "least and greatest hotness", rising=True)
    p_boom: float = number(0.02, "1/month", 0, 1, "1.1", "chance that a topic booms")
    p_bust: float = number(0.015, "1/month", 0, 1, "1.1", "chance that a topic busts")
    boom_ln_mean: float = number(math.log(2.2), "1", -10, 10, "1.1", "mean of the log of a boom's factor, ln 2.2")
    boom_ln_sd: float = number(0.3, "1", 0, 10, "1.1", "its standard deviation")
    bust_factor: Pair = number((0.35, 0.6), "1", 1e-3, 1, "1.1", "least and greatest factor of a bust", rising=True)

    # Field: crowding, climate, prices
    crowd_start_factor: float = number(0.8, "1", 0, 10, "1.2", "crowding at birth as a share of initial hotness")
    crowd_start_floor: float = number(0.4, "1", 0, 10, "1.2", "crowding at birth, at least")
    crowd_eta: float = number(0.12, "1/month", 0, 1, "1.1", "pull of crowding to hotness")
    crowd_noise: float = number(0.03, "1", 0, 10, "1.1", "noise of crowding")
    crowd_floor: float = number(0.2, "1", 0, 10, "1.1", "least crowding")
    climate_start: float = number(1.0, "1", 0, 10, "1.2", "funding climate at birth")
    climate_cycle: float = number(30.0, "month", 1, 1e6, "1.1", "length of the funding cycle")
    climate_amp: float = number(0.18, "1", 0, 1, "1.1", "amplitude of the funding cycle")
    climate_noise: float = number(0.05, "1", 0, 10, "1.1", "noise of the funding climate")
    climate_pull: float = number(0.25, "1/month", 0, 1, "1.1", "pull of the climate to the cycle")
    climate_clip: Pair = number((0.6, 1.4), "1", 0, 10, "1.1", "least and greatest climate", rising=True)
    shock_prob: float = number(0.05, "1/month", 0, 1, "1.3", "chance of a compute price shock")
    shock_up_prob: float = number(0.5, "1", 0, 1, "1.3", "chance that a shock is a surge")
    shock_size: float = number(0.30, "1", 0, 1, "1.3", "size of a shock")
    shock_months: int = number(4, "month", 0, 120, "1.3", "length of a shock")

    # Field: what can be observed
    news_rate_per_hot: float = number(1.2, "1/month", 0, 1e3, "1.1", "headlines per hotness")
    preprint_rate_per_crowd: float = number(6.0, "1/month", 0, 1e3, "1.1", "preprints per crowding")
    headline_levels: Three = number(
        (0.8, 1.2, 1.6), "1", 0, 1e3, "1.5", "steady, gaining steam and surging from", rising=True
    )
    conference_report_rate: float = number(4.0, "1", 0, 1e3, "1.5", "papers a conference accepts, per hotness")
    conference_report_lag: int = number(3, "month", 0, 120, "1.5", "age of the hotness behind a conference report")
    funding_news_every: int = number(3, "month", 1, 120, "1.5", "months between funding indices")
    funding_index_lag: int = number(2, "month", 0, 120, "1.5", "lag of the funding index behind the cycle")
    funding_index_noise: float = number(0.05, "1", 0, 10, "1.5", "noise of the funding index")
    funding_index_levels: Pair = number(
        (0.95, 1.05), "1", 0, 10, "1.5", "tightening below, expanding above", rising=True
    )
    intel_noise: float = number(0.5, "1", 0, 10, "1.9", "noise of hallway intel")
    intel_levels: Three = number((0.8, 1.3, 2.0), "1", 0, 1e3, "1.9", "warm, hot and very hot above", rising=True)

    # Applicants, by pool: elite, international, nontraditional, local
    pool_ability_mean: Four = number((0.68, 0.62, 0.55, 0.50), "1", 0, 1, "1.1", "mean ability")
    pool_ability_sd: Four = number((0.10, 0.14, 0.20, 0.10), "1", 0, 1, "1.1", "standard deviation of ability")
    pool_transcript_noise: Four = number((0.05, 0.10, 0.18, 0.06), "1", 0, 1, "1.1", "noise of transcripts")
    pool_letter_bias: Four = number((0.02, 0.12, -0.05, 0.00), "1", -1, 1, "1.1", "bias of letters")
    pool_letter_noise: Four = number((0.08, 0.15, 0.12, 0.06), "1", 0, 1, "1.1", "noise of letters")
    pool_accept: Four = number((0.35, 0.60, 0.75, 0.85), "1", 0, 1, "1.1", "chance to accept an offer")
    pool_accept_per_rep: Four = number((0.05, 0.03, 0.02, 0.01), "1", 0, 1, "1.1", "more of it per reputation")
    pool_volume: Four = number((2.0, 3.5, 2.5, 2.0), "1/season", 0, 100, "1.1", "applicants a season")
    interview_noise: float = number(0.07, "1", 0, 1, "1.6", "noise of interviews")
    ability_clip: Pair = number((0.15, 0.95), "1", 0, 1, "1.6", "least and greatest ability of a student", rising=True)
    student_speed: Pair = number((1.0, 0.15), "1", 0, 10, "1.6", "mean and standard deviation of speed")
    student_resilience: Pair = number((0.4, 1.0), "1", 1e-3, 10, "1.6", "least and greatest resilience", rising=True)
    student_independence: Pair = number((0.3, 1.0), "1", 0, 1, "1.6", "least and greatest independence", rising=True)
    student_growth: Pair = number((1.0, 0.3), "1", 0, 10, "1.6", "mean and standard deviation of growth")
    growth_floor: float = number(0.3, "1", 0, 10, "1.6", "least growth")
    volume_per_rep: float = number(0.25, "1", 0, 10, "1.6", "more applicants per reputation")
    volume_boost: float = number(1.15, "1", 0, 10, "1.6", "factor after a talk or a conference in the previous year")
    offer_accept_clip: Pair = number(
        (0.05, 0.95), "1", 0, 1, "1.7", "least and greatest chance to accept an offer", rising=True
    )
    season_start: int = number(1, "month of 12", 0, 11, "1.6", "month of the year in which applicants appear")
    season_months: int = number(3, "month", 1, 12, "1.6", "months in which applicants can be met")
    max_students: int = number(12, "", 0, 64, "1.1", "researchers and open offers, at most")

    # Postdocs
    postdoc_search_months: int = number(2, "month", 0, 120, "1.7", "length of a search")
    postdoc_found: float = number(0.45, "1", 0, 1, "1.7", "chance that a search succeeds")
    postdoc_found_per_rep: float = number(0.06, "1", 0, 1, "1.7", "more of it per reputation")
    postdoc_found_cap: float = number(0.85, "1", 0, 1, "1.7", "greatest chance")
    postdoc_ability: Pair = number((0.74, 0.12), "1", 0, 1, "1.7", "mean and standard deviation of ability")
    postdoc_ability_clip: Pair = number((0.2, 0.97), "1", 0, 1, "1.7", "least and greatest ability", rising=True)
    postdoc_speed: Pair = number((1.05, 0.12), "1", 0, 10, "1.7", "mean and standard deviation of speed")
    postdoc_resilience: Pair = number((0.5, 1.0), "1", 1e-3, 10, "1.7", "least and greatest resilience", rising=True)
    postdoc_independence: Pair = number((0.6, 1.0), "1", 0, 1, "1.7", "least and greatest independence", rising=True)
    postdoc_growth: Pair = number((0.8, 0.2), "1", 0, 10, "1.7", "mean and standard deviation of growth")
    postdoc_skill: Pair = number((0.55, 0.35), "1", 0, 10, "1.7", "skill on arrival: base and share of ability")
    postdoc_contract_months: int = number(24, "month", 1, 240, "1.1", "length of a contract")
    postdoc_renewal_months: int = number(12, "month", 0, 240, "1.1", "length of a renewal")
    postdoc_renewal_window: int = number(
        3, "month", 0, 240, "1.9", "months before the end in which a contract can be renewed"
    )

    # Staff
    max_managers: int = number(2, "", 0, 16, "1.1", "managers, at most")
    ra_ability: Pair = number((0.35, 0.55), "1", 0, 1, "1.9", "least and greatest ability of a research assistant")
    ra_speed: Pair = number((0.9, 0.1), "1", 0, 10, "1.9", "mean and standard deviation of speed")
    ra_resilience: float = number(0.8, "1", 1e-3, 10, "1.9", "resilience")
    ra_independence: float = number(0.9, "1", 0, 1, "1.9", "independence")
    ra_growth: float = number(0.0, "1", 0, 10, "1.9", "growth")
    ra_skill: float = number(0.5, "1", 0, 10, "1.9", "skill")
    ra_morale: float = number(0.7, "1", 0, 1, "1.9", "morale")
    manager_ability: float = number(0.5, "1", 0, 1, "1.9", "ability of a manager")
    manager_speed: float = number(1.0, "1", 0, 10, "1.9", "speed")
    manager_resilience: float = number(0.7, "1", 1e-3, 10, "1.9", "resilience")
    manager_independence: float = number(1.0, "1", 0, 1, "1.9", "independence")
    manager_growth: float = number(0.0, "1", 0, 10, "1.9", "growth")
    manager_skill: float = number(0.0, "1", 0, 10, "1.9", "skill")
    manager_morale: float = number(0.75, "1", 0, 1, "1.9", "morale")

    # People
    skill_init_base: float = number(0.35, "1", 0, 10, "1.1", "skill of a new student: base")
    skill_init_ability: float = number(0.30, "1", 0, 10, "1.1", "skill of a new student: share of ability")
    skill_growth: float = number(0.012, "1/month", 0, 10, "1.1", "growth of skill on a project")
    skill_cap: float = number(1.2, "1", 0, 10, "1.1", "greatest skill")
    skill_mentoring_gain: float = number(1.2, "1", 0, 100, "1.7", "more growth with full mentoring")
    skill_mentoring_hours: float = number(8.0, "h", 1e-3, 1e6, "1.7", "mentoring that counts for growth, at most")
    effort_morale: Pair = number((0.5, 0.5), "1", 0, 10, "1.4", "effectiveness without morale, and its share of morale")
    effort_mentoring_hours: float = number(
        6.0, "h", 1e-3, 1e6, "1.4", "mentoring that counts for effectiveness, at most"
    )
    morale_start: float = number(0.75, "1", 0, 1, "1.7", "morale of a newcomer")
    morale_setpoint: float = number(0.70, "1", 0, 1, "1.7", "where morale goes by itself")
    morale_recovery: float = number(0.06, "1/month", 0, 1, "1.7", "pull to it")
    morale_mean_default: float = number(0.7, "1", 0, 1, "1.7", "mean morale of an empty lab")
    morale_contagion: float = number(0.05, "1", 0, 1, "1.7", "pull to the mean of the others")
    morale_overload: float = number(0.10, "1", 0, 1, "1.7", "loss on too many projects")
    overload_projects: int = number(2, "", 0, 32, "1.7", "projects that are not too many")
    morale_neglect: float = number(0.08, "1", 0, 1, "1.7", "loss without mentoring, for the dependent")
    neglect_hours: float = number(2.0, "h", 0, 1e6, "1.7", "mentoring below which a person is neglected")
    morale_stress: float = number(0.10, "1", 0, 1, "1.7", "loss when money runs out")
    morale_scooped: float = number(0.2, "1", 0, 1, "1.7", "loss when scooped, over resilience")
    morale_deadend: float = number(0.15, "1", 0, 1, "1.7", "loss at a dead end, over resilience")
    morale_killed: float = number(0.15, "1", 0, 1, "1.9", "loss when a project is killed, over resilience")
    morale_first_author: float = number(0.35, "1", 0, 1, "1.7", "gain of the first author of an accepted paper")
    morale_author: float = number(0.25, "1", 0, 1, "1.7", "gain of the other authors")
    morale_rejected: float = number(0.18, "1", 0, 1, "1.7", "loss of a rejection, over resilience")
    morale_crisis_ignored: float = number(0.35, "1", 0, 1, "1.7", "loss of an ignored crisis, over resilience")
    morale_crisis_supported: float = number(0.05, "1", 0, 1, "1.9", "gain of support in a crisis")
    report_morale: Pair = number(
        (0.6, 0.4), "1", 0, 10, "1.7", "quality reported without morale, and its share of morale"
    )
    report_noise: float = number(0.15, "1", 0, 10, "1.7", "noise of reports")
    sentiment_noise: float = number(0.18, "1", 0, 10, "1.7", "noise of sentiment")
    sentiment_hours: float = number(1.0, "h", 0, 1e6, "1.7", "mentoring from which a meeting takes place")
    quit_scale: float = number(0.5, "1/month", 0, 1, "1.1", "greatest pull to quit")
    quit_mid: float = number(0.35, "1", 0, 1, "1.1", "morale at which half of it is felt")
    quit_temp: float = number(0.07, "1", 1e-6, 10, "1.1", "width of the change")
    quit_cap: float = number(0.25, "1/month", 0, 1, "1.1", "greatest chance to quit")
    grad_min_months: int = number(48, "month", 0, 240, "1.1", "months before a student graduates, at least")
    grad_min_papers: int = number(2, "", 0, 100, "1.1", "papers before a student graduates, at least")
    grad_month: int = number(5, "month of 12", 0, 11, "1.7", "month of the year in which students graduate")

    # Alumni
    alumni_cite_spillover: float = number(0.005, "1", 0, 1, "1.1", "more citations per graduate")
    alumni_quality_lift: float = number(0.012, "1", 0, 1, "1.1", "better applicants per graduate")
    alumni_quality_cap: float = number(0.06, "1", 0, 1, "1.1", "and at most")

    # Projects, by tier
    tier_work: Three = number((6.0, 14.0, 28.0), "1", 1e-3, 1e6, "1.1", "work to complete")
    tier_infeasible: Three = number((0.03, 0.10, 0.28), "1", 0, 1, "1.1", "chance of being infeasible")
    tier_quality: Three = number((1.2, 2.6, 3.6), "1", 0, 10, "1.1", "base quality q0")
    max_active_projects: int = number(10, "", 0, 32, "1.1", "projects at a time")
    start_novelty: Pair = number((1.0, 0.1), "1", 0, 10, "1.9", "mean and standard deviation of novelty")
    novelty_clip: Pair = number((0.3, 1.3), "1", 0, 10, "1.9", "least and greatest novelty at the start", rising=True)
    novelty_crowd_penalty: float = number(0.06, "1", 0, 10, "1.1", "novelty lost per crowding at the start")
    novelty_bleed: float = number(0.015, "1/month", 0, 10, "1.1", "novelty lost per crowding each month")
    progress_coef: float = number(0.9, "1/month", 0, 100, "1.1", "progress per effort")
    progress_exponent: float = number(0.9, "1", 0, 10, "1.7", "returns to effort")
    progress_noise: float = number(0.22, "1", 0, 10, "1.1", "noise of progress")
    progress_floor: float = number(0.1, "1", 0, 1, "1.7", "least factor of the noise")
    compute_c0: float = number(800.0, "units", 1e-3, 1e9, "1.1", "scale of compute")
    compute_coef: float = number(0.30, "1", 0, 100, "1.1", "progress per log compute")
    deadend_reveal_frac: float = number(0.6, "1", 0, 1, "1.1", "share of the work at which infeasibility shows")
    salvage_prob: float = number(0.5, "1", 0, 1, "1.1", "chance to salvage a draft")
    salvage_quality: Pair = number((1.5, 2.8), "1", 0, 10, "1.7", "least and greatest quality of it", rising=True)
    scoop_base: float = number(0.010, "1/month", 0, 1, "1.1", "chance to be scooped per crowding")
    scoop_novelty_mult: float = number(0.45, "1", 0, 1, "1.1", "novelty left after a scoop")
    scoop_min_progress: float = number(0.25, "1", 0, 1, "1.7", "share of the work from which a scoop hurts")
    breakthrough_prob: float = number(0.18, "1", 0, 1, "1.1", "chance of a breakthrough")
    breakthrough_gain: float = number(1.5, "1", 0, 10, "1.1", "quality it adds")
    breakthrough_tier: int = number(3, "", 1, 3, "1.7", "tier from which breakthroughs happen")
    quality_skill_coef: float = number(1.8, "1", 0, 100, "1.1", "quality per skill times ability")
    quality_novelty_coef: float = number(0.9, "1", 0, 100, "1.1", "quality per novelty")
    quality_novelty_ref: float = number(0.6, "1", 0, 10, "1.7", "novelty that neither adds nor takes")
    quality_compute_coef: float = number(0.35, "1", 0, 100, "1.1", "quality per log compute")
    quality_noise: float = number(0.45, "1", 0, 10, "1.1", "noise of quality")
    quality_clip: Pair = number((0.5, 10.0), "1", 0, 20, "1.7", "least and greatest quality", rising=True)
    craft_default: float = number(0.2, "1", 0, 10, "1.7", "skill times ability if nobody worked")
    craft_min_weight: float = number(1e-6, "1", 1e-12, 1, "1.7", "weight of an effortless month")

    # Papers, by venue: NAIC, CLAR, W-SHOP, JMR
    venue_bar: Four = number((6.3, 4.6, 2.6, 5.6), "1", 0, 100, "1.1", "bar of acceptance")
    venue_visibility: Four = number((3.0, 1.2, 0.4, 2.0), "1", 0, 100, "1.1", "visibility v")
    venue_delay: FourWhole = number((3, 3, 1, 7), "month", 1, 120, "1.1", "months to the decision")
    naic_months: Months = number((3, 9), "month of 12", 0, 11, "1.1", "submission months of NAIC", rising=True)
    clar_months: Months = number((0, 6), "month of 12", 0, 11, "1.1", "submission months of CLAR", rising=True)
    quality_polish_coef: float = number(0.5, "1", 0, 10, "1.1", "quality that full polish adds")
    polish_full_hours: float = number(12.0, "h", 1e-3, 1e6, "1.7", "hours of full polish")
    review_hot_coef: float = number(0.35, "1", 0, 10, "1.1", "score per hotness above one")
    review_rep_coef: float = number(0.15, "1", 0, 10, "1.1", "score per reputation above the start")
    review_noise: float = number(0.5, "1", 0, 10, "1.1", "noise of the score")
    reviewer_spread: float = number(0.35, "1", 0, 10, "1.7", "spread of the three reviewers")
    revise_gain: float = number(0.35, "1", 0, 10, "1.1", "quality of a full revision")
    revise_hours: float = number(10.0, "h", 1e-3, 1e6, "1.9", "hours of a full revision")
    revise_decay: float = number(0.8, "1", 0, 1, "1.1", "gain left at each further revision")
    revise_cap: float = number(10.0, "1", 0, 20, "1.9", "greatest quality after a revision")

    # Citations
    cite_g_coef: float = number(0.42, "1", 0, 2, "1.1", "pull of quality")
    cite_quality_ref: float = number(5.0, "1", 0, 20, "1.8", "quality of pull one")
    cite_ramp_months: int = number(6, "month", 1, 120, "1.1", "months until a paper is known")
    cite_halflife: float = number(30.0, "month", 0.1, 1e6, "1.1", "half-life afterwards")
    cite_halflife_journal: float = number(40.0, "month", 0.1, 1e6, "1.1", "half-life of a journal paper")
    cite_rep_coef: float = number(0.08, "1", 0, 10, "1.1", "more citations per reputation")
    collab_credit: float = number(0.5, "1", 0, 1, "1.1", "share of a collaboration's citations")
    projection_months: int = number(36, "month", 0, 120, "1.1", "months of the projection")

    # Grants, by agency: BSF, AMP, TIF, FEL
    agency_award: Four = number((360000.0, 850000.0, 90000.0, 150000.0), "USD", 0, 1e9, "1.1", "award")
    agency_months: FourWhole = number((36, 24, 12, 24), "month", 1, 120, "1.1", "months of an award")
    agency_bar: Four = number((1.15, 1.45, 0.92, 1.35), "1", 0, 100, "1.1", "bar of funding")
    agency_delay: FourWhole = number((5, 6, 2, 4), "month", 1, 120, "1.1", "months to the decision")
    agency_cap: FourWhole = number((2, 1, 2, 1), "", 0, 64, "1.1", "running awards and pending proposals, at most")
    bsf_months: Months = number(
        (2, 8, 14, 20, 26, 32, 38, 44, 50, 56), "month", 1, 120, "1.1", "openings of BSF", rising=True
    )
    amp_months: Months = number((5, 14, 26, 38, 50), "month", 1, 120, "1.1", "openings of AMP", rising=True)
    fel_months: Months = number((9, 21, 33), "month", 1, 120, "1.1", "openings of FEL", rising=True)
    call_open_months: int = number(1, "month", 0, 120, "1.1", "months a dated call stays open after its first")
    tif_cooldown: int = number(3, "month", 0, 120, "1.1", "months between proposals to TIF")
    fel_max_awards: int = number(1, "", 0, 64, "1.1", "fellowships of FEL in a run, at most")
    prop_min_hours: float = number(5.0, "h", 0, 1e6, "1.9", "hours of a proposal, at least")
    prop_hours_coef: float = number(0.42, "1", 0, 10, "1.1", "quality of hours")
    prop_hours_norm: float = number(25.0, "h", 1e-3, 1e6, "1.1", "hours that count as one")
    prop_hours_pow: float = number(0.7, "1", 0, 10, "1.1", "returns to hours")
    prop_prelim_coef: float = number(0.55, "1", 0, 10, "1.1", "quality of evidence")
    prop_prelim_norm: float = number(6.0, "1", 1e-3, 1e6, "1.1", "evidence that counts as one")
    prop_draft_weight: float = number(0.4, "1", 0, 10, "1.9", "weight of a draft against a publication")
    prop_off_topic: float = number(0.25, "1", 0, 10, "1.9", "weight of evidence on another topic")
    prop_rep_coef: float = number(0.06, "1", 0, 10, "1.1", "quality per reputation")
    prop_rep_cap: float = number(0.35, "1", 0, 10, "1.1", "and at most")
    prop_overcommit_penalty: float = number(0.10, "1", 0, 10, "1.1", "quality lost per running award")
    prop_climate_coef: float = number(0.25, "1", 0, 10, "1.1", "quality per climate above one")
    prop_noise: float = number(0.28, "1", 0, 10, "1.1", "noise of decisions")
    tif_hot_coef: float = number(0.20, "1", 0, 10, "1.1", "quality per hotness above one, TIF")
    amp_hot_coef: float = number(0.35, "1", 0, 10, "1.9", "quality per coming hotness above one, AMP")
    amp_pref_weight: float = number(0.5, "1", 0, 10, "1.9", "weight of AMP's preference")
    amp_tier3_bonus: float = number(0.15, "1", 0, 10, "1.1", "quality of evidence of the top tier, AMP")
    amp_bonus_tier: int = number(3, "", 1, 3, "1.9", "tier of evidence that earns it")
    amp_pref_lead: int = number(6, "month", 0, 12, "1.1", "months that AMP looks ahead")
    agency_pref_range: float = number(0.6, "1", 0, 10, "1.1", "range of preferences")

    # Events
    talk_base: float = number(0.05, "1/month", 0, 1, "1.5", "chance of an invited talk")
    talk_rate_per_rep: float = number(0.08, "1/month", 0, 1, "1.1", "more of it per reputation")
    talk_cap: float = number(0.6, "1/month", 0, 1, "1.5", "and at most")
    review_req_rate: float = number(0.6, "1/month", 0, 1, "1.1", "chance of a review request")
    review_req_cap: float = number(0.9, "1/month", 0, 1, "1.5", "and at most")
    crisis_rate: float = number(0.02, "1/month", 0, 1, "1.1", "chance of a crisis of a researcher")
    collab_rate_per_rep: float = number(0.05, "1/month", 0, 1, "1.1", "chance of a collaboration offer per reputation")
    collab_cap: float = number(0.5, "1/month", 0, 1, "1.5", "and at most")
    event_expiry: int = number(2, "month", 0, 12, "1.1", "months to answer a talk or review request")
    collab_expiry: int = number(1, "month", 0, 12, "1.5", "months to answer a collaboration offer")
    collab_months: int = number(3, "month", 1, 12, "1.1", "months until a collaboration delivers")
    collab_tier: int = number(2, "", 1, 3, "1.7", "tier of its draft")
    collab_quality: Pair = number((4.8, 0.8), "1", 0, 10, "1.7", "mean and standard deviation of its quality")
    collab_quality_clip: Pair = number((1.0, 8.0), "1", 0, 10, "1.7", "least and greatest quality", rising=True)

    # Reputation
    rep_init: float = number(2.0, "1", 0, 10, "1.1", "reputation at the start")
    rep_ref: float = number(2.0, "1", 0, 10, "1.7", "reputation that counts as none, and to which it decays")
    rep_decay: float = number(0.01, "1/month", 0, 1, "1.1", "decay")
    rep_clip: Pair = number((0.0, 10.0), "1", 0, 100, "1.7", "least and greatest reputation", rising=True)
    rep_venue: Four = number((0.5, 0.15, 0.03, 0.35), "1", 0, 10, "1.1", "impulse of an accepted paper, by venue")
    rep_agency: Four = number((0.25, 0.4, 0.05, 0.5), "1", 0, 10, "1.1", "impulse of an award, by agency")
    rep_talk: float = number(0.12, "1", 0, 10, "1.1", "impulse of a talk")
    rep_review: float = number(0.02, "1", 0, 10, "1.1", "impulse of a review")
    rep_review_declined: float = number(-0.03, "1", -10, 0, "1.1", "impulse of a review declined or let pass")
    rep_grad: float = number(0.25, "1", 0, 10, "1.1", "impulse of a graduation")
    rep_cite_coef: float = number(0.04, "1", 0, 10, "1.1", "impulse per log citations of a month")
    conf_attend_cooldown: int = number(5, "month", 0, 120, "1.1", "months between conferences attended")
    conf_attend_gain: float = number(0.06, "1", 0, 10, "1.1", "impulse of a conference attended")
    standing_levels: Three = number((2.5, 4.0, 6.0), "1", 0, 100, "1.9", "rising, established, renowned from")
