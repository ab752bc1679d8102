# The whole set-up in two commands: `make demo` and `make test`. Everything lives in .venv; second runs start at once.
VENV := .venv
BIN := $(VENV)/bin
PIP := scripts/pip-install $(BIN)/python

.PHONY: demo test test-pi lint types unit bench accuracy soak mutants clean
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
unit: $(VENV)/installed-dev $(VENV)/picamera2-source
	@scripts/install-packages chromium poppler-utils shellcheck systemd
	$(BIN)/python -m pytest -n 2 $(ARGS)

# The Raspberry Pi without one: a Debian 13 system in a folder with the real Picamera2 and a virtual camera, and the
# installer run for real in it. Needs root or sudo; some minutes and 1.5 GB the first time.
PI_ROOT := build/debian13
test-pi: $(VENV)/installed-dev
	@mkdir -p build
	@scripts/pi-root $(PI_ROOT) $(BIN)/python
	PI_ROOT=$(PI_ROOT) $(BIN)/python -m pytest -v tests/system/test_pi_camera.py tests/systemd $(ARGS)

bench: $(VENV)/installed
	$(BIN)/companion bench $(ARGS)

# How much of the photographs, renderings, films and stills is read right: some minutes.
accuracy: $(VENV)/installed-dev
	@$(BIN)/python scripts/accuracy.py $(ARGS)

# Hundreds of random games of the simulated table: hours, not minutes.
soak: $(VENV)/installed
	$(BIN)/python scripts/soak.py $(ARGS)

# Changes the rules in a thousand ways and sees whether a test notices: an hour. A mutant that never stops growing is
# ended by the limit on memory.
mutants: $(VENV)/installed-dev
	@$(PIP) 'mutmut>=3.3,<4'
	ulimit -v 4000000 && $(BIN)/mutmut run --max-children 2 $(ARGS)
	$(BIN)/mutmut results

# The package is installed in place, so only a change of pyproject.toml asks for another installation.
$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@echo "installing the companion and what it needs (a minute or two, once)"
	@$(PIP) --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing the companion with its test tools (a minute or two, once)"
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed

# The source of Picamera2, for its signatures alone; where it cannot be had, its tests are skipped and say so.
$(VENV)/picamera2-source: | $(VENV)/bin/python
	-@$(PIP) --no-deps --no-compile --target $@ 'picamera2>=0.3.34,<0.4'

$(VENV)/bin/python:
	@scripts/make-venv $(VENV)

clean:
	rm -rf $(VENV) build mutants *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
