#!/usr/bin/env bash
# Tests the Python package with polars, DuckDB, pandas, Dask and the notebook of examples/. Without python3
# it prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export AUDIT960=${AUDIT960:-$PWD/target/${PROFILE:-ci}/audit960}
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  echo "skipped: the Python package, because python3 with venv is missing"
  exit 0
fi
environment=$(bash scripts/python_environment.sh polars pyarrow 'duckdb==2.0.1' pandas 'dask[dataframe]' matplotlib nbclient \
  nbformat ipykernel mypy)
python=$environment/bin/python
export PYTHONPATH=$PWD/python
for test in tables records answers commands against_duckdb notebook book; do
  "$python" tests/python/$test.py
done
"$python" -m mypy --strict --no-warn-unused-ignores --python-version 3.10 --ignore-missing-imports --allow-untyped-calls python/audit960
# The interface of polars for sources may change: the oldest version that the package supports is tested, too.
oldest=target/polars-oldest
[ -d "$oldest/polars" ] || "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$oldest" 'polars==1.21.0'
PYTHONPATH=$PWD/$oldest:$PYTHONPATH "$python" tests/python/tables.py \
  Tables.test_a_dataset_is_scanned Tables.test_polars Tables.test_polars_hands_columns_conditions_and_limits_down
