"""The field outside the lab: hotness, crowding, climate, compute prices, and what can be observed of them.

Rules, sections 1.2, 1.3, 1.5 (step 2) and 1.9 (attend_conference). Nothing here depends on the player.
"""

import math

from pibench_env.capacities import AGENCIES, CONFERENCES, FIELD_MONTHS, TOPICS, TRAJECTORY
from pibench_env.codes import LedgerKind, NewsDetail, NewsKind, Outcome
from pibench_env.exact import clip, round_to
from pibench_env.jit import jit
from pibench_env.mechanics import press, purse, seasons
from pibench_env.rng.distributions import normal, poisson, random, uniform
from pibench_env.rng.keys import Draw, Stream, draw_conference, draw_month, seed_stream
from pibench_env.rules import Rules
from pibench_env.tables import Lab, Luck

FULL_TURN = 2.0 * math.pi
CENT = 100  # hundredths of the funding index


@jit
def be_born(lab: Lab, rules: Rules) -> None:
    """Everything of the field that is fixed at birth (1.2)."""
    luck = lab.luck
    seed_stream(luck.generator, luck, Stream.FIELD)
    luck.climate_phase = uniform(luck.generator, 0.0, FULL_TURN)
    seed_stream(luck.generator, luck, Stream.GRANTS)
    for agency in range(AGENCIES):
        for topic in range(TOPICS):
            luck.agency_taste[agency, topic] = uniform(
                luck.generator, -rules.agency_pref_range, rules.agency_pref_range
            )
    seed_stream(luck.generator, luck, Stream.FIELD_TRAJ)
    lay_trajectory(luck, rules)
    seed_stream(luck.crowd, luck, Stream.CROWD)
    seed_stream(luck.climate, luck, Stream.CLIMATE)
    seed_stream(luck.shock, luck, Stream.SHOCK)
    for topic in range(TOPICS):
        lab.crowding[topic] = max(rules.crowd_start_floor, rules.crowd_start_factor * rules.initial_hotness[topic])
        lab.hotness[topic] = luck.trajectory[lab.month, topic]
    lab.climate = rules.climate_start
    lab.compute_price = 1.0


@jit
def lay_trajectory(luck: Luck, rules: Rules) -> None:
    """Hotness of every topic and month, from the stream field_traj in `luck.generator` (1.3)."""
    for topic in range(TOPICS):
        luck.trajectory[0, topic] = rules.initial_hotness[topic]
    end = seasons.trajectory_end(rules)
    # The log of hotness and its mean wander together; the rows of the trajectory hold the logs until all are drawn.
    mean = luck.trajectory[TRAJECTORY - 1]
    for topic in range(TOPICS):
        mean[topic] = math.log(rules.initial_hotness[topic])
    for month in range(1, end + 1):
        for topic in range(TOPICS):
            previous = luck.trajectory[month - 1, topic]
            log_hotness = math.log(previous) if month == 1 else previous
            mean[topic] += normal(luck.generator, 0.0, rules.hot_mean_drift)
            luck.trajectory[month, topic] = next_log_hotness(luck, log_hotness, mean[topic], rules)
    for month in range(1, end + 1):
        for topic in range(TOPICS):
            luck.trajectory[month, topic] = math.exp(luck.trajectory[month, topic])
    mean[:] = 0.0


@jit
def next_log_hotness(luck: Luck, log_hotness: float, mean: float, rules: Rules) -> float:
    """One month of log hotness: pull to the mean, noise, and now and then a boom or a bust (1.3)."""
    g = luck.generator
    moved = log_hotness + rules.hot_ou_theta * (mean - log_hotness) + normal(g, 0.0, rules.hot_ou_sigma)
    chance = random(g)
    if chance < rules.p_boom:
        moved += normal(g, rules.boom_ln_mean, rules.boom_ln_sd)
    elif chance < rules.p_boom + rules.p_bust:
        moved += math.log(uniform(g, rules.bust_factor[0], rules.bust_factor[1]))
    return clip(moved, math.log(rules.hot_clip[0]), math.log(rules.hot_clip[1]))


