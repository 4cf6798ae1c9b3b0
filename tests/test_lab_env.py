"""What environments of one lab share: the surface of the lab, copies, rewards, seeds, and nothing hidden."""

import copy
import dataclasses
import json
import math
import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import pairwise
from operator import methodcaller
from typing import Any

import numpy as np
import pytest
from env_tools import EASY, is_same, make
from kernel_tools import RULES
from lab_careers import read_everything
from scrambling import fork, scrambled

from pibench_env.codes import Agency, Verb
from pibench_env.env import PIBenchEnv
from pibench_env.lab import Lab, LabError
from pibench_env.rewards import symlog
from pibench_env.seeds import SETS, seed_set
from pibench_env.spaces.decoding import split_mask
from pibench_env.spaces.listing import LISTING
from pibench_env.spaces.modes import split
from pibench_env.spaces.schema import GROUPS
from pibench_env.spaces.turn import play_at
from pibench_env.state import empty_commands

NEXT_MONTH = (Verb.NEXT_MONTH, 0, 0, 0)
HIRE_RA = (Verb.HIRE_RA, 0, 0, 0)
REFUSED = (Verb.KILL, 47, 0, 0)
NARROW = {"world": EASY, "max_commands": 7}  # a month closes by itself quite often


def row(verb: Verb, **places: Any) -> Any:
    """A command row."""
    commands = empty_commands(1)
    for name, value in {"verb": verb, **places}.items():
        commands[name] = value
    return commands[0]


TIF = int(np.flatnonzero(RULES["call_agency"] == Agency.TIF)[0])
ROWS = (
    row(Verb.HIRE_RA), row(Verb.NEXT_MONTH), row(Verb.POST_POSTDOC), row(Verb.OFFER, object=1),
    row(Verb.DISMISS, object=0), row(Verb.SUBMIT, object=1, choice=2), row(-3), row(Verb.ATTEND_CONFERENCE),
    row(Verb.PROPOSE, object=TIF, choice=1, amount=6.0),
)  # fmt: skip


class Player:
    """Random actions that the mask allows, and now and then a command row: the same for everybody with its seed."""

    def __init__(self, seed: int, rows: float = 0.15) -> None:
        self.dice, self.rows = np.random.default_rng(seed), rows

    def moves(self, env: Any, steps: int) -> Iterator[Any]:
        """Actions as tuples and rows as records, each made when the one before has been played."""
        for _ in range(steps):
            if self.dice.random() < self.rows:
                yield ROWS[int(self.dice.integers(len(ROWS)))]
            else:
                verbs, *others = map(np.flatnonzero, split_mask(env.action_masks()))
                yield int(self.dice.choice(verbs)), *map(self.one, others)

    def one(self, allowed: Any) -> int:
        """An allowed value, more often a small one: the first places are taken in most lists."""
        return int(allowed[int(len(allowed) * self.dice.random() * self.dice.random())])


def give(env: Any, move: Any) -> Any:
    """Play a move: what a step returns, or the outcome of a row; after the end, a reset."""
    if env.labs["finished"][0]:
        return env.reset()
    return env.step(move) if isinstance(move, tuple) else env.apply(move)


class ByHand:
    """A lab at the Python surface, to which somebody gives what an environment is given."""

    def __init__(self, seed: int, limit: int, **options: Any) -> None:
        self.lab, self.limit, self.count = Lab(seed, **options), limit, 0

    def give(self, move: Any) -> None:
        if not isinstance(move, tuple):
            self.apply(move)
            return
        commands = empty_commands(1)
        play_at(fork(self.lab.labs), 0, self.lab.rules, True, *move, np.zeros(1, LISTING), commands)
        self.count += 1
        self.apply(commands[0])
        if self.count == self.limit:
            self.apply(row(Verb.NEXT_MONTH))

    def apply(self, command: Any) -> None:
        with suppress(LabError):
            self.lab.apply(command)
            if command["verb"] == Verb.NEXT_MONTH:
                self.count = 0


def told(lab: Lab) -> dict[str, Any]:
    """All that a lab is and tells."""
    return {"labs": lab.labs.tobytes(), "answers": json.dumps(read_everything(lab)), "history": vars(lab.history)}


