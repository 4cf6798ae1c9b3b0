"""`pibench doctor`: what is installed, where compiled code is kept, and what is missing."""

import os
import platform
from importlib import metadata
from importlib.util import find_spec
from typing import Any

from pibench_env import __version__
from pibench_env.commandline.output import show_json, show_table

LIBRARIES = (
    "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo", "pyarrow", "pillow", "hydra-core", "typer", "rich",
)  # fmt: skip

# What each extra brings, by the names that are imported. `rllib` is not told apart from `ray` without loading it.
EXTRAS = {
    "rl": ("stable_baselines3", "sb3_contrib", "tensorboard"),
    "llm": ("openai", "pydantic"),
    "inspect": ("inspect_ai",),
    "mcp": ("mcp",),
    "ray": ("ray",),
    "analysis": ("scipy", "matplotlib", "jinja2", "duckdb"),
    "play": ("textual",),
    "tune": ("optuna", "cmaes"),
    "minari": ("minari",),
}
MIB = 1 << 20
UNHEALTHY = 1


def run(as_json: bool) -> int:
    """Show the findings.

    Args:
        as_json: As one document instead of a table.

    Returns:
        0, or 1 if the kernel cannot be loaded.
    """
    findings = examine()
    if as_json:
        show_json(findings)
    else:
        show_table(("what", "found"), _lines(findings))
    return UNHEALTHY if findings["kernel"]["error"] else 0


def examine() -> dict[str, Any]:
    """All findings as plain values.

    Returns:
        Versions, kernel with its compile cache, extras and machine.
    """
    return {
        "versions": {"pibench-env": __version__, "python": platform.python_version(), **_library_versions()},
        "kernel": _kernel(),
        "extras": {
            extra: {module: find_spec(module) is not None for module in modules} for extra, modules in EXTRAS.items()
        },
        "machine": {"cores": _cores(), "machine": platform.machine(), "system": platform.platform()},
    }


def _library_versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found


def _kernel() -> dict[str, Any]:
    """Rules, sources and cache; what does not load is reported, since that is what a doctor is called for."""
    try:
        from pibench_env.jit import cache_state
        from pibench_env.rules import RULES_VERSION
    except Exception as error:  # a broken compiler can raise anything
        return {"rules": None, "source_hash": None, "cache": None, "error": f"{type(error).__name__}: {error}"}
    state = cache_state()
    cache = {
        "folder": str(state.folder) if state.folder else None,
        "writable": state.writable,
        "files": state.files,
        "bytes": state.bytes,
    }
    return {"rules": RULES_VERSION, "source_hash": state.source_hash, "cache": cache, "error": None}


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _lines(findings: dict[str, Any]) -> list[tuple[str, str]]:
    """The findings as people read them."""
    lines = [(name, version or "missing") for name, version in findings["versions"].items()]
    kernel = findings["kernel"]
    if kernel["error"]:
        lines.append(("kernel", f"cannot be loaded: {kernel['error']}"))
    else:
        lines += [
            ("rules", kernel["rules"]),
            ("kernel sources", kernel["source_hash"][:16]),
            _cache_line(kernel["cache"]),
        ]
    for extra, modules in findings["extras"].items():
        missing = [module for module, is_there in modules.items() if not is_there]
        lines.append((f"extra {extra}", f"missing {', '.join(missing)}" if missing else "installed"))
    return lines + [(name, str(value)) for name, value in findings["machine"].items()]


def _cache_line(cache: dict[str, Any]) -> tuple[str, str]:
    if cache["folder"] is None:
        return "compile cache", "none: each start compiles anew; set PIBENCH_NUMBA_CACHE to a folder"
    state = (
        f"{cache['files']} files, {cache['bytes'] / MIB:.1f} MiB" if cache["files"] else "empty: the first use compiles"
    )
    return "compile cache", f"{cache['folder']} ({state}{'' if cache['writable'] else ', read only'})"
