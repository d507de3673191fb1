#!/bin/sh
# Valgrind's memcheck over every trap: an audit with all searches, then an export, each in one process. Slow
# (a quarter of an hour); without valgrind it is skipped with a message.
#     sh scripts/memcheck.sh PROGRAM [OUT]
set -eu
program=$1
out=${2:-target/memcheck}
cd "$(dirname "$0")/.."
if ! command -v valgrind > /dev/null; then
  echo "skipped: valgrind is not installed"
  exit 0
fi
rm -rf "$out"
mkdir -p "$out"
# Valgrind reads debugging symbols of a quarter of a gigabyte first, which takes it longer than the rest.
cp "$program" "$out/audit960"
strip --strip-debug "$out/audit960"
check() {
  valgrind --quiet --suppressions=scripts/memcheck.supp --error-exitcode=99 --errors-for-leak-kinds=none --leak-check=no \
    "$out/audit960" "$@" > "$out/stdout" 2> "$out/stderr" && code=0 || code=$?
  if [ "$code" -gt 1 ]; then
    echo "audit960 $*: exit code $code"
    cat "$out/stderr"
    exit 1
  fi
}
check audit -q -j 2 --with-moves --duplicates --crosscheck --propose --keep-illegal --infer-start \
  data/traps --out "$out/dataset"
check verify "$out/dataset"
for form in --castling=xfen --minimal --uci --raw --epd --one-line; do
  check export -q "$form" "$out/dataset" --out "$out/dataset$form.pgn"
done
check export -q --apply-proposals data/traps --out "$out/repaired.pgn" --damaged-to "$out/damaged.pgn"
check draws data/traps --format csv
check positions "$out/dataset"
check report -q "$out/dataset" --out "$out/report.html"
count=$(find data/traps -name '*.pgn' | wc -l)
echo "memcheck: no error in $count traps and 12 commands"
