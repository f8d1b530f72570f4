# Two commands are all anybody needs: `make run` and `make test`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TOOLS  := $(VENV)/.ready-dev

# On a Raspberry Pi picamera2, libcamera and lgpio come from apt and are built for the system's
# Python: only there does the venv look outside itself.
ON_A_PI := $(shell grep -qs 'Raspberry Pi' /proc/device-tree/model && echo --system-site-packages)
LOCKS   := requirements.lock $(if $(ON_A_PI),requirements-device.lock)

# Vision and the tests run side by side; one thread each beats threads that fight for two cores.
export OMP_NUM_THREADS ?= 1

# One more than there are cores: many tests wait for a service that they have started.
CORES = import os; print(1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()))
WORKERS ?= $(shell $(PYTHON) -c '$(CORES)')

# The tests start the whole program many times over: compiled once, it is there at once.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: translations run test test-whole test-all test-systems test-vm lint types bench attack audit golden format lock release clean
.DEFAULT_GOAL := run

run: $(READY)
	@$(BIN)/companion serve $(ARGS)

test: $(TOOLS)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow and not whole and not browser" $(ARGS)

# What takes a whole service, a browser, or a whole table's picture: with `make test`, every change must pass it.
test-whole: $(TOOLS)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "(whole or browser) and not slow" $(ARGS)

test-all: $(TOOLS)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# All tests but the sweeps in bare Debians and under other versions of Python: the first part as root, each some minutes.
DEBIANS ?= 12 13
PYTHONS ?= 3.12 3.13
test-systems:
	@for version in $(DEBIANS); do .ci/debian $$version || exit; done
	@.ci/pythons $(PYTHONS)

# The installed service under a real systemd, in a virtual machine: as root, half an hour or more. See tests/vm.
VM ?= build/vm
test-vm: $(TOOLS)
	@tests/vm/build $(VM)
	@$(BIN)/python tests/vm/run.py $(VM)

lint: $(TOOLS)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djlint --quiet --check --lint webui/templates companion/hub/web/templates companion/games

types: $(TOOLS)
	@$(BIN)/mypy

bench: $(TOOLS)
	@$(BIN)/python -m bench $(ARGS)

# Attacks a service of its own, on loopback alone. A million fuzzed inputs: make attack ARGS="--inputs 1000000".
attack: $(TOOLS)
	@$(BIN)/python -m bench.attack $(ARGS)

# Known weaknesses of what the locks name, as PyPI tells them: this asks the internet.
audit:
	@$(PYTHON) .ci/audit.py $(ARGS)

# Every sentence into the catalogues, and what each language lacks; or, with PICTURES=FOLDER, pictures of the
# pages with the place of each sentence. See docs/translate.md.
translations: $(TOOLS)
	@$(BIN)/python -m $(if $(PICTURES),bench.phones.sentences $(PICTURES),companion.language) $(ARGS)

golden: $(TOOLS)
	@$(BIN)/python -m companion.rules.testing --golden tests/rules/golden

format: $(TOOLS)
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

lock: $(TOOLS)
	@$(BIN)/python .ci/lock.py && $(BIN)/python .ci/lock.py --check

# Whether version, notes and tag of a release are ready; prints what is missing, or how to tag it.
release:
	@$(PYTHON) .ci/release.py

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(READY): $(LOCKS) pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "This needs Python 3.11 or later: sudo apt install python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
	  || { echo "This needs Python's venv module: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or two) ..."
	@$(PYTHON) -m venv $(ON_A_PI) $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps $(LOCKS:%=-r %)
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(TOOLS): $(READY) requirements-dev.lock
	@echo "Adding the tools of the tests (once) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@
