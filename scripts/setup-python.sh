#!/bin/sh
# The verifier in docs/audit is run by a test.
set -eu

if ! command -v python3 >/dev/null; then
  echo "setup: Python for the verifier in docs/audit (apt, about 30 MB, under a minute) ..."
  "$(dirname "$0")/apt-install.sh" python3
fi
