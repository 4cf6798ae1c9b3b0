"""`pibench replay`: recordings played again, call by call, and compared month by month."""

from collections.abc import Sequence
from pathlib import Path

from pibench_env.commandline.arguments import UsageError, read_salt
from pibench_env.commandline.output import show_json, show_lines, with_progress
from pibench_env.replay import Replay, replay_files

DIFFERENT = 1


def run(files: Sequence[Path], salt_file: Path | None, as_json: bool) -> int:
    """Replay files and show what was found.

    Args:
        files: Recordings; one that is missing or damaged is reported, and the others are replayed.
        salt_file: File with the secret of salted worlds.
        as_json: Show one document instead of one line a file.

    Returns:
        0 if all are equal, 1 otherwise.

    Raises:
        UsageError: There is none of the files.
    """
    salt = read_salt(salt_file)
    if not any(file.exists() for file in files):
        raise UsageError(f"no such file: {', '.join(map(str, files))}")
    replays = (replay for file in files for replay in replay_files([file], salt))
    reports = list(with_progress(replays, "replaying", len(files)))
    if as_json:
        show_json([report.as_dict() for report in reports])
    else:
        show_lines(_line(report) for report in reports)
    return 0 if all(report.equal for report in reports) else DIFFERENT


def _line(report: Replay) -> str:
    if report.error is not None:
        return report.error  # it names the file
    found = f"equal, {report.months} months" if report.equal else f"differs, {report.first_difference}"
    return f"{report.file}: {found}"
