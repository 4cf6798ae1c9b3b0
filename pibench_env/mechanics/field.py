"""The field outside the lab: hotness, crowding, climate, compute prices, and what can be observed of them.

Rules, sections 1.2, 1.3, 1.5 (step 2) and 1.9 (attend_conference). Nothing here depends on the player.
"""

import math

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import AGENCIES, CONFERENCES, FIELD_MONTHS, TOPICS, TRAJECTORY
from pibench_env.codes import LedgerKind, NewsDetail, NewsKind, Outcome
from pibench_env.exact import clip, round_to
from pibench_env.jit import jit
from pibench_env.luck import Field, Luck
from pibench_env.mechanics import press, purse, seasons
from pibench_env.rng.distributions import normal, poisson, random, uniform
from pibench_env.rng.keys import Draw, Stream, draw_conference, draw_month, seed_stream
from pibench_env.rules import Rules
from pibench_env.tables import FieldMonth, Lab
from pibench_env.tape import tape_at

Generator = NDArray[np.uint64]

FULL_TURN = 2.0 * math.pi
CENT = 100  # hundredths of the funding index


@jit
def be_born(lab: Lab, rules: Rules) -> None:
    """Everything of the field that is fixed at birth (1.2)."""
    luck = lab.luck
    if luck.tape == 0:
        lay_field(luck, luck, rules)
    else:
        tape = tape_at(luck.tape)
        if tape.is_laid == 0:
            lay_field(tape.field, luck, rules)
            tape.is_laid = 1
        copy_field(luck, tape.field, rules)
    see_month(lab)


@jit
def lay_field(field: Field, luck: Luck, rules: Rules) -> None:
    """The field of a root over all months, from streams that no player can touch (1.2, 1.3)."""
    g = luck.generator
    seed_stream(g, luck, Stream.FIELD)
    field.climate_phase = uniform(g, 0.0, FULL_TURN)
    seed_stream(g, luck, Stream.GRANTS)
    for agency in range(AGENCIES):
        for topic in range(TOPICS):
            field.agency_taste[agency, topic] = uniform(g, -rules.agency_pref_range, rules.agency_pref_range)
    seed_stream(g, luck, Stream.FIELD_TRAJ)
    lay_trajectory(field, g, rules)
    seed_stream(g, luck, Stream.CROWD)
    lay_crowds(field, g, rules)
    seed_stream(g, luck, Stream.CLIMATE)
    lay_climates(field, g, rules)
    seed_stream(g, luck, Stream.SHOCK)
    lay_prices(field, g, rules)


@jit
def copy_field(luck: Luck, field: Field, rules: Rules) -> None:
    """The field of a root that has been laid down before."""
    luck.climate_phase = field.climate_phase
    for agency in range(AGENCIES):
        for topic in range(TOPICS):
            luck.agency_taste[agency, topic] = field.agency_taste[agency, topic]
    for month in range(seasons.trajectory_end(rules) + 1):
        for topic in range(TOPICS):
            luck.trajectory[month, topic] = field.trajectory[month, topic]
    for month in range(1, rules.months + 1):
        luck.climates[month] = field.climates[month]
        luck.prices[month] = field.prices[month]
        luck.shocks[month] = field.shocks[month]
        for topic in range(TOPICS):
            luck.crowds[month, topic] = field.crowds[month, topic]


@jit
def see_month(lab: Lab) -> None:
    """The field of the open month becomes what it is."""
    luck = lab.luck
    for topic in range(TOPICS):
        lab.hotness[topic] = luck.trajectory[lab.month, topic]
        lab.crowding[topic] = luck.crowds[lab.month, topic]
    lab.climate = luck.climates[lab.month]
    lab.compute_price = luck.prices[lab.month]


@jit
def lay_trajectory(field: Field, g: Generator, rules: Rules) -> None:
    """Hotness of every topic and month, from the stream field_traj (1.3)."""
    for topic in range(TOPICS):
        field.trajectory[0, topic] = rules.initial_hotness[topic]
    end = seasons.trajectory_end(rules)
    # The log of hotness and its mean wander together; the rows of the trajectory hold the logs until all are drawn.
    mean = field.trajectory[TRAJECTORY - 1]
    low, high = math.log(rules.hot_clip[0]), math.log(rules.hot_clip[1])
    for topic in range(TOPICS):
        mean[topic] = math.log(rules.initial_hotness[topic])
    for month in range(1, end + 1):
        for topic in range(TOPICS):
            previous = field.trajectory[month - 1, topic]
            log_hotness = math.log(previous) if month == 1 else previous
            mean[topic] += normal(g, 0.0, rules.hot_mean_drift)
            moved = next_log_hotness(g, log_hotness, mean[topic], rules)
            field.trajectory[month, topic] = clip(moved, low, high)
    for month in range(1, end + 1):
        for topic in range(TOPICS):
            field.trajectory[month, topic] = math.exp(field.trajectory[month, topic])
    mean[:] = 0.0


