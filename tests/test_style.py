"""House rules that linters do not know. Each gate is a function over source text, and is seen to bite below."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE_LINES = 350
FUNCTION_LINES = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef
Gate = Callable[[str], Iterator[str]]


def sources(*folders: str) -> list[Path]:
    """The Python files of some folders or files of the checkout, by their real place: links are not followed."""
    found: list[Path] = []
    for name in folders:
        path = ROOT / name
        found += [path] if path.is_file() else path.rglob("*.py")
    # Links of pibench_env/ lead to folders that are listed by themselves.
    return sorted({path for path in found if path.resolve() == path and "__pycache__" not in path.parts})


LIBRARY = sources("pibench_env", "wrappers", "baselines")
PYTHON = LIBRARY + sources("conf", "tests", "benchmarks", "docs")
ENGINE_NAMES = ("state", "exact", "tape", "jit", "kernel", "rng", "mechanics")
ENGINE = sources(
    *(f"pibench_env/{name}.py" for name in ENGINE_NAMES if (ROOT / f"pibench_env/{name}.py").is_file()),
    *(f"pibench_env/{name}" for name in ENGINE_NAMES if (ROOT / f"pibench_env/{name}").is_dir()),
    "baselines",
)
MECHANICS = sources("pibench_env/mechanics")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(source: str) -> Iterator[Function]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function):
            yield node


# --- Sizes ------------------------------------------------------------------------------------------------------------


def long_file(source: str) -> Iterator[str]:
    lines = len(source.splitlines())
    if lines > FILE_LINES:
        yield f"{lines} lines, {FILE_LINES} are allowed: split it where the subject splits"


def long_functions(source: str) -> Iterator[str]:
    """A docstring does not count: saying more is no fault."""
    for function in functions(source):
        first, last = function.lineno, function.end_lineno or function.lineno
        lines = last - first + 1
        if ast.get_docstring(function) is not None:
            text = function.body[0]
            lines -= (text.end_lineno or text.lineno) - text.lineno + 1
        if lines > FUNCTION_LINES:
            yield f"{first}: {function.name} has {lines} lines, {FUNCTION_LINES} are allowed"


# --- Docstrings -------------------------------------------------------------------------------------------------------


def public_functions(source: str) -> Iterator[Function]:
    """Functions of the module and methods of its public classes, whose names have no leading underscore."""
    tree = ast.parse(source)
    bodies = [tree.body]
    bodies += [node.body for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    for body in bodies:
        for node in body:
            if isinstance(node, Function) and not node.name.startswith("_") and not is_exempt(node):
                yield node


def is_exempt(function: Function) -> bool:
    """An overload is documented once; an override by what it overrides; a setter by its property."""
    names = {ast.unparse(decorator).rpartition(".")[2] for decorator in function.decorator_list}
    return bool(names & {"overload", "override", "setter"})


def arguments_of(function: Function) -> list[str]:
    arguments = function.args
    named = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    if named and named[0] in ("self", "cls"):
        del named[0]
    named += [arguments.vararg.arg] if arguments.vararg else []
    named += [argument.arg for argument in arguments.kwonlyargs]
    named += [arguments.kwarg.arg] if arguments.kwarg else []
    return named


def documented_arguments(docstring: str) -> list[str] | None:
    """The names in the `Args:` section, several before one colon allowed (`low, high: ...`); None without a section."""
    section = re.search(r"^Args:\n((?:[ \t]+.*\n?|\n)+)", docstring, re.MULTILINE)
    if section is None:
        return None
    lines = section[1].splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    entry = re.compile(rf"^ {{{indent}}}(\*{{0,2}}\w+(?:, \*{{0,2}}\w+)*)(?: \(.*?\))?:")
    names = [match[1] for line in lines if (match := entry.match(line))]
    return [name.lstrip("*") for group in names for name in group.split(", ")]


def undocumented(source: str) -> Iterator[str]:
    for function in public_functions(source):
        docstring = ast.get_docstring(function)
        if docstring is None:
            yield f"{function.lineno}: {function.name} has no docstring"
            continue
        documented, signature = documented_arguments(docstring), arguments_of(function)
        if documented is not None and documented != signature:
            yield f"{function.lineno}: {function.name} documents {documented}, its arguments are {signature}"


# --- numba and chance -------------------------------------------------------------------------------------------------

# One decorator holds the flags and the cache (pibench_env/jit.py). The kernel is serial: no prange.
COMPILERS = {"njit", "jit", "generated_jit", "vectorize", "guvectorize", "cfunc", "stencil", "prange", "jit_module"}


def bare_compilers(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    aliases = {"numba"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            aliases |= {name.asname for name in node.names if name.name == "numba" and name.asname}
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "numba":
            for name in node.names:
                if name.name in COMPILERS:
                    yield f"{node.lineno}: from numba import {name.name}: use pibench_env.jit"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in aliases and node.attr in COMPILERS:
                yield f"{node.lineno}: numba.{node.attr}: use pibench_env.jit"


def foreign_chance(source: str) -> Iterator[str]:
    """Luck is addressed by key (pibench_env/rng); any other source of it depends on order, batches and threads."""
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Attribute) and node.attr == "random" and ast.unparse(node.value) in ("np", "numpy"):
            yield f"{line}: np.random"
        if isinstance(node, ast.Import) and any(name.name in ("random", "numpy.random") for name in node.names):
            yield f"{line}: import {ast.unparse(node)}"
        if isinstance(node, ast.ImportFrom):
            from_numpy = node.module == "numpy" and any(name.name == "random" for name in node.names)
            if from_numpy or node.module in ("random", "numpy.random"):
                yield f"{line}: {ast.unparse(node)}"


# --- Numbers of the paper ---------------------------------------------------------------------------------------------

# Every number of the paper is a named parameter with its unit and section (pibench_env/params.py).
# What a rule may write out has no choice in it:
LITERALS = {
    0: "nothing, the first",
    1: "one, the whole, the complement 1 − p",
    2: "a square, a pair",
    -1: "no such slot, the last",
    0.5: "a half: rounding, the middle of two",
}
# Units are no choice of the paper either: months of a year, hundredths. They go by name, defined at module level.
UNITS = {"YEAR": 12, "CENT": 100, "TENTHS": 10}


def paper_numbers(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    no_choice = {id(value) for name, value in constants(tree) if is_number(value) and UNITS.get(name) == value.value}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):  # which element, not how much
            no_choice |= {id(part) for part in ast.walk(node.slice) if is_number(part) and type(part.value) is int}
    negatives = {
        id(node.operand): -node.operand.value
        for node in ast.walk(tree)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_number(node.operand)
    }
    for node in ast.walk(tree):
        if is_number(node) and id(node) not in no_choice:
            value = negatives.get(id(node), node.value)
            if value not in LITERALS:
                yield f"{node.lineno}: {value}: name it in params.py"


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Names that the module gives to values."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)


# --- Text -------------------------------------------------------------------------------------------------------------

# A folder of somebody's machine, at the start of a path. The variants are joined here so that this line is none.
MACHINE_PATH = re.compile(r"(?<![\w./:~-])/(?:" + "|".join(("work", "root", "home", "opt", "Users")) + r")/[\w.]")
SECOND_COPY = re.compile(r"^\s*(?:import|from)\s+(?:wrappers|baselines|conf)\b", re.MULTILINE)


def machine_paths(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f"{number}: {line.strip()}"


def second_copies(source: str) -> Iterator[str]:
    for match in SECOND_COPY.finditer(source):
        yield f"{match[0].strip()}: import it from pibench_env"


def texts() -> list[Path]:
    """Everything in the checkout that is text and ours."""
    skipped = {
        ".git", ".venv", ".hypothesis", "build", "dist", "__pycache__", "_build", "results", "runs", "outputs",
        "multirun",
    }  # fmt: skip
    found = []
    for folder, folders, files in ROOT.walk() if hasattr(ROOT, "walk") else walk(ROOT):
        folders[:] = [name for name in folders if name not in skipped and not name.endswith(("_cache", ".egg-info"))]
        found += [folder / file for file in files]
    binary = {".gz", ".parquet", ".png", ".npz", ".nbi", ".nbc"}
    return [path for path in found if path.suffix not in binary and not path.is_symlink()]


def walk(root: Path) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Path.walk, which Python has from 3.12 on."""
    import os

    for folder, folders, files in os.walk(root):
        yield Path(folder), folders, files


