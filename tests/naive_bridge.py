"""From the names of `params.py` to those of the naive twin, which was written from the rules page alone."""

from collections.abc import Mapping
from typing import Any

from naive.world_numbers import NUMBERS, Numbers

from pibench_env.params import Params

NAIVE_NAMES = {
    "ability_clip": "applicant_ability_clip",
    "agency_cap": "agency_concurrent_cap",
    "agency_delay": "agency_decision_after",
    "agency_months": "agency_award_months",
    "call_open_months": "call_open_extra_months",
    "cite_quality_ref": "cite_q_mid",
    "climate_noise": "climate_sd",
    "collab_cap": "collab_rate_cap",
    "conference_report_rate": "conference_rate_per_hot",
    "craft_default": "quality_no_weight_skill",
    "craft_min_weight": "effort_floor",
    "crowd_start_factor": "crowd_birth_factor",
    "crowd_start_floor": "crowd_birth_floor",
    "effort_mentoring_hours": "effect_mentor_hours",
    "funding_index_lag": "funding_news_lag",
    "funding_index_noise": "funding_news_sd",
    "headline_levels": "news_levels",
    "intel_levels": "conf_intel_bounds",
    "intel_noise": "conf_intel_noise",
    "morale_author": "accept_other_impulse",
    "morale_crisis_supported": "crisis_support_impulse",
    "morale_first_author": "accept_first_impulse",
    "morale_recovery": "morale_pull",
    "morale_setpoint": "morale_target",
    "morale_start": "morale_init",
    "offer_accept_clip": "accept_clip",
    "polish_full_hours": "polish_hours",
    "postdoc_found": "postdoc_success",
    "postdoc_found_cap": "postdoc_success_cap",
    "postdoc_found_per_rep": "postdoc_success_per_rep",
    "progress_exponent": "progress_pow",
    "progress_floor": "progress_luck_floor",
    "prop_min_hours": "min_proposal_hours",
    "prop_off_topic": "prop_off_topic_weight",
    "quality_novelty_ref": "quality_novelty_mid",
    "rep_agency": "agency_reputation",
    "rep_ref": "rep_mid",
    "rep_venue": "venue_reputation",
    "reviewer_spread": "reviewer_noise",
    "scoop_min_progress": "scoop_min_frac",
    "service_month": "service_tax_month",
    "shock_prob": "shock_probability",
    "shock_up_prob": "shock_up_probability",
    "skill_mentoring_gain": "skill_mentor_gain",
    "skill_mentoring_hours": "skill_mentor_hours",
    "standing_levels": "standing_bounds",
    "stress_runway_months": "stress_months",
    "student_growth": "applicant_growth",
    "student_independence": "applicant_independence",
    "student_resilience": "applicant_resilience",
    "student_speed": "applicant_speed",
    "talk_base": "talk_rate_base",
    "talk_cap": "talk_rate_cap",
    "venue_delay": "venue_decision_after",
}
"""Parameters that the twin knows by another name, with the same values."""

LOSSES = {
    "morale_crisis_ignored": "crisis_ignore_impulse",
    "morale_deadend": "deadend_impulse",
    "morale_killed": "kill_impulse",
    "morale_neglect": "neglect_impulse",
    "morale_overload": "overload_impulse",
    "morale_rejected": "reject_impulse",
    "morale_scooped": "scoop_impulse",
    "morale_stress": "stress_impulse",
}
"""Losses, which the twin keeps as impulses with their sign."""

PAIRS = {
    "effort_morale": ("effect_morale_base", "effect_morale_weight"),
    "postdoc_skill": ("postdoc_skill_base", "postdoc_skill_ability"),
    "report_morale": ("report_morale_base", "report_morale_weight"),
}
"""Pairs, which the twin keeps one by one."""


def naive_config(overrides: Mapping[str, Any]) -> Numbers:
    """The twin's configuration for overrides of `Params`; a KeyError for what the twin has no number for."""
    config: Numbers = {}
    params = Params.of(overrides)
    for name in overrides:
        value = getattr(params, name)
        if name in LOSSES:
            config[LOSSES[name]] = -value
        elif name in PAIRS:
            config.update(zip(PAIRS[name], value, strict=True))
        elif name in ("season_start", "season_months"):
            config.update(_season(params))
        elif name == "novelty_clip":
            config.update(novelty_start_clip=value, novelty_floor=value[0])
        elif name in ("naic_months", "clar_months"):
            any_month = NUMBERS["venue_submission_months"][2:]
            config["venue_submission_months"] = (params.naic_months, params.clar_months, *any_month)
        elif name in ("bsf_months", "amp_months", "fel_months"):
            config["agency_call_months"] = (params.bsf_months, params.amp_months, (), params.fel_months)
        else:
            naive_name = NAIVE_NAMES.get(name, name)
            if naive_name not in NUMBERS:
                raise KeyError(f"the naive twin has no number for {name!r}")
            config[naive_name] = value
    return config


def _season(params: Params) -> Numbers:
    months = [(params.season_start + k) % 12 for k in range(params.season_months + 1)]
    return {
        "season_months": tuple(months[:-1]),
        "applicants_month": months[0],
        "answer_month": months[-2],
        "arrival_month": months[-1],
    }
