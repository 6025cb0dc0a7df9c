# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
#
# Every target sets up what it needs in .venv; a second run finds it there and needs no network.
#
#   make setup    the `merels` command in .venv/bin
#   make demo     a whole game from virtual fingertips to a file
#   make check    the checks and the fast tests, in less than a minute: for while you work
#   make test     all checks and tests
#   make test T=tests/merels/test_wire.py     those tests and nothing else; also PYTEST='-k flash'
#   make test-pico  the firmware on an emulated Pico (make test-pico UF2=RPI_PICO.uf2)
#   make lint     the checks alone
#   make bench    the measurements
#   make fuzz     random games by clumsy hands (make fuzz N=20000 SEED=7 ON=micropython)
#   make fuzz-lines  any bytes for what reads lines (make fuzz-lines N=1000000)
#   make chaos    boards, recorders, lines and disks that fail (make chaos N=200 SEED=7)
#   make format   put the sources in shape
#   make clean    remove what the other targets made

VENV   := .venv
BIN    := $(VENV)/bin
ready  := $(VENV)/ready
tested := $(VENV)/ready-to-test
emulated := $(VENV)/ready-to-emulate

# A .venv that was copied or moved here, or whose Python is gone, is made again.
ifneq ($(shell cat $(ready) 2>/dev/null && $(BIN)/python -c '' 2>&1),$(CURDIR))
$(shell rm -f $(ready) $(tested) $(emulated))
endif

.PHONY: setup demo check fast test test-pico lint style types bench fuzz fuzz-lines chaos format clean

setup: $(ready)
	@echo "Ready: $(BIN)/merels --help shows what it can do."

$(ready): pyproject.toml hatch_build.py firmware/merels/__init__.py
	@$(find_python); rm -rf $(VENV); \
	echo "Setting up $(VENV) with $$($$python -V) ..."; \
	$$python -m venv $(VENV) && $(BIN)/python -m pip $(pip_install) -e . || { $(offline); }
	@echo "$(CURDIR)" > $@

# The type stubs of the Pico stand apart: they redefine the standard library. OpenSpiel, which the rules
# are compared with, is not for every Python, and what it depends on is not needed for that.
$(tested): $(ready)
	@echo "Adding what the tests need ..."
	@$(BIN)/python -m pip $(pip_install) -e '.[test]' || { $(offline); }
	@rm -rf $(VENV)/pico-stubs
	@$(BIN)/python -m pip $(pip_install) --target $(VENV)/pico-stubs \
	  'micropython-rp2-rpi_pico-stubs>=1.26' || { $(offline); }
	@$(BIN)/python -m pip $(pip_install) --no-deps 'open-spiel>=2.0' 2>/dev/null \
	  || echo "OpenSpiel is not for this Python or computer: the comparison with it is skipped."
	@touch $@

# A Pico that runs in Node.js. Node.js itself is here already: basedpyright brings it along.
$(emulated): $(tested) tests/emulated/install.py tests/emulated/emulator/package-lock.json
	@echo "Adding the emulated Pico ..."
	@$(BIN)/python -m pip $(pip_install) -e '.[emulated]' || { $(offline); }
	@$(BIN)/python tests/emulated/install.py $(VENV)/emulator
	@touch $@

demo: $(ready)
	@$(BIN)/merels demo

lint: style types

style: $(tested)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell

types: $(tested)
	@$(BIN)/basedpyright
	@$(BIN)/basedpyright -p firmware

# Types and tests side by side: each has a core.
check: style
	@$(MAKE) --no-print-directory --jobs 2 types fast

fast: $(tested)
	@$(BIN)/python -m pytest --quiet --numprocesses 0 $(fast_tests)

# Whoever names tests wants those, and at once.
ifneq ($(T)$(PYTEST),)
test: $(tested)
	@$(BIN)/python -m pytest $(if $(T),--numprocesses 0,$(parallel)) $(T) $(PYTEST)
else
test: lint
	@$(emulate)
	@$(BIN)/python -m pytest $(parallel)
endif

# MicroPython's own firmware, which a user downloads; tests/emulated/uf2.py says where else it may lie.
ifdef UF2
export MERELS_UF2 := $(abspath $(UF2))
endif

emulate := if $(BIN)/python tests/emulated/uf2.py >/dev/null 2>&1; then $(MAKE) --no-print-directory $(emulated); fi

# All of it, which takes half an hour of one core; tests/emulated/measuring.py says what makes it longer.
test-pico: $(tested)
	@$(emulate)
	@MERELS_PICO=full $(BIN)/python -m pytest -n 0 tests/emulated $(PYTEST)

bench: $(tested)
	@$(emulate)
	@for bench in tests/bench/*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

fuzz: $(tested)
	@$(BIN)/python tests/fuzz $(or $(N),1000) --seed $(or $(SEED),1) --on $(or $(ON),cpython) $(FUZZ)

# Atheris has wheels for Linux alone, and is for nothing else here.
fuzz-lines: $(tested)
	@$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip $(pip_install) 'atheris>=2.3' \
	  || { echo "Atheris is not for this Python or computer, or you are offline: make test has a short run without it." >&2; exit 1; }
	@$(BIN)/python tests/fuzz_lines $(or $(N),100000) $(FUZZ)

chaos: $(tested)
	@$(BIN)/python tests/chaos $(or $(N),20) --seed $(or $(SEED),1) $(CHAOS)

format: $(tested)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .fuzz-lines

# What finds most mistakes in least time.
fast_tests := tests/merels tests/hardware tests/host_tools/sessions tests/host_tools/test_files.py \
  tests/host_tools/exchange/test_formats.py tests/host_tools/exchange/test_playok.py \
  tests/project/test_contract.py tests/project/test_host_rooms.py tests/project/test_architecture.py \
  --deselect tests/merels/test_every_turn.py --deselect tests/merels/test_games_by_hand.py \
  --deselect tests/merels/test_quiet_steps.py::test_no_number_reaches_two_to_the_thirtieth

# As many workers as cores, four at most; each takes tests from the others when its own are done.
parallel := --numprocesses auto --maxprocesses 4 --dist worksteal

pip_install := install --quiet --disable-pip-version-check --no-warn-script-location
offline := echo "The packages that this needs could not be installed: go online and run make again." >&2; exit 1

# Sets $python to the first Python from 3.10 to 3.13 that can make a virtual environment. Each is
# tried, not only looked for: version managers put commands on the PATH that then refuse to run.
define find_python
python=; bare=; \
for name in $(PYTHON) python3.13 python3.12 python3.11 python3.10 python3 python; do \
  $$name -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null || continue; \
  if $$name -c 'import ensurepip, venv' 2>/dev/null; then python=$$name; break; fi; \
  bare=$${bare:-$$name}; \
done; \
if [ -z "$$python" ] && [ -n "$$bare" ]; then \
  echo "$$($$bare -V) is here without its venv module: install it (Debian: apt install python3-venv), then run make again." >&2; exit 1; \
elif [ -z "$$python" ]; then \
  echo "No Python from 3.10 to 3.13 was found: install one, or say where it is with make PYTHON=/path/to/python3." >&2; exit 1; \
fi
endef
