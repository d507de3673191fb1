#!/bin/sh
# Installs a tool of the project, of a fixed version, below target/tools, once, and prints its path:
#
#   sh scripts/tool.sh mdbook
#
# It is built from the registry that cargo uses; nothing is installed for the user.
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
  mdbook) version=0.5.4 options="--no-default-features --features search" ;;
  cargo-mutants) version=27.1.0 options= ;;
  cargo-deny) version=0.20.2 options= ;;
  *) echo "usage: sh scripts/tool.sh mdbook|cargo-mutants|cargo-deny" >&2; exit 2 ;;
esac
root=$PWD/target/tools/$1-$version
if [ ! -x "$root/bin/$1" ]; then
  # Built quickly: these tools run for seconds. Outside the workspace, whose lints and profiles are not theirs.
  # shellcheck disable=SC2086 # no options must give no argument
  (cd / && CARGO_TARGET_DIR=$root/build cargo install --quiet --debug --locked --root "$root" --version "$version" $options "$1") >&2
  rm -rf "$root/build"
fi
echo "$root/bin/$1"
