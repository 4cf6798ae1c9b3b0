"""The namespaces of the Python surface: `lab.recruit`, `lab.students`, `lab.projects` and so on.

Reading calls return copies and change nothing. Commands return what `answers.py` says, or None, and raise `LabError`
when they are refused (rules, section 1.9; agent interface, Surface). Ids are texts such as `S001` or `PJ003`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pibench_env.answers import Answer
from pibench_env.codes import Topic
from pibench_env.surface.chronicle import conference_rows, news_rows, preprint_rows
from pibench_env.surface.errors import whole_number
from pibench_env.surface.history import Row
from pibench_env.surface.refusals import known_person
from pibench_env.surface.views import View

Listing = list[Row]  # two namespaces have a call named `list`, which hides the type from the calls after it


def last(rows: Listing, n: object) -> Listing:
    """The last rows of a list.

    Args:
        rows: The list.
        n: How many at most, a whole number from 0.

    Returns:
        A new list, in the order of the old one.

    Raises:
        LabError: `n` is no such number.
    """
    count = whole_number("n", n)
    return rows[-count:] if count else []


class Commanded(Protocol):
    """What the namespaces need of a lab."""

    def call(self, name: str, /, **args: Any) -> Answer | None:
        """Give a command by its name."""

    def view(self) -> View:
        """What can be seen now."""


class Namespace:
    """A group of calls of one lab."""

    def __init__(self, lab: Commanded) -> None:
        self._lab = lab


class Recruit(Namespace):
    """Applicants, postdocs and staff."""

    def applicants(self) -> Listing:
        """The applicants of the latest season; the interview score is None until the interview was held."""
        return self._lab.view().applicants()

    def interview(self, applicant_ids: Sequence[str]) -> Answer | None:
        """Interview applicants of this season, 3 h each, the first time only.

        Args:
            applicant_ids: Their ids, in order; if the hours run out, the earlier interviews stand.

        Returns:
            `interview_scores` by id.
        """
        return self._lab.call("recruit.interview", applicant_ids=applicant_ids)

    def offer(self, applicant_id: str) -> Answer | None:
        """Offer a place to a pending applicant; answers come at the end of the season."""
        return self._lab.call("recruit.offer", applicant_id=applicant_id)

    def post_postdoc(self) -> Answer | None:
        """Post a search for a postdoc ($1,000); it ends two months later, perhaps empty-handed."""
        return self._lab.call("recruit.post_postdoc")

    def renew_postdoc(self, student_id: str) -> Answer | None:
        """Prolong a postdoc's contract by 12 months, within 3 months of its end; returns `new_contract_end`."""
        return self._lab.call("recruit.renew_postdoc", student_id=student_id)

    def hire_ra(self) -> Answer | None:
        """Hire a research assistant at once; returns `staff_id`."""
        return self._lab.call("recruit.hire_ra")

    def hire_manager(self) -> Answer | None:
        """Hire a lab manager at once, at most 2 at a time; returns `staff_id`."""
        return self._lab.call("recruit.hire_manager")

    def dismiss(self, staff_id: str) -> Answer | None:
        """Dismiss a research assistant or manager."""
        return self._lab.call("recruit.dismiss", staff_id=staff_id)


class Students(Namespace):
    """People and mentoring."""

    def list(self) -> Listing:
        """Everybody who ever joined; `role` and `status` tell students, staff and the departed apart."""
        return self._lab.view().students()

    def set_mentoring(self, hours_by_student: Mapping[str, float]) -> Answer | None:
        """Set standing mentoring hours; those not named keep theirs.

        Args:
            hours_by_student: Hours a month by id, 0 to 40 each.

        Returns:
            `mentoring_total`, the hours of everybody.
        """
        return self._lab.call("students.set_mentoring", hours_by_student=hours_by_student)

    def reports(self, student_id: str, n: int = 6) -> Listing:
        """The last monthly reports of a person, oldest first.

        Args:
            student_id: Whose; also of one who has left.
            n: How many at most.

        Returns:
            Rows of student_id, month, report_quality and meeting_sentiment (None in a month without meetings).
        """
        view = self._lab.view()
        return last(view.reports(known_person(view, student_id)), n)


