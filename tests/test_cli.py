"""The command line: what it prints where, its exit codes, and what it says to mistakes."""

import gzip
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pibench_env.cli import main
from pibench_env.commandline import doctor, replay
from pibench_env.recording import read_recording
from pibench_env.replay import mismatch

KEYS = [
    *("seed", "months_survived", "collapsed", "impact", "citations", "projected", "h_index", "publications"),
    *("top_pubs", "grants_won", "grant_dollars", "students_graduated", "students_quit", "final_budget"),
    *("final_reputation", "policy", "rules", "world_hash", "staff_tools"),
]
TWO_MONTHS = ("run", "--policy", "idle", "--seeds", "101-102", "--months", "2")


def pibench(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in its own process."""
    command = [sys.executable, "-m", "pibench_env.cli", *words]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True)


# --- Help and version -------------------------------------------------------------------------------------------------


def test_help_loads_no_compiler():
    code = (
        "import sys; from pibench_env.cli import main; code = main(sys.argv[1:])\n"
        "assert code == 0, code\n"
        "print({'numba', 'llvmlite', 'pyarrow', 'hydra'} & set(sys.modules))"
    )
    for words in ([], ["--help"], ["run", "--help"], ["--version"]):
        process = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
        assert process.stdout.endswith("set()\n")


def test_help_lists_every_verb(capsys):
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(verb in text for verb in ("run", "policies", "replay", "reproduce", "doctor", "bench"))


def test_version(capsys):
    import pibench_env

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pibench-env {pibench_env.__version__}\n"


# --- Mistakes ---------------------------------------------------------------------------------------------------------

RUN = ("run", "--policy", "baseline", "--seeds", "101", "--record", "recordings")
MISTAKES = [
    (("rnu",), "rnu"),
    (("run", "--seeds", "101"), "--policy"),
    (("run", "--policy", "idle"), "--seeds"),
    ((*RUN, "--fast"), "--fast"),
    ((*RUN, "--seeds", "103-101"), "did you mean 101-103"),
    ((*RUN, "--seeds", ""), "names no seeds"),
    ((*RUN, "--seeds=-1"), "names no seeds; allowed are numbers"),
    ((*RUN, "--seeds", str(2**63)), f"nearest {2**63 - 1}"),
    ((*RUN, "--seeds", "101,101"), "named twice"),
    ((*RUN, "--policy", "basline"), "unknown policy 'basline'; there are"),
    ((*RUN, "--policy", "basline"), "did you mean 'baseline'?"),
    ((*RUN, "--months", "0"), "allowed are 1 to 120, nearest 1"),
    ((*RUN, "--months", "121"), "allowed are 1 to 120, nearest 120"),
    ((*RUN, "--months", "many"), "many"),
    ((*RUN, "--months", "12", "--world", "months=13"), "'months' is given twice"),
    ((*RUN, "--world", "scop_base=0"), "did you mean 'scoop_base'?"),
    ((*RUN, "--world", "scoop_base"), "not of the form name=value"),
    ((*RUN, "--world", "scoop_base=much"), "takes a number, not 'much'"),
    ((*RUN, "--world", "scoop_base=2"), "allowed are 0 to 1, nearest 1"),
    ((*RUN, "--policy-arg", "hires_per_saeson=1"), "did you mean 'hires_per_season'?"),
    ((*RUN, "--policy-arg", "hires_per_season=-1"), "nearest"),
    ((*RUN, "--policy-arg", "hires_per_season"), "not of the form name=value"),
    ((*RUN, "--salt-file", "missing"), "salt file 'missing' cannot be read"),
    ((*RUN, "--salt-file", "empty"), "salt file 'empty' is empty"),
    ((*RUN, "--salt-file", "binary"), "salt file 'binary' is no UTF-8 text"),
    ((*RUN, "--record", "empty/below"), "folder 'empty/below' cannot be written to"),
    ((*RUN, "--record", "taken"), "exists; choose another folder, or replace with --overwrite"),
    (("replay",), "Missing argument"),
    (("replay", "nowhere.json.gz", "neither.json.gz"), "no such file"),
    (("replay", "taken/baseline-101.json.gz", "--salt-file", "empty"), "salt file 'empty' is empty"),
]


@pytest.fixture
def workplace(tmp_path, monkeypatch) -> Path:
    """A folder with a few files that are wrong, as the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").write_text(" \n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "baseline-101.json.gz").write_text("mine", encoding="utf-8")
    return tmp_path