# --- The surface ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [(0,), (1, 2, 90), (89,), (150, 151)], ids=str)
def test_the_surface_is_that_of_a_lab_played_by_hand(asked):
    """Whenever it is asked for, and from then on."""
    env = make(**NARROW, months=40).unwrapped
    env.reset(seed=8)
    hand = ByHand(8, 7, world=EASY, months=40)
    player = Player(4)
    for k, move in enumerate(player.moves(env, 300)):
        if k in asked:
            before = env.get_state()
            assert told(env.lab) == told(hand.lab)
            assert env.labs.tobytes() == before.lab
            after = env.get_state().episode
            assert dataclasses.replace(after, played=[]) == dataclasses.replace(before.episode, played=[])
        hand.give(move)
        give(env, move)
        if hand.lab.finished:
            break
    assert env.lab.month > 10
    assert not env.get_state().episode.played, "a surface remembers by itself"
    assert told(env.lab) == told(hand.lab)
    seen = told(env.lab)["history"]
    assert all(seen[name] for name in ("ledger", "news", "reports", "events", "citations", "attached"))


def test_without_staff_tools_the_surface_has_none():
    env = make(staff_tools=False).unwrapped
    env.reset(seed=8)
    env.step(HIRE_RA)
    env.apply(row(Verb.HIRE_MANAGER))
    env.step(NEXT_MONTH)
    assert told(env.lab) == told(hand_of(8, 1))
    with pytest.raises(LabError, match="no staff tools"):
        env.lab.recruit.hire_ra()


def hand_of(seed: int, months: int) -> Lab:
    """A lab after some idle months."""
    lab = Lab(seed)
    for _ in range(months):
        lab.next_month()
    return lab


def test_commands_at_the_surface_show_and_are_no_actions():
    env, twin = make(max_commands=2).unwrapped, make(max_commands=None).unwrapped
    for one in (env, twin):
        one.reset(seed=3)
    for _ in range(5):
        env.lab.recruit.hire_ra()
        twin.step(HIRE_RA)
    observation, info = env.observe()
    assert is_same(observation, twin.observe()[0])
    assert (info["verb"], info["month"], info["illegal_actions"]) == ("reset", 1, 0)
    with pytest.raises(LabError):
        env.lab.projects.kill("PJ001")
    assert env.step(REFUSED)[4]["illegal_actions"] == 1


def test_what_the_surface_does_to_impact_is_paid_by_the_next_step():
    env = make(world=EASY, max_commands=None).unwrapped
    env.reset(seed=5)
    for move in Player(5).moves(env, 400):
        give(env, move)
    before = env.observe()[1]["impact"]
    env.lab.next_month()
    assert env.lab.impact != before
    assert env.step(REFUSED)[1] == env.lab.impact - before


@pytest.mark.parametrize("by", ["lab", "apply"])
def test_a_month_closed_otherwise_starts_the_count_anew(by):
    env = make(max_commands=3).unwrapped
    env.reset(seed=3)
    env.step(REFUSED)
    env.step(REFUSED)
    if by == "lab":
        env.lab.next_month()
    else:
        env.apply(row(Verb.NEXT_MONTH))
    assert [env.step(REFUSED)[4]["month"] for _ in range(4)] == [2, 2, 3, 3]


def test_the_surface_of_a_run_ends_with_it():
    env = make().unwrapped
    env.reset(seed=3)
    lab = env.lab
    env.reset(seed=4)
    lab.next_month()
    assert (lab.seed, lab.month) == (3, 2)
    assert (env.lab.seed, env.lab.month, env.observe()[1]["month"]) == (4, 1, 1)


# --- Copies -----------------------------------------------------------------------------------------------------------


def through_state(env: Any) -> Any:
    """Another environment that is given the state of this one."""
    other = make(**NARROW).unwrapped
    other.set_state(env.get_state())
    return other


def through_pickled_state(env: Any) -> Any:
    other = make(**NARROW).unwrapped
    other.reset(seed=99)
    other.step(HIRE_RA)
    assert other.lab.month == 1
    other.set_state(pickle.loads(pickle.dumps(env.get_state())))
    return other


