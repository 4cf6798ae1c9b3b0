"""What an observation says of a lab, what an action asks for, and that nothing hidden shows in either."""

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from kernel_tools import Career, RandomPlayer, open_calls

from pibench_env import kernel
from pibench_env.capacities import AGENCIES, VENUES
from pibench_env.codes import DraftStatus, EventStatus, Outcome, PersonStatus, Role, SubmissionStatus, Verb
from pibench_env.observation import visible_table
from pibench_env.rows import Rows, columns
from pibench_env.spaces import rendering
from pibench_env.spaces.decoding import (
    ACTIONS,
    HOW_MANY,
    MASK_SIZE,
    NVEC,
    OFFSETS,
    PLANS,
    Use,
    decode_table,
    split_mask,
)
from pibench_env.spaces.layout import DRAFTS, FACTS, HIGH, LAYOUT, LOW, RECENT, RESEARCHERS, SIZE, STAFF
from pibench_env.spaces.listing import LISTING
from pibench_env.spaces.turn import observe_at, play_at
from pibench_env.state import empty_commands, empty_labs
from pibench_env.tables import Lab

BUSY = {
    "start_budget": 5e7, "attention_budget": 400.0, "max_mentoring": 60.0, "pool_volume": (4.0, 5.0, 4.0, 4.0),
    "max_students": 24, "progress_coef": 2.5, "rep_init": 5.0,
}  # fmt: skip


def observe(labs: Any, rules: Any, *, staff_tools: bool = True) -> tuple[Any, Any]:
    """Observation and mask of a lab."""
    facts, observation, mask = np.zeros(1, FACTS), np.full(SIZE, np.nan, np.float32), np.zeros(MASK_SIZE, np.int8)
    work_space = (np.zeros(1, LISTING), facts, facts.view(np.float64))
    observe_at(labs, 0, rules, staff_tools, *work_space, observation, mask)
    return observation, mask


def play(labs: Any, rules: Any, action: tuple[int, int, int, int], *, staff_tools: bool = True) -> tuple[Outcome, Any]:
    """Outcome of an action, and the command that it was."""
    commands = empty_commands(1)
    outcome = play_at(labs, 0, rules, staff_tools, *map(int, action), np.zeros(1, LISTING), commands)
    return Outcome(outcome), commands[0]


def fork(labs: Any) -> Any:
    """A copy to the byte: a plain one leaves out the bytes between columns."""
    twin = empty_labs(len(labs))
    twin.view(np.uint8)[:] = labs.view(np.uint8)
    return twin


@cache
def moments() -> tuple[tuple[Any, Any], ...]:
    """Labs in many states, with their rules: fresh, busy, broke, short of time, finished."""
    return tuple(_moments())


def _moments() -> Iterator[tuple[Any, Any]]:
    for seed, world in (
        (11, {}),
        (12, BUSY),
        (13, {**BUSY, "rep_init": 9.0}),
        (14, {"start_budget": 9e4}),
        (15, {"scoop_base": 0.3, **BUSY}),
        (16, {**BUSY, "attention_budget": 70.0}),
    ):
        career, player = Career(seed, {"months": 36, **world}), RandomPlayer(seed, wrong=0.02)
        while not career.lab["finished"]:
            for name, args in player.calls(career.lab, career.rules[0], most=20):
                career.call(name, **args)
            yield fork(career.labs), career.rules
            career.next_month()
        yield fork(career.labs), career.rules


# --- The layout -------------------------------------------------------------------------------------------------------


def test_layout_covers_every_number_once():
    assert [entry.start for entry in LAYOUT] == np.cumsum([0, *(entry.size for entry in LAYOUT)])[:-1].tolist()
    assert sum(entry.size for entry in LAYOUT) == SIZE == len(LOW) == len(HIGH)
    assert len({entry.name for entry in LAYOUT}) == len(LAYOUT)
    assert all(entry.meaning for entry in LAYOUT)


def test_layout_gives_the_bounds():
    for entry in LAYOUT:
        numbers = slice(entry.start, entry.start + entry.size)
        assert (LOW[numbers] == entry.low).all()
        assert (HIGH[numbers] == entry.high).all()


# --- The encoder ------------------------------------------------------------------------------------------------------


