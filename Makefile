# Everything here makes its own virtual environment first; Python 3.11 or newer, git and make are all it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test check-format check-types check-imports pytest bench contact-sheet simulate lock clean
.DEFAULT_GOAL := play

$(STAMP)-run: requirements/run.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	touch $@

$(STAMP)-dev: requirements/dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	touch $@ $(STAMP)-run

$(STAMP)-bench: requirements/bench.txt $(STAMP)-dev
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	touch $@

play: $(STAMP)-run  ## start the bot; without DISCORD_TOKEN on the local Discord
	$(BIN)/python -m bot

test: check-format check-types check-imports pytest  ## every check there is; what CI runs

check-format: $(STAMP)-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types: $(STAMP)-dev
	$(BIN)/basedpyright --warnings

check-imports: $(STAMP)-dev
	$(BIN)/lint-imports

pytest: $(STAMP)-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

bench: $(STAMP)-bench  ## print ratios and write benchmarks/results.json
	$(BIN)/python -m benchmarks

contact-sheet: $(STAMP)-dev  ## every card and picture state as PNG files under var/contact-sheet
	$(BIN)/python -m render.contact_sheet var/contact-sheet

simulate: $(STAMP)-dev  ## simulated evenings under faults: SEEDS=1000 for so many, SEEDS=17-20 for these
	PYTHONHASHSEED=0 $(BIN)/python -m tests.simulation $(SEEDS)

lock:  ## pin all dependencies anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml -o requirements/run.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml --extra metrics -o requirements/service.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml --group dev -o requirements/dev.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml --group dev --group bench -o requirements/bench.txt

clean:
	rm -rf $(VENV)
