"""Careers for tests: one lab of the kernel, played by calls in words, kept as commands that can be replayed."""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pibench_env import kernel
from pibench_env.calls import person_id, write_command
from pibench_env.codes import (
    ApplicantStatus,
    DraftStatus,
    EventStatus,
    Outcome,
    PersonStatus,
    SubmissionStatus,
    Topic,
    Venue,
    entity_id,
)
from pibench_env.params import Params
from pibench_env.rng.keys import salted_root
from pibench_env.rules import call_id, rules_of
from pibench_env.state import empty_commands, empty_labs

Call = tuple[str, dict[str, Any]]
RULES = rules_of(Params())[0]
"""The published rules, as the record that the kernel reads."""


class Career:
    """One lab with its rules; every command given is kept, whatever came of it."""

    def __init__(self, seed: int = 101, overrides: Mapping[str, Any] | None = None, salt: str = "") -> None:
        self.params = Params.of(overrides)
        self.rules = rules_of(self.params)
        self.labs = newborn(self.params, seed, salt)
        self.given: list[Any] = []

    @property
    def lab(self) -> Any:
        return self.labs[0]

    @property
    def month(self) -> int:
        return int(self.lab["month"])

    def call(self, name: str, **args: Any) -> Outcome:
        """Give a command by its name in the rules."""
        commands = empty_commands(1)
        write_command(commands[0], self.lab, self.rules[0], name, args)
        return self.give(commands)

    def give(self, commands: Any) -> Outcome:
        """Give a command that stands in a row."""
        self.given.append(commands)
        return Outcome(kernel.apply_at(self.labs, 0, commands, 0, self.rules))

    def next_month(self) -> Outcome:
        return self.call("next_month")

    def go_to(self, month: int) -> None:
        """Close months until this one is open."""
        while self.month < month and not self.lab["finished"]:
            self.next_month()

    def readings(self) -> dict[str, float]:
        return readings(self.labs, 0, self.rules)

    def commands(self) -> Any:
        """All commands so far, in one array."""
        return np.concatenate(self.given)


def newborn(params: Params, seed: int, salt: str = "") -> Any:
    """An array of one lab in its first month."""
    labs = empty_labs(1)
    root = np.uint64(salted_root(salt, seed))
    kernel.be_born_at(labs, 0, np.uint64(seed), root, rules_of(params))
    return labs


def replay(commands: Any, params: Params, seed: int = 101, salt: str = "") -> Any:
    """The lab after all commands; refusals are taken as they come."""
    labs, rules = newborn(params, seed, salt), rules_of(params)
    for k in range(len(commands)):
        kernel.apply_at(labs, 0, commands, k, rules)
    return labs


def readings(labs: Any, i: int, rules: Any) -> dict[str, float]:
    """The derived numbers of a lab, by name."""
    out = np.zeros(len(kernel.READINGS))
    kernel.read_off(labs, i, rules, out)
    return dict(zip(kernel.READINGS, out.tolist(), strict=True))


def lab_with(seed: int = 1, **values: Any) -> Any:
    """A lab that was never born, for rules that read little: columns by name, tables as lists of rows."""
    lab = empty_labs(1)[0]
    lab["month"], lab["compute_price"], lab["climate"], lab["reputation"] = 1, 1.0, 1.0, 2.0
    lab["luck"]["seed"] = lab["luck"]["root"] = seed
    for name, value in values.items():
        if not isinstance(value, list):
            lab[name] = value
            continue
        lab["n_active" if name == "projects" else f"n_{name}"] = len(value)
        for row, columns in zip(lab[name], value, strict=False):
            for column, item in columns.items():
                row[column] = item
    return lab


def is_same(one: float, other: float) -> bool:
    """Equal but for the last bits: the compiler may group a sum or a product in another way."""
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-14)


def dice(rounds: int = 300, seed: int = 2026) -> Iterator[random.Random]:
    """The same source of random rows, once a round."""
    source = random.Random(seed)
    for _ in range(rounds):
        yield source


def active_ids(lab: Any, *roles: int) -> list[str]:
    """Ids of the active people, of some roles or of all."""
    people = lab["people"][: lab["n_people"]]
    return [
        person_id(lab, slot)
        for slot in range(len(people))
        if people[slot]["status"] == PersonStatus.ACTIVE and (not roles or people[slot]["role"] in roles)
    ]


