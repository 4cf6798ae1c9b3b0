"""Events: by hand and against the naive twin, draws included."""

import pytest
from kernel_tools import RULES, Career, dice, is_same, lab_with
from naive import events as twin
from naive.luck import Luck
from naive.world_numbers import NUMBERS

from pibench_env import kernel, orders
from pibench_env.codes import EventAction, EventKind, EventStatus, Outcome, PersonStatus, Role
from pibench_env.mechanics import events


@pytest.mark.parametrize(
    ("reputation", "talk", "collaboration"),
    [(1.0, 0.05, 0.0), (2.0, 0.05, 0.0), (5.0, 0.29, 0.15), (9.0, 0.6, 0.35), (10.0, 0.6, 0.4)],
)
def test_chances_by_hand(reputation, talk, collaboration):
    assert events.talk_probability(reputation, RULES) == pytest.approx(talk, rel=1e-15)
    assert events.collaboration_probability(reputation, RULES) == pytest.approx(collaboration, rel=1e-15)


def lab_in(kind, **columns):
    """A lab with one pending event of a kind."""
    event = {"number": 1, "kind": kind, "month": 3, "expires": 5, "person": -1, "topic": -1, **columns}
    return lab_with(month=3, budget=9000.0, events=[event], people=[{"role": Role.PHD, "resilience": 0.5}])


@pytest.mark.parametrize(
    ("kind", "hours", "dollars", "reputation", "morale"),
    [
        (EventKind.INVITED_TALK, 8.0, 1500.0, 0.12, 0.0),
        (EventKind.REVIEW_REQUEST, 6.0, 0.0, 0.02, 0.0),
        (EventKind.STUDENT_CRISIS, 10.0, 0.0, 0.0, 0.05),
        (EventKind.COLLAB_OFFER, 0.0, 0.0, 0.0, 0.0),
    ],
)
def test_saying_yes_by_hand(kind, hours, dollars, reputation, morale):
    lab = lab_in(kind, person=0 if kind == EventKind.STUDENT_CRISIS else -1)
    assert orders.respond(lab, 1, EventAction.ACCEPT, RULES) == Outcome.OK
    assert lab["oneoff_used"] == hours
    assert lab["budget"] == 9000.0 - dollars
    assert lab["reputation_impulse"] == reputation
    assert lab["people"][0]["impulse"] == morale
    assert lab["talked_up"] == (kind == EventKind.INVITED_TALK)
    assert orders.respond(lab, 1, EventAction.ACCEPT, RULES) == Outcome.WRONG_STATUS


@pytest.mark.parametrize(
    ("kind", "reputation", "morale"),
    [(EventKind.INVITED_TALK, 0.0, 0.0), (EventKind.REVIEW_REQUEST, -0.03, 0.0),
     (EventKind.STUDENT_CRISIS, 0.0, -0.7), (EventKind.COLLAB_OFFER, 0.0, 0.0)],
)  # fmt: skip
def test_saying_no_by_hand(kind, reputation, morale):
    lab = lab_in(kind, person=0 if kind == EventKind.STUDENT_CRISIS else -1)
    assert orders.respond(lab, 1, EventAction.DECLINE, RULES) == Outcome.OK
    assert lab["reputation_impulse"] == reputation
    assert lab["people"][0]["impulse"] == pytest.approx(morale, rel=1e-15)  # −0.35 over a resilience of 0.5
    assert lab["events"][0]["status"] == EventStatus.DECLINED


@pytest.mark.parametrize("kind", list(EventKind))
@pytest.mark.parametrize("action", [EventAction.SUPPORT, EventAction.IGNORE])
def test_support_and_ignore_are_for_crises(kind, action):
    lab = lab_in(kind, person=0)
    outcome = orders.respond(lab, 1, action, RULES)
    assert outcome == (Outcome.OK if kind == EventKind.STUDENT_CRISIS else Outcome.OUT_OF_RANGE)


def test_an_ignored_crisis_spares_who_has_left():
    lab = lab_in(EventKind.STUDENT_CRISIS, person=0)
    lab["people"][0]["status"] = PersonStatus.QUIT
    orders.respond(lab, 1, EventAction.IGNORE, RULES)
    assert lab["people"][0]["impulse"] == 0.0


