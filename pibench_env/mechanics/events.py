"""Events: talks, review requests, crises, collaborations (rules, sections 1.5, 1.7 step 6, and 1.9)."""

from pibench_env.codes import EventAction, EventKind, EventStatus, LedgerKind, Outcome, PersonStatus
from pibench_env.exact import clip
from pibench_env.jit import jit
from pibench_env.mechanics import purse
from pibench_env.rng.distributions import choice, normal, random
from pibench_env.rng.keys import Draw, Prefix, draw_entity, draw_entity_month, draw_month
from pibench_env.rules import Rules
from pibench_env.tables import Event, Lab

NOBODY = -1
NO_TOPIC = -1


@jit
def forget_closed(lab: Lab) -> None:
    """Give back the slots of events closed before this month; the others keep their order."""
    kept = 0
    for i in range(lab.n_events):
        event = lab.events[i]
        if event.closed == 0 or event.closed >= lab.month:
            if kept < i:
                lab.events[kept] = lab.events[i]
            kept += 1
    lab.n_events = kept


@jit
def come_up(lab: Lab, rules: Rules) -> None:
    """What the new month asks for, in a fixed order: talk, review, crises, collaboration (1.5, step 3)."""
    g = draw_month(lab.luck, Draw.EVENTS, lab.month)
    is_invited = random(g) < talk_probability(lab.reputation, rules)
    is_asked = random(g) < min(rules.review_req_cap, rules.review_req_rate)
    is_offered = random(g) < collaboration_probability(lab.reputation, rules)
    # Crises have keys of their own, so the topic is drawn before they take over the generator.
    topic = choice(g, lab.hotness) if is_offered else NO_TOPIC
    if is_invited:
        add(lab, EventKind.INVITED_TALK, lab.month + rules.event_expiry, NOBODY, NO_TOPIC)
    if is_asked:
        add(lab, EventKind.REVIEW_REQUEST, lab.month + rules.event_expiry, NOBODY, NO_TOPIC)
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status == PersonStatus.ACTIVE and purse.is_researcher(person.role):
            g = draw_entity_month(lab.luck, Draw.CRISIS, person.role, person.number, lab.month)
            if random(g) < rules.crisis_rate:
                add(lab, EventKind.STUDENT_CRISIS, lab.month, slot, NO_TOPIC)
    if is_offered:
        add(lab, EventKind.COLLAB_OFFER, lab.month + rules.collab_expiry, NOBODY, topic)


@jit
def talk_probability(reputation: float, rules: Rules) -> float:
    """Chance of an invited talk (1.5, step 3a)."""
    return min(rules.talk_cap, rules.talk_rate_per_rep * max(0.0, reputation - rules.rep_ref) + rules.talk_base)


@jit
def collaboration_probability(reputation: float, rules: Rules) -> float:
    """Chance of a collaboration offer (1.5, step 3d)."""
    return min(rules.collab_cap, rules.collab_rate_per_rep * max(0.0, reputation - rules.rep_ref))


@jit
def add(lab: Lab, kind: int, expires: int, person: int, topic: int) -> None:
    """Open an event."""
    event = lab.events[lab.n_events]
    lab.n_events += 1
    lab.n_events_ever += 1
    event.number = lab.n_events_ever
    event.kind = kind
    event.status = EventStatus.PENDING
    event.month = lab.month
    event.expires = expires
    event.person = person
    event.topic = topic
    event.accepted = 0
    event.delivery = 0
    event.draft = 0
    event.closed = 0


@jit
def find(lab: Lab, number: int) -> int:
    """The slot of an event, -1 if it is not kept."""
    for i in range(lab.n_events):
        if lab.events[i].number == number:
            return i
    return -1


@jit
def close(lab: Lab, event: Event, status: int) -> None:
    """Nothing more is owed."""
    event.status = status
    event.closed = lab.month


@jit
def owed_collaborations(lab: Lab) -> int:
    """Collaborations accepted and not yet delivered."""
    n = 0
    for i in range(lab.n_events):
        event = lab.events[i]
        if event.kind == EventKind.COLLAB_OFFER and event.status == EventStatus.ACCEPTED and event.draft == 0:
            n += 1
    return n


@jit
def is_yes(kind: int, action: int) -> bool:
    """Whether an action says yes: accept or, to a crisis, support (1.9)."""
    return action == EventAction.ACCEPT or (kind == EventKind.STUDENT_CRISIS and action == EventAction.SUPPORT)


@jit
def is_no(kind: int, action: int) -> bool:
    """Whether an action says no: decline or, to a crisis, ignore (1.9)."""
    return action == EventAction.DECLINE or (kind == EventKind.STUDENT_CRISIS and action == EventAction.IGNORE)


@jit
def accept(lab: Lab, event: Event, rules: Rules) -> int:
    """Say yes: hours, money, reputation; help for a person in crisis; a promise of work (1.9)."""
    if event.kind == EventKind.INVITED_TALK:
        if not purse.spend_hours(lab, rules.talk_hours, rules):
            return Outcome.ATTENTION
        purse.book(lab, LedgerKind.TALK_TRAVEL, event.number, -rules.travel_cost_talk)
        lab.reputation_impulse += rules.rep_talk
        lab.talked_up = 1
    elif event.kind == EventKind.REVIEW_REQUEST:
        if not purse.spend_hours(lab, rules.review_hours, rules):
            return Outcome.ATTENTION
        lab.reputation_impulse += rules.rep_review
    elif event.kind == EventKind.STUDENT_CRISIS:
        if not purse.spend_hours(lab, rules.crisis_hours, rules):
            return Outcome.ATTENTION
        lab.people[event.person].impulse += rules.morale_crisis_supported
    else:
        event.accepted = lab.month
        event.delivery = lab.month + rules.collab_months
        event.status = EventStatus.ACCEPTED
        return Outcome.OK
    close(lab, event, EventStatus.ACCEPTED)
    return Outcome.OK


@jit
def is_expiring(event: Event, month: int) -> bool:
    """Whether a pending event ends without an answer (1.7, step 6)."""
    if event.status != EventStatus.PENDING:
        return False
    return event.kind == EventKind.STUDENT_CRISIS or month >= event.expires


@jit
def is_delivering(event: Event, month: int) -> bool:
    """Whether an accepted collaboration delivers (1.7, step 6)."""
    return event.status == EventStatus.ACCEPTED and event.delivery == month


@jit
def collaboration_quality(lab: Lab, event: Event, rules: Rules) -> float:
    """Quality of the draft of a collaboration (1.7, step 6)."""
    g = draw_entity(lab.luck, Draw.COLLABQ, Prefix.E, event.number)
    drawn = normal(g, rules.collab_quality[0], rules.collab_quality[1])
    return clip(drawn, rules.collab_quality_clip[0], rules.collab_quality_clip[1])


@jit
def use_collaboration_hours(lab: Lab, rules: Rules) -> None:
    """Accepted collaborations take their hours until they deliver (1.5, step 5)."""
    for i in range(lab.n_events):
        event = lab.events[i]
        if event.accepted > 0 and event.accepted < lab.month <= event.delivery:
            lab.oneoff_used += rules.collab_hours_monthly
