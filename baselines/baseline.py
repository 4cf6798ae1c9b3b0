"""The rule-based baseline: what a careful head of a small group does, month by month (policies, section 3.1)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import NDArray

from pibench_env.baselines.arguments import Arguments
from pibench_env.codes import Agency, Topic
from pibench_env.jit import jit
from pibench_env.mechanics import seasons
from pibench_env.parameter import number
from pibench_env.playing import moves, sight, topics
from pibench_env.playing.log import Log, Memo, add, give
from pibench_env.rules import Rules
from pibench_env.tables import Draft, Lab


@dataclass(frozen=True)
class BaselineArgs(Arguments):
    """The arguments of the baseline, with the published values."""

    words: ClassVar[dict[str, dict[str, int]]] = {
        "use_interview": {"false": 0, "true": 1},
        "topic_rule": {"news": 0, "fixed": 1},
        "fixed_topic": {topic.word: int(topic) for topic in Topic},
    }

    n_target_students: int = number(4, "", 0, 12, "3.1", "people wanted on the payroll")
    hires_per_season: int = number(2, "", 0, 12, "3.1", "people wanted per season, at most")
    use_interview: int = number(1, "", 0, 1, "3.1", "whether the shortlist is interviewed")
    tier: int = number(2, "", 1, 3, "3.1", "tier of new projects")
    compute: float = number(1500.0, "units/month", 0, 50000, "3.1", "compute of new projects")
    mentor_hours: float = number(5.0, "h/month", 0, 40, "3.1", "mentoring of each person, at most")
    proposal_hours: float = number(25.0, "h", 5, 1000, "3.1", "hours of a proposal")
    polish_hours: float = number(8.0, "h", 0, 1000, "3.1", "hours of polish of a draft, and of a revision")
    topic_rule: int = number(0, "", 0, 1, "3.1", "topic of projects and proposals: news or fixed")
    fixed_topic: int = number(int(Topic.REASONING), "", 0, 7, "3.1", "the topic if it is fixed")
    min_runway_for_hiring: float = number(18.0, "month", 0, 1e6, "3.1", "runway below which nobody is hired")


# Places of the arguments in their vector: the order of the fields above.
(
    TARGET, HIRES, USE_INTERVIEW, TIER, COMPUTE, MENTORING, PROPOSAL_HOURS, POLISH, TOPIC_RULE, FIXED_TOPIC, MIN_RUNWAY,
) = range(11)  # fmt: skip

SHORTLIST = (2, 2)  # applicants interviewed: two for each one wanted, and two more
INTERVIEW, TRANSCRIPT, LETTER = 0.6, 0.25, 0.15  # weights after an interview
SHARED_MENTORING = 60.0  # hours that all mentoring together takes, at most
TOP_VENUE_TIER = 2  # from this tier on a fresh draft is first tried at NAIC
TIF_RUNWAY = 24.0  # months; with more there is no need for small money
DRAFTS_ATTACHED = 2
UNREAD = -1  # the topic before the news are read
SPARE_HOURS = 20.0  # left before a talk or a review is accepted


@jit
def play_month(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """The commands of one month."""
    runway = sight.runway_shown(lab, rules)
    if sight.is_hiring_month(lab):
        hire(lab, rules, memo, args, runway, log)
    mentor(lab, rules, args, log)
    start_projects(lab, rules, memo, args, log)
    place_drafts(lab, rules, args, log)
    write_proposals(lab, rules, memo, args, runway, log)
    moves.answer_events(lab, rules, log, SPARE_HOURS)


@jit
def hire(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], runway: float, log: Log) -> None:
    """Rank by the papers, interview a shortlist, rank it anew, and offer one place more than wanted."""
    want = int(min(args[HIRES], max(0.0, args[TARGET] - sight.active_people(lab))))
    if runway < args[MIN_RUNWAY] or want == 0 or lab.n_applicants == 0:
        return
    n = min(sight.rank_applicants(lab, memo), SHORTLIST[0] * want + SHORTLIST[1])
    if args[USE_INTERVIEW] != 0.0:
        moves.begin_interviews(log)
        for i in range(n):
            add(log, lab.applicants[memo.order[i]].number, 0.0)
        give(lab, rules, log)
        rank_interviewed(lab, memo, n)
    for i in range(min(n, want + 1)):
        moves.offer(lab, rules, log, lab.applicants[memo.order[i]].number)


@jit
def rank_interviewed(lab: Lab, memo: Memo, n: int) -> None:
    """Rank the shortlist with the interviews; who has had none, as hours ran out, counts by transcript."""
    for i in range(n):
        applicant = lab.applicants[memo.order[i]]
        memo.keys[memo.order[i]] = applicant.transcript
        if applicant.interviewed != 0:
            memo.keys[memo.order[i]] = (
                INTERVIEW * applicant.interview + TRANSCRIPT * applicant.transcript + LETTER * applicant.letter
            )
    sight.rank(memo, n)


@jit
def mentor(lab: Lab, rules: Rules, args: NDArray[Any], log: Log) -> None:
    """The same hours for everybody."""
    active = sight.active_people(lab)
    if active > 0:
        moves.mentor_everybody(lab, rules, log, min(args[MENTORING], SHARED_MENTORING / active))


@jit
def start_projects(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], log: Log) -> None:
    """A project for each pair of idle people."""
    if sight.list_idle(lab, memo) > 0:  # the news need not be read for nobody
        topic = topic_of_choice(lab, memo, args)
        moves.start_with_pairs(lab, rules, memo, log, topic, int(args[TIER]), args[COMPUTE])


@jit
def topic_of_choice(lab: Lab, memo: Memo, args: NDArray[Any]) -> int:
    """The hottest topic by the news, or the fixed one."""
    return topics.hottest(lab, memo) if args[TOPIC_RULE] == 0.0 else int(args[FIXED_TOPIC])


@jit
def place_drafts(lab: Lab, rules: Rules, args: NDArray[Any], log: Log) -> None:
    """Polish a fresh draft, revise a rejected one once, and submit it down the ladder."""
    for slot in range(lab.n_drafts):
        draft = lab.drafts[slot]
        if not sight.is_available(draft):
            continue
        if draft.polish == 0.0 and draft.salvage == 0:
            moves.polish(lab, rules, log, slot + 1, args[POLISH])
        if draft.rejected_by != 0 and draft.revisions == 0:
            moves.revise(lab, rules, log, slot + 1, args[POLISH])
        moves.submit_down(lab, rules, log, slot + 1, venues_for(draft))


@jit
def venues_for(draft: Draft) -> int:
    """The ladder of a draft as a set, without the venues that have rejected it; the workshop if none is left."""
    venues = moves.W_SHOP
    if draft.salvage == 0:
        venues |= moves.CLAR
        if draft.tier >= TOP_VENUE_TIER and draft.rejected_by == 0:
            venues |= moves.NAIC
    venues &= ~draft.rejected_by
    return venues if venues != 0 else moves.W_SHOP


@jit
def write_proposals(lab: Lab, rules: Rules, memo: Memo, args: NDArray[Any], runway: float, log: Log) -> None:
    """A proposal for each open call."""
    topic = UNREAD
    for call in range(rules.n_calls):
        if not seasons.is_call_open(call, lab.month, rules):
            continue
        if rules.call_agency[call] == Agency.TIF and runway > TIF_RUNWAY:
            continue
        if topic == UNREAD:
            topic = topic_of_choice(lab, memo, args)
        moves.begin_proposal(log, call, topic, args[PROPOSAL_HOURS])
        if moves.attach_papers(lab, log, topic) == 0 and moves.attach_papers(lab, log, moves.ANY_TOPIC) == 0:
            moves.attach_available(lab, log, DRAFTS_ATTACHED)
        give(lab, rules, log)
