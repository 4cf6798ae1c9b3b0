"""Labs and environments in files: one versioned file each, written whole or not at all.

A file is a zip archive of `header.json`, which says what it is and of which world, and `labs.bin`, the records as they
are in memory. Nothing in it is run when it is read; but records go to compiled code as they are, so a file from
somebody else is to be trusted as their program would be.
"""

import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pibench_env.episode import BatchState, EnvState, Episode
from pibench_env.rules import RULES_VERSION
from pibench_env.spaces.layout import SCHEMA_VERSION
from pibench_env.state import LAB, Labs
from pibench_env.surface.history import History
from pibench_env.wording import shown
from pibench_env.worlds import World

FORMAT, VERSION = "pibench-state", 1
LAYOUT = hashlib.sha256(repr(LAB.descr).encode()).hexdigest()[:16]  # names the columns of a lab and where they lie
HEADER, RECORDS = "header.json", "labs.bin"
LONGEST_HEADER = 2**28  # bytes: a history of a long career has some thousands of rows
NUMBERED = ("reports", "events", "applicants", "attached")  # of a history: tables by number, which JSON makes texts


class StateFileError(ValueError):
    """A file is no state file, or not one that can be read here."""


def save_state(path: str | Path, state: Labs | EnvState | BatchState, world: World | None = None) -> None:
    """Write labs, or the state of an environment, to a file.

    Args:
        path: The file; one that is there is replaced when the new one is complete.
        state: An array of dtype `LAB`, or what `get_state` of an environment gave, single or vector.
        world: The world of the labs (`World.of`, `lab.world`); a state of an environment knows its own.

    Raises:
        TypeError: `state` is neither, or labs come without their world.
        OSError: The file cannot be written.

    Example:
        >>> from pibench_env.batch import born
        >>> from pibench_env.state_files import save_state
        >>> from pibench_env.worlds import World
        >>> world = World.of(None)
        >>> save_state("labs.pibench", born([7, 8], world), world)
    """
    if isinstance(state, EnvState):
        header, records = _env_header(state), state.lab
    elif isinstance(state, BatchState):
        header, records = _batch_header(state), state.labs
    elif getattr(state, "dtype", None) == LAB and state.ndim == 1:
        if not isinstance(world, World):
            raise TypeError("labs are saved with their world: save_state(path, labs, World.of(...))")
        header, records = {"kind": "labs", "world": world.hash}, state.tobytes()
    else:
        raise TypeError(f"a state is an array of dtype LAB or what get_state() gave, not {shown(state)}")
    about = {
        "format": FORMAT, "version": VERSION, "rules": RULES_VERSION, "layout": LAYOUT,
        "sha256": hashlib.sha256(records).hexdigest(), "count": len(records) // LAB.itemsize,
    }  # fmt: skip
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in ((HEADER, json.dumps(about | header).encode()), (RECORDS, records)):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    _write_whole(Path(path), packed.getvalue())


def load_state(path: str | Path, world: World | None = None) -> Labs | EnvState | BatchState:
    """Read what `save_state` wrote.

    Args:
        path: The file.
        world: The world that the state has to be of; None takes any.

    Returns:
        A new array of dtype `LAB`, or a state for `set_state`.

    Raises:
        StateFileError: It is no such file, damaged, of another version, rules, layout, schema or world; the message
            says which.
        TypeError: `world` is no world.
        OSError: The file cannot be read.
    """
    if world is not None and not isinstance(world, World):
        raise TypeError(f"world is a World (World.of) or None, not {shown(world)}")

    def check(header: dict[str, Any]) -> None:
        needed = [("format", FORMAT), ("version", VERSION), ("rules", RULES_VERSION), ("layout", LAYOUT)]
        needed += [("world", world.hash)] if world is not None else []
        needed += [("schema", SCHEMA_VERSION)] if header.get("kind") != "labs" else []
        for name, ours in needed:
            if header.get(name) != ours:
                raise StateFileError(f"{path} is of {name} {shown(header.get(name))}; {shown(ours)} is needed")

    header, records = _read(Path(path), check)
    if hashlib.sha256(records).hexdigest() != header.get("sha256"):
        raise StateFileError(f"{path} is damaged: the labs are not those that were written")
    try:
        return _state_of(header, records)
    except (KeyError, TypeError, ValueError, AttributeError) as trouble:
        raise StateFileError(f"{path} is damaged: its header lacks something: {trouble!r}") from None