def scaled(entry: Any, value: float) -> float:
    """The formula that `layout.Entry` promises."""
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
        "talked_up": lab["talked_up"],
        "collaborations": np.count_nonzero((events["accepted"] > 0) & (events["draft"] == 0)),
        "papers_out": len(papers),
        "citations": lab["citations"],
        "citations_month": papers["citations_month"].sum(),
        **topic_facts(lab, papers),
        **venue_facts(lab, rules, papers),
        **agency_facts(lab, running),
    }


class _Held:
    """What `Career.readings` asks for."""

    def __init__(self, lab: Any, rules: Any) -> None:
        self.labs, self.rules = np.array([lab]), np.array([rules])


def topic_facts(lab: Any, papers: Any) -> dict[str, Any]:
    months = sorted((row for row in lab["field_months"] if row["month"] > 0), key=lambda row: -row["month"])
    facts: dict[str, Any] = {}
    for topic in range(8):
        name = f"topics[{topic}]"
        for column in ("headlines", "preprints"):
            seen = [int(row[column][topic]) for row in months[:RECENT]]
            facts[f"{name}.{column}"] = seen + [0] * (RECENT - len(seen))
        reports = [[int(row["accepted"][v][topic]) for row in months if row["reported"][v]] for v in range(2)]
        facts[f"{name}.accepted"] = [report[0] if report else 0 for report in reports]
        facts[f"{name}.intel"] = lab["intel"][topic] + 1 if lab["intel_month"] else 0
        facts[f"{name}.papers"] = np.count_nonzero(papers["topic"] == topic)
    return facts


def venue_facts(lab: Any, rules: Any, papers: Any) -> dict[str, Any]:
    submissions = lab["submissions"][: lab["n_submissions"]]
    under_review = submissions[submissions["status"] == SubmissionStatus.UNDER_REVIEW]
    facts: dict[str, Any] = {}
    for venue in range(VENUES):
        facts[f"venues[{venue}].is_open"] = rules["venue_open"][venue][lab["month"] % 12]
        facts[f"venues[{venue}].under_review"] = np.count_nonzero(under_review["venue"] == venue)
        facts[f"venues[{venue}].papers"] = np.count_nonzero(papers["venue"] == venue)
    return facts


def agency_facts(lab: Any, running: Any) -> dict[str, Any]:
    proposals = lab["proposals"][: lab["n_proposals"]]
    facts: dict[str, Any] = {}
    for agency in range(AGENCIES):
        pending = proposals[(proposals["status"] == 0) & (proposals["agency"] == agency)]
        held = running[running["agency"] == agency]
        next_month = lab["month"] - 1
        facts[f"agencies[{agency}].pending"] = len(pending)
        facts[f"agencies[{agency}].months_to_decision"] = min(pending["decision"] - next_month, default=0)
        facts[f"agencies[{agency}].running"] = len(held)
        facts[f"agencies[{agency}].months_left"] = max(held["end"] - next_month, default=0)
    return facts


def listed(lab: Any, rules: Any) -> dict[str, list[Any]]:
    """The rows of every list, in the order that `layout.py` states."""
    people = [row for row in lab["people"][: lab["n_people"]] if row["status"] == PersonStatus.ACTIVE]
    drafts = lab["drafts"][: lab["n_drafts"]]
    submissions, events = lab["submissions"][: lab["n_submissions"]], lab["events"][: lab["n_events"]]
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
        "events": [row for row in events if row["status"] == EventStatus.PENDING],
    }


def _is_open(index: int, lab: Any, rules: Any) -> bool:
    return bool(rules["call_opens"][index] <= lab["month"] <= rules["call_closes"][index])


