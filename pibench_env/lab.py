"""The Python surface of one lab: what a scripted player or a language model's program holds in its hands.

Quick start::

    lab = Lab(seed=101)
    best = max(lab.recruit.applicants(), key=lambda row: row["transcript"])
    lab.recruit.offer(best["id"])
    while not lab.finished:
        lab.next_month()
    print(lab.summary())

What calls may show passes the gate in `observation.py`; `impact` and `summary` are for whoever scores the run.
"""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from pibench_env.answers import Answer, answer
from pibench_env.calls import CallError, write_command
from pibench_env.codes import Outcome, Verb
from pibench_env.commands import BY_CALL, BY_VERB
from pibench_env.kernel import READINGS, apply_at, read_off
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.seeds import checked_seed
from pibench_env.state import COMMAND, LAB, Labs, RulesArray, empty_commands
from pibench_env.summary import run_summary
from pibench_env.surface import namespaces
from pibench_env.surface.chronicle import ledger_rows
from pibench_env.surface.dashboard import attention, dashboard
from pibench_env.surface.errors import NOT_AVAILABLE, ApiError, LabError
from pibench_env.surface.history import History, Row
from pibench_env.surface.refusals import asked_for, explain, explain_call_error
from pibench_env.surface.views import View
from pibench_env.worlds import World

__all__ = ["ApiError", "Lab", "LabError"]

STAFF_VERBS = (Verb.HIRE_RA, Verb.HIRE_MANAGER, Verb.DISMISS)


