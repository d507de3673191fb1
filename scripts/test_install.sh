#!/usr/bin/env bash
# Tries `cargo install`, which compiles the program without the rest of the workspace; what was installed audits a game.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
CARGO_TARGET_DIR=target/install cargo install --quiet --locked --path . --profile "${PROFILE:-ci}" --root "$folder"
"$folder/bin/audit960" audit data/traps/begins-again.pgn --out "$folder/audited" --exit-zero --quiet
[ -s "$folder/audited/manifest.json" ]
