#!/usr/bin/env bash
# Makes the virtual environment that all tests in Python share, once, installs packages into it, and prints its folder:
#
#   environment=$(bash scripts/python_environment.sh 'duckdb==2.0.1' pyarrow)
set -euo pipefail
cd "$(dirname "$0")/.."
environment=$PWD/target/python
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >&2
echo "$environment"
