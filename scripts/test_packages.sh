#!/usr/bin/env bash
# Tries the ways to get the program that hold it: the archive of a release, the wheel, and the image if docker, podman or
# buildah is available. Each is unpacked or installed and audits a game.
#
#   scripts/test_packages.sh                 with the program of the tests
#   PROFILE=dist scripts/test_packages.sh    as it is published
set -euo pipefail
cd "$(dirname "$0")/.."
export AUDIT960_BUNDLE=$PWD/target/${PROFILE:-ci}/audit960
game=$PWD/data/traps/begins-again.pgn
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Runs a program that was installed: its version, and an audit.
try() {
  echo "$1: $("$2" --version | head -1)"
  (cd "$folder" && "$2" audit "$game" --out "$folder/audited-$1" --exit-zero >/dev/null)
  [ -s "$folder/audited-$1/manifest.json" ]
}

archive=$(bash scripts/package.sh "$folder/package" | tail -1)
if command -v sha256sum >/dev/null 2>&1; then
  (cd "$folder/package" && sha256sum --check --quiet ./*.sha256)
fi
tar -C "$folder" -xzf "$archive"
unpacked=$folder/$(basename "$archive" .tar.gz)
for file in man/audit960.1 completions/audit960.bash LICENSE README.md; do
  [ -s "$unpacked/$file" ] || { echo "$file is missing in $archive" >&2; exit 1; }
done
try archive "$unpacked/audit960"

if python3 -c 'import venv, ensurepip' 2>/dev/null; then
  bash scripts/wheel.sh "$folder/wheels"
  python3 -m venv "$folder/venv"
  # From the file alone, as somebody without the sources installs it.
  "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$folder"/wheels/*.whl
  (unset AUDIT960 AUDIT960_BUNDLE PYTHONPATH && cd "$folder" && "$folder/venv/bin/python" -m audit960 --version >/dev/null)
  try wheel "$folder/venv/bin/audit960"
else
  echo "skipped: the wheel, because python3 with venv is missing"
fi

builder=
for candidate in docker podman buildah; do
  if $candidate info >/dev/null 2>&1; then builder=$candidate; break; fi
done
if [ -n "$builder" ] && "$builder" pull rust:1.95-alpine >/dev/null; then
  "$builder" build -t audit960-test .
  if [ "$builder" != buildah ]; then
    "$builder" run --rm -v "$PWD/data/traps:/data:ro" audit960-test audit begins-again.pgn --out /tmp/out --exit-zero
  fi
else
  echo "skipped: the image, because no docker, podman or buildah can fetch rust:1.95-alpine"
fi
