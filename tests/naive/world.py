"""The world: birth, opening a month, closing it in thirteen steps (rules, sections 1.2, 1.5 and 1.7)."""

import math

from naive import events, field, purse, recruiting, reputation, seasons
from naive.closing import ClosingLab
from naive.commands import Outcome
from naive.lab import NaiveError, require
from naive.world_numbers import AGENCIES, POOLS, TOPICS, VENUES, Numbers

COMMANDS = {
    "recruit.interview": "interview",
    "recruit.offer": "offer",
    "recruit.post_postdoc": "post_postdoc",
    "recruit.renew_postdoc": "renew_postdoc",
    "recruit.hire_ra": "hire_ra",
    "recruit.hire_manager": "hire_manager",
    "recruit.dismiss": "dismiss",
    "students.set_mentoring": "set_mentoring",
    "projects.start": "start_project",
    "projects.set_compute": "set_compute",
    "projects.assign": "assign",
    "projects.unassign": "unassign",
    "projects.kill": "kill",
    "papers.polish": "polish",
    "papers.submit": "submit",
    "papers.revise": "revise",
    "papers.withdraw": "withdraw",
    "grants.propose": "propose",
    "field.attend_conference": "attend_conference",
    "events.respond": "respond",
    "next_month": "next_month",
}
"""Command names of the rules page to methods (rules, section 1.9)."""

__all__ = ["COMMANDS", "NaiveError", "World"]


