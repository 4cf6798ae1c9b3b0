"""The one jit decorator, and the folder in which compiled code is kept.

Numba's own cache looks only at the file of the function that is called: after an edit of a callee in another file it
goes on returning the old result. So compiled code lies in a folder named by hashes of all sources that a
function is compiled from, of the flags and of the compiler's versions: whatever changes, the folder is new, and what
is unchanged is found again.

`PIBENCH_NUMBA_CACHE=0` switches the cache off, any other value is the folder to use. `PIBENCH_BOUNDSCHECK=1` compiles
with bounds checks. Where nothing can be written, the kernel works without a cache.
"""

import hashlib
import itertools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

# Another maths library would change the last bits of exp and log (randomness, section 2.3); numba asks when imported.
os.environ.setdefault("NUMBA_DISABLE_INTEL_SVML", "1")

import llvmlite
import numba
import numpy as np
from numba.core.caching import FunctionCache

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent
KEEP_GENERATIONS = 8  # source hashes kept side by side: branches and checkouts of one user
KEEP_DAYS = 30
MANY = 40  # functions to compile from which people are told to wait: the kernel has about 200
FLAGS: dict[str, Any] = {
    "nogil": True,  # batches run on a thread pool
    "error_model": "numpy",  # a division by zero gives inf or nan: the kernel never raises
    "boundscheck": os.environ.get("PIBENCH_BOUNDSCHECK") == "1",
}


@dataclass(frozen=True)
class CacheState:
    """What `pibench doctor` tells about the compile cache; `folder` is None when there is none."""

    folder: Path | None
    writable: bool
    files: int
    bytes: int
    source_hash: str


@cache
def _modules() -> dict[str, Path]:
    """The package's source files by their dotted names; some folders are links, which `rglob` would not enter."""
    files = list(PACKAGE.glob("*.py"))
    for folder in PACKAGE.iterdir():
        if folder.is_dir():
            files += folder.rglob("*.py")
    return {".".join(file.relative_to(PACKAGE).with_suffix("").parts): file for file in files}


_IMPORT = re.compile(
    r"^(?:from|import)[ \t]+pibench_env([\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n(]*))?", re.MULTILINE
)


def _imports(text: str) -> Iterator[str]:
    """Dotted names that a source may import from this package; not all of them need be modules."""
    for module, names in _IMPORT.findall(text):
        yield module[1:]
        yield f"{module[1:]}.__init__"
        for name in re.findall(r"\w+", names):
            yield f"{module}.{name}"[1:]


@cache
def _texts() -> dict[str, str]:
    """The package's sources by their dotted names."""
    return {name: file.read_text(encoding="utf-8") for name, file in _modules().items()}


def _with_imports(names: Iterable[str]) -> tuple[str, ...]:
    """Modules and all that they import from the package, in a fixed order.

    Compiled code has the constants and the callees of other modules built in, so a change of any of them counts.
    """
    found = set(names)
    todo = list(found)
    while todo:
        new = {name for name in _imports(_texts()[todo.pop()]) if name in _texts()} - found
        found |= new
        todo += new
    return tuple(sorted(found))


@cache
def kernel_sources() -> tuple[Path, ...]:
    """Every file with compiled functions and all that these files import from the package, in a fixed order."""
    compiled = [name for name, text in _texts().items() if re.search(r"^@(jit|inlined)\b", text, re.MULTILINE)]
    return tuple(_modules()[name] for name in _with_imports(compiled))


def _hash_of(files: Iterable[Path], root: Path) -> str:
    """SHA-256 over names and contents of files, names relative to `root`."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


@cache
def kernel_source_hash() -> str:
    """SHA-256 of all kernel sources: recorded as provenance of results, it refuses nothing."""
    return _hash_of(kernel_sources(), PACKAGE)


@cache
def _generation() -> str:
    """The name of the cache folder: flags and versions of everything that makes machine code."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version_info[:3])
    return hashlib.sha256(repr((sorted(FLAGS.items()), versions)).encode()).hexdigest()


def _user_cache() -> Path:
    """The user's cache folder as the system has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _candidates() -> Iterator[tuple[Path, bool]]:
    """Folders in which generations may be kept, best first, and whether others could have made them."""
    asked = os.environ.get("PIBENCH_NUMBA_CACHE")
    if asked:
        with suppress(RuntimeError):  # of a user whom the system does not know
            yield Path(asked).expanduser().absolute(), False
    else:
        with suppress(RuntimeError):  # no HOME and no entry in the user database
            yield _user_cache() / "pibench_env", False
    with suppress(OSError):  # no temporary folder either
        user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
        yield Path(tempfile.gettempdir()) / f"pibench_env-{user}", True


def _only_ours(home: Path) -> bool:
    """Whether a folder belongs to this user and nobody else can write to it: what lies there is run."""
    if not hasattr(os, "getuid"):
        return True
    facts = home.lstat()  # of the name itself: a link may lead anywhere
    closed = not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and closed


def _usable(folder: Path, shared: bool) -> bool:
    """Whether files can be made in a folder; in a place that is `shared`, also whether nobody else could."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if shared and not _only_ours(folder.parent):
            return False
        folder.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _prune(home: Path, current: str) -> None:
    """Delete the generations that have not been used for long, and all but the last few."""
    with suppress(OSError):
        generations = [path for path in home.iterdir() if re.fullmatch("[0-9a-f]{64}", path.name)]
        generations.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        oldest = time.time() - KEEP_DAYS * 86400
        for place, path in enumerate(generations):
            if path.name != current and (place >= KEEP_GENERATIONS or path.stat().st_mtime < oldest):
                shutil.rmtree(path, ignore_errors=True)


