"""`PIBenchMonth-v0`: plans become the commands they say, and imitate the published policies."""

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from plan_imitators import like_ambitious, like_baseline

from pibench_env.baselines import rollout
from pibench_env.calls import read_command
from pibench_env.codes import DraftStatus, Outcome, PersonStatus, Role, Verb
from pibench_env.observation import visible_table
from pibench_env.parameter import ParameterError
from pibench_env.playing.log import new_logs, new_memos
from pibench_env.seeds import seed_set
from pibench_env.state import empty_commands
from pibench_env.testing import check_environment, scramble
from pibench_env.wrappers.month_plan import PIBenchMonthEnv
from pibench_env.wrappers.plan.acting import play_month
from pibench_env.wrappers.plan.choices import (
    PLAN,
    PLAN_MASK_SIZE,
    PLAN_NVEC,
    PLAN_OFFSETS,
    plan_of,
    plan_table,
    words_of,
)
from pibench_env.wrappers.plan.parts import LADDERS, Evidence, Part

RICH = {
    "start_budget": 5e7, "attention_budget": 400.0, "max_mentoring": 60.0, "pool_volume": (4.0, 5.0, 4.0, 4.0),
    "max_students": 24, "progress_coef": 3.0, "rep_init": 5.0,
}  # fmt: skip


def given(env):
    """Calls, arguments and outcomes of the last plan, without the closing of the month."""
    log = env._logs[0]
    rows = zip(log["commands"][: log["count"] - 1], log["outcomes"], strict=False)
    return [(*read_command(row, env.labs[0], env.rules[0]), Outcome(int(outcome)).word) for row, outcome in rows]


def calls(env):
    return [call for call, _, _ in given(env)]


def play(env, months, **choices):
    for _ in range(months):
        env.step(plan_of(**choices))
    return env


def rich_lab(seed=4, months=30, **choices):
    """A lab with people, projects, drafts in every state and papers, after some months of one plan."""
    env = PIBenchMonthEnv(world=RICH)
    env.reset(seed=seed)
    plan = {
        "interviews": 4.0, "offers": 4.0, "searches": 1.0, "assistants": 2.0, "mentoring": 5.0, "starts": 99.0,
        "tier": 2.0, "team": 2.0, "compute": 1500.0, "submit": "NAIC > JMR > CLAR > W-SHOP", "topic": "reasoning",
    }  # fmt: skip
    return play(env, months, **(plan | choices))


# --- Imitation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "imitator"), [("baseline", like_baseline), ("ambitious", like_ambitious)])
def test_plans_imitate_the_published_policies(policy, imitator):
    """Not only within the spread of the results: the careers are the same, Impact by Impact."""
    seeds = seed_set("tune")[:256]
    published = rollout.impacts(rollout.run(policy, seeds))
    env, imitated = PIBenchMonthEnv(), []
    for seed in seeds:
        _, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            _, _, terminated, _, info = env.step(imitator(env.labs[0], env.rules[0]))
        imitated.append(info["impact"])
    assert np.mean(imitated) == pytest.approx(published.mean(), rel=0.15)
    assert imitated == published.tolist()


# --- The table --------------------------------------------------------------------------------------------------------


def test_every_part_has_its_row_and_every_choice_a_word():
    assert [choices.part for choices in PLAN] == list(Part)
    for row, choices in zip(plan_table(), PLAN, strict=True):
        assert len(choices.words) == len(choices.values) == len(set(choices.words)) == len(row["choices"])
        assert row["meaning"]
        if choices.acts:
            assert choices.words[0] in ("nothing", "none", "nowhere", "hold", "stay", "wait")
    assert len(LADDERS) == PLAN_NVEC[Part.SUBMIT] == PLAN_NVEC[Part.RESUBMIT]


def test_a_plan_of_nothing_gives_no_command():
    env = rich_lab(months=14)
    acting = {choices.part for choices in PLAN if choices.acts}
    rng = np.random.default_rng(1)
    for _ in range(10):
        plan = np.array([0 if part in acting else rng.integers(n) for part, n in zip(Part, PLAN_NVEC, strict=True)])
        *_, info = env.step(plan)
        assert (info["commands"], info["refused"]) == (0, 0)


