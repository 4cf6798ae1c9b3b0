"""What an import brings along, and who may import whom."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HEAVY = {"numba", "torch", "pyarrow", "matplotlib", "PIL", "hydra", "pandas", "scipy", "pettingzoo", "typer", "rich"}
SECONDS = 0.4

IMPORT = """
import json, sys, time
start = time.perf_counter()
import pibench_env
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "modules": sorted({name.partition(".")[0] for name in sys.modules})}))
"""


def run_python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_import_loads_nothing_heavy():
    modules = set(json.loads(run_python(IMPORT))["modules"])
    assert not modules & HEAVY


def test_import_is_quick():
    # The best of some tries: what is measured is the import, not what else the machine does.
    tries = []
    for _ in range(6):
        tries.append(json.loads(run_python(IMPORT))["seconds"])
        if tries[-1] < SECONDS:
            return
    pytest.fail(f"`import pibench_env` took {min(tries):.2f} s at best, {SECONDS} s are allowed")


def test_registration_twice_is_silent():
    code = (
        "import warnings; warnings.simplefilter('error')\n"
        "import gymnasium, pibench_env\n"
        "from pibench_env.registration import ENTRY_POINTS, register_all\n"
        "register_all()\n"
        "assert set(ENTRY_POINTS) <= set(gymnasium.registry)\n"
    )
    run_python(code)


def test_public_names_load():
    run_python("import pibench_env\nfor name in pibench_env.__all__: getattr(pibench_env, name)")


def test_unknown_public_name_is_an_attribute_error():
    import pibench_env

    with pytest.raises(AttributeError, match="nonsense"):
        _ = pibench_env.nonsense


# ----------------------------------------------------------------------------------------------------------------------


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Runs the contracts of `root`/pyproject.toml on the package found in `root`."""
    code = "import sys; from importlinter.cli import lint_imports_command as run; run(args=['--no-cache'])"
    environment = os.environ | {"PYTHONPATH": str(root)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)


def test_import_contracts_hold(root):
    result = lint_imports(root)
    assert result.returncode == 0, result.stdout + result.stderr


def contract_named(root: Path, name: str) -> dict:
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (contract,) = [contract for contract in settings["contracts"] if contract["id"] == name]
    return contract


def modules_on_disk(root: Path) -> set[str]:
    """Modules and packages one level below pibench_env, and the mechanics one by one."""
    package = root / "pibench_env"
    found = {f"pibench_env.{path.stem}" for path in package.glob("*.py")}
    found |= {f"pibench_env.{path.name}" for path in package.iterdir() if any(path.glob("*.py"))}
    found |= {f"pibench_env.mechanics.{path.stem}" for path in (package / "mechanics").glob("*.py")}
    no_code = {"pibench_env.__init__", "pibench_env.mechanics", "pibench_env.mechanics.__init__", "pibench_env.conf"}
    return found - no_code


def test_every_module_has_a_floor(root):
    floors = set(re.findall(r"[\w.]+", " ".join(contract_named(root, "floors")["layers"])))
    assert modules_on_disk(root) <= floors, "a module that is in no floor may import what it likes: pyproject.toml"


def test_the_engine_is_all_from_kernel_down(root):
    """The contract that keeps the engine free of other libraries lists what the floors put there and the disk has."""
    floors = contract_named(root, "floors")["layers"]
    kernel = next(number for number, floor in enumerate(floors) if "pibench_env.kernel" in floor)
    names = set(re.findall(r"[\w.]+", " ".join(floors[kernel:]))) & modules_on_disk(root)
    engine = {re.sub(r"(\.mechanics)\..*", r"\1", name) for name in names}
    assert set(contract_named(root, "engine")["source_modules"]) == engine


PLANTED = [
    ("codes", "from pibench_env import kernel", "Floors"),
    ("mechanics/field", "from pibench_env.mechanics import people", "Floors"),
    ("wrappers/text", "import pibench_env.baselines", "Floors"),
    ("mechanics/people", "import gymnasium", "The engine"),
    ("kernel", "import sqlite3", "The engine"),
    ("lab", "from pibench_env import hidden", "What is hidden"),
    ("baselines/oracle", "from pibench_env import hidden", None),
]


@pytest.mark.parametrize(("module", "line", "contract"), PLANTED)
def test_contracts_bite(root, tmp_path, module, line, contract):
    """A package of empty modules with one planted import: the contract that it breaks is the one that says so."""
    (tmp_path / "pyproject.toml").write_text((root / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8")
    names = {name.removeprefix("pibench_env.").replace(".", "/") for name in modules_on_disk(root)}
    names |= set(re.findall(r"pibench_env\.([\w.]+)", " ".join(contract_named(root, "engine")["source_modules"])))
    names |= {name for name, _, _ in PLANTED} | {"hidden", "registration"}
    importers = contract_named(root, "hidden")["allowed_importers"]
    names |= {name.removeprefix("pibench_env.").replace(".", "/") for name in importers}
    names |= {"mechanics/people", "rng/__init__", "baselines/__init__", "wrappers/__init__", "mechanics/__init__"}
    for name in names - {"rng", "mechanics", "baselines", "wrappers"}:
        path = tmp_path / "pibench_env" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line + "\n" if name == module else "", encoding="utf-8")
    (tmp_path / "pibench_env" / "__init__.py").write_text("import pibench_env.registration\n", encoding="utf-8")

    result = lint_imports(tmp_path)
    broken = re.findall(r"^(.*) BROKEN\b", result.stdout, re.MULTILINE)
    if contract is None:
        assert result.returncode == 0, result.stdout + result.stderr
    else:
        assert len(broken) == 1, result.stdout + result.stderr
        assert broken[0].startswith(contract)
