#!/bin/sh
# The race detector is linked by a C compiler.
set -eu

compiler=$(go env CC)
if ! command -v "${compiler%% *}" >/dev/null; then
  echo "setup: a C compiler for Go's race detector (apt, about 30 MB, under a minute) ..."
  "$(dirname "$0")/apt-install.sh" gcc libc6-dev
fi
