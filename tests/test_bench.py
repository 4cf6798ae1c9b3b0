"""The benchmarks: what they measure, in which units. How fast a machine is, is no matter for a test."""

import importlib
import json
import subprocess
import sys
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


# --- The benchmarks of the checkout -----------------------------------------------------------------------------------

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
KEYS = [
    "benchmark", "case", "value", "best", "unit", "rounds", "time", "load", "ratio", "commit", "machine", "cpu",
    "cores", "system", "python", "pibench-env", "numpy", "numba", "gymnasium",
]  # fmt: skip
SPEEDS_WITHOUT_TWIN = {"CartPole-v1"}


@pytest.fixture(scope="module")
def script():
    """The script with its neighbours, which are plain modules."""
    before = list(sys.path)
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("run")
    sys.path[:] = before


@pytest.fixture(scope="module")
def measuring(script):
    return importlib.import_module("measuring")


@pytest.fixture
def kept(script, monkeypatch, tmp_path) -> Path:
    """Where a run leaves its rows, instead of the checkout."""
    monkeypatch.setattr(script, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(script, "MEASURED", tmp_path / "measured.json")
    return tmp_path


@pytest.fixture(scope="module")
def quick_rows(script, measuring):
    return script.run(script.NAMES, measuring.QUICK)


def test_every_row_has_the_promised_keys(script, quick_rows):
    assert {tuple(row) for row in quick_rows} == {tuple(KEYS)}
    assert {row["benchmark"] for row in quick_rows} == {"twin", *script.NAMES}
    for row in quick_rows:
        assert row["value"] > 0, row
        assert row["best"] == row["value"], row  # of a single round


def test_cases_of_a_benchmark_have_names_of_their_own(quick_rows):
    names = [(row["benchmark"], row["case"]) for row in quick_rows]
    assert len(set(names)) == len(names)


def test_every_speed_stands_beside_the_twin(quick_rows):
    speeds = [row for row in quick_rows if row["unit"].endswith("/s") and row["case"] not in SPEEDS_WITHOUT_TWIN]
    assert len(speeds) > 20
    assert all(row["ratio"] > 0 for row in speeds)
    of_twin = [row["ratio"] for row in quick_rows if row["case"].startswith("careers, ")]
    assert sum(of_twin) == pytest.approx(2, rel=1e-4)  # ratios are taken to the mean of before and after


def test_medians_best_and_ratios(measuring):
    """A step that is a third of a month; a time, of which less is more; and a quotient taken round by round."""
    speeds, times = iter([9.0, 30.0, 10.0, 20.0]), iter([9.0, 8.0, 4.0, 5.0])
    cases = [
        measuring.Case("fast", "steps/s", lambda: next(speeds), measuring.MONTHS, 1 / 3),
        measuring.Case("slow", "ms", lambda: next(times), measuring.CAREER),
        measuring.Case("once", "bytes", lambda: 7.0, is_alone=True),
    ]
    group = measuring.Group(cases, [("both", "fast", "slow")])
    rows = measuring.measure("any", group, measuring.Effort(rounds=3))  # the first of each warms up
    twin = {measuring.MONTHS: 2.0, measuring.CAREER: 50.0}
    fast, slow, once, both = [measuring.with_ratio(row, twin) for row in rows]
    assert [fast[key] for key in ("value", "best", "rounds", "ratio")] == [20.0, 30.0, 3, pytest.approx(10 / 3, 1e-5)]
    assert [slow[key] for key in ("value", "best", "rounds", "ratio")] == [5.0, 4.0, 3, 10.0]
    assert [once[key] for key in ("value", "best", "rounds", "ratio")] == [7.0, 7.0, 1, None]
    assert [both[key] for key in ("value", "best", "unit", "ratio")] == [3.75, 4.0, "×", None]


def test_compared_cases_take_turns(measuring):
    order = []
    cases = [measuring.Case(name, "s", lambda name=name: order.append(name) or 1.0) for name in "ab"]
    measuring.measure("any", measuring.Group(cases), measuring.Effort(rounds=2))
    assert order == list("ababab")


def test_a_selection_is_measured_shown_and_kept(script, kept, capsys):
    assert script.main(["--quick", "memory", "surface"]) == 0
    (file,) = (kept / "results").iterdir()
    rows = json.loads(file.read_text(encoding="utf-8"))
    assert {row["benchmark"] for row in rows} == {"twin", "memory", "surface"}
    shown = capsys.readouterr().out
    assert all(row["case"] in shown for row in rows)
    assert not script.MEASURED.exists()


def test_what_is_written_for_the_page_is_what_was_measured(script, kept, quick_rows, monkeypatch, capsys):
    monkeypatch.setattr(script, "run", lambda names, effort: quick_rows)
    assert script.main(["--write"]) == 0
    assert json.loads(script.MEASURED.read_text(encoding="utf-8")) == quick_rows
    assert script.MEASURED.read_bytes() == next((kept / "results").iterdir()).read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["kernell"], "did you mean 'kernel'?"),
        (["kernel", "emv"], "did you mean 'env'?"),
        (["x"], "allowed are env, "),
        (["--wait"], "--wait"),
        (["--write", "kernel"], "--write"),
    ],
)
def test_bad_words_are_told_in_one_line(script, kept, capsys, words, told):
    with pytest.raises(SystemExit) as left:
        script.main(words)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1
    assert not list(kept.iterdir())


def test_make_passes_names_on(root: Path):
    line = subprocess.run(["make", "-n", "bench", "NAMES=kernel env"], cwd=root, capture_output=True, text=True).stdout
    assert "benchmarks/run.py kernel env\n" in line


def test_the_page_tells_what_is_kept(root: Path):
    page = (root / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    rows = json.loads((BENCHMARKS / "measured.json").read_text(encoding="utf-8"))
    assert {tuple(row) for row in rows} == {tuple(KEYS)}
    for row in rows:
        assert (
            f"\n| {row['case']} | {bench.digits(row['value'])} | {bench.digits(row['best'])} | {row['unit']} |" in page
        )
    for key in ("cpu", "commit", "numba", "system"):
        assert f" | {rows[0][key]} |" in page
