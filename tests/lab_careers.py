"""Careers at the Python surface for tests: a busy player who tries everything, and all reading calls at once."""

import random
from contextlib import suppress
from typing import Any

from pibench_env.lab import Lab, LabError

# A generous world in which a short career sees everything: postdocs, papers, rejections, awards, collaborations.
BUSY_WORLD = {
    "start_budget": 4e6,
    "postdoc_found_cap": 1.0,
    "postdoc_found": 0.9,
    "tier_work": (2.0, 5.0, 9.0),
    "venue_bar": (3.5, 3.0, 2.6, 3.0),
    "rep_init": 3.0,
    "collab_rate_per_rep": 0.3,
    "agency_bar": (0.6, 0.6, 0.6, 0.6),
}


def read_everything(lab: Lab) -> dict[str, Any]:
    """The answers of all reading calls."""
    people = [row["id"] for row in lab.students.list()]
    return {
        "dashboard": lab.dashboard(),
        "ledger": lab.ledger(10**6),
        "attention": lab.attention(),
        "applicants": lab.recruit.applicants(),
        "students": lab.students.list(),
        "reports": {name: lab.students.reports(name, 10**6) for name in people},
        "projects": lab.projects.list(),
        "drafts": lab.papers.drafts(),
        "submissions": lab.papers.submissions(),
        "publications": lab.papers.publications(),
        "calls": lab.grants.calls(),
        "proposals": lab.grants.proposals(),
        "awards": lab.grants.awards(),
        "news": lab.field.news(10**6),
        "preprints": lab.field.preprints(10**6),
        "conference_report": lab.field.conference_report(),
        "topics": lab.field.topics(),
        "pending": lab.events.pending(),
    }


def busy_month(lab: Lab, chance: random.Random, after_each: Any = None) -> None:
    """Play one month: a bit of everything, legal or not, and close it."""
    for name, args in _plans(lab, chance):
        with suppress(LabError):
            lab.call(name, **args)
        if after_each is not None:
            after_each(lab)
    lab.next_month()
    if after_each is not None:
        after_each(lab)


def _plans(lab: Lab, chance: random.Random) -> list[tuple[str, dict[str, Any]]]:
    board = lab.dashboard()
    applicants = [row["id"] for row in lab.recruit.applicants() if row["status"] == "pending"]
    people = [row["id"] for row in board["students"] + board["staff"]]
    drafts = [row["id"] for row in board["available_drafts"]]
    papers = [row["id"] for row in lab.papers.publications()]
    projects = [row["id"] for row in board["active_projects"]]
    topic = chance.choice(lab.field.topics())
    plans: list[tuple[str, dict[str, Any]]] = [("recruit.interview", {"applicant_ids": applicants[:2]})]
    plans += [("recruit.offer", {"applicant_id": name}) for name in applicants[:3]]
    plans += [("events.respond", {"event_id": row["id"], "action": chance.choice(["accept", "decline"])})
              for row in board["pending_events"] if chance.random() < 0.7]  # fmt: skip
    plans += [("recruit.hire_ra", {})] if lab.month % 9 == 1 else []
    plans += [("recruit.hire_manager", {})] if lab.month % 17 == 1 else []
    plans += [("recruit.post_postdoc", {})] if lab.month % 6 == 1 else []
    plans += [("recruit.renew_postdoc", {"student_id": name}) for name in people[:3]]
    plans += [("recruit.dismiss", {"staff_id": name}) for name in people[:1]]
    plans += [("students.set_mentoring", {"hours_by_student": {name: chance.randint(0, 8) for name in people[:6]}})]
    if people:
        team = chance.sample(people, min(2, len(people)))
        start = {"topic": topic, "tier": chance.randint(1, 3), "members": team, "monthly_compute": 500.0}
        plans += [("projects.start", start)]
        plans += [("projects.assign", {"project_id": name, "student_id": people[-1]}) for name in projects[:1]]
    plans += [("projects.set_compute", {"project_id": name, "monthly_compute": 800}) for name in projects[-1:]]
    plans += [("projects.kill", {"project_id": name}) for name in projects[:1] if chance.random() < 0.1]
    for name in drafts[:5]:
        plans += [
            ("papers.polish", {"draft_id": name, "hours": 1.5}),
            ("papers.revise", {"draft_id": name, "hours": 2}),
        ]
        plans += [("papers.submit", {"draft_id": name, "venue": chance.choice(["NAIC", "CLAR", "W-SHOP", "JMR"])})]
    plans += [("grants.propose", {"call_id": row["id"], "topic": topic, "hours": 8, "attach": papers[:2] + drafts[:1]})
              for row in board["open_grant_calls"]]  # fmt: skip
    plans += [("field.attend_conference", {})] if lab.month % 5 == 2 else []
    return plans
