"""The command line: `pibench VERB`.

Each verb imports what it needs when it is called, so that help is quick. A reading verb with `--json` prints one
document on stdout and nothing else. What the user got wrong is one line on stderr and exit code 2.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from pibench_env.commandline.arguments import USER_ERRORS

MISUSED = 2  # exit codes; 0 and 1 are the verbs' own
INTERRUPTED = 130  # 128 + SIGINT, as shells count
PIPE_CLOSED = 141  # 128 + SIGPIPE

PAIR = "NAME=VALUE ..."

# Typer brings a copy of click in newer versions, so the class is found by way of its child.
_USAGE_ERRORS: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(name="pibench", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Assignments = list[str] | None
PAIR_FLAGS = ("--world", "--policy-arg")
SaltFile = Annotated[Path | None, typer.Option(help="File with the secret of salted worlds.", show_default=False)]


def _show_version(asked: bool) -> None:
    if asked:
        from pibench_env import __version__

        typer.echo(f"pibench-env {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play, replay and measure PI-Bench: a simulated research lab over 60 months."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def run(
    policy: Annotated[str, typer.Option(help="Who plays; `pibench policies` lists them.")],
    seeds: Annotated[str, typer.Option(help="Seeds: 101-108,1001 or slices of sets: train[0:64].")],
    world: Annotated[Assignments, typer.Option(metavar=PAIR, help="Parameters of the world.")] = None,
    policy_arg: Annotated[Assignments, typer.Option(metavar=PAIR, help="Arguments of the policy.")] = None,
    months: Annotated[
        str | None, typer.Option(metavar="N", help="Length of a career; short for --world months=N.")
    ] = None,
    salt_file: SaltFile = None,
    record: Annotated[Path | None, typer.Option(help="Folder for recordings, one file a career.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace recordings that exist.")] = False,
    as_json: Json = False,
) -> int:
    """Play careers with a policy: one row a career."""
    from pibench_env.commandline import run as verb

    assignments = [*(world or []), *([f"months={months}"] if months is not None else [])]
    plan = verb.plan(policy, seeds, assignments, policy_arg or [], salt_file, record, overwrite)
    return verb.run(plan, as_json)


@app.command()
def policies(as_json: Json = False) -> int:
    """List the policies and their arguments."""
    from pibench_env.commandline import policies as verb

    return verb.run(as_json)


@app.command()
def seeds(
    text: Annotated[
        str | None,
        typer.Argument(metavar="SEEDS", help="Seeds: 101-108,1001 or slices of sets: train[0:64].", show_default=False),
    ] = None,
    of: Annotated[bool, typer.Option("--of", help="Print beside each seed the set that it is of.")] = False,
    as_json: Json = False,
) -> int:
    """List the sets of seeds, or the seeds that a text names."""
    from pibench_env.commandline import seeds as verb

    return verb.run(text, of, as_json)


@app.command()
def schema(as_json: Json = False) -> int:
    """Say what every number of an observation and of an action means."""
    from pibench_env.commandline import schema as verb

    return verb.run(as_json)


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="Recordings.", show_default=False)],
    salt_file: SaltFile = None,
    as_json: Json = False,
) -> int:
    """Play recordings again and say where they differ from the world."""
    from pibench_env.commandline import replay as verb

    return verb.run(files, salt_file, as_json)


@app.command()
def reproduce(as_json: Json = False) -> int:
    """Compute the published numbers anew and compare."""
    from pibench_env.commandline import reproduce as verb

    return verb.run(as_json)


@app.command()
def doctor(as_json: Json = False) -> int:
    """Say what is installed, where compiled code is kept, and what is missing."""
    from pibench_env.commandline import doctor as verb

    return verb.run(as_json)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Leave out compiling from nothing.")] = False,
    as_json: Json = False,
) -> int:
    """Measure the speed of this machine: about 30 s, and two minutes more for compiling from nothing."""
    from pibench_env.commandline import bench as verb

    return verb.run(quick, as_json)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        arguments: The words after `pibench`; those of the process if None.

    Returns:
        The exit code.
    """
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open to the end
    try:
        words = sys.argv[1:] if arguments is None else arguments
        code: Any = app(_one_pair_a_flag(words), prog_name="pibench", standalone_mode=False)
        sys.stdout.flush()  # here, where a closed pipe is still answered
    except USER_ERRORS as error:
        return _complain(str(error))
    except _USAGE_ERRORS as error:
        return _complain(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Typer leaves by the second when a verb meets the first
        _drop_stdout()
        return PIPE_CLOSED
    except OSError as error:  # a full disk, a name that is too long, a folder that may not be entered
        _drop_stdout()
        return _complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    return code or 0


def _drop_stdout() -> None:
    """The interpreter flushes once more when it ends; there must be something to flush to."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_pair_a_flag(words: Sequence[str]) -> list[str]:
    """`--world a=1 b=2` as `--world a=1 --world b=2`: Typer's options take one value each."""
    spread: list[str] = []
    flag = ""
    for word in words:
        if word.startswith("-"):
            flag = word if word in PAIR_FLAGS else ""
        elif flag and "=" in word and spread[-1] != flag:
            spread.append(flag)
        spread.append(word)
    return spread


def _complain(message: str) -> int:
    """One line for the user, whatever lines the message had."""
    with suppress(OSError, AttributeError, ValueError):  # stderr closed or missing: the exit code still tells
        sys.stderr.write(f"pibench: {' '.join(message.split())}\n")
    return MISUSED


if __name__ == "__main__":
    sys.exit(main())
