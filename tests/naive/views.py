"""The state, the run summary and the hidden evaluation facts as recordings show them (rules, section 1.10)."""

from naive import citations, score
from naive.events import Event
from naive.people import Person
from naive.projects import Project
from naive.recruiting import Applicant
from naive.world import World
from naive.world_numbers import AGENCIES, POOLS, TOPICS, VENUES

View = dict[str, object]


def state_view(world: World) -> View:
    """Show the whole state, hidden parts included (rules, section 1.10)."""
    projected = world.projected()
    return {
        "month": world.month,
        "finished": world.finished,
        "collapsed": world.collapsed,
        "budget": world.budget,
        "reputation": world.reputation,
        "alumni": world.alumni,
        "climate": world.climate,
        "compute_price": world.price,
        "hotness": list(world.hotness),
        "crowding": list(world.crowding),
        "attention": {
            "pool": world.attention_pool(),
            "mentoring": world.mentoring_total(),
            "used": world.hours_used,
        },
        "burn": world.burn(),
        "impact": score.impact(world.citations_total(), projected),
        "projected": projected,
        "h_index": citations.h_index([paper.citations for paper in world.publications]),
        "people": [person_view(person) for person in world.people],
        "projects": [project_view(project) for project in world.projects],
        **paper_views(world),
        **grant_views(world),
        "events": [event_view(event) for event in world.events],
        "applicants": [applicant_view(applicant) for applicant in world.this_years_applicants()],
        "news_since_last": [dict(item) for item in world.news],
        "preprints_this_month": list(world.preprints),
        "conference_report_this_month": [[VENUES[v], TOPICS[k], count] for v, k, count in world.conference_report],
        "spent_or_earned_total": world.ledger_total(),
        "ledger_rows": len(world.ledger),
    }


def person_view(person: Person) -> View:
    """Show one person."""
    return {
        "id": person.id,
        "role": person.role,
        "status": person.status,
        "arrived": person.arrived,
        "left": person.left,
        "skill": person.skill,
        "morale": person.morale,
        "ability": person.ability,
        "speed": person.speed,
        "resilience": person.resilience,
        "independence": person.independence,
        "growth": person.growth,
        "mentoring": person.mentoring,
        "papers": person.papers,
        "first_author": person.first_author,
        "contract_end": person.contract_end,
        "last_report": None if person.last_report is None else list(person.last_report),
    }


def project_view(project: Project) -> View:
    """Show one project."""
    return {
        "id": project.id,
        "topic": TOPICS[project.topic],
        "tier": project.tier,
        "status": project.status,
        "members": list(project.members),
        "compute": project.compute,
        "progress": project.progress,
        "novelty": project.novelty,
        "feasible": project.feasible,
        "scooped": project.scooped,
        "started": project.started,
        "ended": project.ended,
        "draft": project.draft,
    }


def paper_views(world: World) -> View:
    """Show drafts, submissions and publications."""
    drafts = [
        {
            "id": draft.id,
            "project": draft.project,
            "topic": TOPICS[draft.topic],
            "tier": draft.tier,
            "status": draft.status,
            "authors": list(draft.authors),
            "created": draft.created,
            "quality": draft.quality,
            "polish": draft.polish,
            "revisions": draft.revisions,
            "salvage": draft.salvage,
            "collab": draft.collab,
        }
        for draft in world.drafts
    ]
    submissions = [
        {
            "id": submission.id,
            "draft": submission.draft,
            "venue": VENUES[submission.venue],
            "status": submission.status,
            "submitted": submission.submitted,
            "decision": submission.decision,
            "scores": submission.scores,
        }
        for submission in world.submissions
    ]
    publications = [
        {
            "id": paper.id,
            "draft": paper.draft,
            "venue": VENUES[paper.venue],
            "topic": TOPICS[paper.topic],
            "tier": paper.tier,
            "quality": paper.quality,
            "published": paper.published,
            "citations": paper.citations,
            "collab": paper.collab,
        }
        for paper in world.publications
    ]
    return {"drafts": drafts, "submissions": submissions, "publications": publications}


