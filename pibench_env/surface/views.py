"""The visible tables of a lab in words: rows of plain values with the columns of the agent interface.

A `View` looks at one lab as it is now; what the record has forgotten comes from the lab's `History`.
"""

from functools import cache, cached_property
from typing import Any

from pibench_env.capacities import YEAR
from pibench_env.codes import (
    Agency,
    ApplicantStatus,
    Code,
    DraftStatus,
    EventStatus,
    PersonStatus,
    Pool,
    ProjectStatus,
    ProposalStatus,
    Role,
    Standing,
    SubmissionStatus,
    Topic,
    Venue,
    entity_id,
)
from pibench_env.names import full_name
from pibench_env.observation import standing, visible_readings, visible_scalars, visible_table
from pibench_env.rules import call_id
from pibench_env.surface.chronicle import People, event_rows
from pibench_env.surface.history import History, Row, rows_of

TENTH = 10  # tenths of a reviewer score
PERCENT = 100
RESEARCHERS = ("phd", "postdoc")
STAFF = ("ra", "manager")
_PAY = {  # parameter by role
    Role.PHD: "phd_stipend",
    Role.POSTDOC: "postdoc_salary",
    Role.RA: "ra_salary",
    Role.MANAGER: "manager_salary",
}


@cache
def word(kind: type[Code], code: int) -> str:
    """The word of a code of one vocabulary."""
    return kind(code).word


def label(month: int) -> str:
    """A month as year and month: `Y2M3`.

    Args:
        month: Months from the start, the first is 1.

    Returns:
        The label.
    """
    return f"Y{(month - 1) // YEAR + 1}M{(month - 1) % YEAR + 1}"