def files_in(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(("words", "message"), MISTAKES, ids=[" ".join(words[-2:]) for words, _ in MISTAKES])
def test_mistakes_are_one_line_and_write_nothing(workplace, capsys, words, message):
    before = files_in(workplace)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pibench: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert message in err
    assert files_in(workplace) == before


def test_mistakes_have_no_traceback():
    process = pibench("run", "--policy", "idle", "--seeds", "1x")
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith("pibench: '1x' names no seeds")


def test_interrupted(monkeypatch):
    def interrupt(as_json: bool) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(doctor, "run", interrupt)
    assert main(["doctor"]) == 130


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_no_crash(unbuffered):
    """As in `pibench doctor --json | true`: noticed by the verb that writes, or when all is flushed."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "pibench_env.cli", "doctor", "--json"]
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    process = subprocess.run(command, env=environment, stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert process.returncode == 141
    assert process.stderr == ""


# --- run --------------------------------------------------------------------------------------------------------------


def test_rows_of_a_run(capsys):
    assert main(["run", "--policy", "baseline", "--seeds", "102,101", "--json"]) == 0
    out, err = capsys.readouterr()
    rows = json.loads(out)
    assert err == ""
    assert [row["seed"] for row in rows] == [102, 101]
    assert [list(row) for row in rows] == [KEYS] * 2
    assert [row["impact"] for row in rows] == [64.0, 142.9]
    assert {(row["policy"], row["rules"], row["staff_tools"]) for row in rows} == {("baseline", "PIBench-v0", True)}
    assert len({row["world_hash"] for row in rows}) == 1


def test_the_world_hash_names_parameters_and_salt(capsys, tmp_path):
    (tmp_path / "salt").write_text("sesame\n", encoding="utf-8")
    hashes, projected = set(), set()
    for words in ([], ["--world", "start_budget=1e5"], ["--salt-file", str(tmp_path / "salt")]):
        assert main(["run", "--policy", "baseline", "--seeds", "101", "--months", "36", *words, "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        hashes.add(row["world_hash"])
        projected.add((row["final_budget"], row["final_reputation"]))
    assert len(hashes) == len(projected) == 3


def test_policy_arguments_reach_the_policy(capsys):
    rows = []
    for words in ([], ["--policy-arg", "hires_per_season=0"]):
        assert main(["run", "--policy", "baseline", "--seeds", "101", *words, "--json"]) == 0
        rows += json.loads(capsys.readouterr().out)
    assert rows[0]["publications"] > rows[1]["publications"]
    assert "policy_args" not in rows[0]
    assert (rows[1]["policy"], rows[1]["policy_args"]) == ("baseline", {"hires_per_season": 0})


def test_a_table_for_people():
    process = pibench(*TWO_MONTHS)
    assert process.returncode == 0
    assert all("compiling" in line for line in process.stderr.splitlines())  # no progress bar without a terminal
    heading, *lines, blank, in_all = process.stdout.splitlines()
    assert "impact" in heading
    assert (blank, in_all) == ("", "Impact: mean 0.0, median 0.0; 0 of 2 bankrupt")
    assert [line.split()[:2] for line in lines] == [["idle", "101"], ["idle", "102"]]


def test_json_is_all_there_is_on_stdout():
    process = pibench(*TWO_MONTHS, "--json")
    assert [row["months_survived"] for row in json.loads(process.stdout)] == [2, 2]


# --- recordings -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recordings(tmp_path_factory) -> Path:
    """A folder with two recordings of the baseline."""
    folder = tmp_path_factory.mktemp("recordings") / "deep" / "down"
    words = ["run", "--policy", "baseline", "--seeds", "101-102", "--months", "30", "--record", str(folder), "--json"]
    assert main(words) == 0
    return folder


def test_recordings_are_named_by_policy_and_seed(recordings):
    assert sorted(path.name for path in recordings.iterdir()) == ["baseline-101.json.gz", "baseline-102.json.gz"]


def test_a_recorded_career_is_the_career(recordings, capsys):
    """The rows of a run do not depend on recording, and the recording tells the same."""
    assert main(["run", "--policy", "baseline", "--seeds", "101", "--months", "30", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    with gzip.open(recordings / "baseline-101.json.gz", "rt", encoding="utf-8") as file:
        recording = json.load(file)
    assert recording["summary"] == {key: row[key] for key in recording["summary"]}
    assert (recording["policy"], recording["seed"], recording["config"]) == ("baseline", 101, {"months": 30})
    assert sum(len(month["calls"]) for month in recording["months"]) > 30


def test_recordings_replay(recordings, capsys):
    files = sorted(str(path) for path in recordings.iterdir())
    assert main(["replay", *files, "--json"]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert [set(report) for report in reports] == [{"file", "months", "calls", "equal", "first_difference"}] * 2
    assert [(report["file"], report["months"], report["equal"]) for report in reports] == [(f, 30, True) for f in files]


@pytest.mark.parametrize("name", ["baseline-101", "oracle-103", "ambitious-104", "idle-101"])
def test_recordings_are_those_of_the_published_runs(load_recording, tmp_path, name):
    """Every call with its outcome, refused ones too, every state, the summary and the facts for evaluation.

    The published runs of policies do not keep what calls answered.
    """
    policy, seed = name.split("-")
    assert main(["run", "--policy", policy, "--seeds", seed, "--record", str(tmp_path), "--json"]) == 0
    ours = read_recording(tmp_path / f"{name}.json.gz")
    for month in ours["months"]:
        for call in month["calls"]:
            call.pop("out", None)
    assert mismatch(load_recording(name), ours) is None


def test_refused_commands_are_recorded(workplace, capsys):
    """Random play is refused often, and a recording says where and why."""
    words = ["run", "--policy", "random", "--policy-arg", "recklessness=1", "--seeds", "3", "--months", "24"]
    assert main([*words, "--record", "out", "--json"]) == 0
    with gzip.open("out/random-3.json.gz", "rt", encoding="utf-8") as file:
        calls = [call for month in json.load(file)["months"] for call in month["calls"]]
    refused = [call["error"] for call in calls if not call["ok"]]
    assert 20 < len(refused) < len(calls) - 20
    assert len(set(refused)) > 3
    capsys.readouterr()
    assert main(["replay", "out/random-3.json.gz"]) == 0


def test_overwrite(workplace, capsys):
    words = ["run", "--policy", "baseline", "--seeds", "101", "--months", "1", "--record", "taken", "--json"]
    assert main([*words, "--overwrite"]) == 0
    assert main(["replay", "taken/baseline-101.json.gz"]) == 0
    assert [path.name for path in (workplace / "taken").iterdir()] == ["baseline-101.json.gz"]


def test_salted_recordings_replay_with_their_salt_only(workplace, capsys):
    (workplace / "salt").write_text("sesame", encoding="utf-8")
    salted = ["--salt-file", "salt"]
    assert main(["run", "--policy", "baseline", "--seeds", "7", "--months", "6", "--record", "out", *salted]) == 0
    assert main(["replay", "out/baseline-7.json.gz", *salted]) == 0
    assert main(["replay", "out/baseline-7.json.gz"]) == 1


@pytest.fixture
def damaged(recordings, tmp_path) -> dict[str, Path]:
    """Files that are wrong in different ways, by what is wrong."""
    good = (recordings / "baseline-101.json.gz").read_bytes()
    text = gzip.decompress(good)
    recording = json.loads(text)
    recording["months"][4]["after"]["budget"] += 1
    contents = {
        "cut": good[: len(good) // 2],
        "foreign": gzip.compress(b'{"hello": "world"}'),
        "no-gzip": b"hello",
        "half": gzip.compress(text[: len(text) // 2]),
        "other": gzip.compress(json.dumps(recording).encode()),
    }
    for name, content in contents.items():
        (tmp_path / f"{name}.json.gz").write_bytes(content)
    return {name: tmp_path / f"{name}.json.gz" for name in contents}


def test_damaged_files_among_good_ones(recordings, damaged, capsys):
    good = str(recordings / "baseline-102.json.gz")
    files = [*map(str, damaged.values()), "missing.json.gz", good]
    assert main(["replay", *files, "--json"]) == 1
    reports = {report["file"]: report for report in json.loads(capsys.readouterr().out)}
    assert list(reports) == files
    assert [file for file, report in reports.items() if report["equal"]] == [good]
    differs = reports[str(damaged["other"])]["first_difference"]
    assert (differs["month"], differs["table"], differs["field"]) == (5, "lab", "budget")
    errors = {file: report["first_difference"] for file, report in reports.items()}
    assert all(file in errors[file]["error"] for file in files if file not in (good, str(damaged["other"])))


def test_a_difference_names_its_place(damaged, capsys):
    assert main(["replay", str(damaged["other"])]) == 1
    out = capsys.readouterr().out
    assert "other.json.gz" in out
    assert "month 5" in out
    assert "budget" in out


def test_replay_tells_people_too(recordings, damaged, capsys):
    assert main(["replay", str(recordings / "baseline-101.json.gz"), str(damaged["cut"])]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("equal, 30 months")
    assert "cut.json.gz: " in second


def test_a_crash_inside_replay_is_not_hidden(recordings, monkeypatch):
    def crash(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(replay, "replay_files", crash, raising=False)
    with pytest.raises(RuntimeError):
        main(["replay", str(recordings / "baseline-101.json.gz")])


# --- doctor -----------------------------------------------------------------------------------------------------------


def test_doctor(capsys):
    assert main(["doctor", "--json"]) == 0
    findings = json.loads(capsys.readouterr().out)
    assert findings["versions"]["numba"]
    assert findings["kernel"]["rules"] == "PIBench-v0"
    assert findings["kernel"]["cache"]["writable"]
    assert len(findings["kernel"]["source_hash"]) == 64
    assert findings["machine"]["cores"] >= 1


def test_doctor_knows_every_extra(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(doctor.EXTRAS) == set(project["optional-dependencies"]) - {"rllib", "docs", "test", "dev"}


def test_doctor_loads_no_extra():
    code = (
        "import sys; from pibench_env.commandline import doctor; doctor.examine()\n"
        "print({module for modules in doctor.EXTRAS.values() for module in modules} & set(sys.modules) - {'pydantic'})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_doctor_without_a_home(tmp_path):
    """Where the user's folder cannot be written, compiled code is kept elsewhere, and stdout stays one document."""
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "below")
    process = pibench(
        "doctor", "--json", HOME=nowhere, XDG_CACHE_HOME=nowhere, TMPDIR=str(tmp_path), PIBENCH_NUMBA_CACHE=""
    )
    assert process.returncode == 0, process.stderr
    cache = json.loads(process.stdout)["kernel"]["cache"]
    assert Path(cache["folder"]).is_relative_to(tmp_path)
    assert (cache["writable"], cache["files"]) == (True, 0)


