"""The same seed and commands give the same bytes: twice, alone or in company, in any order, read or unread."""

import numpy as np
import pytest
from kernel_tools import Career, newborn, play_randomly, readings, replay

from pibench_env import kernel
from pibench_env.params import Params
from pibench_env.rng.keys import branch_root
from pibench_env.rules import rules_of
from pibench_env.state import empty_labs

BUSY = {"start_budget": 1e7, "attention_budget": 300.0, "progress_coef": 2.0, "rep_init": 4.0, "crisis_rate": 0.1}
PARAMS = Params.of(BUSY)
RULES = rules_of(PARAMS)
MONTHS = 18


def careers(n: int) -> list[Career]:
    """Careers of different seeds with different commands."""
    played = []
    for seed in range(n):
        career = Career(seed, BUSY)
        play_randomly(career, seed, MONTHS)
        played.append(career)
    return played


@pytest.fixture(scope="module")
def played() -> list[Career]:
    return careers(64)


def test_a_run_repeated_has_equal_bytes(played):
    for career, again in zip(played[:8], careers(8), strict=True):
        assert career.labs.tobytes() == again.labs.tobytes()


def test_commands_replayed_give_equal_bytes(played):
    for seed, career in enumerate(played[:8]):
        assert replay(career.commands(), PARAMS, seed).tobytes() == career.labs.tobytes()


def play_together(played: list[Career], order: list[int], reads: bool = False) -> np.ndarray:
    """All careers in one batch, the command of one lab after that of another; lab k of the batch is career order[k]."""
    labs = empty_labs(len(order))
    for k, seed in enumerate(order):
        kernel.be_born_at(labs, k, np.uint64(seed), np.uint64(seed), RULES)
    lists = [played[seed].commands() for seed in order]
    for step in range(max(len(commands) for commands in lists)):
        for k, commands in enumerate(lists):
            if step < len(commands):
                kernel.apply_at(labs, k, commands, step, RULES)
            if reads:
                readings(labs, k, RULES)
    return labs


def test_alone_is_as_in_a_batch_of_64_whose_commands_interleave(played):
    labs = play_together(played, list(range(64)))
    for k, career in enumerate(played):
        assert labs[k].tobytes() == career.lab.tobytes(), k


def test_the_order_of_labs_does_not_matter(played):
    order = list(range(0, 16, 2)) + list(range(15, 0, -2))
    labs = play_together(played, order)
    for k, seed in enumerate(order):
        assert labs[k].tobytes() == played[seed].lab.tobytes(), seed


def test_reading_changes_nothing(played):
    labs = play_together(played, list(range(8)), reads=True)
    for k in range(8):
        assert labs[k].tobytes() == played[k].lab.tobytes(), k


def test_a_fork_lives_on_like_its_parent(played):
    commands = played[3].commands()
    labs = empty_labs(2)
    labs[0] = newborn(PARAMS, 3)[0]
    half = len(commands) // 2
    for k in range(half):
        kernel.apply_at(labs, 0, commands, k, RULES)
    labs[1] = labs[0]
    for lab in (1, 0):
        for k in range(half, len(commands)):
            kernel.apply_at(labs, lab, commands, k, RULES)
    assert labs[0].tobytes() == labs[1].tobytes() == played[3].lab.tobytes()


