#!/bin/sh
# Licences, sources and duplicates by deny.toml, for the program and for the benches; then, where the database of
# advisories can be fetched, known vulnerabilities. tests/it/supply_chain.rs checks sources and checksums without the tool.
set -eu
cd "$(dirname "$0")/.."
deny=$(sh scripts/tool.sh cargo-deny) || { echo "skipped: cargo deny, because it cannot be installed"; exit 0; }
"$deny" --all-features check bans licenses sources
if "$deny" fetch db >/dev/null 2>&1; then
  "$deny" --all-features check --disable-fetch advisories
else
  echo "skipped: advisories, because their database cannot be fetched"
fi
