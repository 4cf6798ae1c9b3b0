"""The published baseline and the ambitious policy as month plans: what an imitator has to be able to say."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import Topic
from pibench_env.playing import sight, topics
from pibench_env.playing.log import new_memos
from pibench_env.wrappers.plan.choices import plan_of
from pibench_env.wrappers.plan.parts import Answer, Evidence, Polished, Salvage

Choose = Callable[[Any, Any], NDArray[np.int64]]
MEMO = new_memos(1)


def proposals(hours: float, topic: int, evidence: Evidence) -> dict[str, Any]:
    agencies = ("bsf", "amp", "tif", "fel")
    return {
        f"{agency}_{what}": choice
        for agency in agencies
        for what, choice in (("hours", hours), ("topic", topic), ("evidence", int(evidence)))
    }


def like_baseline(lab: Any, rules: Any) -> NDArray[np.int64]:
    """What the baseline would plan (policies, section 3.1)."""
    runway, topic = sight.runway_shown(lab, rules), int(topics.hottest(lab, MEMO[0]))
    choices = proposals(25.0, topic, Evidence.ON_TOPIC)
    if runway > 24:
        choices["tif_hours"] = 0.0
    want = min(2, max(0, 4 - sight.active_people(lab))) if runway >= 18 else 0
    if sight.is_hiring_month(lab) and want > 0:
        choices |= {"interviews": 2.0 * want + 2, "offers": want + 1.0, "ranking": 1}
    return plan_of(
        mentoring=5.0, mentoring_cap=60.0, starts=99.0, topic=Topic(topic).word, tier=2.0, team=2.0, compute=1500.0,
        polish=8.0, revise=8.0, submit="NAIC > CLAR > W-SHOP", resubmit="CLAR > W-SHOP", salvage=int(Salvage.WORKSHOP),
        talks=int(Answer.IF_TIME), reviews=int(Answer.IF_TIME), collaborations="accept", crises="support", **choices,
    )  # fmt: skip


def like_ambitious(lab: Any, rules: Any) -> NDArray[np.int64]:
    """What the ambitious policy would plan (policies, section 3.3)."""
    topic = int(topics.hottest(lab, MEMO[0]))
    choices = proposals(25.0, topic, Evidence.FIRST_PAPERS)
    if sight.is_hiring_month(lab):
        want = max(0, 8 - sight.active_people(lab))
        choices |= {"interviews": want + 2.0, "offers": want + 1.0}
    return plan_of(
        mentoring=6.0, starts=99.0, topic=Topic(topic).word, tier=3.0, team=2.0, compute=2500.0, polish=10.0,
        polished=int(Polished.ALL), submit="NAIC > CLAR > W-SHOP", resubmit="NAIC > CLAR > W-SHOP",
        salvage=int(Salvage.AS_OTHERS), talks="accept", reviews="accept", collaborations="accept", crises="support",
        **choices,
    )  # fmt: skip
