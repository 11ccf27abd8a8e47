# Stratège. `make run` to play, `make test` to check everything; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
# Hundreds of processes are started: what each imports is compiled to bytecode once, whatever the surroundings say.
export PYTHONDONTWRITEBYTECODE :=
BIN := $(VENV)/bin
# Python compiles what it imports, a quarter of all that is installed.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
UV := $(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python $(if $(PIP_INDEX_URL),--default-index $(PIP_INDEX_URL))
# uv needs seconds for what takes pip minutes; where it does not run or finds nothing, pip does it.
install = { $(PIP) --require-hashes -r requirements/uv.lock && $(UV) --require-hashes -r $(1); } \
	|| $(PIP) --require-hashes -r $(1)
SHARED := $(BIN)/python -m pytest -p tests.warm -p tests.forking --processes
PACKAGE := pyproject.toml $(wildcard build_*.py) $(wildcard src/stratege/locale/*/LC_MESSAGES/*.po)

.PHONY: help run test check lint types contract pytest boundscheck soak bench docs lock messages playthroughs pictures clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

run: $(VENV)/run ## install Stratège and serve it in the browser
	@$(BIN)/stratege web

# Both at once: what waits for a browser or a process leaves the cores to what computes.
test: $(VENV)/test ## everything that must be green
	@$(MAKE) --no-print-directory -j2 --output-sync=line check pytest

check: lint types contract ## the checks that run no code

lint: $(VENV)/test ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test ## mypy --strict
	$(BIN)/mypy

contract: $(VENV)/test ## which room may import which
	$(BIN)/lint-imports

# Two processes more than the usual two cores: those that drive a browser or a server wait a good deal.
pytest: $(VENV)/test ## all tests and doctests
	$(SHARED) 4 -m "not soak"

boundscheck: export NUMBA_BOUNDSCHECK := 1
boundscheck: export STRATEGE_CACHE := $(VENV)/boundscheck
boundscheck: $(VENV)/test ## the kernels' tests once more, every array index checked
	$(BIN)/pytest -q -m "bounds and not soak" tests/core tests/games tests/engine tests/images tests/archive/test_replay_batch.py

soak: $(VENV)/jupyter boundscheck ## the long campaigns, and other examples of every law
	$(SHARED) 2 -m "soak or hypothesis" --hypothesis-profile seeking

bench: $(VENV)/test ## measure, and write benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

docs: $(VENV)/test ## build the documentation site into site/; `stratege docs` opens it
	$(BIN)/python build_site.py site

lock: $(VENV)/test ## choose versions anew and write the hash locks
	$(PIP) --upgrade uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra web --extra postgres --group build -o requirements/run.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--all-extras --group build --group test -c requirements/run.lock -o requirements/test.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra notebook --group jupyter -c requirements/test.lock -o requirements/jupyter.lock pyproject.toml
	echo uv | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate -o requirements/uv.lock -

messages: $(VENV)/test ## bring the translation catalogues up to date with the code
	$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k N_ -k _:1 --no-location --sort-output -o $(VENV)/stratege.pot src
	$(BIN)/pybabel -q update -D stratege -d src/stratege/locale -i $(VENV)/stratege.pot \
		--no-fuzzy-matching --ignore-obsolete --omit-header
	$(BIN)/python build_catalogues.py

playthroughs: $(VENV)/test ## write the golden playthroughs anew
	$(BIN)/python -m tests.games.playthrough

pictures: $(VENV)/test ## draw the README's pictures anew
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python docs/pictures/images.py
	$(BIN)/python -m docs.pictures.screens

clean: ## remove what was built
	rm -rf $(VENV) dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis

# What is installed, stamped so that it is done again only when the locks change.
$(VENV)/run: requirements/run.lock $(PACKAGE)
	$(PYTHON) -m venv $(VENV)
	$(call install,requirements/run.lock)
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# A C compiler for the benchmarks' twins (without one their tests are skipped) and a Chromium for the browser tests,
# the one without a screen where there is one: installed here where that is allowed, while the rest is installed. The
# tests' lock has all that the other one has.
$(VENV)/test: requirements/test.lock $(PACKAGE)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		command -v cc && command -v chromium-headless-shell \
		|| { apt-get -qq update && apt-get -qq install -y gcc libc6-dev && apt-get -qq install -y chromium-headless-shell; } \
		|| { command -v cc && command -v chromium; } \
		|| apt-get -qq install -y gcc libc6-dev chromium; fi >/dev/null & system=$$!; \
	$(PYTHON) -m venv $(VENV) && \
	{ $(call install,requirements/test.lock); } && \
	$(PIP) --no-deps --no-build-isolation --editable . && \
	wait $$system
	@touch $(VENV)/run $@

# A JupyterLab, in which the notebook's board is tried: heavy, and of use for nothing else.
$(VENV)/jupyter: requirements/jupyter.lock $(VENV)/test
	$(call install,requirements/jupyter.lock)
	@touch $@
