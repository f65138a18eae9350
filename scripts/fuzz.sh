#!/bin/sh
# fuzz.sh TIME: runs every fuzz target for TIME, one after another.
set -eu
cd "$(dirname "$0")/.."

grep -rlE --include='*_test.go' --exclude-dir=node_modules '^func Fuzz' . | while read -r file; do
  sed -nE 's/^func (Fuzz[A-Za-z0-9_]+)\(.*/\1/p' "$file" | while read -r target; do
    echo "fuzz: $target in $(dirname "$file") for $1"
    go test -run='^$' -fuzz="^$target\$" -fuzztime="$1" "$(dirname "$file")" </dev/null
  done
done
