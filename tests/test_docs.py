"""The pages: current, complete, and true where they show code."""

import ast
import inspect
import io
import re
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pibench_env import Lab, cli
from pibench_env.answers import _ANSWERS
from pibench_env.baselines import rollout
from pibench_env.baselines.policy import POLICIES
from pibench_env.codes import Outcome, Role, Verb
from pibench_env.commands import BY_CALL, BY_VERB
from pibench_env.env import PIBenchEnv
from pibench_env.params import Params
from pibench_env.registration import ENTRY_POINTS
from pibench_env.seeds import seed_set
from pibench_env.spaces.decoding import NVEC
from pibench_env.surface.errors import NOT_AVAILABLE
from pibench_env.surface.namespaces import Namespace
from pibench_env.wrappers.flat_discrete import COUNT
from pibench_env.wrappers.plan.choices import PLAN_NVEC

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "pibench_env"
README = ROOT / "README.md"
PAGES = [*sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts), README]
NAMESPACES = Namespace.__subclasses__()
MECHANICS = {path.stem for path in (PACKAGE / "mechanics").glob("*.py")} - {"__init__"}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT if page == README else DOCS).as_posix()


def read(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# --- Generated pages --------------------------------------------------------------------------------------------------


def test_generated_pages_are_current():
    command = [sys.executable, str(DOCS / "generate.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, f"stale, run `python docs/generate.py`:\n{result.stdout}{result.stderr}"


@pytest.mark.parametrize("outcome", Outcome, ids=lambda outcome: outcome.word)
def test_every_outcome_has_a_line(outcome):
    assert f"| {outcome.value} | `{outcome.word}` |" in read("reference/outcomes.md")


@pytest.mark.parametrize("verb", Verb, ids=lambda verb: verb.word)
def test_every_verb_has_a_section(verb):
    page = read("reference/commands.md")
    assert f"\n## {BY_VERB[verb].call}\n" in page
    assert f"`{verb.name}`" in page


@pytest.mark.parametrize("space", NAMESPACES, ids=lambda space: space.__name__)
def test_every_call_of_the_surface_is_on_a_page(space):
    names = [name for name, value in vars(space).items() if inspect.isfunction(value) and not name.startswith("_")]
    assert names
    for name in names:
        call = f"{space.__name__.lower()}.{name}"
        page = read("reference/commands.md" if call in BY_CALL else "reference/readings.md")
        assert f"\n## {call}\n" in page
        assert f"{call}(" in page


@pytest.mark.parametrize("call", ["dashboard", "attention", "ledger", "summary"])
def test_readings_of_the_lab_itself_name_every_key(call):
    shown = getattr(Lab(7), call)()
    section = read("reference/readings.md").partition(f"\n## {call}\n")[2].partition("\n## ")[0]
    assert f"`lab.{call}(" in section
    for key in shown if isinstance(shown, dict) else ("month", "category", "amount", "note"):
        assert f"\n| `{key}` |" in section


@pytest.mark.parametrize("verb", sorted(_ANSWERS), ids=lambda verb: Verb(verb).word)
def test_every_answer_is_described(verb):
    section = read("reference/readings.md").partition("\n## What commands return\n")[2]
    assert f"\n| `{BY_VERB[Verb(verb)].call}` |" in section


def test_the_outcomes_page_tells_of_calls_that_a_run_does_not_offer():
    assert f"`{NOT_AVAILABLE}`" in read("reference/outcomes.md")


@pytest.mark.parametrize("policy", POLICIES.values(), ids=lambda policy: policy.name)
def test_every_argument_of_a_policy_is_listed(policy):
    section = read("facts/arguments.md").partition(f"\n### {policy.name}\n")[2].partition("\n### ")[0]
    assert all(f"\n| `{name}` |" in section for name, _, _ in policy.arguments.catalogue())


def test_every_prefix_of_an_id_is_in_the_glossary():
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted((PACKAGE / "surface").glob("*.py")))
    prefixes = {role.prefix for role in Role} | set(re.findall(r"entity_id\(['\"](\w+)", sources))
    assert len(prefixes) > 10
    assert prefixes == set(re.findall(r"^\| `(\w+)` \|", read("glossary.md"), re.MULTILINE))


# --- Environments -----------------------------------------------------------------------------------------------------

MONTHS = "environments/months.md"
ENVIRONMENTS = {"PIBench-v0": "environments/commands.md", "PIBenchMonth-v0": MONTHS}
HEADINGS = [
    "Description", "Action Space", "Observation Space", "Starting State", "Rewards", "Episode End", "Arguments",
    "Reset options", "Info", "Masks", "Rendering", "State", "Vectorised environment", "Version History", "References",
]  # fmt: skip


def test_every_id_has_its_page():
    assert list(ENVIRONMENTS) == list(ENTRY_POINTS)


@pytest.mark.parametrize("env_id", ENVIRONMENTS)
def test_pages_of_environments_have_the_same_headings(env_id):
    page = read(ENVIRONMENTS[env_id])
    assert page.startswith(f"# {env_id}\n\n```{{include}} ../facts/glance-{env_id}.md\n```\n")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HEADINGS
    assert f"\n```{{include}} ../facts/info-{env_id}.md\n```\n" in page


def test_the_choice_of_doors_names_true_sizes():
    rows = {row.split("|")[2]: row for row in read("environments/choose.md").splitlines() if row.startswith("| ")}
    row = {name: next(row for cell, row in rows.items() if f"`{name}`" in cell) for name in DOORS}
    horizon, limit = Params().months, inspect.signature(PIBenchEnv).parameters["max_commands"].default
    assert f" {horizon * limit:,}, at {limit} a month;" in row["PIBench-v0"]
    assert f" {np.prod(NVEC):,} in {len(NVEC)} parts," in row["PIBench-v0"]
    size = round(sum(np.log10(PLAN_NVEC)))
    assert f"| {horizon} | about $10^{{{size}}}$ in {len(PLAN_NVEC)} parts," in row["PIBenchMonth-v0"]
    assert f" {COUNT:,}, masked " in row["FlatDiscrete"]
    assert f" {len(NVEC)} or {len(PLAN_NVEC)} numbers " in row["BoxAction"]
    assert f" {COUNT:,} actions," in read("environments/wrappers.md")


DOORS = ("PIBench-v0", "PIBenchMonth-v0", "FlatDiscrete", "BoxAction")

# --- Sources ----------------------------------------------------------------------------------------------------------


def sections_in(page: str, of: str) -> set[str]:
    section = read(page).partition(f"\n## {of}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| ([\d.]+) \|", section, re.MULTILINE))


def test_every_section_that_the_code_cites_is_among_the_sources():
    known = set().union(*(sections_in("sources.md", part) for part in ("Rules", "Randomness", "Policies")))
    cited = {spec.section for _, _, spec in Params.catalogue()} | {spec.section for spec in BY_VERB.values()}
    for policy in POLICIES.values():
        cited |= {spec.section for _, _, spec in policy.arguments.catalogue()}
    for path in PACKAGE.rglob("*.py"):
        cited |= set(re.findall(r"\b(?:rules|randomness|policies), section (\d[\d.]*\d|\d)", path.read_text("utf-8")))
    assert cited <= known


# --- Mechanics --------------------------------------------------------------------------------------------------------


def test_every_mechanic_has_a_page_and_every_page_a_mechanic():
    assert {path.stem for path in (DOCS / "mechanics").glob("*.md")} == MECHANICS | {"month"}


@pytest.mark.parametrize("mechanic", sorted(MECHANICS))
def test_a_page_of_a_mechanic_says_what_it_has_to(mechanic):
    page = read(f"mechanics/{mechanic}.md")
    assert f"`pibench_env/mechanics/{mechanic}.py`" in page
    assert "\n## Why it matters\n" in page
    assert f"\n```{{include}} ../facts/{mechanic}.md\n" in page


def functions_of(module: str) -> dict[str, ast.FunctionDef]:
    path = PACKAGE / "mechanics" / f"{module}.py" if module in MECHANICS else PACKAGE / f"{module}.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("page", sorted(MECHANICS | {"month"}))
def test_functions_that_pages_name_exist(page):
    home = "kernel" if page == "month" else page
    named = re.findall(r"`(?:(\w+)\.)?(\w+)\(\)`", read(f"mechanics/{page}.md"))
    assert named
    missing = [f"{module or home}.{name}" for module, name in named if name not in functions_of(module or home)]
    assert not missing


def calls_in(function: str) -> list[str]:
    """What a function of the kernel calls, from top to bottom."""
    calls = [node for node in ast.walk(functions_of("kernel")[function]) if isinstance(node, ast.Call)]
    return [ast.unparse(call.func) for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset))]


