"""What an observation says of a lab, what an action asks for, and that nothing hidden shows in either."""

import math
import random
import re
import statistics
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from kernel_tools import Career, RandomPlayer, open_calls
from lab_careers import BUSY_WORLD, busy_month
from scrambling import fork, scrambled

from pibench_env import kernel
from pibench_env.capacities import CONFERENCES, TOPICS, VENUES
from pibench_env.codes import (
    Agency,
    DraftStatus,
    EventKind,
    EventStatus,
    Outcome,
    PersonStatus,
    ProposalStatus,
    Role,
    SubmissionStatus,
    Verb,
)
from pibench_env.lab import Lab
from pibench_env.observation import closed_months, visible_table
from pibench_env.params import Params
from pibench_env.rows import Rows, columns
from pibench_env.spaces.decoding import (
    ACTIONS,
    HOW_MANY,
    LEVELS,
    MASK_SIZE,
    NVEC,
    OFFSETS,
    PLANS,
    Use,
    decode_table,
    split_mask,
)
from pibench_env.spaces.layout import DRAFTS, RESEARCHERS, STAFF, WINDOW, Facts
from pibench_env.spaces.listing import LISTING
from pibench_env.spaces.masking import CHOICES, ENTITY, LEVEL, OBJECT
from pibench_env.spaces.schema import FACTS, HIGH, LAYOUT, LOW, SIZE, named
from pibench_env.spaces.turn import observe_at, play_at
from pibench_env.state import empty_commands
from pibench_env.worlds import World

PLACES = {
    name: col.count
    for name, col in columns(Facts)
    if isinstance(col, Rows) and name not in ("topics", "venues", "agencies")
}
BUSY = {
    "start_budget": 5e7, "attention_budget": 400.0, "max_mentoring": 60.0, "pool_volume": (4.0, 5.0, 4.0, 4.0),
    "max_students": 24, "progress_coef": 2.5, "rep_init": 5.0,
}  # fmt: skip
CROWDED = BUSY | {
    "attention_budget": 900.0, "max_active_projects": 20, "crisis_rate": 0.2, "call_open_months": 18,
    "agency_bar": (0.5,) * 4, "agency_cap": (9, 4, 9, 1), "tif_cooldown": 1, "tier_infeasible": (0.4,) * 3,
    "venue_bar": (1.0, 1.0, 3.5, 4.0), "naic_months": tuple(range(12)), "clar_months": tuple(range(12)),
    "venue_delay": (6, 6, 4, 9), "agency_delay": (9, 9, 9, 2), "event_expiry": 6,
}  # fmt: skip


def new_choices() -> Any:
    """Work space for what each verb can be given about."""
    return np.zeros((len(Verb), CHOICES), np.int8)


def plain_facts(labs: Any, rules: Any) -> Any:
    """The facts of a lab before they become numbers between the bounds."""
    facts = np.zeros(1, FACTS)
    work_space = (np.zeros(1, LISTING), facts, facts.view(np.float64))
    written = (np.empty(SIZE, np.float32), new_choices(), np.zeros(MASK_SIZE, np.int8))
    observe_at(labs, 0, rules, True, *work_space, *written)
    return facts[0]


def choices_of(labs: Any, rules: Any) -> Any:
    """What each verb can be given about."""
    choices = new_choices()
    facts, observation, mask = np.zeros(1, FACTS), np.empty(SIZE, np.float32), np.zeros(MASK_SIZE, np.int8)
    work_space = (np.zeros(1, LISTING), facts, facts.view(np.float64))
    observe_at(labs, 0, rules, True, *work_space, observation, choices, mask)
    return choices


def observe(labs: Any, rules: Any, *, staff_tools: bool = True) -> tuple[Any, Any]:
    """Observation and mask of a lab."""
    facts, observation, mask = np.zeros(1, FACTS), np.full(SIZE, np.nan, np.float32), np.zeros(MASK_SIZE, np.int8)
    work_space = (np.zeros(1, LISTING), facts, facts.view(np.float64))
    observe_at(labs, 0, rules, staff_tools, *work_space, observation, new_choices(), mask)
    return observation, mask


def play(labs: Any, rules: Any, action: tuple[int, int, int, int], *, staff_tools: bool = True) -> tuple[Outcome, Any]:
    """Outcome of an action, and the command that it was."""
    commands = empty_commands(1)
    outcome = play_at(labs, 0, rules, staff_tools, *map(int, action), np.zeros(1, LISTING), commands)
    return Outcome(outcome), commands[0]


@cache
def moments() -> tuple[tuple[Any, Any], ...]:
    """Labs in many states, with their rules: fresh, busy, broke, short of time, full, finished."""
    return tuple(_moments())


