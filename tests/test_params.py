"""Parameters: each is alive, each error helps, the defaults are those of the rules page."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from kernel_tools import RULES, lab_with
from naive.world_numbers import NUMBERS
from naive_bridge import naive_config
from param_careers import STORIES, outcome, played, usual_outcome

from pibench_env.mechanics import people, projects
from pibench_env.parameter import ParameterError
from pibench_env.params import Params
from pibench_env.rules import rules_of, world_hash

# --- Alive ------------------------------------------------------------------------------------------------------------


def nudges(name: str, value: Any) -> Iterator[Any]:
    """Legal values near one value, then farther away."""
    spec = next(spec for other, _, spec in Params.catalogue() if other == name)
    if isinstance(value, int):
        near = [value + 1, value - 1, value + 3, value - 3]
    else:
        near = [value * 1.1 or 0.05, value * 0.8 or -0.05, value * 1.6, value * 0.4]
    yield from (item for item in near if spec.low <= item <= spec.high)


def places() -> Iterator[tuple[str, int | None]]:
    """Every parameter, and every place of those with several values."""
    for name, default, _ in Params.catalogue():
        if isinstance(default, tuple):
            yield from ((name, place) for place in range(len(default)))
        else:
            yield name, None


def nudged(name: str, place: int | None, base: Any) -> Iterator[Any]:
    if place is None:
        yield from nudges(name, base)
        return
    for item in nudges(name, base[place]):
        yield (*base[:place], item, *base[place + 1 :])


def is_alive(name: str, place: int | None) -> bool:
    """Whether some legal nudge of a value changes what comes of some story; near nudges are tried first."""
    tries = {story: nudged(name, place, getattr(played(story).params, name)) for story in STORIES}
    while tries:
        for story in list(tries):
            value = next(tries[story], None)
            if value is None:
                del tries[story]
                continue
            try:
                if outcome(story, {name: value}) != usual_outcome(story):
                    return True
            except ParameterError:  # values that must not fall
                continue
    return False


# Values that the rules page gives for what cannot happen in a career: the mean morale of nobody moves nobody, and a
# project that was never worked on is never completed. Their formulas have tests of their own under mechanics/.
WITHOUT_A_CASE = {"morale_mean_default", "craft_default"}


@pytest.mark.parametrize(("name", "place"), list(places()))
def test_every_value_of_every_parameter_moves_some_career(name, place):
    assert is_alive(name, place) == (name not in WITHOUT_A_CASE)


def test_the_formula_of_a_value_without_a_case_reads_it():
    rules = RULES.copy()
    rules["morale_mean_default"], rules["craft_default"] = 0.4, 0.9
    lab = lab_with(projects=[{"tier": 1, "ticks": 1}])
    assert people.mean_morale(lab, rules) == 0.4
    plain = projects.draft_quality(lab["luck"], lab["projects"][0], RULES)
    assert projects.draft_quality(lab["luck"], lab["projects"][0], rules) == pytest.approx(plain + 1.8 * 0.7)


# --- Published --------------------------------------------------------------------------------------------------------

# Numbers of the page that the naive twin writes in its formulas instead of its table.
WITHOUT_A_TWIN = {
    "min_burn": 1.0, "climate_start": 1.0, "funding_index_levels": (0.95, 1.05), "ra_growth": 0.0,
    "manager_growth": 0.0, "morale_mean_default": 0.7, "start_novelty": (1.0, 0.1), "fel_max_awards": 1,
    "amp_bonus_tier": 3,
}  # fmt: skip


@pytest.mark.parametrize(("name", "default"), [(name, default) for name, default, _ in Params.catalogue()])
def test_the_published_value_is_that_of_the_rules_page(name, default):
    if name in WITHOUT_A_TWIN:
        assert default == WITHOUT_A_TWIN[name]
        return
    for naive_name, value in naive_config({name: default}).items():
        assert value == NUMBERS[naive_name]


@pytest.mark.parametrize(("name", "default", "spec"), list(Params.catalogue()))
def test_every_parameter_has_a_unit_a_range_a_section_and_a_meaning(name, default, spec):
    values = default if isinstance(default, tuple) else (default,)
    assert all(spec.low <= value <= spec.high for value in values)
    assert spec.section in {"1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10"}
    assert spec.doc
    assert spec.unit or all(isinstance(value, int) for value in values), "only counts have no unit"


# --- Errors -----------------------------------------------------------------------------------------------------------


def error_of(name: str, value: Any) -> str:
    with pytest.raises(ParameterError) as caught:
        Params.of({name: value})
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("mnths", 3, ["unknown parameter 'mnths'", "did you mean 'months'"]),
        ("months", 121, ["'months' is 121", "1 to 120", "nearest 120"]),
        ("months", 0, ["nearest 1"]),
        ("months", 12.4, ["whole number", "12.4", "nearest is 12"]),
        ("p_boom", -0.1, ["0 to 1", "nearest 0"]),
        ("p_boom", 1.5, ["nearest 1"]),
        ("p_boom", math.nan, ["finite number", "nan"]),
        ("p_boom", math.inf, ["finite number"]),
        ("start_budget", 10**400, ["finite number"]),
        ("p_boom", True, ["takes a number", "True"]),
        ("months", False, ["takes a number", "False"]),
        ("months", np.True_, ["takes a number"]),
        ("months", "60", ["takes a number", "'60'"]),
        ("months", None, ["takes a number", "None"]),
        ("months", (60,), ["takes a number"]),
        ("venue_bar", 3.0, ["takes 4 numbers", "3.0"]),
        ("venue_bar", "3456", ["takes 4 numbers"]),
        ("venue_bar", (1.0, 2.0), ["takes 4 numbers, not 2"]),
        ("venue_bar", (1.0, 2.0, 3.0, 101.0), ["nearest 100"]),
        ("venue_bar", (1.0, 2.0, 3.0, True), ["takes a number"]),
        ("venue_delay", (1, 2, 3, 4.5), ["whole number", "nearest is 4"]),
        ("hot_clip", (2.0, 1.0), ["must not fall"]),
        ("bsf_months", range(1, 22), ["at most 20", "not 21"]),
        ("rep_review_declined", 0.1, ["-10 to 0", "nearest 0"]),
    ],
)
def test_an_error_says_what_was_asked_and_what_is_allowed(name, value, said):
    text = error_of(name, value)
    assert repr(name) in text
    for part in said:
        assert part in text


@pytest.mark.parametrize(("name", "default", "spec"), list(Params.catalogue()))
def test_every_parameter_keeps_to_its_range(name, default, spec):
    for value, nearest in ((spec.low - 1, spec.low), (spec.high * 2 + 1, spec.high)):
        asked = (value,) * len(default) if isinstance(default, tuple) else value
        assert f"nearest {nearest:g}" in error_of(name, asked)


@pytest.mark.parametrize("values", [(1.0,), (1.0,) * 9])
def test_every_topic_has_its_initial_hotness(values):
    assert "takes 8 numbers" in error_of("initial_hotness", values)


def test_legal_values_become_plain_numbers():
    params = Params.of({"months": np.int32(12), "p_boom": np.float32(0.5), "naic_months": [5], "start_budget": 7})
    assert (params.months, params.p_boom, params.naic_months, params.start_budget) == (12, 0.5, (5,), 7.0)
    assert type(params.months) is int
    assert type(params.start_budget) is float
    assert params.changed() == {"months": 12, "p_boom": 0.5, "naic_months": (5,), "start_budget": 7.0}
    assert Params.of({"months": 60.0}).changed() == {}


def test_texts_become_overrides():
    texts = ["months=12", "p_boom = 0.5", "naic_months=5", "amp_months=", "hot_clip=1, 2", "rep_review_declined=-1e-2"]
    assert Params.parse(texts) == {
        "months": 12, "p_boom": 0.5, "naic_months": (5,), "amp_months": (), "hot_clip": (1, 2),
        "rep_review_declined": -0.01,
    }  # fmt: skip
    assert Params.of(Params.parse(texts)).changed().keys() == {text.partition("=")[0].strip() for text in texts}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["months"], "'months' is not of the form name=value"),
        (["months=12", "months=13"], "'months' is given twice"),
        (["months=a dozen"], "takes a number, not 'a dozen'"),
        (["hot_clip=1,x"], "takes a number, not '1,x'"),
    ],
)
def test_a_text_that_is_no_override_is_refused(texts, said):
    with pytest.raises(ParameterError, match=said):
        Params.parse(texts)


# --- Names of worlds --------------------------------------------------------------------------------------------------


def test_the_hash_of_a_world_changes_with_every_value_and_with_the_salt():
    published = Params()
    hashes = {world_hash(published), world_hash(published, "salt"), world_hash(published, "pepper")}
    names = list(places())
    for name, place in names:
        values = nudged(name, place, getattr(published, name))
        hashes.add(world_hash(Params.of({name: next(values)})))
    assert len(hashes) == 3 + len(names)


def test_equal_worlds_have_equal_hashes():
    assert world_hash(Params()) == world_hash(Params.of({"months": 60.0})) == world_hash(Params(), "")


def test_the_rules_of_a_world_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        rules_of(Params())["months"] = 1
