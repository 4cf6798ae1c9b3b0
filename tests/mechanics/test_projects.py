"""Projects: by hand and against the naive twin, draws included."""

import math

import pytest
from kernel_tools import RULES, dice, is_same, lab_with
from naive import projects as twin
from naive.luck import Luck
from naive.world_numbers import NUMBERS

from pibench_env import kernel
from pibench_env.codes import ProjectStatus, Role
from pibench_env.mechanics import projects


def project_of(seed=1, month=1, **columns):
    """A lab with one project; returns both."""
    lab = lab_with(seed=seed, month=month, projects=[{"number": 1, "tier": 1, "feasible": 1, **columns}])
    return lab, lab["projects"][0]


def test_progress_by_hand():
    assert projects.progress(1.0, 0.0, 1.0, RULES) == 0.9
    assert projects.progress(1.0, 800.0, 1.0, RULES) == pytest.approx(0.9 * (1 + 0.3 * math.log(2)), rel=1e-15)
    assert projects.progress(1.0, 0.0, -3.0, RULES) == pytest.approx(0.09, rel=1e-15)  # noise is at least 0.1
    assert projects.progress(2.0, 0.0, 1.0, RULES) == pytest.approx(0.9 * 2**0.9, rel=1e-15)


def test_start_novelty_by_hand():
    assert projects.start_novelty(1.0, 2.0, RULES) == 0.94
    assert projects.start_novelty(1.4, 1.0, RULES) == 1.3
    assert projects.start_novelty(0.2, 1.0, RULES) == 0.3


@pytest.mark.parametrize(
    ("tier", "progress", "feasible", "is_dead", "is_done"),
    [(1, 3.59, 0, False, False), (1, 3.6, 0, True, False), (1, 6.0, 1, False, True), (2, 13.9, 1, False, False),
     (2, 14.0, 1, False, True), (3, 16.8, 0, True, False), (3, 16.8, 1, False, False)],
)  # fmt: skip
def test_dead_ends_and_completion_by_hand(tier, progress, feasible, is_dead, is_done):
    _, project = project_of(tier=tier, progress=progress, feasible=feasible)
    assert projects.is_dead_end(project, RULES) == is_dead
    assert projects.is_complete(project, RULES) == is_done


def test_quality_without_noise_by_hand():
    rules = RULES.copy()
    rules["quality_noise"] = 0.0
    lab, project = project_of(tier=2, novelty=1.0, ticks=4, compute_total=3200.0, craft_total=1.5, craft_weight=3.0)
    # 2.6 + 1.8·0.5 + 0.9·(1 − 0.6) + 0.35·ln(1 + 800/800), section 1.7, step 2
    assert projects.draft_quality(lab["luck"], project, rules) == pytest.approx(3.86 + 0.35 * math.log(2), rel=1e-14)
    project["craft_weight"] = 0.0
    assert projects.draft_quality(lab["luck"], project, rules) == pytest.approx(3.32 + 0.35 * math.log(2), rel=1e-14)


def test_the_authors_are_the_researchers_in_member_order():
    roles = (Role.RA, Role.PHD, Role.MANAGER, Role.POSTDOC)
    lab = lab_with(people=[{"role": role} for role in roles])
    lab["n_active"] = 1
    project = lab["projects"][0]
    project["n_members"], project["number"] = 4, 1
    project["members"][:4] = [3, 0, 1, 2]
    projects.write_draft(lab, project, 4.0)
    assert lab["drafts"][0]["n_authors"] == 2
    assert lab["past"]["bylines"][0]["authors"][:2].tolist() == [3, 1]


def test_the_others_keep_their_order_when_one_leaves():
    _, project = project_of(n_members=4)
    project["members"][:4] = [5, 2, 9, 7]
    projects.leave(project, 2)
    projects.leave(project, 11)  # not on it
    assert project["members"][: project["n_members"]].tolist() == [5, 9, 7]


def test_ended_projects_move_to_the_past_and_the_rest_close_up():
    rows = [{"number": k + 1, "progress": float(k)} for k in range(4)]
    lab = lab_with(month=3, projects=rows, n_projects=4)
    for slot, status in ((0, ProjectStatus.KILLED), (2, ProjectStatus.DEADEND)):
        projects.end(lab, lab["projects"][slot], status)
    projects.file_ended(lab)
    assert lab["projects"]["number"][: lab["n_active"]].tolist() == [2, 4]
    assert lab["past"]["projects"]["progress"][[0, 2]].tolist() == [0.0, 2.0]
    assert lab["past"]["projects"]["ended"][[0, 2]].tolist() == [3, 3]


