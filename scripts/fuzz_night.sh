#!/bin/sh
# Runs fuzz targets for some minutes each, one after another, and prints seeds and executions:
#
#   sh scripts/fuzz_night.sh [MINUTES] [TARGET...]
#
# The default is 60 minutes and all targets. Inputs that break a target are in tests/fuzz/artifacts; the
# exit code is then 1.
set -eu
cd "$(dirname "$0")/../tests/fuzz"
minutes=${1:-60}
[ $# -gt 0 ] && shift
targets=${*:-"split pgn fen epd san stored tables manifest parquet"}
seed=${AUDIT960_FUZZ_SEED:-$(date +%Y%m%d)}
broken=0
cargo build --release --bins
for target in $targets; do
    mkdir -p "artifacts/$target" "corpus/$target"
    log=artifacts/$target.log
    traps=
    case $target in split | pgn | stored) traps=../../data/traps ;; esac
    # shellcheck disable=SC2086 # an empty $traps must give no argument
    if cargo run --release --quiet --bin "$target" -- -seed="$seed" -max_total_time=$((minutes * 60)) \
        -timeout=30 -rss_limit_mb=3072 -print_final_stats=1 -artifact_prefix="artifacts/$target-" \
        "artifacts/$target" "corpus/$target" $traps >"$log" 2>&1; then
        result=ok
    else
        result="BROKEN, see tests/fuzz/$log"
        broken=1
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
    echo "$target: seed $seed, $minutes minutes, ${executions:-?} executions, ${memory:-?} MB: $result"
done
exit $broken
