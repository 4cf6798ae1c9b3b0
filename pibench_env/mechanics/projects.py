"""Projects from start to draft: progress, novelty, scoops, dead ends, quality (rules, sections 1.7 and 1.9)."""

import math

from pibench_env.capacities import DRAFTS, MEMBERS, PROJECTS, TOPICS
from pibench_env.codes import DraftStatus, Outcome, ProjectStatus
from pibench_env.exact import clip, mean, round_to
from pibench_env.jit import jit
from pibench_env.luck import Luck
from pibench_env.mechanics import press, purse
from pibench_env.rng.distributions import normal, random, uniform
from pibench_env.rng.keys import Draw, Prefix, draw_entity, draw_entity_month
from pibench_env.rules import Rules
from pibench_env.tables import Command, Lab, Project


@jit
def publish_scoops(lab: Lab) -> None:
    """Scoops of last month become news, whatever has become of the projects (1.7, step 2)."""
    if lab.scoops_untold == 0:
        return
    active = 0
    for number in range(1, lab.n_projects + 1):
        if active < lab.n_active and lab.projects[active].number == number:
            publish_scoop(lab, lab.projects[active])
            active += 1
        else:
            publish_scoop(lab, lab.past.projects[number - 1])


@jit
def publish_scoop(lab: Lab, project: Project) -> None:
    """One project's scoop, if it is due (1.7, step 2)."""
    if project.news_due == lab.month:
        press.post_scoop(lab, project.number, project.topic)
        project.news_due = 0
        lab.scoops_untold -= 1


@jit
def craft_of_team(lab: Lab, project: Project) -> float:
    """Mean of skill times ability of the members; the project has some (1.7, step 2)."""
    terms = lab.luck.terms
    for k in range(project.n_members):
        person = lab.people[project.members[k]]
        terms[k] = person.skill * person.ability
    return mean(terms, project.n_members)


@jit
def advance(lab: Lab, project: Project, effort: float, rules: Rules) -> None:
    """A month of work: compute, craft, progress, and novelty that bleeds (1.7, step 2)."""
    project.ticks += 1
    project.compute_total += project.compute
    if project.n_members > 0:
        weight = max(effort, rules.craft_min_weight)
        project.craft_total += craft_of_team(lab, project) * weight
        project.craft_weight += weight
    if effort > 0.0:
        g = draw_entity_month(lab.luck, Draw.PROG, Prefix.PJ, project.number, lab.month)
        project.progress += progress(effort, project.compute, normal(g, 1.0, rules.progress_noise), rules)
    bled = project.novelty - rules.novelty_bleed * lab.crowding[project.topic]
    project.novelty = max(rules.novelty_clip[0], bled)


@jit
def progress(effort: float, compute: float, noise: float, rules: Rules) -> float:
    """0.9 E^0.9 (1 + 0.30 ln(1 + compute/800)) max(0.1, noise) (1.7, step 2)."""
    helped = 1.0 + rules.compute_coef * math.log1p(compute / rules.compute_c0)
    return rules.progress_coef * effort**rules.progress_exponent * helped * max(rules.progress_floor, noise)


@jit
def is_scooped(lab: Lab, project: Project, rules: Rules) -> bool:
    """Whether others publish first this month; only work far enough along can be hurt (1.7, step 2)."""
    if project.progress / rules.tier_work[project.tier - 1] < rules.scoop_min_progress:
        return False
    g = draw_entity_month(lab.luck, Draw.SCOOP, Prefix.PJ, project.number, lab.month)
    return random(g) < rules.scoop_base * lab.crowding[project.topic]


@jit
def suffer_scoop(lab: Lab, project: Project, rules: Rules) -> None:
    """Novelty is lost now; the news comes next month (1.7, step 2)."""
    project.novelty *= rules.scoop_novelty_mult
    project.scooped += 1
    project.news_due = lab.month + 1
    lab.scoops_untold += 1


@jit
def is_dead_end(project: Project, rules: Rules) -> bool:
    """Whether infeasibility shows (1.7, step 2)."""
    reveal = rules.deadend_reveal_frac * rules.tier_work[project.tier - 1]
    return project.feasible == 0 and project.progress >= reveal


