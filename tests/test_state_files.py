"""Files of labs and environments: what is read goes on as what was written; anything else is refused by name."""

import json
import zipfile
from contextlib import suppress

import gymnasium
import numpy as np
import pytest

from pibench_env.batch import apply_to_all, born
from pibench_env.codes import Verb
from pibench_env.state import LAB, empty_commands
from pibench_env.state_files import HEADER, RECORDS, StateFileError, load_state, save_state
from pibench_env.worlds import World

WORLD = World.of({"months": 24}, salt="secret")


def some_labs():
    """Labs some months on."""
    labs, commands = born([3, 4, 5], WORLD), empty_commands(3)
    commands["verb"] = Verb.NEXT_MONTH
    for _ in range(7):
        apply_to_all(labs, commands, WORLD)
    return labs


def test_labs_come_back_as_they_were(tmp_path):
    labs, file = some_labs(), tmp_path / "labs.pibench"
    save_state(file, labs, WORLD)
    assert load_state(file, WORLD).tobytes() == labs.tobytes()
    assert load_state(file).flags.writeable
    assert [path.name for path in tmp_path.iterdir()] == ["labs.pibench"]
    assert b"secret" not in file.read_bytes()
    again = tmp_path / "again.pibench"
    save_state(str(again), labs, WORLD)
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("env_id", ["PIBench-v0", "PIBenchMonth-v0"])
@pytest.mark.parametrize("has_surface", [False, True])
def test_environments_go_on_where_they_were(env_id, has_surface, tmp_path):
    env = gymnasium.make(env_id, months=24).unwrapped
    env.reset(seed=8)
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(30)]
    for action in actions[:5]:
        env.step(action)
    if has_surface:
        env.lab.recruit.hire_ra()
        env.lab.students.set_mentoring({env.lab.students.list()[-1]["id"]: 2.0})
        env.lab.next_month()
    save_state(tmp_path / "env", env.get_state())
    other = gymnasium.make(env_id, months=24).unwrapped
    other.set_state(load_state(tmp_path / "env"))
    assert other.lab.field.news() == env.lab.field.news()
    for action in actions[5:9]:
        ours, theirs = env.step(action), other.step(action)
        assert ours[0].tobytes() == theirs[0].tobytes()
        assert ours[1:3] == theirs[1:3]
    assert other.reset()[1]["seed"] == env.reset()[1]["seed"]


@pytest.mark.parametrize("env_id", ["PIBench-v0", "PIBenchMonth-v0"])
def test_vector_environments_go_on_where_they_were(env_id, tmp_path):
    envs, other = (gymnasium.make_vec(env_id, num_envs=3, months=3).unwrapped for _ in range(2))
    envs.reset(seed=[8, None, 9])
    envs.action_space.seed(1)
    actions = [envs.action_space.sample() for _ in range(12)]
    for action in actions[:5]:
        envs.step(action)
    save_state(tmp_path / "envs", envs.get_state())
    other.set_state(load_state(tmp_path / "envs"))
    for action in actions[5:]:
        ours, theirs = envs.step(action), other.step(action)
        assert ours[0].tobytes() == theirs[0].tobytes()
        assert ours[1].tobytes() == theirs[1].tobytes()
        assert ours[4]["seed"].tolist() == theirs[4]["seed"].tolist()


def rewrite(file, header=None, records=None):
    """Change a file by hand."""
    with zipfile.ZipFile(file) as archive:
        old, content = json.loads(archive.read(HEADER)), archive.read(RECORDS)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(HEADER, json.dumps(old | (header or {})))
        archive.writestr(RECORDS, content if records is None else records)


CHANGES = {
    "format": {"format": "other"}, "version": {"version": 2}, "rules": {"rules": "PIBench-v1"},
    "layout": {"layout": "0123456789abcdef"}, "damaged": {"sha256": "00"},
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_other_files_are_refused_by_name(name, tmp_path):
    file = tmp_path / "labs"
    save_state(file, some_labs(), WORLD)
    rewrite(file, CHANGES[name])
    with pytest.raises(StateFileError, match=name):
        load_state(file)


def test_states_of_another_world_or_schema_are_refused(tmp_path):
    save_state(tmp_path / "labs", some_labs(), WORLD)
    with pytest.raises(StateFileError, match=f"world.*{World.of(None).hash}"):
        load_state(tmp_path / "labs", World.of(None))
    env = gymnasium.make("PIBench-v0").unwrapped
    env.reset(seed=1)
    save_state(tmp_path / "env", env.get_state())
    rewrite(tmp_path / "env", {"schema": 99})
    with pytest.raises(StateFileError, match="schema 99"):
        load_state(tmp_path / "env")


def test_damage_is_found(tmp_path):
    file = tmp_path / "labs"
    save_state(file, some_labs(), WORLD)
    whole = file.read_bytes()
    for damaged in (b"", b"hello", whole[: len(whole) // 2], whole[:-30], whole.replace(b"header", b"hadder")):
        file.write_bytes(damaged)
        with pytest.raises(StateFileError):
            load_state(file)
    file.write_bytes(whole)
    rewrite(file, records=b"x" + some_labs().tobytes()[1:])
    with pytest.raises(StateFileError, match="damaged"):
        load_state(file)
    with pytest.raises(FileNotFoundError):
        load_state(tmp_path / "none")


def test_any_damage_has_one_name(tmp_path):
    file, rng = tmp_path / "labs", np.random.default_rng(4)
    save_state(file, some_labs()[:1], WORLD)
    whole = file.read_bytes()
    for place in rng.integers(0, len(whole), 120).tolist():
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << int(rng.integers(8))]) + whole[place + 1 :])
        with suppress(StateFileError):  # but for the bits that say nothing
            assert load_state(file).tobytes() == some_labs()[:1].tobytes()
    file.write_bytes(whole)
    for change in (
        {"count": 2},
        {"count": "x"},
        {"kind": "PIBenchEnv", "schema": 1},
        {"runs": "zz", "kind": "x", "schema": 1},
    ):
        rewrite(file, change)
        with pytest.raises(StateFileError):
            load_state(file)
        file.write_bytes(whole)
    with pytest.raises(TypeError, match="World"):
        load_state(file, "x")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "labs"
    save_state(file, some_labs(), WORLD)
    before = file.read_bytes()

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="space"):
        save_state(file, some_labs()[:1], WORLD)
    assert file.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_no_state_is_not_written(tmp_path):
    for state, world, word in ((some_labs(), None, "world"), (np.zeros(3), WORLD, "LAB"), ("state", WORLD, "state")):
        with pytest.raises(TypeError, match=word):
            save_state(tmp_path / "x", state, world)
    assert not list(tmp_path.iterdir())


def test_an_address_in_a_file_is_not_followed(tmp_path):
    labs = some_labs()
    labs["luck"]["tape"] = 4711
    save_state(tmp_path / "labs", labs, WORLD)
    assert not load_state(tmp_path / "labs")["luck"]["tape"].any()
    assert load_state(tmp_path / "labs").dtype == LAB