def _state_of(header: dict[str, Any], records: bytes) -> Labs | EnvState | BatchState:
    """What a file holds that has been checked."""
    if "runs" in header:
        about = (header["schema"], header["kind"], header["world"], header["settings"])
        return BatchState(*about, records, bytes.fromhex(header["runs"]), tuple(header["chances"]))
    if header["kind"] != "labs":
        return _env_state(header, records)
    labs = np.frombuffer(bytearray(records), LAB)
    labs["luck"]["tape"] = 0  # an address, should one have been left, is none in this process
    return labs


def _read(path: Path, wanted: Callable[[dict[str, Any]], None]) -> tuple[dict[str, Any], bytes]:
    """Header and records of a file; the header is looked at before anything large is unpacked."""
    content = path.read_bytes()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if archive.getinfo(HEADER).file_size > LONGEST_HEADER:
                raise ValueError(f"its header is longer than {LONGEST_HEADER} bytes")
            header = json.loads(archive.read(HEADER))
            if not isinstance(header, dict):
                raise ValueError("its header is no table")
            wanted(header)
            if archive.getinfo(RECORDS).file_size != int(header["count"]) * LAB.itemsize:
                raise ValueError(f"it does not hold the {header['count']} labs that it says")
            return header, archive.read(RECORDS)
    except StateFileError:
        raise
    except Exception as trouble:  # damage can raise anything
        raise StateFileError(f"{path} is no state file, or a damaged one: {trouble}") from None


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The permissions that new files of this process do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _env_header(state: EnvState) -> dict[str, Any]:
    """What the header says of an environment."""
    episode = vars(state.episode) | {"played": [_packed(entry) for entry in state.episode.played]}
    return {
        "kind": state.kind, "world": state.world, "schema": state.schema, "settings": state.settings,
        "episode": episode, "history": None if state.history is None else vars(state.history), "chance": state.chance,
    }  # fmt: skip


def _batch_header(state: BatchState) -> dict[str, Any]:
    """What the header says of a vector environment."""
    return {
        "kind": state.kind, "world": state.world, "schema": state.schema, "settings": state.settings,
        "runs": state.runs.hex(), "chances": list(state.chances),
    }  # fmt: skip


def _env_state(header: dict[str, Any], records: bytes) -> EnvState:
    """The state of an environment from its file."""
    episode = dict(header["episode"])
    episode["last"] = tuple(episode["last"])
    episode["played"] = [_unpacked(entry) for entry in episode["played"]]
    history = None
    if header["history"] is not None:
        history = History()
        for name, kept in header["history"].items():
            keyed: Callable[[Any], Any] = _by_number if name in NUMBERED else list
            setattr(history, name, keyed(kept))
    return EnvState(
        header["schema"], header["kind"], header["world"], header["settings"], records, Episode(**episode), history,
        header["chance"],
    )  # fmt: skip


def _by_number(table: dict[str, Any]) -> dict[int, Any]:
    return {int(number): value for number, value in table.items()}


def _packed(entry: tuple[int, ...] | bytes) -> list[int] | str:
    """An action as a list, a command row as text."""
    return entry.hex() if isinstance(entry, bytes) else list(entry)


def _unpacked(entry: list[int] | str) -> tuple[int, ...] | bytes:
    return bytes.fromhex(entry) if isinstance(entry, str) else tuple(entry)
