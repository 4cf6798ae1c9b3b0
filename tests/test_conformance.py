"""The ids before the checkers of the libraries that use them, and our own checks before broken environments."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import conformance
import gymnasium
import numpy as np
import pytest

from pibench_env import batch, rehearsal, testing
from pibench_env.codes import Verb
from pibench_env.env import PIBenchEnv
from pibench_env.state import empty_commands
from pibench_env.testing import CheckError
from pibench_env.wrappers import BoxAction, FlatDiscrete, ImpactReward, MaskInObservation
from pibench_env.wrappers.month_plan import PIBenchMonthEnv
from pibench_env.wrappers.plan.choices import PLAN_OFFSETS
from pibench_env.wrappers.plan.parts import Part

TORCH = os.environ.get("TORCH", "torch==2.13.0")


@pytest.mark.parametrize("env_id", conformance.IDS)
@pytest.mark.parametrize("mode", conformance.MODES, ids=lambda mode: ",".join(mode) or "plain")
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing(env_id, mode):
    conformance.check_gymnasium(env_id, mode)


@pytest.mark.slow
@pytest.mark.parametrize("gymnasium_version", ["==1.2.2", ""], ids=["oldest", "newest"])
def test_gymnasium_and_sb3_find_nothing_in_a_fresh_environment(gymnasium_version, tmp_path, root):
    """Installs torch first, so that a CPU build is taken where one is at hand, then the package with its `rl` extra."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    for packages in ([TORCH], [f"{root}[rl]", f"gymnasium{gymnasium_version}"]):
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    program = Path(conformance.__file__)
    done = subprocess.run([python, program], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    print(report)
    assert report["sb3"]
    assert report["checked"] == len(conformance.IDS) * len(conformance.MODES)
    assert gymnasium_version.lstrip("=") in report["gymnasium"]


@pytest.mark.parametrize("make", [PIBenchEnv, PIBenchMonthEnv])
def test_two_instances_in_two_processes_give_the_same(make):
    """The hash seed of a process changes nothing."""
    program = (
        "import hashlib, numpy as np\n"
        f"from {make.__module__} import {make.__name__} as Env\n"
        "env = Env(); digest = hashlib.sha256()\n"
        "env.action_space.seed(3)\n"
        "observation, info = env.reset(seed=77)\n"
        "for _ in range(80):\n"
        "    observation, reward, over, _, info = env.step(env.action_space.sample())\n"
        "    digest.update(observation.tobytes() + repr((reward, over, info['impact'])).encode())\n"
        "    if over: env.reset()\n"
        "print(digest.hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1


@pytest.mark.parametrize("env_id", conformance.IDS)
def test_gymnasium_s_own_vectors_and_limits_work(env_id):
    envs = gymnasium.make_vec(env_id, num_envs=3, vectorization_mode="sync")
    observations, infos = envs.reset(seed=5)
    single, info = gymnasium.make(env_id).reset(seed=6)
    assert np.array_equal(observations[1], single)
    assert np.array_equal(infos["action_mask"][1], info["action_mask"])
    assert infos["seed"].tolist() == [5, 6, 7]
    envs.step(envs.action_space.sample())
    envs.close()
    limited = gymnasium.make(env_id, max_episode_steps=2)
    limited.reset(seed=1)
    nothing = np.zeros(len(limited.action_space.nvec), int)
    assert [limited.step(nothing)[2:4] for _ in range(2)] == [(False, False), (False, True)]


# --- The checks that ship with the package ----------------------------------------------------------------------------


class Broken(PIBenchEnv):
    """An environment that keeps all promises."""


def _leaks(self: Any, observation: Any, mask: Any) -> Any:
    glance = PIBenchEnv._look(self, observation, mask)
    observation[0] = self.labs["reputation"][0] / 10.0
    return glance


def _leaves_its_space(self: Any, observation: Any, mask: Any) -> Any:
    glance = PIBenchEnv._look(self, observation, mask)
    observation[3] = 1.5 if self.labs["month"][0] > 1 else observation[3]
    return glance


def _drifts(self: Any, observation: Any, mask: Any) -> Any:
    glance = PIBenchEnv._look(self, observation, mask)
    self.calls = getattr(self, "calls", 0) + 1
    observation[0] = (self.calls % 50) / 50
    return glance


def _masks_too_much(self: Any, observation: Any, mask: Any) -> Any:
    glance = PIBenchEnv._look(self, observation, mask)
    mask[Verb.HIRE_RA] = 0
    return glance


def _masks_everything(self: Any, observation: Any, mask: Any) -> Any:
    glance = PIBenchEnv._look(self, observation, mask)
    mask[-8:] = 0
    return glance


def _info(self: Any) -> Any:
    info = PIBenchEnv._info(self)
    return info | ({"surprise": 1} if info["month"] > 1 else {})


@pytest.mark.parametrize(
    ("check", "name", "method", "said"),
    [
        (testing.check_no_leak, "_look", _leaks, "hidden column"),
        (testing.check_spaces, "_look", _leaves_its_space, "outside its space"),
        (testing.check_spaces, "_info", _info, "changes its keys"),
        (testing.check_determinism, "_look", _drifts, "same seed and actions"),
        (testing.check_masks, "_look", _masks_too_much, "ruled out and yet does something"),
    ],
)
def test_broken_environments_are_caught(check, name, method, said, monkeypatch):
    check(lambda: Broken(months=6))
    monkeypatch.setattr(Broken, name, method, raising=False)
    with pytest.raises(CheckError, match=said):
        check(lambda: Broken(months=6))


class Peeking(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A wrapper of the plainest kind that shows what it has no business with."""

    def __init__(self, env: Any, peek: Any) -> None:
        super().__init__(env)
        self.peek = peek

    def _show(self, observation: Any) -> Any:
        seen = observation.copy()
        seen[0] = self.peek(self.unwrapped) % 1.0
        return seen

    def reset(self, **options: Any) -> Any:
        observation, info = self.env.reset(**options)
        return self._show(observation), info

    def step(self, action: Any) -> Any:
        observation, *rest = self.env.step(action)
        return self._show(observation), *rest


@pytest.mark.parametrize("make", [PIBenchEnv, PIBenchMonthEnv])
@pytest.mark.parametrize(
    "peek",
    [
        lambda env: env.labs["people"]["skill"][0, 0],
        lambda env: env.lab.summary()["final_reputation"],
        lambda env: env.lab.impact,
    ],
)
def test_a_wrapper_that_peeks_is_caught(make, peek):
    testing.check_no_leak(lambda: Peeking(make(), lambda env: env.labs["budget"][0] / 1e7))
    with pytest.raises(CheckError, match="hidden column"):
        testing.check_no_leak(lambda: Peeking(make(), peek))


class Remasking(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A wrapper that has its own view of what makes sense."""

    def __init__(self, env: Any, change: Any) -> None:
        super().__init__(env)
        self.change = change

    def reset(self, **options: Any) -> Any:
        observation, info = self.env.reset(**options)
        return observation, info | {"action_mask": self.change(info["action_mask"].copy())}

    def step(self, action: Any) -> Any:
        *rest, info = self.env.step(action)
        return *rest, info | {"action_mask": self.change(info["action_mask"].copy())}


def _rule_out(*places: int) -> Any:
    def change(mask: Any) -> Any:
        mask[list(places)] = 0
        return mask

    return change


def test_the_mask_of_a_wrapper_is_what_counts():
    testing.check_masks(lambda: Remasking(PIBenchEnv(), _rule_out()), steps=30)
    with pytest.raises(CheckError, match="ruled out and yet does something"):
        testing.check_masks(lambda: Remasking(PIBenchEnv(), _rule_out(Verb.HIRE_MANAGER, Verb.OFFER)), steps=30)
    with pytest.raises(CheckError, match="no legal choice"):
        testing.check_masks(lambda: Remasking(PIBenchEnv(), lambda mask: mask * 0), steps=30)
    hire = FlatDiscrete(PIBenchEnv()).index_of([Verb.HIRE_RA, 0, 0, 0])
    with pytest.raises(CheckError, match="ruled out and yet does something"):
        testing.check_masks(lambda: Remasking(FlatDiscrete(PIBenchEnv()), _rule_out(hire)), steps=400)


def test_wrappers_of_the_package_pass():
    for wrapper in (FlatDiscrete, BoxAction, MaskInObservation, lambda env: ImpactReward(env, "symlog")):
        testing.check_environment(lambda wrapper=wrapper: wrapper(gymnasium.make("PIBench-v0")), steps=30, seeds=(5,))


def test_environments_that_keep_their_promises_pass_in_odd_worlds():
    """A month that closes behind every command, people on nothing, and what Gymnasium adds at the end of a run."""
    rich = {"start_budget": 1e12, "months": 30}
    testing.check_masks(lambda: PIBenchEnv(max_commands=1, staff_tools=False, world=rich), steps=120)
    testing.check_masks(lambda: gymnasium.make("PIBench-v0", world=rich), steps=600, seeds=(11,))
    testing.check_masks(lambda: PIBenchMonthEnv(world={"attention_floor": 0, "attention_budget": 26.0}))
    gathering = gymnasium.wrappers.RecordEpisodeStatistics
    testing.check_spaces(lambda: gathering(gymnasium.make("PIBenchMonth-v0", months=6)))


def test_checks_take_a_function():
    with pytest.raises(TypeError, match="take a function that makes an environment"):
        testing.check_environment(PIBenchEnv())


def test_a_mask_that_leaves_nothing_is_caught(monkeypatch):
    monkeypatch.setattr(Broken, "_look", _masks_everything, raising=False)
    monkeypatch.setattr(rehearsal, "choose", lambda env, chance, info, seed: env.action_space.sample())
    with pytest.raises(CheckError, match="no legal choice"):
        testing.check_masks(lambda: Broken(months=6))


def test_a_plan_mask_that_rules_out_too_much_is_caught():
    class BrokenMonth(PIBenchMonthEnv):
        def _look(self, observation: Any, mask: Any) -> Any:
            glance = super()._look(observation, mask)
            mask[PLAN_OFFSETS[Part.ASSISTANTS] + 1 : PLAN_OFFSETS[Part.ASSISTANTS + 1]] = 0
            return glance

    testing.check_masks(lambda: PIBenchMonthEnv())
    with pytest.raises(CheckError, match="ruled out and yet does something"):
        testing.check_masks(lambda: BrokenMonth())


def test_a_lab_that_depends_on_its_company_is_caught(monkeypatch):
    commands = np.array([empty_commands(3) for _ in range(4)])
    commands["verb"][1] = Verb.HIRE_RA
    testing.check_batch_invariance(commands, [1, 2, 3], {"start_budget": 1e6}, "pepper")
    honest = batch.apply_to_all

    def crowded(labs: Any, rows: Any, world: Any) -> Any:
        outcomes = honest(labs, rows, world)
        labs["budget"] += len(labs) - 1
        return outcomes

    monkeypatch.setattr(batch, "apply_to_all", crowded)
    with pytest.raises(CheckError, match="differs from one alone"):
        testing.check_batch_invariance(commands, [1, 2, 3])


def test_other_environments_are_refused():
    with pytest.raises(CheckError, match="no environment on a lab"):
        testing.check_masks(lambda: gymnasium.make("CartPole-v1"))
