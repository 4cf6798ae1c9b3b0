"""Whole careers of the baseline: the plain-Python policy in the plain-Python world, and the compiled ones."""

import dataclasses
from typing import Any

import pytest
from naive.baseline import Baseline, Choices
from naive.views import summary_view
from naive.world import World
from naive_bridge import naive_config
from policy_careers import PolicyCareer

from pibench_env.baselines import rollout
from pibench_env.baselines.baseline import BaselineArgs
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.seeds import seed_set
from pibench_env.summary import run_summary

SEEDS = seed_set("train")[:10]
STORES = (
    "people", "searches", "projects", "drafts", "submissions", "publications", "proposals", "awards",
)  # fmt: skip
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "published": ({}, {}),
    "papers alone": ({}, {"use_interview": "false", "hires_per_season": 3, "n_target_students": 6}),
    "one topic": ({}, {"topic_rule": "fixed", "fixed_topic": "theory", "tier": 3, "compute": 800.0}),
    "hasty": ({"start_budget": 2e5}, {"proposal_hours": 12.0, "polish_hours": 3.0, "min_runway_for_hiring": 6.0}),
    "eventful": ({"rep_init": 6.0, "crisis_rate": 0.3, "start_budget": 2e6}, {"mentor_hours": 20.0}),
    "no time": ({"attention_budget": 12.0, "attention_floor": 4.0, "start_budget": 2e6}, {"mentor_hours": 0.5}),
    "no news": ({"news_rate_per_hot": 0.0}, {}),
    "refusals": ({"venue_bar": (9.0, 7.0, 4.5, 8.0), "start_budget": 3e6}, {}),
}


def twin_of(seed: int, world: dict[str, Any], args: dict[str, Any]) -> Baseline:
    changed = args | ({"use_interview": args["use_interview"] == "true"} if "use_interview" in args else {})
    return Baseline(World(seed, naive_config(world)), Choices(**changed))


def ending(world: World) -> dict[str, Any]:
    """What a finished career of the twin came to, to the last digit, with the length of every store."""
    counts = {f"n_{name}": len(getattr(world, name)) for name in STORES}
    return summary_view(world) | {"budget": world.budget, "reputation": world.reputation} | counts


def compiled_ending(labs: Any, i: int, rules: Any) -> dict[str, Any]:
    lab = labs[i]
    counts = {f"n_{name}": int(lab[f"n_{name}"]) for name in STORES}
    exact = {"budget": float(lab["budget"]), "reputation": float(lab["reputation"])}
    return run_summary(labs, i, rules) | exact | counts


def ordered(given: Any) -> list[Any]:
    """Commands with the order of tables of hours kept."""
    return [
        (call, {name: list(value.items()) if isinstance(value, dict) else value for name, value in args.items()}, word)
        for call, args, word in given
    ]


def compare_careers(seeds: Any, world: dict[str, Any], args: dict[str, Any]) -> None:
    labs, rules = rollout.run("baseline", seeds, world, args), rules_of(Params.of(world))
    for i, seed in enumerate(seeds):
        assert ending(twin_of(seed, world, args).play_career()) == compiled_ending(labs, i, rules), f"seed {seed}"


def test_published_values_are_those_of_the_compiled_policy():
    compiled = BaselineArgs()
    words = BaselineArgs.words
    for field in dataclasses.fields(Choices):
        value = getattr(compiled, field.name)
        by_number = {number: word for word, number in words.get(field.name, {}).items()}
        expected = {"true": True, "false": False}.get(by_number.get(value), by_number.get(value, value))
        assert getattr(Choices(), field.name) == expected, field.name
    assert {field.name for field in dataclasses.fields(Choices)} == {name for name, _, _ in BaselineArgs.catalogue()}


@pytest.mark.parametrize("case", CASES)
def test_careers_end_the_same(case):
    compare_careers(SEEDS if case == "published" else SEEDS[:3], *CASES[case])


@pytest.mark.parametrize("case", CASES)
def test_every_month_has_the_same_commands_and_refusals(case):
    world, args = CASES[case]
    for seed in SEEDS[:2]:
        twin, compiled = twin_of(seed, world, args), PolicyCareer("baseline", seed, world, args)
        while not twin.world.finished:
            month = f"seed {seed}, month {twin.world.month}"
            assert ordered(twin.play_month()) == ordered(compiled.play_month()), month
            twin.world.next_month()
            compiled.close()
        assert compiled.finished


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_many_careers_end_the_same(case):
    compare_careers(seed_set("train")[10:60], *CASES[case])
