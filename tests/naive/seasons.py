"""The calendar: hiring season, submission months, calls (rules, sections 1.1 and 1.6)."""

from dataclasses import dataclass

from naive.world_numbers import AGENCIES, Numbers


@dataclass(frozen=True)
class Call:
    """One call of an agency, open in the months from opens to closes (rules, section 1.1)."""

    id: str
    agency: int
    opens: int
    closes: int


def year_of(month: int) -> int:
    """Count the years passed before a month (rules, section 1.6)."""
    return (month - 1) // 12


def hiring_season(month: int, n: Numbers) -> bool:
    """Tell whether interviews and offers are possible (rules, section 1.6)."""
    return month % 12 in n["season_months"]


def submission_month(venue: int, month: int, n: Numbers) -> bool:
    """Tell whether a venue takes submissions in a month (rules, section 1.1)."""
    return month % 12 in n["venue_submission_months"][venue]


def months_to_next_deadline(venue: int, month: int, n: Numbers) -> int:
    """Count the months, at least one, to the next submission month (rules, section 1.7, step 3)."""
    for ahead in range(1, 13):
        if submission_month(venue, month + ahead, n):
            return ahead
    raise ValueError("a venue without submission months")


def call_schedule(n: Numbers) -> list[Call]:
    """List every call of a run, agency by agency (rules, section 1.1)."""
    calls = []
    for agency, name in enumerate(AGENCIES):
        if name == "TIF":
            calls.append(Call("TIF-rolling", agency, 1, n["months"]))
        for opens in n["agency_call_months"][agency]:
            if opens <= n["months"]:
                calls.append(Call(f"{name}-m{opens:02d}", agency, opens, opens + n["call_open_extra_months"]))
    return calls


def call_open(call: Call, month: int) -> bool:
    """Tell whether a call takes proposals in a month (rules, section 1.1)."""
    return call.opens <= month <= call.closes
