#!/bin/sh
# Runs the browser tests against a server of their own: fresh data, demo people, a free port.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

CHROMIUM=$("$root/scripts/chromium.sh")
(cd "$root" && CGO_ENABLED=0 go build -buildvcs=false -trimpath -o bin/stripe-standin ./internal/payments/paymentstest/standin)
data=$(mktemp -d)
chmod 755 "$data"
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
PROOFBOARD_URL=http://127.0.0.1:$port
PROOFBOARD_DATA_DIR=$data
export CHROMIUM PROOFBOARD_URL PROOFBOARD_DATA_DIR

"$root/bin/proofboard" serve --listen "127.0.0.1:$port" --data "$data" --demo >"$data/server.log" 2>&1 &
server=$!
finish() {
  code=$?
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  [ "$code" -eq 0 ] || tail -n 50 "$data/server.log" >&2
  rm -rf "$data"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

waited=0
until node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$PROOFBOARD_URL/readyz"; do
  kill -0 "$server" 2>/dev/null || { echo "e2e: the server ended" >&2; exit 1; }
  waited=$((waited + 1))
  [ "$waited" -lt 240 ] || { echo "e2e: the server is not ready after a minute" >&2; exit 1; }
  sleep 0.25
done

# The tests of a worker share one context of the browser, which Playwright empties between them. What the
# browser compiled stays, which saves about a tenth of the time.
export PW_TEST_REUSE_CONTEXT=1
cd "$root/web"
npm run --silent e2e -- "$@"
