#!/usr/bin/env bash
# Every check and test, the fast ones first. A part that fails does not hide what the others find, and what failed is
# said again at the end, where somebody looks. On a new machine apt waits for the network, while the linter is built.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

scripts/setup-tests.sh browser &
tools=$!
failed=()
for part in lint test-go test-web test-e2e; do
  make --no-print-directory "$part" 2>&1 | tee "$logs/$part" || failed+=("$part")
  [ "$part" != lint ] || wait "$tools" || failed+=(setup-tests.sh)
done

for part in "${failed[@]}"; do
  [ -f "$logs/$part" ] || continue # the tools have said it themselves
  printf '\ntest: what %s said last, without what passed:\n' "$part" >&2
  grep -vE '^(ok|\?) |no test files|^ +✓' "$logs/$part" | tail -n 100 >&2
done
if [ "${#failed[@]}" -gt 0 ]; then
  echo "test: failed: ${failed[*]}" >&2
  exit 1
fi
echo "test: everything passed"