def _moments() -> Iterator[tuple[Any, Any]]:
    for seed, most, world in (
        (11, 20, {}),
        (12, 20, BUSY),
        (13, 20, {**BUSY, "rep_init": 9.0}),
        (14, 20, {"start_budget": 9e4, "rep_init": 3.0}),
        (15, 20, {"scoop_base": 0.3, **BUSY}),
        (16, 20, {**BUSY, "attention_budget": 70.0}),
        (17, 80, CROWDED),
    ):
        career, player = Career(seed, {"months": 36, **world}), RandomPlayer(seed, wrong=0.02)
        while not career.lab["finished"]:
            for name, args in player.calls(career.lab, career.rules[0], most):
                career.call(name, **args)
            yield fork(career.labs), career.rules
            career.next_month()
        yield fork(career.labs), career.rules


# --- The encoder ------------------------------------------------------------------------------------------------------


def scaled(entry: Any, value: float) -> float:
    """The formula that `schema.Entry` promises."""
    number = value / entry.top
    if entry.step:
        number = math.copysign(math.log1p(abs(value) / entry.step) / math.log1p(entry.top / entry.step), value)
    return min(max(number, entry.low), entry.high)


def one_hot(place: int, size: int) -> list[int]:
    return [int(place == k) for k in range(size)]


def general_facts(lab: Any, rules: Any) -> dict[str, Any]:
    """What stands outside the lists, from the gate and the readings."""
    known = Career.readings(_Held(lab, rules))
    month, people = int(lab["month"]), lab["people"][: lab["n_people"]]
    active = people[people["status"] == PersonStatus.ACTIVE]
    awards = lab["awards"][: lab["n_awards"]]
    running = awards[(awards["start"] <= month) & (month <= awards["end"])]
    papers = visible_table(lab, "publications")
    wait = rules["conf_attend_cooldown"] + lab["last_conference"] - month if lab["last_conference"] else 0
    tif_wait = rules["tif_cooldown"] + lab["last_tif"] - month if lab["last_tif"] else 0
    events = lab["events"][: lab["n_events"]]
    return {
        "month": month,
        "months_left": 0 if lab["finished"] else rules["months"] - month + 1,
        "calendar": one_hot(month % 12, 12),
        "is_season": month % 12 in (1, 2, 3),
        "budget": lab["budget"],
        "burn": known["burn"],
        "is_burning": known["burn"] > 0,
        "runway": max(known["runway"], 0),
        "income": running["monthly"].sum(),
        "compute_price": lab["compute_price"],
        "attention_pool": known["attention_pool"],
        "attention_left": known["hours_left"],
        "mentoring": known["mentoring"],
        "oneoff_used": lab["oneoff_used"],
        "standing": one_hot(int(known["standing"]), 4),
        **{
            name: np.count_nonzero(active["role"] == role)
            for name, role in zip(("students", "postdocs", "assistants", "managers"), Role, strict=True)
        },
        "searches": lab["searches"]["open"].sum(),
        "conference_wait": max(0, wait),
        "tif_wait": max(0, tif_wait),
        "intel_age": month - lab["intel_month"] if lab["intel_month"] else 0,
        "talked_up": lab["talked_up"],
        "collaborations": np.count_nonzero((events["accepted"] > 0) & (events["draft"] == 0)),
        "papers_out": len(papers),
        "citations": lab["citations"],
        "citations_month": papers["citations_month"].sum(),
        **topic_facts(lab, papers),
        **venue_facts(lab, rules, papers),
        **agency_facts(lab, rules, running),
    }


class _Held:
    """What `Career.readings` asks for."""

    def __init__(self, lab: Any, rules: Any) -> None:
        self.labs, self.rules = np.array([lab]), np.array([rules])


def latest_months(lab: Any) -> Any:
    """What was observed of the field, the open month first, as many months as a window has."""
    return visible_table(lab, "field_months")[::-1][:WINDOW]


def window(numbers: Any) -> list[int]:
    """Numbers by month, the open one first, with zeros for months before the first."""
    return [*map(int, numbers)] + [0] * (WINDOW - len(numbers))


def decisions(lab: Any) -> Any:
    """Decided submissions: venue, topic, and whether they were accepted."""
    rows, drafts = visible_table(lab, "submissions"), visible_table(lab, "drafts")
    decided = rows[np.isin(rows["status"], (SubmissionStatus.ACCEPT, SubmissionStatus.REJECT))]
    return decided["venue"], drafts["topic"][decided["draft"] - 1], decided["status"] == SubmissionStatus.ACCEPT


def grant_decisions(lab: Any) -> Any:
    """Decided proposals: agency, topic, and whether they were funded."""
    rows = visible_table(lab, "proposals")
    decided = rows[rows["status"] != ProposalStatus.PENDING]
    return decided["agency"], decided["topic"], decided["status"] == ProposalStatus.FUNDED


