#!/usr/bin/env bash
# Makes the wheel that carries the program.
#
#   scripts/wheel.sh [FOLDER]                              default: target/wheels
#   AUDIT960_BUNDLE=target/ci/audit960 scripts/wheel.sh    with a program that is built already
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/wheels}
mkdir -p "$folder"
python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" ./python
