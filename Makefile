# make play, make test: each sets up what it needs in .venv and nothing outside it.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.stamp
TSC := node_modules/.bin/tsc

.DEFAULT_GOAL := help
.PHONY: help play watch test tools fuzz mutate load kill bench golden map clean

help:
	@echo "make play    start Meuse and open the browser (ARGS=\"--port 8050\")"
	@echo "make watch   a game of Sedan between computer players (ARGS=\"--scenario encirclement --delay 0.2\")"
	@echo "make test    style, types and tests"
	@echo "make fuzz    random games with every promise checked, ten minutes long (ARGS=\"--minutes 1\")"
	@echo "make mutate  breaks rules one at a time and says what the rule tests miss (GAME=sedan ARGS=\"--count 40 --seed 7\")"
	@echo "make load    300 matches at once: actions per CPU second, and how long players wait (ARGS=\"--seconds 60\"; --attack: hostile clients)"
	@echo "make kill    kill -9 of the server a hundred times under play, of PostgreSQL twenty times, a disk that is full ten times;"
	@echo "             nothing acknowledged may be lost (ARGS=\"--kills 10 --database-kills 5 --full 2\")"
	@echo "make bench   how fast the rules run"
	@echo "make golden  write the golden playthroughs anew"
	@echo "make map     draw the map of Sedan as build/sedan.svg"
	@echo "make clean   remove .venv and everything made"

play: $(READY)
	@$(BIN)/meuse serve --open $(ARGS)

watch: $(READY)
	@$(BIN)/meuse play sedan $(ARGS)

# What failed is asked once more, alone: a busy machine can make a browser late, but never makes a broken rule right.
AGAIN = { echo "Failed beside other tests; once more, alone:"; $(BIN)/pytest --last-failed --last-failed-no-failures none -x; }

test: $(READY) tools
	$(BIN)/ruff check
	$(BIN)/mypy
	@if [ -x $(TSC) ]; then echo "$(TSC) -p jsconfig.json"; $(TSC) -p jsconfig.json; fi
	$(BIN)/pytest -n 2 --dist worksteal || $(AGAIN)

# The tests of the table use a real browser and a real database, from Debian's packages; TypeScript reads the client's JSDoc.
tools:
	@for tool in chromium postgresql; do \
		case $$tool in chromium) found=$$(command -v chromium);; *) found=$$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null);; esac; \
		[ -n "$$found" ] && continue; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing $$tool for the tests."; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$tool >/dev/null; \
		else echo "The tests that need $$tool will be skipped: sudo apt install $$tool"; fi; \
	done
	@[ -x $(TSC) ] || { command -v npm >/dev/null && npm install --no-package-lock --no-audit --no-fund --silent; } || \
		echo "The types of the client will not be checked: that needs npm (sudo apt install npm)."

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz --minutes 10 --jobs 2 $(ARGS)

mutate: $(READY)
	$(BIN)/python -m tests.mutate $(or $(GAME),sedan) $(ARGS)

load: $(READY)
	$(BIN)/python -m tests.server.load $(ARGS)

kill: $(READY)
	$(BIN)/python -m tests.server.test_kill --kills 100 $(ARGS)

bench: $(READY)
	@$(BIN)/meuse bench $(ARGS)

golden: $(READY)
	$(BIN)/python -m tests.games.golden

map: $(READY)
	@mkdir -p build && $(BIN)/meuse map sedan -o build/sedan.svg
	@echo "build/sedan.svg"

# Debian keeps the module that makes virtual environments in a package of its own.
$(READY): pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Meuse needs Python 3.11 or later (apt install python3 python3-venv)." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing python3-venv."; apt-get update -qq && apt-get install -y -qq python3-venv; \
		else echo "Meuse needs the package python3-venv: sudo apt install python3-venv" >&2; exit 1; fi
	@echo "Setting up .venv (once)."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv node_modules build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