def topic_facts(lab: Any, papers: Any) -> dict[str, Any]:
    months = latest_months(lab)
    _, topics, is_accepted = decisions(lab)
    _, asked_for, is_funded = grant_decisions(lab)
    facts: dict[str, Any] = {}
    for topic in range(TOPICS):
        own = papers[papers["topic"] == topic]
        reports = [window(months["accepted"][:, venue, topic] * months["reported"][:, venue]) for venue in range(2)]
        shown = {
            "headlines": window(months["headlines"][:, topic]),
            "preprints": window(months["preprints"][:, topic]),
            "conference_papers": reports,
            "intel": lab["intel"][topic] + 1 if lab["intel_month"] else 0,
            "papers": [np.count_nonzero(own["venue"] == venue) for venue in range(VENUES)],
            "cited": [own["citations_month"][own["venue"] == venue].sum() for venue in range(VENUES)],
            "citations": own["citations"].sum(),
            "decided": np.count_nonzero(topics == topic),
            "accepted": np.count_nonzero((topics == topic) & is_accepted),
            "proposals_decided": np.count_nonzero(asked_for == topic),
            "proposals_funded": np.count_nonzero((asked_for == topic) & is_funded),
        }
        facts |= {f"topics[{topic}].{name}": value for name, value in shown.items()}
    return facts


def venue_facts(lab: Any, rules: Any, papers: Any) -> dict[str, Any]:
    months, submissions = latest_months(lab), visible_table(lab, "submissions")
    under_review = submissions[submissions["status"] == SubmissionStatus.UNDER_REVIEW]
    venues, _, is_accepted = decisions(lab)
    facts: dict[str, Any] = {}
    for venue in range(VENUES):
        shown = {
            "is_open": rules["venue_open"][venue][lab["month"] % 12],
            "reported": window(months["reported"][:, venue]) if venue < CONFERENCES else [0] * WINDOW,
            "under_review": np.count_nonzero(under_review["venue"] == venue),
            "decided": np.count_nonzero(venues == venue),
            "accepted": np.count_nonzero((venues == venue) & is_accepted),
            "papers": np.count_nonzero(papers["venue"] == venue),
        }
        facts |= {f"venues[{venue}].{name}": value for name, value in shown.items()}
    return facts


def agency_facts(lab: Any, rules: Any, running: Any) -> dict[str, Any]:
    proposals, awards, month = visible_table(lab, "proposals"), visible_table(lab, "awards"), int(lab["month"])
    agencies, _, is_funded = grant_decisions(lab)
    facts: dict[str, Any] = {}
    for agency in Agency:
        pending = proposals[(proposals["status"] == ProposalStatus.PENDING) & (proposals["agency"] == agency)]
        held = running[running["agency"] == agency]
        kept = awards[(awards["agency"] == agency) & (awards["end"] >= month)]
        is_once = agency == Agency.FEL and lab["awards_won"][agency] >= rules["fel_max_awards"]
        is_cool = agency == Agency.TIF and lab["last_tif"] and month - lab["last_tif"] < rules["tif_cooldown"]
        shown = {
            "pending": len(pending),
            "months_to_decision": min(pending["decision"] - (month - 1), default=0),
            "running": len(held),
            "months_left": max(held["end"] - (month - 1), default=0),
            "decided": np.count_nonzero(agencies == agency),
            "funded": np.count_nonzero((agencies == agency) & is_funded),
            "is_barred": is_once or is_cool or len(kept) + len(pending) >= rules["agency_cap"][agency],
        }
        facts |= {f"agencies[{agency.value}].{name}": value for name, value in shown.items()}
    return facts


def listed(lab: Any, rules: Any) -> dict[str, list[Any]]:
    """The rows of every list, in the order that `layout.py` states."""
    people = [row for row in lab["people"][: lab["n_people"]] if row["status"] == PersonStatus.ACTIVE]
    drafts = lab["drafts"][: lab["n_drafts"]]
    submissions, events = lab["submissions"][: lab["n_submissions"]], lab["events"][: lab["n_events"]]
    proposals, awards, month = lab["proposals"][: lab["n_proposals"]], lab["awards"][: lab["n_awards"]], lab["month"]
    calls = [index for index in range(rules["n_calls"]) if _is_open(index, lab, rules)]
    assert len(calls) == len(open_calls(lab, rules))
    return {
        "researchers": [row for row in people if row["role"] in (Role.PHD, Role.POSTDOC)],
        "staff": [row for row in people if row["role"] in (Role.RA, Role.MANAGER)],
        "applicants": list(lab["applicants"][: lab["n_applicants"]]),
        "projects": list(lab["projects"][: lab["n_active"]]),
        "drafts": [row for row in drafts[::-1] if row["status"] != DraftStatus.ACCEPTED],
        "submissions": [row for row in submissions if row["status"] == SubmissionStatus.UNDER_REVIEW],
        "calls": calls,
        "proposals": [row for row in proposals if row["status"] == ProposalStatus.PENDING],
        "awards": [row for row in awards if row["start"] <= month <= row["end"]],
        "events": [row for row in events if row["status"] == EventStatus.PENDING],
    }