def test_plans_are_made_and_read_by_name():
    plan = plan_of(offers=3, starts=99.0, topic="theory", submit="CLAR > W-SHOP", assistants=0, talks=np.int64(2))
    words = words_of(plan)
    expected = {"offers": "3", "starts": "99", "topic": "theory", "submit": "CLAR > W-SHOP"}
    expected |= {"assistants": "0", "talks": "accept", "polish": "nothing"}
    assert words | expected == words
    assert np.array_equal(plan_of(**words), plan)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"ofers": 3}, "no part 'ofers'.*did you mean 'offers'"),
        ({"mentoring": 7}, "mentoring has no choice 7; allowed are nothing, 0, 1, .*; nearest 6"),
        (
            {"submit": "CLAR>W-SHOP"},
            "submit has no choice 'CLAR>W-SHOP'; .*did you mean 'CLAR > W-SHOP'",
        ),
        ({"conference": True}, "conference has no choice True; allowed are stay, attend"),
        ({"submit": ["CLAR"]}, r"submit has no choice \['CLAR'\]; allowed are hold"),
        ({"compute": float("nan")}, "compute has no choice nan; allowed are 0, 250"),
        ({"compute": None}, "compute has no choice None"),
    ],
)
def test_plans_that_cannot_be(choices, said):
    with pytest.raises(ParameterError, match=said):
        plan_of(**choices)


# --- What the parts do ------------------------------------------------------------------------------------------------


def test_hiring_goes_by_the_ranking_asked_for():
    env = PIBenchMonthEnv()
    env.reset(seed=5)
    table = visible_table(env.labs[0], "applicants")
    by = {
        "transcript + letter": table["transcript"] + table["letter"],
        "transcript": table["transcript"],
        "letter": table["letter"],
    }
    for shortlist, keys in by.items():
        env.reset(seed=5)
        env.step(plan_of(interviews=3.0, offers=2.0, shortlist=shortlist))
        best = [f"APP{table['number'][i]:03d}" for i in np.argsort(-keys, kind="stable")]
        assert given(env) == [
            ("recruit.interview", {"applicant_ids": best[:3]}, "ok"),
            ("recruit.offer", {"applicant_id": best[0]}, "ok"),
            ("recruit.offer", {"applicant_id": best[1]}, "ok"),
        ]


def test_interviews_can_decide_who_is_offered_a_place():
    env = PIBenchMonthEnv()
    for seed in range(8):
        env.reset(seed=seed)
        env.step(plan_of(interviews=4.0, offers=1.0, ranking=2))
        interviewed = given(env)[0][1]["applicant_ids"]
        rows = {f"APP{row['number']:03d}": row["interview"] for row in visible_table(env.labs[0], "applicants")}
        assert given(env)[1][1]["applicant_id"] == max(interviewed, key=rows.get)
        # Nobody else is offered a place then, whatever the number asked for.
        env.reset(seed=seed)
        env.step(plan_of(interviews=2, offers=4, ranking=2))
        assert calls(env) == ["recruit.interview", "recruit.offer", "recruit.offer"]


def test_contracts_are_renewed_when_they_are_near_their_end():
    env = PIBenchMonthEnv(world=RICH | {"postdoc_found": 1.0, "postdoc_found_cap": 1.0, "postdoc_contract_months": 12})
    env.reset(seed=6)
    env.step(plan_of(searches=2))
    renewed, allowed = 0, []
    for _ in range(16):
        mask = np.split(env.observe()[1]["action_mask"], PLAN_OFFSETS[1:])[Part.RENEWALS]
        people = env.labs["people"][0][: env.labs["n_people"][0]]
        here = people[(people["role"] == Role.POSTDOC) & (people["status"] == PersonStatus.ACTIVE)]
        is_due = bool((here["contract_end"] - env.labs["month"][0] <= env.params.postdoc_renewal_window).any())
        assert mask.tolist() == [1, int(is_due)]
        allowed.append(is_due)
        env.step(plan_of(renewals="renew all"))
        renewed += calls(env).count("recruit.renew_postdoc")
        assert {outcome for *_, outcome in given(env)} <= {"ok"}
    assert renewed == 2
    assert True in allowed


