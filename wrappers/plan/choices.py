"""All choices of a month plan in words and numbers, one row a part: what the decoder, the mask and the docs read."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import Agency, Topic, Venue
from pibench_env.jit import jit
from pibench_env.parameter import ParameterError
from pibench_env.wording import nearest, shown
from pibench_env.wrappers.plan.parts import (
    ALL,
    EVIDENCE_AFTER,
    FULL_POLISH,
    LADDERS,
    NO_CAP,
    SETTLED,
    SPARE_HOURS,
    TOPIC_AFTER,
    Part,
)

Plan = NDArray[Any]  # int64, one choice a part


@dataclass(frozen=True)
class Choices:
    """One part of a plan: the value or the word of every choice, unit, meaning, and whether it acts."""

    part: Part
    meaning: str
    values: tuple[float, ...]
    words: tuple[str, ...] = ()
    unit: str = ""
    acts: bool = False

    @property
    def name(self) -> str:
        """The part's name in tables and errors."""
        return self.part.name.lower()

    def place_of(self, choice: str | float) -> int:
        """The place of a choice given by its word or by the number that it stands for.

        Args:
            choice: Word or number.

        Returns:
            The place, counted from 0.

        Raises:
            ParameterError: The part has no such choice.
        """
        if isinstance(choice, int | float | np.number) and not isinstance(choice, bool):
            if choice in self.values:
                return self.values.index(choice)
            distances = [abs(value - min(max(choice, -ALL), ALL**2)) for value in self.values]
            hint = f"; allowed are {', '.join(self.words)}"
            hint += f"; nearest {self.words[int(np.argmin(distances))]}" if choice == choice else ""
        elif choice in self.words:
            return self.words.index(choice)
        else:
            hint = nearest(choice, self.words)
        raise ParameterError(f"{self.name} has no choice {shown(choice)}{hint}")


def _acting(part: Part, meaning: str, *values: float, unit: str = "") -> Choices:
    """A part that does nothing at choice 0, and otherwise something as large as its value."""
    return Choices(part, meaning, (0.0, *values), ("nothing", *(f"{value:g}" for value in values)), unit, acts=True)


def _shaping(part: Part, meaning: str, *values: float, unit: str = "") -> Choices:
    return Choices(part, meaning, values, tuple(f"{value:g}" for value in values), unit)


def _worded(part: Part, meaning: str, *words: str, acts: bool = False) -> Choices:
    return Choices(part, meaning, tuple(map(float, range(len(words)))), words, acts=acts)


def _proposal(agency: Agency, hours: Part) -> tuple[Choices, ...]:
    name = agency.word
    return (
        _acting(hours, f"hours of a proposal for each open call of {name}", 5, 10, 15, 20, 25, 30, 40, unit="h"),
        _worded(Part(hours + TOPIC_AFTER), f"its topic for {name}", *_TOPICS),
        _worded(Part(hours + EVIDENCE_AFTER), f"what is attached for {name}", *_EVIDENCE),
    )


_TOPICS = tuple(topic.word for topic in Topic)
_EVIDENCE = (
    "nothing", "first 4 papers", "first 4 papers on the topic, else on any, else 2 drafts", "4 most cited papers",
    "papers, latest first, then drafts, up to 32",
)  # fmt: skip
_DOWN = (Venue.NAIC, Venue.JMR, Venue.CLAR, Venue.W_SHOP)
_VENUES = ("hold", *(" > ".join(venue.word for venue in _DOWN if ladder >> venue & 1) for ladder in LADDERS[1:]))
_ANSWERS = ("wait", "decline", "accept", f"accept if more than {SPARE_HOURS:g} h are left, else decline")

