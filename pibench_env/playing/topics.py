"""Which topic a policy takes for the hottest: it goes by the headlines (policies, section 3)."""

from pibench_env.capacities import NEWS, TOPICS
from pibench_env.codes import NewsKind, Topic
from pibench_env.jit import jit
from pibench_env.playing.log import Memo
from pibench_env.tables import Lab

WINDOW = 40  # news items of any kind that are looked at
IF_NO_NEWS = int(Topic.REASONING)


@jit
def hottest(lab: Lab, memo: Memo) -> int:
    """The topic with most headlines among the last news items, the one met first among equals.

    A headline counts once, however many articles it stands for.
    """
    headlines, met = memo.keys, memo.order
    for topic in range(TOPICS):
        headlines[topic] = 0.0
    n_met = 0
    for i in range(max(0, lab.n_news - WINDOW), lab.n_news):
        item = lab.news[i % NEWS]
        if item.kind == NewsKind.FIELD:
            if headlines[item.topic] == 0.0:
                met[n_met] = item.topic
                n_met += 1
            headlines[item.topic] += 1.0
    best, most = IF_NO_NEWS, 0.0
    for i in range(n_met):
        if headlines[met[i]] > most:
            best, most = met[i], headlines[met[i]]
    return best