COPIES = {
    "clone": lambda env: env.clone(),
    "state": through_state,
    "pickled state": through_pickled_state,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("surface", ["never asked for", "asked for before", "asked for by the copy"])
def test_copies_go_on_alike_and_apart(copied, surface):
    env = make(**NARROW).unwrapped
    env.reset(seed=6)
    for move in Player(6).moves(env, 80):
        give(env, move)
    if surface == "asked for before":
        assert env.lab.month == env.labs["month"][0]
    twin, state = copied(env), env.get_state()
    assert is_same(env.observe(), twin.observe())
    assert is_same(env.action_masks(), twin.action_masks())
    twin.step(HIRE_RA)
    assert env.get_state().lab == state.lab
    twin.set_state(state)
    if surface == "asked for by the copy":
        assert twin.lab.month == env.labs["month"][0]
    n_resets = 0
    for one, other in zip(Player(7).moves(env, 900), Player(7).moves(twin, 900), strict=True):
        n_resets += bool(env.labs["finished"][0])
        assert is_same(give(env, one), give(twin, other))
    assert n_resets > 1, "worlds of later resets are compared as well"
    assert told(env.lab) == told(twin.lab)


def test_a_state_is_a_value():
    env = make(**NARROW).unwrapped
    env.reset(seed=6)
    for move in Player(6).moves(env, 40):
        give(env, move)
    for has_history in (False, True):
        state = env.get_state()
        kept = pickle.dumps(state)
        for move in Player(8).moves(env, 10):
            give(env, move)
        assert pickle.dumps(state) == kept
        assert (state.history is not None) == has_history
        runs = []
        for _ in range(2):
            env.set_state(state)
            runs.append([give(env, move) for move in Player(9).moves(env, 30)])
            env.lab.recruit.post_postdoc()
            env.lab.next_month()
            runs[-1].append(env.reset()[1]["seed"])
            assert pickle.dumps(state) == kept
        assert is_same(*runs)
        env.set_state(state)
        assert env.lab.month == env.labs["month"][0]


def test_a_state_brings_its_own_impact():
    env, other = make(world=EASY, max_commands=None).unwrapped, make(world=EASY, max_commands=None).unwrapped
    for one in (env, other):
        one.reset(seed=5)
    for move in Player(5).moves(env, 400):
        give(env, move)
    while other.labs["month"][0] < env.labs["month"][0]:
        other.step(NEXT_MONTH)
    assert env.observe()[1]["impact"] > 0 == other.observe()[1]["impact"]
    other.set_state(env.get_state())
    assert is_same(other.observe(), env.observe())


def test_the_surface_of_a_copy_is_its_own():
    env = make(**NARROW).unwrapped
    env.reset(seed=6)
    env.lab.recruit.hire_ra()
    for twin in (env.clone(), pickle.loads(pickle.dumps(env))):
        twin.lab.recruit.hire_ra()
        twin.step(HIRE_RA)
        assert len(twin.lab.students.list()) == 3
        assert len(twin.lab.ledger()) == 0
        twin.lab.next_month()
        assert len(twin.lab.ledger()) == 3
        assert (len(env.lab.students.list()), env.lab.ledger(), env.lab.month) == (1, [], 1)


def test_an_interrupt_while_the_lab_is_made_loses_nothing(monkeypatch):
    env = make(**NARROW).unwrapped
    env.reset(seed=6)
    for move in Player(6).moves(env, 40):
        give(env, move)
    before, played = env.labs.tobytes(), list(env.episode.played)

    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(type(env), "_apply_row", interrupt)
        patch.setattr(type(env), "_carry_out", interrupt)
        with pytest.raises(KeyboardInterrupt):
            env.lab  # noqa: B018
    assert (env.labs.tobytes(), env.episode.played) == (before, played)
    assert env.lab.month == env.labs["month"][0]
    assert env.labs.tobytes() == before


def test_a_shallow_copy_is_a_whole_one():
    env = make(**NARROW).unwrapped
    env.reset(seed=6)
    twin = copy.copy(env)
    twin.step(HIRE_RA)
    assert (env.labs["n_people"][0], twin.labs["n_people"][0]) == (0, 1)
    assert (env.episode.commands, twin.episode.commands) == (0, 1)


@pytest.mark.parametrize(
    ("options", "change", "said"),
    [
        ({"months": 12}, {}, "is of world [0-9a-f]+, this environment of"),
        ({"salt": "pepper"}, {}, "is of world"),
        ({}, {"kind": "PIBenchMonthEnv"}, "is of environment PIBenchMonthEnv, this environment of PIBenchEnv"),
        ({}, {"schema": 0}, "is of schema version 0, this environment of"),
        ({"max_commands": 9}, {}, "is of max_commands 64, this environment of 9"),
        ({"staff_tools": False}, {}, "is of staff_tools True, this environment of False"),
        ({}, {"lab": b""}, "a lab of 0 bytes; [0-9]+ are needed"),
        ({}, {"chance": {}}, "state must be for"),
    ],
)
def test_states_of_others_are_refused(options, change, said):
    env, other = PIBenchEnv(), PIBenchEnv(**options)
    env.reset(seed=1)
    other.reset(seed=2)
    before = other.get_state()
    with pytest.raises(ValueError, match=said):
        other.set_state(dataclasses.replace(env.get_state(), **change))
    assert other.get_state() == before


@pytest.mark.parametrize("garbage", [None, b"", {}, "state", 3])
def test_what_is_no_state_is_refused(garbage):
    env = PIBenchEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="set_state takes what get_state gave, not"):
        env.set_state(garbage)


