#!/bin/sh
# Prints the path of a Chromium for the browser tests; installs one when there is none. CHROMIUM names another.
# The headless build has the same engine without a browser's windows, and needs a quarter less of the machine.
set -eu

find_chromium() {
  for name in ${CHROMIUM:-} chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

if ! find_chromium; then
  echo "setup: Chromium for the browser tests (apt, about 70 MB, a minute or two) ..." >&2
  install=$(dirname "$0")/apt-install.sh
  "$install" chromium-headless-shell || "$install" chromium
  find_chromium || { echo "setup: no Chromium found after installing it: name one in CHROMIUM" >&2; exit 1; }
fi
