"""Which entity stands in which place of an observation, by the ids that the Python surface uses."""

from typing import Any

import numpy as np

from pibench_env.codes import ProposalStatus, Role, entity_id
from pibench_env.mechanics import purse
from pibench_env.rules import call_id
from pibench_env.spaces.layout import AWARDS, PROPOSALS, RESEARCHERS
from pibench_env.spaces.listing import LISTING, NOBODY, list_all
from pibench_env.state import Labs, RulesArray


def listed_ids(labs: Labs, rules: RulesArray) -> dict[str, list[str]]:
    """The ids of all that the observation of a lab lists: place k of a list is the k-th id.

    Args:
        labs: An array of one record of dtype `LAB`, such as `env.unwrapped.labs`.
        rules: Its rules, such as `env.unwrapped.rules`.

    Returns:
        Ids by the name of the list, as in `schema.GROUPS`; lists are as long as they are filled.
    """
    lab, listings = labs[0], np.zeros(1, LISTING)
    list_all(lab, rules[0], listings[0])
    slots = {name: _filled(listings[0][name]) for name in LISTING.names or ()}
    people = listings[0]["people"]
    pending = np.flatnonzero(lab["proposals"]["status"][: lab["n_proposals"]] == ProposalStatus.PENDING)[:PROPOSALS]
    running = [k for k in range(lab["n_awards"]) if purse.is_running(lab["awards"][k], lab["month"])][:AWARDS]
    return {
        "researchers": [_person_id(lab, slot) for slot in _filled(people[:RESEARCHERS])],
        "staff": [_person_id(lab, slot) for slot in _filled(people[RESEARCHERS:])],
        "applicants": [entity_id("APP", int(lab["applicants"]["number"][slot])) for slot in slots["applicants"]],
        "projects": [entity_id("PJ", int(lab["projects"]["number"][slot])) for slot in slots["projects"]],
        "drafts": [entity_id("D", slot + 1) for slot in slots["drafts"]],
        "submissions": [entity_id("SUB", slot + 1) for slot in slots["submissions"]],
        "calls": [call_id(rules[0], index) for index in slots["calls"]],
        "proposals": [entity_id("PR", int(slot) + 1) for slot in pending],
        "awards": [entity_id("A", slot + 1) for slot in running],
        "events": [entity_id("E", int(lab["events"]["number"][slot])) for slot in slots["events"]],
    }


def _filled(places: Any) -> list[int]:
    return [slot for slot in places.tolist() if slot != NOBODY]


def _person_id(lab: Any, slot: int) -> str:
    person = lab["people"][slot]
    return entity_id(Role(int(person["role"])).prefix, int(person["number"]))