PLAN: tuple[Choices, ...] = (
    _acting(Part.INTERVIEWS, "applicants interviewed, the best of the shortlist, at most", *range(1, 13)),
    _worded(
        Part.SHORTLIST,
        "how applicants are ranked before interviews",
        "transcript + letter",
        "transcript",
        "letter",
        "3 transcript + letter",
    ),
    _acting(Part.OFFERS, "places offered, at most", *range(1, 13)),
    _worded(
        Part.RANKING,
        "who is offered a place first",
        "as shortlisted",
        "of the interviews asked for: 0.6 interview + 0.25 transcript + 0.15 letter",
        "of the interviews asked for: interview",
    ),
    _acting(Part.SEARCHES, "postdoc searches posted, at most", 1, 2, 3),
    _worded(Part.RENEWALS, "contracts of postdocs that are near their end", "nothing", "renew all", acts=True),
    Choices(
        Part.ASSISTANTS,
        "research assistants wanted: hire or dismiss up to that number",
        (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0),
        ("nothing", "0", "1", "2", "3", "4", "6", "8"),
        acts=True,
    ),
    Choices(
        Part.MANAGERS,
        "lab managers wanted: hire or dismiss up to that number",
        (-1.0, 0.0, 1.0, 2.0),
        ("nothing", "0", "1", "2"),
        acts=True,
    ),
    Choices(
        Part.MENTORING,
        "standing hours a month for each person mentored; the others get none",
        (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0),
        ("nothing", "0", "1", "2", "3", "4", "5", "6", "8"),
        "h/month",
        acts=True,
    ),
    _worded(
        Part.MENTORED,
        "who is mentored",
        "everybody on the payroll",
        "researchers",
        "PhD students",
        "researchers, those of more than a year for half of the hours",
        "researchers, those with mean reports above the lab's mean for half of the hours",
    ),
    _shaping(
        Part.MENTORING_CAP,
        "hours that all mentoring may take; 0 for no cap",
        NO_CAP,
        20,
        40,
        60,
        80,
        unit="h/month",
    ),
    _worded(
        Part.KILL,
        "projects that end",
        "none",
        "scooped ones",
        "those nobody works on",
        f"the slowest, by progress a month, of those on for {SETTLED} months",
        "those off the plan's topic",
        acts=True,
    ),
    _acting(Part.STARTS, "projects started with people on none, at most; 99 for all", 1, 2, 3, 4, 6, ALL),
    _worded(Part.TOPIC, "their topic", *_TOPICS),
    _shaping(Part.TIER, "their tier", 1, 2, 3),
    _shaping(Part.TEAM, "people on each; the last team may be smaller", 1, 2, 3, 4),
    _shaping(Part.COMPUTE, "their compute", 0, 250, 500, 1000, 1500, 2000, 2500, 4000, unit="units/month"),
    Choices(
        Part.RECOMPUTE,
        "compute of all projects that run already",
        (-1.0, 0.0, 250.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0, 4000.0),
        ("nothing", "0", "250", "500", "1000", "1500", "2000", "2500", "4000"),
        "units/month",
        acts=True,
    ),
    _worded(
        Part.JOIN,
        "where people go who are still on no project",
        "nowhere",
        "the youngest project",
        "the one with fewest members",
        "the one furthest along",
        acts=True,
    ),
    _acting(Part.POLISH, "hours of polish a draft", 1, 2, 3, 4, 6, 8, 10, 12, unit="h"),
    _worded(
        Part.POLISHED,
        "which available drafts are polished",
        "never polished, and not saved from a dead end",
        "all",
        f"all with less than {FULL_POLISH:g} h, up to these",
    ),
    _acting(Part.REVISE, "hours of revision a rejected draft", 2, 4, 6, 8, 10, unit="h"),
    _worded(Part.REVISED, "which rejected drafts are revised", "never revised", "all"),
    _worded(Part.SUBMIT, "where drafts go that nobody rejected: to the first open now", *_VENUES, acts=True),
    _worded(
        Part.RESUBMIT,
        "where rejected drafts go, never to who rejected them; in the end to W-SHOP, if listed",
        *_VENUES,
        acts=True,
    ),
    _worded(Part.SALVAGE, "drafts saved from a dead end", "hold", "W-SHOP", "as others", acts=True),
    *_proposal(Agency.BSF, Part.BSF_HOURS),
    *_proposal(Agency.AMP, Part.AMP_HOURS),
    *_proposal(Agency.TIF, Part.TIF_HOURS),
    *_proposal(Agency.FEL, Part.FEL_HOURS),
    _worded(Part.CONFERENCE, "conferences", "stay", "attend", acts=True),
    _worded(Part.TALKS, "invited talks", *_ANSWERS, acts=True),
    _worded(Part.REVIEWS, "review requests", *_ANSWERS, acts=True),
    _worded(Part.COLLABORATIONS, "collaboration offers", *_ANSWERS[:3], acts=True),
    _worded(Part.CRISES, "crises", "wait", "ignore", "support", acts=True),
)

PLAN_NVEC = tuple(len(choices.values) for choices in PLAN)
PLAN_OFFSETS = tuple(sum(PLAN_NVEC[:k]) for k in range(len(PLAN)))  # of the parts in a flat mask
PLAN_MASK_SIZE = sum(PLAN_NVEC)
PLAN_NAMES = tuple(choices.name for choices in PLAN)


def _values() -> NDArray[np.float64]:
    """The value of every choice by part, as compiled code reads it."""
    table = np.zeros((len(PLAN), max(PLAN_NVEC)))
    for choices in PLAN:
        table[choices.part, : len(choices.values)] = choices.values
    table.flags.writeable = False
    return table


VALUES = _values()


@jit
def value(plan: Plan, part: int) -> float:
    """What the choice of a part stands for."""
    return VALUES[part, plan[part]]


ACTS = np.array([choices.acts for choices in PLAN])
ACTS.flags.writeable = False


def plan_table() -> list[dict[str, object]]:
    """The choices of a plan as plain data, one row a part, for documentation and other programs.

    Returns:
        Rows with place, name, choices, unit, meaning and whether the part acts.
    """
    return [
        {
            "place": int(choices.part),
            "name": choices.name,
            "choices": list(choices.words),
            "unit": choices.unit,
            "meaning": choices.meaning,
            "acts": choices.acts,
        }
        for choices in PLAN
    ]


def words_of(plan: Plan) -> dict[str, str]:
    """A plan in words: what every part is set to.

    Args:
        plan: One choice a part.

    Returns:
        The words of the choices by the names of the parts.
    """
    return {row.name: row.words[int(choice)] for row, choice in zip(PLAN, plan, strict=True)}


def plan_of(**choices: str | float) -> NDArray[np.int64]:
    """A plan by the names of its parts; parts that are not named do nothing, or stay at their first choice.

    Args:
        **choices: For each part a word of its row in the table, or the number that one of its choices stands for.

    Returns:
        The plan, int64 of shape (parts,).

    Raises:
        ParameterError: There is no such part, or it has no such choice.

    Example:
        >>> plan = plan_of(offers=3, starts=2, topic="reasoning", submit="CLAR > W-SHOP")
    """
    plan = np.zeros(len(PLAN), np.int64)
    for name, choice in choices.items():
        if name not in PLAN_NAMES:
            raise ParameterError(f"a plan has no part {name!r}{nearest(name, PLAN_NAMES)}")
        row = PLAN[PLAN_NAMES.index(name)]
        plan[row.part] = row.place_of(choice)
    return plan
