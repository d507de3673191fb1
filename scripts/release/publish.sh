#!/bin/sh
# Publishes a release on the service that runs this: the archives with their checksums, the recipes, and as notes the
# section of the changelog.
#
#   sh scripts/release/publish.sh FOLDER
#
# Never run: it needs a tag, a token (GH_TOKEN) and the client of the service.
set -eu
cd "$(dirname "$0")/../.."
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
python3 scripts/release/check.py --notes "${GITHUB_REF_NAME:?is the tag}" > "$notes"
gh release create "$GITHUB_REF_NAME" "$1"/*.tar.gz "$1"/*.sha256 target/recipes/* \
  --repo "${GITHUB_REPOSITORY:?is owner and name}" --notes-file "$notes"
