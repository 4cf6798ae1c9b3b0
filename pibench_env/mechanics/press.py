"""The news: one ring of items that every mechanic posts to (rules, section 1.10, lab news)."""

from pibench_env.capacities import NEWS
from pibench_env.codes import NewsDetail, NewsKind
from pibench_env.jit import jit
from pibench_env.tables import Lab

NONE = -1  # no topic, no subject


@jit
def post(lab: Lab, kind: int, detail: int, topic: int, subject: int) -> None:
    """Publish an item dated with the open month."""
    item = lab.news[lab.n_news % NEWS]
    lab.n_news += 1
    item.month = lab.month
    item.kind = kind
    item.detail = detail
    item.topic = topic
    item.subject = subject
    item.count = 0
    item.index_hundredths = 0


@jit
def post_headline(lab: Lab, topic: int, level: int, count: int) -> None:
    """Headlines about a topic (1.5, step 2)."""
    slot = lab.n_news % NEWS
    post(lab, NewsKind.FIELD, level, topic, NONE)
    lab.news[slot].count = count


@jit
def post_funding_index(lab: Lab, detail: int, hundredths: int) -> None:
    """The funding index (1.5, step 2)."""
    slot = lab.n_news % NEWS
    post(lab, NewsKind.FUNDING, detail, NONE, NONE)
    lab.news[slot].index_hundredths = hundredths


@jit
def post_lab_news(lab: Lab, detail: int, subject: int) -> None:
    """Something happened in the lab: a departure, or the end of a search."""
    post(lab, NewsKind.LAB, detail, NONE, subject)


@jit
def post_scoop(lab: Lab, project: int, topic: int) -> None:
    """Others were faster on a project (1.7, step 2)."""
    post(lab, NewsKind.SCOOP, NewsDetail.SCOOPED, topic, project)
