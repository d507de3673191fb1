# What people and CI run. `make demo` and `make test` do all the set-up on a fresh machine.

CARGO ?= cargo
PROFILE ?= ci
BIN = target/$(PROFILE)/audit960
DEMO = demo-out
# A workspace of its own, without polars: builds in a minute.
PEERS = $(CARGO) run --release --manifest-path benches/peers/Cargo.toml --target-dir target/peers

.PHONY: demo test check fmt lint doc build bench bench-peers bench-quick bench-record bench-scale simulate clean-demo toolchain

# Builds the program and audits the archive in data/.
demo: build clean-demo
	$(BIN) audit data/archive --out $(DEMO) --exit-zero
	$(BIN) fifty $(DEMO) --missed
	$(BIN) report $(DEMO) --out $(DEMO).html
	@echo "The report is in $(DEMO).html: open it in a browser."

build: toolchain
	$(CARGO) build --profile $(PROFILE) --bin audit960

test: toolchain
	$(CARGO) test --profile $(PROFILE) --workspace

# What CI runs.
check: fmt lint doc test

fmt: toolchain
	$(CARGO) fmt --all --check

lint: toolchain
	$(CARGO) clippy --profile $(PROFILE) --workspace --all-targets -- -D warnings

doc: toolchain
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --profile $(PROFILE) --workspace --no-deps --document-private-items

# Ratios to pgn-reader + shakmaty on the same bytes and positions, in turn, in one run.
bench: toolchain
	$(CARGO) bench --bench replay --bench perft

# The same by turns on larger texts as a table, and whole audits with the best audit960 that was built
# (see cargo build --release): tables, threads, compression, grep, start-up.
bench-peers: toolchain
	$(PEERS) --features tables -- replay
	$(PEERS) --features tables -- whole

# A few seconds of the first, beside the ratios of earlier days.
bench-quick: toolchain
	$(PEERS) -- replay --megabytes 10 --rounds 7 --against benches/ratios.csv

# Adds the ratios of today: make bench-record MACHINE="2 virtual cores of an AMD EPYC (Zen 5)"
bench-record: toolchain
	$(PEERS) -- replay --megabytes 10 --rounds 15 --record benches/ratios.csv $(if $(MACHINE),--machine "$(MACHINE)")

# An endless archive through standard input: time and memory of 1 and of 16 GB.
bench-scale: toolchain
	$(PEERS) -- scale 1 16

# The tables of docs/statistics.md: 1,000 archives an experiment, half an hour on two cores.
simulate: toolchain
	$(CARGO) run --profile $(PROFILE) -p audit960-simulation

clean-demo:
	rm -rf $(DEMO) $(DEMO).html

toolchain:
	@sh scripts/toolchain.sh