def _hint(text: str) -> None:
    """One line for people; the kernel works all the same."""
    with suppress(OSError, AttributeError, ValueError):  # stderr closed or missing
        sys.stderr.write(f"pibench_env: {text}\n")


@cache
def cache_folder() -> Path | None:
    """The folder of this generation, made if need be; None if the cache is off or nothing can be written."""
    if os.environ.get("PIBENCH_NUMBA_CACHE") == "0":
        return None
    for place, (home, shared) in enumerate(_candidates()):
        folder = home / _generation()
        if _usable(folder, shared):
            if place > 0:
                _hint(f"no compile cache in the usual place, using {home}; set PIBENCH_NUMBA_CACHE to a folder")
            with suppress(OSError):
                os.utime(folder)
            _prune(home, folder.name)
            return folder
    _hint("no folder for compiled code can be written, each start compiles anew; set PIBENCH_NUMBA_CACHE to a folder")
    return None


@cache
def _modules_by_file() -> dict[Path, str]:
    """Dotted names by files as `resolve` names them: the package shows some folders through links."""
    return {file.resolve(): name for name, file in _modules().items()}


@cache
def _shelf_of(source: Path) -> str:
    """Where in the cache folder the functions of one source file lie, named by all that they are compiled from.

    A file of the package is compiled from itself and what it imports from the package; so an edit leaves alone what
    does not depend on it. A file outside, a user's policy, is compiled from its folder and the kernel.
    """
    name = _modules_by_file().get(source)
    if name is None:
        return f"user-{_hash_of(sorted(source.parent.glob('*.py')), source.parent)[:32]}-{kernel_source_hash()[:32]}"
    files = [_modules()[module] for module in _with_imports([name])]
    return f"{name}-{_hash_of(files, PACKAGE)[:32]}"


@cache
def _make_room(folder: Path, shelf: str) -> None:
    """Mark a shelf as used, and delete what edits of the same file left behind, but for the last few."""
    with suppress(OSError):
        (folder / shelf).mkdir(mode=0o700, exist_ok=True)
        os.utime(folder / shelf)
        shelves = sorted(folder.glob(shelf.split("-")[0] + "-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in shelves[KEEP_GENERATIONS:]:
            shutil.rmtree(path, ignore_errors=True)


def _folder_for(function: Callable[..., Any]) -> Path | None:
    """Where the compiled form of a function is kept."""
    folder = cache_folder()
    source = Path(function.__code__.co_filename).resolve()
    if folder is None or not source.is_file():
        return None  # typed at a prompt
    shelf = _shelf_of(source)
    _make_room(folder, shelf)
    return folder / shelf


_missing = itertools.count(1)  # functions that this process has not found in the cache


def _note_missing() -> None:
    """Say once that a long compilation is under way; a few functions more or less are not worth a word."""
    if next(_missing) == MANY:
        _hint("compiling the kernel, one to two minutes the first time; later starts take a second or two")


class _ForgivingCache(FunctionCache):
    """Numba's cache of one function, for which a file that cannot be read or written is a file that is not there."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature, or None."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # a damaged file can raise anything
            with suppress(OSError):
                self.flush()
            found = None
        if found is None:
            _note_missing()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled function for a signature, if that is possible."""
        with suppress(Exception):  # a full disk, or a damaged index in a folder that has become read-only
            super().save_overload(sig, data)


@contextmanager
def _numba_folder(folder: Path) -> Iterator[None]:
    """Numba's cache folder, set only while decorating: other people's functions keep their own."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def jit(function: F) -> F:
    """Compile a function for the kernel: no Python objects, no fast-math, no GIL, kept between runs.

    Args:
        function: A function at module level; numba cannot keep what captures other functions.

    Returns:
        The compiled function, with the same signature for type checkers.
    """
    return _compiled(function, **FLAGS)


def inlined(function: F) -> F:
    """`jit` for a few small functions that are called everywhere: a call would take longer than what they do."""
    return _compiled(function, **FLAGS, forceinline=True)


def _compiled(function: F, **flags: Any) -> F:
    """A function compiled with some flags, and its place in the cache."""
    compiled = numba.njit(**flags)(function)
    folder = _folder_for(function)
    if folder is not None and hasattr(compiled, "_cache"):  # not with NUMBA_DISABLE_JIT=1
        with _numba_folder(folder), suppress(OSError, RuntimeError):
            compiled._cache = _ForgivingCache(function)
    return cast(F, compiled)


def cache_state() -> CacheState:
    """What is in the compile cache now."""
    folder = cache_folder()
    if folder is None:
        return CacheState(None, False, 0, 0, kernel_source_hash())
    sizes = []
    for file in folder.rglob("*"):
        with suppress(OSError):  # another process may be writing or clearing
            if file.is_file():
                sizes.append(file.stat().st_size)
    return CacheState(folder, os.access(folder, os.W_OK), len(sizes), sum(sizes), kernel_source_hash())


def clear_cache() -> int:
    """Delete all generations in the cache folder.

    Returns:
        The number of generations deleted. What this process has compiled stays in use.
    """
    folder = cache_folder()
    if folder is None:
        return 0
    generations = [path for path in folder.parent.iterdir() if re.fullmatch("[0-9a-f]{64}", path.name)]
    for path in generations:
        shutil.rmtree(path, ignore_errors=True)
    return len(generations)
