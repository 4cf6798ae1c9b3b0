# make run     install into .venv and reproduce the published numbers
# make test    install into .venv and run the default test suite
#
# Both work on a fresh machine with Python >= 3.11 and pip. The install is editable, so the working tree is what runs.
# A stamp in .venv marks what is installed; a changed pyproject.toml installs anew. Files that only matter to other
# targets are installed by those.

PYTHON ?= python3
VENV   ?= .venv
# Torch first, by name: with a plain `torch` among its requirements pip may bring a CUDA build of several GB.
TORCH  ?= torch==2.13.0

BIN := $(VENV)/bin
PY  := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet

.PHONY: help run test slow lint format docs bench rl clean
.DEFAULT_GOAL := help

help:
	@echo "make run     reproduce the published numbers (pibench reproduce)"
	@echo "make test    the default test suite"
	@echo "make slow    the tests marked slow"
	@echo "make lint    ruff, mypy, import contracts"
	@echo "make format  let ruff format and mend what it can"
	@echo "make docs    HTML pages in docs/_build/html, warnings are errors"
	@echo "make bench   benchmarks, rows in benchmarks/results; some of them: make bench NAMES='kernel env'"
	@echo "make rl      add torch and the rl extra to .venv"
	@echo "make clean   remove .venv and everything built"

run: $(VENV)/.installed
	$(BIN)/pibench reproduce

test: $(VENV)/.installed-test
	$(PY) -m pytest

slow: $(VENV)/.installed-dev
	$(PY) -m pytest -m slow

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -p pibench_env
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.installed-dev
	$(PY) -m sphinx -W --keep-going -b html docs docs/_build/html

bench: $(VENV)/.installed
	$(PY) benchmarks/run.py $(NAMES)

rl: $(VENV)/.installed-rl

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is older than 3.11: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# An extra brings the core with it, so its stamp marks the core as installed too.
$(VENV)/.installed: pyproject.toml $(VENV)/.made
	$(PIP) -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml $(VENV)/.made
	$(PIP) -e '.[test]'
	@touch $(VENV)/.installed $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.made
	$(PIP) -e '.[dev]'
	@touch $(VENV)/.installed $(VENV)/.installed-test $@

$(VENV)/.installed-rl: pyproject.toml $(VENV)/.made
	$(PIP) '$(TORCH)'
	$(PIP) -e '.[rl,test]'
	@touch $(VENV)/.installed $(VENV)/.installed-test $@

clean:
	rm -rf $(VENV) build dist *.egg-info docs/_build benchmarks/results
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
