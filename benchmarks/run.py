"""Run the benchmarks and print their rows.

A benchmark is a file `bench_<name>.py` in this folder with a function `rows() -> list[dict]`: what was measured, in
units that the keys name. What compiles is warmed up outside the clock. Every row is stamped with the machine, the
versions and the commit, and all of a run is written to results/<time>.json.

    python benchmarks/run.py [NAME ...]
"""

import importlib.util
import json
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def provenance() -> dict[str, Any]:
    """Where a number was made."""
    git = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True)
    return {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": git.stdout.strip() or "unknown",
        "machine": platform.machine(),
        "system": platform.platform(),
        "cores": len(os.sched_getaffinity(0)),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        **{name: version(name) for name in ("pibench-env", "numpy", "numba", "gymnasium")},
    }


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Run one benchmark."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [{"benchmark": path.stem.removeprefix("bench_"), **row} for row in module.rows()]


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all."""
    stamp = provenance()
    done = []
    for path in sorted(HERE.glob("bench_*.py")):
        if names and path.stem.removeprefix("bench_") not in names:
            continue
        for row in rows_of(path):
            print(
                ", ".join(
                    f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items()
                ),
                flush=True,
            )
            done.append(row | stamp)
    target = HERE / "results" / f"{stamp['time'].replace(':', '')}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(done, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
