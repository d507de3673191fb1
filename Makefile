# Targets for people and CI. `make demo` and `make test` do all the set-up on a fresh machine.

CARGO ?= cargo
PROFILE ?= ci
BIN = target/$(PROFILE)/audit960
DEMO = demo-out
# A workspace of its own, without polars: builds in a minute.
PEERS = $(CARGO) run --release --manifest-path benches/peers/Cargo.toml --target-dir target/peers
PEERS_WHOLE = $(CARGO) build --release --workspace --manifest-path benches/peers/Cargo.toml --target-dir target/peers

# How many archives and deaths a night has.
PAIRS ?= 4000
DEATHS ?= 500

# Minutes of each fuzz target, and of the mutants of a change; what a change is compared with.
FUZZ_MINUTES ?= 5
MUTANT_MINUTES ?= 10
BASE ?= main

.PHONY: test-alone links recipes release-check book deny fuzz mutants compare-speed pull-request pairs deaths growth memcheck coverage demo test test-light test-python test-duckdb test-spark test-cloud test-packages test-benches light man check fmt lint doc build bench bench-peers bench-quick bench-record bench-scale simulate clean-demo toolchain

# Builds the program and audits the archive in data/.
demo: build clean-demo
	$(BIN) audit data/archive --out $(DEMO) --exit-zero
	$(BIN) fifty $(DEMO) --missed
	$(BIN) report $(DEMO) --out $(DEMO).html
	@echo
	@echo "The report is $(DEMO).html: open it in a browser. Look first at the map of the 960 positions, then at the"
	@echo "board under 'Fifty moves', where a lost half point can be stepped through. The tables are in $(DEMO)/:"
	@echo "  $(BIN) query $(DEMO) \"SELECT white, black, max_clock FROM games ORDER BY max_clock DESC LIMIT 5\""

build: toolchain
	$(CARGO) build --profile $(PROFILE) --bin audit960

test: toolchain
	$(CARGO) test --profile $(PROFILE) --workspace

# As in a fresh clone: with no archives but those in data/.
test-alone: toolchain
	AUDIT960_CORPUS=/nonexistent $(CARGO) test --profile $(PROFILE) --workspace

# A night of pairs: every command after every command, on generated archives. SEED=N begins elsewhere.
pairs: toolchain
	AUDIT960_PAIRS=$(PAIRS) AUDIT960_PAIRS_SEED=$(or $(SEED),1) $(CARGO) test --profile $(PROFILE) --workspace -- pairs:: --nocapture

# Audits that die at each operation, at random ones with a second death, and by power failures; each is resumed.
deaths: toolchain
	AUDIT960_DEATHS=$(DEATHS) AUDIT960_POWER=$(DEATHS) AUDIT960_DEATHS_SEED=$(or $(SEED),1) $(CARGO) test --profile $(PROFILE) --workspace -- deaths:: --include-ignored --nocapture

# Instructions and memory of each command by each dimension, at n, 2n and 4n.
growth: build
	python3 scripts/growth.py $(BIN)

# Valgrind's memcheck over the traps.
memcheck: build
	sh scripts/memcheck.sh $(BIN)

# Which lines of law, replay and dataset no test runs.
coverage: toolchain
	bash scripts/coverage.sh

# What needs no polars: every command but query, in a folder of its own. CI builds and tests both. With -p, so
# that what polars asks of shared libraries is not built for it.
light: toolchain
	$(CARGO) build --profile $(PROFILE) --no-default-features -p audit960 --bin audit960 --target-dir target/light

test-light: toolchain
	$(CARGO) test --profile $(PROFILE) --no-default-features -p audit960 --target-dir target/light

# The Python package with polars, DuckDB, pandas and Dask, and the notebook; in a virtual environment below
# target/. Without python3 it is skipped with a message.
test-python: build
	PROFILE=$(PROFILE) bash scripts/test_python.sh

