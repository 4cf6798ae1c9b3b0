"""The one door to what is hidden: the whole state of a lab, and the facts that only an evaluation may know.

Both are plain values in the form of the recordings (rules, section 1.10). Who may import this module is listed in an
import contract; what a player may see goes through another gate.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pibench_env.capacities import CONFERENCES, FIELD_MONTHS, NEWS
from pibench_env.codes import NewsKind, PersonStatus, Role, SubmissionStatus, Topic, Venue, entity_id
from pibench_env.forms import (
    APPLICANT,
    AWARD,
    DRAFT,
    EVENT,
    PERSON,
    PROJECT,
    PROPOSAL,
    PUBLICATION,
    SUBMISSION,
    TALENT,
    Row,
    as_plain,
    id_of,
    numbered,
    rows_of,
    shown,
    topic_word,
)
from pibench_env.kernel import READINGS, read_off
from pibench_env.mechanics import seasons
from pibench_env.rules import call_id
from pibench_env.state import Labs, RulesArray

CENT = 100  # hundredths of the funding index
TENTH = 10  # tenths of a reviewer score
NO_MEETING = -1.0  # the sentiment of a report without one
MONTHS_AHEAD = 12  # over which the hotness after a start is averaged (1.10)


def hidden_state(labs: Labs, i: int, rules: RulesArray, news_from: int = 0) -> Row:
    """The whole state of a lab, hidden parts included.

    Events and news are those that the lab still keeps: what is closed is forgotten a month later, so a full list takes
    somebody who looks once a month (`recording.Recorder`).

    Args:
        labs: Array of dtype `LAB`.
        i: Which lab.
        rules: Its rules.
        news_from: Number of news items, counted from birth, that are known already.

    Returns:
        Tables and numbers by name.
    """
    lab = labs[i]
    derived = np.zeros(len(READINGS))
    read_off(labs, i, rules, derived)
    reading = dict(zip(READINGS, derived.tolist(), strict=True))
    people = _people(lab)
    ids = [name for name, _ in people]
    return {
        "month": int(lab["month"]),
        "finished": bool(lab["finished"]),
        "collapsed": bool(lab["collapsed"]),
        "budget": float(lab["budget"]),
        "reputation": float(lab["reputation"]),
        "alumni": int(lab["alumni"]),
        "climate": float(lab["climate"]),
        "compute_price": float(lab["compute_price"]),
        "hotness": lab["hotness"].tolist(),
        "crowding": lab["crowding"].tolist(),
        "attention": {
            "pool": reading["attention_pool"],
            "mentoring": reading["mentoring"],
            "used": float(lab["oneoff_used"]),
        },
        "burn": reading["burn"],
        "impact": reading["impact"],
        "projected": reading["projected"],
        "h_index": int(reading["h_index"]),
        "people": [_person(name, person) for name, person in people],
        "projects": [_project(project, ids) for project in _projects_ever(lab)],
        **_papers(lab, ids),
        **_grants(lab, rules),
        "events": [_event(event, ids) for event in rows_of(lab["events"][: lab["n_events"]])],
        "applicants": _applicants(lab, rules),
        "news_since_last": _news(lab, news_from),
        **_field_month(lab),
        "spent_or_earned_total": float(lab["ledger_total"]),
        "ledger_rows": int(lab["n_ledger"]),
    }


def _people(lab: Any) -> list[tuple[str, Row]]:
    """Ids and rows of everybody who ever joined; ids count within a role."""
    people = rows_of(lab["people"][: lab["n_people"]])
    return [(entity_id(Role(person["role"]).prefix, person["number"]), person) for person in people]


def _person(name: str, person: Row) -> Row:
    sentiment = None if person["sentiment"] == NO_MEETING else person["sentiment"]
    report = [person["report_month"], person["report"], sentiment] if person["report_month"] > 0 else None
    return {"id": name, **shown(person, PERSON), "last_report": report}


def _projects_ever(lab: Any) -> list[Row]:
    """All projects in the order of their numbers: the ended ones lie in the past, the active ones in the lab."""
    projects = rows_of(lab["past"]["projects"][: lab["n_projects"]])
    for project in rows_of(lab["projects"][: lab["n_active"]]):
        projects[project["number"] - 1] = project
    return projects


def _project(project: Row, ids: Sequence[str]) -> Row:
    members = [ids[slot] for slot in project["members"][: project["n_members"]]]
    return {"id": entity_id("PJ", project["number"]), "members": members, **shown(project, PROJECT)}


def _papers(lab: Any, ids: Sequence[str]) -> Row:
    """Drafts, submissions and publications."""
    drafts = numbered("D", lab["drafts"][: lab["n_drafts"]])
    bylines = lab["past"]["bylines"]["authors"][: lab["n_drafts"]].tolist()
    authors = [
        [ids[slot] for slot in byline[: draft["n_authors"]]] for byline, (_, draft) in zip(bylines, drafts, strict=True)
    ]
    submissions = numbered("SUB", lab["submissions"][: lab["n_submissions"]])
    publications = numbered("P", lab["publications"][: lab["n_publications"]])
    return {
        "drafts": [
            {"id": name, "authors": names, **shown(draft, DRAFT)}
            for (name, draft), names in zip(drafts, authors, strict=True)
        ],
        "submissions": [
            {"id": name, **shown(submission, SUBMISSION), "scores": _scores(submission)}
            for name, submission in submissions
        ],
        "publications": [{"id": name, **shown(paper, PUBLICATION)} for name, paper in publications],
    }


def _scores(submission: Row) -> list[float] | None:
    """The three reviewer scores; none before a decision or without one."""
    if submission["status"] in (SubmissionStatus.ACCEPT, SubmissionStatus.REJECT):
        return [tenths / TENTH for tenths in submission["score_tenths"].tolist()]
    return None


def _grants(lab: Any, rules: RulesArray) -> Row:
    """Proposals and awards."""
    proposals = numbered("PR", lab["proposals"][: lab["n_proposals"]])
    awards = numbered("A", lab["awards"][: lab["n_awards"]])
    return {
        "proposals": [
            {"id": name, "call": call_id(rules[0], proposal["call"]), **shown(proposal, PROPOSAL)}
            for name, proposal in proposals
        ],
        "awards": [{"id": name, **shown(award, AWARD)} for name, award in awards],
    }


def _event(event: Row, ids: Sequence[str]) -> Row:
    """An event with the details that its kind and its fate give it; the others are left out."""
    details = {
        "student": ids[event["person"]] if event["person"] >= 0 else None,
        "topic": topic_word(event["topic"]) if event["topic"] >= 0 else None,
        "accept_month": event["accepted"] or None,
        "deliver_month": event["delivery"] or None,
        "delivered_draft": id_of("D")(event["draft"]),
    }
    known = {name: value for name, value in details.items() if value is not None}
    return {"id": entity_id("E", event["number"]), **shown(event, EVENT), **known}


def _applicants(lab: Any, rules: RulesArray) -> list[Row]:
    """The season's applicants; the year is that of the month in which they appeared."""
    month = int(lab["month"])
    year = int(seasons.year_of(month - seasons.season_age(month, rules[0])))
    return [
        {
            "id": entity_id("APP", applicant["number"]),
            "year": year,
            **shown(applicant, APPLICANT),
            "interview": applicant["interview"] if applicant["interviewed"] else None,
            "ability": applicant["ability"],
            "interview_hidden": applicant["interview_value"],
        }
        for applicant in rows_of(lab["applicants"][: lab["n_applicants"]])
    ]