def test_an_environment_can_be_sent_to_another_process():
    """To a fresh interpreter, which has to make the rules and the work space anew."""
    env = make(**NARROW).unwrapped
    env.reset(seed=6)
    for move in Player(6).moves(env, 30):
        give(env, move)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        for action in (HIRE_RA, (Verb.START, 16, 2, 2), NEXT_MONTH):
            there = pool.submit(methodcaller("step", action), env).result()
            assert is_same(there, env.step(action))
            assert there[4]["outcome"] == "ok"


# --- Rewards ----------------------------------------------------------------------------------------------------------


def paid(**options: Any) -> tuple[list[float], list[dict[str, Any]]]:
    """Rewards and infos of a whole run in which commands are given in all ways."""
    env = make(world=EASY, months=30, **options).unwrapped
    env.reset(seed=5)
    rewards, infos = [], []
    for k, move in enumerate(Player(5).moves(env, 10_000)):
        if k == 200:
            env.lab.next_month()
        if env.labs["month"][0] == 30:
            move = NEXT_MONTH
        if isinstance(move, tuple):
            _, reward, is_over, _, info = env.step(move)
            assert type(reward) is float
            rewards.append(reward)
            infos.append(info)
            if is_over:
                break
        else:
            env.apply(move)
    assert infos[-1]["impact"] > 50
    return rewards, infos


def test_rewards_add_up_to_the_impact():
    rewards, infos = paid()
    assert sum(rewards) == pytest.approx(infos[-1]["impact"])
    steps = [after["impact"] - before["impact"] for before, after in pairwise(infos)]
    assert rewards[1:] == steps
    assert sum(reward != 0 for reward in rewards) > 5


def test_rewards_at_the_end():
    rewards, infos = paid(reward="final")
    assert rewards == [0.0] * (len(rewards) - 1) + [infos[-1]["impact"]]


def test_rewards_on_a_log_scale():
    rewards, infos = paid(reward="symlog")
    assert sum(rewards) == pytest.approx(math.log1p(infos[-1]["impact"]))
    assert sum(rewards[:100]) == pytest.approx(math.log1p(infos[99]["impact"]))


def test_symlog():
    assert [symlog(x) for x in (0.0, math.e - 1, 1 - math.e)] == pytest.approx([0.0, 1.0, -1.0])
    assert symlog(1e-9) == pytest.approx(1e-9)


@pytest.mark.parametrize("kind", ["difference", "final", "symlog"])
def test_refused_actions_can_cost(kind):
    free, infos = paid(reward=kind)
    fined, fined_infos = paid(reward=kind, illegal_penalty=0.5)
    assert is_same(infos, fined_infos)
    counts = [0, *(info["illegal_actions"] for info in infos)]
    fines = [0.5 * (after - before) for before, after in pairwise(counts)]
    assert fined == pytest.approx([reward - fine for reward, fine in zip(free, fines, strict=True)])
    assert sum(fines) > 5


