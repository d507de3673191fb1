#!/bin/sh
# The tests that ask for the large archives, as filters of `cargo test`: modules, or tests without one.
set -eu
cd "$(dirname "$0")/.."
asks='(^|[^a-z_])(corpus|all_archives)\(|AUDIT960_CORPUS'
{
  # A module of the program's tests is a file or a folder.
  grep -rlE "$asks" tests/it | sed -E 's|tests/it/([^/.]+).*|\1::|'
  # Tests of a crate share their helpers: all modules of the folder, or all tests of the file.
  for target in $(grep -rlE "$asks" crates/*/tests | sed -E 's|(crates/[^/]+/tests/[^/]+).*|\1|' | sort -u); do
    if [ -d "$target" ]; then sed -nE 's|^mod ([a-z0-9_]+);.*|\1::|p' "$target/main.rs"; else sed -nE '/#\[test\]/{n; s|^fn ([a-z0-9_]+).*|\1|p}' "$target"; fi
  done
  # Tests in the sources are named by their file, or by its folder where that is what `tests.rs` tests.
  grep -rlE "$asks" crates/*/src | sed -E 's|.*/([a-z0-9_]+)/tests\.rs|\1::tests::|; t; s|.*/([a-z0-9_]+)\.rs|\1::|'
} | sort -u
