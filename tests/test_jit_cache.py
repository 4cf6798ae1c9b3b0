"""The compile cache: never stale, never in the way.

Each test runs Python anew on a small package of that name, made of the real `jit.py` and two tiny kernel modules.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pibench_env.jit as jit_module

CALLEE = "from pibench_env.jit import jit\n\n\n@jit\ndef inner(x: float) -> float:\n    return x + {step}\n"
CALLER = (
    "from pibench_env.jit import jit\nfrom pibench_env.mechanics.callee import inner\n\n\n"
    "@jit\ndef outer(x: float) -> float:\n    return 10.0 * inner(x)\n"
)
RUN = "from pibench_env.kernel import outer\nprint(outer(1.0), sum(outer.stats.cache_hits.values()))"
PROJECT = Path(jit_module.__file__).parent


class Package:
    """A copy to edit and run, with a home, a cache and a temporary folder of its own."""

    def __init__(self, home: Path):
        self.root = home / "project"
        self.env = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("PIBENCH_", "NUMBA_", "XDG_", "PYTHON"))
        }
        self.user_cache = home / "cache"
        self.temporary = home / "temporary"
        self.temporary.mkdir()
        self.env |= {
            "PYTHONPATH": str(self.root),
            "XDG_CACHE_HOME": str(self.user_cache),
            "HOME": str(home),
            "TMPDIR": str(self.temporary),
            "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache goes by seconds and sizes, too coarse for these edits
        }
        package = self.root / "pibench_env"
        (package / "mechanics").mkdir(parents=True)
        for name in ("__init__.py", "mechanics/__init__.py"):
            (package / name).write_text("")
        shutil.copy(PROJECT / "jit.py", package / "jit.py")
        (package / "kernel.py").write_text(CALLER)
        self.write_step(1.0)

    def write_step(self, step: float) -> None:
        (self.root / "pibench_env" / "mechanics" / "callee.py").write_text(CALLEE.format(step=step))

    def run(self, code: str = RUN, **env: str | None) -> tuple[list[str], str]:
        """Words on stdout, and stderr."""
        full = {key: value for key, value in (self.env | env).items() if value is not None}
        done = subprocess.run(
            [sys.executable, "-c", code], env=full, cwd=self.root.parent, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split(), done.stderr

    def files(self, ending: str) -> list[Path]:
        return sorted(self.user_cache.rglob(f"*.{ending}"))


@pytest.fixture
def package(tmp_path):
    return Package(tmp_path)


def test_second_run_finds_what_the_first_compiled(package):
    assert package.run() == (["20.0", "0"], "")
    assert package.run() == (["20.0", "1"], "")


def test_an_edited_callee_in_another_file_is_seen(package):
    package.run()
    package.write_step(100.0)
    assert package.run()[0] == ["1010.0", "0"]
    package.write_step(1.0)
    assert package.run()[0] == ["20.0", "1"], "the older generation is still there"


def test_bounds_checks_have_their_own_generation(package):
    code = "import pibench_env.jit as j; print(j.cache_folder(), j.FLAGS['boundscheck'])"
    off, on = package.run(code)[0], package.run(code, PIBENCH_BOUNDSCHECK="1")[0]
    assert (off[1], on[1]) == ("False", "True")
    assert off[0] != on[0]


def test_switched_off(package):
    for _ in range(2):
        assert package.run(PIBENCH_NUMBA_CACHE="0") == (["20.0", "0"], "")
    assert not package.files("nbc")
    assert not list(package.temporary.iterdir())


def test_a_chosen_folder(package, tmp_path):
    for hits in ("0", "1"):
        assert package.run(PIBENCH_NUMBA_CACHE=str(tmp_path / "chosen")) == (["20.0", hits], "")
    assert not package.user_cache.exists()


@pytest.mark.parametrize("missing", [{"HOME": "/dev/null", "XDG_CACHE_HOME": None}, {"XDG_CACHE_HOME": "/dev/null/x"}])
def test_without_a_usual_place_a_private_temporary_folder_serves(package, missing):
    for hits in ("0", "1"):
        words, hint = package.run(**missing)
        assert words == ["20.0", hits]
        assert hint.count("\n") == 1
        assert "PIBENCH_NUMBA_CACHE" in hint
    (folder,) = package.temporary.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_temporary_folder_that_others_can_write_to_is_not_used(package):
    """What lies in the cache is run as code."""
    folder = package.temporary / f"pibench_env-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)
    words, hint = package.run(XDG_CACHE_HOME="/dev/null/x")
    assert words == ["20.0", "0"]
    assert hint.count("\n") == 1
    assert not list(folder.iterdir())


def test_where_nothing_can_be_written_it_works_with_one_hint(package):
    blocked = "import tempfile; tempfile.gettempdir = lambda: '/dev/null/y'\n"
    for _ in range(2):
        words, hint = package.run(blocked + RUN, XDG_CACHE_HOME="/dev/null/x")
        assert words == ["20.0", "0"]
        assert hint.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"no pickle", None])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged_files_are_made_anew(package, ending, content):
    package.run()
    files = package.files(ending)
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:-20] if content is None else content)
    assert package.run()[0] == ["20.0", "0"]
    assert package.run() == (["20.0", "1"], "")


def test_a_policy_of_a_user_sees_edits_of_its_helper(package, tmp_path):
    """The same trap outside the kernel: a policy and a helper beside it."""
    (tmp_path / "policy.py").write_text(CALLER.replace("pibench_env.mechanics.callee", "helper"))
    helper = tmp_path / "helper.py"
    code = RUN.replace("pibench_env.kernel", "policy")
    paths = f"{package.root}{os.pathsep}{tmp_path}"
    for step, words in ((1.0, ["20.0", "0"]), (1.0, ["20.0", "1"]), (5.0, ["60.0", "0"])):
        helper.write_text(CALLEE.format(step=step))
        assert package.run(code, PYTHONPATH=paths)[0] == words


def test_other_peoples_functions_keep_their_own_cache(package):
    code = "import numba; print(numba.config.CACHE_DIR); import pibench_env.kernel; print(numba.config.CACHE_DIR)"
    assert package.run(code, NUMBA_CACHE_DIR="/somewhere")[0] == ["/somewhere", "/somewhere"]


def test_a_function_typed_at_a_prompt_works(package):
    code = "from pibench_env.jit import jit\n@jit\ndef f(x: float) -> float:\n    return x + 1\nprint(f(1.0))"
    assert package.run(code) == (["2.0"], "")


def test_jit_off(package):
    code = "from pibench_env.kernel import outer; print(outer(1.0))"
    assert package.run(code, NUMBA_DISABLE_JIT="1") == (["20.0"], "")


def test_old_generations_go(package):
    """What has not been used for a month goes, and so does the oldest of more than eight."""
    package.run()
    (home,) = package.user_cache.iterdir()
    (current,) = home.iterdir()
    (home / "notes").mkdir()  # not ours to delete

    def left_after_a_run(ages_in_hours: dict[str, int]) -> set[str]:
        for name, hours in ages_in_hours.items():
            (home / (name * 64)).mkdir(exist_ok=True)
            os.utime(home / (name * 64), (time.time() - 3600 * hours,) * 2)
        assert package.run()[0] == ["20.0", "1"]
        return {path.name[0] for path in home.iterdir() if path not in (current, home / "notes")}

    assert left_after_a_run({"a": 1, "b": 24 * 40, "c": 2, "d": 24 * 20}) == set("acd")
    assert left_after_a_run({"e": 24 * 25, "f": 3, "1": 4, "2": 5, "3": 6}) == set("acdf123")
    assert (home / "notes").is_dir()


def test_state_and_clearing(package):
    code = (
        "import pibench_env.kernel as k, pibench_env.jit as j; k.outer(1.0); s = j.cache_state()\n"
        "print(s.folder, s.writable, s.files, s.bytes > 0, s.source_hash == j.kernel_source_hash(), j.clear_cache())\n"
        "print(k.outer(1.0), j.cache_state().files)"
    )
    words = package.run(code)[0]
    assert words[1:] == ["True", "4", "True", "True", "1", "20.0", "0"]
    assert not Path(words[0]).exists()
    assert package.run("import pibench_env.jit as j; print(j.cache_state().folder)", PIBENCH_NUMBA_CACHE="0")[0] == [
        "None"
    ]


def test_every_module_of_the_kernel_counts():
    """Files with compiled functions, and the constants and codes that they import."""
    sources = {path.relative_to(PROJECT).as_posix() for path in jit_module.kernel_sources.__wrapped__()}
    folders = [PROJECT, *(folder for folder in PROJECT.iterdir() if folder.is_dir())]
    decorated = {
        path.relative_to(PROJECT).as_posix()
        for folder in folders
        for path in (folder.glob("*.py") if folder == PROJECT else folder.rglob("*.py"))
        if "\n@jit\n" in path.read_text(encoding="utf-8")
    }
    assert {"exact.py", "rng/keys.py", "rng/sha256.py"} <= decorated
    assert decorated <= sources
    assert {"codes.py", "tables.py", "rows.py", "jit.py", "rng/tables.py"} <= sources
    assert "__init__.py" not in sources, "a new version number alone compiles nothing anew"


def test_an_edited_constant_is_seen(package):
    """Numba builds the values of other modules' names into the code."""
    constants = package.root / "pibench_env" / "sizes.py"
    constants.write_text("SIZE = 3\n")
    (package.root / "pibench_env" / "kernel.py").write_text(
        "from pibench_env.jit import jit\nfrom pibench_env.sizes import (\n    SIZE,\n)\n\n\n"
        "@jit\ndef outer(x: float) -> float:\n    return x * SIZE\n"
    )
    assert package.run()[0] == ["3.0", "0"]
    constants.write_text("SIZE = 4\n")
    assert package.run()[0] == ["4.0", "0"]


def test_a_long_compilation_is_announced_once(package):
    """Said where it happens, so that every door says it: the command line, labs, environments."""
    code = RUN + "; from pibench_env import jit; [jit._note_missing() for _ in range(500)]"
    _, words = package.run(code)
    assert words.count("compiling the kernel") == words.count("\n") == 1
