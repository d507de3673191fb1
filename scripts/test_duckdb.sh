#!/usr/bin/env bash
# Builds the extension of DuckDB and tests it with the Python package duckdb, of the version that it is made for. Without
# python3 it prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export AUDIT960=${AUDIT960:-$PWD/target/${PROFILE:-ci}/audit960}
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  echo "skipped: python3 with venv is missing, so the extension of DuckDB is not tested"
  exit 0
fi
environment=target/venv-duckdb
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check 'duckdb==2.0.1' pyarrow
cargo build --release --manifest-path extensions/duckdb/Cargo.toml --target-dir target/duckdb
export AUDIT960_DUCKDB=$PWD/target/duckdb/audit960.duckdb_extension
library=$(find target/duckdb/release -maxdepth 1 -name 'libaudit960.so' -o -maxdepth 1 -name 'libaudit960.dylib')
"$environment/bin/python" extensions/duckdb/pack.py "$library" "$AUDIT960_DUCKDB"
PYTHONPATH=$PWD/python "$environment/bin/python" tests/python/duckdb_extension.py
