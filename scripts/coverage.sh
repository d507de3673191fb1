#!/bin/bash
# Which lines of law, replay and dataset no test runs: a table of files, and the lines of each in
# target/coverage/. Only crates of this workspace are instrumented. Asks for rustup's llvm-tools.
#     bash scripts/coverage.sh [-p PACKAGE ...]     without packages, all
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
if [ ! -x "$tools/llvm-cov" ]; then
  echo "skipped: rustup component add llvm-tools"
  exit 0
fi
out=$PWD/target/coverage
mkdir -p "$out"
rm -f "$out"/*.profraw
wrapper=$out/rustc.sh
printf '#!/bin/sh\nexec "$@" -C instrument-coverage\n' > "$wrapper"
chmod +x "$wrapper"
export RUSTC_WORKSPACE_WRAPPER=$wrapper LLVM_PROFILE_FILE=$out/%8m.profraw CARGO_PROFILE_CI_DEBUG=1
if [ $# -eq 0 ]; then
  set -- --workspace --all-features
fi
arguments=(--profile "${PROFILE:-ci}" --target-dir "$out/build" "$@")
cargo test --no-fail-fast "${arguments[@]}" || echo "some tests failed; what they ran is counted all the same"
# The first one by position: without it llvm-cov takes the first folder of sources for a program.
binaries=()
while read -r binary; do
  [ ${#binaries[@]} -eq 0 ] || binaries+=(--object)
  binaries+=("$binary")
done < <(cargo test "${arguments[@]}" --no-run --message-format=json 2> /dev/null |
  sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | sort -u)
"$tools/llvm-profdata" merge -sparse "$out"/*.profraw -o "$out/all.profdata"
sources=(crates/audit960-law/src crates/audit960-replay/src crates/audit960-dataset/src)
"$tools/llvm-cov" report "${binaries[@]}" --instr-profile="$out/all.profdata" "${sources[@]}" |
  awk '{ print $1, $8, $9, $10 }' | column -t
"$tools/llvm-cov" show "${binaries[@]}" --instr-profile="$out/all.profdata" "${sources[@]}" > "$out/lines.txt"
# Lines that no test runs, with their files.
awk '/^\/.*:$/ { file = $0 } /^ *[0-9]+\| *0\|/ { print file $0 }' "$out/lines.txt" > "$out/not-run.txt"
echo "$(wc -l < "$out/not-run.txt") lines are run by no test: $out/not-run.txt"
