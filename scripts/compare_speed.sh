#!/bin/sh
# The ratios of `make bench-quick` beside the recorded ones, as a table. Where a service runs this for a pull request
# (GITHUB_EVENT_NAME, PULL_REQUEST, GH_TOKEN) and its client gh is there, the table becomes a comment.
#
# Never run: the comment. Machines of services differ, and share their cores: a ratio to another program on the same
# machine at the same time is what can be compared, and nobody is stopped by one.
set -eu
cd "$(dirname "$0")/.."
folder=target/speed
mkdir -p "$folder"
make --silent bench-quick > "$folder/ratios.txt" || { cat "$folder/ratios.txt"; echo "speed could not be measured"; exit 0; }
{
  echo "Speed as a ratio to pgn-reader and shakmaty on the same bytes, in turn, in one run:"
  echo
  sed 's/^/    /' "$folder/ratios.txt"
} > "$folder/ratios.md"
cat "$folder/ratios.md"
if [ -n "${PULL_REQUEST:-}" ] && [ -n "${GH_TOKEN:-}" ] && command -v gh >/dev/null 2>&1; then
  gh pr comment "$PULL_REQUEST" --body-file "$folder/ratios.md" --edit-last --create-if-none ||
    echo "the comment was refused; the table stands above"
fi