@jit
def next_log_hotness(g: Generator, log_hotness: float, mean: float, rules: Rules) -> float:
    """One month of log hotness, before it is clipped: pull to the mean, noise, now and then a boom or bust (1.3)."""
    moved = log_hotness + rules.hot_ou_theta * (mean - log_hotness) + normal(g, 0.0, rules.hot_ou_sigma)
    chance = random(g)
    if chance < rules.p_boom:
        moved += normal(g, rules.boom_ln_mean, rules.boom_ln_sd)
    elif chance < rules.p_boom + rules.p_bust:
        moved += math.log(uniform(g, rules.bust_factor[0], rules.bust_factor[1]))
    return moved


@jit
def lay_crowds(field: Field, g: Generator, rules: Rules) -> None:
    """Crowding of every topic and month, which follows hotness (1.2, 1.3)."""
    for topic in range(TOPICS):
        start = rules.crowd_start_factor * rules.initial_hotness[topic]
        field.crowds[1, topic] = max(rules.crowd_start_floor, start)
    for month in range(2, rules.months + 1):
        for topic in range(TOPICS):
            noise = normal(g, 0.0, rules.crowd_noise)
            before, hotness = field.crowds[month - 1, topic], field.trajectory[month, topic]
            field.crowds[month, topic] = next_crowding(before, hotness, noise, rules)


@jit
def next_crowding(crowding: float, hotness: float, noise: float, rules: Rules) -> float:
    """C <- max(0.2, C + 0.12 (H - C) + noise) (1.3)."""
    return max(rules.crowd_floor, crowding + rules.crowd_eta * (hotness - crowding) + noise)


@jit
def climate_target(month: int, phase: float, rules: Rules) -> float:
    """Where the funding cycle stands: 1 + 0.18 sin(2 pi m / 30 + phase) (1.3)."""
    return 1.0 + rules.climate_amp * math.sin(FULL_TURN * month / rules.climate_cycle + phase)


@jit
def next_climate(climate: float, target: float, noise: float, rules: Rules) -> float:
    """M <- clip(M + 0.25 (target - M) + noise, 0.6, 1.4) (1.3)."""
    moved = climate + rules.climate_pull * (target - climate) + noise
    return clip(moved, rules.climate_clip[0], rules.climate_clip[1])


@jit
def lay_climates(field: Field, g: Generator, rules: Rules) -> None:
    """The funding climate of every month (1.2, 1.3)."""
    field.climates[1] = rules.climate_start
    for month in range(2, rules.months + 1):
        target = climate_target(month, field.climate_phase, rules)
        noise = normal(g, 0.0, rules.climate_noise)
        field.climates[month] = next_climate(field.climates[month - 1], target, noise, rules)


@jit
def lay_prices(field: Field, g: Generator, rules: Rules) -> None:
    """Prices jump now and then and come back after some months; while a shock lasts nothing is drawn (1.3)."""
    field.prices[1] = 1.0
    shock_end = 0
    for month in range(2, rules.months + 1):
        field.prices[month] = field.prices[month - 1]
        field.shocks[month] = 0
        if month < shock_end:
            continue
        field.prices[month] = 1.0
        if random(g) < rules.shock_prob:
            field.shocks[month] = 1 if random(g) < rules.shock_up_prob else -1
            field.prices[month] = 1.0 + rules.shock_size * field.shocks[month]
            shock_end = month + rules.shock_months


@jit
def move_on(lab: Lab, rules: Rules) -> None:
    """The field of a new month: hotness, crowding, climate, compute price (1.3)."""
    see_month(lab)
    if lab.luck.shocks[lab.month] > 0:
        press.post(lab, NewsKind.COMPUTE, NewsDetail.PRICE_SURGED, press.NONE, press.NONE)
    elif lab.luck.shocks[lab.month] < 0:
        press.post(lab, NewsKind.COMPUTE, NewsDetail.PRICE_DROPPED, press.NONE, press.NONE)


@jit
def publish_observables(lab: Lab, rules: Rules) -> None:
    """Headlines, preprints and the funding index of the open month; reports wait until somebody reads (1.5, step 2)."""
    record = lab.field_months[lab.month % FIELD_MONTHS]
    if lab.luck.tape == 0:
        observe(lab, record, rules)
    else:
        known = tape_at(lab.luck.tape).months[lab.month]
        if known.month != lab.month:
            observe(lab, known, rules)
        lab.field_months[lab.month % FIELD_MONTHS] = known
    for topic in range(TOPICS):
        if record.headlines[topic] > 0:
            press.post_headline(lab, topic, headline_level(lab.hotness[topic], rules), record.headlines[topic])
    if lab.month % rules.funding_news_every == 0:
        press.post_funding_index(lab, funding_mood(record.index_hundredths, rules), record.index_hundredths)