def test_offers_stop_at_the_lab_s_capacity():
    env = PIBenchMonthEnv(world={"max_students": 2})
    env.reset(seed=5)
    *_, info = env.step(plan_of(offers=6.0))
    assert (calls(env), info["refused"]) == (["recruit.offer"] * 2, 0)


def test_staff_is_hired_and_dismissed_up_to_the_number_wanted():
    env = PIBenchMonthEnv()
    env.reset(seed=5)

    def staff():
        people = env.labs["people"][0][: env.labs["n_people"][0]]
        here = people[people["status"] == PersonStatus.ACTIVE]
        return np.count_nonzero(here["role"] == Role.RA), np.count_nonzero(here["role"] == Role.MANAGER)

    for wanted in ((3, 1), (1, 2), (1, 0), (0, 0)):
        env.step(plan_of(assistants=float(wanted[0]), managers=float(wanted[1])))
        assert staff() == wanted
    env.step(plan_of(assistants=2.0))
    env.step(plan_of())
    assert staff() == (2, 0)


def test_mentoring_is_shared_out():
    env = rich_lab(months=26)
    lab = env.labs[0]
    people = [(slot, row) for slot, row in enumerate(lab["people"][: lab["n_people"]]) if row["status"] == 0]
    assert {Role(int(row["role"])) for _, row in people} >= {Role.PHD, Role.POSTDOC, Role.RA}
    mean = np.mean([row["reports_total"] / row["n_reports"] for _, row in people if row["n_reports"]])
    month = int(lab["month"])

    def share(who, row):
        role = Role(int(row["role"]))
        if who != "everybody on the payroll" and role == Role.RA:
            return 0.0
        if who == "PhD students" and role != Role.PHD:
            return 0.0
        if who.endswith("more than a year for half of the hours") and month - row["arrived"] >= 12:
            return 0.5
        if "mean reports" in who and row["n_reports"] and row["reports_total"] / row["n_reports"] > mean:
            return 0.5
        return 1.0

    for who in PLAN[Part.MENTORED].words:
        shares = [share(who, row) for _, row in people]
        for cap in (0.0, 40.0):
            twin = env.clone()
            twin.step(plan_of(mentoring=4.0, mentored=who, mentoring_cap=cap))
            hours = min(4.0, cap / sum(shares)) if cap else 4.0
            ((call, args, outcome),) = given(twin)
            assert (call, outcome) == ("students.set_mentoring", "ok")
            assert list(args["hours_by_student"].values()) == pytest.approx([hours * share for share in shares])


def test_projects_start_with_teams_of_those_who_are_free():
    env = rich_lab(months=4, starts=0, assistants=6.0)
    env.step(plan_of(managers=1.0))
    everybody = env.clone()
    everybody.step(plan_of(starts=99, team=4))
    teams = [args["members"] for call, args, _ in given(everybody) if call == "projects.start"]
    assert sum(map(len, teams)) == env.labs["n_people"][0] - 1, "all but the manager"
    env.step(plan_of(starts=2.0, team=3.0, tier=3.0, topic="theory", compute=250.0))
    started = [args for call, args, _ in given(env) if call == "projects.start"]
    assert [len(args["members"]) for args in started] == [3, 3]
    assert not any(member.startswith("MGR") for args in started for member in args["members"])
    assert {(args["topic"], args["tier"], args["monthly_compute"]) for args in started} == {("theory", 3, 250.0)}
    env.step(plan_of(recompute=1000.0))
    assert calls(env) == ["projects.set_compute"] * 2
    env.step(plan_of(recompute=1000.0))
    assert calls(env) == []
    env.step(plan_of(kill="those off the plan's topic", topic="embodied"))
    assert calls(env) == ["projects.kill"] * 2


