"""Every command of the lab but the closing of a month, with its checks (rules, sections 1.9 and 1.10)."""

from collections.abc import Mapping, Sequence

from naive import events, field, grants, projects, recruiting, review, seasons
from naive.events import Event
from naive.lab import Lab, finite_number, require
from naive.world_numbers import AGENCIES, TIERS, TOPICS, VENUES

Outcome = dict[str, object]


def topic_index(topic: object) -> int:
    """Find a topic's place (rules, section 1.1)."""
    require(topic in TOPICS, "unknown_topic")
    return TOPICS.index(str(topic))


def without_duplicates(ids: Sequence[str]) -> list[str]:
    """Refuse a list that names a thing twice or holds what is no id (rules, section 1.9)."""
    require(all(isinstance(name, str) for name in ids), "unknown_id")
    require(len(set(ids)) == len(ids), "out_of_range")
    return list(ids)


class CommandedLab(Lab):
    """A lab that takes commands; a refused one raises NaiveError (rules, section 1.9)."""

    def interview(self, applicant_ids: Sequence[str]) -> Outcome:
        """Interview applicants in order; what was done stands if the hours run out (rules, section 1.9)."""
        require(seasons.hiring_season(self.month, self.n), "out_of_season")
        this_year = {applicant.id: applicant for applicant in self.this_years_applicants()}
        for applicant_id in without_duplicates(applicant_ids):
            require(applicant_id in this_year, "unknown_id")
        for applicant_id in applicant_ids:
            if not this_year[applicant_id].interviewed:
                self.spend_hours(self.n["interview_hours"])
                this_year[applicant_id].interviewed = True
        return {"interview_scores": {name: this_year[name].interview_hidden for name in applicant_ids}}

    def offer(self, applicant_id: str) -> None:
        """Offer a PhD place (rules, section 1.9)."""
        require(seasons.hiring_season(self.month, self.n), "out_of_season")
        this_year = {applicant.id: applicant for applicant in self.this_years_applicants()}
        require(applicant_id in this_year, "unknown_id")
        require(this_year[applicant_id].status == "pending", "wrong_status")
        offered = [applicant for applicant in this_year.values() if applicant.status == "offered"]
        require(len(self.researchers()) + len(offered) < self.n["max_students"], "capacity")
        this_year[applicant_id].status = "offered"

    def post_postdoc(self) -> None:
        """Start a search for a postdoc (rules, section 1.9)."""
        open_searches = [search for search in self.searches if not search.done]
        require(len(self.researchers()) + len(open_searches) < self.n["max_students"], "capacity")
        self.pay(-self.n["postdoc_search_cost"])
        self.searches.append(recruiting.Search(self.next_id("PDsearch"), self.month))

    def renew_postdoc(self, student_id: str) -> Outcome:
        """Prolong a postdoc's contract near its end (rules, section 1.9)."""
        person = self.find_person(student_id)
        require(person.role == "postdoc", "unknown_id")
        require(person.contract_end - self.month <= self.n["postdoc_renewal_window"], "too_early")
        person.contract_end += self.n["postdoc_renewal_months"]
        return {"new_contract_end": person.contract_end}

    def hire_ra(self) -> Outcome:
        """Hire a research assistant (rules, section 1.9)."""
        person_id = self.next_id("RA")
        g = self.luck.draw("ra", person_id.replace("RA", "RAkey"))
        self.people.append(recruiting.draw_ra(g, person_id, self.month, self.n))
        return {"staff_id": person_id}

    def hire_manager(self) -> Outcome:
        """Hire a lab manager (rules, section 1.9)."""
        managers = [person for person in self.active_people() if person.role == "manager"]
        require(len(managers) < self.n["max_managers"], "capacity")
        person_id = self.next_id("MGR")
        self.people.append(recruiting.new_manager(person_id, self.month, self.n))
        return {"staff_id": person_id}

    def dismiss(self, staff_id: str) -> None:
        """Dismiss a member of staff (rules, section 1.9)."""
        person = self.find_person(staff_id)
        require(not person.researcher, "not_dismissable")
        person.status = "dismissed"
        person.left = self.month
        self.leave_projects(person)

    def set_mentoring(self, hours_by_student: Mapping[str, float]) -> Outcome:
        """Set standing mentoring hours; those not named stay as they are (rules, sections 1.9 and 1.10)."""
        for person_id in hours_by_student:
            self.find_person(person_id)
        wanted = {person_id: finite_number(hours) for person_id, hours in hours_by_student.items()}
        for hours in wanted.values():
            require(0 <= hours <= self.n["max_mentoring"], "out_of_range")
        total = 0.0
        for person in self.active_people():
            total += wanted.get(person.id, person.mentoring)
        require(total + self.hours_used <= self.attention_pool() + self.n["attention_slack"], "attention")
        for person_id, hours in wanted.items():
            self.find_person(person_id).mentoring = hours
        return {"mentoring_total": total}

    def check_compute(self, monthly_compute: float) -> float:
        """Take a monthly compute within its range (rules, section 1.9)."""
        compute = finite_number(monthly_compute)
        require(0 <= compute <= self.n["max_monthly_compute"], "out_of_range")
        return compute

    def start_project(self, topic: str, tier: int, members: Sequence[str], monthly_compute: float) -> Outcome:
        """Start a project (rules, section 1.9)."""
        k = topic_index(topic)
        require(finite_number(tier) in TIERS, "out_of_range")
        require(len(members) > 0, "no_members")
        for person_id in without_duplicates(members):
            self.find_person(person_id)
        compute = self.check_compute(monthly_compute)
        require(len(self.active_projects()) < self.n["max_active_projects"], "capacity")
        idle = [person for person in self.researchers() if self.project_count(person) == 0]
        runway = self.budget / max(1.0, self.burn())
        project_id = self.next_id("PJ")
        feasible, novelty = projects.starting_luck(self.luck.draw("feas", project_id), tier, self.crowding[k], self.n)
        project = projects.Project(
            id=project_id,
            topic=k,
            tier=int(tier),
            members=list(members),
            compute=compute,
            started=self.month,
            feasible=feasible,
            novelty=novelty,
            hot_at_start=self.hotness[k],
            runway_at_start=runway,
            idle_at_start=len(idle),
        )
        self.projects.append(project)
        return {"project_id": project_id}

    def set_compute(self, project_id: str, monthly_compute: float) -> None:
        """Change a project's monthly compute (rules, section 1.9)."""
        project = self.find_project(project_id)
        project.compute = self.check_compute(monthly_compute)

    def assign(self, project_id: str, student_id: str) -> None:
        """Put a person on a project; a member stays one (rules, sections 1.9 and 1.10)."""
        project = self.find_project(project_id)
        person = self.find_person(student_id)
        if person.id not in project.members:
            project.members.append(person.id)

    def unassign(self, project_id: str, student_id: str) -> None:
        """Take a person off a project, if on it (rules, sections 1.9 and 1.10)."""
        project = self.find_project(project_id)
        if student_id in project.members:
            project.members.remove(student_id)

    def kill(self, project_id: str) -> None:
        """End a project (rules, section 1.9)."""
        project = self.find_project(project_id)
        project.status = "killed"
        project.ended = self.month
        for person in self.persons(project.members):
            person.impulse += self.n["kill_impulse"] / person.resilience

    def polish(self, draft_id: str, hours: float) -> Outcome:
        """Polish an available draft (rules, section 1.9)."""
        draft = self.find_draft(draft_id)
        require(draft is not None and draft.status == "available", "wrong_status")
        amount = finite_number(hours)
        require(amount >= 0, "negative_hours")
        self.spend_hours(amount)
        draft.polish += amount
        return {"total_polish_hours": draft.polish}

    def submit(self, draft_id: str, venue: str) -> Outcome:
        """Submit an available draft to a venue (rules, section 1.9)."""
        draft = self.find_draft(draft_id)
        require(draft is not None, "unknown_id")
        require(draft.status == "available", "wrong_status")
        require(venue in VENUES, "unknown_venue")
        v = VENUES.index(venue)
        require(seasons.submission_month(v, self.month, self.n), "deadline")
        decision = self.month + self.n["venue_decision_after"][v]
        submission = review.Submission(self.next_id("SUB"), draft.id, v, self.month, decision)
        self.submissions.append(submission)
        draft.status = "under_review"
        return {"submission_id": submission.id, "decision_expected_month": decision}

    def revise(self, draft_id: str, hours: float) -> Outcome:
        """Revise a draft that was rejected (rules, sections 1.9 and 1.10)."""
        draft = self.find_draft(draft_id)
        require(draft is not None and draft.status == "available", "wrong_status")
        rejected = [s for s in self.submissions if s.draft == draft.id and s.status == "reject"]
        require(len(rejected) > 0, "not_rejected_yet")
        amount = finite_number(hours)
        require(amount >= 0, "negative_hours")
        require(draft.last_revised != self.month, "cooldown")
        authors = self.persons(draft.authors)
        require(not authors or any(person.active for person in authors), "no_members")
        self.spend_hours(amount)
        draft.quality = review.revised_quality(draft.quality, amount, draft.revisions, self.n)
        draft.revisions += 1
        draft.last_revised = self.month
        return {"revisions": draft.revisions}

    def withdraw(self, submission_id: str) -> None:
        """Withdraw a submission under review (rules, section 1.9)."""
        submission = next((s for s in self.submissions if s.id == submission_id), None)
        require(submission is not None and submission.status == "under_review", "wrong_status")
        submission.status = "withdrawn"
        self.find_draft(submission.draft).status = "available"

    def propose(self, call_id: str, topic: str, hours: float, attach: Sequence[str]) -> Outcome:
        """Send a proposal to an open call (rules, section 1.9)."""
        call = next((call for call in self.calls if call.id == call_id), None)
        require(call is not None, "unknown_id")
        require(seasons.call_open(call, self.month), "deadline")
        k = topic_index(topic)
        amount = finite_number(hours)
        require(amount >= self.n["min_proposal_hours"], "out_of_range")
        agency = AGENCIES[call.agency]
        held = [award for award in self.awards if award.agency == call.agency]
        require(not (agency == "FEL" and held), "once_only")
        going = [award for award in held if award.end >= self.month]
        pending = [p for p in self.proposals if p.agency == call.agency and p.status == "pending"]
        require(len(going) + len(pending) < self.n["agency_concurrent_cap"][call.agency], "concurrent_cap")
        if agency == "TIF" and self.last_tif is not None:
            require(self.month - self.last_tif >= self.n["tif_cooldown"], "cooldown")
        y, any_tier3 = self.attached_evidence(without_duplicates(attach), k)
        self.spend_hours(amount)
        self.pay(-self.n["proposal_admin_cost"])
        decision = self.month + self.n["agency_decision_after"][call.agency]
        quality = self.proposal_quality(agency, k, amount, y, any_tier3)
        proposal = grants.Proposal(self.next_id("PR"), call.id, call.agency, k, quality, self.month, decision)
        self.proposals.append(proposal)
        if agency == "TIF":
            self.last_tif = self.month
        return {"proposal_id": proposal.id, "decision_expected_month": decision}

    def attached_evidence(self, attach: Sequence[str], topic: int) -> tuple[float, bool]:
        """Give the evidence y of attachments and whether one is of the top tier (rules, section 1.9)."""
        drafts = {draft.id: draft for draft in self.drafts}
        papers = {paper.id: paper for paper in self.publications}
        qualities, weights, tiers = [], [], []
        for name in attach:
            require(name in drafts or name in papers, "unknown_id")
            if name in papers:
                item, quality = papers[name], papers[name].quality
            else:
                item = drafts[name]
                quality = review.polished_quality(item.quality, item.polish, self.n)
            qualities.append(quality)
            weights.append(grants.evidence_weight(name in papers, item.topic == topic, self.n))
            tiers.append(item.tier)
        return grants.evidence(qualities, weights, self.n), TIERS[-1] in tiers

    def proposal_quality(self, agency: str, topic: int, hours: float, y: float, any_tier3: bool) -> float:
        """Give the quality of a proposal written now (rules, section 1.9)."""
        liking = self.preferences[AGENCIES.index(agency)][topic]
        extra = 0.0
        if agency == "AMP":
            ahead = min(self.month + self.n["amp_pref_lead"], len(self.trajectory) - 1)
            liking = grants.amp_preference(self.trajectory[ahead][topic], liking, self.n)
            extra = self.n["amp_tier3_bonus"] if any_tier3 else 0.0
        if agency == "TIF":
            extra = self.n["tif_hot_coef"] * (self.hotness[topic] - 1)
        running = len(self.running_awards())
        return grants.proposal_quality(hours, y, self.reputation, liking, self.climate, running, extra, self.n)

    def attend_conference(self) -> Outcome:
        """Go to a conference and listen (rules, section 1.9)."""
        if self.last_conference is not None:
            require(self.month - self.last_conference >= self.n["conf_attend_cooldown"], "cooldown")
        self.spend_hours(self.n["conference_hours"])
        self.pay(-self.n["conference_attend_cost"])
        self.last_conference = self.month
        self.reputation_impulse += self.n["conf_attend_gain"]
        self.applicant_boost = True
        g = self.luck.draw("confintel", self.month)
        heard = [hot + g.normal(0, self.n["conf_intel_noise"]) for hot in self.hotness]
        words = [field.hallway_intel(x, self.n) for x in heard]
        return {"hallway_intel": dict(zip(TOPICS, words, strict=True))}

    def respond(self, event_id: str, action: str) -> None:
        """Answer a pending event (rules, section 1.9)."""
        event = next((event for event in self.events if event.id == event_id), None)
        require(event is not None and event.status == "pending", "wrong_status")
        meant = events.meaning(event.kind, action)
        require(meant is not None, "out_of_range")
        if meant == "accept":
            self.accept_event(event)
        else:
            self.decline_event(event)

    def accept_event(self, event: Event) -> None:
        """Say yes to an event, paying what it takes (rules, section 1.9)."""
        if event.kind == "invited_talk":
            self.spend_hours(self.n["talk_hours"])
            self.pay(-self.n["travel_cost_talk"])
            self.reputation_impulse += self.n["rep_talk"]
            self.applicant_boost = True
        elif event.kind == "review_request":
            self.spend_hours(self.n["review_hours"])
            self.reputation_impulse += self.n["rep_review"]
        elif event.kind == "student_crisis":
            self.spend_hours(self.n["crisis_hours"])
            self.persons([event.student])[0].impulse += self.n["crisis_support_impulse"]
        else:
            require(len(self.active_people()) > 0, "no_members")
            event.accept_month = self.month
            event.deliver_month = self.month + self.n["collab_months"]
        event.status = "accepted"

    def decline_event(self, event: Event) -> None:
        """Say no to an event, bearing what it costs (rules, section 1.9)."""
        if event.kind == "review_request":
            self.reputation_impulse += self.n["rep_review_declined"]
        elif event.kind == "student_crisis":
            self.ignore_crisis(event)
        event.status = "declined"

    def ignore_crisis(self, event: Event) -> None:
        """Leave a researcher alone with a crisis (rules, sections 1.7, step 6, and 1.9)."""
        person = self.persons([event.student])[0]
        if person.active:
            person.impulse += self.n["crisis_ignore_impulse"] / person.resilience