def _is_open(index: int, lab: Any, rules: Any) -> bool:
    return bool(rules["call_opens"][index] <= lab["month"] <= rules["call_closes"][index])


SAME = {  # columns that are shown as they stand
    "researchers": ("mentoring", "papers", "first_author", "report", "sentiment"),
    "staff": ("mentoring",),
    "applicants": ("interviewed", "transcript", "letter", "interview"),
    "projects": ("tier", "compute", "scooped"),
    "drafts": ("tier", "polish", "revisions", "salvage", "collab"),
    "proposals": ("hours",),
    "awards": ("monthly",),
}
CODES = {  # columns that are shown as a code plus 1
    "applicants": ("pool", "status"), "projects": ("topic",), "drafts": ("topic",), "submissions": ("venue",),
    "proposals": ("agency", "topic"), "awards": ("agency",), "events": ("kind", "topic"),
}  # fmt: skip


def row_facts(lab: Any, rules: Any, kind: str, row: Any) -> dict[str, Any]:
    """The facts of one row of a list."""
    month = int(lab["month"])
    if kind == "calls":
        return {"agency": rules["call_agency"][row] + 1, "months_left": rules["call_closes"][row] - month + 1}
    facts = {name: row[name] for name in SAME.get(kind, ())} | {name: row[name] + 1 for name in CODES.get(kind, ())}
    if kind == "researchers":
        facts |= {"role": row["role"] + 1, "tenure": month - row["arrived"], "projects": row["on_projects"]}
        facts["contract_left"] = max(0, int(row["contract_end"]) - month)
        facts["report_mean"] = row["reports_total"] / 100 / row["n_reports"] if row["n_reports"] else 0.0
        facts["meetings"] = row["n_meetings"]
        facts["sentiment_mean"] = row["sentiments_total"] / 100 / row["n_meetings"] if row["n_meetings"] else -1.0
    elif kind == "staff":
        facts |= {"role": row["role"] - 1, "projects": row["on_projects"]}
    elif kind == "projects":
        work = rules["tier_work"][row["tier"] - 1]
        facts |= {"progress": row["progress"] / work, "members": row["n_members"], "age": row["ticks"]}
        places = {places_of(lab, "researchers").get(int(slot)) for slot in row["members"][: row["n_members"]]}
        facts["team"] = [int(k in places) for k in range(RESEARCHERS)]
    elif kind == "drafts":
        facts |= {"under_review": row["status"] == DraftStatus.UNDER_REVIEW, "revised_now": row["revised"] == month}
        facts["age"] = month - row["created"]
        facts["rejected_by"] = [int(row["rejected_by"]) >> venue & 1 for venue in range(VENUES)]
    elif kind == "submissions":
        facts["months_left"] = row["decision"] - month + 1
        facts["draft"] = places_of(lab, "drafts").get(row["draft"] - 1, -1) + 1
    elif kind == "proposals":
        facts["months_left"] = row["decision"] - month + 1
    elif kind == "awards":
        facts["months_left"] = row["end"] - month + 1
    elif kind == "events":
        is_crisis = row["kind"] == EventKind.STUDENT_CRISIS
        facts["months_left"] = row["expires"] - month + 1
        facts["person"] = places_of(lab, "researchers").get(int(row["person"]), -1) + 1 if is_crisis else 0
    return facts


def places_of(lab: Any, kind: str) -> dict[int, int]:
    """The places of researchers or open drafts in their list, by slot; only of those that are listed."""
    if kind == "drafts":
        slots = np.flatnonzero(lab["drafts"]["status"][: lab["n_drafts"]] != DraftStatus.ACCEPTED)[::-1][:DRAFTS]
    else:
        people = lab["people"][: lab["n_people"]]
        is_listed = (people["status"] == PersonStatus.ACTIVE) & np.isin(people["role"], (Role.PHD, Role.POSTDOC))
        slots = np.flatnonzero(is_listed)[:RESEARCHERS]
    return {int(slot): place for place, slot in enumerate(slots)}


def all_facts(lab: Any, rules: Any) -> dict[str, Any]:
    facts = general_facts(lab, rules)
    for kind, rows in listed(lab, rules).items():
        for k, row in enumerate(rows):
            facts |= {f"{kind}[{k}].{name}": value for name, value in row_facts(lab, rules, kind, row).items()}
    return facts


