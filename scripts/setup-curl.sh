#!/bin/sh
# A test runs the commands of docs/api.md as they stand there.
set -eu

if ! command -v curl >/dev/null; then
  echo "setup: curl for the test of docs/api.md (apt, under a minute) ..."
  "$(dirname "$0")/apt-install.sh" curl
fi