def test_projects_that_end_are_those_asked_for():
    env = rich_lab(months=12, team=1.0, tier=3.0)
    lab = env.labs[0]
    projects = lab["projects"][: lab["n_active"]]
    assert len(projects) > 3
    projects["scooped"] = 0
    projects["scooped"][1] = 1
    projects["n_members"][2] = 0
    projects["topic"][0] = 6
    settled = [row for row in projects if row["ticks"] >= 3]
    work = env.rules[0]["tier_work"]
    slowest = min(settled, key=lambda row: row["progress"] / work[row["tier"] - 1] / row["ticks"])
    assert len({row["progress"] for row in settled}) > 2
    expected = {
        "scooped ones": [projects[1]],
        "those nobody works on": [row for row in projects if row["n_members"] == 0],
        "the slowest, by progress a month, of those on for 3 months": [slowest],
        "those off the plan's topic": [projects[0]],
    }
    assert {"none", *expected} == {*PLAN[Part.KILL].words}
    for which, rows in expected.items():
        twin = env.clone()
        twin.step(plan_of(kill=which, topic="reasoning"))
        killed = {args["project_id"] for call, args, _ in given(twin) if call == "projects.kill"}
        assert killed == {f"PJ{row['number']:03d}" for row in rows}, which


def test_polish_and_salvage_follow_the_plan():
    env = rich_lab(months=14, submit="hold")
    drafts = env.labs["drafts"][0]
    slots = np.flatnonzero(drafts["status"][: env.labs["n_drafts"][0]] == DraftStatus.AVAILABLE)[:3]
    drafts["salvage"], drafts["polish"] = 0, 12.0
    drafts["polish"][slots] = 0.0, 10.0, 12.0
    drafts["salvage"][slots[1]] = 1
    ids = [f"D{slot + 1:03d}" for slot in slots]

    def polished(which):
        twin = env.clone()
        twin.step(plan_of(polish=4, polished=which))
        return {args["draft_id"]: args["hours"] for _, args, _ in given(twin) if args["draft_id"] in ids}

    fresh, everything, unfinished = PLAN[Part.POLISHED].words
    assert polished(fresh) == {ids[0]: 4.0}
    assert polished(everything) == dict.fromkeys(ids, 4.0)
    assert polished(unfinished) == {ids[0]: 4.0, ids[1]: 2.0}

    for salvage, venue in (("hold", None), ("W-SHOP", "W-SHOP"), ("as others", "NAIC")):
        twin = env.clone()
        twin.step(plan_of(submit="NAIC > CLAR > W-SHOP", salvage=salvage))
        sent = {args["draft_id"]: args["venue"] for _, args, _ in given(twin)}
        assert sent.get(ids[1]) == venue
        assert sent[ids[0]] == "NAIC"


def test_people_without_a_project_join_the_one_asked_for():
    for where, key in (("the one with fewest members", "n_members"), ("the youngest project", "ticks")):
        env = rich_lab(months=3, starts=0)
        env.step(plan_of(assistants=1.0, starts=1.0, team=1.0, topic="theory"))
        env.step(plan_of(assistants=4.0, starts=1.0, team=2.0, topic="embodied"))
        lab = env.labs[0]
        expected = min(lab["projects"][: lab["n_active"]], key=lambda row: (row[key], row["number"]))
        env.step(plan_of(join=where))
        joined = [args["project_id"] for call, args, _ in given(env) if call == "projects.assign"]
        assert joined
        assert joined[0] == f"PJ{expected['number']:03d}"


def test_drafts_wait_are_polished_and_go_down_the_ladder():
    env = rich_lab(months=14, submit="hold")
    lab = env.labs[0]
    fresh = [
        f"D{slot + 1:03d}"
        for slot, row in enumerate(lab["drafts"][: lab["n_drafts"]])
        if row["status"] == DraftStatus.AVAILABLE and not row["salvage"]
    ]
    assert len(fresh) > 2
    assert lab["month"] % 12 == 3, "NAIC is open, CLAR is not"
    for ladder, venue in (("NAIC > CLAR > W-SHOP", "NAIC"), ("CLAR > W-SHOP", "W-SHOP"), ("CLAR", None)):
        twin = env.clone()
        twin.step(plan_of(polish=2.0, submit=ladder))
        polished = [
            args["draft_id"] for call, args, outcome in given(twin) if (call, outcome) == ("papers.polish", "ok")
        ]
        sent = [(args["draft_id"], args["venue"]) for call, args, _ in given(twin) if call == "papers.submit"]
        assert polished == fresh
        assert sent == ([(draft, venue) for draft in fresh] if venue else [])