class Projects(Namespace):
    """Projects and their teams."""

    def list(self) -> Listing:
        """All projects ever started; `status` tells those that run."""
        return self._lab.view().projects()

    def start(self, topic: str, tier: int, members: Sequence[str], monthly_compute: float) -> Answer | None:
        """Start a project; at most 10 run at a time.

        Args:
            topic: One of `lab.field.topics()`.
            tier: Ambition: 1, 2 or 3.
            members: Ids of the team, at least one person of the payroll.
            monthly_compute: Units a month, 0 to 50,000.

        Returns:
            `project_id`.
        """
        team = {"members": members, "monthly_compute": monthly_compute}
        return self._lab.call("projects.start", topic=topic, tier=tier, **team)

    def set_compute(self, project_id: str, monthly_compute: float) -> Answer | None:
        """Change the compute of an active project, 0 to 50,000 units a month."""
        return self._lab.call("projects.set_compute", project_id=project_id, monthly_compute=monthly_compute)

    def assign(self, project_id: str, student_id: str) -> Answer | None:
        """Put anybody of the payroll on an active project."""
        return self._lab.call("projects.assign", project_id=project_id, student_id=student_id)

    def unassign(self, project_id: str, student_id: str) -> Answer | None:
        """Take a person off an active project."""
        return self._lab.call("projects.unassign", project_id=project_id, student_id=student_id)

    def kill(self, project_id: str) -> Answer | None:
        """End an active project; its team takes it badly."""
        return self._lab.call("projects.kill", project_id=project_id)


class Papers(Namespace):
    """Drafts, submissions and publications."""

    def drafts(self) -> Listing:
        """All drafts ever written; `status` tells those that are available."""
        return self._lab.view().drafts()

    def polish(self, draft_id: str, hours: float) -> Answer | None:
        """Polish an available draft; 12 hours in all count; returns `total_polish_hours`."""
        return self._lab.call("papers.polish", draft_id=draft_id, hours=hours)

    def submit(self, draft_id: str, venue: str) -> Answer | None:
        """Send an available draft to a venue that takes papers this month.

        Args:
            draft_id: Which.
            venue: NAIC, CLAR, W-SHOP or JMR.

        Returns:
            `submission_id` and `decision_expected_month`.
        """
        return self._lab.call("papers.submit", draft_id=draft_id, venue=venue)

    def revise(self, draft_id: str, hours: float) -> Answer | None:
        """Revise a rejected draft, once a month; 10 hours count; returns `revisions`."""
        return self._lab.call("papers.revise", draft_id=draft_id, hours=hours)

    def withdraw(self, submission_id: str) -> Answer | None:
        """Take back a submission under review."""
        return self._lab.call("papers.withdraw", submission_id=submission_id)

    def submissions(self) -> Listing:
        """All submissions; reviewer scores come with the decision."""
        return self._lab.view().submissions()

    def publications(self) -> Listing:
        """The papers that are out, with their citations."""
        return self._lab.view().publications()


class Grants(Namespace):
    """Calls, proposals and awards."""

    def calls(self) -> Listing:
        """The calls that take proposals this month."""
        return self._lab.view().open_calls()

    def propose(self, call_id: str, topic: str, hours: float, attach: Sequence[str] = ()) -> Answer | None:
        """Send a proposal to an open call ($500).

        Args:
            call_id: Which, such as `TIF-rolling`.
            topic: One of `lab.field.topics()`.
            hours: Hours of writing, at least 5.
            attach: Ids of drafts and publications as evidence.

        Returns:
            `proposal_id` and `decision_expected_month`.
        """
        return self._lab.call("grants.propose", call_id=call_id, topic=topic, hours=hours, attach=attach)

    def proposals(self) -> Listing:
        """All proposals."""
        return self._lab.view().proposals()

    def awards(self) -> Listing:
        """All awards ever won."""
        return self._lab.view().awards()


class Field(Namespace):
    """The field outside the lab."""

    def news(self, n: int = 20) -> Listing:
        """The last n news items, oldest first: rows of month, kind, topic and text."""
        view = self._lab.view()
        return news_rows(last(view.history.news, n), view.people)

    def preprints(self, n_months: int = 6) -> Listing:
        """Preprints by topic of the last months, the open one included: rows of month, topic, preprint_count."""
        count = whole_number("n_months", n_months)
        return preprint_rows(last(self._lab.view().history.field_months, count))

    def conference_report(self) -> Listing:
        """The latest report of what conferences accepted: rows of month, venue, topic, accepted_papers."""
        reported = [row for row in self._lab.view().history.field_months if any(row["reported"])]
        return conference_rows(reported[-1:])

    def attend_conference(self) -> Answer | None:
        """Go to a conference, 15 h and $2,500, once in 5 months; returns `hallway_intel` by topic."""
        return self._lab.call("field.attend_conference")

    def topics(self) -> list[str]:
        """The research topics."""
        return [topic.word for topic in Topic]


class Events(Namespace):
    """What asks for an answer."""

    def pending(self) -> Listing:
        """The events that wait for an answer until the end of their month `respond_by`."""
        return self._lab.view().pending_events()

    def respond(self, event_id: str, action: str) -> Answer | None:
        """Answer an event.

        Args:
            event_id: Which.
            action: accept or decline; for a crisis support or ignore.
        """
        return self._lab.call("events.respond", event_id=event_id, action=action)
