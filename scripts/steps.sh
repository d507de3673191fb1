#!/usr/bin/env bash
# Runs make targets one after another up to the first that fails; prints at the end what each took, and how many tests
# passed.
#
#   bash scripts/steps.sh fmt lint test
set -uo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
taken=
failed=
for step in "$@"; do
  began=$SECONDS
  make --no-print-directory "$step" 2>&1 | tee -a "$log" || failed=$step
  taken+=$(printf '%6d s  %s' $((SECONDS - began)) "$step")$'\n'
  [ -z "$failed" ] || break
done
printf '\n%s%6d s  in all\n' "$taken" "$SECONDS"
echo "$(grep -c '^skipped: ' "$log") checks were skipped because something is missing"
awk '/^test result:/ { passed += $4; failed += $6; skipped += $8 }
     END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$log"
if [ -n "$failed" ]; then
  echo "make $failed failed" >&2
  exit 1
fi
