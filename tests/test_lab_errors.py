"""Refusals: every one that can happen happens here, changes nothing, and says what would be legal."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from lab_situations import (
    lab,
    over,
    with_conference,
    with_dismissed,
    with_draft,
    with_fellowship,
    with_full_house,
    with_full_team,
    with_managers,
    with_many_drafts,
    with_many_projects,
    with_many_proposals,
    with_many_submissions,
    with_offer,
    with_offer_of_help,
    with_postdoc,
    with_project,
    with_proposals,
    with_rejected_orphan,
    with_rejection,
    with_revision,
    with_search,
    with_staff,
    with_submission,
    with_talk,
)

from pibench_env.capacities import MEMBERS, PAYLOAD
from pibench_env.codes import Outcome, Verb
from pibench_env.commands import BY_CALL
from pibench_env.lab import ApiError, Lab, LabError
from pibench_env.state import empty_commands


class Case(NamedTuple):
    """A call that is refused: where, what, as what, and words of the text."""

    make: Callable[[], Lab]
    call: str
    args: dict[str, Any]
    kind: Outcome
    text: str


def case(make: Callable[[], Lab], call: str, kind: Outcome, text: str, **args: Any) -> Case:
    return Case(make, call, args, kind, text)


def start(**args: Any) -> dict[str, Any]:
    return {"topic": "theory", "tier": 1, "members": ["RA001"], "monthly_compute": 0} | args


def propose(**args: Any) -> dict[str, Any]:
    return {"call_id": "TIF-rolling", "topic": "theory", "hours": 10, "attach": []} | args


NAN = float("nan")

CASES = [
    case(lab, "recruit.interview", Outcome.UNKNOWN_ID, "there is no applicant 'APP099' this season; allowed: APP001",
         applicant_ids=["APP001", "APP099"]),
    case(lambda: lab(3), "recruit.interview", Outcome.OUT_OF_SEASON, "months 1, 2, 3 of a year; the next season starts"
         " in month 13", applicant_ids=["APP001"]),
    case(lambda: lab(attention_budget=4, attention_floor=0), "recruit.interview", Outcome.ATTENTION, "takes 3 h and 1 h"
         " are left: of 4 h this month, 0 h are mentoring and 3 h are used; interviews held before the hours ran out"
         " stand", applicant_ids=["APP001", "APP002"]),
    case(lab, "recruit.interview", Outcome.DUPLICATE, "APP001 is named twice", applicant_ids=["APP001", "APP001"]),
    case(lambda: lab(3), "recruit.offer", Outcome.OUT_OF_SEASON, "next season starts in month 13",
         applicant_id="APP001"),
    case(lambda: lab(58), "recruit.offer", Outcome.OUT_OF_SEASON, "month 61, after the run has ended",
         applicant_id="APP001"),
    case(lab, "recruit.offer", Outcome.UNKNOWN_ID, "nearest APP001", applicant_id="APP0001"),
    case(with_offer, "recruit.offer", Outcome.WRONG_STATUS, "APP001 is offered; it must be pending; allowed: APP002",
         applicant_id="APP001"),
    case(with_offer, "recruit.offer", Outcome.CAPACITY, "0 researchers and 1 open offers take all 1 places",
         applicant_id="APP002"),
    case(with_full_house, "recruit.offer", Outcome.TABLE_FULL, "at most 128 people", applicant_id="APP001"),
    case(lambda: with_search(max_students=1), "recruit.post_postdoc", Outcome.CAPACITY,
         "0 researchers and 1 open searches take all 1 places"),
    case(with_full_house, "recruit.post_postdoc", Outcome.TABLE_FULL, "at most 128 people"),
    case(with_postdoc, "recruit.renew_postdoc", Outcome.TOO_EARLY, "the contract ends in month 27; it can be renewed"
         " from month 24 on", student_id="PD001"),
    case(with_staff, "recruit.renew_postdoc", Outcome.UNKNOWN_ID, "RA001 is no postdoc but ra; allowed: none",
         student_id="RA001"),
    case(with_postdoc, "recruit.renew_postdoc", Outcome.UNKNOWN_ID, "allowed: PD001; nearest PD001", student_id="PD1"),
    case(with_full_house, "recruit.hire_ra", Outcome.TABLE_FULL, "at most 128 people"),
    case(with_full_house, "recruit.hire_manager", Outcome.TABLE_FULL, "at most 128 people"),
    case(with_managers, "recruit.hire_manager", Outcome.CAPACITY, "at most 2 may be: MGR001, MGR002"),
    case(with_staff, "recruit.dismiss", Outcome.UNKNOWN_ID, "allowed: RA001; nearest RA001", staff_id="RA01"),
    case(with_dismissed, "recruit.dismiss", Outcome.UNKNOWN_ID, "RA001 has left (dismissed, month 1)",
         staff_id="RA001"),
    case(with_postdoc, "recruit.dismiss", Outcome.NOT_DISMISSABLE, "only staff", staff_id="PD001"),
    case(with_staff, "students.set_mentoring", Outcome.UNKNOWN_ID, "no person 'S001'; allowed: RA001",
         hours_by_student={"RA001": 1, "S001": 1}),
    case(with_staff, "students.set_mentoring", Outcome.OUT_OF_RANGE, "allowed 0 to 40, nearest 40",
         hours_by_student={"RA001": 40.5}),
    case(with_staff, "students.set_mentoring", Outcome.OUT_OF_RANGE, "nearest 0", hours_by_student={"RA001": -1}),
    case(lambda: with_staff(3), "students.set_mentoring", Outcome.ATTENTION, "may come to 95.5 h in all",
         hours_by_student={"RA001": 40, "RA002": 40, "RA003": 40}),
    case(with_staff, "students.set_mentoring", Outcome.NOT_FINITE, "RA001 must be a finite number",
         hours_by_student={"RA001": NAN}),
    case(with_staff, "projects.start", Outcome.UNKNOWN_TOPIC, "nearest theory", **start(topic="theroy")),
    case(with_staff, "projects.start", Outcome.OUT_OF_RANGE, "no tier 4; allowed: 1, 2, 3; nearest 3", **start(tier=4)),
    case(with_staff, "projects.start", Outcome.OUT_OF_RANGE, "no tier 1.5", **start(tier=1.5)),
    case(with_staff, "projects.start", Outcome.OUT_OF_RANGE, "60,000 units are out of range; allowed 0 to 50,000,"
         " nearest 50,000", **start(monthly_compute=60000)),
    case(with_staff, "projects.start", Outcome.NO_MEMBERS, "at least one person; allowed: RA001", **start(members=[])),
    case(with_staff, "projects.start", Outcome.UNKNOWN_ID, "nearest RA001", **start(members=["RA001", "RA002"])),
    case(lambda: with_project(max_active_projects=1), "projects.start", Outcome.CAPACITY, "at most 1 may: PJ001",
         **start()),
    case(with_staff, "projects.start", Outcome.DUPLICATE, "RA001 is named twice", **start(members=["RA001", "RA001"])),
    case(with_staff, "projects.start", Outcome.NOT_FINITE, "monthly_compute must be", **start(monthly_compute=NAN)),
    case(with_many_projects, "projects.start", Outcome.TABLE_FULL, "256 projects", **start()),
    case(lambda: with_staff(MEMBERS + 1), "projects.start", Outcome.TABLE_FULL, "32 members",
         **start(members=[f"RA{n:03d}" for n in range(1, MEMBERS + 2)])),
    case(with_project, "projects.set_compute", Outcome.UNKNOWN_ID, "no project 'PJ002'; allowed: PJ001; nearest PJ001",
         project_id="PJ002", monthly_compute=1),
    case(with_project, "projects.set_compute", Outcome.OUT_OF_RANGE, "nearest 0", project_id="PJ001",
         monthly_compute=-1),
    case(with_project, "projects.set_compute", Outcome.NOT_FINITE, "monthly_compute must be", project_id="PJ001",
         monthly_compute=-np.inf),
    case(with_draft, "projects.assign", Outcome.UNKNOWN_ID, "PJ001 has ended (completed, month 1)",
         project_id="PJ001", student_id="RA001"),
    case(with_project, "projects.assign", Outcome.UNKNOWN_ID, "no person 'MGR001'; allowed: RA001",
         project_id="PJ001", student_id="MGR001"),
    case(with_full_team, "projects.assign", Outcome.TABLE_FULL, "32 members", project_id="PJ001", student_id="RA033"),
    case(with_project, "projects.unassign", Outcome.UNKNOWN_ID, "no project 'D001'", project_id="D001",
         student_id="RA001"),
    case(lab, "projects.kill", Outcome.UNKNOWN_ID, "allowed: none", project_id="PJ001"),
    case(with_draft, "papers.polish", Outcome.WRONG_STATUS, "there is no draft 'D002'; it must be available; allowed:"
         " D001", draft_id="D002", hours=1),
    case(with_draft, "papers.polish", Outcome.NEGATIVE_HOURS, "nearest 0 h", draft_id="D001", hours=-1),
    case(with_draft, "papers.polish", Outcome.ATTENTION, "takes 200 h and 98.5 h are left: of 98.5 h this month, 0 h"
         " are mentoring and 0 h are used; nearest 98.5 h", draft_id="D001", hours=200),
    case(with_draft, "papers.polish", Outcome.NOT_FINITE, "hours must be", draft_id="D001", hours=NAN),
    case(with_draft, "papers.submit", Outcome.UNKNOWN_ID, "nearest D001", draft_id="D01", venue="JMR"),
    case(with_submission, "papers.submit", Outcome.WRONG_STATUS, "D001 is under_review", draft_id="D001", venue="JMR"),
    case(with_draft, "papers.submit", Outcome.UNKNOWN_VENUE, "nearest W-SHOP", draft_id="D001", venue="WSHOP"),
    case(with_draft, "papers.submit", Outcome.DEADLINE, "NAIC takes no papers in month 2; its next deadline is month 3;"
         " allowed now: W-SHOP, JMR", draft_id="D001", venue="NAIC"),
    case(lambda: with_draft(months=2), "papers.submit", Outcome.DEADLINE, "no deadline before the run ends",
         draft_id="D001", venue="CLAR"),
    case(with_many_submissions, "papers.submit", Outcome.TABLE_FULL, "384 submissions", draft_id="D001", venue="JMR"),
    case(with_submission, "papers.revise", Outcome.WRONG_STATUS, "D001 is under_review", draft_id="D001", hours=1),
    case(with_draft, "papers.revise", Outcome.NOT_REJECTED_YET, "never been rejected", draft_id="D001", hours=1),
    case(with_rejection, "papers.revise", Outcome.NEGATIVE_HOURS, "nearest 0 h", draft_id="D001", hours=-0.5),
    case(with_revision, "papers.revise", Outcome.COOLDOWN, "the next time is month 5", draft_id="D001", hours=1),
    case(with_rejected_orphan, "papers.revise", Outcome.NO_MEMBERS, "(PD001)", draft_id="D001", hours=1),
    case(with_rejection, "papers.revise", Outcome.ATTENTION, "nearest 98.5 h", draft_id="D001", hours=99),
    case(with_rejection, "papers.revise", Outcome.NOT_FINITE, "hours must be", draft_id="D001", hours=np.inf),
    case(with_submission, "papers.withdraw", Outcome.WRONG_STATUS, "allowed: SUB001; nearest SUB001",
         submission_id="SUB002"),
    case(lab, "grants.propose", Outcome.UNKNOWN_ID, "nearest TIF-rolling", **propose(call_id="TIF")),
    case(lab, "grants.propose", Outcome.UNKNOWN_ID, "no draft or publication 'D001'", **propose(attach=["D001"])),
    case(lab, "grants.propose", Outcome.DEADLINE, "in months 2 to 3, and this is month 1; allowed: TIF-rolling",
         **propose(call_id="BSF-m02")),
    case(lab, "grants.propose", Outcome.UNKNOWN_TOPIC, "nearest neuro_ai", **propose(topic="neuroai")),
    case(lab, "grants.propose", Outcome.OUT_OF_RANGE, "nearest 5 h", **propose(hours=4.9)),
    case(with_fellowship, "grants.propose", Outcome.ONCE_ONLY, "(A001); open calls of others: BSF-m02, TIF-rolling",
         **propose(call_id="FEL-m03")),
    case(lambda: with_proposals(2, tif_cooldown=0), "grants.propose", Outcome.CONCURRENT_CAP, "TIF allows 2 at a time,"
         " taken by PR001 (decided in month 3), PR002 (decided in month 3)", **propose()),
    case(lambda: with_proposals(1), "grants.propose", Outcome.COOLDOWN, "in month 1; the next can be in month 4",
         **propose()),
    case(with_many_proposals, "grants.propose", Outcome.TABLE_FULL, "64 awards", **propose(hours=0)),
    case(lab, "grants.propose", Outcome.ATTENTION, "nearest 100 h", **propose(hours=101)),
    case(lambda: lab(attention_budget=4.5, attention_floor=0), "grants.propose", Outcome.ATTENTION,
         "a proposal takes at least 5 h", **propose(hours=6)),
    case(with_draft, "grants.propose", Outcome.DUPLICATE, "D001 is named twice", **propose(attach=["D001", "D001"])),
    case(lab, "grants.propose", Outcome.NOT_FINITE, "hours must be", **propose(hours=NAN)),
    case(lambda: lab(attention_budget=14, attention_floor=0), "field.attend_conference", Outcome.ATTENTION,
         "takes 15 h and 14 h are left"),
    case(with_conference, "field.attend_conference", Outcome.COOLDOWN, "in month 1; the next can be in month 6"),
    case(with_talk, "events.respond", Outcome.WRONG_STATUS, "no event 'E002'; it must be pending; allowed: E001",
         event_id="E002", action="accept"),
    case(with_talk, "events.respond", Outcome.OUT_OF_RANGE, "allowed: accept, decline; nearest accept",
         event_id="E001", action="acept"),
    case(with_talk, "events.respond", Outcome.OUT_OF_RANGE, "allowed: accept, decline", event_id="E001",
         action="support"),
    case(lambda: with_talk(attention_budget=7.9, attention_floor=0), "events.respond", Outcome.ATTENTION,
         "takes 8 h and 7.9 h are left", event_id="E001", action="accept"),
    case(with_offer_of_help, "events.respond", Outcome.NO_MEMBERS, "nobody is", event_id="E001", action="accept"),
    case(with_many_drafts, "events.respond", Outcome.TABLE_FULL, "256 drafts", event_id="last", action="accept"),
]  # fmt: skip
OVER = [case(over, name, Outcome.OVER, "reached its horizon in month 1", **{arg.name: "?" for arg in spec.args})
        for name, spec in BY_CALL.items()]  # fmt: skip


@pytest.mark.parametrize("refused", CASES + OVER, ids=lambda refused: f"{refused.call}-{refused.kind.word}")
def test_refusal_helps_and_changes_nothing(refused):
    made = refused.make()
    args = dict(refused.args)
    if args.get("event_id") == "last":
        args["event_id"] = made.events.pending()[-1]["id"]
    before, history = made.labs.tobytes(), vars(made.history.copy())
    with pytest.raises(LabError) as refusal:
        made.call(refused.call, **args)
    assert refusal.value.kind == refused.kind.word
    assert str(refusal.value).startswith(f"{refused.call}(")
    assert refused.text in str(refusal.value)
    assert vars(made.history) == history
    if (refused.call, refused.kind) == ("recruit.interview", Outcome.ATTENTION):
        assert [row["interview"] is not None for row in made.recruit.applicants()[:2]] == [True, False]
    else:
        assert made.labs.tobytes() == before


# What can happen to whom. Beyond these, every verb is refused as OVER after the end, and form errors come before.
REACHABLE = {
    Verb.NEXT_MONTH: "",
    Verb.INTERVIEW: "out_of_season unknown_id attention duplicate",
    Verb.OFFER: "out_of_season unknown_id wrong_status capacity table_full",
    Verb.POST_POSTDOC: "capacity table_full",
    Verb.RENEW_POSTDOC: "unknown_id too_early",
    Verb.HIRE_RA: "table_full",
    Verb.HIRE_MANAGER: "capacity table_full",
    Verb.DISMISS: "unknown_id not_dismissable",
    Verb.SET_MENTORING: "unknown_id out_of_range attention not_finite",
    Verb.START: "unknown_topic out_of_range no_members unknown_id capacity table_full duplicate not_finite",
    Verb.SET_COMPUTE: "unknown_id out_of_range not_finite",
    Verb.ASSIGN: "unknown_id table_full",
    Verb.UNASSIGN: "unknown_id",
    Verb.KILL: "unknown_id",
    Verb.POLISH: "wrong_status negative_hours attention not_finite",
    Verb.SUBMIT: "unknown_id wrong_status unknown_venue deadline table_full",
    Verb.REVISE: "wrong_status not_rejected_yet negative_hours cooldown no_members attention not_finite",
    Verb.WITHDRAW: "wrong_status",
    Verb.PROPOSE: "unknown_id deadline unknown_topic out_of_range once_only concurrent_cap cooldown table_full"
    " attention duplicate not_finite",
    Verb.ATTEND_CONFERENCE: "cooldown attention",
    Verb.RESPOND: "wrong_status out_of_range no_members table_full attention",
}


def test_every_reachable_refusal_is_reached():
    reached = {(BY_CALL[refused.call].verb, refused.kind.word) for refused in CASES}
    assert reached == {(verb, kind) for verb, kinds in REACHABLE.items() for kind in kinds.split()}
    assert set(REACHABLE) == set(Verb) == {BY_CALL[refused.call].verb for refused in OVER}
    beyond = {Outcome.OK, Outcome.UNKNOWN_VERB, Outcome.WRONG_TYPE}
    assert {refused.kind for refused in CASES + OVER} == set(Outcome) - beyond


def test_recorded_refusals_are_among_the_reachable(data_dir, load_recording):
    """What the recorded runs were refused for is in the table above."""
    for path in sorted((data_dir / "golden").glob("directed-*.json.gz")):
        for month in load_recording(path.name.removesuffix(".json.gz"))["months"]:
            for call in month["calls"]:
                if not call["ok"]:
                    assert call["error"] in REACHABLE[BY_CALL[call["call"]].verb].split()


# --- Form -------------------------------------------------------------------------------------------------------------


class Stranger:
    def __repr__(self) -> str:
        raise RuntimeError("nobody asked")


FORM = [
    ("projects.start", start(tier="1"), Outcome.WRONG_TYPE, "whole number"),
    ("projects.start", start(tier=True), Outcome.WRONG_TYPE, "whole number"),
    ("projects.start", start(tier=10**400), Outcome.OUT_OF_RANGE, "nearest 3"),
    ("projects.start", start(topic=3), Outcome.WRONG_TYPE, "text"),
    ("projects.start", start(members="RA001"), Outcome.WRONG_TYPE, "list of ids"),
    ("projects.start", start(members=[1]), Outcome.WRONG_TYPE, "text"),
    ("projects.start", start(members={"RA001": 1}), Outcome.WRONG_TYPE, "list of ids"),
    ("projects.start", start(members=[f"RA{n:03d}" for n in range(PAYLOAD + 1)]), Outcome.OUT_OF_RANGE, "at most 64"),
    ("projects.start", start(monthly_compute="100"), Outcome.WRONG_TYPE, "number"),
    ("projects.start", start(monthly_compute=np.bool_(True)), Outcome.WRONG_TYPE, "number"),
    ("projects.start", start(monthly_compute=None), Outcome.WRONG_TYPE, "number"),
    ("projects.start", start(monthly_compute=1j), Outcome.WRONG_TYPE, "number"),
    ("projects.start", start(monthly_compute=10**400), Outcome.NOT_FINITE, "a finite number"),
    ("projects.start", start(monthly_compute=Stranger()), Outcome.WRONG_TYPE, "number"),
    ("projects.start", start(members=["PJ001"]), Outcome.UNKNOWN_ID, "no person 'PJ001'"),
    ("projects.start", start(members=["RA0001"]), Outcome.UNKNOWN_ID, "nearest RA001"),
    ("projects.start", start(members=["X" * 5000]), Outcome.UNKNOWN_ID, "..."),
    ("students.set_mentoring", {"hours_by_student": [("RA001", 1)]}, Outcome.WRONG_TYPE, "maps person ids"),
    ("students.set_mentoring", {"hours_by_student": {"RA001": True}}, Outcome.WRONG_TYPE, "number"),
    ("students.set_mentoring", {"hours_by_student": {1: 1}}, Outcome.WRONG_TYPE, "text"),
    ("projects.kill", {"project_id": "RA001"}, Outcome.UNKNOWN_ID, "no project 'RA001'"),
    ("projects.kill", {"project": "PJ001"}, Outcome.WRONG_TYPE, "takes (project_id)"),
    ("project.kill", {"project_id": "PJ001"}, Outcome.UNKNOWN_VERB, "nearest projects.kill"),
]


@pytest.mark.parametrize(("call", "args", "kind", "text"), FORM)
def test_form_errors(call, args, kind, text):
    made = with_staff()
    before = made.labs.tobytes()
    with pytest.raises(LabError) as refusal:
        made.call(call, **args)
    assert (refusal.value.kind, text in str(refusal.value)) == (kind.word, True), str(refusal.value)
    assert len(str(refusal.value)) < 1000
    assert made.labs.tobytes() == before


def test_numbers_of_any_kind_are_numbers():
    made = with_staff()
    made.students.set_mentoring({"RA001": Fraction(5, 2)})
    assert made.attention()["mentoring_reserved"] == 2.5
    with pytest.raises(ApiError, match=r"nearest 40"):
        made.students.set_mentoring({"RA001": Fraction(81, 2)})


READS: list[tuple[Callable[[Lab], object], str, str]] = [
    (lambda made: made.ledger(-1), "out_of_range", "n=-1: allowed are whole numbers from 0, nearest 0"),
    (lambda made: made.ledger(1.5), "wrong_type", "whole number"),
    (lambda made: made.field.news(True), "wrong_type", "whole number"),
    (lambda made: made.field.preprints("3"), "wrong_type", "n_months is a whole number"),
    (lambda made: made.students.reports("RA002"), "unknown_id", "no person 'RA002'; allowed: RA001; nearest RA001"),
    (lambda made: made.students.reports(1), "wrong_type", "text such as S001"),
]


@pytest.mark.parametrize(("read", "kind", "text"), READS)
def test_reading_calls_say_what_they_take(read, kind, text):
    with pytest.raises(LabError) as refusal:
        read(with_staff())
    assert refusal.value.kind == kind
    assert text in str(refusal.value)


# --- Rows, switches, the end ------------------------------------------------------------------------------------------


def test_rows_are_refused_by_kind():
    """A policy's row has no words; its error names the row and the kind, and changes nothing."""
    made = with_project()
    row = empty_commands(1)[0]
    for verb, places, kind in [
        (99, {}, Outcome.UNKNOWN_VERB),
        (Verb.KILL, {"object": 7}, Outcome.UNKNOWN_ID),
        (Verb.ASSIGN, {"object": 1, "choice": 500}, Outcome.UNKNOWN_ID),
        (Verb.SET_MENTORING, {"count": 2}, Outcome.DUPLICATE),
        (Verb.SET_MENTORING, {"count": PAYLOAD + 1}, Outcome.OUT_OF_RANGE),
        (Verb.POLISH, {"amount": np.nan}, Outcome.NOT_FINITE),
    ]:
        row = empty_commands(1)[0]
        row["verb"] = verb
        for place, value in places.items():
            row[place] = value
        before = made.labs.tobytes()
        with pytest.raises(LabError, match="command row of") as refusal:
            made.apply(row)
        assert refusal.value.kind == kind.word
        assert made.labs.tobytes() == before
    for wrong in (None, empty_commands(2), np.zeros(1)[0]):
        with pytest.raises(LabError, match="one record of dtype"):
            made.apply(wrong)


