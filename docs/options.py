"""Arguments and info of the environments: names, types and values from the code, the meaning of info beside them."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import scan
from texts import MARK, code, table

from pibench_env.env import PIBenchEnv

MORE = {
    "world": "[parameters](../reference/parameters.md) that differ from the published world, by name",
    "months": 'the horizon, a short way to write `world={"months": ...}`',
    "seeds": "where a reset without a seed picks its world: a set of [seeds](../quickstart.md#seeds), a text as on the "
    "command line, one seed or a list of them",
    "reward": '`"difference"`, `"final"` or `"symlog"`',
    "obs_mode": '`"flat"` for one array, `"dict"` for one array a part',
    "render_mode": '`None`, `"ansi"` or `"rgb_array"`',
}
LIMIT = "`PIBench-v0` only: commands, accepted or not, after which a month closes by itself; `None` or 0 for no limit"


def arguments() -> str:
    """What the environments take."""
    rows = [(code(name), code(kind), code(_default(name)), MORE.get(name, about)) for name, kind, about in _options()]
    limit = inspect.signature(PIBenchEnv).parameters["max_commands"]
    rows.insert(0, (code(limit.name), code(str(limit.annotation)), code(str(limit.default)), LIMIT))
    return "\n\n".join((MARK, table(("argument", "type", "default", "meaning"), rows))) + "\n"


def _options() -> Iterator[tuple[str, str, str]]:
    """Name, type and comment of every option."""
    comments = {line: text for line, text, _ in scan.comments(scan.PACKAGE / "options.py")}
    (options,) = [node for node in scan.tree_of("options.py").body if getattr(node, "name", "") == "LabOptions"]
    for node in ast.walk(options):
        if isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), ast.unparse(node.annotation), comments[node.lineno]


def _default(name: str) -> str:
    """The default of an option, where the environment asks for it."""
    for node in ast.walk(scan.tree_of("terms.py")):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "options.get":
            option, *default = node.args
            if ast.literal_eval(option) == name:
                return ast.unparse(default[0]).replace("'", '"') if default else "None"
    raise KeyError(name)


INFO = {
    "verb": "word of the last command, `reset` after a reset",
    "outcome": "[outcome](../reference/outcomes.md) of the last command, `ok` after a reset",
    "commands": "commands given in the last month, without the one that closed it",
    "refused": "those of them that the rules refused",
    "month": "the month now open; the last one when the run is over",
    "seed": "the world",
    "impact": "[Impact](../mechanics/score.md) if the run stopped now; made of hidden facts, for whoever scores it",
    "citations": "citations so far",
    "papers": "own papers that are out",
    "collapsed": "whether the run ended for want of money",
    "action_mask": "flags of what makes sense now",
}
ILLEGAL = {
    "PIBench-v0": "commands refused in this run",
    "PIBenchMonth-v0": "parts of plans that were impossible, and commands refused, in this run",
}


def info(env_id: str) -> str:
    """Every key of info; one without a meaning is an error."""
    _, found = gymnasium.make(f"pibench_env:{env_id}").reset(seed=101)
    meanings = INFO | {"illegal_actions": ILLEGAL[env_id]}
    rows = [(code(name), _kind(value), meanings[name]) for name, value in found.items()]
    return "\n\n".join((MARK, table(("key", "type", "meaning"), rows))) + "\n"


def _kind(value: Any) -> str:
    return f"{value.dtype}, {value.size} flags" if isinstance(value, np.ndarray) else type(value).__name__
