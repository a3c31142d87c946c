# `make` sets everything up and writes a first worksheet; `make test` runs every check.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/ready
PAPER  ?= a4
TONGUE ?= en

.PHONY: all setup sample-book packs test test-web bench prove prove-6x6 clean lint messages

all: setup
	$(BIN)/crossfall generate roadworks --level 3 --difficulty 1 --count 6 --seed 1 -o out/worksheet.toml
	$(BIN)/crossfall sheet out/worksheet.toml -o out/worksheet.pdf --title "Roadworks"
	@echo "Your first worksheet with its answer key: out/worksheet.pdf"

# A puzzle book of about 130 pages; its puzzles are found already and stand beside it.
sample-book: setup
	$(BIN)/crossfall book docs/sample-book/book.toml -o out/sample-book.pdf
	@echo "The sample book: out/sample-book.pdf"

# Finished files for people who only print; `make packs PAPER=letter` for the other paper. Broken
# off, it goes on where it was.
packs: setup
	$(BIN)/python -m crossfall.generator.packs out/packs$(if $(filter-out en,$(TONGUE)),-$(TONGUE)) --paper $(PAPER) --language $(TONGUE)

setup: $(READY)

# The link lets mypy see the folders under the names they are installed by.
$(READY): pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "crossfall needs Python 3.11 or newer, from https://www.python.org/downloads/ or your system; if you have it under another name: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	mkdir -p $(VENV)/mypy/crossfall
	for top in solver generator templates; do ln -sfn "$(CURDIR)/$$top" $(VENV)/mypy/crossfall/$$top; done
	$(BIN)/python -m crossfall.generator.pango --install
	touch $(READY)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=$(VENV)/mypy $(BIN)/mypy -p crossfall.solver -p crossfall.generator

test: lint
	$(BIN)/pytest -n auto --dist worksteal -m "not prove"

# The bench in a real browser: Debian's Chromium, installed where that is allowed.
test-web: setup
	$(BIN)/python -m tests.web.browser --install
	$(BIN)/pytest -o python_files='browse_*.py' tests/web

bench: setup
	$(BIN)/python -m tests.bench

prove: setup
	HYPOTHESIS_EXAMPLES=others $(BIN)/pytest -m prove -v

# Hours, and 7 GB of memory; broken off, it goes on where it was.
prove-6x6: setup
	nice $(BIN)/python -m crossfall.solver.roadworks.long_run 6x6 out/6x6.memory

# Brings the catalogues up to date with the sentences in the code; new ones are left untranslated.
messages: setup
	$(BIN)/python -m crossfall.generator.catalogues

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