class World(ClosingLab):
    """One run of PI-Bench, played by commands (rules, sections 1.2 to 1.9)."""

    def __init__(self, seed: int, config: Numbers | None = None, salt: str | None = None) -> None:
        """Bring the world to life and open month 1 (rules, section 1.2)."""
        super().__init__(seed, config, salt)
        self.climate_phase = self.luck.stream("field").uniform(0, 2 * math.pi)
        self.crowding = [field.crowding_at_birth(hot, self.n) for hot in self.n["initial_hotness"]]
        g, reach = self.luck.stream("grants"), self.n["agency_pref_range"]
        self.preferences = [[g.uniform(-reach, reach) for _ in TOPICS] for _ in AGENCIES]
        self.trajectory = field.hotness_trajectory(self.luck.stream("field_traj"), self.n)
        self.hotness = list(self.trajectory[1])
        self.open_month()

    def call(self, name: str, args: dict[str, object]) -> Outcome | None:
        """Give a command by its name in the rules (rules, section 1.9).

        Raises:
            NaiveError: if the command is refused; its kind says why.
        """
        require(not self.finished, "over")
        return getattr(self, COMMANDS[name])(**args)

    def next_month(self) -> None:
        """Close the month and, unless the run is over, open the next (rules, section 1.7)."""
        require(not self.finished, "over")
        self.news = []
        self.move_money()
        self.work_on_projects()
        self.decide_reviews()
        self.count_citations()
        self.decide_grants()
        self.end_events()
        self.move_researchers()
        self.settle_recruiting()
        self.settle_searches()
        self.reputation = reputation.reputation_next(self.reputation, self.reputation_impulse, self.n)
        self.reputation_impulse = 0.0
        self.mentoring_log.append((self.month, [(p, p.mentoring) for p in self.researchers()]))
        self.collapsed = self.budget < 0
        self.finished = self.collapsed or self.month >= self.n["months"]
        if not self.finished:
            self.month += 1
            self.move_field()
            self.open_month()

    def move_field(self) -> None:
        """Move hotness, crowding, climate and compute price to the new month (rules, section 1.3)."""
        self.hotness = list(self.trajectory[self.month])
        crowd = self.luck.stream("crowd")
        for k, hot in enumerate(self.hotness):
            noise = crowd.normal(0, self.n["crowd_noise"])
            self.crowding[k] = field.crowding_next(self.crowding[k], hot, noise, self.n)
        target = field.climate_cycle(self.month, self.climate_phase, self.n)
        noise = self.luck.stream("climate").normal(0, self.n["climate_sd"])
        self.climate = field.climate_next(self.climate, target, noise, self.n)
        shock = self.luck.stream("shock")
        self.price, self.shock_end, new = field.price_next(shock, self.month, self.price, self.shock_end, self.n)
        if new:
            self.tell("compute", self.month)

    def open_month(self) -> None:
        """Open the month (rules, section 1.5)."""
        self.hours_used = 0.0
        self.observe_field()
        self.meet_events()
        if self.month % 12 == self.n["applicants_month"]:
            self.meet_applicants()
        for event in self.events:
            if event.accept_month is not None and event.accept_month < self.month <= event.deliver_month:
                self.hours_used += self.n["collab_hours_monthly"]
        total, pool = self.mentoring_total(), self.attention_pool()
        if total > pool - self.hours_used:
            for person in self.active_people():
                person.mentoring = purse.mentoring_after_squeeze(person.mentoring, total, pool, self.hours_used)

    def observe_field(self) -> None:
        """Publish headlines, preprints, conference reports and funding news (rules, section 1.5, step 2)."""
        g = self.luck.draw("news", self.month)
        self.preprints = []
        for k, topic in enumerate(TOPICS):
            count = int(g.poisson(self.n["news_rate_per_hot"] * self.hotness[k]))
            if count > 0:
                level = field.news_level(self.hotness[k], self.n)
                self.tell("field", self.month, topic, count=count, level=level)
            self.preprints.append(int(g.poisson(self.n["preprint_rate_per_crowd"] * self.crowding[k])))
        self.conference_report = []
        then = self.trajectory[max(1, self.month - self.n["conference_report_lag"])]
        for v, venue in enumerate(VENUES):
            if self.n["venue_kinds"][v] != "conference" or not seasons.submission_month(v, self.month, self.n):
                continue
            for k, topic in enumerate(TOPICS):
                accepted = self.luck.draw("conf", venue, self.month, topic)
                count = int(accepted.poisson(self.n["conference_rate_per_hot"] * then[k]))
                self.conference_report.append((v, k, count))
        if self.month % self.n["funding_news_every"] == 0:
            noise = g.normal(1, self.n["funding_news_sd"])
            self.tell("funding", self.month, index=field.funding_index(self.month, self.climate_phase, noise, self.n))

    def meet_events(self) -> None:
        """Let the month's events happen (rules, section 1.5, step 3)."""
        g = self.luck.draw("events", self.month)
        expires = self.month + self.n["event_expiry"]
        if g.uniform() < events.talk_probability(self.reputation, self.n):
            self.events.append(events.Event(self.next_id("E"), "invited_talk", self.month, expires))
        if g.uniform() < events.review_probability(self.n):
            self.events.append(events.Event(self.next_id("E"), "review_request", self.month, expires))
        for person in self.researchers():
            if self.luck.draw("crisis", person.id, self.month).uniform() < self.n["crisis_rate"]:
                crisis = events.Event(self.next_id("E"), "student_crisis", self.month, self.month, student=person.id)
                self.events.append(crisis)
        if g.uniform() < events.collab_probability(self.reputation, self.n):
            topic, expires = events.collab_topic(g, self.hotness), self.month + self.n["collab_expiry"]
            self.events.append(events.Event(self.next_id("E"), "collab_offer", self.month, expires, topic=topic))

    def meet_applicants(self) -> None:
        """Let the year's applicants appear (rules, section 1.6)."""
        year = seasons.year_of(self.month)
        g = self.luck.draw("applicants", year)
        lift = recruiting.alumni_lift(self.alumni, self.n)
        shown = []
        for pool, name in enumerate(POOLS):
            drawn = [recruiting.draw_candidate(g, year, pool, lift, self.n) for _ in range(self.n["pool_candidates"])]
            volume = recruiting.applicant_volume(pool, self.reputation, self.applicant_boost, self.n)
            shown += drawn[: int(self.luck.draw("appcount", year, name).poisson(volume))]
        self.applicant_boost = False
        for place in self.luck.draw("appshuffle", year).permutation(len(shown)):
            shown[place].id = self.next_id("APP")
            self.applicants.append(shown[place])
