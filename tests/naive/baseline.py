"""The rule-based baseline in plain Python, playing a world to its end (policies, section 3.1)."""

from dataclasses import dataclass
from typing import Any

from naive import purse, seasons
from naive.recruiting import Applicant
from naive.replay import play
from naive.review import Draft
from naive.world import World
from naive.world_numbers import AGENCIES, TOPICS, VENUES

Given = tuple[str, dict[str, Any], str]
"""Call, arguments, and what came of it: "ok" or the kind of refusal."""

NEWS_WINDOW = 40
NO_RUNWAY = 99.0
TEAM = 2
PAPERS_ATTACHED = 4
DRAFTS_ATTACHED = 2
ALL_MENTORING = 60.0
TIF_RUNWAY = 24.0
SPARE_HOURS = 20.0


@dataclass(frozen=True)
class Choices:
    """The arguments of the policy with the published values (policies, section 3.1)."""

    n_target_students: int = 4
    hires_per_season: int = 2
    use_interview: bool = True
    tier: int = 2
    compute: float = 1500.0
    mentor_hours: float = 5.0
    proposal_hours: float = 25.0
    polish_hours: float = 8.0
    topic_rule: str = "news"
    fixed_topic: str = "reasoning"
    min_runway_for_hiring: float = 18.0


