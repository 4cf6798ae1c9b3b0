"""The rules as the kernel reads them: the parameters, and tables that follow from them.

The tables of the citation age curve are computed here by Python's own power: with a literal base the compiler turns
`0.5 ** x` into another function, and the last bit differs.
"""

import dataclasses
import hashlib
import json
from functools import lru_cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.capacities import AGES, CALLS, VENUES
from pibench_env.codes import Agency
from pibench_env.params import Params
from pibench_env.rows import Col, dtype_of

RULES_VERSION = "PIBench-v0"
CURVES = 2  # age curves of citations: everything else, and journals


class Schedule:
    """What follows from the parameters."""

    venue_open: Annotated[NDArray[Any], Col("u1", "", "1 if a venue takes papers, by month of 12", shape=(VENUES, 12))]
    fingerprint: Annotated[int, Col("i8", "", "of all the others: tells the rules of two worlds apart")]
    n_calls: Annotated[int, Col("i8", "", "calls of the schedule")]
    call_agency: Annotated[NDArray[Any], Col("i8", "", "agency of a call", shape=(CALLS,))]
    call_opens: Annotated[NDArray[Any], Col("i8", "month", "first month of a call", shape=(CALLS,))]
    call_closes: Annotated[NDArray[Any], Col("i8", "month", "last month of a call", shape=(CALLS,))]
    ramp: Annotated[NDArray[Any], Col("f8", "1", "share of a paper's pull by age", shape=(AGES,))]
    decay: Annotated[NDArray[Any], Col("f8", "1", "decay by curve and age", shape=(CURVES, AGES))]


class Rules(Params, Schedule):
    """The row class of the rules record."""


def _rules_dtype() -> np.dtype[Any]:
    fields: list[Any] = []
    for name, default, _ in Params.catalogue():
        values = default if isinstance(default, tuple) else (default,)
        code = "i8" if all(isinstance(value, int) for value in values) else "f8"
        if name.endswith("_months") and name.split("_")[0] in _CALENDARS:
            continue
        fields.append((name, code, (len(values),)) if isinstance(default, tuple) else (name, code))
    schedule = dtype_of(Schedule)
    fields += [(name, schedule[name]) for name in schedule.names or ()]
    return np.dtype(fields, align=True)


_CALENDARS = ("naic", "clar", "bsf", "amp", "fel")  # they reach the kernel as venue_open and call_*
RULES = _rules_dtype()


@lru_cache(maxsize=64)
def rules_of(params: Params) -> NDArray[Any]:
    """The rules record of a configuration.

    Args:
        params: The configuration.

    Returns:
        A read-only array of one record of dtype `RULES`.
    """
    rules = np.zeros(1, RULES)
    row = rules[0]
    for name, _, _ in Params.catalogue():
        if name in (RULES.names or ()):
            row[name] = getattr(params, name)
    _lay_out_venues(row, params)
    _lay_out_calls(row, params)
    ramp = params.cite_ramp_months
    for age in range(AGES):
        row["ramp"][age] = min(1.0, (age + 1) / ramp)
        for curve, halflife in enumerate((params.cite_halflife, params.cite_halflife_journal)):
            row["decay"][curve, age] = 0.5 ** (max(0, age - ramp) / halflife)
    row["fingerprint"] = int.from_bytes(hashlib.sha256(rules.tobytes()).digest()[:7], "little")
    rules.flags.writeable = False
    return rules


def _lay_out_venues(row: Any, params: Params) -> None:
    calendars: tuple[tuple[int, ...], ...] = (params.naic_months, params.clar_months, *[tuple(range(12))] * 2)
    for venue, calendar in enumerate(calendars):
        for month in calendar:
            row["venue_open"][venue, month] = 1


def _lay_out_calls(row: Any, params: Params) -> None:
    """Dated calls by agency, the rolling one at its agency's place; none after the horizon."""
    calls: list[tuple[int, int, int]] = []
    dated = {Agency.BSF: params.bsf_months, Agency.AMP: params.amp_months, Agency.FEL: params.fel_months}
    for agency in Agency:
        if agency == Agency.TIF:
            calls.append((agency, 1, params.months))
        for opens in dated.get(agency, ()):
            if opens <= params.months:
                calls.append((agency, opens, opens + params.call_open_months))
    row["n_calls"] = len(calls)
    for index, (whose, opens, closes) in enumerate(calls):
        row["call_agency"][index], row["call_opens"][index], row["call_closes"][index] = whose, opens, closes


def call_id(rules: Any, index: int) -> str:
    """The id of a call: `BSF-m08`, or `TIF-rolling`.

    Args:
        rules: A rules record.
        index: Place in the schedule.

    Returns:
        The id.
    """
    agency = Agency(int(rules["call_agency"][index]))
    return f"{agency.word}-rolling" if agency == Agency.TIF else f"{agency.word}-m{int(rules['call_opens'][index]):02d}"


def world_hash(params: Params, salt: str | None = None) -> str:
    """Names a world without its seed: rules version, parameters and salt.

    Args:
        params: The configuration.
        salt: The secret, if any; only its hash goes in.

    Returns:
        Sixteen hexadecimal digits.
    """
    salted = hashlib.sha256(salt.encode()).hexdigest() if salt else ""
    text = json.dumps([RULES_VERSION, dataclasses.asdict(params), salted], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