def test_rejected_drafts_are_revised_and_never_go_back_to_who_rejected_them():
    env = rich_lab(months=10)
    seen = set()
    for _ in range(40):
        rejected = env.labs["drafts"]["rejected_by"][0].copy()
        env.step(
            plan_of(
                starts=99.0, topic="theory", submit="NAIC > CLAR > W-SHOP", resubmit="JMR > CLAR > W-SHOP", revise=6.0
            )
        )
        for call, args, outcome in given(env):
            if call == "papers.revise" and outcome == "ok":
                seen.add("revised")
            if call == "papers.submit" and rejected[int(args["draft_id"][1:]) - 1]:
                venue = {"NAIC": 1, "CLAR": 2, "W-SHOP": 4, "JMR": 8}[args["venue"]]
                before = rejected[int(args["draft_id"][1:]) - 1]
                assert args["venue"] != "NAIC"
                assert not before & venue or (args["venue"] == "W-SHOP" and before & 14 == 14)
                seen.add("sent again")
    assert seen == {"revised", "sent again"}


def test_proposals_attach_what_is_asked_for():
    env = rich_lab(months=40)
    lab, reasoning = env.labs[0], 3
    papers = lab["publications"][: lab["n_publications"]]
    out = [k for k, row in enumerate(papers) if row["published"] <= lab["month"]]
    assert len(out) > 4
    on_topic = [k for k in out if papers["topic"][k] == reasoning]
    expected = {
        Evidence.NOTHING: [],
        Evidence.FIRST_PAPERS: out[:4],
        Evidence.ON_TOPIC: (on_topic or out)[:4],
        Evidence.MOST_CITED: sorted(out, key=lambda k: -papers["citations"][k])[:4],
        Evidence.EVERYTHING: out[::-1][:32],
    }
    for evidence, attached in expected.items():
        twin = env.clone()
        twin.step(plan_of(tif_hours=10, tif_topic="reasoning", tif_evidence=int(evidence)))
        ((call, args, outcome),) = given(twin)
        assert (call, outcome) == ("grants.propose", "ok")
        assert (args["call_id"], args["topic"], args["hours"]) == ("TIF-rolling", "reasoning", 10.0)
        shown = args["attach"][: len(attached)] if evidence == Evidence.EVERYTHING else args["attach"]
        assert shown == [f"P{k + 1:03d}" for k in attached]


def test_young_labs_attach_drafts():
    env = rich_lab(months=14, submit="hold")
    assert env.labs["n_drafts"][0] > 2
    for evidence, most in ((Evidence.ON_TOPIC, 2), (Evidence.EVERYTHING, 32)):
        twin = env.clone()
        twin.step(plan_of(tif_hours=10, tif_evidence=int(evidence)))
        available = [
            f"D{slot + 1:03d}"
            for slot, row in enumerate(env.labs["drafts"][0][: env.labs["n_drafts"][0]])
            if row["status"] == DraftStatus.AVAILABLE
        ]
        assert given(twin)[0][1]["attach"] == available[:most]


def test_events_and_conferences_are_answered():
    world = RICH | {"crisis_rate": 0.5, "rep_init": 9.0}
    seen = set()
    env = PIBenchMonthEnv(world=world)
    for seed, words in (
        (1, ("accept", "accept", "accept", "support")),
        (2, ("decline", "decline", "decline", "ignore")),
    ):
        env.reset(seed=seed)
        for _ in range(20):
            talks, reviews, collaborations, crises = words
            env.step(
                plan_of(
                    offers=3.0,
                    conference="attend",
                    talks=talks,
                    reviews=reviews,
                    collaborations=collaborations,
                    crises=crises,
                )
            )
            for call, args, outcome in given(env):
                if call == "field.attend_conference":
                    seen.add(call)
                if call == "events.respond" and outcome == "ok":
                    seen.add((words[0], args["action"]))
            pending = env.labs["events"][0][: env.labs["n_events"][0]]
            assert set(
                pending["kind"][(pending["status"] == 0) & (pending["month"] < env.labs["month"][0])].tolist()
            ) <= {3}
    assert seen == {"field.attend_conference", ("accept", "accept"), ("decline", "decline")}


