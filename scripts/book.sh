#!/bin/sh
# Builds the book into target/book. That files are there is checked by tests/it/book.rs, which needs no tool; here every page of
# SUMMARY.md must be there, and every link between the pages that were made.
set -eu
cd "$(dirname "$0")/.."
mdbook=$(sh scripts/tool.sh mdbook) || { echo "skipped: the book, because mdbook cannot be installed"; exit 0; }
"$mdbook" build
python3 scripts/book_links.py target/book
