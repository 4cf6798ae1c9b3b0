"""The arguments of a policy: named numbers that check themselves, and the one vector in which they reach the kernel."""

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from pibench_env.parameter import Configuration, ParameterError

ARGUMENTS = 16  # length of the vector, for all policies alike, so that one compiled signature serves them all


@dataclass(frozen=True)
class Arguments(Configuration):
    """The arguments of a policy; a policy without any uses this class itself.

    A field that is a choice has its words in `words`: people write the word, the kernel reads the number.
    """

    noun: ClassVar[str] = "argument"
    words: ClassVar[dict[str, dict[str, int]]] = {}

    @classmethod
    def of(cls, overrides: Mapping[str, Any] | None = None) -> Self:
        """The published arguments with some replaced; a choice may be given as a word or a bool.

        Args:
            overrides: Values by name.

        Returns:
            The arguments.

        Raises:
            ParameterError: A name or word is unknown, or a value illegal.
        """
        return super().of({name: cls._number_for(name, value) for name, value in (overrides or {}).items()})

    @classmethod
    def parse(cls, assignments: list[str]) -> dict[str, Any]:
        """Overrides from texts of the form `name=value`; the value of a choice is a word or its number.

        Args:
            assignments: The texts.

        Returns:
            Values by name.

        Raises:
            ParameterError: A text is not of that form, or its value neither number nor word.
        """
        translated = []
        for text in assignments:
            name, sign, value = text.partition("=")
            name, value = name.strip(), value.strip()
            is_word = name in cls.words and not value.lstrip("+-").isdigit()
            translated.append(f"{name}={cls._number_for(name, value)}" if sign and is_word else text)
        return super().parse(translated)

    @classmethod
    def _number_for(cls, name: str, value: Any) -> Any:
        """The number of a choice's word; whatever is no word is left for the checks of the field."""
        words = cls.words.get(name)
        if words is None or not isinstance(value, str | bool | np.bool_):
            return value
        word = str(value).lower()
        if word not in words:
            near = difflib.get_close_matches(word, words, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ParameterError(f"argument {name!r} is one of {', '.join(words)}, not {value!r}{hint}")
        return words[word]

    def vector(self) -> NDArray[np.float64]:
        """The values in the order of the fields, zeros behind them.

        Returns:
            Float64 of shape (ARGUMENTS,).
        """
        values = np.zeros(ARGUMENTS)
        for place, field in enumerate(dataclasses.fields(self)):
            values[place] = getattr(self, field.name)
        return values
