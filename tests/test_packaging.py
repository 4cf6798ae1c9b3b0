"""What is installed is what is written, under one name."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import pibench_env

LINKS = ("wrappers", "baselines", "conf")
NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", "tests", "results"
)


@pytest.fixture(scope="module")
def settings(root):
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


# --- The list of packages ---------------------------------------------------------------------------------------------


def packages_on_disk(root: Path) -> set[str]:
    """Every folder below pibench_env (links followed) that holds code or configuration."""
    package = root / "pibench_env"
    found = set()
    for folder, _, files in os.walk(package, followlinks=True):
        if any(file.endswith((".py", ".yaml")) for file in files):
            found.add(".".join(Path(folder).relative_to(root).parts))
    return found


def test_packages_listed_are_the_folders_on_disk(root, settings):
    listed = settings["tool"]["setuptools"]["packages"]
    assert len(listed) == len(set(listed))
    assert set(listed) == packages_on_disk(root)


def test_packages_are_python_packages(root, settings):
    # A folder without __init__.py imports as a namespace, and hydra refuses it.
    for name in settings["tool"]["setuptools"]["packages"]:
        assert (root.joinpath(*name.split(".")) / "__init__.py").is_file(), name


def test_package_data_is_listed(root, settings):
    """Every file that is no code and lies in a package matches a line of package-data."""
    data = settings["tool"]["setuptools"]["package-data"]
    for name in settings["tool"]["setuptools"]["packages"]:
        folder = root.joinpath(*name.split("."))
        for path in folder.iterdir():
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                assert any(path.match(pattern) for pattern in data.get(name, [])), path.relative_to(root)


def test_typing_marker(root, settings):
    assert "py.typed" in settings["tool"]["setuptools"]["package-data"]["pibench_env"]
    assert (root / "pibench_env" / "py.typed").is_file()


@pytest.mark.parametrize("name", LINKS)
def test_links_are_relative_and_resolve(root, name):
    link = root / "pibench_env" / name
    assert link.is_symlink(), "checked out without links: git config core.symlinks true, then check out again"
    assert link.readlink() == Path("..") / name
    assert link.resolve() == root / name
    assert settings_map(root)[f"pibench_env.{name}"] == name


def settings_map(root: Path) -> dict[str, str]:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["tool"]["setuptools"]["package-dir"]


def test_versions_agree(root):
    version = pibench_env.__version__
    assert re.search(rf"^version: {re.escape(version)}$", (root / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert re.search(rf"^## .*\b{re.escape(version)}\b", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


# --- The wheel, in a clean environment --------------------------------------------------------------------------------


def build(source: Path, target: Path, *kinds: str) -> list[Path]:
    """Builds with the backend at hand. `source` is a copy: setuptools leaves its build folder there, and reads it."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), *kinds, str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return sorted(target.iterdir())


def names_in(wheel: Path) -> set[str]:
    """The files of a wheel, its own records apart."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def shipped(root: Path) -> set[str]:
    """The files that a wheel must have, read off the folders."""
    found = set()
    for folder, folders, files in os.walk(root / "pibench_env", followlinks=True):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found |= {(Path(folder) / file).relative_to(root).as_posix() for file in files if not file.endswith(".pyc")}
    return found


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    """Built from a copy without the links: the wheel must not depend on them."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(root, source, ignore=NOT_SOURCE, symlinks=True)
    for name in LINKS:
        (source / "pibench_env" / name).unlink()
    (path,) = build(source, folder / "dist", "--wheel")
    return path


def test_wheel_has_one_name_and_every_file(root, wheel):
    names = names_in(wheel)
    assert {name.partition("/")[0] for name in names} == {"pibench_env"}
    assert names == shipped(root)


@pytest.mark.slow
def test_wheel_of_the_source_archive_is_the_same(root, wheel, tmp_path):
    source = tmp_path / "source"
    shutil.copytree(root, source, ignore=NOT_SOURCE, symlinks=True)
    archive, wheel_of_archive = sorted(build(source, tmp_path / "dist"), key=lambda path: path.suffix)
    assert archive.suffix == ".gz"
    assert names_in(wheel_of_archive) == names_in(wheel)


@pytest.fixture(scope="module")
def clean_environment(wheel, tmp_path_factory):
    """A new environment with the wheel and what it declares to need, nothing else: installed as a user would."""
    folder = tmp_path_factory.mktemp("clean") / "env"
    venv.create(folder, with_pip=True)
    command = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-compile", wheel]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return folder


def outside(environment: Path, folder: Path, *command: str) -> str:
    """Runs a command of the clean environment from another folder, with no trace of this checkout."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    program, *arguments = command
    result = subprocess.run(
        [environment / "bin" / program, *arguments], cwd=folder, env=variables, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_installed_package_is_the_wheels(clean_environment, tmp_path):
    code = "import pibench_env, pibench_env.wrappers as w, pibench_env.conf as c; print(*w.__path__, *c.__path__)"
    for path in outside(clean_environment, tmp_path, "python", "-c", code).split():
        assert Path(path).is_relative_to(clean_environment)


def test_reproduce_from_another_folder(clean_environment, tmp_path):
    report = json.loads(outside(clean_environment, tmp_path, "pibench", "reproduce", "--json"))
    assert report
    assert list(tmp_path.iterdir()) == [], "a reading command leaves nothing behind"