@jit
def is_complete(project: Project, rules: Rules) -> bool:
    """Whether the work is done (1.7, step 2)."""
    return project.progress >= rules.tier_work[project.tier - 1]


@jit
def end(lab: Lab, project: Project, status: int) -> None:
    """A project ends; it stays among the active ones until `file_ended`."""
    project.status = status
    project.ended = lab.month


@jit
def try_salvage(lab: Lab, project: Project, rules: Rules) -> None:
    """Half of the dead ends leave a modest draft (1.7, step 2)."""
    if random(draw_entity(lab.luck, Draw.SALVAGE, Prefix.PJ, project.number)) < rules.salvage_prob:
        g = draw_entity(lab.luck, Draw.SALVAGEQ, Prefix.PJ, project.number)
        write_draft(lab, project, uniform(g, rules.salvage_quality[0], rules.salvage_quality[1]))
        lab.drafts[lab.n_drafts - 1].salvage = 1


@jit
def finish(lab: Lab, project: Project, rules: Rules) -> None:
    """A completed project becomes a draft (1.7, step 2)."""
    write_draft(lab, project, draft_quality(lab.luck, project, rules))


@jit
def draft_quality(luck: Luck, project: Project, rules: Rules) -> float:
    """Quality from tier, craft, novelty, compute and luck; the top tier may break through (1.7, step 2)."""
    craft = project.craft_total / project.craft_weight if project.craft_weight > 0.0 else rules.craft_default
    compute = project.compute_total / project.ticks
    g = draw_entity(luck, Draw.QUALITY, Prefix.PJ, project.number)
    quality = (
        rules.tier_quality[project.tier - 1]
        + rules.quality_skill_coef * craft
        + rules.quality_novelty_coef * (project.novelty - rules.quality_novelty_ref)
        + rules.quality_compute_coef * math.log1p(compute / rules.compute_c0)
        + normal(g, 0.0, rules.quality_noise)
    )
    if project.tier == rules.breakthrough_tier and random(g) < rules.breakthrough_prob:
        quality += rules.breakthrough_gain
    return clip(quality, rules.quality_clip[0], rules.quality_clip[1])


@jit
def new_draft(lab: Lab, topic: int, tier: int, quality: float) -> int:
    """Take a new slot of `drafts`; returns it."""
    slot = lab.n_drafts
    lab.n_drafts += 1
    draft = lab.drafts[slot]
    draft.topic = topic
    draft.tier = tier
    draft.status = DraftStatus.AVAILABLE
    draft.created = lab.month
    draft.quality = quality
    return slot


@jit
def write_draft(lab: Lab, project: Project, quality: float) -> None:
    """The draft of a project; its authors are the researchers among the members, in member order (1.7, step 2)."""
    slot = new_draft(lab, project.topic, project.tier, quality)
    draft = lab.drafts[slot]
    draft.project = project.number
    project.draft = slot + 1
    for k in range(project.n_members):
        if purse.is_researcher(lab.people[project.members[k]].role):
            lab.past.bylines[slot].authors[draft.n_authors] = project.members[k]
            draft.n_authors += 1


@jit
def file_ended(lab: Lab) -> None:
    """Move ended projects to the past and close the gaps, in order."""
    kept = 0
    for i in range(lab.n_active):
        if lab.projects[i].status != ProjectStatus.ACTIVE:
            lab.past.projects[lab.projects[i].number - 1] = lab.projects[i]
        else:
            if kept < i:
                lab.projects[kept] = lab.projects[i]
            kept += 1
    lab.n_active = kept


@jit
def find(lab: Lab, number: int) -> int:
    """The slot of an active project, -1 if there is none of that number."""
    for i in range(lab.n_active):
        if lab.projects[i].number == number:
            return i
    return -1


@jit
def has_draft_place(lab: Lab, promised: int) -> bool:
    """Whether `drafts` can hold one more, besides those that active projects and collaborations were promised."""
    return lab.n_drafts + lab.n_active + promised < DRAFTS