@jit
def observe(lab: Lab, record: FieldMonth, rules: Rules) -> None:
    """What can be observed of the field this month, without the conference reports (1.5, step 2)."""
    record.month = lab.month
    g = draw_month(lab.luck, Draw.NEWS, lab.month)
    for topic in range(TOPICS):
        record.headlines[topic] = poisson(g, rules.news_rate_per_hot * lab.hotness[topic])
        record.preprints[topic] = poisson(g, rules.preprint_rate_per_crowd * lab.crowding[topic])
    record.index_hundredths = 0
    if lab.month % rules.funding_news_every == 0:
        record.index_hundredths = funding_index(lab, g, rules)
    for venue in range(CONFERENCES):
        record.reported[venue] = seasons.is_venue_open(venue, lab.month, rules)
        for topic in range(TOPICS):
            record.accepted[venue, topic] = 0


@jit
def headline_level(hotness: float, rules: Rules) -> int:
    """How headlines sound: quiet, steady, gaining steam, surging (1.5, step 2)."""
    level = 0
    for i in range(len(rules.headline_levels)):
        if hotness >= rules.headline_levels[i]:
            level = i + 1
    return level


@jit
def funding_index(lab: Lab, g: Generator, rules: Rules) -> int:
    """The index of two months ago, with noise, in hundredths (1.5, step 2)."""
    cycle = climate_target(lab.month - rules.funding_index_lag, lab.luck.climate_phase, rules)
    return round(round_to(cycle * normal(g, 1.0, rules.funding_index_noise), 2) * CENT)


@jit
def funding_mood(hundredths: int, rules: Rules) -> int:
    """How the funding index sounds (1.5, step 2)."""
    index = hundredths / CENT
    if index > rules.funding_index_levels[1]:
        return NewsDetail.EXPANDING
    if index < rules.funding_index_levels[0]:
        return NewsDetail.TIGHTENING
    return NewsDetail.FLAT


@jit
def read_reports(lab: Lab, rules: Rules) -> None:
    """Draw the conference reports that nobody has read, as far back as they are kept (1.5, step 2).

    They have keys of their own and act on nothing, so it makes no difference when they are drawn.
    """
    for month in range(max(lab.reports_read, lab.month - FIELD_MONTHS) + 1, lab.month + 1):
        record = lab.field_months[month % FIELD_MONTHS]
        if record.reported[0] == 0 and record.reported[1] == 0:
            continue
        if lab.luck.tape == 0:
            report_conferences(lab, month, record, rules)
        else:
            tape = tape_at(lab.luck.tape)
            known = tape.months[month]
            if known.month == month and tape.has_reports[month] != 0:
                lab.field_months[month % FIELD_MONTHS] = known
                continue
            report_conferences(lab, month, record, rules)
            tape.months[month] = lab.field_months[month % FIELD_MONTHS]
            tape.has_reports[month] = 1
    lab.reports_read = lab.month


@jit
def report_conferences(lab: Lab, month: int, record: FieldMonth, rules: Rules) -> None:
    """What conferences accepted, from hotness three months before (1.5, step 2)."""
    then = max(1, month - rules.conference_report_lag)
    for venue in range(CONFERENCES):
        if record.reported[venue] != 0:
            for topic in range(TOPICS):
                g = draw_conference(lab.luck, venue, month, topic)
                hotness = lab.luck.trajectory[then, topic]
                record.accepted[venue, topic] = poisson(g, rules.conference_report_rate * hotness)


@jit
def attend_conference(lab: Lab, rules: Rules) -> int:
    """Go to a conference: hours, money, reputation, next season's boost, and hallway intel (1.9)."""
    if lab.last_conference > 0 and lab.month - lab.last_conference < rules.conf_attend_cooldown:
        return Outcome.COOLDOWN
    if not purse.spend_hours(lab, rules.conference_hours, rules):
        return Outcome.ATTENTION
    purse.book(lab, LedgerKind.CONFERENCE, lab.month, -rules.conference_attend_cost)
    lab.last_conference = lab.month
    lab.talked_up = 1
    lab.reputation_impulse += rules.conf_attend_gain
    lab.intel_month = lab.month
    g = draw_month(lab.luck, Draw.CONFINTEL, lab.month)
    for topic in range(TOPICS):
        lab.intel[topic] = intel_level(lab.hotness[topic] + normal(g, 0.0, rules.intel_noise), rules)
    return Outcome.OK


@jit
def intel_level(heard: float, rules: Rules) -> int:
    """How the hallway puts it: quiet, warm, hot, very hot (1.9)."""
    level = 0
    for i in range(len(rules.intel_levels)):
        if heard > rules.intel_levels[i]:
            level = i + 1
    return level
