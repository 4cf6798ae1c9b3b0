"""From an action of four small numbers to a command, and which actions make sense.

An action is (verb, entity, object, level). `ACTIONS` says for each verb what the other three mean; numbers that a verb
does not use are ignored. The k-th of a kind is the k-th that the observation lists (`listing.py`); a place that holds
nothing, and an object out of range, make a command about nothing, which the rules refuse.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import TOPICS, VENUES
from pibench_env.codes import EventAction, Topic, Venue, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import grants
from pibench_env.spaces.layout import APPLICANTS, CALLS, DRAFTS, EVENTS, PROJECTS, RESEARCHERS, SUBMISSIONS
from pibench_env.spaces.listing import NOBODY, PEOPLE, Listing
from pibench_env.tables import Command, Lab

ENTITIES, OBJECTS, LEVELS = 48, 16, 8
NVEC = (len(Verb), ENTITIES, OBJECTS, LEVELS)
OFFSETS = (0, NVEC[0], NVEC[0] + NVEC[1], NVEC[0] + NVEC[1] + NVEC[2])  # of the four parts in a flat mask
MASK_SIZE = sum(NVEC)


class Use(IntEnum):
    """What an entity or object of an action stands for."""

    NOTHING = 0
    PERSON = 1
    APPLICANT = 2
    PROJECT = 3
    DRAFT = 4
    SUBMISSION = 5
    CALL = 6
    EVENT = 7
    TOPIC = 8
    FUNDED_TOPIC = 9
    VENUE = 10
    ANSWER = 11


HOW_MANY = {
    Use.NOTHING: 0, Use.PERSON: PEOPLE, Use.APPLICANT: APPLICANTS, Use.PROJECT: PROJECTS, Use.DRAFT: DRAFTS,
    Use.SUBMISSION: SUBMISSIONS, Use.CALL: CALLS, Use.EVENT: EVENTS, Use.TOPIC: TOPICS, Use.FUNDED_TOPIC: 2 * TOPICS,
    Use.VENUE: VENUES, Use.ANSWER: 2,
}  # fmt: skip
MEANING = {
    Use.NOTHING: "",
    Use.PERSON: f"k-th researcher below {RESEARCHERS}, from {RESEARCHERS} on k-th member of staff",
    Use.APPLICANT: "k-th applicant",
    Use.PROJECT: "k-th active project",
    Use.DRAFT: "k-th open draft, the latest first",
    Use.SUBMISSION: "k-th submission under review",
    Use.CALL: "k-th open call",
    Use.EVENT: "k-th pending event",
    Use.TOPIC: "topic code: " + ", ".join(f"{topic.value} {topic.word}" for topic in Topic),
    Use.FUNDED_TOPIC: f"topic code, from {TOPICS} on with compute",
    Use.VENUE: "venue code: " + ", ".join(f"{venue.value} {venue.word}" for venue in Venue),
    Use.ANSWER: "0 yes (to a crisis: support), 1 no (to a crisis: ignore)",
}

# What a level of `start` asks for: (tier, team size). The team is the entity and the next idle researchers.
PLANS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4))
STARTING_COMPUTE = 1000.0  # units a month, for a project started with compute
ATTACHED = 32  # attachments of a proposal, at most

HOURS_OF_MENTORING = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
HOURS_ON_A_DRAFT = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0)
HOURS_ON_A_PROPOSAL = (5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0)
UNITS_OF_COMPUTE = (0.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 16000.0)


@dataclass(frozen=True)
class Action:
    """What entity, object and level of an action mean for one verb."""

    verb: Verb
    entity: Use = Use.NOTHING
    object: Use = Use.NOTHING
    levels: tuple[float, ...] = ()
    unit: str = ""
    note: str = ""


ACTIONS: tuple[Action, ...] = (
    Action(Verb.NEXT_MONTH),
    Action(Verb.INTERVIEW, Use.APPLICANT),
    Action(Verb.OFFER, Use.APPLICANT),
    Action(Verb.POST_POSTDOC),
    Action(Verb.RENEW_POSTDOC, Use.PERSON),
    Action(Verb.HIRE_RA),
    Action(Verb.HIRE_MANAGER),
    Action(Verb.DISMISS, Use.PERSON),
    Action(Verb.SET_MENTORING, Use.PERSON, levels=HOURS_OF_MENTORING, unit="h/month"),
    Action(
        Verb.START,
        Use.PERSON,
        Use.FUNDED_TOPIC,
        levels=tuple(float(tier) for tier, _ in PLANS),
        unit="tier",
        note=f"teams by level: {', '.join(str(size) for _, size in PLANS)}: the person and the next idle researchers, "
        f"as far as there are any; compute is {STARTING_COMPUTE:g} units/month",
    ),
    Action(Verb.SET_COMPUTE, Use.PROJECT, levels=UNITS_OF_COMPUTE, unit="units/month"),
    Action(Verb.ASSIGN, Use.PERSON, Use.PROJECT),
    Action(Verb.UNASSIGN, Use.PERSON, Use.PROJECT),
    Action(Verb.KILL, Use.PROJECT),
    Action(Verb.POLISH, Use.DRAFT, levels=HOURS_ON_A_DRAFT, unit="h"),
    Action(Verb.SUBMIT, Use.DRAFT, Use.VENUE),
    Action(Verb.REVISE, Use.DRAFT, levels=HOURS_ON_A_DRAFT, unit="h"),
    Action(Verb.WITHDRAW, Use.SUBMISSION),
    Action(
        Verb.PROPOSE,
        Use.CALL,
        Use.TOPIC,
        levels=HOURS_ON_A_PROPOSAL,
        unit="h",
        note=f"attached are the latest accepted papers and then the open drafts, {ATTACHED} in all at most",
    ),
    Action(Verb.ATTEND_CONFERENCE),
    Action(Verb.RESPOND, Use.EVENT, Use.ANSWER),
)


def decode_table() -> list[dict[str, object]]:
    """The meaning of actions as plain data, one row a verb, for documentation and other programs.

    Returns:
        Rows with verb, its word, entity, object, levels, unit and note.
    """
    return [
        {
            "verb": int(action.verb),
            "word": action.verb.word,
            "entity": MEANING[action.entity],
            "object": MEANING[action.object],
            "levels": list(action.levels),
            "unit": action.unit,
            "note": action.note,
        }
        for action in ACTIONS
    ]


def split_mask(
    mask: NDArray[np.int8], nvec: Sequence[int] | NDArray[np.integer] = NVEC
) -> tuple[NDArray[np.int8], ...]:
    """A flat mask as the tuple that `MultiDiscrete.sample(mask=...)` takes.

    Args:
        mask: Flat mask of as many flags as all parts have values.
        nvec: How many values each part of an action has; those of `PIBench-v0` unless others are given.

    Returns:
        One mask for each part.

    Raises:
        ValueError: The mask has another size.
    """
    *ends, size = np.cumsum(nvec).tolist()
    if mask.shape != (size,):
        raise ValueError(f"a mask of {len(nvec)} parts has {size} flags in a row here, not the shape {mask.shape}")
    return tuple(np.split(mask, ends))


# The table by verb, as compiled code reads it.
_ENTITY = tuple(int(action.entity) for action in ACTIONS)
_OBJECT = tuple(int(action.object) for action in ACTIONS)
_AMOUNTS = tuple(action.levels or (0.0,) * LEVELS for action in ACTIONS)


@jit
def look_up(lab: Lab, listing: Listing, use: int, k: int) -> int:
    """What a command writes for the k-th of a kind: slot, number, index or code; -1 if there is none."""
    reference = NOBODY
    if use == Use.PERSON and k < PEOPLE:
        reference = listing.people[k]
    elif use == Use.APPLICANT and k < APPLICANTS and listing.applicants[k] >= 0:
        reference = lab.applicants[listing.applicants[k]].number
    elif use == Use.PROJECT and k < PROJECTS and listing.projects[k] >= 0:
        reference = lab.projects[listing.projects[k]].number
    elif use == Use.DRAFT and k < DRAFTS and listing.drafts[k] >= 0:
        reference = listing.drafts[k] + 1
    elif use == Use.SUBMISSION and k < SUBMISSIONS and listing.submissions[k] >= 0:
        reference = listing.submissions[k] + 1
    elif use == Use.CALL and k < CALLS:
        reference = listing.calls[k]
    elif use == Use.EVENT and k < EVENTS and listing.events[k] >= 0:
        reference = lab.events[listing.events[k]].number
    elif use == Use.TOPIC and k < TOPICS:
        reference = k
    elif use == Use.FUNDED_TOPIC:
        reference = k % TOPICS
    elif use == Use.VENUE and k < VENUES:
        reference = k
    elif use == Use.ANSWER and k < 2:
        reference = EventAction.ACCEPT if k == 0 else EventAction.DECLINE
    return reference


@jit
def decode(
    lab: Lab, listing: Listing, verb: int, entity_place: int, object_place: int, level: int, command: Command
) -> None:
    """Write the command that an action asks for; every action of the space has one."""
    entity = look_up(lab, listing, _ENTITY[verb], entity_place)
    target = look_up(lab, listing, _OBJECT[verb], object_place)
    command.verb = verb
    command.object = entity
    command.choice = target
    command.amount = _AMOUNTS[verb][level]
    command.count = 0
    if verb == Verb.INTERVIEW or verb == Verb.SET_MENTORING:
        command.object = NOBODY
        add_pair(command, entity, command.amount)
        command.amount = 0.0
    elif verb == Verb.ASSIGN or verb == Verb.UNASSIGN:
        command.object = target
        command.choice = entity
    elif verb == Verb.START:
        command.object = target
        command.choice = PLANS[level][0]
        command.amount = STARTING_COMPUTE if object_place >= TOPICS else 0.0
        gather_team(lab, listing, entity, PLANS[level][1], command)
    elif verb == Verb.PROPOSE:
        attach_evidence(lab, listing, command)


@jit
def add_pair(command: Command, reference: int, amount: float) -> None:
    """One more pair of the payload."""
    command.ids[command.count] = reference
    command.amounts[command.count] = amount
    command.count += 1


@jit
def gather_team(lab: Lab, listing: Listing, first: int, size: int, command: Command) -> None:
    """A person and the next idle researchers, in the order of the listing."""
    add_pair(command, first, 0.0)
    for k in range(RESEARCHERS):
        slot = listing.people[k]
        if slot >= 0 and slot != first and lab.people[slot].on_projects == 0 and command.count < size:
            add_pair(command, slot, 0.0)


@jit
def attach_evidence(lab: Lab, listing: Listing, command: Command) -> None:
    """All that speaks for a proposal: attaching costs nothing, and nothing attached does harm."""
    for slot in range(lab.n_publications - 1, -1, -1):
        if command.count < ATTACHED:
            add_pair(command, slot + 1, grants.IS_PUBLICATION)
    for k in range(DRAFTS):
        if listing.drafts[k] >= 0 and command.count < ATTACHED:
            add_pair(command, listing.drafts[k] + 1, 0.0)