def test_every_number_is_the_fact_that_the_layout_names():
    for labs, rules in moments():
        observation, _ = observe(labs, rules)
        facts = all_facts(labs[0], rules[0])
        expected = [
            scaled(entry, float(value))
            for entry in LAYOUT
            for value in np.ravel(np.asarray(facts.get(entry.name, [0] * entry.size), float))
        ]
        wrong = np.flatnonzero(~np.isclose(observation, expected, rtol=1e-6, atol=1e-7))
        assert not wrong.size, f"month {labs['month'][0]}: {[name_of(k) for k in wrong[:5]]}"


def test_the_moments_show_something_of_everything():
    """Otherwise the comparison above would compare zeros."""
    seen = np.zeros(SIZE, bool)
    full: set[str] = set()
    for labs, rules in moments():
        seen |= observe(labs, rules)[0] != 0
        full |= {kind for kind, rows in listed(labs[0], rules[0]).items() if len(rows) > PLACES[kind]}
    kinds: dict[str, Any] = {}
    for entry in LAYOUT:
        name = re.sub(r"\[\d+\]", "", entry.name)
        kinds[name] = kinds.get(name, False) | seen[entry.start : entry.start + entry.size]
    assert not {name for name, shown in kinds.items() if not shown.all()}
    assert full == PLACES.keys() - {"applicants"}, "lists that were longer than their places; all applicants have one"


def test_the_past_is_what_was_shown():
    """Means and windows against the rows that a player at the Python surface has been given month by month."""
    lab, chance = Lab(3, months=40, world=BUSY_WORLD), random.Random(3)
    n_meetings = 0
    while not lab.finished:
        busy_month(lab, chance)
        facts, history, closed = plain_facts(lab.labs, lab.rules), lab.history, closed_months(lab.labs[0])
        slots = places_of(lab.labs[0], "researchers")
        for slot, place in slots.items():
            shown, reports = facts["researchers"][place], history.reports.get(slot, [])
            moods = [row["sentiment"] for row in reports if row["sentiment"] >= 0]
            n_meetings += len(moods)
            assert shown["report_mean"] == pytest.approx(
                statistics.fmean(row["report"] for row in reports or [NO_REPORT])
            )
            assert shown["sentiment_mean"] == pytest.approx(statistics.fmean(moods or [-1]))
            assert shown["meetings"] == len(moods)
            assert (shown["report"], shown["sentiment"]) == tuple(
                (reports or [NO_REPORT])[-1][key] for key in NO_REPORT
            )
        for ago, month in enumerate(history.field_months[: -WINDOW - 1 : -1]):
            for topic in range(TOPICS):
                shown = facts["topics"][topic]
                assert shown["headlines"][ago] == month["headlines"][topic]
                assert shown["preprints"][ago] == month["preprints"][topic]
                assert shown["conference_papers"][:, ago].tolist() == [
                    accepted[topic] if reported else 0
                    for accepted, reported in zip(month["accepted"], month["reported"], strict=True)
                ]
            assert facts["venues"]["reported"][:CONFERENCES, ago].tolist() == month["reported"]
        cited = np.zeros((TOPICS, VENUES))
        for row in history.citations:
            if row["month"] == closed:
                paper = lab.labs[0]["publications"][row["publication"] - 1]
                cited[paper["topic"], paper["venue"]] += row["citations"]
        assert facts["topics"]["cited"].tolist() == cited.tolist()
    assert n_meetings > 100
    assert cited.sum() > 10


NO_REPORT = {"report": 0.0, "sentiment": -1.0}


def test_an_agency_is_barred_when_it_refuses_every_topic():
    refusals = (Outcome.ONCE_ONLY, Outcome.CONCURRENT_CAP, Outcome.COOLDOWN)
    met = set()
    for labs, rules in moments()[::5]:
        if labs["finished"][0]:
            continue
        barred = plain_facts(labs, rules)["agencies"]["is_barred"]
        for k, call in enumerate(listed(labs[0], rules[0])["calls"][: PLACES["calls"]]):
            agency = rules[0]["call_agency"][call]
            outcomes = {play(fork(labs), rules, (Verb.PROPOSE, k, topic, 0))[0] for topic in range(TOPICS)}
            assert (outcomes <= set(refusals)) == bool(barred[agency])
            assert barred[agency] or not outcomes & set(refusals)
            met |= outcomes
    assert met >= {*refusals, Outcome.OK}