def _news(lab: Any, news_from: int) -> list[Row]:
    n = int(lab["n_news"])
    places = [number % NEWS for number in range(max(news_from, n - NEWS), n)]
    return [_news_item(item) for item in rows_of(lab["news"][places])]


def _news_item(item: Row) -> Row:
    kind = NewsKind(item["kind"])
    topic = topic_word(item["topic"]) if item["topic"] >= 0 else None
    common = {"month": item["month"], "kind": kind.word, "topic": topic}
    if kind == NewsKind.FIELD:
        return {**common, "count": item["count"], "level": item["detail"]}
    if kind == NewsKind.FUNDING:
        return {**common, "index": item["index_hundredths"] / CENT}
    if kind == NewsKind.SCOOP:
        return {**common, "project": entity_id("PJ", item["subject"])}
    return common


def _field_month(lab: Any) -> Row:
    """What could be observed of the field in the open month."""
    field_month = lab["field_months"][lab["month"] % FIELD_MONTHS]
    accepted = field_month["accepted"].tolist()
    return {
        "preprints_this_month": field_month["preprints"].tolist(),
        "conference_report_this_month": [
            [venue.word, topic.word, accepted[venue][topic]]
            for venue in list(Venue)[:CONFERENCES]
            if field_month["reported"][venue]
            for topic in Topic
        ],
    }


# --- Evaluation -------------------------------------------------------------------------------------------------------


def _researchers(lab: Any) -> list[tuple[str, Row]]:
    return [(name, person) for name, person in _people(lab) if person["role"] in (Role.PHD, Role.POSTDOC)]


def mentoring_facts(labs: Labs, i: int) -> Row:
    """How much each researcher was mentored when the last month was closed.

    Args:
        labs: Array of dtype `LAB`.
        i: Which lab.

    Returns:
        Hours, talent and role by id of the active researchers, in store order.
    """
    return {
        name: {"hours": person["mentoring_recorded"], **shown(person, TALENT), "role": PERSON["role"](person["role"])}
        for name, person in _researchers(labs[i])
        if person["status"] == PersonStatus.ACTIVE
    }


def evaluation_facts(labs: Labs, i: int, rules: RulesArray, mentoring: Sequence[Row]) -> Row:
    """The hidden evaluation facts of a run (1.10).

    Args:
        labs: Array of dtype `LAB`.
        i: Which lab.
        rules: Its rules.
        mentoring: For each closed month its number and what `mentoring_facts` said right after it.

    Returns:
        Seed, mentoring by month, projects and researchers.
    """
    lab = labs[i]
    career = {name: PERSON[name] for name in ("arrived", "left", "status", "papers")}
    return {
        "seed": int(lab["luck"]["seed"]),
        "monthly_mentoring": list(mentoring),
        "projects": [_project_facts(lab, project, rules) for project in _projects_ever(lab)],
        "researchers": [
            {"id": name, "role": PERSON["role"](person["role"]), **shown(person, TALENT), **shown(person, career)}
            for name, person in _researchers(lab)
        ],
    }


def _project_facts(lab: Any, project: Row, rules: RulesArray) -> Row:
    hotness = lab["luck"]["trajectory"][:, project["topic"]]
    start, end = project["started"], seasons.trajectory_end(rules[0])
    to_come = [hotness[min(month, end)] for month in range(start + 1, start + MONTHS_AHEAD + 1)]
    return {
        "id": entity_id("PJ", project["number"]),
        **shown(project, {name: PROJECT[name] for name in ("tier", "topic", "status")}),
        "started_month": start,
        "ended_month": project["ended"] or None,
        "hot_at_start": round(float(hotness[start]), 3),
        "future_hot": round(float(np.mean(to_come)), 3),
        **shown(project, as_plain("runway_at_start", "idle_at_start")),
        **shown(project, {name: PROJECT[name] for name in ("feasible", "scooped")}),
        "produced_paper": project["draft"] > 0,
    }
