#!/bin/sh
# Checks that the toolchain of rust-toolchain.toml and a C compiler are there, and installs what it can.
set -eu
if ! command -v cargo >/dev/null 2>&1; then
  if [ -x "$HOME/.cargo/bin/cargo" ]; then
    echo "cargo is installed but not on PATH: add $HOME/.cargo/bin" >&2
  else
    echo "cargo is missing: install rustup (https://rustup.rs), then run this again" >&2
  fi
  exit 1
fi
if ! command -v cc >/dev/null 2>&1; then
  if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && apt-get install -y -qq gcc libc6-dev
  else
    echo "a C compiler is missing (zstd is C): install gcc or clang" >&2
    exit 1
  fi
fi
for component in rustfmt clippy; do
  if ! cargo "$( [ $component = rustfmt ] && echo fmt || echo clippy )" --version >/dev/null 2>&1; then
    rustup component add "$component"
  fi
done
