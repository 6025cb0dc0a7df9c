# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
#
# Every target sets up what it needs in .venv; a second run finds it there and needs no network.
#
#   make demo     a whole game from virtual fingertips to a file
#   make test     all checks and tests
#   make lint     the checks alone
#   make bench    the measurements
#   make format   put the sources in shape
#   make clean    remove what the other targets made

PYTHON ?=
VENV   := .venv
BIN    := $(VENV)/bin
ready  := $(VENV)/ready
tested := $(VENV)/ready-to-test

.PHONY: setup demo test lint bench format clean

setup: $(ready)

$(ready): pyproject.toml hatch_build.py tools/make_venv.sh
	@PYTHON="$(PYTHON)" sh tools/make_venv.sh $(VENV) .
	@touch $@

$(tested): $(ready)
	@PYTHON="$(PYTHON)" sh tools/make_venv.sh $(VENV) '.[test]'
	@touch $@

demo: $(ready)
	@$(BIN)/merels demo

lint: $(tested)
	@$(BIN)/python tests/lint.py

test: lint
	@$(BIN)/python -m pytest $(PYTEST)

bench: $(tested)
	@$(BIN)/python tests/bench/all.py

format: $(tested)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis
