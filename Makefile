# Targets for people and CI. `make demo` and `make test` do all the set-up on a fresh machine.

CARGO ?= cargo
PROFILE ?= ci
BIN = target/$(PROFILE)/audit960
DEMO = demo-out
# Everything is built from the whole workspace with all features: a part of it would ask for other features of the
# dependencies, and compile them again.
WORKSPACE = --profile $(PROFILE) --workspace --all-features
# The benches alone, without polars: built in a minute.
PEERS = $(CARGO) run --profile peers -p audit960-peers

# How many edits, archives of pairs and deaths a night has. SEED=7 begins elsewhere than the tree says.
EDITS ?= 1000000
PAIRS ?= 4000
DEATHS ?= 500
SOAK = $(if $(SEED),AUDIT960_SEED=$(SEED)) $(CARGO) test $(WORKSPACE)

# Minutes of each fuzz target, and of the mutants of a change; what a change is compared with.
FUZZ_MINUTES ?= 5
MUTANT_MINUTES ?= 10
BASE ?= main

.PHONY: demo build test test-without-corpus test-python test-spark test-duckdb test-packages man check fmt lint doc bench-peers \
  bench-serve bench-quick bench-record bench-scale bench-questions compare-speed simulate clean-demo toolchain browser book site links recipes release release-check deny \
  pull-request night edits pairs deaths whole growth memcheck fuzz mutants coverage

# Builds the program and audits the archive in data/.
demo: build clean-demo
	$(BIN) audit data/archive --out $(DEMO) --exit-zero
	$(BIN) draws $(DEMO) --missed
	$(BIN) report $(DEMO) --out $(DEMO).html
	@echo
	@echo "The report is $(DEMO).html: open it in a browser. Look first at the map of the 960 positions, then at the"
	@echo "board under 'Fifty moves', where a lost half point can be stepped through. The tables are in $(DEMO)/:"
	@echo "  $(BIN) query $(DEMO) \"SELECT white, black, max_clock FROM games ORDER BY max_clock DESC LIMIT 5\""

build: toolchain
	$(CARGO) build $(WORKSPACE) --bin audit960

test: toolchain
	$(CARGO) test $(WORKSPACE)

# What a clone without the large archives must show: that nothing fails for want of them.
test-without-corpus: toolchain
	env -u AUDIT960_REQUIRE_CORPUS AUDIT960_CORPUS=/nonexistent $(CARGO) test $(WORKSPACE) --lib --bins --tests -- $$(python3 scripts/corpus_tests.py)

# Everything that takes too long for a change: what .github/workflows/nightly.yml runs in parallel jobs.
night:
	bash scripts/steps.sh edits pairs deaths whole growth memcheck fuzz simulate install deny

# Small edits of valid games: nothing may be lost in silence.
edits: toolchain
	AUDIT960_EDITS=$(EDITS) $(SOAK) -- edits::random --nocapture

# Every command after every command, on generated archives.
pairs: toolchain
	AUDIT960_PAIRS=$(PAIRS) $(SOAK) -- pairs:: --nocapture

# Audits that die at each operation, at random ones with a second death, and by power failures; each is resumed.
deaths: toolchain
	AUDIT960_DEATHS=$(DEATHS) AUDIT960_POWER=$(DEATHS) $(SOAK) -- deaths:: --include-ignored --nocapture

# Tests of which each run does a part: all of them.
whole: toolchain
	AUDIT960_WHOLE=1 $(SOAK) -- appending:: resuming:: incomplete:: range_files:: ranges:: at_any_operation \
	  determinism:: repetitions:: ledger_ways:: export_readers:: show:: perft::

# Instructions and memory of each command by each dimension, at n, 2n and 4n.
growth: build
	python3 scripts/growth.py $(BIN)

# Valgrind's memcheck over the traps.
memcheck: build
	sh scripts/memcheck.sh $(BIN)

# Which lines of law, replay and dataset no test runs.
coverage: toolchain
	bash scripts/coverage.sh

# The Python package with polars, DuckDB, pandas and Dask, and the notebook; in a virtual environment below
# target/. Without python3 it is skipped with a message.
test-python: build
	PROFILE=$(PROFILE) bash scripts/test_python.sh

# The extension of DuckDB, loaded by the Python package duckdb.
test-duckdb: toolchain
	$(CARGO) build $(WORKSPACE) --lib --bin audit960
	PROFILE=$(PROFILE) bash scripts/test_duckdb.sh

# A Spark cluster on loopback: clean, with a failing task, a killed worker, a file that always fails. Without
# java it is skipped with a message.
test-spark: build
	PROFILE=$(PROFILE) bash scripts/test_spark.sh

