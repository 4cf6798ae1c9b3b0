"""Pictures of a lab for people: a page of text, and curves of the closed months as pixels. Only what may be seen."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import DraftStatus, EventStatus, PersonStatus, ProposalStatus, Role, SubmissionStatus, Topic
from pibench_env.kernel import READINGS, read_off

HEIGHT, WIDTH, MARGIN = 240, 480, 8
PAPER = (255, 255, 255)
CURVES = {"budget": (31, 119, 180), "citations": (214, 39, 40), "attention_used": (127, 127, 127)}  # one panel each


def text(labs: NDArray[Any], rules: NDArray[Any]) -> str:
    """A lab at a glance.

    Args:
        labs: An array of one record of dtype `LAB`.
        rules: Its rules.

    Returns:
        Some lines of text.
    """
    lab = labs[0]
    readings = np.empty(len(READINGS))
    read_off(labs, 0, rules, readings)
    known = dict(zip(READINGS, readings.tolist(), strict=True))
    runway = f"{known['runway']:.1f} months" if known["runway"] >= 0 else "no end"
    state = "collapsed" if lab["collapsed"] else "finished" if lab["finished"] else "open"
    people = lab["people"][: lab["n_people"]]
    staff = people[people["status"] == PersonStatus.ACTIVE]
    heads = ", ".join(f"{np.count_nonzero(staff['role'] == role)} {role.word}" for role in Role)
    proposals = _count(lab, "proposals", ProposalStatus.PENDING)
    lines = [
        f"Month {lab['month']} of {rules[0]['months']} ({state})",
        f"Money      ${lab['budget']:,.0f}, burn ${known['burn']:,.0f} a month, runway {runway}",
        f"Attention  {known['hours_left']:.1f} of {known['attention_pool']:.1f} h left, "
        f"{known['mentoring']:.1f} h mentoring",
        f"People     {heads}",
        f"Papers     {known['papers_out']:.0f} out, {lab['citations']} citations, "
        f"{_count(lab, 'submissions', SubmissionStatus.UNDER_REVIEW)} under review, "
        f"{_count(lab, 'drafts', DraftStatus.AVAILABLE)} drafts available",
        f"Grants     {proposals} proposals pending, {lab['n_awards']} awards won",
        f"Events     {_count(lab, 'events', EventStatus.PENDING)} pending",
    ]
    for project in lab["projects"][: lab["n_active"]]:
        work = rules[0]["tier_work"][project["tier"] - 1]
        lines.append(
            f"PJ{project['number']:03d}      {Topic(int(project['topic'])).word}, tier {project['tier']}, "
            f"{project['n_members']} members, {project['progress'] / work:.0%}"
        )
    return "\n".join(lines) + "\n"


def _count(lab: Any, table: str, status: int) -> int:
    return int(np.count_nonzero(lab[table][: lab[f"n_{table}"]]["status"] == status))


def picture(labs: NDArray[Any], rules: NDArray[Any]) -> NDArray[np.uint8]:
    """Budget, citations and hours used over the closed months, one panel each, as bars.

    Args:
        labs: An array of one record of dtype `LAB`.
        rules: Its rules.

    Returns:
        RGB pixels, (240, 480, 3).
    """
    lab, horizon = labs[0], int(rules[0]["months"])
    closed = int(lab["month"]) - (0 if lab["finished"] else 1)
    image = np.full((HEIGHT, WIDTH, 3), PAPER, np.uint8)
    panel = HEIGHT // len(CURVES)
    edges = np.linspace(MARGIN, WIDTH - MARGIN, horizon + 1).astype(int)
    for number, (name, colour) in enumerate(CURVES.items()):
        values = np.clip(lab["past"]["months"][name][:closed], 0, None).astype(float)
        foot = (number + 1) * panel - MARGIN
        image[foot, MARGIN : WIDTH - MARGIN] = colour
        tall = values / max(1.0, values.max(initial=0.0)) * (panel - 2 * MARGIN)
        for month, height in enumerate(tall.astype(int).tolist()):
            image[foot - height : foot, edges[month] : max(edges[month] + 1, edges[month + 1] - 1)] = colour
    return image
