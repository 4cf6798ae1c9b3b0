"""The news: one ring, dated by the open month."""

from kernel_tools import lab_with

from pibench_env.capacities import NEWS
from pibench_env.codes import NewsDetail, NewsKind, Topic
from pibench_env.mechanics import press


def test_the_ring_keeps_the_last_items_and_counts_all():
    lab = lab_with(month=4)
    for project in range(1, NEWS + 4):
        press.post_scoop(lab, project, Topic.THEORY)
    assert lab["n_news"] == NEWS + 3
    assert lab["news"]["subject"][:4].tolist() == [NEWS + 1, NEWS + 2, NEWS + 3, 4]
    assert set(lab["news"]["month"].tolist()) == {4}


def test_every_kind_of_item_says_what_it_is_about():
    lab = lab_with(month=9)
    press.post_headline(lab, Topic.REASONING, NewsDetail.SURGING, 5)
    press.post_funding_index(lab, NewsDetail.TIGHTENING, 87)
    press.post_lab_news(lab, NewsDetail.PERSON_QUIT, 3)
    press.post_scoop(lab, 7, Topic.EMBODIED)
    names = ("kind", "detail", "topic", "count", "index_hundredths", "subject")
    assert [tuple(item[name] for name in names) for item in lab["news"][:4]] == [
        (NewsKind.FIELD, NewsDetail.SURGING, Topic.REASONING, 5, 0, -1),
        (NewsKind.FUNDING, NewsDetail.TIGHTENING, -1, 0, 87, -1),
        (NewsKind.LAB, NewsDetail.PERSON_QUIT, -1, 0, 0, 3),
        (NewsKind.SCOOP, NewsDetail.SCOOPED, Topic.EMBODIED, 0, 0, 7),
    ]


def test_a_new_item_in_an_old_slot_leaves_nothing_behind():
    lab = lab_with(month=1, n_news=0)
    press.post_headline(lab, Topic.THEORY, NewsDetail.STEADY, 9)
    press.post_funding_index(lab, NewsDetail.FLAT, 101)
    lab["n_news"] = NEWS
    press.post_scoop(lab, 1, Topic.THEORY)
    press.post_scoop(lab, 2, Topic.THEORY)
    assert lab["news"]["count"][:2].tolist() == [0, 0]
    assert lab["news"]["index_hundredths"][:2].tolist() == [0, 0]