def row_facts(lab: Any, rules: Any, kind: str, row: Any) -> dict[str, Any]:
    """The facts of one row of a list."""
    month = int(lab["month"])
    if kind == "calls":
        return {"agency": rules["call_agency"][row] + 1, "months_left": rules["call_closes"][row] - month + 1}
    same = {
        "researchers": ("mentoring", "papers", "report", "sentiment"),
        "applicants": ("transcript", "letter", "interview"),
        "projects": ("tier", "compute", "scooped"),
        "drafts": ("tier", "polish", "revisions"),
    }
    plus_one = {"applicants": ("pool", "status"), "projects": ("topic",), "drafts": ("topic",), "events": ("kind",)}
    facts = {name: row[name] for name in same.get(kind, ())}
    facts |= {name: row[name] + 1 for name in plus_one.get(kind, ())}
    if kind == "researchers":
        left = max(0, int(row["contract_end"]) - month)
        facts |= {"role": row["role"] + 1, "tenure": month - row["arrived"], "contract_left": left}
        facts["projects"] = row["on_projects"]
    elif kind == "staff":
        facts = {"role": row["role"] - 1, "projects": row["on_projects"]}
    elif kind == "projects":
        work = rules["tier_work"][row["tier"] - 1]
        facts |= {"progress": row["progress"] / work, "members": row["n_members"], "age": row["ticks"]}
    elif kind == "drafts":
        facts |= {"under_review": row["status"] == DraftStatus.UNDER_REVIEW, "revised_now": row["revised"] == month}
        facts["rejected_by"] = [int(row["rejected_by"]) >> venue & 1 for venue in range(VENUES)]
    elif kind == "submissions":
        facts = {"venue": row["venue"] + 1, "months_left": row["decision"] - month + 1}
    elif kind == "events":
        facts |= {"months_left": row["expires"] - month + 1, "topic": row["topic"] + 1}
    return facts


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
            for value in np.atleast_1d(np.asarray(facts.get(entry.name, [0] * entry.size), float))
        ]
        wrong = np.flatnonzero(~np.isclose(observation, expected, rtol=1e-6, atol=1e-7))
        names = [next(entry.name for entry in reversed(LAYOUT) if entry.start <= k) for k in wrong]
        assert not names, f"month {labs['month'][0]}: {names[:5]}"


def test_the_moments_show_something_of_everything():
    """Otherwise the comparison above would compare zeros."""
    seen = np.zeros(SIZE, bool)
    for labs, rules in moments():
        seen |= observe(labs, rules)[0] != 0
    fields = {field_of(entry) for entry in LAYOUT}
    shown = {field_of(entry) for entry in LAYOUT if seen[entry.start : entry.start + entry.size].any()}
    assert fields == shown


def field_of(entry: Any) -> str:
    return re.sub(r"\[\d+\]", "", entry.name)


def test_nothing_hidden_shows():
    noise = np.random.default_rng(5)
    for labs, rules in moments():
        before = [array.tobytes() for array in observe(labs, rules)]
        shown = rendering.text(labs, rules), rendering.picture(labs, rules).tobytes()
        scrambled = fork(labs)
        scramble(scrambled, Lab, noise)
        assert scrambled.tobytes() != labs.tobytes()
        assert [array.tobytes() for array in observe(scrambled, rules)] == before
        assert (rendering.text(scrambled, rules), rendering.picture(scrambled, rules).tobytes()) == shown


def scramble(records: Any, row: type, noise: np.random.Generator, *, all_of_it: bool = False) -> None:
    """Put nonsense into every hidden column of an array of records, tables within tables included."""
    for name, col in columns(row):
        is_hidden = all_of_it or col.hidden
        if isinstance(col, Rows):
            scramble(records[name], col.row, noise, all_of_it=is_hidden)
        elif is_hidden and records.dtype[name].base.kind == "f":
            records[name] = noise.normal(3.0, 5.0, records[name].shape)
        elif is_hidden:
            records[name] = noise.integers(0, 100, records[name].shape)


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
    for labs, rules in moments()[::6]:
        if labs["finished"][0]:
            continue
        entity, target, level = (int(source.integers(n)) for n in (NVEC[1] // 2, NVEC[2], NVEC[3]))
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
            idle = [k for k, row in enumerate(lab["people"][: lab["n_people"]]) if is_idle(row) and k != about]
            assert ids == [about, *idle[: PLANS[level][1] - 1]]
        elif action.verb in (Verb.ASSIGN, Verb.UNASSIGN):
            assert (command["object"], command["choice"]) == (choice, about)
        else:
            assert (command["object"], command["choice"], command["amount"]) == (about, choice, amount)
            assert bool(ids) <= (action.verb == Verb.PROPOSE)


def is_idle(row: Any) -> bool:
    return bool(row["status"] == PersonStatus.ACTIVE and row["role"] in (0, 1) and row["on_projects"] == 0)


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