# --- Seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seeds", "worlds"),
    [
        ("tune[0:4]", SETS["tune"][0:4]),
        ("published", SETS["published"]),
        (" test ", SETS["test"]),
        ("101-103,7", [101, 102, 103, 7]),
        ([5, 2**63 - 1], [5, 2**63 - 1]),
        (101, [101]),
        (np.int64(7), [7]),
        (range(10, 13), range(10, 13)),
        (np.array([4, 9]), [4, 9]),
        (seed_set("calibrate"), seed_set("calibrate")),
    ],
    ids=str,
)
def test_a_reset_picks_one_of_the_seeds(seeds, worlds):
    env = PIBenchEnv(seeds=seeds)
    picked = {env.reset()[1]["seed"] for _ in range(60)}
    assert all(seed in worlds for seed in picked)
    assert len(picked) == (len(worlds) if len(worlds) <= 10 else 60)
    assert env.reset(seed=77)[1]["seed"] == 77, "a seed that is asked for is that world, in the set or not"
    other = PIBenchEnv()
    for _ in range(20):
        _, info = other.reset(options={"seeds": seeds})
        assert info["seed"] in worlds
    assert other.reset()[1]["seed"] in SETS["train"], "the option was for one reset"


def test_what_a_reset_picks_follows_from_the_last_seed():
    picked = []
    for steps in (0, 30):
        env = PIBenchEnv(seeds="tune")
        env.reset(seed=9)
        masked_actions_of(env, steps)
        picked.append([env.reset()[1]["seed"] for _ in range(3)] + [env.reset(options={"seeds": [1, 2]})[1]["seed"]])
    assert picked[0] == picked[1]
    env.reset(seed=10)
    assert env.reset()[1]["seed"] != picked[0][0]


def masked_actions_of(env: Any, steps: int) -> None:
    for move in Player(1).moves(env, steps):
        give(env, move)


# --- What is seen -----------------------------------------------------------------------------------------------------


def test_named_parts_are_the_same_numbers():
    flat, named = make(world=EASY).unwrapped, make(world=EASY, obs_mode="dict").unwrapped
    one, other = flat.reset(seed=2), named.reset(seed=2)
    for move in Player(2, rows=0.0).moves(flat, 500):
        assert is_same(other[0], {name: one[0][part] for name, part in GROUPS.items()})
        assert is_same(np.concatenate(list(other[0].values())), one[0])
        assert flat.observation_space.contains(one[0])
        assert named.observation_space.contains(other[0])
        assert is_same(one[1:], other[1:])
        one, other = give(flat, move), give(named, move)
    for name, box in named.observation_space.items():
        assert (box.low == flat.observation_space.low[GROUPS[name]]).all()
        assert (box.high == flat.observation_space.high[GROUPS[name]]).all()


def test_nothing_that_is_returned_depends_on_what_is_hidden():
    """Random bytes in all hidden columns, in many states. Impact is for whoever scores the run, and may."""
    noise, changed = np.random.default_rng(3), set()
    for world in (EASY, {}, {"start_budget": 5e4}):
        env = make(world=world, months=24).unwrapped
        env.reset(seed=12)
        for k, move in enumerate(Player(12).moves(env, 260)):
            give(env, move)
            if k % 10 and not env.labs["finished"][0]:
                continue
            twin = env.clone()
            twin.set_state(dataclasses.replace(env.get_state(), lab=scrambled(env.labs, noise).tobytes()))
            (observation, info), (seen, shown) = env.observe(), twin.observe()
            assert seen.tobytes() == observation.tobytes()
            assert is_same(split(seen), split(observation))
            changed |= {name for name in info if not is_same(info[name], shown[name])}
            assert is_same(env.action_masks(), twin.action_masks())
            for mode in ("ansi", "rgb_array"):
                env.render_mode = twin.render_mode = mode
                assert is_same(env.render(), twin.render())
    assert changed == {"impact"}
