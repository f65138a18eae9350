#!/bin/sh
# Runs checks 1 to 13, 22 and 37 of docs/reliability.md at their full count (about half an hour) and prints their lines together at the end. The
# same tests run at small counts in `make test-go`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
export PROOFBOARD_CHAOS=full
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

# run COMMAND...: shows what it prints, keeps it, and remembers whether it failed.
run() {
  { "$@" 2>&1 || echo "chaos: failed: $*"; } | tee -a "$log"
}

run go test -v -count=1 -timeout 30m -run 'TestTheEventLogKeepsItsPromises/commits_that_come_late' ./internal/eventstore/eventlog
run go test -v -count=1 -p 1 -timeout 90m -run "${CHAOS_RUN:-$(tr '\n' '|' <<TESTS | sed 's/|$//'
TestKillingTheServerUnderLoad
TestProcessesOfAClusterDie
TestPostgreSQLDies
TestCommandsGoOnWithoutNATS
TestWhatAClusterOfNATSLoses
TestEveryProjectionIsRebuilt
TestManyKeys
TestManyMoves
TestTwoEdits
TestTheBoardGoesOn
TestAFullDisk
TestAnEmbeddedDatabaseThatEnds
TestOldAndNewProcesses
TestALargeForm
TestALargeUploadInParts
TESTS
)}" ./cmd/proofboard/e2e/...
run scripts/restore-drill.sh

echo
echo "chaos: $(date -u +%Y-%m-%d), $(git describe --tags --always --dirty 2>/dev/null || echo unknown), $(getconf _NPROCESSORS_ONLN) processors"
sed -n 's/^ *[a-z_]*\.go:[0-9]*: \(check .*\)$/\1/; /^check [0-9a-z]*: /p' "$log" | sort -t ' ' -k 2,2 -V -s
grep '^ *--- SKIP' "$log" || true
if grep '^chaos: failed: \|^ *--- FAIL\|: NOT HELD$' "$log" >"$log.failed"; then
  failed=1
  grep -v 'check ' "$log.failed" || true
fi
rm -f "$log.failed"
exit "$failed"
