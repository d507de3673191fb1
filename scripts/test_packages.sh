#!/usr/bin/env bash
# Tries the ways to get the program that hold it, as somebody uses them who has no Rust: archive, Debian package, wheel (by
# the lines of README, from a local index), action and hook, and the image if docker, podman or buildah is available. With
# each the first minute of README is run word for word, in an empty home and without cargo in PATH.
#
#   scripts/test_packages.sh                 with the program of the tests
#   PROFILE=dist scripts/test_packages.sh    as it is published
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wheels=$folder/wheels
# Without symbols, as it is published, and compressed quickly: this is about what is in the packages.
export AUDIT960_BUNDLE=$folder/audit960 DPKG_DEB_COMPRESSOR_TYPE=gzip DPKG_DEB_COMPRESSOR_LEVEL=1
cp "target/${PROFILE:-ci}/audit960" "$AUDIT960_BUNDLE"
! command -v strip >/dev/null 2>&1 || strip "$AUDIT960_BUNDLE"

# The first minute with a program that was installed.
try() {
  echo "$1: $("$2" --version | head -1)"
  python3 scripts/first_minute.py run "$2"
}

# Runs the line of README that begins with its first argument, with nothing of whoever runs this, and no index but the wheels.
line_of_readme() {
  local line
  line=$(grep -m 1 "^$1" README.md | sed 's/ *#.*//')
  [ -n "$line" ] || { echo "README.md has no line $1" >&2; exit 1; }
  (cd "$folder" && env -i HOME="$folder" PATH="$folder/venv/bin:/usr/bin:/bin" PIP_NO_INDEX=1 PIP_FIND_LINKS="$wheels" \
    PIP_DISABLE_PIP_VERSION_CHECK=1 UV_OFFLINE=1 UV_FIND_LINKS="$wheels" UV_PYTHON_DOWNLOADS=never sh -c "$line" >/dev/null)
  echo "README: $line"
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
python3 scripts/first_minute.py check "$unpacked/audit960"

python3 scripts/release/recipes.py --archives "$folder/package" --out "$folder/recipes" 2>/dev/null
if command -v dpkg-deb >/dev/null 2>&1; then
  dpkg-deb --extract "$folder"/recipes/*.deb "$folder/debian"
  [ -s "$folder/debian/usr/share/man/man1/audit960.1" ]
  try "Debian package" "$folder/debian/usr/bin/audit960"
else
  echo "skipped: the Debian package, because dpkg-deb is missing"
fi

if python3 -c 'import venv, ensurepip' 2>/dev/null; then
  bash scripts/wheel.sh "$wheels"
  python3 -m venv "$folder/venv"
  line_of_readme "pip install audit960"
  (cd "$folder" && env -i PATH=/usr/bin:/bin "$folder/venv/bin/python" -m audit960 --version >/dev/null)
  try wheel "$folder/venv/bin/audit960"

  environment=$(bash scripts/python_environment.sh pre-commit jsonschema uv setuptools) || environment=
  if [ -n "$environment" ]; then
    ln -s "$environment/bin/uvx" "$environment/bin/uv" "$folder/venv/bin/"
    cp data/archive/icc-style.pgn "$folder/games.pgn"
    line_of_readme "uvx audit960"
    "$environment/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --dest "$wheels" setuptools
    # The schema that Microsoft gives beside its own tools; the project keeps no copy.
    schema=
    if command -v npm >/dev/null 2>&1 && (cd "$folder" && npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null 2>&1); then
      tar -C "$folder" -xzf "$folder"/microsoft-jest-sarif-*.tgz
      schema=$folder/package/lib/schemas/sarif-2.1.0-rtm.5.json
    fi
    "$environment/bin/python" scripts/test_chains.py "$wheels" $schema
  else
    echo "skipped: uvx, action and hook, because no registry can be reached"
  fi
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
    "$builder" run --rm -v "$root/data/traps:/data:ro" audit960-test audit begins-again.pgn --out /tmp/out --exit-zero
  fi
else
  echo "skipped: the image, because no docker, podman or buildah can fetch rust:1.95-alpine"
fi
