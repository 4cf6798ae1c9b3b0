"""One career through every door: the same state to the byte after each command, and every entry honours its seed."""

import json
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from policy_careers import PolicyCareer

from pibench_env import batch
from pibench_env.calls import read_command
from pibench_env.codes import Outcome, Verb
from pibench_env.env import PIBenchEnv
from pibench_env.lab import Lab, LabError
from pibench_env.spaces.decoding import split_mask
from pibench_env.state import COMMAND, LAB, empty_commands
from pibench_env.worlds import World
from pibench_env.wrappers.month_plan import PIBenchMonthEnv

RICH = {"start_budget": 3e6, "progress_coef": 2.5, "attention_budget": 200.0, "rep_init": 4.0}
NEXT_MONTH = empty_commands(1)


class Doors:
    """A lab behind each door, given the same commands."""

    def __init__(self, seed: int, world: dict[str, Any]) -> None:
        self.lab = Lab(seed, world=world)
        self.by_rows = Lab(seed, world=world)
        self.home = World.of(world)
        self.batch = batch.born([seed + 1, seed, seed + 2], self.home)
        self.envs = [make(world=world) for make in (PIBenchEnv, PIBenchMonthEnv)]
        for env in self.envs:
            env.reset(seed=seed)

    def give(self, row: Any) -> list[int]:
        """The outcome at every door."""
        command = np.array([row] * 3, COMMAND)
        outcomes = [int(batch.apply_to_all(self.batch, command, self.home)[1])]
        outcomes += [int(env.apply(row)) for env in self.envs]
        call, args = read_command(row, self.lab.labs[0], self.lab.rules[0])
        surface = (lambda: self.lab.call(call, **args)), (lambda: self.by_rows.apply(row))
        for give in surface:
            try:
                give()
                outcomes.append(int(Outcome.OK))
            except LabError as refusal:
                outcomes.append(next(int(outcome) for outcome in Outcome if outcome.word == refusal.kind))
        return outcomes

    def states(self) -> list[bytes]:
        records = (self.lab.labs, self.by_rows.labs, self.batch[1:2], *(env.labs for env in self.envs))
        return [record.tobytes() for record in records]


@pytest.mark.parametrize(("seed", "world"), [(21, {}), (22, RICH), (23, RICH | {"months": 30})])
def test_commands_of_a_player_give_one_career_at_all_doors(seed, world):
    """Any verb about anything it may be about, some of it refused."""
    career = PolicyCareer("random", seed, world, {"recklessness": 0.2})
    doors, given, verbs = Doors(seed, world), 0, set()
    while not career.finished:
        career.play_month()
        log = career.logs[0]
        rows = [row.copy() for row in log["commands"][: log["count"]]]
        for row, outcome in zip([*rows, NEXT_MONTH[0]], [*log["outcomes"][: len(rows)], Outcome.OK], strict=True):
            assert set(doors.give(row)) == {int(outcome)}, read_command(row, doors.lab.labs[0], doors.lab.rules[0])
            verbs.add(Verb(int(row["verb"])))
            given += 1
        career.close()
        assert {*doors.states()} == {career.labs.tobytes()}
    assert given > 100
    assert len(verbs) > 12


def test_actions_give_the_career_of_the_commands_they_stand_for():
    env = PIBenchEnv(world=RICH, max_commands=None)
    _, info = env.reset(seed=31)
    doors, rng, accepted = Doors(31, RICH), np.random.default_rng(5), set()
    for _ in range(1500):
        action = [rng.choice(np.flatnonzero(part)) for part in split_mask(info["action_mask"])]
        _, _, terminated, _, info = env.step(action)
        outcomes = doors.give(env._commands[0].copy())
        assert {Outcome(outcome).word for outcome in outcomes} == {info["outcome"]}
        assert {*doors.states()} == {env.labs.tobytes()}
        if info["outcome"] == "ok":
            accepted.add(info["verb"])
        if terminated:
            break
    assert len(accepted) > 12


