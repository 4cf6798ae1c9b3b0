"""The month of a lab as a page: birth, opening, thirteen closing steps, and the commands in between.

What each mechanic does stands in its own file under `mechanics/`; how they act on each other stands here and nowhere
else (rules, sections 1.2, 1.5, 1.7 and 1.9). Nothing here raises, allocates or knows of other labs.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env import orders
from pibench_env.capacities import YEAR
from pibench_env.codes import EventKind, EventStatus, NewsDetail, Outcome, PersonStatus, ProjectStatus, Role, Verb
from pibench_env.jit import jit
from pibench_env.mechanics import (
    citations,
    events,
    field,
    grants,
    people,
    press,
    projects,
    purse,
    recruiting,
    reputation,
    review,
    score,
    seasons,
)
from pibench_env.rules import Rules
from pibench_env.state import Commands, Labs, RulesArray
from pibench_env.tables import Command, Lab, Project
from pibench_env.tape import be_named, detach


@jit
def be_born(lab: Lab, rules: Rules) -> None:
    """Bring a record to life that has nothing but its luck, and open month 1 (1.2)."""
    lab.month = 1
    lab.budget = rules.start_budget
    lab.reputation = rules.rep_init
    lab.first_applicant = 1
    field.be_born(lab, rules)
    open_month(lab, rules)


@jit
def open_month(lab: Lab, rules: Rules) -> None:
    """Open the month that `lab.month` names (1.5)."""
    lab.oneoff_used = 0.0
    field.publish_observables(lab, rules)
    events.come_up(lab, rules)
    if seasons.season_age(lab.month, rules) == 0:
        recruiting.welcome_applicants(lab, rules)
    events.use_collaboration_hours(lab, rules)
    people.squeeze_mentoring(lab, rules)


@jit
def close_month(lab: Lab, rules: Rules) -> int:
    """Close the open month in thirteen steps, and open the next one unless the run is over (1.7)."""
    if lab.finished != 0:
        return Outcome.OVER
    events.forget_closed(lab)
    purse.pay_month(lab, rules)
    work_on_projects(lab, rules)
    decide_submissions(lab, rules)
    cite_papers(lab, rules)
    decide_proposals(lab, rules)
    end_events(lab, rules)  # before people: an ignored crisis hurts this very month
    live_a_month(lab, rules)
    recruit(lab, rules)
    recruiting.end_searches(lab, rules)
    settle_reputation(lab, rules)  # so that reviews and citations saw the reputation of the month's start
    record_month(lab, rules)
    if score.is_collapsed(lab):
        lab.collapsed = 1
        lab.finished = 1
    elif lab.month >= rules.months:
        lab.finished = 1
    else:
        lab.month += 1
        field.move_on(lab, rules)
        open_month(lab, rules)
    return Outcome.OK


@jit
def work_on_projects(lab: Lab, rules: Rules) -> None:
    """Step 2: every active project moves on; some are scooped, end in a dead end, or become drafts."""
    people.count_projects(lab)
    projects.publish_scoops(lab)
    for i in range(lab.n_active):
        project = lab.projects[i]
        projects.advance(lab, project, team_effort(lab, project, rules), rules)
        if projects.is_scooped(lab, project, rules):
            projects.suffer_scoop(lab, project, rules)
            orders.set_back_team(lab, project, rules.morale_scooped)
        if projects.is_dead_end(project, rules):
            projects.end(lab, project, ProjectStatus.DEADEND)
            orders.set_back_team(lab, project, rules.morale_deadend)
            projects.try_salvage(lab, project, rules)
        elif projects.is_complete(project, rules):
            projects.end(lab, project, ProjectStatus.COMPLETED)
            projects.finish(lab, project, rules)
    projects.file_ended(lab)


@jit
def team_effort(lab: Lab, project: Project, rules: Rules) -> float:
    """Summed effectiveness of the members (1.7, step 2)."""
    effort = 0.0
    for k in range(project.n_members):
        effort += people.effectiveness(lab.people[project.members[k]], rules)
    return effort


@jit
def decide_submissions(lab: Lab, rules: Rules) -> None:
    """Step 3: reviews; acceptance brings a publication, reputation and joy, rejection hurts."""
    for i in range(lab.n_submissions):
        submission = lab.submissions[i]
        if not review.is_due(submission, lab.month):
            continue
        draft = lab.drafts[submission.draft - 1]
        authors = lab.past.bylines[submission.draft - 1].authors
        if review.is_accepted(lab, submission, rules):
            paper = lab.publications[review.accept(lab, submission, rules)]
            paper.strength = citations.strength(paper.venue, paper.quality, rules)
            lab.reputation_impulse += rules.rep_venue[submission.venue]
            for k in range(draft.n_authors):
                author = lab.people[authors[k]]
                author.papers += 1
                author.first_author += k == 0
                author.impulse += rules.morale_first_author if k == 0 else rules.morale_author
        else:
            review.reject(lab, submission)
            for k in range(draft.n_authors):
                people.setback(lab.people[authors[k]], rules.morale_rejected)


@jit
def cite_papers(lab: Lab, rules: Rules) -> None:
    """Step 4: citations, and the reputation they bring."""
    total = citations.collect(lab, rules)
    if total > 0:
        lab.reputation_impulse += reputation.citation_impulse(total, rules)


@jit
def decide_proposals(lab: Lab, rules: Rules) -> None:
    """Step 5: grants; an award brings reputation."""
    for slot in range(lab.n_proposals):
        if grants.is_due(lab.proposals[slot], lab.month):
            if grants.is_funded(lab, slot, rules):
                grants.award(lab, slot, rules)
                lab.reputation_impulse += rules.rep_agency[lab.proposals[slot].agency]
            else:
                grants.reject(lab, slot)


@jit
def end_events(lab: Lab, rules: Rules) -> None:
    """Step 6: what nobody answered ends; collaborations deliver."""
    for i in range(lab.n_events):
        event = lab.events[i]
        if events.is_expiring(event, lab.month):
            if event.kind == EventKind.STUDENT_CRISIS:
                orders.ignore_crisis(lab, event, rules)
                events.close(lab, event, EventStatus.AUTO_IGNORED)
            else:
                if event.kind == EventKind.REVIEW_REQUEST:
                    lab.reputation_impulse += rules.rep_review_declined
                events.close(lab, event, EventStatus.EXPIRED)
    for i in range(lab.n_events):
        event = lab.events[i]
        if events.is_delivering(event, lab.month):
            quality = events.collaboration_quality(lab, event, rules)
            event.draft = projects.new_draft(lab, event.topic, rules.collab_tier, quality) + 1
            lab.drafts[event.draft - 1].collab = 1
            events.close(lab, event, EventStatus.ACCEPTED)


@jit
def live_a_month(lab: Lab, rules: Rules) -> None:
    """Step 7: researchers learn, feel, report, and some leave."""
    people.count_projects(lab)
    mean_morale = people.mean_morale(lab, rules)
    is_stressful = people.is_stressful(lab, rules)
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if person.status != PersonStatus.ACTIVE or not purse.is_researcher(person.role):
            continue
        status = people.live_a_month(lab, slot, mean_morale, is_stressful, rules)
        if status == PersonStatus.ACTIVE:
            continue
        orders.depart(lab, slot, status)
        if status == PersonStatus.QUIT:
            press.post_lab_news(lab, NewsDetail.PERSON_QUIT, slot)
        elif status == PersonStatus.GRADUATED:
            lab.reputation_impulse += rules.rep_grad
            lab.alumni += 1
            press.post_lab_news(lab, NewsDetail.PERSON_GRADUATED, slot)


@jit
def recruit(lab: Lab, rules: Rules) -> None:
    """Step 8: offers are answered at the end of the season; a month later students arrive."""
    age = seasons.season_age(lab.month, rules)
    if age == rules.season_months - 1:
        recruiting.decide_offers(lab, rules)
    if age == rules.season_months % YEAR:
        recruiting.welcome_students(lab, rules)


@jit
def settle_reputation(lab: Lab, rules: Rules) -> None:
    """Step 10: the impulses of the month act."""
    lab.reputation = reputation.next_reputation(lab.reputation, lab.reputation_impulse, rules)
    lab.reputation_impulse = 0.0


@jit
def record_month(lab: Lab, rules: Rules) -> None:
    """Step 11: the record of the month."""
    for slot in range(lab.n_people):
        lab.people[slot].mentoring_recorded = lab.people[slot].mentoring
    people.count_projects(lab)
    record = lab.past.months[lab.month - 1]
    record.budget = lab.budget
    record.attention_pool = purse.attention_pool(lab, rules)
    record.attention_used = purse.mentoring_total(lab) + lab.oneoff_used
    record.students = purse.headcount(lab, Role.PHD)
    record.postdocs = purse.headcount(lab, Role.POSTDOC)
    record.staff = purse.headcount(lab, Role.RA) + purse.headcount(lab, Role.MANAGER)
    record.active_projects = lab.n_active
    record.publications = score.papers_out(lab)
    record.citations = lab.citations
    record.reputation = lab.reputation
    record.standing = reputation.standing(lab.reputation, rules)


@jit
def projected_citations(lab: Lab, rules: Rules) -> float:
    """Citations expected of the papers that are out, from the next month on; none for a collapsed lab (1.8)."""
    total = 0.0
    if lab.collapsed == 0:
        for i in range(lab.n_publications):
            paper = lab.publications[i]
            if paper.published <= lab.month:
                hotness = lab.hotness[paper.topic]
                total += citations.projected(paper, lab.month, hotness, lab.reputation, lab.alumni, rules)
    return total


@jit
def impact(lab: Lab, rules: Rules) -> float:
    """Impact if the run stopped now (1.8)."""
    return score.impact(lab.citations, projected_citations(lab, rules))


@jit
def apply(lab: Lab, command: Command, rules: Rules) -> int:
    """Carry out one command and return its outcome; a refusal changes nothing, `interview` excepted (1.9)."""
    if lab.finished != 0:
        return Outcome.OVER
    form = orders.check_form(command)
    if form != Outcome.OK:
        return form
    verb = command.verb
    if verb == Verb.NEXT_MONTH:
        return close_month(lab, rules)
    if verb == Verb.INTERVIEW:
        return recruiting.interview(lab, command, rules)
    if verb == Verb.OFFER:
        return recruiting.offer(lab, command.object, rules)
    if verb == Verb.POST_POSTDOC:
        return recruiting.post_postdoc(lab, rules)
    if verb == Verb.RENEW_POSTDOC:
        return recruiting.renew_postdoc(lab, command.object, rules)
    if verb == Verb.HIRE_RA:
        return recruiting.hire_ra(lab, rules)
    if verb == Verb.HIRE_MANAGER:
        return recruiting.hire_manager(lab, rules)
    if verb == Verb.DISMISS:
        return orders.dismiss(lab, command.object)
    if verb == Verb.SET_MENTORING:
        return people.set_mentoring(lab, command, rules)
    if verb == Verb.POLISH:
        return review.polish(lab, command.object, command.amount, rules)
    if verb == Verb.SUBMIT:
        return review.submit(lab, command.object, command.choice, rules)
    if verb == Verb.REVISE:
        return review.revise(lab, command.object, command.amount, rules)
    if verb == Verb.WITHDRAW:
        return review.withdraw(lab, command.object)
    if verb == Verb.PROPOSE:
        return orders.propose(lab, command, rules)
    if verb == Verb.ATTEND_CONFERENCE:
        return field.attend_conference(lab, rules)
    if verb == Verb.RESPOND:
        return orders.respond(lab, command.object, command.choice, rules)
    return orders.change_projects(lab, command, rules)


# What Python calls: labs by array and index, because an array is cheaper to hand over than a record.


@jit
def be_born_at(labs: Labs, i: int, seed: np.uint64, root: np.uint64, rules: RulesArray) -> None:
    """`be_born` for one lab of a batch; the record must be zero."""
    be_named(labs[i].luck, seed, root)
    be_born(labs[i], rules[0])
    field.read_reports(labs[i], rules[0])
    detach(labs[i].luck)


@jit
def apply_at(labs: Labs, i: int, commands: Commands, k: int, rules: RulesArray) -> int:
    """`apply` for one lab of a batch and one command of a list; Python finds all reports read."""
    labs[i].luck.tape = np.uint64(0)  # whatever stands there is no address any more
    outcome = apply(labs[i], commands[k], rules[0])
    field.read_reports(labs[i], rules[0])
    detach(labs[i].luck)
    return outcome


@jit
def read_off(labs: Labs, i: int, rules: RulesArray, out: NDArray[Any]) -> None:
    """Write the derived numbers of a lab into `out`, in the order of `READINGS`; changes nothing."""
    lab = labs[i]
    projected = projected_citations(lab, rules[0])
    out[0] = purse.attention_pool(lab, rules[0])
    out[1] = purse.oversight_now(lab, rules[0])
    out[2] = purse.mentoring_total(lab)
    out[3] = purse.hours_left(lab, rules[0])
    out[4] = purse.burn(lab, rules[0])
    out[5] = purse.runway(lab, rules[0])
    out[6] = projected
    out[7] = score.impact(lab.citations, projected)
    out[8] = score.h_index(lab)
    out[9] = score.papers_out(lab)
    out[10] = reputation.standing(lab.reputation, rules[0])


READINGS = (
    "attention_pool", "oversight", "mentoring", "hours_left", "burn", "runway", "projected", "impact", "h_index",
    "papers_out", "standing",
)  # fmt: skip
