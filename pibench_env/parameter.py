"""How a parameter is declared, checked and overridden; the numbers themselves stand in `params.py`."""

import dataclasses
import difflib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np

from pibench_env.wording import shown


class ParameterError(ValueError):
    """A parameter that does not exist or a value that it cannot take."""


@dataclass(frozen=True)
class Number:
    """What is known of a parameter besides its value."""

    unit: str
    low: float
    high: float
    section: str
    doc: str
    rising: bool = False


def number(default: Any, unit: str, low: float, high: float, section: str, doc: str, *, rising: bool = False) -> Any:
    """Declare a parameter as a field of a `Configuration`.

    Args:
        default: The published value: a number, or a tuple of numbers.
        unit: Unit, "" for counts and "1" for ratios.
        low: Least legal value.
        high: Greatest legal value.
        section: Section of the rules page.
        doc: Meaning.
        rising: Whether the values of a tuple must not fall or, where their number is open, must rise.

    Returns:
        The dataclass field.
    """
    return dataclasses.field(default=default, metadata={"number": Number(unit, low, high, section, doc, rising)})


@dataclass(frozen=True)
class Configuration:
    """A frozen set of parameters that checks itself."""

    noun: ClassVar[str] = "parameter"  # what errors call them

    def __post_init__(self) -> None:
        """Check every value and store it as the plain number it is."""
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(self.noun, field, getattr(self, field.name)))

    @classmethod
    def catalogue(cls) -> Iterator[tuple[str, Any, Number]]:
        """Name, published value and description of every parameter, in order."""
        for field in dataclasses.fields(cls):
            yield field.name, field.default, field.metadata["number"]

    @classmethod
    def of(cls, overrides: Mapping[str, Any] | None = None) -> Self:
        """The published world with some parameters replaced.

        Args:
            overrides: Values by name.

        Returns:
            The configuration.

        Raises:
            ParameterError: A name is unknown or a value illegal.
        """
        overrides = dict(overrides or {})
        names = [field.name for field in dataclasses.fields(cls)]
        for name in overrides:
            if name not in names:
                near = difflib.get_close_matches(str(name), names, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else "" if names else "; there are none"
                raise ParameterError(f"unknown {cls.noun} {shown(name)}{hint}")
        return cls(**overrides)

    @classmethod
    def parse(cls, assignments: list[str]) -> dict[str, Any]:
        """Overrides from texts of the form `name=value`; tuples are written `name=v1,v2`.

        Args:
            assignments: The texts.

        Returns:
            Values by name; they are checked when a configuration is made of them.

        Raises:
            ParameterError: A text is not of that form, or its value is no number.
        """
        overrides: dict[str, Any] = {}
        defaults = {name: default for name, default, _ in cls.catalogue()}
        for text in assignments:
            name, sign, value = text.partition("=")
            name = name.strip()
            if not sign:
                raise ParameterError(f"{text!r} is not of the form name=value")
            if name in overrides:
                raise ParameterError(f"{cls.noun} {name!r} is given twice")
            try:
                numbers = tuple(_number_of(part) for part in value.split(",") if part.strip())
            except ValueError:
                raise ParameterError(f"{cls.noun} {name!r} takes a number, not {shown(value)}") from None
            several = isinstance(defaults.get(name), tuple) or "," in value or not numbers
            overrides[name] = numbers if several else numbers[0]
        return overrides

    def changed(self) -> dict[str, Any]:
        """The parameters that differ from the published world, by name."""
        return {name: getattr(self, name) for name, default, _ in self.catalogue() if getattr(self, name) != default}


def _number_of(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)


def _checked(noun: str, field: "dataclasses.Field[Any]", value: Any) -> Any:
    """The value as plain number or tuple, or an error that says what is allowed."""
    spec: Number = field.metadata["number"]
    if not isinstance(field.default, tuple):
        return _plain(noun, field.name, value, isinstance(field.default, int), spec)
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or getattr(value, "ndim", 1) == 0:
        raise ParameterError(f"{noun} {field.name!r} takes {len(field.default)} numbers, not {shown(value)}")
    whole = all(isinstance(item, int) for item in field.default)
    values = tuple(_plain(noun, field.name, item, whole, spec) for item in value)
    open_ended = "..." in str(field.type)
    if not open_ended and len(values) != len(field.default):
        raise ParameterError(f"{noun} {field.name!r} takes {len(field.default)} numbers, not {len(values)}")
    most = max(len(field.default), _MOST_VALUES)
    if len(values) > most:
        raise ParameterError(f"{noun} {field.name!r} takes at most {most} numbers, not {len(values)}")
    # A calendar of any length names each month once; a least and a greatest value may be equal.
    pairs = list(itertools.pairwise(values))
    if spec.rising and any(low > high or (open_ended and low == high) for low, high in pairs):
        must = "rise" if open_ended else "not fall"
        raise ParameterError(f"{noun} {field.name!r}: {values} must {must}")
    return values


_MOST_VALUES = 20  # so that the calls of three agencies and the rolling one fit their table


def _plain(noun: str, name: str, value: Any, whole: bool, spec: Number) -> int | float:
    """One value as the plain number it is, or an error that says what is allowed."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ParameterError(f"{noun} {name!r} takes a number, not {shown(value)}")
    try:
        number = float(value)
    except OverflowError:  # a whole number beyond all doubles
        number = math.inf
    if not math.isfinite(number):
        raise ParameterError(f"{noun} {name!r} takes a finite number, not {shown(value)}")
    if whole and not number.is_integer():
        raise ParameterError(f"{noun} {name!r} takes a whole number, not {shown(value)}; nearest is {round(number)}")
    if not spec.low <= number <= spec.high:
        nearest = spec.low if number < spec.low else spec.high
        raise ParameterError(
            f"{noun} {name!r} is {shown(value)}; allowed are {spec.low:g} to {spec.high:g}, nearest {nearest:g}"
        )
    return int(number) if whole else number
