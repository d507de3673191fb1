#!/usr/bin/env bash
# Builds what is published for the machine it runs on, into target/package, target/wheels and target/recipes; with a tag, makes
# the annotated tag after the check has found nothing. Nothing is uploaded: at the end it says what only somebody with an
# account can do.
#
#   bash scripts/release/release.sh            builds
#   bash scripts/release/release.sh v1.0.0     checks, builds, tags
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=${1:-}
python3 scripts/release/check.py ${tag:+--tag "$tag"}
if [ -n "$tag" ] && [ -n "$(git status --porcelain)" ]; then
  echo "there are local changes: $tag would not be what was built" >&2
  exit 1
fi
bash scripts/package.sh
bash scripts/wheel.sh
python3 scripts/release/recipes.py
if [ -n "$tag" ]; then
  notes=$(mktemp)
  trap 'rm -f "$notes"' EXIT
  { echo "audit960 ${tag#v}"; echo; python3 scripts/release/check.py --notes "$tag"; } > "$notes"
  git tag --annotate --cleanup=verbatim --file "$notes" "$tag"
  echo "tag $tag is made; it is not pushed"
fi
cat << 'END'

Only somebody with an account can now
  push the tag, upon which .github/workflows/release.yml builds for all systems and publishes archives, recipes and wheels
  publish the libraries:  cargo publish -p CRATE, in the order of scripts/release/check.py --order
  offer target/recipes/audit960.rb to Homebrew, meta.yaml to conda-forge, extensions/duckdb/description.yml to DuckDB's
    community extensions
  switch on the pages of the service for .github/workflows/site.yml
docs/release.md has these steps in order.
END