# What the luck of a world shows in a lab whose player does always the same.
SHOWN = {
    "stream field": lambda lab: lab["luck"]["climate_phase"],
    "stream field_traj": lambda lab: lab["luck"]["trajectory"][1:68],
    "stream grants": lambda lab: lab["luck"]["agency_taste"],
    "stream crowd": lambda lab: lab["crowding"],
    "stream climate": lambda lab: lab["climate"],
    "stream shock": lambda lab: lab["luck"]["prices"],
    "applicants": lambda lab: lab["applicants"][["ability", "letter", "family_name"]],
    "appcount": lambda lab: np.bincount(lab["applicants"]["pool"][: lab["n_applicants"]], minlength=4),
    "appshuffle": lambda lab: lab["applicants"]["pool"],
    "news": lambda lab: lab["field_months"]["headlines"],
    "conf": lambda lab: lab["field_months"]["accepted"],
    "confintel": lambda lab: lab["intel"],
    "events": lambda lab: lab["events"][["kind", "month"]],
    "crisis": lambda lab: lab["events"]["person"],
    "report": lambda lab: lab["people"]["report"][:6],
    "sent": lambda lab: lab["people"]["sentiment"][:6],
    "ra and postdoc": lambda lab: lab["people"][["ability", "given_name"]],
    "mgr": lambda lab: lab["people"][0][["given_name", "family_name"]],
    "prog": lambda lab: lab["past"]["projects"]["progress"],
    "scoop": lambda lab: lab["past"]["projects"]["scooped"],
    "feas": lambda lab: lab["past"]["projects"]["novelty"],
    "quality and salvage": lambda lab: lab["drafts"]["quality"],
    "review": lambda lab: lab["submissions"]["score_tenths"],
    "cite": lambda lab: lab["publications"]["citations"],
    "grantdec": lambda lab: lab["proposals"]["status"][: lab["n_proposals"]],
    "quit": lambda lab: lab["people"]["left"],
    "offer": lambda lab: lab["n_role"],
}
EVENTFUL = BUSY | {
    "scoop_base": 0.2, "pool_accept": (0.5, 0.5, 0.5, 0.5), "quit_mid": 0.6, "venue_bar": (3.0, 2.0, 1.0, 2.0),
    "agency_bar": (0.4, 0.4, 0.4, 0.4), "agency_cap": (9, 9, 9, 9), "postdoc_found": 0.6, "crisis_rate": 0.5,
}  # fmt: skip


def steady_lab(seed: int, salt: str = "") -> Career:
    """A career whose commands are the same in every world, as far as they succeed."""
    career = Career(seed, EVENTFUL, salt)
    career.call("recruit.hire_manager")
    for _ in range(3):
        career.call("recruit.hire_ra")
        career.call("recruit.post_postdoc")
    for number in range(1, 7):
        career.call("recruit.offer", applicant_id=f"APP{number:03d}")
    topics = ("theory", "reasoning", "alignment", "embodied")
    for month in range(1, 30):
        career.call("field.attend_conference")
        for name in ("PD001", "S001", "S002"):
            career.call("students.set_mentoring", hours_by_student={name: 3})
        members = ["RA001", "RA002", "RA003"]
        career.call("projects.start", topic=topics[month % 4], tier=1, members=members, monthly_compute=2000)
        for draft in range(1, 12):
            career.call("papers.submit", draft_id=f"D{draft:03d}", venue="W-SHOP")
        career.call("grants.propose", call_id="TIF-rolling", topic="theory", hours=12, attach=[])
        career.next_month()
    return career


@pytest.fixture(scope="module")
def steady() -> list[Career]:
    return [steady_lab(seed) for seed in (1, 2)] + [steady_lab(1, salt="sea") for _ in range(2)]


@pytest.mark.parametrize("name", SHOWN)
def test_the_seed_matters_in_every_stream_and_key(steady, name):
    one, other, *_ = steady
    assert np.asarray(SHOWN[name](one.lab)).tobytes() != np.asarray(SHOWN[name](other.lab)).tobytes()


@pytest.mark.parametrize("name", SHOWN)
def test_a_salt_changes_all_and_is_itself_repeatable(steady, name):
    plain, _, salted, again = steady
    shown = np.asarray(SHOWN[name](salted.lab)).tobytes()
    assert shown != np.asarray(SHOWN[name](plain.lab)).tobytes()
    assert shown == np.asarray(SHOWN[name](again.lab)).tobytes()


def test_a_branch_has_new_luck_in_an_old_field():
    """From a fork on, keyed draws are new, and streams go on as in the parent (randomness, section 2)."""
    parent = Career(5, EVENTFUL)
    parent.call("recruit.post_postdoc")
    parent.go_to(6)
    labs = empty_labs(2)
    labs[:] = parent.labs[0]
    labs[1]["luck"]["root"] = branch_root(labs[0]["luck"], 1)
    assert labs[1]["luck"]["root"] != labs[0]["luck"]["root"]
    assert branch_root(labs[0]["luck"], 2) != labs[1]["luck"]["root"]
    step = parent.commands()[-1:]
    for _ in range(20):
        for lab in (0, 1):
            kernel.apply_at(labs, lab, step, 0, parent.rules)
        for name in ("hotness", "crowding", "climate", "compute_price"):
            assert labs[0][name].tobytes() == labs[1][name].tobytes()
    for name in ("headlines", "preprints", "accepted"):
        assert labs[0]["field_months"][name].tobytes() != labs[1]["field_months"][name].tobytes()
    assert labs[0]["applicants"].tobytes() != labs[1]["applicants"].tobytes()
