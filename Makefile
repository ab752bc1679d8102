# The whole set-up in two commands: `make demo` and `make test`. Everything lives in .venv; second runs start at once.
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test lint types unit bench soak clean
.DELETE_ON_ERROR:

demo: $(VENV)/installed
	@$(BIN)/companion demo $(ARGS)

test: lint types unit

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

# Two workers: the suite is made of many short tests, and a Pi or a small machine has at least two cores.
# The page is tested in a real browser, Debian's Chromium; printed sheets are drawn by Poppler.
unit: $(VENV)/installed-dev
	@scripts/install-packages chromium poppler-utils
	$(BIN)/python -m pytest -n 2 $(ARGS)

bench: $(VENV)/installed
	$(BIN)/companion bench $(ARGS)

# Hundreds of random games of the simulated table: hours, not minutes.
soak: $(VENV)/installed
	$(BIN)/python scripts/soak.py $(ARGS)

# The package is installed in place, so only a change of pyproject.toml asks for another installation.
$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@echo "installing the companion and what it needs (a minute or two, once)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing the companion with its test tools (a minute or two, once)"
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/installed

$(VENV)/bin/python:
	@scripts/make-venv $(VENV)

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