def test_what_nobody_answers_ends_by_itself():
    lab = lab_in(EventKind.REVIEW_REQUEST)
    kernel.end_events(lab, RULES)
    assert lab["events"][0]["status"] == EventStatus.PENDING
    lab["month"] = 5
    kernel.end_events(lab, RULES)
    assert lab["events"][0]["status"] == EventStatus.EXPIRED
    assert lab["reputation_impulse"] == -0.03
    lab = lab_in(EventKind.STUDENT_CRISIS, person=0, expires=3)
    kernel.end_events(lab, RULES)
    assert lab["events"][0]["status"] == EventStatus.AUTO_IGNORED
    assert lab["people"][0]["impulse"] == pytest.approx(-0.7, rel=1e-15)


def test_a_collaboration_takes_6_hours_a_month_and_delivers_in_the_third():
    career = Career(seed=2, overrides={"rep_init": 10.0, "collab_rate_per_rep": 1.0, "collab_cap": 1.0})
    career.call("recruit.hire_ra")
    offers = [row for row in career.lab["events"][: career.lab["n_events"]] if row["kind"] == EventKind.COLLAB_OFFER]
    number = int(offers[0]["number"])
    assert career.call("events.respond", event_id=f"E{number:03d}", action="accept") == Outcome.OK
    used = []
    while career.month < 5:
        used.append(float(career.lab["oneoff_used"]))
        career.next_month()
    used.append(float(career.lab["oneoff_used"]))
    assert used == [0.0, 6.0, 6.0, 6.0, 0.0]  # accepted in month 1, delivered when month 4 closes
    draft = career.lab["drafts"][0]
    assert [draft[name] for name in ("tier", "collab", "n_authors", "created", "project")] == [2, 1, 0, 4, 0]
    quality = twin.collab_quality(Luck(2).draw("collabq", f"E{number:03d}"), NUMBERS)
    assert is_same(draft["quality"], quality)


def test_nobody_at_home_can_collaborate():
    lab = lab_in(EventKind.COLLAB_OFFER)
    lab["n_people"] = 0
    assert orders.respond(lab, 1, EventAction.ACCEPT, RULES) == Outcome.NO_MEMBERS


def test_twin_what_a_month_asks_for():
    for seed, d in enumerate(dice()):
        month, reputation, crises = d.randint(1, 120), d.uniform(0, 10), d.choice([0.02, 0.5])
        roles = [d.randrange(4) for _ in range(d.randrange(8))]
        rules = RULES.copy()
        rules["crisis_rate"] = crises
        people = [{"role": role, "number": k + 1} for k, role in enumerate(roles)]
        lab = lab_with(seed=seed, month=month, reputation=reputation, people=people)
        lab["hotness"][:] = hotness = [d.uniform(0.25, 6) for _ in range(8)]
        events.come_up(lab, rules)
        luck, expected = Luck(seed), []
        g = luck.draw("events", month)
        if g.uniform() < twin.talk_probability(reputation, NUMBERS):
            expected.append((EventKind.INVITED_TALK, month + 2, -1, -1))
        if g.uniform() < twin.review_probability(NUMBERS):
            expected.append((EventKind.REVIEW_REQUEST, month + 2, -1, -1))
        for slot, role in enumerate(roles):
            if role < Role.RA:
                name = f"{Role(role).prefix}{slot + 1:03d}"
                if luck.draw("crisis", name, month).uniform() < crises:
                    expected.append((EventKind.STUDENT_CRISIS, month, slot, -1))
        if g.uniform() < twin.collab_probability(reputation, NUMBERS):
            expected.append((EventKind.COLLAB_OFFER, month + 1, -1, twin.collab_topic(g, hotness)))
        rows = lab["events"][: lab["n_events"]]
        assert [tuple(row[name] for name in ("kind", "expires", "person", "topic")) for row in rows] == expected
        assert rows["number"].tolist() == list(range(1, len(rows) + 1))


def test_closed_events_give_their_slots_back_a_month_later():
    rows = [{"number": k, "status": EventStatus.DECLINED, "closed": closed} for k, closed in ((1, 2), (2, 3), (3, 0))]
    lab = lab_with(month=3, events=rows)
    events.forget_closed(lab)
    assert lab["events"]["number"][: lab["n_events"]].tolist() == [2, 3]
