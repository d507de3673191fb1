#!/usr/bin/env bash
# Makes the wheel that carries the program, with maturin in a virtual environment of its own.
#
#   scripts/wheel.sh [FOLDER]        default: target/wheels
#   PROFILE=ci scripts/wheel.sh      with the profile of the tests
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/wheels}
environment=target/wheel-environment
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet 'maturin>=1.7,<2'
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
target=$(pwd)/target
cd python
# The version of the package is that of the program.
CARGO_TARGET_DIR=$target "$target/wheel-environment/bin/maturin" build --locked --profile "${PROFILE:-dist}" --out "$folder"
