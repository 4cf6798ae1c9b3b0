"""What all tests share.

The compile cache of the kernel is used as in daily life: its folder is named by the sources, so it cannot be stale.
"""

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest

# The same examples on every run and machine, and no deadline: a first call may compile.
hypothesis.settings.register_profile("pibench", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.load_profile("pibench")

DATA = Path(__file__).parent / "data"


@cache
def read_recording(path: Path) -> dict[str, Any]:
    """A recorded run, read once. It is shared: whoever wants to change it takes a deep copy."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        recording: dict[str, Any] = json.load(file)
    return recording


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The recorded data of the tests."""
    return DATA


@pytest.fixture(scope="session")
def load_recording(data_dir: Path) -> Callable[[str], dict[str, Any]]:
    """Reads `<name>.json.gz` from anywhere in the data folder."""

    def load(name: str) -> dict[str, Any]:
        (path,) = data_dir.rglob(f"{name}.json.gz")
        return read_recording(path)

    return load
