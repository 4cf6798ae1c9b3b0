"""Sphinx: pages in MyST markdown, theme furo, reference pages from docstrings, formulas without a network."""

from docutils.nodes import SkipNode
from latex2mathml.converter import convert

import pibench_env

project = "pibench-env"
author = "The PI-Bench environment authors"
copyright = f"2026, {author}"
version = release = pibench_env.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
napoleon_numpy_docstring = False  # docstrings are in Google style
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
default_role = "code"  # what docstrings write in single backticks

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_title = f"pibench-env {release}"
html_math_renderer = "mathml"
exclude_patterns = ["_build", "facts"]  # facts/ holds fragments that pages include


def inline_formula(writer, node):
    """A formula in a line, as MathML, which browsers show by themselves."""
    writer.body.append(convert(node.astext()))
    raise SkipNode


def displayed_formula(writer, node):
    """A formula of its own line; a wide one scrolls."""
    writer.body.append(
        f'<div style="overflow-x: auto; margin: 0.6em 0">{convert(node.astext(), display="block")}</div>\n'
    )
    raise SkipNode


def setup(app):
    """Make the renderer known."""
    app.add_html_math_renderer("mathml", (inline_formula, None), (displayed_formula, None))
