"""Grants: by hand and against the naive twin, decisions included."""

import pytest
from kernel_tools import RULES, Career, dice, is_same, lab_with
from naive import grants as twin
from naive.luck import Luck
from naive.world_numbers import AGENCIES, NUMBERS

from pibench_env.codes import Agency, Outcome, ProposalStatus
from pibench_env.mechanics import grants

LEAD = 6


@pytest.mark.parametrize(
    ("is_publication", "is_on_topic", "weight"),
    [(True, True, 1.0), (False, True, 0.4), (True, False, 0.25), (False, False, 0.1)],
)
def test_evidence_weight_by_hand(is_publication, is_on_topic, weight):
    assert grants.evidence_weight(is_publication, is_on_topic, RULES) == pytest.approx(weight, rel=1e-15)


def test_quality_by_hand():
    lab = lab_with(reputation=4.0, climate=1.2, awards=[{"start": 1, "end": 5}, {"start": 2, "end": 5}])
    lab["luck"]["agency_taste"][Agency.BSF, 3] = 0.3
    # 0.42 + 0.55·1/2 + 0.06·2 + 0.3 + 0.25·0.2 − 0.10: evidence of 6 makes y = 1, one award runs, section 1.9
    assert grants.quality(lab, Agency.BSF, 3, 25.0, 6.0, False, RULES) == pytest.approx(1.065, rel=1e-14)
    lab["reputation"] = 10.0
    assert grants.quality(lab, Agency.BSF, 3, 25.0, 6.0, True, RULES) == pytest.approx(1.065 + 0.23, rel=1e-14)


def test_what_tif_and_amp_add_by_hand():
    lab = lab_with(month=3)
    lab["hotness"][0] = 2.0
    lab["luck"]["trajectory"][3 + LEAD, 0] = 3.0
    lab["luck"]["agency_taste"][:] = 0.4
    plain = grants.quality(lab, Agency.FEL, 0, 25.0, 0.0, True, RULES)
    assert plain == pytest.approx(0.42 + 0.4, rel=1e-15)
    assert grants.quality(lab, Agency.TIF, 0, 25.0, 0.0, True, RULES) == pytest.approx(plain + 0.2, rel=1e-14)
    # 0.35·(3 − 1) + 0.5·0.4 in place of the preference, and 0.15 for the top tier
    assert grants.quality(lab, Agency.AMP, 0, 25.0, 0.0, True, RULES) == pytest.approx(0.42 + 0.9 + 0.15, rel=1e-14)
    assert grants.quality(lab, Agency.AMP, 0, 25.0, 0.0, False, RULES) == pytest.approx(0.42 + 0.9, rel=1e-14)


def test_an_award_runs_from_the_month_after_the_decision():
    lab = lab_with(month=7, proposals=[{"agency": Agency.BSF, "quality": 9.0}])
    grants.award(lab, 0, RULES)
    award = lab["awards"][0]
    assert [award[name] for name in ("start", "end", "total", "monthly")] == [8, 43, 360000.0, 10000.0]
    assert lab["awards_won"].tolist() == [1, 0, 0, 0]
    assert lab["proposals"][0]["status"] == ProposalStatus.FUNDED


def propose(career, call="TIF-rolling", topic="theory", hours=5.0, attach=()):
    return career.call("grants.propose", call_id=call, topic=topic, hours=hours, attach=list(attach))


def test_the_checks_of_propose_in_their_order():
    career = Career(overrides={"attention_budget": 40.0})
    assert propose(career, "XXX-m02", "alchemy", 1.0) == Outcome.UNKNOWN_ID
    assert propose(career, "BSF-m02", "alchemy", 1.0) == Outcome.DEADLINE
    assert propose(career, topic="alchemy", hours=1.0) == Outcome.UNKNOWN_TOPIC
    assert propose(career, hours=4.99) == Outcome.OUT_OF_RANGE
    assert propose(career, hours=99.0, attach=["D001"]) == Outcome.UNKNOWN_ID
    assert propose(career, hours=99.0) == Outcome.ATTENTION
    assert career.lab["n_proposals"] == 0
    assert propose(career) == Outcome.OK
    assert career.lab["budget"] == 600000.0 - 500.0
    assert career.lab["oneoff_used"] == 5.0
    assert propose(career, hours=99.0) == Outcome.COOLDOWN


def test_caps_count_pending_proposals_and_awards_that_have_not_ended():
    lab = lab_with(month=10, awards=[{"agency": Agency.BSF, "start": 1, "end": 10}, {"agency": Agency.BSF, "end": 9}])
    assert grants.commitments(lab, Agency.BSF) == 1
    lab["n_proposals"] = 2
    lab["proposals"]["status"][1] = ProposalStatus.REJECTED
    assert grants.commitments(lab, Agency.BSF) == 2


def test_a_fellowship_is_won_once():
    easy = {"agency_bar": (0.0, 0.0, 0.0, 0.0), "prop_noise": 0.0, "agency_cap": (9, 9, 9, 9)}
    career = Career(overrides=easy)
    career.go_to(9)
    assert propose(career, "FEL-m09", hours=50.0) == Outcome.OK
    assert propose(career, "FEL-m09") == Outcome.OK  # not won yet
    career.go_to(21)
    assert propose(career, "FEL-m21") == Outcome.ONCE_ONLY


def test_twin_quality_and_decisions():
    for seed, d in enumerate(dice()):
        agency, topic, hours = d.randrange(4), d.randrange(8), d.uniform(5, 60)
        reputation, climate, month = d.uniform(0, 10), d.uniform(0.6, 1.4), d.randint(1, 60)
        running, taste, hotness, ahead = d.randrange(4), d.uniform(-0.6, 0.6), d.uniform(0.25, 6), d.uniform(0.25, 6)
        pieces = [(d.uniform(1, 9), d.random() < 0.5, d.random() < 0.5) for _ in range(d.randrange(5))]
        has_top = d.random() < 0.5
        lab = lab_with(
            seed=seed, month=month, reputation=reputation, climate=climate, awards=[{"start": 1, "end": 120}] * running,
        )  # fmt: skip
        lab["luck"]["agency_taste"][agency, topic] = taste
        lab["hotness"][topic], lab["luck"]["trajectory"][month + LEAD, topic] = hotness, ahead
        weights = [twin.evidence_weight(*flags, NUMBERS) for _, *flags in pieces]
        y = twin.evidence([quality for quality, *_ in pieces], weights, NUMBERS)
        extra = {"TIF": 0.2 * (hotness - 1), "AMP": 0.15 * has_top}.get(AGENCIES[agency], 0.0)
        liking = twin.amp_preference(ahead, taste, NUMBERS) if agency == Agency.AMP else taste
        quality = twin.proposal_quality(hours, y, reputation, liking, climate, running, extra, NUMBERS)
        mine = grants.quality(lab, agency, topic, hours, y * 6.0, has_top, RULES)
        assert mine == pytest.approx(quality, rel=1e-12)
        lab["n_proposals"] = 1
        lab["proposals"][0]["quality"], lab["proposals"][0]["agency"] = quality, agency
        noise = Luck(seed).draw("grantdec", "PR001").normal(0, 0.28)
        assert grants.is_funded(lab, 0, RULES) == twin.funded(quality, noise, agency, NUMBERS)
        assert is_same(grants.preference(lab, agency, topic, RULES), liking)