class View:
    """One lab as its player sees it now; everything is looked up once, when it is first asked for."""

    def __init__(self, labs: Any, i: int, rules: Any, history: History) -> None:
        """Look at a lab.

        Args:
            labs: An array of dtype `LAB`.
            i: Which of them.
            rules: The array of one rules record.
            history: The memory of this lab.
        """
        self._labs, self._i, self._rules = labs, i, rules
        self.history = history
        self._tables: dict[str, list[Row]] = {}

    @property
    def rules(self) -> Any:
        """The rules record."""
        return self._rules[0]

    @cached_property
    def lab(self) -> Row:
        """The scalars of the lab."""
        return visible_scalars(self._labs[self._i], self.rules)

    @cached_property
    def readings(self) -> dict[str, float]:
        """Derived numbers: attention, burn, runway."""
        return visible_readings(self._labs, self._i, self._rules)

    @property
    def month(self) -> int:
        """The open month, or the last one of a finished run."""
        return int(self.lab["month"])

    @cached_property
    def standing(self) -> str:
        """The word for the lab's standing."""
        return Standing(standing(self._labs[self._i], self.rules)).word

    def table(self, name: str) -> list[Row]:
        """The rows of a visible table, in codes.

        Args:
            name: One of `observation.TABLES`.

        Returns:
            One dict a row.
        """
        if name not in self._tables:
            self._tables[name] = rows_of(visible_table(self._labs[self._i], name))
        return self._tables[name]

    @cached_property
    def person_ids(self) -> list[str]:
        """The ids of everybody who ever joined, by slot."""
        return [entity_id(Role(person["role"]).prefix, person["number"]) for person in self.table("people")]

    @cached_property
    def people(self) -> People:
        """Ids and names of everybody, by slot."""
        names = [full_name(person["given_name"], person["family_name"]) for person in self.table("people")]
        return People(self.person_ids, names)

    def students(self) -> list[Row]:
        """Everybody who ever joined, in that order; `role` and `status` tell students, staff and the departed apart."""
        return [
            {
                "id": name,
                "name": full_name(person["given_name"], person["family_name"]),
                "role": word(Role, person["role"]),
                "status": word(PersonStatus, person["status"]),
                "arrived_month": person["arrived"],
                "left_month": person["left"] or None,
                "stipend": float(self.rules[_PAY[person["role"]]]),
                "mentoring_hours": person["mentoring"],
                "papers_accepted": person["papers"],
                "first_author_accepted": person["first_author"],
                "contract_end": person["contract_end"] or None,
            }
            for name, person in zip(self.person_ids, self.table("people"), strict=True)
        ]

    def reports(self, slot: int) -> list[Row]:
        """All reports of a person, oldest first.

        Args:
            slot: Slot of the person.

        Returns:
            Rows of student_id, month, report_quality and meeting_sentiment, which is None without a meeting.
        """
        return [
            {
                "student_id": self.person_ids[slot],
                "month": report["month"],
                "report_quality": report["report"],
                "meeting_sentiment": report["sentiment"] if report["sentiment"] >= 0.0 else None,
            }
            for report in self.history.reports.get(slot, [])
        ]

    def applicants(self) -> list[Row]:
        """The applicants of the latest season."""
        return [
            {
                "id": entity_id("APP", applicant["number"]),
                "season_year": self.history.applicants[applicant["number"]]["year"],
                "pool": word(Pool, applicant["pool"]),
                "name": full_name(applicant["given_name"], applicant["family_name"]),
                "transcript": applicant["transcript"],
                "letter": applicant["letter"],
                "interview": applicant["interview"] if applicant["interviewed"] else None,
                "status": word(ApplicantStatus, applicant["status"]),
            }
            for applicant in self.table("applicants")
        ]

    def projects(self) -> list[Row]:
        """All projects ever started, in that order."""
        projects = sorted(self.table("projects") + self.table("ended_projects"), key=lambda row: int(row["number"]))
        return [
            {
                "id": entity_id("PJ", project["number"]),
                "topic": word(Topic, project["topic"]),
                "tier": project["tier"],
                "status": word(ProjectStatus, project["status"]),
                "started_month": project["started"],
                "ended_month": project["ended"] or None,
                "progress_pct": self._progress_pct(project),
                "monthly_compute": project["compute"],
                "members": [self.person_ids[slot] for slot in project["members"][: project["n_members"]]],
                "draft_id": entity_id("D", project["draft"]) if project["draft"] else None,
                "scooped_times": project["scooped"],
            }
            for project in projects
        ]

    def _progress_pct(self, project: Row) -> float:
        share = project["progress"] / float(self.rules["tier_work"][project["tier"] - 1])
        return float(round(PERCENT * min(1.0, share), 1))

    def drafts(self) -> list[Row]:
        """All drafts ever written, in that order."""
        return [
            {
                "id": entity_id("D", draft["number"]),
                "project_id": entity_id("PJ", draft["project"]) if draft["project"] else None,
                "topic": word(Topic, draft["topic"]),
                "tier": draft["tier"],
                "status": word(DraftStatus, draft["status"]),
                "created_month": draft["created"],
                "authors": self._authors(draft["number"]),
                "polish_hours": draft["polish"],
                "revisions": draft["revisions"],
                "salvage": bool(draft["salvage"]),
                "collab": bool(draft["collab"]),
            }
            for draft in self.table("drafts")
        ]

    def _authors(self, draft: int) -> list[str]:
        n = self.table("drafts")[draft - 1]["n_authors"]
        return [self.person_ids[slot] for slot in self.table("bylines")[draft - 1]["authors"][:n]]

    def submissions(self) -> list[Row]:
        """All submissions, in order; `decision_month` is expected while one is under review."""
        decided = (SubmissionStatus.ACCEPT, SubmissionStatus.REJECT)
        return [
            {
                "id": entity_id("SUB", submission["number"]),
                "draft_id": entity_id("D", submission["draft"]),
                "venue": word(Venue, submission["venue"]),
                "status": word(SubmissionStatus, submission["status"]),
                "submitted_month": submission["submitted"],
                "decision_month": submission["decision"],
                "reviewer_scores": [tenths / TENTH for tenths in submission["score_tenths"]]
                if submission["status"] in decided
                else None,
            }
            for submission in self.table("submissions")
        ]

    def publications(self) -> list[Row]:
        """The papers that are out, in the order of acceptance."""
        return [
            {
                "id": entity_id("P", paper["number"]),
                "draft_id": entity_id("D", paper["draft"]),
                "venue": word(Venue, paper["venue"]),
                "topic": word(Topic, paper["topic"]),
                "tier": paper["tier"],
                "published_month": paper["published"],
                "citations": paper["citations"],
                "authors": self._authors(paper["draft"]),
                "collab": bool(paper["collab"]),
            }
            for paper in self.table("publications")
        ]

    def calls(self) -> list[Row]:
        """The grant calls that have opened so far, by agency."""
        return [self._call(index) for index in self._opened_calls()]

    def open_calls(self) -> list[Row]:
        """The grant calls that take proposals this month."""
        closes = self.rules["call_closes"]
        return [self._call(index) for index in self._opened_calls() if closes[index] >= self.month]

    def _opened_calls(self) -> list[int]:
        opens = self.rules["call_opens"][: self.rules["n_calls"]].tolist()
        return [index for index, month in enumerate(opens) if month <= self.month]

    def is_venue_open(self, venue: Venue, month: int) -> bool:
        """Whether a venue takes papers in a month."""
        return bool(self.rules["venue_open"][venue, month % YEAR])

    def call_months(self, name: str) -> tuple[int, int] | None:
        """First and last month of a call of the schedule.

        Args:
            name: Id of the call, open or not.

        Returns:
            Both months, None for an unknown id.
        """
        for index in range(int(self.rules["n_calls"])):
            if call_id(self.rules, index) == name:
                return int(self.rules["call_opens"][index]), int(self.rules["call_closes"][index])
        return None

    def _call(self, index: int) -> Row:
        agency = int(self.rules["call_agency"][index])
        return {
            "id": call_id(self.rules, index),
            "agency": word(Agency, agency),
            "award": float(self.rules["agency_award"][agency]),
            "duration_months": int(self.rules["agency_months"][agency]),
            "open_month": int(self.rules["call_opens"][index]),
            "close_month": int(self.rules["call_closes"][index]),
        }

    def proposals(self) -> list[Row]:
        """All proposals, in order; `decision_month` is expected while one is pending."""
        return [
            {
                "id": entity_id("PR", proposal["number"]),
                "call_id": call_id(self.rules, proposal["call"]),
                "agency": word(Agency, proposal["agency"]),
                "topic": word(Topic, proposal["topic"]),
                "status": word(ProposalStatus, proposal["status"]),
                "hours": proposal["hours"],
                "submitted_month": proposal["submitted"],
                "decision_month": proposal["decision"],
                "attached": list(self.history.attached[proposal["number"]]),
            }
            for proposal in self.table("proposals")
        ]

    def awards(self) -> list[Row]:
        """All awards, in order."""
        return [
            {
                "id": entity_id("A", award["number"]),
                "agency": word(Agency, award["agency"]),
                "total": award["total"],
                "monthly": award["monthly"],
                "start_month": award["start"],
                "end_month": award["end"],
            }
            for award in self.table("awards")
        ]

    def pending_events(self) -> list[Row]:
        """The events that wait for an answer."""
        return event_rows((row for row in self.table("events") if row["status"] == EventStatus.PENDING), self.people)

    def events(self) -> list[Row]:
        """All events that ever came, in that order."""
        latest = self.history.events | {row["number"]: row for row in self.table("events")}
        return event_rows(latest.values(), self.people)
