#!/bin/sh
# Installs Debian or Ubuntu packages, as root or by sudo.
set -eu

sudo=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "setup: please install as root: $*" >&2; exit 1; }
  sudo=sudo
fi
command -v apt-get >/dev/null || { echo "setup: there is no apt-get here, please install: $*" >&2; exit 1; }

export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq >&2
$sudo apt-get install -y -qq --no-install-recommends "$@" >&2