def test_twin_formulas():
    for d in dice():
        effort, compute, noise = d.uniform(0.01, 6), d.choice([0.0, d.uniform(0, 9000)]), d.gauss(1, 0.4)
        assert is_same(
            projects.progress(effort, compute, noise, RULES), twin.progress_gain(effort, compute, noise, NUMBERS)
        )
        tier, progress, feasible = d.randint(1, 3), d.uniform(0, 30), d.randrange(2)
        _, project = project_of(tier=tier, progress=progress, feasible=feasible)
        assert projects.is_dead_end(project, RULES) == twin.dead_end(bool(feasible), progress, tier, NUMBERS)
        assert projects.is_complete(project, RULES) == twin.finished(progress, tier, NUMBERS)


def test_twin_draws_of_quality_scoops_and_salvage():
    for seed, d in enumerate(dice()):
        columns = {"tier": d.randint(1, 3), "novelty": d.uniform(0.3, 1.3), "progress": d.uniform(0, 28), "ticks": 5}
        columns |= {"compute_total": d.uniform(0, 9e3), "craft_total": d.random(), "craft_weight": d.uniform(0.5, 4)}
        lab, project = project_of(seed, d.randint(1, 120), **columns)
        tier, month = columns["tier"], int(lab["month"])
        g = Luck(seed).draw("quality", "PJ001")
        noise = g.normal(0, 0.45)
        ka, compute = columns["craft_total"] / columns["craft_weight"], columns["compute_total"] / 5
        lucky = tier == 3 and g.uniform() < 0.18
        quality = twin.draft_quality(tier, ka, columns["novelty"], compute, noise, lucky, NUMBERS)
        assert is_same(projects.draft_quality(lab["luck"], project, RULES), quality)
        lab["crowding"][:] = crowding = d.uniform(0.2, 40)  # far above what happens, so that scoops do
        scooped = twin.scoop_exposed(columns["progress"], tier, NUMBERS) and Luck(seed).draw(
            "scoop", "PJ001", month
        ).uniform() < twin.scoop_probability(crowding, NUMBERS)
        assert projects.is_scooped(lab, project, RULES) == scooped
        projects.try_salvage(lab, project, RULES)
        salvaged = Luck(seed).draw("salvage", "PJ001").uniform() < 0.5
        assert lab["n_drafts"] == salvaged
        if salvaged:
            assert lab["drafts"][0]["quality"] == Luck(seed).draw("salvageq", "PJ001").uniform(1.5, 2.8)


def test_twin_a_month_of_work():
    for seed, d in enumerate(dice()):
        people = [{"speed": 1.0, "skill": d.random(), "ability": d.random(), "morale": 0.7, "independence": 1.0}
                  for _ in range(d.randrange(12))]  # fmt: skip
        lab, project = project_of(seed, 7, n_members=len(people), novelty=d.uniform(0.3, 1.3), compute=500.0)
        lab["n_people"] = len(people)
        for slot, columns in enumerate(people):
            project["members"][slot] = slot
            for name, value in columns.items():
                lab["people"][slot][name] = value
        lab["crowding"][:] = d.uniform(0.2, 4)
        bled = twin.novelty_bled(float(project["novelty"]), float(lab["crowding"][0]), NUMBERS)
        effort = kernel.team_effort(lab, project, RULES)
        projects.advance(lab, project, effort, RULES)
        assert is_same(project["novelty"], bled)
        assert project["ticks"] == 1
        assert project["compute_total"] == 500.0
        if people:
            know_how = twin.know_how([p["skill"] for p in people], [p["ability"] for p in people])
            assert is_same(project["craft_total"], know_how * effort)
            noise = Luck(seed).draw("prog", "PJ001", 7).normal(1, 0.22)
            assert is_same(project["progress"], twin.progress_gain(effort, 500.0, noise, NUMBERS))
        else:
            assert project["progress"] == project["craft_weight"] == 0.0
