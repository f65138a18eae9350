#!/usr/bin/env bash
# Checks a change while you work on it: formatting, lint and types of everything, the tests of the domain, and the tests of
# the packages that differ from a base (the first argument, or the last commit but one). All run at the same time.
set -uo pipefail
cd "$(dirname "$0")/.."
export GOEXPERIMENT=jsonv2
base=${1:-$(git rev-parse --verify --quiet HEAD~1 || git rev-parse HEAD)}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

web() (
  cd web && npm run --silent typecheck && npm run --silent lint && npx vitest run --changed "$base" --passWithNoTests
)

# The folders of Go files that were changed, added or not yet added, apart from the slow end-to-end tests.
changed() {
  { git diff --name-only --diff-filter=d "$base" -- '*.go'; git ls-files --others --exclude-standard -- '*.go'; } |
    xargs -r -n1 dirname | sort -u | grep -v -e /e2e -e node_modules | sed 's#^#./#'
}

go_tests() {
  # shellcheck disable=SC2046 # one argument for each package
  go run ./internal/embedded/embeddedtest/withpostgres go test -short -vet=off ./domain/... $(changed) |
    grep -v 'no test files'
}

web >"$logs/web" 2>&1 &
web=$!
CGO_ENABLED=0 GOFLAGS=-trimpath bin/golangci-lint run ./... >"$logs/lint" 2>&1 & # beside the tests, which mostly wait for the database
lint=$!
go_tests
status=$?
wait "$lint" || { status=1; cat "$logs/lint"; }
wait "$web" || { status=1; cat "$logs/web"; }
[ "$status" = 0 ] && echo "check: everything passed"
exit "$status"
