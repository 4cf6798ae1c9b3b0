"""Labs in situations in which some call is refused, in a world with as little chance as possible."""

from typing import Any

from pibench_env.capacities import ACTIVE_PROJECTS, AWARDS, DRAFTS, MEMBERS, PEOPLE, PROJECTS, SUBMISSIONS
from pibench_env.lab import Lab

SURE = {
    "start_budget": 1e9,
    "tier_work": (1e-3, 1e-3, 28.0),
    "tier_infeasible": (0, 0, 0),
    "postdoc_found": 1.0,
    "postdoc_found_cap": 1.0,
    "quit_cap": 0.0,
    "review_req_rate": 0.0,
    "talk_base": 0.0,
    "crisis_rate": 0.0,
}


def lab(idle: int = 0, **world: Any) -> Lab:
    """A lab in a world of its own after some idle months."""
    made = Lab(3, world=SURE | world)
    for _ in range(idle):
        made.next_month()
    return made


def with_staff(n: int = 1, **world: Any) -> Lab:
    made = lab(**world)
    for _ in range(n):
        made.recruit.hire_ra()
    return made


def with_postdoc(**world: Any) -> Lab:
    """PD001 is there from month 4 on."""
    made = lab(**world)
    made.recruit.post_postdoc()
    for _ in range(3):
        made.next_month()
    return made


def with_project(**world: Any) -> Lab:
    made = with_staff(**world)
    made.projects.start("theory", 3, ["RA001"], 0)
    return made


def with_draft(**world: Any) -> Lab:
    """D001 is available in month 2; staff are no authors."""
    made = with_staff(**world)
    made.projects.start("theory", 1, ["RA001"], 0)
    made.next_month()
    return made


def with_submission(**world: Any) -> Lab:
    made = with_draft(**world)
    made.papers.submit("D001", "W-SHOP")
    return made


def with_rejection(**world: Any) -> Lab:
    """D001 is available again in month 4."""
    made = with_submission(venue_bar=(100, 100, 100, 100), **world)
    made.next_month()
    made.next_month()
    return made


def with_rejected_orphan() -> Lab:
    """The only author of D001 has left, and a workshop has rejected it."""
    made = with_postdoc(postdoc_contract_months=1, venue_bar=(100, 100, 100, 100))
    made.projects.start("theory", 1, ["PD001"], 0)
    made.next_month()
    made.papers.submit("D001", "W-SHOP")
    made.next_month()
    made.next_month()
    return made


def with_full_house() -> Lab:
    return with_staff(PEOPLE)


def with_many_submissions() -> Lab:
    made = with_draft()
    for n in range(1, SUBMISSIONS + 1):
        made.papers.submit("D001", "W-SHOP")
        made.papers.withdraw(f"SUB{n:03d}")
    return made


def with_many_projects() -> Lab:
    made = with_staff()
    for n in range(1, PROJECTS + 1):
        made.projects.start("theory", 3, ["RA001"], 0)
        made.projects.kill(f"PJ{n:03d}")
    return made


def with_many_drafts() -> Lab:
    """Every place for a draft is taken, and a collaboration is on offer."""
    world = {"max_active_projects": ACTIVE_PROJECTS, "rep_init": 10.0, "collab_rate_per_rep": 1.0, "collab_cap": 1.0}
    made = with_staff(**world)
    for _ in range(DRAFTS // ACTIVE_PROJECTS):
        for _ in range(ACTIVE_PROJECTS):
            made.projects.start("theory", 1, ["RA001"], 0)
        made.next_month()
    return made


def with_many_proposals() -> Lab:
    made = lab(1, agency_cap=(64, 64, 64, 64), tif_cooldown=0, prop_min_hours=0)
    made.grants.propose("BSF-m02", "theory", 0)
    for _ in range(AWARDS - 1):
        made.grants.propose("TIF-rolling", "theory", 0)
    return made


def with_fellowship() -> Lab:
    world = {"fel_months": (1, 3), "agency_bar": (0, 0, 0, 0), "prop_noise": 0.0, "agency_delay": (1, 1, 1, 1)}
    made = lab(**world)
    made.grants.propose("FEL-m01", "theory", 90)
    made.next_month()
    made.next_month()
    return made


def with_proposals(n: int, **world: Any) -> Lab:
    made = lab(**world)
    for _ in range(n):
        made.grants.propose("TIF-rolling", "theory", 5)
    return made


def with_talk(**world: Any) -> Lab:
    return lab(talk_base=1.0, talk_cap=1.0, **world)


def with_offer() -> Lab:
    made = lab(max_students=1)
    made.recruit.offer("APP001")
    return made


def with_search(**world: Any) -> Lab:
    made = lab(**world)
    made.recruit.post_postdoc()
    return made


def with_managers() -> Lab:
    made = lab()
    made.recruit.hire_manager()
    made.recruit.hire_manager()
    return made


def with_dismissed() -> Lab:
    made = with_staff()
    made.recruit.dismiss("RA001")
    return made


def with_full_team() -> Lab:
    made = with_staff(MEMBERS + 1)
    made.projects.start("theory", 3, [f"RA{n:03d}" for n in range(1, MEMBERS + 1)], 0)
    return made


def with_revision() -> Lab:
    made = with_rejection()
    made.papers.revise("D001", 1)
    return made


def with_conference() -> Lab:
    made = lab()
    made.field.attend_conference()
    return made


def with_offer_of_help() -> Lab:
    """A collaboration is on offer and nobody is there."""
    return lab(rep_init=10.0, talk_cap=0.0, collab_rate_per_rep=1.0, collab_cap=1.0)


def over() -> Lab:
    return lab(1, months=1)
