"""Pictures of a lab: true, the same in words and pixels, legible in every state, and without anything hidden."""

from functools import cache
from itertools import combinations
from typing import Any

import gymnasium
import numpy as np
import pytest
from kernel_tools import Career, RandomPlayer
from PIL.ImageDraw import ImageDraw
from scrambling import fork, scrambled

from pibench_env.spaces.rendering import CURVES, HEIGHT, SAID, WIDTH, picture, text

BUSY = {
    "start_budget": 5e7, "attention_budget": 400.0, "max_mentoring": 60.0, "pool_volume": (4.0, 5.0, 4.0, 4.0),
    "max_students": 24, "progress_coef": 2.5, "rep_init": 5.0,
}  # fmt: skip
CAREERS: dict[str, tuple[dict[str, Any], int]] = {  # world, and the month in which the picture is taken
    "fresh": ({}, 1),
    "open": (BUSY, 20),
    "finished": ({**BUSY, "months": 7}, 8),
    "collapsed": ({"start_budget": 9e4}, 61),
    "collapsed at once": ({"start_budget": 0}, 61),
    "one month": ({"months": 1}, 2),
    "long and rich": ({**BUSY, "months": 120, "start_budget": 1e12}, 121),
    "many projects": ({**BUSY, "max_active_projects": 32, "progress_coef": 0.1}, 30),
}
STATES = [*CAREERS, "extreme"]


@cache
def career(name: str) -> Career:
    """A career in the month of its picture; not to be played on."""
    world, month = CAREERS[name]
    played, player = Career(12, world), RandomPlayer(12, wrong=0.02)
    while not played.lab["finished"]:
        for call, args in player.calls(played.lab, played.rules[0], most=20):
            played.call(call, **args)
        if played.month == month:
            break
        played.next_month()
    return played


def state(name: str) -> tuple[Any, Any]:
    """A copy of a lab, and its rules."""
    base = career("many projects" if name == "extreme" else name)
    labs = fork(base.labs)
    if name == "extreme":  # words and numbers that are longer than any career makes them
        labs["budget"], labs["citations"], labs["n_awards"] = -9.9e14, 10**16, 64
        labs["projects"]["topic"], labs["projects"]["number"], labs["projects"]["n_members"] = 0, 256, 32
        labs["projects"]["progress"] = 100.0
        labs["past"]["months"]["citations"], labs["past"]["months"]["budget"] = 10**16, 9.9e14
        labs["past"]["months"]["attention_used"] = 1e6
    return labs, base.rules


def drawn(monkeypatch: Any, labs: Any, rules: Any) -> tuple[Any, list[tuple[str, tuple[float, ...]]]]:
    """The picture, and every text that is written into it with its box: left, top, right, bottom."""
    words = []
    write = ImageDraw.text

    def spy(self: Any, place: Any, text: str, fill: Any, font: Any, anchor: str) -> None:
        words.append((text, self.textbbox(place, text, font, anchor)))
        write(self, place, text, fill, font, anchor)

    monkeypatch.setattr(ImageDraw, "text", spy)
    return picture(labs, rules), words


def closed_months(labs: Any) -> Any:
    """The records of the months that were closed."""
    months = labs[0]["past"]["months"]
    return months[months["attention_pool"] > 0]


