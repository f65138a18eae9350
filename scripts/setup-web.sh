#!/bin/sh
# Installs exactly what web/package-lock.json names. No package of it needs its install script.
set -eu
cd "$(dirname "$0")/../web"

echo "setup: the web app's packages (npm, under a minute) ..."
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