def grant_views(world: World) -> View:
    """Show proposals and awards."""
    proposals = [
        {
            "id": proposal.id,
            "call": proposal.call,
            "topic": TOPICS[proposal.topic],
            "status": proposal.status,
            "quality": proposal.quality,
            "submitted": proposal.submitted,
            "decision": proposal.decision,
        }
        for proposal in world.proposals
    ]
    awards = [
        {
            "id": award.id,
            "agency": AGENCIES[award.agency],
            "start": award.start,
            "end": award.end,
            "monthly": award.monthly,
        }
        for award in world.awards
    ]
    return {"proposals": proposals, "awards": awards}


def event_view(event: Event) -> View:
    """Show one event, with the details that its kind and history give it."""
    view: View = {
        "id": event.id,
        "kind": event.kind,
        "month": event.month,
        "expires": event.expires,
        "status": event.status,
    }
    if event.student is not None:
        view["student"] = event.student
    if event.topic is not None:
        view["topic"] = TOPICS[event.topic]
    for name in ("accept_month", "deliver_month", "delivered_draft"):
        if getattr(event, name) is not None:
            view[name] = getattr(event, name)
    return view


def applicant_view(applicant: Applicant) -> View:
    """Show one applicant; the interview only once held."""
    return {
        "id": applicant.id,
        "year": applicant.year,
        "pool": POOLS[applicant.pool],
        "transcript": applicant.transcript,
        "letter": applicant.letter,
        "interview": applicant.interview_hidden if applicant.interviewed else None,
        "status": applicant.status,
        "ability": applicant.ability,
        "interview_hidden": applicant.interview_hidden,
    }


def summary_view(world: World) -> View:
    """Show the run summary (rules, section 1.10)."""
    cited, projected = world.citations_total(), world.projected()
    statuses = [person.status for person in world.people]
    out = world.published()
    return {
        "seed": world.seed,
        "months_survived": world.month,
        "collapsed": world.collapsed,
        "impact": score.impact(cited, projected),
        "citations": cited,
        "projected": round(projected, 1),
        "h_index": citations.h_index([paper.citations for paper in world.publications]),
        "publications": len(out),
        "top_pubs": len([paper for paper in out if VENUES[paper.venue] == "NAIC"]),
        "grants_won": len(world.awards),
        "grant_dollars": sum(world.n["agency_award"][award.agency] for award in world.awards),
        "students_graduated": statuses.count("graduated"),
        "students_quit": statuses.count("quit"),
        "final_budget": round(world.budget, 2),
        "final_reputation": round(world.reputation, 2),
    }


def evaluation_view(world: World) -> View:
    """Show the hidden evaluation facts (rules, section 1.10)."""
    mentoring = [
        {
            "month": month,
            "mentoring": {
                person.id: {
                    "hours": hours,
                    "ability": round(person.ability, 3),
                    "growth": round(person.growth, 3),
                    "independence": round(person.independence, 3),
                    "role": person.role,
                }
                for person, hours in rows
            },
        }
        for month, rows in world.mentoring_log
    ]
    return {
        "seed": world.seed,
        "monthly_mentoring": mentoring,
        "projects": [project_facts(world, project) for project in world.projects],
        "researchers": [researcher_facts(person) for person in world.people if person.researcher],
    }


def project_facts(world: World, project: Project) -> View:
    """Show what evaluation knows of a project (rules, section 1.10)."""
    to_come = score.hotness_to_come(world.trajectory, project.topic, project.started)
    return {
        "id": project.id,
        "tier": project.tier,
        "topic": TOPICS[project.topic],
        "status": project.status,
        "started_month": project.started,
        "ended_month": project.ended,
        "hot_at_start": round(project.hot_at_start, 3),
        "future_hot": round(to_come, 3),
        "runway_at_start": round(project.runway_at_start, 1),
        "idle_at_start": project.idle_at_start,
        "feasible": project.feasible,
        "scooped": project.scooped,
        "produced_paper": project.draft is not None,
    }


def researcher_facts(person: Person) -> View:
    """Show what evaluation knows of a researcher (rules, section 1.10)."""
    return {
        "id": person.id,
        "role": person.role,
        "ability": round(person.ability, 3),
        "growth": round(person.growth, 3),
        "independence": round(person.independence, 3),
        "arrived": person.arrived,
        "left": person.left,
        "status": person.status,
        "papers": person.papers,
    }
