"""The parts of a month plan, the numbers of their choices, and what those stand for.

`choices.py` has the table of all choices in words. Parts are of two kinds: one that *acts* does nothing at choice 0,
and may be impossible in some months; one that *shapes* says how another part acts, and is always possible.
"""

from enum import IntEnum

from pibench_env.playing.moves import CLAR, JMR, NAIC, W_SHOP


class Part(IntEnum):
    """The places of a plan."""

    INTERVIEWS = 0
    SHORTLIST = 1
    OFFERS = 2
    RANKING = 3
    SEARCHES = 4
    RENEWALS = 5
    ASSISTANTS = 6
    MANAGERS = 7
    MENTORING = 8
    MENTORED = 9
    MENTORING_CAP = 10
    KILL = 11
    STARTS = 12
    TOPIC = 13
    TIER = 14
    TEAM = 15
    COMPUTE = 16
    RECOMPUTE = 17
    JOIN = 18
    POLISH = 19
    POLISHED = 20
    REVISE = 21
    REVISED = 22
    SUBMIT = 23
    RESUBMIT = 24
    SALVAGE = 25
    BSF_HOURS = 26
    BSF_TOPIC = 27
    BSF_EVIDENCE = 28
    AMP_HOURS = 29
    AMP_TOPIC = 30
    AMP_EVIDENCE = 31
    TIF_HOURS = 32
    TIF_TOPIC = 33
    TIF_EVIDENCE = 34
    FEL_HOURS = 35
    FEL_TOPIC = 36
    FEL_EVIDENCE = 37
    CONFERENCE = 38
    TALKS = 39
    REVIEWS = 40
    COLLABORATIONS = 41
    CRISES = 42


AGENCY_PARTS = (int(Part.BSF_HOURS), int(Part.AMP_HOURS), int(Part.TIF_HOURS), int(Part.FEL_HOURS))  # by agency code
TOPIC_AFTER, EVIDENCE_AFTER = 1, 2  # the parts that shape a proposal stand behind its hours


class Mentored(IntEnum):
    """Who is mentored, and who for half of the hours."""

    EVERYBODY = 0
    RESEARCHERS = 1
    STUDENTS = 2
    NEWCOMERS_FIRST = 3
    WEAKER_FIRST = 4


class Kill(IntEnum):
    """Which projects end."""

    NONE = 0
    SCOOPED = 1
    DESERTED = 2
    SLOWEST = 3
    OFF_TOPIC = 4


class Join(IntEnum):
    """Where people go who are on no project."""

    NOWHERE = 0
    YOUNGEST = 1
    SMALLEST = 2
    FURTHEST = 3


class Polished(IntEnum):
    """Which drafts are polished."""

    FRESH = 0
    ALL = 1
    UNFINISHED = 2


class Revised(IntEnum):
    """Which rejected drafts are revised."""

    ONCE = 0
    EVERY_MONTH = 1


class Salvage(IntEnum):
    """What becomes of drafts that were saved from a dead end."""

    HOLD = 0
    WORKSHOP = 1
    AS_OTHERS = 2


class Evidence(IntEnum):
    """What is attached to a proposal."""

    NOTHING = 0
    FIRST_PAPERS = 1
    ON_TOPIC = 2
    MOST_CITED = 3
    EVERYTHING = 4


class Answer(IntEnum):
    """What events are answered."""

    WAIT = 0
    DECLINE = 1
    ACCEPT = 2
    IF_TIME = 3


SPARE_HOURS = 20.0  # left before a talk or review is accepted under `Answer.IF_TIME`
FULL_POLISH = 12.0  # hours of polish after which `Polished.UNFINISHED` leaves a draft alone
NEWCOMER_MONTHS = 12  # since arrival
HALF = 0.5  # share of the hours of those who do not come first
NO_CAP = 0.0
ALL = 99.0
SETTLED = 3  # months after which a project may be the slowest

# Weights of transcript and letter before interviews, and of interview, transcript and letter after them.
SHORTLISTS = ((1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.75, 0.25))
RANKINGS = ((0.0, 0.0, 0.0), (0.6, 0.25, 0.15), (1.0, 0.0, 0.0))  # the first: as shortlisted
# Sets of venues; a draft goes to the first in the order NAIC, JMR, CLAR, W-SHOP that takes it now.
LADDERS = (
    0, W_SHOP, CLAR, CLAR | W_SHOP, NAIC, NAIC | CLAR | W_SHOP, JMR, JMR | CLAR | W_SHOP, NAIC | JMR | CLAR | W_SHOP,
)  # fmt: skip
