"""The vocabulary of the world: every coded value and the word that people see for it.

Codes are small whole numbers in the tables of the kernel; `word` is their text in recordings, reports and errors.
Source of the names: rules, sections 1.1, 1.7, 1.9 and 1.10.
"""

from enum import IntEnum


class Code(IntEnum):
    """A coded value with a word for it."""

    @property
    def word(self) -> str:
        """The text of this code, as recordings and surfaces show it."""
        return self.name.lower()


class Topic(Code):
    """Research topics, in index order."""

    SPARSE_MODELS = 0
    AI4SCIENCE = 1
    EMBODIED = 2
    REASONING = 3
    ALIGNMENT = 4
    DATA_SYSTEMS = 5
    THEORY = 6
    NEURO_AI = 7


class Venue(Code):
    """Publication venues, in index order."""

    NAIC = 0
    CLAR = 1
    W_SHOP = 2
    JMR = 3

    @property
    def word(self) -> str:
        """The venue's name."""
        return self.name.replace("_", "-")


class Agency(Code):
    """Funding agencies, in index order."""

    BSF = 0
    AMP = 1
    TIF = 2
    FEL = 3

    @property
    def word(self) -> str:
        """The agency's name."""
        return self.name


class Pool(Code):
    """Applicant pools, in the order in which they are drawn."""

    ELITE = 0
    INTERNATIONAL = 1
    NONTRADITIONAL = 2
    LOCAL = 3


class Role(Code):
    """What a person on the payroll is; PhD students and postdocs are researchers, the others staff."""

    PHD = 0
    POSTDOC = 1
    RA = 2
    MANAGER = 3

    @property
    def prefix(self) -> str:
        """The letters that ids of this role start with."""
        return ("S", "PD", "RA", "MGR")[self.value]


class PersonStatus(Code):
    """Where a person stands; everything but ACTIVE is departed."""

    ACTIVE = 0
    QUIT = 1
    GRADUATED = 2
    CONTRACT_ENDED = 3
    DISMISSED = 4


class ProjectStatus(Code):
    """Where a project stands."""

    ACTIVE = 0
    COMPLETED = 1
    DEADEND = 2
    KILLED = 3


class DraftStatus(Code):
    """Where a draft stands."""

    AVAILABLE = 0
    UNDER_REVIEW = 1
    ACCEPTED = 2


class SubmissionStatus(Code):
    """Where a submission stands."""

    UNDER_REVIEW = 0
    ACCEPT = 1
    REJECT = 2
    WITHDRAWN = 3


class ProposalStatus(Code):
    """Where a proposal stands."""

    PENDING = 0
    FUNDED = 1
    REJECTED = 2


class EventKind(Code):
    """Kinds of events that ask for an answer."""

    INVITED_TALK = 0
    REVIEW_REQUEST = 1
    STUDENT_CRISIS = 2
    COLLAB_OFFER = 3


class EventStatus(Code):
    """Where an event stands."""

    PENDING = 0
    ACCEPTED = 1
    DECLINED = 2
    EXPIRED = 3
    AUTO_IGNORED = 4


class EventAction(Code):
    """Answers to an event; for a crisis ACCEPT means SUPPORT and DECLINE means IGNORE."""

    ACCEPT = 0
    DECLINE = 1
    SUPPORT = 2
    IGNORE = 3


class ApplicantStatus(Code):
    """Where an applicant stands."""

    PENDING = 0
    OFFERED = 1
    ACCEPTED = 2
    DECLINED = 3
    EXPIRED = 4
    JOINED = 5


class NewsKind(Code):
    """Kinds of news items."""

    FIELD = 0
    FUNDING = 1
    COMPUTE = 2
    LAB = 3
    SCOOP = 4


class NewsDetail(Code):
    """What exactly a news item says; headline levels come first and equal their recorded level."""

    QUIET = 0
    STEADY = 1
    GAINING_STEAM = 2
    SURGING = 3
    EXPANDING = 4
    FLAT = 5
    TIGHTENING = 6
    PRICE_SURGED = 7
    PRICE_DROPPED = 8
    PERSON_QUIT = 9
    PERSON_GRADUATED = 10
    SEARCH_SUCCEEDED = 11
    SEARCH_EMPTY = 12
    SEARCH_CALLED_OFF = 13
    SCOOPED = 14


class Intel(Code):
    """What hallway talk at a conference says about a topic."""

    QUIET = 0
    WARM = 1
    HOT = 2
    VERY_HOT = 3

    @property
    def word(self) -> str:
        """The hallway's words."""
        return self.name.lower().replace("_", " ")


class Standing(Code):
    """What the outside world knows of the lab's reputation."""

    UNKNOWN = 0
    RISING = 1
    ESTABLISHED = 2
    RENOWNED = 3


class LedgerKind(Code):
    """Categories of ledger rows."""

    STIPEND = 0
    COMPUTE = 1
    GRANT_INCOME = 2
    GRANT_OVERHEAD = 3
    PROPOSAL_FEE = 4
    TALK_TRAVEL = 5
    CONFERENCE = 6
    POSTDOC_SEARCH = 7


class Verb(Code):
    """Everything that can be done in a month; NEXT_MONTH closes it."""

    NEXT_MONTH = 0
    INTERVIEW = 1
    OFFER = 2
    POST_POSTDOC = 3
    RENEW_POSTDOC = 4
    HIRE_RA = 5
    HIRE_MANAGER = 6
    DISMISS = 7
    SET_MENTORING = 8
    START = 9
    SET_COMPUTE = 10
    ASSIGN = 11
    UNASSIGN = 12
    KILL = 13
    POLISH = 14
    SUBMIT = 15
    REVISE = 16
    WITHDRAW = 17
    PROPOSE = 18
    ATTEND_CONFERENCE = 19
    RESPOND = 20


class Outcome(Code):
    """How a command ended; every value but OK is a refusal and its word is the recorded error kind."""

    OK = 0
    ATTENTION = 1
    UNKNOWN_ID = 2
    DEADLINE = 3
    CAPACITY = 4
    COOLDOWN = 5
    OUT_OF_SEASON = 6
    WRONG_STATUS = 7
    OUT_OF_RANGE = 8
    CONCURRENT_CAP = 9
    ONCE_ONLY = 10
    TOO_EARLY = 11
    NO_MEMBERS = 12
    NOT_REJECTED_YET = 13
    NOT_DISMISSABLE = 14
    UNKNOWN_TOPIC = 15
    UNKNOWN_VENUE = 16
    NEGATIVE_HOURS = 17
    OVER = 18
    # Beyond the published program: form errors and full tables.
    DUPLICATE = 19
    NOT_FINITE = 20
    TABLE_FULL = 21
    UNKNOWN_VERB = 22
    WRONG_TYPE = 23


def entity_id(prefix: str, number: int) -> str:
    """The id of an entity: a prefix and a number of at least three digits (rules, section 1.10)."""
    return f"{prefix}{number:03d}"
