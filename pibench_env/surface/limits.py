"""Why a command was refused for want of hours, places or time: how much there is, and when there is more.

One function an outcome; each reads the `View` of the player, so that no text can tell what is hidden.
"""

import math
from collections.abc import Mapping
from typing import Any

from pibench_env.capacities import YEAR
from pibench_env.codes import Agency, EventKind, Venue, Verb
from pibench_env.mechanics import seasons
from pibench_env.surface.errors import bounds, choice, listed, number
from pibench_env.surface.views import RESEARCHERS, View
from pibench_env.wording import shown

CENT = 100  # hours are suggested in hundredths

Args = Mapping[str, Any]


def attention(view: View, verb: Verb, args: Args) -> str:
    """The month has too few hours left."""
    hours, rules, used = view.readings, view.rules, view.lab["oneoff_used"]
    free = math.floor(max(0.0, hours["hours_left"]) * CENT) / CENT
    pool, mentoring = hours["attention_pool"], hours["mentoring"]
    state = f"of {number(pool)} h this month, {number(mentoring)} h are mentoring and {number(used)} h are used"
    if verb == Verb.SET_MENTORING:
        return f"{state}; the mentoring of everybody may come to {number(max(0.0, pool - used))} h in all"
    if "hours" not in args:
        held = "; interviews held before the hours ran out stand" if verb == Verb.INTERVIEW else ""
        takes = f"it takes {number(_fixed_hours(view, verb, args))} h and {number(free)} h are left: {state}{held}"
        return f"{takes}; less mentoring (students.set_mentoring) frees hours"
    least = float(rules["prop_min_hours"]) if verb == Verb.PROPOSE else 0.0
    near = f"nearest {number(free)} h" if free >= least else f"a proposal takes at least {number(least)} h"
    return f"it takes {number(args['hours'])} h and {number(free)} h are left: {state}; {near}"


def _fixed_hours(view: View, verb: Verb, args: Args) -> float:
    """Hours that a command takes whatever its arguments; for interviews those of one."""
    names = {Verb.INTERVIEW: "interview_hours", Verb.ATTEND_CONFERENCE: "conference_hours"}
    if verb in names:
        return float(view.rules[names[verb]])
    kind = next(row["kind"] for row in view.events() if row["id"] == args["event_id"])
    by_kind = {EventKind.INVITED_TALK.word: "talk_hours", EventKind.REVIEW_REQUEST.word: "review_hours"}
    return float(view.rules[by_kind.get(kind, "crisis_hours")])


def capacity(view: View, verb: Verb, args: Args) -> str:
    """All places are taken."""
    rules = view.rules
    if verb == Verb.START:
        running = [row["id"] for row in view.projects() if row["status"] == "active"]
        return f"{len(running)} projects run and at most {rules['max_active_projects']} may: {listed(running)}"
    active = [row for row in view.students() if row["status"] == "active"]
    if verb == Verb.HIRE_MANAGER:
        managers = [row["id"] for row in active if row["role"] == "manager"]
        return f"{len(managers)} managers are here and at most {rules['max_managers']} may be: {listed(managers)}"
    researchers = sum(row["role"] in RESEARCHERS for row in active)
    if verb == Verb.OFFER:
        promised = f"{sum(row['status'] == 'offered' for row in view.applicants())} open offers"
    else:
        promised = f"{sum(row['open'] for row in view.table('searches'))} open searches"
    return f"{researchers} researchers and {promised} take all {rules['max_students']} places"


def deadline(view: View, verb: Verb, args: Args) -> str:
    """A venue or call is closed."""
    if verb == Verb.PROPOSE:
        opens, closes = view.call_months(args["call_id"]) or (0, 0)
        window = f"that call takes proposals in months {opens} to {closes}, and this is month {view.month}"
        return f"{window}; {choice(args['call_id'], [call['id'] for call in view.open_calls()])}"
    asked = next(venue for venue in Venue if venue.word == args["venue"])
    later = range(view.month + 1, int(view.rules["months"]) + 1)
    following = next((month for month in later if view.is_venue_open(asked, month)), None)
    when = f"its next deadline is month {following}" if following else "it has no deadline before the run ends"
    now = [venue.word for venue in Venue if view.is_venue_open(venue, view.month)]
    return f"{asked.word} takes no papers in month {view.month}; {when}; allowed now: {listed(now)}"