ADVERSE: tuple[dict[str, Any], ...] = (
    {},
    {"start_budget": 2e4},
    {"start_budget": 1e12, "attention_budget": 1e9, "max_students": 64, "rep_init": 10.0, "max_active_projects": 32,
     "agency_award": [1e9] * 4, "agency_bar": [0.0] * 4, "agency_months": [1] * 4, "agency_cap": [64] * 4,
     "tif_cooldown": 0, "news_rate_per_hot": 1e3, "preprint_rate_per_crowd": 1e3, "conference_report_rate": 1e3,
     "venue_bar": [0.0] * 4, "venue_visibility": [100.0] * 4, "progress_coef": 100.0, "pool_volume": [100.0] * 4},
    {"start_budget": 1e6, "compute_unit_cost": 1e6, "phd_stipend": 1e6, "ra_salary": 1e6, "proposal_admin_cost": 1e6},
    {"min_burn": 1e-9, "phd_stipend": 0.0, "ra_salary": 1e-300, "start_budget": 1e12, "grant_overhead_monthly": 0.0},
    {"attention_budget": 0.0, "attention_floor": 0.0, "service_tax_hours": 1e9, "collab_hours_monthly": 1e6,
     "rep_init": 10.0, "collab_rate_per_rep": 1.0, "collab_cap": 1.0, "start_budget": 1e9},
    {"skill_cap": 10.0, "report_noise": 10.0, "skill_growth": 10.0, "report_morale": (10.0, 10.0), "start_budget": 1e9,
     "sentiment_noise": 10.0, "max_mentoring": 1e6, "attention_budget": 1e9, "max_students": 64,
     "pool_volume": [100.0] * 4, "postdoc_contract_months": 240, "tier_work": [1e6] * 3},
    {"start_budget": 1e9, "attention_budget": 1e9, "tier_work": [1e-3] * 3, "tier_infeasible": [1.0] * 3,
     "salvage_prob": 1.0, "scoop_base": 1.0, "scoop_min_progress": 0.0, "venue_bar": [100.0] * 4, "crisis_rate": 1.0},
)  # fmt: skip


def any_world(noise: np.random.Generator) -> dict[str, Any]:
    """A world in which one parameter in four is as small or as large as it may be."""
    world: dict[str, Any] = {"start_budget": 1e9}
    for name, default, spec in Params.catalogue():
        if name in ("months", "start_budget") or noise.random() > 0.25:
            continue
        value = type(np.ravel(default)[0].item())(noise.choice([spec.low, spec.high]))
        is_calendar = name.endswith("_months") and isinstance(default, tuple)
        if not is_calendar or len(default) == len(Agency):
            world[name] = [value] * len(default) if isinstance(default, tuple) else value
    return world


def play_wildly(world: dict[str, Any], seed: int, steps: int, *, is_masked: bool) -> tuple[Any, Any, int]:
    """Observations and masks of random actions, and how many careers they were."""
    home, dice = World.of(world, months=120), np.random.default_rng(seed)
    rules = home.rules
    actions, careers = dice.integers(NVEC, size=(steps, len(NVEC))).tolist(), 0
    observations, masks = np.full((steps, SIZE), np.nan, np.float32), np.zeros((steps, MASK_SIZE), np.int8)
    listings, commands, facts = np.zeros(1, LISTING), empty_commands(1), np.zeros(1, FACTS)
    numbers, choices, is_over = facts.view(np.float64), new_choices(), True
    for k, action in enumerate(actions):
        if is_over:
            labs, careers = home.new_lab(seed + k), careers + 1
        elif is_masked:
            chosen = [np.flatnonzero(part) for part in split_mask(masks[k - 1])]
            action = [int(part[n % len(part)]) for n, part in zip(action, chosen, strict=True)]
        if not is_over:
            play_at(labs, 0, rules, True, *action, listings, commands)
        written = (observations[k], choices, masks[k])
        _, _, is_over, *_ = observe_at(labs, 0, rules, True, listings, facts, numbers, *written)
    return observations, masks, careers


def test_observations_stay_within_their_bounds():
    """A hundred thousand steps in ordinary and extreme worlds, random or as adverse as random play gets."""
    noise, careers = np.random.default_rng(7), 0
    worlds = [*ADVERSE, *(any_world(noise) for _ in range(12))]
    reached_low, reached_high = np.full(SIZE, np.inf), np.full(SIZE, -np.inf)
    for seed, world in enumerate(worlds):
        for is_masked in (True, False):
            observations, masks, n = play_wildly(world, seed, 2500, is_masked=is_masked)
            careers += n
            within = (observations >= LOW) & (observations <= HIGH)
            assert within.all(), (world, [name_of(k) for k in np.flatnonzero(~within.all(axis=0))[:5]])
            assert ((masks == 0) | (masks == 1)).all()
            assert all(part.any(axis=1).all() for part in np.split(masks, OFFSETS[1:], axis=1))
            reached_low = np.minimum(reached_low, observations.min(axis=0))
            reached_high = np.maximum(reached_high, observations.max(axis=0))
    assert len(worlds) * 2 * 2500 == 100_000
    assert careers > 100
    at_high = {name_of(k) for k in np.flatnonzero(reached_high == HIGH)}
    assert at_high > {"budget", "burn", "runway", "income", "attention_left", "researchers[15].report_mean"}
    assert named(reached_low.astype(np.float32))["budget"] < -0.5


