#!/bin/sh
# Runs the Go tests, with these flags, on one throw-away PostgreSQL: the end-to-end tests, which wait for processes and
# disks most of the time, in two halves beside the other packages.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

e2e=cmd/proofboard/e2e
go test "$@" -c -o "$out/e2e.test" "./$e2e"
half() { (cd "$e2e" && "$out/e2e.test" -test.timeout 20m -test.run "$1"); }
others() { go test "$@" -timeout 20m $(go list ./... | grep -v -e /node_modules/ -e "/$e2e\$"); }

half '^Test[A-M]' >"$out/first" 2>&1 &
first=$!
half '^(Test[N-Z]|Fuzz|Example)' >"$out/second" 2>&1 &
second=$!
code=0
others "$@" || code=1
for part in first second; do
  eval "wait \$$part" || code=1
  echo "$e2e, $part half:"
  cat "$out/$part"
done
exit "$code"
