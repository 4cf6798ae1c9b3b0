"""Writes the generated pages: `python docs/generate.py`, and with `--check` only says which are stale.

They are committed, so that they can be read without building anything; a test fails when one lags behind the source.
What is written by hand, the pages in `mechanics/` among it, includes fragments from `facts/`.
"""

import sys
from pathlib import Path

import figures
import options
import pictures
import readings
import references
import scan
import spaces
from fragments import arguments, facts_of, published

from pibench_env.registration import ENTRY_POINTS

DOCS = Path(__file__).parent


def pages() -> dict[Path, str]:
    """All generated files and their texts."""
    texts = {
        "reference/parameters.md": references.parameters(),
        "reference/tables.md": references.tables(),
        "reference/commands.md": references.commands(),
        "reference/readings.md": readings.readings(),
        "reference/outcomes.md": references.outcomes(),
        "reference/capacities.md": references.capacity_page(),
        "reference/observation.md": spaces.observation(),
        "facts/observation.md": spaces.observation_parts(),
        "facts/actions.md": spaces.actions(),
        "facts/plan.md": spaces.plan(),
        "facts/options.md": options.arguments(),
        **{f"facts/glance-{env_id}.md": spaces.glance(env_id) for env_id in ENTRY_POINTS},
        **{f"facts/info-{env_id}.md": options.info(env_id) for env_id in ENTRY_POINTS},
        "benchmarks.md": figures.benchmarks(),
        "facts/published.md": published(),
        "facts/arguments.md": arguments(),
        **{f"facts/{name}.md": facts_of(sources) for name, sources in scan.SOURCES.items()},
    }
    return {DOCS / name: text for name, text in texts.items()}


def main(arguments: list[str]) -> int:
    """Write the pages and pictures that are stale, or with `--check` only name them."""
    texts = pages()
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text("utf-8") != text]
    shown = {DOCS / "_static" / name: pixels for name, pixels in pictures.pictures().items()}
    old = [path for path, pixels in shown.items() if not pictures.is_like(path, pixels)]
    orphans = [path for path in (DOCS / "facts").glob("*.md") if path not in texts]
    for path in (*stale, *old, *orphans):
        sys.stdout.write(f"{path.relative_to(DOCS.parent)}\n")
    if "--check" in arguments:
        return 1 if stale or old or orphans else 0
    for path in orphans:
        path.unlink()
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[path], "utf-8")
    for path in old:
        pictures.write(path, shown[path])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