def name_of(k: int) -> str:
    """The entry that a number of an observation is of."""
    return next(entry.name for entry in reversed(LAYOUT) if entry.start <= k)


def test_nothing_hidden_shows():
    noise = np.random.default_rng(5)
    for labs, rules in moments():
        before = [array.tobytes() for array in observe(labs, rules)]
        assert [array.tobytes() for array in observe(scrambled(labs, noise), rules)] == before


# --- Actions ----------------------------------------------------------------------------------------------------------


def test_the_table_has_a_row_for_every_verb():
    assert [action.verb for action in ACTIONS] == list(Verb)
    assert [row["word"] for row in decode_table()] == [verb.word for verb in Verb]
    assert all(len(action.levels) in (0, NVEC[3]) for action in ACTIONS)
    assert all(HOW_MANY[action.entity] <= NVEC[1] and HOW_MANY[action.object] <= NVEC[2] for action in ACTIONS)


KINDS = {
    Use.APPLICANT: "applicants", Use.PROJECT: "projects", Use.DRAFT: "drafts", Use.SUBMISSION: "submissions",
    Use.CALL: "calls", Use.EVENT: "events",
}  # fmt: skip


def reference(lab: Any, rules: Any, use: Use, k: int) -> int:
    """What stands in a command for the k-th of a kind, from the rows that the observation lists."""
    rows = listed(lab, rules)
    if use in (Use.TOPIC, Use.VENUE, Use.ANSWER):
        return k if k < HOW_MANY[use] else -1
    if use == Use.FUNDED_TOPIC:
        return k % 8
    if use == Use.PERSON:
        kind, k = ("researchers", k) if k < RESEARCHERS else ("staff", k - RESEARCHERS)
        if k >= min(len(rows[kind]), STAFF):
            return -1
        return next(slot for slot, row in enumerate(lab["people"]) if row == rows[kind][k])
    if use == Use.NOTHING or k >= min(len(rows[KINDS[use]]), HOW_MANY[use]):
        return -1
    row = rows[KINDS[use]][k]
    if use in (Use.APPLICANT, Use.PROJECT, Use.EVENT):
        return int(row["number"])
    table = {Use.DRAFT: "drafts", Use.SUBMISSION: "submissions"}.get(use)
    return next(slot + 1 for slot, other in enumerate(lab[table]) if other == row) if table else int(row)


@pytest.mark.parametrize("action", ACTIONS, ids=[action.verb.word for action in ACTIONS])
def test_actions_mean_what_the_table_says(action):
    source = np.random.default_rng(int(action.verb))
    for k, (labs, rules) in enumerate(moments()[::3]):
        if labs["finished"][0]:
            continue
        sizes = NVEC[1:] if k % 2 else (HOW_MANY[action.entity] or 1, HOW_MANY[action.object] or 1, NVEC[3])
        entity, target, level = (int(source.integers(n)) for n in sizes)
        lab, now = labs[0], fork(labs)
        _, command = play(now, rules, (action.verb, entity, target, level))
        about = reference(lab, rules[0], action.entity, entity)
        choice = reference(lab, rules[0], action.object, target)
        amount = action.levels[level] if action.levels else 0.0
        ids = command["ids"][: command["count"]].tolist()
        assert command["verb"] == action.verb
        if action.verb in (Verb.INTERVIEW, Verb.SET_MENTORING):
            assert (ids, command["amounts"][0]) == ([about], amount)
        elif action.verb == Verb.START:
            compute = 1000.0 if target >= 8 else 0.0
            assert (command["object"], command["choice"], command["amount"]) == (choice, amount, compute)
            places = places_of(lab, "researchers")
            idle = [slot for slot in places if lab["people"][slot]["on_projects"] == 0 and slot != about]
            assert ids == [about, *idle[: PLANS[level][1] - 1]]
        elif action.verb in (Verb.ASSIGN, Verb.UNASSIGN):
            assert (command["object"], command["choice"]) == (choice, about)
        else:
            assert (command["object"], command["choice"], command["amount"]) == (about, choice, amount)
            assert bool(ids) <= (action.verb == Verb.PROPOSE)


def test_proposals_come_with_all_evidence():
    labs, rules = max((m for m in moments() if not m[0]["finished"][0]), key=lambda m: int(m[0]["n_publications"][0]))
    lab = labs[0]
    _, command = play(fork(labs), rules, (Verb.PROPOSE, 0, 0, 0))
    pairs = list(zip(command["ids"].tolist(), command["amounts"].tolist(), strict=True))[: command["count"]]
    papers = [(number, 1.0) for number in range(int(lab["n_publications"]), 0, -1)]
    open_drafts = [k + 1 for k in range(lab["n_drafts"]) if lab["drafts"][k]["status"] != DraftStatus.ACCEPTED][::-1]
    assert len(papers) > 2
    assert pairs == (papers + [(number, 0.0) for number in open_drafts[:DRAFTS]])[:32]