def bars(image: Any, name: str) -> list[int]:
    """Heights of the bars in the panel of a curve, from left to right."""
    ink = (image[:, WIDTH // 2 :] == CURVES[name]).all(axis=2)
    foot = np.flatnonzero(ink.sum(axis=1) >= 300)[-1]  # the lowest line across the panel
    columns = [int(np.argmin([*column[foot - 1 :: -1], False])) for column in ink.T]
    starts = [x for x, height in enumerate(columns) if height and (x == 0 or not columns[x - 1])]
    return [columns[x] for x in starts]


# --- The environment --------------------------------------------------------------------------------------------------


def test_the_environment_renders_in_the_mode_that_it_was_made_with():
    for mode, show in (("ansi", text), ("rgb_array", picture)):
        env = gymnasium.make("pibench_env:PIBench-v0", render_mode=mode, months=5)
        env.reset(seed=3)
        assert np.array_equal(env.render(), show(env.unwrapped.labs, Career(3, {"months": 5}).rules))
        env.close()


def test_without_a_mode_nothing_is_rendered():
    env = gymnasium.make("pibench_env:PIBench-v0").unwrapped
    env.reset(seed=3)
    assert env.render() is None


# --- Text -------------------------------------------------------------------------------------------------------------


def test_text_shows_the_lab():
    played = Career(3, {"months": 5})
    played.call("recruit.hire_ra")
    played.call("projects.start", topic="embodied", tier=2, members=["RA001"], monthly_compute=0)
    assert text(played.labs, played.rules).splitlines() == [
        "Month 1 of 5 (open)",
        "Money      $600,000, burn $1,800 a month, runway 333.3 months",
        "Attention  98.5 of 98.5 h left, 0.0 h mentoring",
        "People     0 phd, 0 postdoc, 1 ra, 0 manager",
        "Papers     0 out, 0 citations, 0 under review, 0 drafts available",
        "Grants     0 proposals pending, 0 awards won",
        "Events     1 pending",
        "PJ001      embodied, tier 2, 1 member, 0%",
    ]
    for _ in range(5):
        played.next_month()
    assert text(played.labs, played.rules).startswith("Month 5 of 5 (finished)\n")


def test_counts_and_sums_read_as_people_write_them():
    labs, rules = state("fresh")
    labs["budget"], labs["n_awards"], labs["citations"] = -1234.4, 1, 1
    shown = text(labs, rules)
    assert "Money      -$1,234, burn" in shown
    assert "1 citation," in shown
    assert "1 proposal pending, 1 award won" in shown
    assert "0 drafts available" in shown
    assert SAID["budget"][1](-33_400.0) == "-$33,400"


def test_runway_ends_unless_nothing_is_spent():
    """Money that is gone does not last for ever."""
    assert "burn $0 a month, runway without end\n" in text(*state("fresh"))
    labs, rules = state("collapsed")
    assert labs["budget"] < 0
    assert f"Money      -${-labs['budget'][0]:,.0f}, burn $" in text(labs, rules)
    assert "runway 0.0 months\n" in text(labs, rules)


# --- Pixels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATES)
def test_pictures_are_pixels(name):
    labs, rules = state(name)
    before = labs.tobytes()
    image = picture(labs, rules)
    assert (image.shape, image.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert labs.tobytes() == before
    assert np.array_equal(picture(*state(name)), image)


@pytest.mark.parametrize("name", STATES)
def test_the_picture_says_what_the_text_says(monkeypatch, name):
    labs, rules = state(name)
    said = " ".join(words for words, _ in drawn(monkeypatch, labs, rules)[1])
    lines = text(labs, rules).splitlines()
    n_projects = int(labs["n_active"][0])
    n_shown = n_projects if n_projects <= 10 else 9
    for line in lines[: len(lines) - n_projects + n_shown]:
        for fact in line.removeprefix(line[:11] if line[10:11] == " " else "").split(", "):
            assert fact in said
    assert (f"and {n_projects - n_shown} more" in said) == (n_shown < n_projects)


@pytest.mark.parametrize("name", STATES)
def test_words_stand_in_the_picture_and_not_on_each_other(monkeypatch, name):
    _, words = drawn(monkeypatch, *state(name))
    for said, (left, top, right, bottom) in words:
        assert 0 <= left < right <= WIDTH, said
        assert 0 <= top < bottom <= HEIGHT, said
    for (one, a), (other, b) in combinations(words, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], f"{one!r} stands on {other!r}"


@pytest.mark.parametrize("name", ["fresh", "open", "finished", "collapsed"])
def test_letters_are_of_two_sizes_and_the_heading_of_a_third(monkeypatch, name):
    """They are smaller only where numbers are out of all proportion."""
    sizes = set()
    write = ImageDraw.text

    def spy(self: Any, place: Any, text: str, fill: Any, font: Any, anchor: str) -> None:
        sizes.add(font.size)
        write(self, place, text, fill, font, anchor)

    monkeypatch.setattr(ImageDraw, "text", spy)
    picture(*state(name))
    assert sizes == {12, 13, 20}


def test_states_differ_in_colour():
    tops = {tuple(picture(*state(name))[1, 1].tolist()) for name in ("open", "finished", "collapsed")}
    assert len(tops) == 3


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", STATES)
def test_bars_are_the_closed_months(name, curve):
    labs, rules = state(name)
    values = closed_months(labs)[curve].astype(float)
    heights, expected = bars(picture(labs, rules), curve), values[values > 0]
    assert len(heights) == len(expected)
    if len(expected):
        assert max(heights) > 80, "the largest fills its panel"
        assert heights == pytest.approx(np.maximum(1, expected / expected.max() * max(heights)).tolist(), abs=1)


def test_bars_stand_where_their_months_are():
    """A month that has no bar leaves its place free."""
    labs, rules = state("fresh")
    labs["month"] = 31
    labs["past"]["months"]["citations"][0, [0, 29]] = 5
    ink = (picture(labs, rules)[:, WIDTH // 2 :] == CURVES["citations"]).all(axis=2)
    foot = np.flatnonzero(ink.sum(axis=1) >= 300)[-1]
    axis, columns = np.flatnonzero(ink[foot]), np.flatnonzero(ink[foot - 50])
    wide = len(axis) / 60
    assert columns[0] == axis[0]
    assert columns[-1] == pytest.approx(axis[0] + 30 * wide, abs=3)
    assert len(columns) == pytest.approx(2 * wide, abs=4)


def test_before_the_first_closed_month_panels_say_so(monkeypatch):
    image, words = drawn(monkeypatch, *state("fresh"))
    assert [said for said, _ in words].count("no month closed yet") == len(CURVES)
    assert all(bars(image, name) == [] for name in CURVES)


@pytest.mark.parametrize("name", ["open", "collapsed", "collapsed at once", "long and rich"])
def test_the_largest_value_is_written(monkeypatch, name):
    labs, rules = state(name)
    words = [said for said, _ in drawn(monkeypatch, labs, rules)[1]]
    months = closed_months(labs)
    assert "largest " + f"${months['budget'].max():,.0f}".replace("$-", "-$") in words
    assert f"largest {months['citations'].max():,}" in words
    assert f"largest {months['attention_used'].max():,.1f} h" in words


@pytest.mark.parametrize(
    ("horizon", "ticks"),
    [
        (1, [1]),
        (12, list(range(1, 13))),
        (13, [3, 6, 9, 12]),
        (60, list(range(6, 61, 6))),
        (120, list(range(12, 121, 12))),
    ],
)
def test_months_are_written_below_every_panel(monkeypatch, horizon, ticks):
    fresh = Career(3, {"months": horizon})
    numbers = [int(said) for said, _ in drawn(monkeypatch, fresh.labs, fresh.rules)[1] if said.isdigit()]
    assert numbers == ticks * len(CURVES)


def progress_bars(monkeypatch: Any, labs: Any, rules: Any) -> list[int]:
    """Lengths of the bars beside the projects."""
    image, words = drawn(monkeypatch, labs, rules)
    middles = [int(box[1] + box[3]) // 2 for said, box in words if said.startswith("PJ")]
    return [int((image[y, : WIDTH // 2] == CURVES["budget"]).all(axis=1).sum()) for y in middles]


def test_progress_is_a_bar(monkeypatch):
    labs, rules = state("open")
    labs["projects"]["progress"] = 2 * rules["tier_work"][0].max()
    full = progress_bars(monkeypatch, labs, rules)
    assert len(full) == labs["n_active"][0] > 3
    assert len(set(full)) == 1, "more than done is done"
    shares = np.array([0.0, 0.03, *np.linspace(0.1, 1.0, len(full) - 2)])
    work = rules["tier_work"][0][labs[0]["projects"]["tier"][: len(full)] - 1]
    labs[0]["projects"]["progress"][: len(full)] = shares * work
    assert progress_bars(monkeypatch, labs, rules) == pytest.approx((shares * full[0]).tolist(), abs=1)


# --- What is hidden ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATES)
def test_nothing_hidden_shows(name):
    labs, rules = state(name)
    shown = text(labs, rules), picture(labs, rules).tobytes()
    twin = scrambled(labs, np.random.default_rng(5))
    assert (text(twin, rules), picture(twin, rules).tobytes()) == shown