def test_published_surface_has_no_staff():
    made = Lab(1, staff_tools=False)
    row = empty_commands(1)[0]
    before = made.labs.tobytes()
    for call, args in (("hire_ra", ()), ("hire_manager", ()), ("dismiss", ("RA001",))):
        with pytest.raises(LabError, match="staff_tools is off") as refusal:
            getattr(made.recruit, call)(*args)
        assert refusal.value.kind == "not_available"
        row["verb"] = BY_CALL[f"recruit.{call}"].verb
        with pytest.raises(LabError, match="staff_tools is off"):
            made.apply(row)
    assert made.labs.tobytes() == before
    made.recruit.post_postdoc()
    made.next_month()


def test_after_bankruptcy_too():
    made = Lab(1, world={"start_budget": 0.0})
    made.recruit.hire_ra()
    made.next_month()
    assert made.collapsed
    with pytest.raises(LabError, match="went bankrupt in month 1") as refusal:
        made.next_month()
    assert refusal.value.kind == "over"
    assert made.dashboard()["notes"][0] == "The run is over: the lab is bankrupt."
    row = empty_commands(1)[0]
    with pytest.raises(LabError, match="over"):
        made.apply(row)


def test_crisis_takes_its_own_words():
    made = with_postdoc(crisis_rate=1.0)
    (crisis,) = made.events.pending()
    assert crisis["details"] == {"student_id": "PD001"}
    with pytest.raises(LabError, match="allowed: accept, decline, support, ignore"):
        made.events.respond(crisis["id"], "hug")
    made.events.respond(crisis["id"], "support")
    with pytest.raises(LabError, match="is accepted; it must be pending; allowed: none"):
        made.events.respond(crisis["id"], "support")
