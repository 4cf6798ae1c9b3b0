"""The steps that close a month and change the lab (rules, section 1.7)."""

import numpy as np

from naive import events, grants, people, projects, purse, recruiting, reputation, review
from naive.commands import CommandedLab
from naive.grants import Award
from naive.people import Person
from naive.projects import Project
from naive.review import Draft, Publication, Submission
from naive.seasons import year_of
from naive.world_numbers import TOPICS, VENUES


class ClosingLab(CommandedLab):
    """A lab whose months can be closed, step by step (rules, section 1.7)."""

    def move_money(self) -> None:
        """Pay people and compute, receive awards (rules, section 1.7, step 1)."""
        for person in self.active_people():
            self.pay(-purse.stipend(person.role, self.n))
        for project in self.active_projects():
            if project.compute > 0:
                self.pay(-purse.compute_cost(project.compute, self.price, self.n))
        for award in self.running_awards():
            self.pay(award.monthly)
            award.received += award.monthly
            self.pay(-self.n["grant_overhead_monthly"])

    def work_on_projects(self) -> None:
        """Publish scoop news, then move every active project (rules, section 1.7, step 2)."""
        counts = {person.id: self.project_count(person) for person in self.active_people()}
        for project in self.projects:
            if project.scoop_news_due == self.month:
                self.tell("scoop", self.month, TOPICS[project.topic], project=project.id)
        for project in self.active_projects():
            self.advance_project(project, counts)

    def advance_project(self, project: Project, counts: dict[str, int]) -> None:
        """Move one project through a month (rules, section 1.7, step 2)."""
        n, m, members = self.n, self.month, self.persons(project.members)
        effort = 0.0
        for p in members:
            effort += people.effectiveness(p.speed, p.skill, p.morale, p.independence, p.mentoring, counts[p.id], n)
        project.ticks += 1
        project.compute_total += project.compute
        if members:
            weight = max(effort, n["effort_floor"])
            know_how = projects.know_how([p.skill for p in members], [p.ability for p in members])
            project.ka_total += know_how * weight
            project.ka_weight += weight
        if effort > 0:
            luck = self.luck.draw("prog", project.id, m).normal(1, n["progress_noise"])
            project.progress += projects.progress_gain(effort, project.compute, luck, n)
        crowding = self.crowding[project.topic]
        project.novelty = projects.novelty_bled(project.novelty, crowding, n)
        exposed = projects.scoop_exposed(project.progress, project.tier, n)
        if exposed and self.luck.draw("scoop", project.id, m).uniform() < projects.scoop_probability(crowding, n):
            project.novelty *= n["scoop_novelty_mult"]
            project.scooped += 1
            project.scoop_news_due = m + 1
            for p in members:
                p.impulse += n["scoop_impulse"] / p.resilience
        if projects.dead_end(project.feasible, project.progress, project.tier, n):
            self.reach_dead_end(project)
        elif projects.finished(project.progress, project.tier, n):
            self.complete(project)

    def reach_dead_end(self, project: Project) -> None:
        """End an infeasible project, perhaps with a salvage draft (rules, section 1.7, step 2)."""
        project.status, project.ended = "deadend", self.month
        for person in self.persons(project.members):
            person.impulse += self.n["deadend_impulse"] / person.resilience
        if self.luck.draw("salvage", project.id).uniform() < self.n["salvage_prob"]:
            quality = self.luck.draw("salvageq", project.id).uniform(*self.n["salvage_quality"])
            self.write_draft(project, quality, salvage=True)

    def complete(self, project: Project) -> None:
        """End a project with a draft (rules, section 1.7, step 2)."""
        project.status, project.ended = "completed", self.month
        g = self.luck.draw("quality", project.id)
        noise = g.normal(0, self.n["quality_noise"])
        top = project.tier == self.n["breakthrough_tier"]
        breakthrough = top and g.uniform() < self.n["breakthrough_prob"]
        ka = projects.mean_know_how(project.ka_total, project.ka_weight, self.n)
        compute = project.compute_total / project.ticks
        quality = projects.draft_quality(project.tier, ka, project.novelty, compute, noise, breakthrough, self.n)
        self.write_draft(project, quality, salvage=False)

    def write_draft(self, project: Project, quality: float, salvage: bool) -> None:
        """Put a project's draft into the store, its researchers as authors (rules, section 1.7, step 2)."""
        authors = [person.id for person in self.persons(project.members) if person.researcher]
        project.draft = self.next_id("D")
        self.drafts.append(
            Draft(project.draft, project.id, project.topic, project.tier, authors, self.month, quality, salvage)
        )

    def decide_reviews(self) -> None:
        """Decide the submissions due this month (rules, section 1.7, step 3)."""
        for submission in self.submissions:
            if submission.status == "under_review" and submission.decision == self.month:
                self.decide_review(submission)

    def decide_review(self, submission: Submission) -> None:
        """Review one submission and let its outcome follow (rules, section 1.7, step 3)."""
        n, draft, venue = self.n, self.find_draft(submission.draft), submission.venue
        g = self.luck.draw("review", draft.id, VENUES[venue], submission.submitted)
        polished = review.polished_quality(draft.quality, draft.polish, n)
        noise = g.normal(0, n["review_noise"])
        value = review.review_score(polished, self.hotness[draft.topic], self.reputation, noise, n)
        deviations = [g.normal(0, n["reviewer_noise"]) for _ in range(n["reviewers"])]
        submission.scores = review.reviewer_scores(value, deviations)
        authors = self.persons(draft.authors)
        if value < n["venue_bar"][venue]:
            submission.status, draft.status = "reject", "available"
            for person in authors:
                person.impulse += n["reject_impulse"] / person.resilience
            return
        submission.status, draft.status = "accept", "accepted"
        out = review.publication_month(venue, self.month, n)
        paper_id = self.next_id("P")
        paper = Publication(paper_id, draft.id, venue, draft.topic, draft.tier, polished, out, draft.collab)
        self.publications.append(paper)
        self.reputation_impulse += n["venue_reputation"][venue]
        for place, person in enumerate(authors):
            person.papers += 1
            person.first_author += place == 0
            person.impulse += n["accept_first_impulse" if place == 0 else "accept_other_impulse"]

    def count_citations(self) -> None:
        """Let papers be cited (rules, section 1.7, step 4)."""
        total = 0
        for paper in self.published():
            count = int(self.luck.draw("cite", paper.id, self.month).poisson(self.citation_rate(paper)))
            paper.citations += count
            total += count
        self.reputation_impulse += reputation.citation_impulse(total, self.n)

    def decide_grants(self) -> None:
        """Decide the proposals due this month (rules, section 1.7, step 5)."""
        for proposal in self.proposals:
            if proposal.status != "pending" or proposal.decision != self.month:
                continue
            agency, noise = proposal.agency, self.luck.draw("grantdec", proposal.id).normal(0, self.n["prop_noise"])
            if not grants.funded(proposal.quality, noise, agency, self.n):
                proposal.status = "rejected"
                continue
            proposal.status = "funded"
            duration = self.n["agency_award_months"][agency]
            monthly = self.n["agency_award"][agency] / duration
            self.awards.append(Award(self.next_id("A"), agency, self.month + 1, self.month + duration, monthly))
            self.reputation_impulse += self.n["agency_reputation"][agency]

    def end_events(self) -> None:
        """Close what was left unanswered, deliver collaborations (rules, section 1.7, step 6)."""
        for event in [event for event in self.events if event.status == "pending"]:
            if event.kind == "student_crisis":
                event.status = "auto_ignored"
                self.ignore_crisis(event)
            elif self.month >= event.expires:
                event.status = "expired"
                if event.kind == "review_request":
                    self.reputation_impulse += self.n["rep_review_declined"]
        for event in self.events:
            if event.deliver_month == self.month:
                quality = events.collab_quality(self.luck.draw("collabq", event.id), self.n)
                event.delivered_draft, tier = self.next_id("D"), self.n["collab_tier"]
                draft = Draft(event.delivered_draft, None, event.topic, tier, [], self.month, quality, collab=True)
                self.drafts.append(draft)

    def move_researchers(self) -> None:
        """Let researchers grow, feel, report, quit, leave and graduate (rules, section 1.7, step 7)."""
        active = self.researchers()
        counts = {person.id: self.project_count(person) for person in active}
        morales = [person.morale for person in active]
        mean_morale = float(np.mean(morales)) if morales else self.n["morale_target"]
        stress = people.stressed(self.budget, self.burn(), self.n)
        for person in active:
            self.move_researcher(person, counts[person.id], mean_morale, stress)

    def move_researcher(self, person: Person, count: int, mean_morale: float, stress: bool) -> None:
        """Move one researcher through a month (rules, section 1.7, step 7)."""
        n, m, p = self.n, self.month, person
        if count > 0:
            p.skill = people.skill_next(p.skill, p.growth, p.mentoring, n)
        gathered, p.impulse = p.impulse, 0.0
        impulse = people.month_impulse(gathered, count, p.independence, p.mentoring, stress, p.morale, mean_morale, n)
        p.morale = people.morale_next(p.morale, impulse, n)
        noise = self.luck.draw("report", p.id, m).normal(0, n["report_noise"])
        said = people.report(p.skill, p.ability, p.morale, noise, n)
        mood = None
        if p.mentoring >= n["sentiment_hours"]:
            mood = people.sentiment(p.morale, self.luck.draw("sent", p.id, m).normal(0, n["sentiment_noise"]))
        p.last_report = (m, said, mood)
        if self.luck.draw("quit", p.id, m).uniform() < people.quit_probability(p.morale, n):
            self.part(p, "quit")
            self.tell("lab", m)
        elif p.role == "postdoc" and m >= p.contract_end:
            self.part(p, "contract_ended")
        elif p.role == "phd" and people.graduates(m, p.arrived, p.papers, n):
            self.part(p, "graduated")
            self.reputation_impulse += n["rep_grad"]
            self.alumni += 1
            self.tell("lab", m)

    def part(self, person: Person, status: str) -> None:
        """Let a researcher go (rules, sections 1.7, step 7, and 1.10)."""
        person.status, person.left = status, self.month
        self.leave_projects(person)

    def settle_recruiting(self) -> None:
        """Let offers be answered and new students come (rules, section 1.7, step 8)."""
        if self.month % 12 == self.n["answer_month"]:
            for applicant in self.this_years_applicants():
                if applicant.status == "offered":
                    chance = recruiting.acceptance_probability(applicant.pool, self.reputation, self.n)
                    yes = self.luck.draw("offer", applicant.id).uniform() < chance
                    applicant.status = "accepted" if yes else "declined"
                elif applicant.status == "pending":
                    applicant.status = "expired"
        if self.month % 12 == self.n["arrival_month"]:
            for applicant in [a for a in self.applicants if a.status == "accepted" and a.year == year_of(self.month)]:
                applicant.status = "joined"
                self.people.append(recruiting.arriving_student(self.next_id("S"), applicant, self.month, self.n))

    def settle_searches(self) -> None:
        """Let postdoc searches come to their end (rules, section 1.7, step 9)."""
        for search in self.searches:
            if search.done or self.month - search.posted < self.n["postdoc_search_months"]:
                continue
            search.done = True
            self.tell("lab", self.month)
            if len(self.researchers()) >= self.n["max_students"]:
                continue
            g = self.luck.draw("postdoc", search.id)
            if g.uniform() < recruiting.search_probability(self.reputation, self.n):
                self.people.append(recruiting.draw_postdoc(g, self.next_id("PD"), self.month, self.n))
