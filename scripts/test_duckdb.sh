#!/usr/bin/env bash
# Tests the extension of DuckDB with the Python package duckdb, of the version that it is made for. Without python3 it
# prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${PROFILE:-ci}
export AUDIT960=${AUDIT960:-$PWD/target/$profile/audit960}
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  echo "skipped: the extension of DuckDB, because python3 with venv is missing"
  exit 0
fi
environment=$(bash scripts/python_environment.sh 'duckdb==2.0.1' pyarrow)
library=$(find "target/$profile" -maxdepth 1 -name 'libaudit960.so' -o -maxdepth 1 -name 'libaudit960.dylib')
mkdir -p target/duckdb
export AUDIT960_DUCKDB=$PWD/target/duckdb/audit960.duckdb_extension
"$environment/bin/python" extensions/duckdb/pack.py "$library" "$AUDIT960_DUCKDB"
PYTHONPATH=$PWD/python "$environment/bin/python" tests/python/duckdb_extension.py