def cooldown(view: View, verb: Verb, args: Args) -> str:
    """It is too soon to do it again."""
    if verb == Verb.REVISE:
        return f"{args['draft_id']} was revised this month; the next time is month {view.month + 1}"
    if verb == Verb.PROPOSE:
        what, then, wait = f"proposal to {Agency.TIF.word}", view.lab["last_tif"], int(view.rules["tif_cooldown"])
    else:
        what, then, wait = "conference", view.lab["last_conference"], int(view.rules["conf_attend_cooldown"])
    return f"the last {what} was in month {then}; the next can be in month {then + wait}"


def out_of_season(view: View, verb: Verb, args: Args) -> str:
    """There are no applicants to meet."""
    start, length = int(view.rules["season_start"]), int(view.rules["season_months"])
    months = listed(str((start + k - 1) % YEAR + 1) for k in range(length))
    coming = range(view.month + 1, view.month + YEAR + 1)
    following = next(month for month in coming if seasons.season_age(month, view.rules) == 0)
    late = ", after the run has ended" if following > view.rules["months"] else ""
    return f"applicants can be met in months {months} of a year; the next season starts in month {following}{late}"


def too_early(view: View, verb: Verb, args: Args) -> str:
    """A contract ends too far in the future."""
    end = next(row["contract_end"] for row in view.students() if row["id"] == args["student_id"])
    first = end - int(view.rules["postdoc_renewal_window"])
    return f"the contract ends in month {end}; it can be renewed from month {first} on"


def concurrent_cap(view: View, verb: Verb, args: Args) -> str:
    """An agency funds no more at a time."""
    agency = args["call_id"].partition("-")[0]
    awards = [row for row in view.awards() if row["agency"] == agency and row["end_month"] >= view.month]
    pending = [row for row in view.proposals() if row["agency"] == agency and row["status"] == "pending"]
    until = [f"{row['id']} (until month {row['end_month']})" for row in awards]
    until += [f"{row['id']} (decided in month {row['decision_month']})" for row in pending]
    cap = view.rules["agency_cap"][Agency[agency]]
    others = [call["id"] for call in view.open_calls() if call["agency"] != agency]
    return f"{agency} allows {cap} at a time, taken by {listed(until)}; open calls of others: {listed(others)}"


def once_only(view: View, verb: Verb, args: Args) -> str:
    """A fellowship is held once in a run."""
    won = [row["id"] for row in view.awards() if row["agency"] == Agency.FEL.word]
    others = [call["id"] for call in view.open_calls() if call["agency"] != Agency.FEL.word]
    return f"the fellowship can be won once in a run and was ({listed(won)}); open calls of others: {listed(others)}"


def out_of_range(view: View, verb: Verb, args: Args) -> str:
    """A number or action is none of those allowed."""
    rules = view.rules
    if verb == Verb.SET_MENTORING:
        most = float(rules["max_mentoring"])
        name, hours = next((name, h) for name, h in args["hours_by_student"].items() if not 0.0 <= h <= most)
        return f"{name}: {number(hours)} h are out of range; {bounds(hours, 0.0, most)}"
    if verb == Verb.PROPOSE:
        least = number(float(rules["prop_min_hours"]))
        return f"{number(args['hours'])} h are too few; allowed are {least} h and more, nearest {least} h"
    if verb == Verb.RESPOND:
        return f"{shown(args['action'])} does not answer this event; {choice(args['action'], _actions(view, args))}"
    tiers = range(1, len(rules["tier_work"]) + 1)
    if "tier" in args and args["tier"] not in tiers:
        near = min(tiers, key=lambda tier: abs(tier - args["tier"]))
        return f"there is no tier {shown(args['tier'])}; allowed: {listed(map(str, tiers))}; nearest {near}"
    compute = args["monthly_compute"]
    return f"{number(compute)} units are out of range; {bounds(compute, 0.0, float(rules['max_monthly_compute']))}"


def _actions(view: View, args: Args) -> list[str]:
    kind = next(row["kind"] for row in view.events() if row["id"] == args["event_id"])
    return ["accept", "decline"] + (["support", "ignore"] if kind == EventKind.STUDENT_CRISIS.word else [])


def negative_hours(view: View, verb: Verb, args: Args) -> str:
    """Hours cannot be taken back."""
    return f"{number(args['hours'])} h are less than none; allowed are 0 h and more, nearest 0 h"
