#!/bin/sh
# Installs the dependencies of the browser test: Chromium, node, and the pinned packages of tests/browser. Once these are
# there, the test must run.
set -eu
cd "$(dirname "$0")/../tests/browser"
missing=""
command -v chromium >/dev/null 2>&1 || missing=" chromium fonts-dejavu-core"
command -v npm >/dev/null 2>&1 || missing="$missing nodejs npm"
if [ -n "$missing" ]; then
  if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    # shellcheck disable=SC2086 # a list of packages
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
  else
    echo "skipped: the report in a browser; install$missing, then run this again"
    exit 0
  fi
fi
npm ci --no-fund --no-audit --ignore-scripts
