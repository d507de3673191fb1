#!/usr/bin/env bash
# Makes the archive of a release for the machine it runs on: program, manual pages, completions, licence,
# and a checksum beside it. What a tag does on each system; run it anywhere to see what would be published.
#
#   scripts/package.sh [FOLDER]                              default: target/package
#   AUDIT960_BUNDLE=target/ci/audit960 scripts/package.sh    with a program that is built already
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/package}
host=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=audit960-$version-$host
case $host in *windows*) exe=.exe ;; *) exe= ;; esac

program=${AUDIT960_BUNDLE:-}
if [ -z "$program" ]; then
  cargo build --locked --profile dist --bin audit960
  program=target/dist/audit960$exe
fi
rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name/completions"
cp "$program" README.md CHANGELOG.md LICENSE "$folder/$name/"
"$program" man "$folder/$name/man"
for shell in bash zsh fish powershell elvish; do
  "$program" completions $shell > "$folder/$name/completions/audit960.$shell"
done
archive=$name.tar.gz
tar -C "$folder" -czf "$folder/$archive" "$name"
if command -v sha256sum >/dev/null 2>&1; then
  (cd "$folder" && sha256sum "$archive" > "$archive.sha256")
else
  (cd "$folder" && shasum -a 256 "$archive" > "$archive.sha256")
fi
echo "$folder/$archive"