# The extension of DuckDB, which has a workspace of its own, loaded by the Python package duckdb.
test-duckdb: build
	PROFILE=$(PROFILE) bash scripts/test_duckdb.sh

# A Spark cluster on loopback: clean, with a failing task, a killed worker, a file that always fails. Without
# java it is skipped with a message.
test-spark: build
	PROFILE=$(PROFILE) bash scripts/test_spark.sh

# Object stores, on a stand-in on loopback that speaks no TLS.
test-cloud: toolchain
	ALLOW_HTTP=true $(CARGO) test --profile $(PROFILE) -p audit960-cloud --features stores --target-dir target/cloud

# Every way to get the program: archive of a release, cargo install, wheel, and the image if a builder is available.
test-packages: build
	PROFILE=$(PROFILE) bash scripts/test_packages.sh

# The simulation of archives, which has a workspace of its own with the benches.
test-benches: toolchain
	$(CARGO) test --release --manifest-path benches/peers/Cargo.toml --target-dir target/peers -p audit960-simulation

# Manual pages, generated from the arguments.
man: build
	$(BIN) man target/man

# What CI runs.
check: fmt lint doc test

# What a pull request must pass, as .github/workflows/pull-request.yml runs it in parallel jobs.
pull-request: fmt lint doc test-alone test-light test-python test-duckdb test-packages test-benches deny book release-check mutants
	@echo "everything that a pull request must pass has passed; $(BIN) --version:"
	@$(BIN) --version

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

# Whether the tree can be released: see docs/release.md.
release-check: toolchain
	python3 scripts/release/check.py $(if $(TAG),--tag $(TAG))

fmt: toolchain
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path benches/peers/Cargo.toml --all --check
	$(CARGO) fmt --manifest-path extensions/duckdb/Cargo.toml --check

lint: toolchain
	$(CARGO) clippy --profile $(PROFILE) --workspace --all-targets -- -D warnings
	$(CARGO) clippy --profile $(PROFILE) --no-default-features -p audit960 --all-targets --target-dir target/light -- -D warnings
	$(CARGO) clippy --manifest-path benches/peers/Cargo.toml --target-dir target/peers --workspace --all-targets -- -D warnings
	$(CARGO) clippy --release --manifest-path extensions/duckdb/Cargo.toml --target-dir target/duckdb -- -D warnings

doc: toolchain
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --profile $(PROFILE) --workspace --no-deps --document-private-items

# Ratios to pgn-reader + shakmaty on the same bytes and positions, in turn, in one run.
bench: toolchain
	$(CARGO) bench --manifest-path benches/peers/Cargo.toml --target-dir target/peers --bench replay --bench perft

# Whole processes by turns as a table: the peer, built as its authors build it, the same work by this project, audits
# with the best audit960 that was built (see cargo build --release), grep; then compression, damage, start-up.
bench-peers: toolchain
	$(PEERS_WHOLE)
	$(PEERS) -- whole $(if $(MACHINE),--machine "$(MACHINE)")

# A few seconds of the first, beside the recorded ratios.
bench-quick: toolchain
	$(PEERS) -- replay --megabytes 10 --rounds 7 --against benches/ratios.csv

# Records today's ratios: make bench-record MACHINE="2 virtual cores of an AMD EPYC (Zen 5)"
bench-record: toolchain
	$(PEERS) -- replay --megabytes 10 --rounds 15 --record benches/ratios.csv $(if $(MACHINE),--machine "$(MACHINE)")

# An archive of any size through standard input: time and memory of 1 and of 16 GB.
bench-scale: toolchain
	$(PEERS) -- scale 1 16

# The tables of docs/statistics.md: 1,000 archives an experiment, half an hour on two cores.
simulate: toolchain
	$(PEERS) -p audit960-simulation

clean-demo:
	rm -rf $(DEMO) $(DEMO).html

toolchain:
	@sh scripts/toolchain.sh
