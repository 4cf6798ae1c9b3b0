"""Pictures of a lab for people: a page of text, and a dashboard as pixels. Only what may be seen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.codes import DraftStatus, EventStatus, PersonStatus, ProposalStatus, Role, SubmissionStatus, Topic
from pibench_env.kernel import READINGS, read_off

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

Colour = tuple[int, int, int]

HEIGHT, WIDTH, MARGIN = 480, 720, 16
CURVES = {"budget": (31, 119, 180), "citations": (214, 39, 40), "attention_used": (127, 127, 127)}  # one panel each
SAID: dict[str, tuple[str, Callable[[float], str]]] = {  # of each curve: what it shows, and how a value is written
    "budget": ("budget after each month", lambda value: _dollars(value)),
    "citations": ("citations after each month", "{:,.0f}".format),
    "attention_used": ("attention used in each month", "{:,.1f} h".format),
}
STATES = {"open": (31, 119, 180), "finished": (44, 160, 44), "collapsed": (214, 39, 40)}

PAPER, INK, FAINT, LINE = (255, 255, 255), (32, 32, 32), (110, 110, 110), (220, 220, 220)
BAND = 44  # height of the header
LABEL, COLUMN, PANELS = 80, 360, 384  # where labels of figures and the left column end, and where the panels begin
ROW, GAP = 17, 7  # from one line of text to the next, and what is between two subjects besides
PROJECTS = 296  # where the projects begin
MOST_PROJECTS = 9  # that have a line; as many as the published rules allow, and one more, fit
BIG, NORMAL, SMALL, SMALLEST = 20, 13, 12, 7  # sizes of letters
STEPS, MOST_TICKS = (1, 3, 6, 12), 12  # months from one tick to the next


@dataclass(frozen=True)
class Glance:
    """What a lab shows at a glance.

    Attributes:
        month: The month and the horizon, in words.
        state: A word of `STATES`.
        figures: Key figures in words, by subject.
        projects: Active projects: id, description in words, and the share of the work that is done.
    """

    month: str
    state: str
    figures: dict[str, tuple[str, ...]]
    projects: tuple[tuple[str, str, float], ...]


def _glance(labs: NDArray[Any], rules: NDArray[Any]) -> Glance:
    lab = labs[0]
    readings = np.empty(len(READINGS))
    read_off(labs, 0, rules, readings)
    known = dict(zip(READINGS, readings.tolist(), strict=True))
    people = lab["people"][: lab["n_people"]]
    staff = people[people["status"] == PersonStatus.ACTIVE]
    figures = {
        "Money": (
            _dollars(lab["budget"]),
            f"burn {_dollars(known['burn'])} a month",
            f"runway {max(0.0, known['runway']):.1f} months" if known["burn"] > 0 else "runway without end",
        ),
        "Attention": (
            f"{known['hours_left']:.1f} of {known['attention_pool']:.1f} h left",
            f"{known['mentoring']:.1f} h mentoring",
        ),
        "People": tuple(f"{np.count_nonzero(staff['role'] == role)} {role.word}" for role in Role),
        "Papers": (
            f"{known['papers_out']:.0f} out",
            _number(lab["citations"], "citation"),
            f"{_count(lab, 'submissions', SubmissionStatus.UNDER_REVIEW)} under review",
            f"{_number(_count(lab, 'drafts', DraftStatus.AVAILABLE), 'draft')} available",
        ),
        "Grants": (
            f"{_number(_count(lab, 'proposals', ProposalStatus.PENDING), 'proposal')} pending",
            f"{_number(lab['n_awards'], 'award')} won",
        ),
        "Events": (f"{_count(lab, 'events', EventStatus.PENDING)} pending",),
    }
    return Glance(
        month=f"Month {lab['month']} of {rules[0]['months']}",
        state="collapsed" if lab["collapsed"] else "finished" if lab["finished"] else "open",
        figures=figures,
        projects=tuple(_project(row, rules[0]) for row in lab["projects"][: lab["n_active"]]),
    )


def _dollars(amount: float) -> str:
    sign = "-" if round(amount) < 0 else ""
    return f"{sign}${abs(amount):,.0f}"


def _number(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _count(lab: Any, table: str, status: int) -> int:
    return int(np.count_nonzero(lab[table][: lab[f"n_{table}"]]["status"] == status))


def _project(row: Any, rules: Any) -> tuple[str, str, float]:
    about = f"{Topic(int(row['topic'])).word}, tier {row['tier']}, {_number(row['n_members'], 'member')}"
    return f"PJ{row['number']:03d}", about, float(row["progress"] / rules["tier_work"][row["tier"] - 1])


def text(labs: NDArray[Any], rules: NDArray[Any]) -> str:
    """A lab at a glance.

    Args:
        labs: An array of one record of dtype `LAB`.
        rules: Its rules.

    Returns:
        Some lines of text.
    """
    seen = _glance(labs, rules)
    lines = [f"{seen.month} ({seen.state})"]
    lines += [f"{subject:<10} {', '.join(phrases)}" for subject, phrases in seen.figures.items()]
    lines += [f"{name:<10} {about}, {share:.0%}" for name, about, share in seen.projects]
    return "\n".join(lines) + "\n"


def picture(labs: NDArray[Any], rules: NDArray[Any]) -> NDArray[np.uint8]:
    """A lab as a dashboard: what `text` says on the left, curves of the closed months as bars on the right.

    Args:
        labs: An array of one record of dtype `LAB`.
        rules: Its rules.

    Returns:
        RGB pixels, (480, 720, 3).
    """
    from PIL import Image, ImageDraw

    lab, horizon, seen = labs[0], int(rules[0]["months"]), _glance(labs, rules)
    closed = int(lab["month"]) - (0 if lab["finished"] else 1)
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, BAND - 1), fill=STATES[seen.state])
    _write(draw, MARGIN, BAND // 2, f"{seen.month} ({seen.state})", WIDTH - 2 * MARGIN, BIG, PAPER)
    _draw_figures(draw, seen.figures)
    _draw_projects(draw, seen.projects)
    tall = (HEIGHT - BAND) // len(CURVES)
    for number, (name, colour) in enumerate(CURVES.items()):
        values = lab["past"]["months"][name][:closed].astype(float)
        _draw_panel(draw, BAND + number * tall, BAND + (number + 1) * tall, name, colour, values, horizon)
    return np.array(image)


def _draw_figures(draw: "ImageDraw", figures: dict[str, tuple[str, ...]]) -> None:
    """Key figures: the subject, and beside it as many phrases in a line as there is room for."""
    y = BAND + ROW
    for subject, phrases in figures.items():
        _write(draw, MARGIN, y, subject, LABEL, NORMAL, FAINT)
        line = phrases[0]
        for phrase in phrases[1:]:
            if _font(NORMAL).getlength(f"{line}, {phrase},") > COLUMN - MARGIN - LABEL:
                _write(draw, MARGIN + LABEL, y, f"{line},", COLUMN - MARGIN - LABEL, NORMAL, INK)
                line, y = phrase, y + ROW
            else:
                line = f"{line}, {phrase}"
        _write(draw, MARGIN + LABEL, y, line, COLUMN - MARGIN - LABEL, NORMAL, INK)
        y += ROW + GAP


def _draw_projects(draw: "ImageDraw", projects: tuple[tuple[str, str, float], ...]) -> None:
    """Active projects with a bar of what is done; of more than there is room for the first, and how many more."""
    heading = "Active projects" if projects else "No active project"
    _write(draw, MARGIN, PROJECTS, heading, COLUMN - MARGIN, NORMAL, FAINT)
    left, right = 254, 322  # of the bars
    n_shown = len(projects) if len(projects) <= MOST_PROJECTS + 1 else MOST_PROJECTS
    for k, (name, about, share) in enumerate(projects[:n_shown]):
        y = PROJECTS + ROW * (k + 1)
        _write(draw, MARGIN, y, name, 40, SMALL, INK)
        _write(draw, MARGIN + 44, y, about, 188, SMALL, INK)
        draw.rectangle((left, y - 4, right, y + 4), outline=LINE, fill=PAPER)
        full = round(min(1.0, share) * (right - left + 1))
        if full > 0:
            draw.rectangle((left, y - 4, left + full - 1, y + 4), fill=STATES["open"])
        _write(draw, COLUMN, y, f"{share:.0%}", COLUMN - right - 4, SMALL, INK, "rm")
    if n_shown < len(projects):
        more = f"and {len(projects) - n_shown} more"
        _write(draw, MARGIN, PROJECTS + ROW * (n_shown + 1), more, COLUMN - MARGIN, SMALL, FAINT)


def _draw_panel(
    draw: "ImageDraw", top: int, bottom: int, name: str, colour: Colour, values: NDArray[np.float64], horizon: int
) -> None:
    """One curve as bars, a bar a closed month; the largest value is as high as the panel, nothing is below its foot."""
    left, right, head, foot = PANELS, WIDTH - MARGIN, top + 2 * ROW, bottom - ROW
    title, form = SAID[name]
    largest = float(values.max(initial=-np.inf))
    said = f"largest {form(largest)}" if len(values) else "no month closed yet"
    _write(draw, left, top + ROW, title, 180, NORMAL, colour)
    _write(draw, right, top + ROW, said, right - left - 184, SMALL, FAINT, "rm")
    draw.line((left, head, right, head), fill=LINE)
    edges = np.linspace(left, right, horizon + 1).astype(int).tolist()
    for month, value in enumerate(values.tolist()):
        if value > 0:
            first, last = edges[month], max(edges[month], edges[month + 1] - 2)
            height = max(1, round(value / largest * (foot - head)))
            draw.rectangle((first, foot - height, last, foot - 1), fill=colour)
    draw.line((left, foot, right, foot), fill=colour)
    step = next((step for step in STEPS if horizon <= step * MOST_TICKS), STEPS[-1])
    for month in range(step, horizon + 1, step):
        x = (edges[month - 1] + edges[month]) // 2
        draw.line((x, foot, x, foot + 3), fill=colour)
        _write(draw, x, foot + 10, str(month), right - left, SMALL, FAINT, "mm")


def _write(
    draw: "ImageDraw", x: int, y: int, words: str, room: int, size: int, colour: Colour, anchor: str = "lm"
) -> None:
    """Words on a line whose middle is at y, in smaller letters if there is no room for them."""
    while size > SMALLEST and _font(size).getlength(words) > room:
        size -= 1
    draw.text((x, y), words, colour, _font(size), anchor)


@cache
def _font(size: int) -> "ImageFont | FreeTypeFont":
    """Pillow's own font: the same on every machine."""
    from PIL.ImageFont import load_default

    return load_default(size)
