# Every target sets up .venv by itself: with uv where it is installed, else with venv and pip.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:  # what is installed goes into one .venv
.SUFFIXES:

VENV   := .venv
BIN    := $(VENV)/bin
# Empty files that stand for what is installed. All are renewed when pyproject.toml changes.
DONE   := $(VENV)/.done

UV := $(shell command -v uv 2>/dev/null)
ifdef UV
PYTHON   ?= >=3.11
make_venv = uv venv --quiet --allow-existing --python '$(PYTHON)' $(VENV)
install   = uv pip install --quiet --python $(BIN)/python
else
PYTHON   ?= python3
make_venv = $(PYTHON) -c '$(is_new_enough)' && $(PYTHON) -m venv $(VENV)
install   = $(BIN)/python -m pip install --quiet
# The pip that comes with older Pythons knows no dependency groups.
upgrade   = $(install) --upgrade pip
endif
is_new_enough = import sys; sys.version_info < (3, 11) and sys.exit("ukachat needs Python 3.11 or newer: make PYTHON=python3.12 ...")

# Two at a time; `make test WORKERS=0 ARGS="-k yaml"` runs some tests in one process.
WORKERS ?= 2
ARGS    ?=
pytest   = $(BIN)/python -m pytest -n $(WORKERS)

.PHONY: help
help:  ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: chat
chat: $(DONE)/runtime  ## Play by chat in this terminal
	@$(BIN)/ukachat chat

.PHONY: demo
demo: $(DONE)/runtime  ## Replay a saved game
	$(BIN)/ukachat replay examples/first-game.yaml

.PHONY: test
test: $(DONE)/test $(DONE)/peers  ## Run the tests
	$(pytest) $(ARGS)

.PHONY: test-long
test-long: $(DONE)/test $(DONE)/peers  ## Run all tests with many more games and examples
	$(pytest) -m '' --hypothesis-profile=long $(ARGS)

.PHONY: check
check: lint types cover wheel  ## Run every gate that a change has to pass

.PHONY: lint
lint: $(DONE)/check  ## Check format, style and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo

.PHONY: types
types: $(DONE)/check  ## Check the types, strictly and twice
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

.PHONY: cover
cover: $(DONE)/test $(DONE)/peers  ## Run the tests and see what they reach; of the engine, all
	$(pytest) --cov --cov-report=term $(ARGS)
	$(BIN)/coverage report --include='ukachat/engine/*' --fail-under=100

.PHONY: wheel
wheel: $(DONE)/check  ## Build the wheel and try it in a fresh environment
	tools/smoke.sh $(BIN)/python

.PHONY: bench
bench: $(DONE)/runtime $(DONE)/peers  ## Measure the engine, the fairness of the shuffle and the bot
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/fair.py
	$(BIN)/python benchmarks/bot.py

.PHONY: format
format: $(DONE)/check  ## Put the code into its format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: clean
clean:  ## Remove .venv, caches and builds
	rm -rf $(VENV) build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what the targets need ---

$(BIN)/python:
	@echo "Setting up $(VENV)"
	@$(make_venv)

$(DONE)/runtime: pyproject.toml | $(BIN)/python
	@echo "Installing ukachat"
	@$(upgrade)
	@$(install) --editable .
	@mkdir -p $(DONE) && touch $@

$(DONE)/test: $(DONE)/runtime
$(DONE)/check: $(DONE)/test
$(DONE)/test $(DONE)/check: $(DONE)/%:
	@echo "Installing what '$*' needs"
	@$(install) --group $*
	@touch $@

# The peers are other Euchre programs to compare with; not every Python has them.
$(DONE)/peers: $(DONE)/runtime
	@echo "Installing what 'peers' needs"
	@$(install) --only-binary :all: --group peers 2>/dev/null || echo "open-spiel does not install here; what compares with it is skipped"
	@touch $@