@pytest.mark.parametrize(("function", "steps"), [("open_month", 5), ("close_month", 13)])
def test_the_month_is_told_in_its_order(function, steps):
    """The functions named under a heading are called in that order."""
    section = read("mechanics/month.md").partition(f"`{function}()`:")[2].partition("\n## ")[0]
    told = re.findall(r"`([\w.]+)\(\)`", section)
    assert len(told) == steps
    assert told == [call for call in calls_in(function) if call in told]


# --- Links ------------------------------------------------------------------------------------------------------------


def anchors_in(text: str) -> set[str]:
    """The anchors that headings get."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        file = (page.parent / target).resolve() if target else page
        assert file.is_file(), f"{target} leads nowhere"
        assert not anchor or anchor in anchors_in(file.read_text(encoding="utf-8")), f"no heading {target}#{anchor}"


@pytest.mark.slow
def test_sphinx_has_no_complaints(tmp_path):
    pytest.importorskip("sphinx")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


# --- Code -------------------------------------------------------------------------------------------------------------


def blocks(language: str, page: Path) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


WITH_PYTHON = [page for page in PAGES if blocks("python", page)]
COMMANDS = [
    line.partition(" #")[0].strip()
    for page in PAGES
    for block in blocks("shell", page)
    for line in block.splitlines()
    if line.startswith("pibench ")
]
LONG = ("reproduce", "bench")  # these are only asked for their help


@pytest.fixture(scope="module")
def output_of(tmp_path_factory):
    """What the blocks of a page print, which are one program; each page runs once."""

    @cache
    def run(page: Path) -> str:
        names: dict[str, object] = {"__name__": "__main__"}
        with chdir(tmp_path_factory.mktemp("page")), redirect_stdout(io.StringIO()) as printed:
            for number, block in enumerate(blocks("python", page), 1):
                exec(compile(block, f"{name_of(page)}, block {number}", "exec"), names)
        return printed.getvalue()

    return run


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name_of)
def test_python_blocks_run(page, output_of):
    assert output_of(page)


def test_pages_show_python():
    about = ("checks", "choose", "commands", "forks", "months", "search", "vector", "wrappers")
    pages = [*(f"environments/{name}.md" for name in about), "quickstart.md", "reference/observation.md", "README.md"]
    assert [name_of(page) for page in WITH_PYTHON] == pages


def test_what_the_quick_start_claims_of_its_careers(output_of):
    """The Impacts in the text are those of the careers above it."""
    printed = re.findall(r"'impact': ([\d.]+)", output_of(DOCS / "quickstart.md"))
    text = read("quickstart.md")
    assert len(printed) == 2
    assert round(float(printed[0]), -1) == float(re.search(r"an Impact of about (\d+)", text)[1])
    assert printed[1] == re.search(r"That earns ([\d.]+) in this world", text)[1]


def test_what_the_page_of_plans_claims_of_its_career(output_of):
    claimed = re.search(r"earns ([\d.]+) in this world", read(MONTHS))[1]
    assert f"60 {claimed}\n" in output_of(DOCS / MONTHS)
    assert f"60 {claimed}\n" in output_of(README)


def test_what_the_search_claims_to_find(output_of):
    """Its own figures are those printed; those of policies are of the same worlds."""
    text = " ".join(read("environments/search.md").split())
    printed = re.findall(r"mean Impact ([\d.]+), on fresh worlds ([\d.]+)", output_of(DOCS / "environments/search.md"))
    claimed = re.search(r"from ([\d.]+) to ([\d.]+) on the eight .* from ([\d.]+) to ([\d.]+) on 64 fresh", text)
    assert [*zip(*printed, strict=True)] == [claimed.group(1, 2), claimed.group(3, 4)]
    fresh = seed_set("tune")[8:72]
    for policy, pattern in (("baseline", r"baseline earns ([\d.]+),"), ("oracle", r"is hidden, ([\d.]+)\.")):
        assert f"{rollout.impacts(rollout.run(policy, fresh)).mean():.1f}" == re.search(pattern, text)[1]


def test_shell_blocks_run(tmp_path, monkeypatch, capsys):
    """In order, in one folder: later lines read what earlier ones wrote."""
    monkeypatch.chdir(tmp_path)
    assert COMMANDS
    for line in COMMANDS:
        words = shlex.split(line)[1:]
        assert cli.main([words[0], "--help"] if words[0] in LONG else words) == 0, f"{line}\n{capsys.readouterr().err}"
