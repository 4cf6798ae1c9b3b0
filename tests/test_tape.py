"""What is played with a tape fares as without one: careers, recordings, shared tapes, tapes of other roots."""

import numpy as np
import pytest
from policy_careers import PolicyCareer

from pibench_env import batch
from pibench_env.baselines.rollout import run
from pibench_env.codes import Verb
from pibench_env.kernel import apply_at
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.seeds import seed_set
from pibench_env.shelf import MEMORY, Shelf, new_tapes
from pibench_env.state import empty_commands, empty_labs
from pibench_env.worlds import World

TUNE = seed_set("tune")


@pytest.mark.parametrize("policy", ["baseline", "ambitious", "oracle", "hire_max", "random"])
def test_careers_with_a_tape_are_careers_without(policy):
    seeds = [int(seed) for seed in TUNE[:4]]
    for lab, seed in zip(run(policy, seeds), seeds, strict=True):
        alone = PolicyCareer(policy, seed)
        while not alone.finished:
            alone.play_month()
            alone.close()
        assert lab.tobytes() == alone.labs.tobytes()


def test_labs_that_share_a_tape_fare_alike_whatever_the_order():
    seeds = [int(seed) for seed in TUNE[:3]]
    once = {seed: lab.tobytes() for seed, lab in zip(seeds, run("ambitious", seeds), strict=True)}
    mixed = [seeds[k] for k in (0, 1, 0, 2, 2, 1, 0, 0, 1)] * 3
    for _ in range(2):
        for seed, lab in zip(mixed, run("ambitious", mixed), strict=True):
            assert lab.tobytes() == once[seed]


def played(world, seeds, tapes, places, months=30):
    """Labs in which nothing is done but closing months and hiring now and then."""
    rules = world.rules
    labs, commands = empty_labs(len(seeds)), empty_commands(len(seeds))
    roots = np.array([world.root(seed) for seed in seeds], np.uint64)
    outcomes = np.zeros(len(seeds), np.uint8)
    batch.be_born_each(labs, 0, len(labs), np.array(seeds, np.uint64), roots, rules, tapes, places)
    for month in range(months):
        for verb in (Verb.HIRE_RA, Verb.NEXT_MONTH) if month % 5 == 0 else (Verb.NEXT_MONTH,):
            commands["verb"] = verb
            batch.apply_each(labs, 0, len(labs), commands, rules, outcomes, tapes, places)
    return labs


def test_a_tape_forgets_when_it_comes_to_another_root_or_world():
    plain, salted, hot = World.of(None), World.of(None, salt="x"), World.of({"hot_ou_sigma": 0.5, "crisis_rate": 0.3})
    seeds = [int(seed) for seed in TUNE[:4]]
    one = new_tapes(1), np.zeros(4, np.int64)
    for world in (plain, salted, hot, plain):
        own = new_tapes(4), np.arange(4)
        assert played(world, seeds, *one).tobytes() == played(world, seeds, *own).tobytes()
    assert played(plain, seeds, *one).tobytes() != played(hot, seeds, *one).tobytes()


def test_no_address_is_left_in_a_lab():
    labs = played(World.of(None), [int(TUNE[0])], new_tapes(1), np.zeros(1, np.int64))
    assert labs["luck"]["tape"].tolist() == [0]
    assert not labs["luck"]["generator"].any()


def test_what_stands_for_an_address_in_a_lab_is_not_followed():
    world = World.of(None)
    one, other = world.new_lab(5), world.new_lab(5)
    one["luck"]["tape"] = 12345
    command = empty_commands(1)
    command["verb"] = Verb.NEXT_MONTH
    for labs in (one, other):
        assert batch.apply_to_all(labs, command, world).tolist() == [0]
    one["luck"]["tape"] = 12345
    for labs in (one, other):
        apply_at(labs, 0, command, 0, world.rules)
    assert one.tobytes() == other.tobytes()


def test_a_shelf_gives_a_tape_to_roots_that_come_again():
    shelf = Shelf(size=2)
    roots = np.array([7, 8, 7, 9, 8, 7], np.uint64)
    assert shelf.places(roots).tolist() == [0, 0, 1, 0, 2, 1]
    assert shelf.places(np.array([9, 8, 7], np.uint64)).tolist() == [2, 0, 1]  # 8 had to make room for 9
    assert shelf.places(np.arange(100, 100 + MEMORY + 1, dtype=np.uint64)).tolist() == [0] * (MEMORY + 1)
    assert shelf.places(np.array([8], np.uint64)).tolist() == [0], "forgotten long ago"


def test_world_rules_have_fingerprints_of_their_own():
    prints = {int(rules_of(Params.of(given))["fingerprint"][0]) for given in (None, {"months": 30}, {"p_boom": 0.1})}
    assert len(prints) == 3
    assert 0 not in prints