def test_each_kind_of_event_has_its_own_answer():
    env = PIBenchMonthEnv(world=RICH | {"crisis_rate": 0.5, "rep_init": 9.0})
    env.reset(seed=1)
    play(env, 8, offers=3)
    answers = {
        "invited_talk": ("talks", "accept"),
        "review_request": ("reviews", "decline"),
        "collab_offer": ("collaborations", "accept"),
        "student_crisis": ("crises", "ignore"),
    }
    seen = set()
    for _ in range(24):
        kinds = {row["id"]: row["kind"] for row in env.lab.events.pending()}
        env.step(plan_of(**dict(answers.values())))
        for call, args, _ in given(env):
            assert call == "events.respond"
            yes = answers[kinds[args["event_id"]]][1] == "accept"
            assert args["action"] == ("accept" if yes else "decline")
            seen.add(kinds[args["event_id"]])
    assert seen == set(answers)


def test_no_more_managers_are_allowed_than_the_world_has_room_for():
    for most in (0, 1, 2):
        env = PIBenchMonthEnv(world={"max_managers": most})
        mask = np.split(env.reset(seed=1)[1]["action_mask"], PLAN_OFFSETS[1:])[Part.MANAGERS]
        assert mask.tolist() == [1, *(int(wanted <= most) for wanted in range(3))]


# --- Counting and masks -----------------------------------------------------------------------------------------------


def test_impossible_parts_do_nothing_and_are_counted():
    env = PIBenchMonthEnv()
    _, info = env.reset(seed=3)
    plan = plan_of(kill="scooped ones", recompute=500.0, polish=4.0, collaborations="decline", searches=1.0)
    mask = info["action_mask"]
    impossible = [
        part
        for part in (Part.KILL, Part.RECOMPUTE, Part.POLISH, Part.COLLABORATIONS)
        if not mask[PLAN_OFFSETS[part] + plan[part]]
    ]
    assert len(impossible) == 4
    *_, info = env.step(plan)
    assert (info["illegal_actions"], info["commands"], info["refused"]) == (4, 1, 0)
    # Commands that the rules refuse count as well: nobody can be mentored for more hours than there are.
    env = PIBenchMonthEnv(world={"attention_budget": 31.0})
    env.reset(seed=3)
    *_, info = env.step(plan_of(assistants=8.0, mentoring=8.0))
    assert (info["illegal_actions"], info["refused"]) == (1, 1)


def test_without_staff_tools_no_staff_is_planned():
    env = PIBenchMonthEnv(staff_tools=False)
    _, info = env.reset(seed=3)
    parts = np.split(info["action_mask"], PLAN_OFFSETS[1:])
    assert parts[Part.ASSISTANTS].sum() == parts[Part.MANAGERS].sum() == 1
    *_, info = env.step(plan_of(assistants=2.0, managers=1.0))
    assert (info["commands"], info["illegal_actions"], env.labs["n_people"][0]) == (0, 2, 0)


@pytest.mark.parametrize("world", [{}, RICH, RICH | {"crisis_rate": 0.3, "max_managers": 1}])
def test_the_environment_keeps_every_promise(world):
    check_environment(lambda: PIBenchMonthEnv(world=world, months=48, render_mode="ansi"))


def test_commands_given_by_hand_reach_the_same_lab():
    """The commands of a plan, given one by one through the surface, and the surface of the environment."""
    env, by_hand = PIBenchMonthEnv(world=RICH), PIBenchMonthEnv(world=RICH)
    env.reset(seed=4)
    by_hand.reset(seed=4)
    by_hand.lab.dashboard()
    rng = np.random.default_rng(3)
    for month in range(24):
        plan = rng.integers(PLAN_NVEC)
        if env.labs["finished"][0]:
            break
        results = [door.step(plan) for door in (env, by_hand)]
        assert results[0][1:4] == results[1][1:4]
        assert env.labs.tobytes() == by_hand.labs.tobytes(), month
        for call, args, _ in given(env):
            assert call
            assert isinstance(args, dict)
    assert env.lab.ledger(1000) == by_hand.lab.ledger(1000)
    assert env.lab.field.news(100) == by_hand.lab.field.news(100)
    assert env.lab.grants.proposals() == by_hand.lab.grants.proposals()
    assert env.labs.tobytes() == by_hand.labs.tobytes()