class Lab:
    """One lab of one world, from month 1 to the end.

    Commands are refused with `LabError`; a refused command changes nothing, except that the interviews held before
    the hours ran out stand. Labs can be pickled, copied and cloned, and then go separate ways with the same luck.

    Args:
        seed: Names the world, 0 to 2^63 - 1.
        months: The horizon, a short way to write `world={"months": ...}`.
        world: Parameters that differ from the published world, by name.
        salt: A secret that makes all luck of the seed another one.
        staff_tools: Whether staff can be hired and dismissed; the published runs of language models could not.

    Attributes:
        recruit, students, projects, papers, grants, field, events: The calls, by subject.

    Raises:
        SeedError: The seed is no whole number of that range.
        ParameterError: A parameter is unknown or illegal, or `months` is given twice.
    """

    def __init__(
        self,
        seed: int,
        *,
        months: int | None = None,
        world: Mapping[str, Any] | None = None,
        salt: str | None = None,
        staff_tools: bool = True,
    ) -> None:
        number = checked_seed(seed)
        home = World.of(world, months, salt)
        labs = home.new_lab(number)
        history = History()
        history.note_month(labs[0])
        self._settle(number, home.params, labs, history, bool(staff_tools))

    @classmethod
    def over(cls, labs: Labs, params: Params, staff_tools: bool = True, history: History | None = None) -> Self:
        """The surface of a lab that somebody else holds and plays as well, and who tells it so (`note`).

        Args:
            labs: An array of one record of dtype `LAB`, shared.
            params: The parameters of its world.
            staff_tools: Whether staff can be hired and dismissed.
            history: What its player has been shown so far; None for a lab that was just born.

        Returns:
            The surface.
        """
        if history is None:
            history = History()
            history.note_month(labs[0])
        surface = object.__new__(cls)
        surface._settle(int(labs["luck"]["seed"][0]), params, labs, history, staff_tools)
        return surface

    def _settle(self, seed: int, params: Params, labs: Labs, history: History, staff_tools: bool) -> None:
        """Take over a state; what follows from it is made anew."""
        self._seed, self._params, self._labs = seed, params, labs
        self._history, self._staff_tools = history, staff_tools
        self._rules = rules_of(params)
        self._commands = empty_commands(1)
        self.recruit = namespaces.Recruit(self)
        self.students = namespaces.Students(self)
        self.projects = namespaces.Projects(self)
        self.papers = namespaces.Papers(self)
        self.grants = namespaces.Grants(self)
        self.field = namespaces.Field(self)
        self.events = namespaces.Events(self)

    def __getstate__(self) -> tuple[Any, ...]:
        # As bytes: NumPy's own copy of records leaves the gaps between fields to chance; equal labs have equal bytes.
        return self._seed, self._params, self._labs.tobytes(), self._history.copy(), self._staff_tools

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        seed, params, record, history, staff_tools = state
        self._settle(seed, params, np.frombuffer(bytearray(record), LAB), history, staff_tools)

    def __repr__(self) -> str:
        return f"<Lab of seed {self._seed}, month {self.month} of {self._params.months}>"

    def clone(self) -> Self:
        """A lab with the same past and the same luck that goes its own way from here."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    # What is what: for whoever runs the lab.

    @property
    def seed(self) -> int:
        """The seed of the world."""
        return self._seed

    @property
    def params(self) -> Params:
        """The parameters of the world."""
        return self._params

    @property
    def rules(self) -> RulesArray:
        """The rules, an array of one record."""
        return self._rules

    @property
    def labs(self) -> Labs:
        """The state itself, an array of one record: the kernel may read it, only `apply` and `call` change it."""
        return self._labs

    @property
    def history(self) -> History:
        """What has been shown and the record no longer keeps."""
        return self._history

    @property
    def staff_tools(self) -> bool:
        """Whether staff can be hired and dismissed."""
        return self._staff_tools

    @property
    def month(self) -> int:
        """The open month, or the last one of a finished run."""
        return int(self._labs["month"][0])

    @property
    def months(self) -> int:
        """The horizon."""
        return self._params.months

    @property
    def finished(self) -> bool:
        """Whether the run is over."""
        return bool(self._labs["finished"][0])

    @property
    def collapsed(self) -> bool:
        """Whether the lab went bankrupt."""
        return bool(self._labs["collapsed"][0])

    @property
    def impact(self) -> float:
        """The score if the run stopped now; it looks at hidden facts and is not for the player."""
        readings = np.empty(len(READINGS))
        read_off(self._labs, 0, self._rules, readings)
        return float(readings[READINGS.index("impact")])

    def summary(self) -> dict[str, Any]:
        """The run summary so far; like `impact` not for the player."""
        return run_summary(self._labs, 0, self._rules)

    def view(self) -> View:
        """The lab as its player sees it now; a view does not follow later months."""
        return View(self._labs, 0, self._rules, self._history)

    # What the player calls.

    def dashboard(self) -> Row:
        """The state of the lab at a glance."""
        return dashboard(self.view())

    def ledger(self, n: int = 20) -> list[Row]:
        """The last n bookings, oldest first: rows of month, category, amount and note."""
        view = self.view()
        return ledger_rows(namespaces.last(self._history.ledger, n), view.people)

    def attention(self) -> dict[str, float]:
        """The hours of the month and where they go."""
        return attention(self.view())

    def next_month(self) -> None:
        """Close the month and open the next one."""
        self.call("next_month")

    def call(self, name: str, /, **args: Any) -> Answer | None:
        """Give a command by its recorded name.

        Args:
            name: Such as `papers.submit`.
            **args: Its arguments by their recorded names.

        Returns:
            What recordings write as `out`.

        Raises:
            LabError: The command was refused.
        """
        if name in BY_CALL:
            self._check_open(name, BY_CALL[name].verb, args)
        try:
            write_command(self._commands[0], self._labs[0], self._rules[0], name, args)
        except CallError as error:
            raise explain_call_error(error, name, args) from None
        outcome = self._carry_out()
        if outcome != Outcome.OK:
            raise explain(self.view(), name, args, outcome)
        return answer(self._labs[0], self._commands[0])

    def apply(self, command: Any) -> Answer | None:
        """Carry out a command row, as policies write them; errors name the row, only `call` knows the words.

        Args:
            command: One record of dtype `COMMAND`.

        Returns:
            What recordings write as `out`.

        Raises:
            LabError: The command was refused.
        """
        if getattr(command, "dtype", None) != COMMAND or command.shape != ():
            raise LabError(
                Outcome.WRONG_TYPE.word, "apply takes one record of dtype COMMAND: state.empty_commands(1)[0]"
            )
        self._commands[0] = command
        spec = BY_VERB.get(command["verb"].item())
        if spec is not None:
            self._check_open(spec.call, spec.verb, {})
        outcome = self._carry_out()
        if outcome != Outcome.OK:
            places = ", ".join(f"{place} {command[place]}" for place in ("object", "choice", "amount", "count"))
            what = spec.call if spec is not None else f"verb {command['verb']}"
            raise LabError(outcome.word, f"{outcome.word}: command row of {what} with {places}")
        return answer(self._labs[0], self._commands[0])

    def _check_open(self, name: str, verb: Verb, args: Mapping[str, Any]) -> None:
        """Whether the run goes on and offers this call."""
        if self.finished:
            raise explain(self.view(), name, args, Outcome.OVER)
        if verb in STAFF_VERBS and not self._staff_tools:
            raise LabError(NOT_AVAILABLE, f"{asked_for(name, args)}: this run has no staff tools (staff_tools is off)")

    def _carry_out(self) -> Outcome:
        """Let the kernel carry out the command that has been written, and remember what it brought."""
        outcome = Outcome(apply_at(self._labs, 0, self._commands, 0, self._rules))
        self.note(self._commands[0], outcome)
        return outcome

    def note(self, command: Any, outcome: int) -> None:
        """Remember what a command brought that the kernel has just carried out in this lab.

        Args:
            command: The record of dtype `COMMAND`.
            outcome: Its outcome.
        """
        if outcome == Outcome.OK and command["verb"] == Verb.NEXT_MONTH:
            self._history.note_month(self._labs[0])
        elif outcome == Outcome.OK:
            self._history.note_command(self._labs[0], command)
