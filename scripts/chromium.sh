#!/bin/sh
# Prints the path of a Chromium for the browser tests; installs one when there is none. CHROMIUM names another.
set -eu

find_chromium() {
  for name in ${CHROMIUM:-} chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

if ! find_chromium; then
  echo "setup: Chromium for the browser tests (apt, about 100 MB, a minute or two) ..." >&2
  "$(dirname "$0")/apt-install.sh" chromium
  find_chromium || { echo "setup: no Chromium found after installing it: name one in CHROMIUM" >&2; exit 1; }
fi
