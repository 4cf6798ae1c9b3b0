"""Sphinx: pages in MyST markdown, theme furo, reference pages from docstrings."""

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
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"pibench-env {release}"
exclude_patterns = ["_build"]
