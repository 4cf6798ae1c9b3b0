"""What a run came to: the summary that is published, and what was received from grants (rules, section 1.10)."""

from typing import Any

import numpy as np

from pibench_env.codes import PersonStatus, Venue
from pibench_env.kernel import READINGS, read_off
from pibench_env.observation import closed_months


def run_summary(labs: Any, i: int, rules: Any) -> dict[str, Any]:
    """The run summary, with the keys and roundings of the rules page.

    Args:
        labs: An array of dtype `LAB`.
        i: Which of them; it need not be finished.
        rules: The array of one rules record.

    Returns:
        Plain values by key.
    """
    lab = labs[i]
    out = np.empty(len(READINGS))
    read_off(labs, i, rules, out)
    readings = dict(zip(READINGS, out.tolist(), strict=True))
    statuses = lab["people"]["status"][: lab["n_people"]]
    papers = lab["publications"][: lab["n_publications"]]
    is_top = (papers["published"] <= lab["month"]) & (papers["venue"] == Venue.NAIC)
    dollars = 0.0
    for total in lab["awards"]["total"][: lab["n_awards"]].tolist():
        dollars += total
    return {
        "seed": int(lab["luck"]["seed"]),
        "months_survived": int(lab["month"]),
        "collapsed": bool(lab["collapsed"]),
        "impact": readings["impact"],
        "citations": int(lab["citations"]),
        "projected": round(readings["projected"], 1),
        "h_index": int(readings["h_index"]),
        "publications": int(readings["papers_out"]),
        "top_pubs": int(is_top.sum()),
        "grants_won": int(lab["n_awards"]),
        "grant_dollars": int(dollars) if dollars.is_integer() else dollars,
        "students_graduated": int((statuses == PersonStatus.GRADUATED).sum()),
        "students_quit": int((statuses == PersonStatus.QUIT).sum()),
        "final_budget": round(float(lab["budget"]), 2),
        "final_reputation": round(float(lab["reputation"]), 2),
    }


def grants_received(lab: Any) -> float:
    """What awards have paid so far, unlike `grant_dollars`, which counts their full sums.

    Args:
        lab: One record of dtype `LAB`.

    Returns:
        USD.
    """
    closed = closed_months(lab)
    received = 0.0
    for award in lab["awards"][: lab["n_awards"]]:
        months = min(closed, int(award["end"])) - int(award["start"]) + 1
        received += max(0, months) * float(award["monthly"])
    return received
