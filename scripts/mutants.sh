#!/bin/sh
# Whether tests see changes of the code that a change touched: cargo-mutants on the difference to a branch.
#
#   sh scripts/mutants.sh [BASE] [MINUTES]      default: main 10
#
# One mutant takes a build and a run of the package's tests. If there are more than fit, a sample is taken, the same
# one every time: each nth, so that all files have their share. A mutant that no test sees is printed, and the exit
# code is 2; docs/release.md says what to do about it.
set -eu
cd "$(dirname "$0")/.."
base=${1:-main}
minutes=${2:-10}
folder=target/mutants
mkdir -p "$folder"
if ! git rev-parse --quiet --verify "$base" >/dev/null; then
  echo "skipped: mutants, because there is no branch $base to compare with (BASE=...)"
  exit 0
fi
git diff "$(git merge-base "$base" HEAD)" -- '*.rs' > "$folder/change.diff"
if [ ! -s "$folder/change.diff" ]; then
  echo "no Rust file differs from $base: nothing to mutate"
  exit 0
fi
mutants=$(sh scripts/tool.sh cargo-mutants) || { echo "skipped: mutants, because cargo-mutants cannot be installed"; exit 0; }
# Measured: a mutant of a small crate takes 20 to 60 seconds on two cores.
fit=$((minutes * 60 / 40))
count=$("$mutants" mutants --workspace --list --in-diff "$folder/change.diff" | wc -l)
shards=$(((count + fit - 1) / fit))
[ "$shards" -ge 1 ] || shards=1
echo "$count mutants in what differs from $base; $((count / shards)) of them are tried"
[ "$count" -gt 0 ] || exit 0
# In a copy of the tree, whose dependencies are built once and kept.
CARGO_TARGET_DIR=$PWD/$folder/build "$mutants" mutants --workspace --in-diff "$folder/change.diff" --shard "0/$shards" --sharding round-robin --output "$folder" \
  --profile ci --timeout 300 --no-shuffle --baseline skip