# --- The gates on the tree --------------------------------------------------------------------------------------------

ON_TREE: list[tuple[Gate, list[Path]]] = [
    (long_file, LIBRARY),
    (long_functions, LIBRARY),
    (undocumented, LIBRARY),
    (bare_compilers, [path for path in PYTHON if path != ROOT / "pibench_env" / "jit.py"]),
    (foreign_chance, ENGINE),
    (paper_numbers, MECHANICS),
    (second_copies, PYTHON),
    (machine_paths, texts()),
]


@pytest.mark.parametrize(("gate", "paths"), ON_TREE, ids=[gate.__name__ for gate, _ in ON_TREE])
def test_tree(gate, paths):
    assert paths, "nothing to look at: a gate over no files says nothing"
    found = [f"{name_of(path)}:{finding}" for path in paths for finding in gate(path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(["", *found])


# --- The gates on planted faults --------------------------------------------------------------------------------------

LONG = "def f():\n" + "    x = 0\n" * FUNCTION_LINES
TALKATIVE = 'def f():\n    """' + "\n" * FUNCTION_LINES + '    """\n    return 0\n'
ARGS = 'def f(self, low, high, *rest, key=0, **more):\n    """One.\n\n    Args:\n'
ALL_ARGS = ARGS + "        low, high: bounds\n            of it: both\n        *rest: r\n        key (int): k\n"

PLANTED: list[tuple[Gate, str, int]] = [
    (long_file, "x = 0\n" * FILE_LINES, 0),
    (long_file, "x = 0\n" * (FILE_LINES + 1), 1),
    (long_functions, LONG, 1),
    (long_functions, TALKATIVE, 0),
    (undocumented, "def f(): ...", 1),
    (undocumented, "def _f(): ...", 0),
    (undocumented, "class A:\n    def f(self): ...\n    def _g(self): ...", 1),
    (undocumented, "class A:\n    @override\n    def f(self): ...", 0),
    (undocumented, ALL_ARGS + '        **more: m\n\n    Returns:\n        x: y\n    """', 0),
    (undocumented, ALL_ARGS + '    """', 1),
    (undocumented, 'def f(low):\n    """One.\n\n    Args:\n        high: h\n    """', 1),
    (undocumented, 'def f(low):\n    """One."""', 0),
    (bare_compilers, "from numba import njit", 1),
    (bare_compilers, "import numba\n@numba.njit(cache=True)\ndef f(): ...", 1),
    (bare_compilers, "import numba as nb\nf = nb.vectorize(g)", 1),
    (bare_compilers, "from numba import prange", 1),
    (bare_compilers, "from numba.extending import intrinsic\nfrom pibench_env.jit import jit", 0),
    (foreign_chance, "import numpy as np\nx = np.random.default_rng(0)", 1),
    (foreign_chance, "from numpy import random", 1),
    (foreign_chance, "import random", 1),
    (foreign_chance, "from pibench_env.rng import draws\nx = lab.random", 0),
    (paper_numbers, "x = 0.35", 1),
    (paper_numbers, "x = min(12, y)", 1),
    (paper_numbers, "x = -2 * y", 1),
    (paper_numbers, "x = 1.0 - 2 * y ** 0.5 + (z == -1) + row[3] + rows[i + 4].a * True", 0),
    (paper_numbers, "x = row[3] * row[int(0.3)]", 1),
    (paper_numbers, "YEAR = 12\nx = YEAR", 0),
    (paper_numbers, "YEAR = 13", 1),
    (paper_numbers, "DEAN = 12", 1),
    (machine_paths, "see " + "/".join(("", "home", "me", "x")), 1),
    (machine_paths, "https://host/home/page and docs/work/x and /tmp/x", 0),
    (second_copies, "import " + "wrappers.text", 1),
    (second_copies, "def f():\n    from " + "baselines import oracle", 1),
    (second_copies, "import pibench_env.wrappers\nfrom conftest import x", 0),
]


@pytest.mark.parametrize(("gate", "source", "findings"), PLANTED)
def test_gates_bite(gate, source, findings):
    assert len(list(gate(source))) == findings
