"""Papers: by hand and against the naive twin, reviewers included."""

import pytest
from kernel_tools import RULES, dice, is_same, lab_with
from naive import review as twin
from naive.luck import Luck
from naive.world_numbers import NUMBERS, VENUES

from pibench_env.codes import DraftStatus, Outcome, PersonStatus, SubmissionStatus, Topic, Venue
from pibench_env.mechanics import review


@pytest.mark.parametrize(("hours", "quality"), [(0.0, 4.0), (6.0, 4.25), (12.0, 4.5), (99.0, 4.5)])
def test_polished_quality_by_hand(hours, quality):
    draft = lab_with(drafts=[{"quality": 4.0, "polish": hours}])["drafts"][0]
    assert review.polished_quality(draft, RULES) == quality


def test_expected_score_by_hand():
    assert review.expected_score(5.0, 1.0, 2.0, RULES) == 5.0
    assert review.expected_score(5.0, 3.0, 4.0, RULES) == pytest.approx(6.0, rel=1e-15)  # + 0.35·2 + 0.15·2


@pytest.mark.parametrize(
    ("quality", "hours", "revisions", "after"),
    [(4.0, 10.0, 0, 4.35), (4.0, 5.0, 0, 4.175), (4.0, 40.0, 0, 4.35), (4.0, 10.0, 2, 4.224), (9.9, 10.0, 0, 10.0)],
)
def test_revised_quality_by_hand(quality, hours, revisions, after):
    assert review.revised_quality(quality, hours, revisions, RULES) == pytest.approx(after, rel=1e-15)


def test_scores_are_kept_as_tenths():
    assert [review.tenths(score) for score in (4.25, 4.35, -0.04, -1.26)] == [42, 43, 0, -13]  # as round(score, 1)


def test_the_bar_is_met_by_a_score_that_equals_it():
    rules = RULES.copy()
    rules["review_noise"] = 0.0
    lab = lab_with(drafts=[{"quality": 2.6}], submissions=[{"draft": 1, "venue": Venue.W_SHOP, "submitted": 1}])
    lab["hotness"][:] = 1.0
    assert review.is_accepted(lab, lab["submissions"][0], rules)
    lab["drafts"][0]["quality"] = 2.5999
    assert not review.is_accepted(lab, lab["submissions"][0], rules)


def test_an_accepted_paper_keeps_its_quality_and_waits_for_the_conference():
    draft = {"quality": 6.0, "polish": 12.0, "topic": Topic.THEORY, "tier": 3, "collab": 1}
    lab = lab_with(month=6, drafts=[draft], submissions=[{"draft": 1, "venue": Venue.NAIC, "submitted": 3}])
    slot = review.accept(lab, lab["submissions"][0], RULES)
    paper = lab["publications"][slot]
    names = ("draft", "venue", "topic", "tier", "collab", "quality", "published")
    assert [paper[name] for name in names] == [1, Venue.NAIC, Topic.THEORY, 3, 1, 6.5, 10]
    assert lab["drafts"][0]["status"] == DraftStatus.ACCEPTED


def rejected_lab(**draft):
    lab = lab_with(
        month=5, drafts=[{"quality": 4.0, **draft}], submissions=[{"draft": 1, "venue": Venue.JMR, "submitted": 1}]
    )
    lab["drafts"][0]["status"] = DraftStatus.UNDER_REVIEW
    review.reject(lab, lab["submissions"][0])
    return lab


def test_a_rejected_draft_is_revised_once_a_month_and_gains_less_each_time():
    lab = rejected_lab()
    assert review.revise(lab, 1, 10.0, RULES) == Outcome.OK
    assert review.revise(lab, 1, 10.0, RULES) == Outcome.COOLDOWN
    lab["month"] = 6
    assert review.revise(lab, 1, 10.0, RULES) == Outcome.OK
    assert lab["drafts"][0]["quality"] == pytest.approx(4.0 + 0.35 + 0.35 * 0.8, rel=1e-15)
    assert lab["oneoff_used"] == 20.0


