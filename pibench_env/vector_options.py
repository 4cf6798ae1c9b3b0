"""How vector environments are made, reset and stepped: the checks of what callers give, row by row."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from pibench_env.options import ResetOptions, as_array, checked_choice
from pibench_env.seeds import SeedError, checked_seed
from pibench_env.wording import shown

MODES = tuple(mode.value for mode in AutoresetMode)
MOST_NAMED = 8  # rows that an error names


class VectorResetOptions(ResetOptions, total=False):
    """What `reset(options=...)` of a vector environment takes."""

    reset_mask: NDArray[np.bool_]  # the rows that begin a new run; the others stay as they are


def checked_mode(mode: Any) -> AutoresetMode:
    """An autoreset mode.

    Args:
        mode: The mode or its text.

    Returns:
        The mode.

    Raises:
        ParameterError: There is no such mode.
    """
    return mode if isinstance(mode, AutoresetMode) else AutoresetMode(checked_choice("autoreset_mode", mode, MODES))


def checked_seeds(seed: Any, n: int) -> list[int | None]:
    """The seeds of all rows.

    Args:
        seed: None, one seed for the first row, of which the others follow, or one seed or None a row.
        n: How many rows.

    Returns:
        One seed or None a row.

    Raises:
        SeedError: One of them is no whole number from 0 to 2^63 - 1.
        ValueError: There are more or fewer than rows.
    """
    if seed is None:
        return [None] * n
    if isinstance(seed, np.ndarray) and seed.ndim == 1:
        given: Sequence[Any] = list(seed)
    elif isinstance(seed, list | tuple | range):
        given = seed
    else:
        first = checked_seed(seed)
        given = range(first, first + n)
    if len(given) != n:
        raise ValueError(f"seed has {len(given)} entries; {n} are needed, one a row, or one number for all")
    seeds: list[int | None] = []
    for row, entry in enumerate(given):
        try:
            seeds.append(None if entry is None else checked_seed(entry))
        except SeedError as error:
            raise SeedError(f"seed of row {row}: {error}") from None
    return seeds


def rows_to_reset(options: Mapping[str, Any] | None, n: int) -> NDArray[np.int64]:
    """The rows that begin a new run.

    Args:
        options: What `reset` was given.
        n: How many rows there are.

    Returns:
        Their numbers.

    Raises:
        ValueError: `reset_mask` is no bool array with a flag a row and one of them set.
    """
    if not isinstance(options, Mapping) or "reset_mask" not in options:
        return np.arange(n)
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (n,):
        kind = f"{mask.dtype} of shape {mask.shape}" if isinstance(mask, np.ndarray) else shown(mask)
        raise ValueError(f"reset_mask is a NumPy array of {n} bools, not {kind}")
    if not mask.any():
        raise ValueError("reset_mask is False in every row; at least one has to be reset")
    return np.flatnonzero(mask)


def checked_actions(actions: Any, n: int, names: Sequence[str], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The actions of all rows.

    Args:
        actions: What was given for them.
        n: How many rows.
        names: Names of the parts of an action.
        sizes: How many values each part has.

    Returns:
        Int64 of shape (rows, parts).

    Raises:
        InvalidAction: They are no array of so many whole numbers, or one is out of range.
    """
    given = as_array(actions)
    if given.shape != (n, len(sizes)) or given.dtype.kind not in "iu":
        kind = f"{given.dtype} of shape {given.shape}" if isinstance(actions, np.ndarray) else shown(actions)
        raise InvalidAction(f"actions are whole numbers of shape ({n}, {len(sizes)}), not {kind}")
    is_wrong = (given < 0) | (given >= sizes)
    if is_wrong.any():
        row, part = (int(place) for place in np.argwhere(is_wrong)[0])
        value, most = int(given[row, part]), int(sizes[part]) - 1
        nearest = 0 if value < 0 else most
        raise InvalidAction(f"{names[part]} of row {row} is {value}; allowed are 0 to {most}, nearest {nearest}")
    return np.ascontiguousarray(given, np.int64)


def listed(rows: NDArray[np.int64]) -> str:
    """Rows as an error names them.

    Args:
        rows: Their numbers.

    Returns:
        The first of them.
    """
    named = ", ".join(map(str, rows[:MOST_NAMED].tolist()))
    return f"{'rows' if len(rows) > 1 else 'row'} {named}{', ...' if len(rows) > MOST_NAMED else ''}"
