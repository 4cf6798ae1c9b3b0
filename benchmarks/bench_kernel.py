"""What `pibench bench` measures: careers, calls, compiling, starting, and the size of a lab."""

from typing import Any

from pibench_env.commandline.bench import measure


def rows() -> list[dict[str, Any]]:
    """All of it, compiling from nothing included: some minutes."""
    return list(measure())
