# What people and CI run. `make demo` and `make test` do all the set-up on a fresh machine.

CARGO ?= cargo
PROFILE ?= ci
BIN = target/$(PROFILE)/audit960
DEMO = demo-out

.PHONY: demo test check fmt lint doc build bench clean-demo toolchain

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

clean-demo:
	rm -rf $(DEMO) $(DEMO).html

toolchain:
	@sh scripts/toolchain.sh
