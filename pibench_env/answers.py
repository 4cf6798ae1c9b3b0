"""What a command that succeeded answers: the `out` of a recorded call (rules, section 1.9).

Read from the lab right after the command. Verbs that are not listed in `_ANSWERS` answer nothing.
"""

from collections.abc import Callable
from typing import Any

from pibench_env.calls import person_id
from pibench_env.codes import Intel, PersonStatus, Topic, Verb, entity_id

Answer = dict[str, Any]


def answer(lab: Any, command: Any) -> Answer | None:
    """The answer of a command that has just succeeded.

    Args:
        lab: One record of dtype `LAB`, after the command.
        command: The record of dtype `COMMAND`.

    Returns:
        Plain values by name, or None for a command that answers nothing.
    """
    make = _ANSWERS.get(int(command["verb"]))
    return make(lab, command) if make is not None else None


def _interview(lab: Any, command: Any) -> Answer:
    numbers = [int(number) for number in command["ids"][: command["count"]]]
    slots = [number - int(lab["first_applicant"]) for number in numbers]
    scores = [float(lab["applicants"][slot]["interview"]) for slot in slots]
    return {"interview_scores": {entity_id("APP", number): s for number, s in zip(numbers, scores, strict=True)}}


def _renew_postdoc(lab: Any, command: Any) -> Answer:
    return {"new_contract_end": int(lab["people"][int(command["object"])]["contract_end"])}


def _hire(lab: Any, command: Any) -> Answer:
    return {"staff_id": person_id(lab, int(lab["n_people"]) - 1)}


def _set_mentoring(lab: Any, command: Any) -> Answer:
    people = lab["people"][: lab["n_people"]]
    total = 0.0  # from left to right, as the kernel adds
    for hours in people["mentoring"][people["status"] == PersonStatus.ACTIVE].tolist():
        total += hours
    return {"mentoring_total": total}


def _start(lab: Any, command: Any) -> Answer:
    return {"project_id": entity_id("PJ", int(lab["n_projects"]))}


def _polish(lab: Any, command: Any) -> Answer:
    return {"total_polish_hours": float(lab["drafts"][int(command["object"]) - 1]["polish"])}


def _submit(lab: Any, command: Any) -> Answer:
    number = int(lab["n_submissions"])
    decision = int(lab["submissions"][number - 1]["decision"])
    return {"submission_id": entity_id("SUB", number), "decision_expected_month": decision}


def _revise(lab: Any, command: Any) -> Answer:
    return {"revisions": int(lab["drafts"][int(command["object"]) - 1]["revisions"])}


def _propose(lab: Any, command: Any) -> Answer:
    number = int(lab["n_proposals"])
    decision = int(lab["proposals"][number - 1]["decision"])
    return {"proposal_id": entity_id("PR", number), "decision_expected_month": decision}


def _attend_conference(lab: Any, command: Any) -> Answer:
    levels = lab["intel"].tolist()
    return {"hallway_intel": {topic.word: Intel(level).word for topic, level in zip(Topic, levels, strict=True)}}


_ANSWERS: dict[int, Callable[[Any, Any], Answer]] = {
    Verb.INTERVIEW: _interview,
    Verb.RENEW_POSTDOC: _renew_postdoc,
    Verb.HIRE_RA: _hire,
    Verb.HIRE_MANAGER: _hire,
    Verb.SET_MENTORING: _set_mentoring,
    Verb.START: _start,
    Verb.POLISH: _polish,
    Verb.SUBMIT: _submit,
    Verb.REVISE: _revise,
    Verb.PROPOSE: _propose,
    Verb.ATTEND_CONFERENCE: _attend_conference,
}
