#!/usr/bin/env bash
# Every check and test, one part after the other: beside each other, two cores have too much to do, tests wait in vain
# and measure each other's work. A part that fails does not hide what the others find, and what failed is said again at
# the end, where somebody looks. On a new machine apt waits for the network, while the linter is built.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'trap - INT TERM; kill 0' INT TERM # what runs in the background hears no Ctrl-C

parts() {
  for part; do
    make --no-print-directory "$part" 2>&1 | tee "$logs/$part" || touch "$logs/$part.failed"
  done
}

scripts/setup-tests.sh browser &
tools=$!
parts lint build
wait "$tools" || touch "$logs/setup-tests.failed"
parts test-web test-go test-e2e

shopt -s nullglob
failed=()
for mark in "$logs"/*.failed; do
  part=$(basename "$mark" .failed)
  failed+=("$part")
  [ -f "$logs/$part" ] || continue # the tools have said it themselves
  printf '\ntest: what %s said last, without what passed:\n' "$part" >&2
  grep -vE '^(ok|\?) |no test files|^ +✓' "$logs/$part" | tail -n 100 >&2
done
if [ "${#failed[@]}" -gt 0 ]; then
  echo "test: failed: ${failed[*]}" >&2
  exit 1
fi
echo "test: everything passed"