@jit
def move_on(lab: Lab, rules: Rules) -> None:
    """The field of a new month: hotness, crowding, climate, compute price (1.3)."""
    for topic in range(TOPICS):
        lab.hotness[topic] = lab.luck.trajectory[lab.month, topic]
        noise = normal(lab.luck.crowd, 0.0, rules.crowd_noise)
        lab.crowding[topic] = next_crowding(lab.crowding[topic], lab.hotness[topic], noise, rules)
    target = climate_target(lab.month, lab.luck.climate_phase, rules)
    lab.climate = next_climate(lab.climate, target, normal(lab.luck.climate, 0.0, rules.climate_noise), rules)
    move_compute_price(lab, rules)


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
def move_compute_price(lab: Lab, rules: Rules) -> None:
    """Prices jump now and then and come back after some months; while a shock lasts nothing is drawn (1.3)."""
    if lab.month < lab.shock_end:
        return
    if random(lab.luck.shock) < rules.shock_prob:
        if random(lab.luck.shock) < rules.shock_up_prob:
            lab.compute_price = 1.0 + rules.shock_size
            press.post(lab, NewsKind.COMPUTE, NewsDetail.PRICE_SURGED, press.NONE, press.NONE)
        else:
            lab.compute_price = 1.0 - rules.shock_size
            press.post(lab, NewsKind.COMPUTE, NewsDetail.PRICE_DROPPED, press.NONE, press.NONE)
        lab.shock_end = lab.month + rules.shock_months
    else:
        lab.compute_price = 1.0


@jit
def publish_observables(lab: Lab, rules: Rules) -> None:
    """Headlines, preprints, conference reports and the funding index of the open month (1.5, step 2)."""
    record = lab.field_months[lab.month % FIELD_MONTHS]
    record.month = lab.month
    g = draw_month(lab.luck, Draw.NEWS, lab.month)
    for topic in range(TOPICS):
        headlines = poisson(g, rules.news_rate_per_hot * lab.hotness[topic])
        record.headlines[topic] = headlines
        if headlines > 0:
            press.post_headline(lab, topic, headline_level(lab.hotness[topic], rules), headlines)
        record.preprints[topic] = poisson(g, rules.preprint_rate_per_crowd * lab.crowding[topic])
    # The index comes from the same generator; conference reports have keys of their own and follow after it.
    if lab.month % rules.funding_news_every == 0:
        publish_funding_index(lab, rules)
    report_conferences(lab, rules)


@jit
def headline_level(hotness: float, rules: Rules) -> int:
    """How headlines sound: quiet, steady, gaining steam, surging (1.5, step 2)."""
    level = 0
    for i in range(len(rules.headline_levels)):
        if hotness >= rules.headline_levels[i]:
            level = i + 1
    return level


@jit
def publish_funding_index(lab: Lab, rules: Rules) -> None:
    """The index of two months ago, with noise, from the generator of the news (1.5, step 2)."""
    cycle = climate_target(lab.month - rules.funding_index_lag, lab.luck.climate_phase, rules)
    index = round_to(cycle * normal(lab.luck.generator, 1.0, rules.funding_index_noise), 2)
    detail = NewsDetail.FLAT
    if index > rules.funding_index_levels[1]:
        detail = NewsDetail.EXPANDING
    elif index < rules.funding_index_levels[0]:
        detail = NewsDetail.TIGHTENING
    press.post_funding_index(lab, detail, round(index * CENT))


@jit
def report_conferences(lab: Lab, rules: Rules) -> None:
    """What conferences accepted, from hotness three months ago (1.5, step 2)."""
    record = lab.field_months[lab.month % FIELD_MONTHS]
    then = max(1, lab.month - rules.conference_report_lag)
    for venue in range(CONFERENCES):
        record.reported[venue] = seasons.is_venue_open(venue, lab.month, rules)
        for topic in range(TOPICS):
            record.accepted[venue, topic] = 0
            if record.reported[venue] != 0:
                g = draw_conference(lab.luck, venue, lab.month, topic)
                record.accepted[venue, topic] = poisson(
                    g, rules.conference_report_rate * lab.luck.trajectory[then, topic]
                )


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
