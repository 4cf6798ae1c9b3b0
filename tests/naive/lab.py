"""The lab's whole state and the questions asked of it (rules, sections 1.2, 1.4 and 1.10)."""

import math

from naive import citations, purse, score
from naive.events import Event
from naive.grants import Award, Proposal
from naive.luck import Luck
from naive.people import Person
from naive.projects import Project
from naive.recruiting import Applicant, Search
from naive.review import Draft, Publication, Submission
from naive.seasons import Call, call_schedule, year_of
from naive.world_numbers import Numbers, numbers_with

NewsItem = dict[str, int | float | str | None]


class NaiveError(Exception):
    """A refused command; kind names what was wrong (rules, sections 1.9 and 1.10)."""

    def __init__(self, kind: str) -> None:
        """Keep the kind of refusal."""
        super().__init__(kind)
        self.kind = kind


def require(fine: bool, kind: str) -> None:
    """Refuse a command unless a condition holds."""
    if not fine:
        raise NaiveError(kind)


def finite_number(value: object) -> float:
    """Take an argument as a number, refusing bools, texts and what is not finite (rules, section 1.9)."""
    require(isinstance(value, int | float) and not isinstance(value, bool), "out_of_range")
    number = float(value)
    require(math.isfinite(number), "out_of_range")
    return number


