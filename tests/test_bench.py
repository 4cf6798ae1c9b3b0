"""The benchmark: what it measures, in which units. How fast a machine is, is no matter for a test."""

import importlib.util
import json
from pathlib import Path

import pytest

from pibench_env.cli import main
from pibench_env.commandline import bench


@pytest.fixture
def hasty(monkeypatch) -> None:
    """Measurements that are as short as can be."""
    monkeypatch.setattr(bench, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(bench, "LEAST_ROUNDS", 1)
    monkeypatch.setattr(bench, "PROCESSES", 1)
    monkeypatch.setattr(bench, "BATCHES", ((1, 1), (5, 2)))


@pytest.mark.usefixtures("hasty")
def test_quick_measurements(capsys):
    assert main(["bench", "--quick", "--json"]) == 0
    out, err = capsys.readouterr()
    rows = json.loads(out)
    assert err == ""
    assert [list(row) for row in rows] == [["measure", "case", "value", "unit"]] * len(rows)
    assert [(row["measure"], row["unit"]) for row in rows] == [
        *[("careers", "lab-months/s")] * 2,
        *[("call", "us")] * 2,
        ("import", "s"),
        ("start", "s"),
        *[("size", "bytes")] * 2,
    ]
    assert all(row["value"] > 0 for row in rows)
    lab, touched = [row["value"] for row in rows if row["measure"] == "size"]
    assert touched <= 64 * 1024 < lab


@pytest.mark.usefixtures("hasty")
def test_for_people_it_is_a_table(capsys):
    assert main(["bench", "--quick"]) == 0
    assert "lab-months/s" in capsys.readouterr().out


def test_compile_times_are_those_of_another_process(tmp_path):
    """What is in the cache is read, and a process that compiles nothing says nothing but its start."""
    times = bench._compile_times()
    assert set(times) >= {"start"}
    assert times["start"] > 0


@pytest.mark.slow
def test_compiling_from_nothing(tmp_path):
    cold = bench._compile_times(str(tmp_path))
    warm = bench._compile_times(str(tmp_path))
    policies = {name for name in cold if name.endswith(".play_month")}
    assert policies == {f"baselines.{name}.play_month" for name in POLICY_FILES}
    assert {"kernel.close_month", "kernel.apply"} <= set(cold)
    assert sum(seconds for name, seconds in cold.items() if name in policies) < cold["start"]
    assert set(warm) == {"start"}
    assert warm["start"] < cold["start"] / 3


POLICY_FILES = ("baseline", "oracle", "ambitious", "hire_max", "idle", "random_legal")


@pytest.mark.usefixtures("hasty")
def test_the_benchmark_script_takes_the_same_rows(root: Path, monkeypatch):
    spec = importlib.util.spec_from_file_location("bench_kernel", root / "benchmarks" / "bench_kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(bench, "_compile_times", lambda cache=None: {"start": 1.0})
    assert {row["measure"] for row in module.rows()} == {"careers", "call", "import", "start", "size", "compile"}
