"""The dashboard: the state of a lab at a glance (agent interface, Dashboard)."""

from pibench_env.capacities import CONFERENCES, YEAR
from pibench_env.codes import Venue
from pibench_env.mechanics import seasons
from pibench_env.surface.history import Row
from pibench_env.surface.views import RESEARCHERS, STAFF, View, label

HOUR_DIGITS = 2
DOLLAR_DIGITS = 2
_STAFF_KEYS = ("id", "name", "role", "stipend")


def attention(view: View) -> dict[str, float]:
    """The hours of the month and where they go.

    Args:
        view: The lab.

    Returns:
        Hours: base, oversight_tax, pool, mentoring_reserved, oneoff_used, left.
    """
    readings = view.readings
    hours = {
        "base": float(view.rules["attention_budget"]),
        "oversight_tax": readings["oversight"],
        "pool": readings["attention_pool"],
        "mentoring_reserved": readings["mentoring"],
        "oneoff_used": view.lab["oneoff_used"],
        "left": readings["hours_left"],
    }
    return {name: round(value, HOUR_DIGITS) for name, value in hours.items()}


def dashboard(view: View) -> Row:
    """Everything of the dashboard.

    Args:
        view: The lab.

    Returns:
        Plain values by key; lists hold rows with the columns of the database.
    """
    month, readings = view.month, view.readings
    active = [row for row in view.students() if row["status"] == "active"]
    runway = readings["runway"]
    return {
        "month": month,
        "label": label(month),
        "months_total": int(view.rules["months"]),
        "budget": round(view.lab["budget"], DOLLAR_DIGITS),
        "est_monthly_burn": round(readings["burn"], DOLLAR_DIGITS),
        "runway_months": round(runway, 1) if runway >= 0.0 else None,
        "attention": attention(view),
        "staff": [{name: row[name] for name in _STAFF_KEYS} for row in active if row["role"] in STAFF],
        "lab_standing": view.standing,
        "students": [_student(row, view) for row in active if row["role"] in RESEARCHERS],
        "active_projects": _with_status(view.projects(), "active"),
        "available_drafts": _with_status(view.drafts(), "available"),
        "submissions_under_review": _with_status(view.submissions(), "under_review"),
        "proposals_pending": _with_status(view.proposals(), "pending"),
        "active_awards": [row for row in view.awards() if row["start_month"] <= month <= row["end_month"]],
        "pending_events": view.pending_events(),
        "venue_deadlines_this_month": [venue.word for venue in _open_conferences(view)],
        "open_grant_calls": view.open_calls(),
        "notes": _notes(view),
    }


def _with_status(rows: list[Row], status: str) -> list[Row]:
    return [row for row in rows if row["status"] == status]


def _student(row: Row, view: View) -> Row:
    slot = view.person_ids.index(row["id"])
    last = view.reports(slot)[-1:]
    return {
        "id": row["id"],
        "name": row["name"],
        "role": row["role"],
        "months_in": view.month - row["arrived_month"],
        "stipend": row["stipend"],
        "mentoring_hours": row["mentoring_hours"],
        "papers_accepted": row["papers_accepted"],
        "last_report_quality": last[0]["report_quality"] if last else None,
        "last_meeting_sentiment": last[0]["meeting_sentiment"] if last else None,
        "contract_end": row["contract_end"],
    }


def _open_conferences(view: View) -> list[Venue]:
    """Venues with deadlines that take papers this month; the others always do."""
    return [venue for venue in list(Venue)[:CONFERENCES] if view.is_venue_open(venue, view.month)]


def _notes(view: View) -> list[str]:
    """What is special about this month."""
    rules, month = view.rules, view.month
    if view.lab["finished"]:
        return [f"The run is over: the lab {'is bankrupt' if view.lab['collapsed'] else 'reached its last month'}."]
    notes = []
    age = seasons.season_age(month, rules)
    if age < rules["season_months"]:
        last = month - age + int(rules["season_months"]) - 1
        notes.append(f"Hiring season: applicants can be interviewed and offered places until month {last} ends.")
    for venue in _open_conferences(view):
        notes.append(f"Deadline: {venue.word} takes papers this month.")
    for call in view.open_calls():
        if call["close_month"] == month:
            notes.append(f"Deadline: the call {call['id']} closes when this month ends.")
    price = view.lab["compute_price"]
    if price != 1.0:
        notes.append(f"Compute costs {price:.2f} times the usual price.")
    if month % YEAR == rules["service_month"]:
        notes.append(f"Service month: duties take {float(rules['service_tax_hours']):g} h.")
    return notes