def ids_with(lab: Any, table: str, prefix: str, status: int) -> list[str]:
    """Ids of the rows of a table with a status; `table` is one whose number is its slot plus one."""
    rows = lab[table][: lab[f"n_{table}"]]
    return [entity_id(prefix, int(slot) + 1) for slot in np.flatnonzero(rows["status"] == status)]


def numbered_ids(rows: Any, prefix: str) -> list[str]:
    return [entity_id(prefix, int(number)) for number in rows["number"]]


def open_calls(lab: Any, rules: Any) -> list[str]:
    """Ids of the calls that take proposals this month."""
    opens, closes = rules["call_opens"], rules["call_closes"]
    now = (opens <= lab["month"]) & (lab["month"] <= closes)
    return [call_id(rules, int(index)) for index in np.flatnonzero(now[: rules["n_calls"]])]


class RandomPlayer:
    """Gives every command, mostly with arguments that make sense, now and then with ones that do not."""

    WRONG = ("S999", "XX001", "", "PJ999", "D999", "SUB999", "APP999", "E999", "P999", "BSF-m03", "PDsearch001")

    def __init__(self, seed: int, wrong: float = 0.08) -> None:
        self.random = random.Random(seed)
        self.wrong = wrong

    def calls(self, lab: Any, rules: Any, most: int = 8) -> Iterator[Call]:
        """Some calls for the open month, each made when the one before has been played."""
        makers = [
            self.post_postdoc, self.renew, self.hire, self.dismiss, self.mentor, self.mentor, self.start, self.start,
            self.start, self.set_compute, self.assign, self.assign, self.unassign, self.kill, self.polish, self.submit,
            self.submit, self.submit, self.revise, self.revise, self.withdraw, self.propose, self.propose, self.attend,
            self.respond, self.respond, self.respond, self.interview, self.offer,
        ]  # fmt: skip
        if (lab["applicants"]["status"][: lab["n_applicants"]] == ApplicantStatus.PENDING).any():
            makers += [self.interview, self.offer, self.offer, self.offer]
        for _ in range(self.random.randint(0, most)):
            yield self.random.choice(makers)(lab, rules)

    def one(self, right: Sequence[str]) -> str:
        """Usually one of what is right, if there is any."""
        if not right or self.random.random() < self.wrong:
            return self.random.choice(self.WRONG)
        return self.random.choice(right)

    def seldom(self, right: Sequence[str]) -> str:
        """For commands that undo: what is right one time in four."""
        return self.one(right if self.random.random() < 0.25 else [])

    def some(self, right: Sequence[str], most: int) -> list[str]:
        least = 0 if self.random.random() < self.wrong else 1
        names = list(dict.fromkeys(self.one(right) for _ in range(self.random.randint(least, most))))
        return [*names, names[0]] if names and self.random.random() < self.wrong / 4 else names

    def hours(self, high: float) -> float:
        """Usually hours within a range, now and then too many, negative or none."""
        if self.random.random() < self.wrong:
            return self.random.choice([-1.0, 0.0, 1e6])
        return round(self.random.uniform(0, high), self.random.choice([0, 1, 6]))

    def applicants(self, lab: Any) -> list[str]:
        return numbered_ids(lab["applicants"][: lab["n_applicants"]], "APP")

    def projects(self, lab: Any) -> list[str]:
        return numbered_ids(lab["projects"][: lab["n_active"]], "PJ")

    def interview(self, lab: Any, rules: Any) -> Call:
        return "recruit.interview", {"applicant_ids": self.some(self.applicants(lab), 5)}

    def offer(self, lab: Any, rules: Any) -> Call:
        applicants = lab["applicants"][: lab["n_applicants"]]
        pending = numbered_ids(applicants[applicants["status"] == ApplicantStatus.PENDING], "APP")
        return "recruit.offer", {"applicant_id": self.one(pending)}

    def post_postdoc(self, lab: Any, rules: Any) -> Call:
        return "recruit.post_postdoc", {}

    def renew(self, lab: Any, rules: Any) -> Call:
        return "recruit.renew_postdoc", {"student_id": self.one([i for i in active_ids(lab) if i.startswith("PD")])}

    def hire(self, lab: Any, rules: Any) -> Call:
        return self.random.choice(["recruit.hire_ra", "recruit.hire_manager"]), {}

    def dismiss(self, lab: Any, rules: Any) -> Call:
        return "recruit.dismiss", {"staff_id": self.seldom(active_ids(lab))}

    def mentor(self, lab: Any, rules: Any) -> Call:
        return "students.set_mentoring", {
            "hours_by_student": {name: self.hours(20) for name in dict.fromkeys(self.some(active_ids(lab), 6))}
        }

    def start(self, lab: Any, rules: Any) -> Call:
        return "projects.start", {
            "topic": self.one([topic.word for topic in Topic]),
            "tier": self.random.choice([1, 1, 1, 2, 2, 3, 3, 0 if self.random.random() < self.wrong else 2]),
            "members": self.some(active_ids(lab), 4),
            "monthly_compute": self.compute(),
        }

    def compute(self) -> float:
        return self.random.choice([0, 0.5, 400, 1500, 3000, -1 if self.random.random() < self.wrong else 0])

    def set_compute(self, lab: Any, rules: Any) -> Call:
        return "projects.set_compute", {"project_id": self.one(self.projects(lab)), "monthly_compute": self.compute()}

    def assign(self, lab: Any, rules: Any) -> Call:
        args = {"project_id": self.one(self.projects(lab)), "student_id": self.one(active_ids(lab))}
        return "projects.assign", args

    def unassign(self, lab: Any, rules: Any) -> Call:
        args = {"project_id": self.seldom(self.projects(lab)), "student_id": self.one(active_ids(lab))}
        return "projects.unassign", args

    def kill(self, lab: Any, rules: Any) -> Call:
        return "projects.kill", {"project_id": self.seldom(self.projects(lab))}

    def polish(self, lab: Any, rules: Any) -> Call:
        return "papers.polish", {"draft_id": self.draft(lab), "hours": self.hours(15)}

    def draft(self, lab: Any) -> str:
        return self.one(ids_with(lab, "drafts", "D", DraftStatus.AVAILABLE))

    def submit(self, lab: Any, rules: Any) -> Call:
        return "papers.submit", {"draft_id": self.draft(lab), "venue": self.one([venue.word for venue in Venue])}

    def revise(self, lab: Any, rules: Any) -> Call:
        available = ids_with(lab, "drafts", "D", DraftStatus.AVAILABLE)
        rejected = [name for name in available if lab["drafts"][int(name[1:]) - 1]["rejected_by"]]
        return "papers.revise", {"draft_id": self.one(rejected or available), "hours": self.hours(12)}

    def withdraw(self, lab: Any, rules: Any) -> Call:
        under_review = ids_with(lab, "submissions", "SUB", SubmissionStatus.UNDER_REVIEW)
        return "papers.withdraw", {"submission_id": self.seldom(under_review)}

    def propose(self, lab: Any, rules: Any) -> Call:
        papers = [entity_id("P", k + 1) for k in range(lab["n_publications"])]
        drafts = [entity_id("D", k + 1) for k in range(lab["n_drafts"])]
        return "grants.propose", {
            "call_id": self.one(open_calls(lab, rules)),
            "topic": self.one([topic.word for topic in Topic]),
            "hours": self.hours(40),
            "attach": self.some(papers + drafts, 4) if papers or drafts else [],
        }

    def attend(self, lab: Any, rules: Any) -> Call:
        return "field.attend_conference", {}

    def respond(self, lab: Any, rules: Any) -> Call:
        events = lab["events"][: lab["n_events"]]
        pending = numbered_ids(events[events["status"] == EventStatus.PENDING], "E")
        action = self.random.choice(["accept", "accept", "accept", "decline", "support", "ignore"])
        return "events.respond", {"event_id": self.one(pending), "action": action}


def play_randomly(career: Career, seed: int, months: int, most: int = 8) -> None:
    """Play random commands for so many months, or until the run is over."""
    player = RandomPlayer(seed)
    for _ in range(months):
        for name, args in player.calls(career.lab, career.rules[0], most):
            career.call(name, **args)
        if career.next_month() == Outcome.OVER:
            return
