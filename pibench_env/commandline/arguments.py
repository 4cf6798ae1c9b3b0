"""What the words of a command line mean: files, folders and names, checked before anything is run."""

import difflib
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from pibench_env.parameter import ParameterError
from pibench_env.seeds import SeedError


class UsageError(ValueError):
    """What was asked cannot be done; the message is one line for the user."""


USER_ERRORS = (UsageError, ParameterError, SeedError)


def known(kind: str, name: str, names: Iterable[str]) -> str:
    """A name that has to be one of some.

    Args:
        kind: What it names, as the message says it.
        name: What was asked.
        names: What there is.

    Returns:
        The name.

    Raises:
        UsageError: It is none of them.
    """
    names = list(names)
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown {kind} {name!r}; there are {', '.join(names) or 'none'}{hint}")
    return name


def read_salt(file: Path | None) -> str | None:
    """The secret of salted worlds: the text of a file without white space around it.

    Args:
        file: The file, or None for worlds without a salt.

    Returns:
        The secret, or None.

    Raises:
        UsageError: The file cannot be read, is no text or is empty.
    """
    if file is None:
        return None
    try:
        if file.is_fifo() or file.is_char_device():  # reading one may never end
            raise UsageError(f"salt file {str(file)!r} is no regular file; allowed is a text file")
        salt = file.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise UsageError(f"salt file {str(file)!r} is no UTF-8 text; allowed is any text that is not empty") from None
    except OSError as error:
        raise UsageError(f"salt file {str(file)!r} cannot be read: {error.strerror}") from None
    if not salt:
        raise UsageError(f"salt file {str(file)!r} is empty; allowed is any text that is not empty")
    return salt


def free_places(folder: Path, names: Sequence[str], overwrite: bool) -> list[Path]:
    """Files to be written to a folder, which is made if need be.

    Args:
        folder: Where.
        names: Names of the files.
        overwrite: Whether files that exist may be replaced.

    Returns:
        The paths, in the order of the names.

    Raises:
        UsageError: Nothing can be written there, or a file exists and may not be replaced.
    """
    paths = [folder / name for name in names]
    try:
        taken = [path for path in paths if path.exists()]
        folders = [path for path in taken if path.is_dir()]
        if folders:
            raise UsageError(f"{str(folders[0])!r} is a folder; choose another one for the recordings")
        if taken and not overwrite:
            others = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
            raise UsageError(f"{str(taken[0])!r}{others} exists; choose another folder, or replace with --overwrite")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return paths
    except OSError as error:
        raise UsageError(f"folder {str(folder)!r} cannot be written to: {error.strerror}") from None
