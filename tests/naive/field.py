"""Hotness, crowding, climate, compute price and public news (rules, sections 1.2, 1.3 and 1.5)."""

import math

import numpy as np

from naive.world_numbers import Numbers, clip


def log_hotness_pulled(x: float, mean: float, noise: float, n: Numbers) -> float:
    """Move log hotness toward its mean, with noise (rules, section 1.3)."""
    return x + n["hot_ou_theta"] * (mean - x) + noise


def log_hotness_clipped(x: float, n: Numbers) -> float:
    """Keep log hotness within its bounds (rules, section 1.3)."""
    low, high = n["hot_clip"]
    return clip(x, math.log(low), math.log(high))


def hotness_trajectory(g: np.random.Generator, n: Numbers) -> list[list[float]]:
    """Lay down hotness by month and topic for the whole run (rules, section 1.3)."""
    start = list(n["initial_hotness"])
    x = [math.log(h) for h in start]
    mean = list(x)
    trajectory = [start]
    for _ in range(n["months"] + n["amp_pref_lead"] + n["trajectory_extra_months"]):
        for k in range(len(start)):
            mean[k] += g.normal(0, n["hot_mean_drift"])
            x[k] = log_hotness_pulled(x[k], mean[k], g.normal(0, n["hot_ou_sigma"]), n)
            u = g.uniform()
            if u < n["p_boom"]:
                x[k] += g.normal(n["boom_ln_mean"], n["boom_ln_sd"])
            elif u < n["p_boom"] + n["p_bust"]:
                x[k] += math.log(g.uniform(*n["bust_factor"]))
            x[k] = log_hotness_clipped(x[k], n)
        trajectory.append([math.exp(value) for value in x])
    return trajectory


def crowding_at_birth(hotness: float, n: Numbers) -> float:
    """Give the crowding a topic is born with (rules, section 1.2, step 3)."""
    return max(n["crowd_birth_floor"], n["crowd_birth_factor"] * hotness)


def crowding_next(crowding: float, hotness: float, noise: float, n: Numbers) -> float:
    """Let crowding follow the new hotness (rules, section 1.3)."""
    return max(n["crowd_floor"], crowding + n["crowd_eta"] * (hotness - crowding) + noise)


def climate_cycle(month: int, phase: float, n: Numbers) -> float:
    """Give the funding climate that the cycle aims at (rules, section 1.3)."""
    return 1 + n["climate_amp"] * math.sin(2 * math.pi * month / n["climate_cycle"] + phase)


def climate_next(climate: float, target: float, noise: float, n: Numbers) -> float:
    """Pull the climate toward its target (rules, section 1.3)."""
    return clip(climate + n["climate_pull"] * (target - climate) + noise, *n["climate_clip"])


def price_next(g: np.random.Generator, month: int, price: float, shock_end: int, n: Numbers) -> tuple[float, int, bool]:
    """Give the compute price, the end of its shock and whether a shock began now (rules, section 1.3)."""
    if month < shock_end:
        return price, shock_end, False
    if g.uniform() < n["shock_probability"]:
        up = g.uniform() < n["shock_up_probability"]
        return 1 + (n["shock_size"] if up else -n["shock_size"]), month + n["shock_months"], True
    return 1.0, shock_end, False


def news_level(hotness: float, n: Numbers) -> int:
    """Grade a headline: 0 quiet, 1 steady, 2 gaining steam, 3 surging (rules, section 1.5, step 2)."""
    level = 0
    for bound in n["news_levels"]:
        if hotness >= bound:
            level += 1
    return level


def funding_index(month: int, phase: float, noise: float, n: Numbers) -> float:
    """Give the reported funding index, to two decimals (rules, section 1.5, step 2)."""
    return round(climate_cycle(month - n["funding_news_lag"], phase, n) * noise, 2)


def hallway_intel(heard: float, n: Numbers) -> str:
    """Put what was heard about a topic at a conference into words (rules, section 1.9)."""
    warm, hot, very_hot = n["conf_intel_bounds"]
    if heard > very_hot:
        return "very hot"
    if heard > hot:
        return "hot"
    return "warm" if heard > warm else "quiet"