# Ways to get the program: archive, wheel, Debian package, action and hook with the program of the tests, the first minute of
# README with each, and the image if a builder is available.
test-packages: build
	PROFILE=$(PROFILE) bash scripts/test_packages.sh

# `cargo install`, which compiles the program without the rest of the workspace, for people.
install: toolchain
	bash scripts/test_install.sh

# Manual pages, generated from the arguments.
man: build
	$(BIN) man target/man

# What CI runs.
check: fmt lint doc test

# What a pull request must pass, as .github/workflows/pull-request.yml runs it in parallel jobs.
pull-request:
	AUDIT960_CORPUS=/nonexistent bash scripts/steps.sh fmt lint doc browser test test-python test-spark test-duckdb \
	  test-packages deny site release-check mutants

# What the test of the report in a browser needs.
browser:
	sh scripts/install_browser.sh

# The book below target/book, with its links checked; the tool has a fixed version and is below target/tools.
book: toolchain
	sh scripts/book.sh

# Licences, sources and duplicates of everything that is linked; with the network, known vulnerabilities, too.
deny: toolchain
	sh scripts/deny.sh

# Each fuzz target for some minutes; what they found is kept in tests/fuzz/artifacts, and is where the next run begins.
fuzz: toolchain
	sh scripts/fuzz_night.sh $(FUZZ_MINUTES)

# Whether tests see changes of what a change touched, against BASE; a sample that takes about ten minutes.
mutants: toolchain
	sh scripts/mutants.sh $(BASE) $(MUTANT_MINUTES)

# The ratios of bench-quick as a table; in a pull request of a service, as a comment, too.
compare-speed: toolchain
	sh scripts/compare_speed.sh

# Writes the addresses of Cargo.toml wherever they are shown.
links:
	python3 scripts/release/links.py

# Homebrew formula, conda recipe and Debian control below target/recipes, from Cargo.toml and the archives of a release.
recipes:
	python3 scripts/release/recipes.py

# The book and live reports of data/archive below target/site, for any host.
site: build
	sh scripts/site.sh $(BIN)

# What is published, for this machine; with TAG=v1.2.3 the annotated tag, too. Nothing is uploaded.
release: toolchain
	bash scripts/release/release.sh $(TAG)

# Whether the tree can be released: see docs/release.md.
release-check: toolchain
	python3 scripts/release/check.py $(if $(TAG),--tag $(TAG))

fmt: toolchain
	$(CARGO) fmt --all --check

lint: toolchain
	$(CARGO) clippy $(WORKSPACE) --all-targets -- -D warnings

doc: toolchain
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(WORKSPACE) --no-deps --document-private-items

# Whole processes by turns as a table: the peer, built as its authors build it, the same work by this project, audits
# with the best audit960 that was built (see cargo build --release), grep; then compression, damage, start-up. Last the
# readers that others know: libraries of Python are installed below target/, pgn-extract is measured if it is there.
bench-peers: toolchain
	$(CARGO) build --profile peers -p pgn-reader-shakmaty
	$(PEERS) -- whole $(if $(MACHINE),--machine "$(MACHINE)")
	$(PEERS) -- readers --python "$$(bash scripts/python_environment.sh rust-pgn-reader-python-binding==4.1.0 chess==1.11.2)/bin/python"

# What `audit960 serve` bears: 200 requests a second for a minute on 300,000 games.
bench-serve:
	$(CARGO) build --release --workspace --all-features --bin audit960
	python3 benches/serve.py target/release/audit960 $(AUDIT960_CORPUS)/standard

# A few seconds of the first, beside the recorded ratios.
bench-quick: toolchain
	$(PEERS) -- replay --megabytes 10 --rounds 7 --against benches/ratios.csv

# Records today's ratios: make bench-record MACHINE="2 virtual cores of an AMD EPYC (Zen 5)"
bench-record: toolchain
	$(PEERS) -- replay --megabytes 10 --rounds 15 --record benches/ratios.csv $(if $(MACHINE),--machine "$(MACHINE)")

# An archive of any size through standard input: time and memory of 1 and of 16 GB.
bench-scale: toolchain
	$(PEERS) -- scale 1 16

# Time and memory of each question to a dataset of ten million games, made from a seed.
bench-questions: toolchain
	$(PEERS) -- questions 10000000

# The tables of docs/starts.md: 1,000 archives an experiment, half an hour on two cores.
simulate: toolchain
	$(CARGO) run --profile peers -p audit960-simulation

clean-demo:
	rm -rf $(DEMO) $(DEMO).html

toolchain:
	@sh scripts/toolchain.sh