def test_staff_tools_can_be_switched_off():
    labs, rules = Career().labs, Career().rules
    _, mask = observe(labs, rules, staff_tools=False)
    for verb in (Verb.HIRE_RA, Verb.HIRE_MANAGER, Verb.DISMISS):
        assert play(labs, rules, (verb, 16, 0, 0), staff_tools=False)[0] == Outcome.UNKNOWN_VERB
        assert mask[verb] == 0
    assert play(labs, rules, (Verb.HIRE_RA, 0, 0, 0))[0] == Outcome.OK


# --- The mask ---------------------------------------------------------------------------------------------------------


def attempts(verb: Verb) -> Iterator[tuple[int, int, int, int]]:
    """All actions of a verb that differ in what matters for being accepted."""
    action = ACTIONS[verb]
    for entity in range(max(1, HOW_MANY[action.entity])):
        for target in range(max(1, HOW_MANY[action.object])):
            yield verb, entity, target, 0


def effects(labs: Any, rules: Any, verb: Verb) -> list[tuple[int, int, int, int]]:
    """The attempts of a verb that are accepted and change something."""
    found = []
    for action in attempts(verb):
        now = fork(labs)
        outcome, _ = play(now, rules, action)
        if outcome == Outcome.OK and now.tobytes() != labs.tobytes():
            found.append(action)
    return found


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb != Verb.NEXT_MONTH], ids=lambda verb: verb.word)
def test_the_mask_rules_out_only_what_has_no_effect(verb):
    for labs, rules in moments()[:: 1 + len(list(attempts(verb))) // 32]:
        _, mask = observe(labs, rules)
        parts = split_mask(mask)
        for action in effects(labs, rules, verb):
            used = (True, ACTIONS[verb].entity != Use.NOTHING, ACTIONS[verb].object != Use.NOTHING, True)
            assert all(part[k] for part, k, is_used in zip(parts, action, used, strict=True) if is_used), action


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb != Verb.NEXT_MONTH], ids=lambda verb: verb.word)
def test_the_choices_of_a_verb_rule_out_only_what_has_no_effect(verb):
    """Those of its own, whatever other verbs could do with the same places; levels too."""
    uses = (ACTIONS[verb].entity != Use.NOTHING, ACTIONS[verb].object != Use.NOTHING, bool(ACTIONS[verb].levels))
    dice, ruled_out = np.random.default_rng(int(verb)), 0
    for labs, rules in moments()[::3]:
        row = choices_of(labs, rules)[verb]
        parts = (row[ENTITY:OBJECT], row[OBJECT:LEVEL], row[LEVEL:])
        sizes = (HOW_MANY[ACTIONS[verb].entity], HOW_MANY[ACTIONS[verb].object], LEVELS)
        for _ in range(12):
            values = [int(dice.integers(n)) if is_used else 0 for n, is_used in zip(sizes, uses, strict=True)]
            allowed = row[0] and all(part[k] for part, k, used in zip(parts, values, uses, strict=True) if used)
            if not allowed:
                ruled_out += 1
                now = fork(labs)
                outcome, _ = play(now, rules, (verb, *values))
                assert outcome != Outcome.OK or now.tobytes() == labs.tobytes(), values
    assert ruled_out, "nothing was ever ruled out: the test says nothing"


@pytest.mark.parametrize("verb", list(Verb), ids=lambda verb: verb.word)
def test_a_verb_that_the_mask_allows_can_be_accepted(verb):
    allowed = 0
    for labs, rules in moments()[::5]:
        if not observe(labs, rules)[1][verb] or labs["finished"][0]:
            continue
        allowed += 1
        assert any(play(fork(labs), rules, action)[0] == Outcome.OK for action in attempts(verb)), labs["month"][0]
    assert allowed, "no moment in which the mask allows this verb: the test says nothing"


def test_the_mask_always_leaves_a_choice():
    for labs, rules in moments():
        _, mask = observe(labs, rules)
        assert set(mask.tolist()) <= {0, 1}
        assert mask[Verb.NEXT_MONTH] == 1
        assert all(mask[start : start + n].any() for start, n in zip(OFFSETS, NVEC, strict=True))


def test_observing_changes_nothing():
    for labs, rules in moments()[::10]:
        before = labs.tobytes()
        first = observe(labs, rules)
        assert all((one == other).all() for one, other in zip(first, observe(labs, rules), strict=True))
        assert labs.tobytes() == before


def test_a_month_later_the_observation_is_another():
    labs, rules = Career(3).labs, Career(3).rules
    before, _ = observe(labs, rules)
    commands = empty_commands(1)
    kernel.apply_at(labs, 0, commands, 0, rules)
    assert (observe(labs, rules)[0] != before).any()