class Baseline:
    """The policy at work on one world, remembering the news that it has read (policies, section 3.1)."""

    def __init__(self, world: World, choices: Choices | None = None) -> None:
        """Sit down before a world in the month that is open."""
        self.world = world
        self.choices = choices or Choices()
        self.news: list[dict[str, Any]] = []
        self.given: list[Given] = []

    def play_career(self) -> World:
        """Play until the run is over."""
        while not self.world.finished:
            self.play_month()
            self.world.next_month()
        return self.world

    def play_month(self) -> list[Given]:
        """Give the commands of the open month, which stays open (policies, section 3.1)."""
        self.given = []
        self.news += self.world.news
        runway = self.runway()
        if self.world.month % 12 == 1:
            self.hire(runway)
        self.mentor()
        self.start_projects()
        self.place_drafts()
        self.write_proposals(runway)
        self.answer_events()
        return self.given

    def give(self, call: str, **args: Any) -> bool:
        """Give one command and tell whether it was taken; a refused one is passed over (policies, section 3)."""
        answer = play(self.world, call, args)
        self.given.append((call, args, "ok" if answer["ok"] else answer["error"]))
        return answer["ok"]

    def runway(self) -> float:
        """Read the runway as the dashboard shows it (policies, section 3.1)."""
        months = purse.runway(self.world.budget, self.world.burn())
        return NO_RUNWAY if months is None else round(months, 1)

    def topic(self) -> str:
        """Name the topic of projects and proposals (policies, section 3.1)."""
        return self.hottest() if self.choices.topic_rule == "news" else self.choices.fixed_topic

    def hottest(self) -> str:
        """Name the topic with most headlines in the last news, the first met among equals (policies, section 3)."""
        headlines: dict[str, int] = {}
        for item in self.news[-NEWS_WINDOW:]:
            if item["kind"] == "field":
                headlines[item["topic"]] = headlines.get(item["topic"], 0) + 1
        return max(headlines, key=lambda topic: headlines[topic]) if headlines else "reasoning"

    def hire(self, runway: float) -> None:
        """Interview the best by their papers, and offer places (policies, section 3.1, step 1)."""
        choices, active = self.choices, len(self.world.active_people())
        want = min(choices.hires_per_season, max(0, choices.n_target_students - active))
        applicants = self.world.this_years_applicants()
        if runway < choices.min_runway_for_hiring or want == 0 or not applicants:
            return
        ranked = sorted(applicants, key=lambda applicant: applicant.transcript + applicant.letter, reverse=True)
        shortlist = ranked[: 2 * want + 2]
        if choices.use_interview:
            self.give("recruit.interview", applicant_ids=[applicant.id for applicant in shortlist])
            shortlist = sorted(shortlist, key=interviewed_score, reverse=True)
        for applicant in shortlist[: want + 1]:
            self.give("recruit.offer", applicant_id=applicant.id)

    def mentor(self) -> None:
        """Give everybody on the payroll the same hours (policies, section 3.1, step 2)."""
        people = self.world.active_people()
        if people:
            hours = min(self.choices.mentor_hours, ALL_MENTORING / len(people))
            self.give("students.set_mentoring", hours_by_student={person.id: hours for person in people})

    def start_projects(self) -> None:
        """Start a project with each pair of idle people (policies, section 3.1, step 3)."""
        idle = [person.id for person in self.world.active_people() if self.world.project_count(person) == 0]
        topic, tier, compute = self.topic(), self.choices.tier, self.choices.compute
        for first in range(0, len(idle), TEAM):
            team = idle[first : first + TEAM]
            self.give("projects.start", topic=topic, tier=tier, members=team, monthly_compute=compute)

    def place_drafts(self) -> None:
        """Polish, revise and submit what is available (policies, section 3.1, step 4)."""
        for draft in self.world.drafts:
            if draft.status != "available":
                continue
            refusals = {
                VENUES[submission.venue]
                for submission in self.world.submissions
                if submission.draft == draft.id and submission.status == "reject"
            }
            if draft.polish == 0 and not draft.salvage:
                self.give("papers.polish", draft_id=draft.id, hours=self.choices.polish_hours)
            if refusals and draft.revisions == 0:
                self.give("papers.revise", draft_id=draft.id, hours=self.choices.polish_hours)
            for venue in ladder(draft, refusals):
                if self.give("papers.submit", draft_id=draft.id, venue=venue):
                    break

    def write_proposals(self, runway: float) -> None:
        """Propose to every open call (policies, section 3.1, step 5)."""
        topic = self.topic()
        for call in self.world.calls:
            if not seasons.call_open(call, self.world.month):
                continue
            if AGENCIES[call.agency] == "TIF" and runway > TIF_RUNWAY:
                continue
            attach, hours = self.evidence(topic), self.choices.proposal_hours
            self.give("grants.propose", call_id=call.id, topic=topic, hours=hours, attach=attach)

    def evidence(self, topic: str) -> list[str]:
        """Choose what a proposal attaches (policies, section 3.1, step 5)."""
        out = self.world.published()
        on_topic = [paper.id for paper in out if TOPICS[paper.topic] == topic]
        papers = on_topic or [paper.id for paper in out]
        if papers:
            return papers[:PAPERS_ATTACHED]
        return [draft.id for draft in self.world.drafts if draft.status == "available"][:DRAFTS_ATTACHED]

    def answer_events(self) -> None:
        """Answer what is pending (policies, section 3.1, step 6)."""
        world = self.world
        for event in [event for event in world.events if event.status == "pending"]:
            action = "accept"
            if event.kind == "student_crisis":
                action = "support"
            elif event.kind in ("invited_talk", "review_request"):
                left = purse.attention_left(world.attention_pool(), world.mentoring_total(), world.hours_used)
                action = "accept" if left > SPARE_HOURS else "decline"
            self.give("events.respond", event_id=event.id, action=action)


def interviewed_score(applicant: Applicant) -> float:
    """Weigh an interview with the papers; the transcript counts where none was had (policies, section 3.1, step 1)."""
    if not applicant.interviewed:
        return applicant.transcript
    return 0.6 * applicant.interview_hidden + 0.25 * applicant.transcript + 0.15 * applicant.letter


def ladder(draft: Draft, refusals: set[str]) -> list[str]:
    """List the venues to try, the workshop if none is left (policies, section 3.1, step 4)."""
    venues = ["W-SHOP"]
    if not draft.salvage:
        venues = ["CLAR", "W-SHOP"]
        if draft.tier >= 2 and not refusals:
            venues = ["NAIC", *venues]
    return [venue for venue in venues if venue not in refusals] or ["W-SHOP"]
