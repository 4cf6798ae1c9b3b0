"""What the keys of the surface mean: the words of `reference/readings.md`. Which keys there are is read from play."""

from dataclasses import dataclass

from pibench_env import codes


@dataclass(frozen=True)
class Key:
    """Meaning, unit, when it is None, and the vocabulary of a text."""

    meaning: str
    unit: str = ""
    none: str = ""
    words: type[codes.Code] | None = None


TOPIC = Key("its topic", words=codes.Topic)
TIER = Key("its ambition, 1 to 3")

PERSON = {
    "id": Key("id of the person"),
    "name": Key("full name"),
    "role": Key("", words=codes.Role),
    "stipend": Key("pay", "USD/month"),
    "mentoring_hours": Key("standing mentoring", "h/month"),
    "papers_accepted": Key("accepted papers with this author"),
    "contract_end": Key("last month of the contract", "month", "no postdoc"),
}
PROJECT = {
    "id": Key("id of the project"),
    "topic": TOPIC,
    "tier": TIER,
    "status": Key("", words=codes.ProjectStatus),
    "started_month": Key("when it was started", "month"),
    "ended_month": Key("when it ended", "month", "it runs"),
    "progress_pct": Key("work done, of the work of its tier", "%"),
    "monthly_compute": Key("compute", "units/month"),
    "members": Key("ids of the team"),
    "draft_id": Key("the draft that came of it", none="none came, or not yet"),
    "scooped_times": Key("how often others published first"),
}
DRAFT = {
    "id": Key("id of the draft"),
    "project_id": Key("where it comes from", none="it comes from a collaboration"),
    "topic": TOPIC,
    "tier": TIER,
    "status": Key("", words=codes.DraftStatus),
    "created_month": Key("when it was written", "month"),
    "authors": Key("ids of the authors, in the order in which they joined the project; none for a collaboration"),
    "polish_hours": Key("hours of polish so far", "h"),
    "revisions": Key("revisions so far"),
    "salvage": Key("whether it was saved from a dead end"),
    "collab": Key("whether it comes from a collaboration"),
}
SUBMISSION = {
    "id": Key("id of the submission"),
    "draft_id": Key("what was submitted"),
    "venue": Key("where", words=codes.Venue),
    "status": Key("", words=codes.SubmissionStatus),
    "submitted_month": Key("when", "month"),
    "decision_month": Key("the month whose closing decides, or decided", "month"),
    "reviewer_scores": Key("three scores, on the scale of the venue's bar", none="there was no decision"),
}
CALL = {
    "id": Key("id of the call"),
    "agency": Key("who pays", words=codes.Agency),
    "award": Key("what it pays in all", "USD"),
    "duration_months": Key("over how long", "month"),
    "open_month": Key("the first month for proposals", "month"),
    "close_month": Key("the last month for proposals", "month"),
}
PROPOSAL = {
    "id": Key("id of the proposal"),
    "call_id": Key("the call that it answers"),
    "agency": Key("who decides", words=codes.Agency),
    "topic": TOPIC,
    "status": Key("", words=codes.ProposalStatus),
    "hours": Key("hours of writing", "h"),
    "submitted_month": Key("when", "month"),
    "decision_month": Key("the month whose closing decides, or decided", "month"),
    "attached": Key("ids of the drafts and publications attached"),
}
AWARD = {
    "id": Key("id of the award"),
    "agency": Key("who pays", words=codes.Agency),
    "total": Key("what it pays in all; the horizon may cut it", "USD"),
    "monthly": Key("what it pays a month", "USD/month"),
    "start_month": Key("the first month that is paid", "month"),
    "end_month": Key("the last month that is paid", "month"),
}
EVENT = {
    "id": Key("id of the event"),
    "kind": Key("", words=codes.EventKind),
    "month": Key("when it came", "month"),
    "respond_by": Key("the last month for an answer", "month"),
    "status": Key("pending, as long as it is listed here"),
    "details": Key(
        "whom or what it is about: `student_id` of a crisis, `topic` of a collaboration offer; other keys are left out"
    ),
}
DETAILS = {
    "student_id": Key("who is in crisis; only in a crisis"),
    "topic": Key("only in a collaboration offer", words=codes.Topic),
}
SHAPES: dict[str, dict[str, Key]] = {
    "dashboard": {
        "month": Key("the open month, or the last one of a finished run", "month"),
        "label": Key("the same as year and month: `Y2M3`"),
        "months_total": Key("the horizon", "month"),
        "budget": Key("money", "USD"),
        "est_monthly_burn": Key("expected loss; negative for a gain", "USD/month"),
        "runway_months": Key("how long the money lasts", "month", "the lab loses no money"),
        "attention": Key("the row of `attention`"),
        "staff": Key("assistants and managers on the payroll"),
        "lab_standing": Key("what the world knows of the lab's reputation", words=codes.Standing),
        "students": Key("PhD students and postdocs on the payroll"),
        "active_projects": Key("those that run, as in `projects.list`"),
        "available_drafts": Key("those that can be sent, as in `papers.drafts`"),
        "submissions_under_review": Key("as in `papers.submissions`"),
        "proposals_pending": Key("as in `grants.proposals`"),
        "active_awards": Key("those that pay this month, as in `grants.awards`"),
        "pending_events": Key("as in `events.pending`"),
        "venue_deadlines_this_month": Key("conferences that take papers this month; the other venues always do"),
        "open_grant_calls": Key("as in `grants.calls`"),
        "notes": Key("what is special about this month, as sentences"),
    },
    "dashboard.students": {
        **{name: PERSON[name] for name in ("id", "name")},
        "role": Key("`phd` or `postdoc`"),
        "months_in": Key("months since arrival", "month"),
        **{name: PERSON[name] for name in ("stipend", "mentoring_hours", "papers_accepted")},
        "last_report_quality": Key("`report_quality` of the last report", none="there is no report yet"),
        "last_meeting_sentiment": Key("`meeting_sentiment` of the last report", none="None there, or no report yet"),
        "contract_end": PERSON["contract_end"],
    },
    "dashboard.staff": {
        **{name: PERSON[name] for name in ("id", "name")},
        "role": Key("`ra` or `manager`"),
        "stipend": PERSON["stipend"],
    },
    "attention": {
        "base": Key("hours before anything is taken off", "h"),
        "oversight_tax": Key("what researchers and assistants cost", "h"),
        "pool": Key("hours of the month after oversight and service", "h"),
        "mentoring_reserved": Key("standing mentoring of everybody", "h"),
        "oneoff_used": Key("used this month by what is done once", "h"),
        "left": Key("what can still be used", "h"),
    },
    "ledger": {
        "month": Key("when it was booked", "month"),
        "category": Key("", words=codes.LedgerKind),
        "amount": Key("income, or if negative expense", "USD"),
        "note": Key("whom or what for, with the id"),
    },
    "summary": {
        "seed": Key("the seed of the world"),
        "months_survived": Key("the last month played, or the open one", "month"),
        "collapsed": Key("whether the lab went bankrupt"),
        "impact": Key("the score"),
        "citations": Key("citations so far"),
        "projected": Key("citations still expected; 0 after a collapse"),
        "h_index": Key("h-index of the papers that are out"),
        "publications": Key("papers that are out"),
        "top_pubs": Key("those of them at NAIC"),
        "grants_won": Key("awards won"),
        "grant_dollars": Key("their full sums, whether paid or not", "USD"),
        "students_graduated": Key("how many graduated"),
        "students_quit": Key("how many quit"),
        "final_budget": Key("money", "USD"),
        "final_reputation": Key("reputation, which is hidden from the player"),
    },
    "recruit.applicants": {
        "id": Key("id of the applicant"),
        "season_year": Key("year of the season, the first is 0"),
        "pool": Key("", words=codes.Pool),
        "name": Key("full name"),
        "transcript": Key("grades, 0 to 1"),
        "letter": Key("letters, 0 to 1"),
        "interview": Key("interview, 0 to 1", none="it was not held"),
        "status": Key("", words=codes.ApplicantStatus),
    },
    "students.list": {
        **{name: PERSON[name] for name in ("id", "name", "role")},
        "status": Key("", words=codes.PersonStatus),
        "arrived_month": Key("the first month", "month"),
        "left_month": Key("when the person left", "month", "still on the payroll"),
        **{name: PERSON[name] for name in ("stipend", "mentoring_hours", "papers_accepted")},
        "first_author_accepted": Key("those of them as first author"),
        "contract_end": PERSON["contract_end"],
    },
    "students.reports": {
        "student_id": Key("whose report"),
        "month": Key("about which month", "month"),
        "report_quality": Key("research quality, a noisy look at what the person achieves"),
        "meeting_sentiment": Key("mood in the meeting, 0 to 1: a noisy look at morale", none="mentoring was below 1 h"),
    },
    "projects.list": PROJECT,
    "papers.drafts": DRAFT,
    "papers.submissions": SUBMISSION,
    "papers.publications": {
        "id": Key("id of the paper"),
        "draft_id": Key("the draft that was accepted"),
        "venue": Key("where", words=codes.Venue),
        "topic": TOPIC,
        "tier": TIER,
        "published_month": Key("when it came out", "month"),
        "citations": Key("citations so far"),
        "authors": DRAFT["authors"],
        "collab": DRAFT["collab"],
    },
    "grants.calls": CALL,
    "grants.proposals": PROPOSAL,
    "grants.awards": AWARD,
    "field.news": {
        "month": Key("when", "month"),
        "kind": Key("", words=codes.NewsKind),
        "topic": Key("which topic", none="it is about no topic", words=codes.Topic),
        "text": Key("what it says, with numbers and ids"),
    },
    "field.preprints": {
        "month": Key("when", "month"),
        "topic": Key("on which topic", words=codes.Topic),
        "preprint_count": Key("preprints of the whole field"),
    },
    "field.conference_report": {
        "month": Key("when it was reported", "month"),
        "venue": Key("`NAIC` or `CLAR`"),
        "topic": Key("on which topic", words=codes.Topic),
        "accepted_papers": Key("papers of the whole field"),
    },
    "events.pending": EVENT,
    "events.pending.details": DETAILS,
    "recruit.interview": {"interview_scores": Key("scores by applicant id, 0 to 1")},
    "recruit.renew_postdoc": {"new_contract_end": Key("last month of the contract", "month")},
    "recruit.hire_ra": {"staff_id": Key("id of the assistant")},
    "recruit.hire_manager": {"staff_id": Key("id of the manager")},
    "students.set_mentoring": {"mentoring_total": Key("standing mentoring of everybody", "h/month")},
    "projects.start": {"project_id": Key("id of the project")},
    "papers.polish": {"total_polish_hours": Key("hours of polish so far", "h")},
    "papers.submit": {
        "submission_id": Key("id of the submission"),
        "decision_expected_month": Key("the month whose closing decides", "month"),
    },
    "papers.revise": {"revisions": Key("revisions so far")},
    "grants.propose": {
        "proposal_id": Key("id of the proposal"),
        "decision_expected_month": Key("the month whose closing decides", "month"),
    },
    "field.attend_conference": {"hallway_intel": Key("by topic: `quiet`, `warm`, `hot` or `very hot`")},
}
ARGUMENTS = {
    "n": "How many rows at most, a whole number from 0; the latest are given.",
    "n_months": "How many months at most, a whole number from 0.",
    "student_id": "Whose, also of one who has left.",
}
# Lists of the dashboard that hold the rows of another call.
SAME_ROWS = {
    "dashboard.attention": "attention",
    "dashboard.active_projects": "projects.list",
    "dashboard.available_drafts": "papers.drafts",
    "dashboard.submissions_under_review": "papers.submissions",
    "dashboard.proposals_pending": "grants.proposals",
    "dashboard.active_awards": "grants.awards",
    "dashboard.pending_events": "events.pending",
    "dashboard.pending_events.details": "events.pending.details",
    "dashboard.open_grant_calls": "grants.calls",
}
BY_NAME = ("recruit.interview.interview_scores", "field.attend_conference.hallway_intel")  # keys are ids or topics
