# Every target makes the environment it needs, from this folder's own files:
# a fresh machine needs Python 3.11 or newer and make.
PYTHON ?= python3
WORKERS ?= auto
ENVIRONMENT := .venv
BIN := $(ENVIRONMENT)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

CORE := $(ENVIRONMENT)/.core-installed
DEVELOPMENT := $(ENVIRONMENT)/.development-installed
PEERS := $(ENVIRONMENT)/.peers-tried

.PHONY: help demo test test-all lint format docs bench left-out clean
.DEFAULT_GOAL := help

help:
	@echo "make demo      CHARMIE's 5 s motion: tables and plots in out/"
	@echo "make test      the tests, about three minutes on two cores"
	@echo "make test-all  the same with the long counts"
	@echo "make lint      style, types, layers, documentation"
	@echo "make format    let ruff lay the code out"
	@echo "make docs      the documentation as pages in build/docs"
	@echo "make bench     figures beside Pinocchio, MuJoCo and CasADi"
	@echo "make clean     remove everything that was generated, .venv too"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is older than 3.11: give a newer one, make PYTHON=python3.12 ..."; \
	  exit 1; }
	$(PYTHON) -m venv $(ENVIRONMENT)

$(CORE): pyproject.toml | $(BIN)/python
	$(INSTALL) --editable '.[plots]'
	@touch $@

$(DEVELOPMENT): pyproject.toml | $(BIN)/python
	$(INSTALL) --editable '.[plots,development,docs]'
	@touch $@ $(CORE)

# Pinocchio, MuJoCo and CasADi are references in tests and benchmarks only. Where one
# has no wheel, the tests that need it skip and say so.
$(PEERS): pyproject.toml | $(DEVELOPMENT)
	@for peer in pinocchio mujoco casadi; do \
	  $(INSTALL) --only-binary :all: --editable ".[$$peer]" \
	  || echo "left out: $$peer could not be installed here"; \
	done
	@touch $@

demo: $(CORE)
	$(BIN)/linkwright demo

test: $(DEVELOPMENT) $(PEERS)
	$(BIN)/pytest -n $(WORKERS) -rs -m 'not full'

test-all: $(DEVELOPMENT) $(PEERS) left-out
	$(BIN)/pytest -n $(WORKERS) -rs

lint: $(DEVELOPMENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/mkdocs build --strict --quiet

format: $(DEVELOPMENT)
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

docs: $(DEVELOPMENT)
	$(BIN)/mkdocs build --strict --quiet
	@echo "build/docs/index.html"

bench: $(DEVELOPMENT) $(PEERS) left-out
	$(BIN)/python -m benchmarks

left-out: $(DEVELOPMENT) $(PEERS)
	@for tool in cc c++; do \
	  command -v $$tool >/dev/null || echo "left out: what needs $$tool, there is none here"; \
	done
	@for peer in pinocchio mujoco casadi; do \
	  $(BIN)/python -c "import $$peer" 2>/dev/null \
	  || echo "left out: what needs $$peer, it is not installed"; \
	done

clean:
	rm -rf $(ENVIRONMENT) build dist out .pytest_cache .ruff_cache .hypothesis
