"""Places of an observation and ids of the surface name the same things; facts come back in their units."""

import numpy as np
import pytest
from env_tools import EASY, make, masked_actions

from pibench_env.spaces.naming import listed_ids
from pibench_env.spaces.schema import SIZE, in_units, named


@pytest.fixture(scope="module")
def moments():
    """Environments in the midst of busy runs."""
    found = []
    for seed in (3, 4, 5):
        env = make(world=EASY, max_commands=40)
        masked_actions(env, seed, 900)
        found.append(env.unwrapped)
    return found


def test_places_are_those_of_the_ids(moments):
    seen = set()
    for env in moments:
        facts, lab, ids = in_units(env.observe()[0]), env.lab, listed_ids(env.labs, env.rules)
        board = lab.dashboard()
        everybody = {row["id"]: row for row in lab.students.list()}
        for place, person in enumerate(ids["researchers"]):
            assert facts["researchers"]["mentoring"][place] == pytest.approx(everybody[person]["mentoring_hours"])
            assert facts["researchers"]["papers"][place] == pytest.approx(min(8, everybody[person]["papers_accepted"]))
        for place, project in enumerate(row["id"] for row in board["active_projects"]):
            assert ids["projects"][place] == project
        applicants = {row["id"]: row for row in lab.recruit.applicants()}
        for place, applicant in enumerate(ids["applicants"]):
            if applicant in applicants:
                shown = facts["applicants"]["transcript"][place]
                assert shown == pytest.approx(applicants[applicant]["transcript"])
        available = {row["id"] for row in board["available_drafts"]}
        for place, draft in enumerate(ids["drafts"]):
            assert (facts["drafts"]["under_review"][place] == 0) == (draft in available)
        assert ids["events"] == [row["id"] for row in lab.events.pending()][:8]
        assert ids["calls"] == [row["id"] for row in lab.grants.calls()][:6]
        under_review = [row["id"] for row in lab.papers.submissions() if row["status"] == "under_review"]
        assert ids["submissions"] == under_review[:12]
        assert ids["proposals"] == [row["id"] for row in lab.grants.proposals() if row["status"] == "pending"][:8]
        running = [row["id"] for row in lab.grants.awards() if row["start_month"] <= lab.month <= row["end_month"]]
        assert ids["awards"] == running[:8]
        seen |= {name for name, listed in ids.items() if listed}
    assert seen >= {"researchers", "staff", "projects", "drafts", "calls", "events", "proposals"}


def test_facts_come_back_in_units(moments):
    for env in moments:
        observation, lab = env.observe()[0], env.labs[0]
        facts = in_units(observation)
        assert facts.shape == ()
        assert facts["budget"] == pytest.approx(np.clip(lab["budget"], -1e8, 1e8), rel=1e-5)
        assert facts["month"] == pytest.approx(lab["month"])
        assert facts["papers_out"] == pytest.approx(min(64, env.observe()[1]["papers"]))
        # The other way about: what is in units becomes what was shown.
        assert facts["compute_price"] == pytest.approx(2 * named(observation)["compute_price"])


def test_batches_come_back_in_units():
    env = make().unwrapped
    batch = np.array([env.reset(seed=seed)[0] for seed in range(4)])
    assert in_units(batch)["budget"].tolist() == pytest.approx([600_000.0] * 4, rel=1e-5)
    assert in_units(batch[None])["researchers"]["report"].shape == (1, 4, 16)
    in_debt = batch[0].copy()
    named(in_debt)["budget"] = -named(in_debt)["budget"]
    assert in_units(in_debt)["budget"] == pytest.approx(-600_000.0, rel=1e-5)
    for wrong in (batch.astype(float), batch[:, :-1], [0.0] * SIZE):
        with pytest.raises(ValueError, match="an observation is float32"):
            in_units(wrong)