def test_the_checks_of_revise_in_their_order():
    lab = lab_with(month=5, drafts=[{"quality": 4.0, "n_authors": 1}], people=[{"status": PersonStatus.QUIT}])
    assert review.revise(lab, 2, 1.0, RULES) == Outcome.WRONG_STATUS
    assert review.revise(lab, 1, -1.0, RULES) == Outcome.NOT_REJECTED_YET  # the sign is looked at later, section 1.10
    lab["drafts"][0]["rejected_by"] = 1
    assert review.revise(lab, 1, -1.0, RULES) == Outcome.NEGATIVE_HOURS
    assert review.revise(lab, 1, 999.0, RULES) == Outcome.NO_MEMBERS
    lab["people"][0]["status"] = PersonStatus.ACTIVE
    assert review.revise(lab, 1, 999.0, RULES) == Outcome.ATTENTION
    lab["drafts"][0]["revised"] = 5
    assert review.revise(lab, 1, 999.0, RULES) == Outcome.COOLDOWN


def test_the_checks_of_submit_in_their_order():
    lab = lab_with(month=4, drafts=[{"quality": 4.0}, {"status": DraftStatus.UNDER_REVIEW}])
    assert review.submit(lab, 3, Venue.JMR, RULES) == Outcome.UNKNOWN_ID
    assert review.submit(lab, 2, -1, RULES) == Outcome.WRONG_STATUS
    assert review.submit(lab, 1, -1, RULES) == Outcome.UNKNOWN_VENUE
    assert review.submit(lab, 1, Venue.NAIC, RULES) == Outcome.DEADLINE
    assert review.submit(lab, 1, Venue.JMR, RULES) == Outcome.OK
    assert lab["submissions"][0]["decision"] == 11  # seven months


def test_withdrawing_is_no_rejection():
    lab = lab_with(month=4, drafts=[{"quality": 4.0}])
    review.submit(lab, 1, Venue.W_SHOP, RULES)
    assert review.withdraw(lab, 1) == Outcome.OK
    assert review.withdraw(lab, 1) == Outcome.WRONG_STATUS
    assert review.withdraw(lab, 2) == Outcome.WRONG_STATUS
    assert lab["submissions"][0]["status"] == SubmissionStatus.WITHDRAWN
    assert review.revise(lab, 1, 1.0, RULES) == Outcome.NOT_REJECTED_YET


def test_twin_reviews():
    for seed, d in enumerate(dice()):
        quality, polish, hotness, reputation = d.uniform(1, 9), d.uniform(0, 15), d.uniform(0.25, 5), d.uniform(0, 10)
        venue, submitted = d.randrange(4), d.randint(1, 110)
        lab = lab_with(
            seed=seed, month=120, reputation=reputation, drafts=[{"quality": quality, "polish": polish}],
            submissions=[{"draft": 1, "venue": venue, "submitted": submitted}],
        )  # fmt: skip
        lab["hotness"][:] = hotness
        polished = twin.polished_quality(quality, polish, NUMBERS)
        assert is_same(review.polished_quality(lab["drafts"][0], RULES), polished)
        g = Luck(seed).draw("review", "D001", VENUES[venue], submitted)
        score = twin.review_score(polished, hotness, reputation, g.normal(0, 0.5), NUMBERS)
        scores = twin.reviewer_scores(score, [g.normal(0, 0.35) for _ in range(3)])
        assert review.is_accepted(lab, lab["submissions"][0], RULES) == (score >= NUMBERS["venue_bar"][venue])
        assert [tenths / 10 for tenths in lab["submissions"][0]["score_tenths"].tolist()] == scores
        revisions = d.randrange(6)
        assert is_same(
            review.revised_quality(quality, polish, revisions, RULES),
            twin.revised_quality(quality, polish, revisions, NUMBERS),
        )