class Lab:
    """State of one run, with stores in order of birth (rules, section 1.2)."""

    def __init__(self, seed: int, config: Numbers | None = None, salt: str | None = None) -> None:
        """Hold an empty lab before its birth."""
        self.n = numbers_with(config or {})
        self.seed = seed
        self.luck = Luck(seed, salt)
        self.month = 1
        self.finished = False
        self.collapsed = False
        self.budget = float(self.n["start_budget"])
        self.ledger: list[float] = []
        self.reputation = float(self.n["rep_init"])
        self.reputation_impulse = 0.0
        self.alumni = 0
        self.climate = 1.0
        self.climate_phase = 0.0
        self.price = 1.0
        self.shock_end = 0
        self.trajectory: list[list[float]] = []
        self.hotness: list[float] = []
        self.crowding: list[float] = []
        self.preferences: list[list[float]] = []
        self.calls: list[Call] = call_schedule(self.n)
        self.people: list[Person] = []
        self.applicants: list[Applicant] = []
        self.searches: list[Search] = []
        self.projects: list[Project] = []
        self.drafts: list[Draft] = []
        self.submissions: list[Submission] = []
        self.publications: list[Publication] = []
        self.proposals: list[Proposal] = []
        self.awards: list[Award] = []
        self.events: list[Event] = []
        self.news: list[NewsItem] = []
        self.preprints: list[int] = []
        self.conference_report: list[tuple[int, int, int]] = []
        self.hours_used = 0.0
        self.applicant_boost = False
        self.last_conference: int | None = None
        self.last_tif: int | None = None
        self.counters: dict[str, int] = {}
        self.mentoring_log: list[tuple[int, list[tuple[Person, float]]]] = []

    def next_id(self, prefix: str) -> str:
        """Number the next thing of a kind (rules, section 2.1)."""
        self.counters[prefix] = self.counters.get(prefix, 0) + 1
        return f"{prefix}{self.counters[prefix]:03d}"

    def pay(self, amount: float) -> None:
        """Book one ledger row; money that leaves is negative (rules, section 1.10)."""
        self.budget += amount
        self.ledger.append(amount)

    def tell(self, kind: str, month: int, topic: str | None = None, **details: int | float | str) -> None:
        """Publish one news item (rules, sections 1.5 and 1.10)."""
        self.news.append({"month": month, "kind": kind, "topic": topic, **details})

    def ledger_total(self) -> float:
        """Add up every ledger row (rules, section 1.10)."""
        total = 0.0
        for amount in self.ledger:
            total += amount
        return total

    def active_people(self) -> list[Person]:
        """List everybody on the payroll (rules, section 1)."""
        return [person for person in self.people if person.active]

    def researchers(self) -> list[Person]:
        """List the active PhD students and postdocs (rules, section 1)."""
        return [person for person in self.people if person.active and person.researcher]

    def find_person(self, person_id: object) -> Person:
        """Find an active person (rules, section 1.10)."""
        for person in self.people:
            if person.id == person_id and person.active:
                return person
        raise NaiveError("unknown_id")

    def persons(self, ids: list[str]) -> list[Person]:
        """Look persons up by id, active or not."""
        by_id = {person.id: person for person in self.people}
        return [by_id[person_id] for person_id in ids]

    def find_draft(self, draft_id: object) -> Draft | None:
        """Find a draft."""
        return next((draft for draft in self.drafts if draft.id == draft_id), None)

    def find_project(self, project_id: object) -> Project:
        """Find an active project (rules, section 1.10)."""
        for project in self.projects:
            if project.id == project_id and project.status == "active":
                return project
        raise NaiveError("unknown_id")

    def active_projects(self) -> list[Project]:
        """List the projects under way."""
        return [project for project in self.projects if project.status == "active"]

    def project_count(self, person: Person) -> int:
        """Count the active projects a person is on (rules, section 1.4)."""
        return len([project for project in self.active_projects() if person.id in project.members])

    def running_awards(self) -> list[Award]:
        """List the awards that pay this month (rules, section 1.4)."""
        return [award for award in self.awards if award.running(self.month)]

    def this_years_applicants(self) -> list[Applicant]:
        """List the applicants that count this year (rules, section 1.6)."""
        return [applicant for applicant in self.applicants if applicant.year == year_of(self.month)]

    def published(self) -> list[Publication]:
        """List the papers that are out (rules, section 1.8)."""
        return [paper for paper in self.publications if paper.published <= self.month]

    def attention_pool(self) -> float:
        """Give this month's pool (rules, section 1.4)."""
        roles = [person.role for person in self.active_people()]
        hours = purse.oversight(len(self.researchers()), roles.count("ra"), roles.count("manager"), self.n)
        return purse.attention_pool(self.month, hours, self.n)

    def mentoring_total(self) -> float:
        """Add up the mentoring hours of active persons (rules, section 1.4)."""
        total = 0.0
        for person in self.active_people():
            total += person.mentoring
        return total

    def spend_hours(self, hours: float) -> None:
        """Use one-off hours, or refuse (rules, section 1.4)."""
        left = purse.attention_left(self.attention_pool(), self.mentoring_total(), self.hours_used)
        require(hours <= left + self.n["attention_slack"], "attention")
        self.hours_used += hours

    def burn(self) -> float:
        """Give the lab's burn as it stands (rules, section 1.4)."""
        return purse.burn(
            [purse.stipend(person.role, self.n) for person in self.active_people()],
            [purse.compute_cost(project.compute, self.price, self.n) for project in self.active_projects()],
            [award.monthly for award in self.running_awards()],
            self.n,
        )

    def leave_projects(self, person: Person) -> None:
        """Take a person off all active projects (rules, section 1.10)."""
        for project in self.active_projects():
            if person.id in project.members:
                project.members.remove(person.id)

    def citation_rate(self, paper: Publication) -> float:
        """Give a paper's citation rate in the month now closing (rules, section 1.8)."""
        return citations.citation_rate(
            paper.quality,
            paper.venue,
            self.month - paper.published,
            self.hotness[paper.topic],
            self.reputation,
            self.alumni,
            paper.collab,
            self.n,
        )

    def citations_total(self) -> int:
        """Count all citations so far (rules, section 1.8)."""
        return sum(paper.citations for paper in self.publications)

    def projected(self) -> float:
        """Give the citations to come; none for a collapsed lab (rules, section 1.8)."""
        if self.collapsed:
            return 0.0
        return score.projected_citations(
            self.publications, self.month, self.hotness, self.reputation, self.alumni, self.n
        )
