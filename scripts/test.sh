#!/usr/bin/env bash
# Every check and test. The tests of Go and of the web app run beside each other, because both wait for two fifths of
# their time. A part that fails does not hide what the others find, and what failed is said again at the end, where
# somebody looks. On a new machine apt waits for the network, while the linter is built.
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
parts test-go &
parts test-web test-e2e
wait

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