@jit
def check_start(lab: Lab, command: Command, promised: int, rules: Rules) -> int:
    """Whether a project can start, in the order of section 1.10: topic, tier, members, compute, number."""
    if not 0 <= command.object < TOPICS:
        return Outcome.UNKNOWN_TOPIC
    if not 1 <= command.choice <= len(rules.tier_work):
        return Outcome.OUT_OF_RANGE
    if command.count == 0:
        return Outcome.NO_MEMBERS
    for i in range(command.count):
        if not purse.is_active(lab, command.ids[i]):
            return Outcome.UNKNOWN_ID
    if not 0.0 <= command.amount <= rules.max_monthly_compute:
        return Outcome.OUT_OF_RANGE
    if lab.n_active >= rules.max_active_projects:
        return Outcome.CAPACITY
    if command.count > MEMBERS or lab.n_projects >= PROJECTS or not has_draft_place(lab, promised):
        return Outcome.TABLE_FULL
    return Outcome.OK


@jit
def start(lab: Lab, command: Command, idle: int, rules: Rules) -> None:
    """Start a project; luck decides at once whether it can succeed and how new it is (1.9)."""
    runway = lab.budget / max(rules.min_burn, purse.burn(lab, rules))
    project = lab.projects[lab.n_active]
    lab.n_active += 1
    lab.n_projects += 1
    project.number = lab.n_projects
    project.topic = command.object
    project.tier = command.choice
    project.status = ProjectStatus.ACTIVE
    project.n_members = command.count
    for i in range(command.count):
        project.members[i] = command.ids[i]
    project.started = lab.month
    project.ended = 0
    project.draft = 0
    project.scooped = 0
    project.compute = command.amount
    project.progress = 0.0
    project.ticks = 0
    project.news_due = 0
    project.compute_total = 0.0
    project.craft_total = 0.0
    project.craft_weight = 0.0
    project.runway_at_start = round_to(runway, 1)
    project.idle_at_start = idle
    g = draw_entity(lab.luck, Draw.FEAS, Prefix.PJ, project.number)
    project.feasible = random(g) >= rules.tier_infeasible[project.tier - 1]
    project.novelty = start_novelty(
        normal(g, rules.start_novelty[0], rules.start_novelty[1]), lab.crowding[project.topic], rules
    )


@jit
def start_novelty(drawn: float, crowding: float, rules: Rules) -> float:
    """clip(N(1, 0.1) - 0.06 (C - 1), 0.3, 1.3) (1.9)."""
    novelty = drawn - rules.novelty_crowd_penalty * (crowding - 1.0)
    return clip(novelty, rules.novelty_clip[0], rules.novelty_clip[1])


@jit
def set_compute(lab: Lab, number: int, compute: float, rules: Rules) -> int:
    """Change the monthly compute of a project (1.9)."""
    slot = find(lab, number)
    if slot < 0:
        return Outcome.UNKNOWN_ID
    if not 0.0 <= compute <= rules.max_monthly_compute:
        return Outcome.OUT_OF_RANGE
    lab.projects[slot].compute = compute
    return Outcome.OK


@jit
def place_in_team(project: Project, person: int) -> int:
    """The place of a person in a team, -1 if not in it."""
    for k in range(project.n_members):
        if project.members[k] == person:
            return k
    return -1


@jit
def assign(lab: Lab, number: int, person: int) -> int:
    """Put a person on a project; one who is there already stays (1.9)."""
    slot = find(lab, number)
    if slot < 0:
        return Outcome.UNKNOWN_ID
    if not purse.is_active(lab, person):
        return Outcome.UNKNOWN_ID
    project = lab.projects[slot]
    if place_in_team(project, person) < 0:
        if project.n_members >= MEMBERS:
            return Outcome.TABLE_FULL
        project.members[project.n_members] = person
        project.n_members += 1
    return Outcome.OK


@jit
def unassign(lab: Lab, number: int, person: int) -> int:
    """Take a person off a project; nothing happens to one who is not on it (1.9)."""
    slot = find(lab, number)
    if slot < 0:
        return Outcome.UNKNOWN_ID
    leave(lab.projects[slot], person)
    return Outcome.OK


@jit
def leave(project: Project, person: int) -> None:
    """Take a person out of a team, the others keep their order."""
    place = place_in_team(project, person)
    if place >= 0:
        project.n_members -= 1
        for k in range(place, project.n_members):
            project.members[k] = project.members[k + 1]


@jit
def leave_all(lab: Lab, person: int) -> None:
    """Take a person off all active projects; ended ones keep their lists (1.10)."""
    for i in range(lab.n_active):
        leave(lab.projects[i], person)