def test_doctor_without_a_cache():
    process = pibench("doctor", "--json", PIBENCH_NUMBA_CACHE="0")
    assert json.loads(process.stdout)["kernel"]["cache"] == {"folder": None, "writable": False, "files": 0, "bytes": 0}
    assert "none: each start compiles anew" in pibench("doctor", PIBENCH_NUMBA_CACHE="0").stdout


def test_doctor_finds_a_broken_compiler(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pibench_env.jit", None)
    assert main(["doctor"]) == 1
    assert "cannot be loaded: " in capsys.readouterr().out


def test_several_pairs_may_follow_one_flag(capsys):
    together = ["run", "--policy", "idle", "--world", "months=3", "start_budget=5", "--seeds", "7", "--json"]
    apart = ["run", "--policy", "idle", "--world", "months=3", "--world", "start_budget=5", "--seeds", "7", "--json"]
    assert main(together) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["months_survived"], row["final_budget"]) == (3, 5.0)
    assert main(apart) == 0
    assert json.loads(capsys.readouterr().out) == [row]


# --- The machine says no ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--policy", "idle", "--seeds", "1", "--months", "1", "--record", "x" * 300],
        ["replay", "x" * 300 + ".gz"],
        ["replay", "pipe"],
        ["run", "--policy", "idle", "--seeds", "1", "--months", "1", "--salt-file", "pipe"],
        ["run", "--policy", "idle", "--seeds", "1", "--months", "1", "--record", "full", "--overwrite"],
    ],
    ids=["long folder", "long file", "pipe as recording", "pipe as salt", "folder in the place of a recording"],
)
def test_what_the_machine_refuses_is_one_line(words, workplace, capsys):
    os.mkfifo("pipe")
    (workplace / "full" / "idle-1.json.gz").mkdir(parents=True)
    assert main(words) == (1 if words[1] == "pipe" else 2)
    out, err = capsys.readouterr()
    assert (out + err).count("\n") == 1


def test_a_full_disk_behind_stdout_is_one_line():
    command = [sys.executable, "-m", "pibench_env.cli", "doctor", "--json"]
    with open("/dev/full", "w") as full:
        process = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert process.returncode == 2
    assert process.stderr.startswith("pibench: No space left")
    assert process.stderr.count("\n") == 1


def test_a_closed_stdout_is_no_crash():
    command = f"exec {sys.executable} -m pibench_env.cli doctor >&-"
    process = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert "Traceback" not in process.stderr


def test_one_value_is_no_list(capsys):
    assert main(["run", "--policy", "idle", "--seeds", "1", "--months", "1,"]) == 2
    assert "takes a number" in capsys.readouterr().err
