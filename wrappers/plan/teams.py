"""Projects as a plan asks for them: which end, which start, with whom and what compute."""

from pibench_env.codes import Role, Verb
from pibench_env.jit import jit
from pibench_env.playing import moves, sight
from pibench_env.playing.log import NOTHING, Log, Memo, add, begin, give
from pibench_env.rules import Rules
from pibench_env.spaces.masking import has_room_to_start
from pibench_env.tables import Lab, Project
from pibench_env.wrappers.plan.choices import Plan, value
from pibench_env.wrappers.plan.parts import SETTLED, Join, Kill, Part


@jit
def end_projects(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """Kill the projects that the plan is against, the latest first: a kill moves those behind it."""
    which = plan[Part.KILL]
    slowest = slowest_project(lab, rules)
    for slot in range(lab.n_active - 1, -1, -1):
        project = lab.projects[slot]
        is_out = (
            (which == Kill.SCOOPED and project.scooped > 0)
            or (which == Kill.DESERTED and project.n_members == 0)
            or (which == Kill.SLOWEST and slot == slowest)
            or (which == Kill.OFF_TOPIC and project.topic != plan[Part.TOPIC])
        )
        if is_out:
            begin(log, Verb.KILL, project.number, NOTHING, 0.0)
            give(lab, rules, log)


@jit
def slowest_project(lab: Lab, rules: Rules) -> int:
    """The slot of the project that has come least far a month, among those of some months; -1 if there is none."""
    slowest, least = NOTHING, 0.0
    for slot in range(lab.n_active):
        project = lab.projects[slot]
        if project.ticks >= SETTLED:
            pace = share_done(project, rules) / project.ticks
            if slowest < 0 or pace < least:
                slowest, least = slot, pace
    return slowest


@jit
def share_done(project: Project, rules: Rules) -> float:
    """Which share of its work a project has behind it."""
    return project.progress / rules.tier_work[project.tier - 1]


@jit
def spend_on_projects(lab: Lab, rules: Rules, plan: Plan, log: Log) -> None:
    """The same compute for all projects that run already."""
    compute = value(plan, Part.RECOMPUTE)
    if plan[Part.RECOMPUTE] != 0:
        for slot in range(lab.n_active):
            if lab.projects[slot].compute != compute:
                moves.set_compute(lab, rules, log, lab.projects[slot].number, compute)


@jit
def list_idle(lab: Lab, memo: Memo) -> int:
    """Put those who work but are on no project into `memo.order`, in store order; returns how many."""
    n = 0
    for slot in range(lab.n_people):
        person = lab.people[slot]
        if sight.is_active(person) and person.role != Role.MANAGER and person.on_projects == 0:
            memo.order[n] = slot
            n += 1
    return n


@jit
def start_projects(lab: Lab, rules: Rules, memo: Memo, plan: Plan, log: Log) -> None:
    """Start projects with consecutive teams of those who are on none."""
    n = list_idle(lab, memo)
    team = int(value(plan, Part.TEAM))
    for k in range(int(value(plan, Part.STARTS))):
        first = k * team
        if first >= n or lab.n_active >= rules.max_active_projects or not has_room_to_start(lab):
            return
        moves.begin_project(log, plan[Part.TOPIC], int(value(plan, Part.TIER)), value(plan, Part.COMPUTE))
        for i in range(first, min(n, first + team)):
            add(log, memo.order[i], 0.0)
        give(lab, rules, log)


@jit
def join_projects(lab: Lab, rules: Rules, memo: Memo, plan: Plan, log: Log) -> None:
    """Put those who are still on no project on one that runs."""
    which = plan[Part.JOIN]
    if which == Join.NOWHERE or lab.n_active == 0:
        return
    for i in range(list_idle(lab, memo)):
        best = 0
        for slot in range(1, lab.n_active):
            if is_better(lab.projects[slot], lab.projects[best], which, rules):
                best = slot
        begin(log, Verb.ASSIGN, lab.projects[best].number, memo.order[i], 0.0)
        give(lab, rules, log)


@jit
def is_better(one: Project, other: Project, which: int, rules: Rules) -> bool:
    """Whether somebody should rather join one project than the other."""
    if which == Join.YOUNGEST:
        return one.ticks < other.ticks
    if which == Join.SMALLEST:
        return one.n_members < other.n_members
    return share_done(one, rules) > share_done(other, rules)