def test_a_batch_takes_one_command_a_lab_and_nothing_else():
    home = World.of(None)
    labs = batch.born([1, 2], home)
    for wrong, said in (
        (empty_commands(3), "2 labs take 2 commands, not 3"),
        (np.zeros(2), "commands is an array of records"),
        (empty_commands(2).reshape(1, 2), "commands is an array of records"),
    ):
        with pytest.raises(ValueError, match=said):
            batch.apply_to_all(labs, wrong, home)
    with pytest.raises(ValueError, match="labs is an array of records"):
        batch.apply_to_all(np.zeros(2), empty_commands(2), home)
    kept = np.frombuffer(labs.tobytes(), LAB)
    with pytest.raises(ValueError, match="read-only"):
        batch.apply_to_all(kept, empty_commands(2), home)
    assert kept.tobytes() == labs.tobytes() == batch.born([1, 2], home).tobytes()
    assert batch.apply_to_all(labs, empty_commands(2), home).tolist() == [Outcome.OK, Outcome.OK]
    assert labs["month"].tolist() == [2, 2]
    assert batch.born([], home).dtype == LAB


# --- Every entry honours its seed -------------------------------------------------------------------------------------

SEED, SALT = 424242, "pepper"


def entries() -> dict[str, tuple[str, bytes]]:
    """World hash and first state of seed SEED through every entry, in one world that is not the published one."""
    world = {"start_budget": 750_000.0}
    options: dict[str, Any] = {"world": world, "salt": SALT}
    found: dict[str, tuple[str, bytes]] = {}
    for env_id in ("PIBench-v0", "PIBenchMonth-v0"):
        plain = gymnasium.make(f"pibench_env:{env_id}", **options).unwrapped
        plain.reset(seed=SEED)
        found[f"{env_id}: reset"] = plain.world_hash, plain.labs.tobytes()
        plain.reset(options={"seeds": [SEED]})
        found[f"{env_id}: reset options"] = plain.world_hash, plain.labs.tobytes()
        kwarg = gymnasium.make(f"pibench_env:{env_id}", seeds=SEED, **options)
        kwarg.reset()
        found[f"{env_id}: gym kwargs"] = kwarg.unwrapped.world_hash, kwarg.unwrapped.labs.tobytes()
        config = gymnasium.make(EnvSpec.from_json(kwarg.spec.to_json()))
        config.reset()
        found[f"{env_id}: config"] = config.unwrapped.world_hash, config.unwrapped.labs.tobytes()
        twin = plain.clone()
        found[f"{env_id}: clone"] = twin.world_hash, twin.labs.tobytes()
    home = World.of(world, None, SALT)
    found["Lab"] = home.hash, Lab(SEED, world=world, salt=SALT).labs.tobytes()
    found["batch"] = home.hash, batch.born([SEED], home).tobytes()
    found["World"] = home.hash, home.new_lab(SEED).tobytes()
    return found


def test_every_entry_begins_in_the_same_world():
    found = entries()
    for name, (world, state) in found.items():
        print(f"{name:32} world {world}  first state {hash(state):#x}, {len(state)} bytes")
    assert len(set(found.values())) == 1
    (world, state) = found["Lab"]
    lab = np.frombuffer(state, LAB)[0]
    assert (int(lab["luck"]["seed"]), float(lab["budget"])) == (SEED, 750_000.0)
    assert world not in (World.of(None).hash, World.of(None, None, SALT).hash)


def test_the_command_line_plays_in_the_same_world(tmp_path):
    salt = tmp_path / "salt"
    salt.write_text(SALT)
    words = ["run", "--policy", "idle", "--seeds", str(SEED), "--months", "1", "--salt-file", str(salt)]
    words += ["--world", "start_budget=750000", "--json"]
    done = subprocess.run([sys.executable, "-m", "pibench_env.cli", *words], capture_output=True, text=True, check=True)
    (row,) = json.loads(done.stdout)
    home = World.of({"start_budget": 750_000.0}, 1, SALT)
    lab = Lab(SEED, world={"start_budget": 750_000.0}, months=1, salt=SALT)
    lab.next_month()
    assert (row["seed"], row["world_hash"]) == (SEED, home.hash)
    assert row["final_budget"] == lab.summary()["final_budget"]
