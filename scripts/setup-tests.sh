#!/bin/sh
# Installs what the tests need beside Go and Node, with one call of apt: a C compiler (it links the race detector),
# Python (a test runs the verifier in docs/audit), poppler (a test reads the PDF files of invoices) and curl (a test runs
# the commands of docs/api.md). With the argument "browser" it installs Chromium too.
set -eu
here=$(dirname "$0")

missing=
need() {
  command=$1
  shift
  command -v "$command" >/dev/null || missing="$missing $*"
}
compiler=$(go env CC)
need "${compiler%% *}" gcc libc6-dev
need python3 python3
need pdftotext poppler-utils
need curl curl

if [ -n "$missing" ]; then
  echo "setup: what the tests need:$missing (apt, under a minute) ..."
  # shellcheck disable=SC2086 # a list of packages
  "$here/apt-install.sh" $missing
fi
if [ "${1:-}" = browser ]; then
  "$here/chromium.sh" >/dev/null
fi