def test_plans_look_at_nothing_hidden():
    """The same commands and outcomes in labs whose hidden columns are scrambled."""
    env, rng, given_in_all = PIBenchMonthEnv(world=RICH), np.random.default_rng(8), 0
    env.reset(seed=12)
    logs, memos = new_logs(2), new_memos(2)
    for month in range(40):
        plan = rng.integers(PLAN_NVEC)
        twins = [env.clone().labs for _ in range(2)]
        scramble(twins[1], np.random.default_rng(month))
        # Interviews show what they show, and offers go by it.
        twins[1]["applicants"]["interview_value"] = twins[0]["applicants"]["interview_value"]
        for k, labs in enumerate(twins):
            logs[k]["count"] = 0
            play_month(labs[0], env.rules[0], memos[k], plan, logs[k])
        n = logs["count"][0]
        given_in_all += n
        assert n == logs["count"][1]
        for name in ("verb", "object", "choice", "count", "amount"):
            assert np.array_equal(*logs["commands"][:, :n][name]), name
        assert np.array_equal(*logs["outcomes"][:, :n])
        env.step(np.where(np.array([choices.part for choices in PLAN]) == Part.KILL, 0, plan))
    assert given_in_all > 200


def test_a_plan_gives_no_more_than_a_log_keeps():
    """Hired through `apply` until a plan has far too much to do; looking at the lab changes nothing then either."""
    hire = empty_commands(1)[0]
    hire["verb"] = Verb.HIRE_RA
    ends = []
    for looks_before in (False, True):
        env = PIBenchMonthEnv()
        env.reset(seed=1)
        for _ in range(128):
            env.apply(hire)
        if looks_before:
            env.lab.dashboard()
        info = env.step(plan_of(starts=1, join="the youngest project", conference="attend"))[4]
        assert info["commands"] == 127
        ends += [env.labs.tobytes(), env.lab.view() and env.labs.tobytes()]
    assert len(set(ends)) == 1


def test_a_month_of_very_many_commands_is_cut_and_still_closed():
    world = RICH | {
        "max_students": 64,
        "crisis_rate": 1.0,
        "pool_volume": [12.0] * 4,
        "start_budget": 1e10,
        "attention_budget": 5000.0,
    }
    env = PIBenchMonthEnv(world=world | {"start_budget": 1e10, "rep_init": 9.0})
    env.reset(seed=4)
    most = 0
    for _ in range(40):
        *_, info = env.step(
            plan_of(offers=12.0, starts=99.0, team=1.0, polish=1.0, crises="support", join="the youngest project")
        )
        most = max(most, info["commands"])
    assert 64 < most <= 127
    assert info["month"] == 41


# --- Errors -----------------------------------------------------------------------------------------------------------


def test_bad_plans_are_refused_by_name():
    env = PIBenchMonthEnv()
    env.reset(seed=1)
    plan = plan_of()
    for part, wrong, said in (
        (Part.TIER, 3, "tier is 3; allowed are 0 to 2, nearest 2"),
        (Part.CRISES, -1, "crises is -1"),
    ):
        bad = plan.copy()
        bad[part] = wrong
        with pytest.raises(InvalidAction, match=said):
            env.step(bad)
    for bad in (plan[:-1], plan.astype(float), plan.reshape(1, -1), 7, None):
        with pytest.raises(InvalidAction, match="43 whole numbers"):
            env.step(bad)
    assert env.labs["month"][0] == 1
    with pytest.raises(ResetNeeded):
        PIBenchMonthEnv().step(plan)
    with pytest.raises(TypeError, match="did you mean 'months'"):
        PIBenchMonthEnv(mnths=3)
    with pytest.raises(TypeError, match="no argument 'max_commands'"):
        PIBenchMonthEnv(max_commands=3)


def test_a_run_of_months_ends_at_the_horizon():
    env = PIBenchMonthEnv(months=3)
    env.reset(seed=1)
    assert [env.step(plan_of())[2:4] for _ in range(3)] == [(False, False), (False, False), (True, False)]
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(plan_of())
    assert env.observe()[1]["action_mask"].sum() == sum(1 if choices.acts else len(choices.values) for choices in PLAN)
    assert sum(PLAN_NVEC) == PLAN_MASK_SIZE
