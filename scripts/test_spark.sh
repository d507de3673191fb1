#!/usr/bin/env bash
# Tests the data source of Spark on a standalone cluster on loopback. Without java or python3 it prints that
# it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export AUDIT960=${AUDIT960:-$PWD/target/${PROFILE:-ci}/audit960}
if ! command -v java >/dev/null; then
  echo "skipped: Spark, because java is missing"
  exit 0
fi
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  echo "skipped: Spark, because python3 with venv is missing"
  exit 0
fi
environment=$(bash scripts/python_environment.sh 'pyspark>=4.0,<5' 'pyarrow>=18')
PYTHONPATH=$PWD/python timeout 600 "$environment/bin/python" tests/python/spark_cluster.py
