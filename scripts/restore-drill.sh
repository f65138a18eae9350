#!/bin/sh
# Rehearses a loss (docs/operations.md): a throwaway product with the demo company is backed up, goes on working, is destroyed, and
# is restored twice: to its end and to a marked moment. Prints one line for each of both, and fails if anything differs.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
pb=${PROOFBOARD_BINARY:-$root/bin/proofboard}
people() { node "$root/scripts/restore-drill.mjs" "$@"; }

[ -x "$pb" ] || { echo "restore-drill: $pb is not there: run make build" >&2; exit 1; }
dir=$(mktemp -d "${TMPDIR:-/tmp}/pbd.XXXXXX")
chmod 755 "$dir"
began=$(date +%s)
server=
fail() { echo "check 12: restore drill: $*: NOT HELD"; exit 1; }
finish() {
  code=$?
  [ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  [ "$code" -eq 0 ] || tail -n 30 "$dir"/*.log >&2 || true
  rm -rf "$dir"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

# start DATA: serves a data folder, and waits until it is ready. $url is where.
start() {
  : >"$dir/server.log" # before it is read below
  "$pb" serve --listen 127.0.0.1:0 --data "$1" --demo >>"$dir/server.log" 2>&1 &
  server=$!
  waited=0
  while :; do
    url=$(sed -n 's|.*msg=ready address=\(http://[0-9.:]*\).*|\1|p' "$dir/server.log")
    [ -n "$url" ] && node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$url/readyz" && break
    kill -0 "$server" 2>/dev/null || fail "the server ended"
    waited=$((waited + 1))
    [ "$waited" -lt 240 ] || fail "the server is not ready after two minutes"
    sleep 0.5
  done
}
stop() { kill "$1" "$server"; wait "$server" 2>/dev/null || true; server=; }
tool() { "$pb" --data "$data" --log-level error "$@"; }
head_of_log() { tool audit head >"$1" && sed -n 1,3p "$1" >"$1.plain"; }

data=$dir/a
start "$data" # makes the demo company
stop -TERM

# The operator's part: an archive of the write-ahead log. PostgreSQL's account writes it.
mkdir -m 700 "$dir/archive" "$dir/backup"
chown --reference="$data/postgres/data" "$dir/archive"
cat >>"$data/postgres/data/postgresql.conf" <<CONF
archive_mode = on
archive_timeout = 60
archive_command = 'test ! -f $dir/archive/%f && cp %p $dir/archive/%f.new && mv $dir/archive/%f.new $dir/archive/%f'
CONF
start "$data"
people work "$url" before >/dev/null
people settle "$url"

echo "restore-drill: base backup"
tool backup base "$dir/backup/postgres"
cp -a "$data/s3" "$dir/backup/s3-old" # the bucket as it was then, for the proof below
mkdir -m 700 "$dir/backup/keys"       # apart from everything else, in earnest
cp -p "$data/audit/log.key" "$data/keys/master.key" "$data/keys/events.key" "$dir/backup/keys/"

echo "restore-drill: work goes on"
leaver=$(people work "$url" after)
people settle "$url"
people look "$url" "$dir/mark.json"
head_of_log "$dir/mark.head"
tool backup sums >"$dir/mark.sums"
tool backup mark drill

people work "$url" mistake >/dev/null
tool account erase "$leaver" --yes >/dev/null
people settle "$url"
people look "$url" "$dir/end.json"
head_of_log "$dir/end.head"
tool backup sums >"$dir/end.sums"
tool backup mark end
rm -rf "$dir/backup/s3"
cp -a "$data/s3" "$dir/backup/s3" # what replication of the bucket would hold: its newest state

echo "restore-drill: everything is lost"
stop -KILL
i=0
while [ -e "$data" ]; do # its children end by themselves
  rm -rf "$data" 2>/dev/null || true
  i=$((i + 1))
  [ "$i" -lt 50 ] || fail "the data cannot be removed"
  sleep 0.2
done

# restore DATA BUCKET LINE...: from the base backup and the archive, to where the lines say.
restore() {
  data=$1 bucket=$2
  shift 2
  mkdir -p "$data/postgres/data" "$data/audit" "$data/keys"
  tar --numeric-owner -xpf "$dir/backup/postgres/base.tar" -C "$data/postgres/data"
  chown --reference="$data/postgres/data/PG_VERSION" "$data/postgres/data"
  chmod 700 "$data/postgres/data" "$data/keys"
  sed -i '/^archive_/d' "$data/postgres/data/postgresql.conf" # a restored server archives elsewhere
  printf '%s\n' "restore_command = 'cp $dir/archive/%f %p'" "recovery_target_action = promote" "$@" >>"$data/postgres/data/postgresql.conf"
  : >"$data/postgres/data/recovery.signal"
  chown --reference="$data/postgres/data/PG_VERSION" "$data/postgres/data/recovery.signal"
  cp -a "$bucket" "$data/s3"
  cp -p "$dir/backup/keys/log.key" "$data/audit/"
  cp -p "$dir/backup/keys/master.key" "$dir/backup/keys/events.key" "$data/keys/"
  start "$data" # NATS begins empty and is filled from the log
  people settle "$url"
}

# same NAME: log, read models, files and texts are those of the moment.
same() {
  head_of_log "$dir/now.head"
  cmp -s "$dir/now.head.plain" "$dir/$1.head.plain" || fail "$1: the head of the log differs"
  tool audit verify --head "$dir/$1.head" >/dev/null || fail "$1: the log is not as it was signed"
  tool backup sums >"$dir/now.sums"
  diff "$dir/$1.sums" "$dir/now.sums" || fail "$1: a table differs"
  for projection in $(tool projections list --json | node -e 'for (const p of JSON.parse(require("fs").readFileSync(0)).projections) console.log(p.name)'); do
    tool projections verify "$projection" --json >/dev/null || fail "$1: $projection differs from its events"
  done
  people look "$url" "$dir/now.json"
  seen=$(people compare "$dir/now.json" "$dir/$1.json" "$dir/end.json") || fail "$1: people see something else"
  events=$(sed -n 2p "$dir/now.head.plain")
  echo "check 12: restored to the $1: same hash of the log ($events events) and of $(wc -l <"$dir/now.sums") tables, every projection verified, $seen: held"
}

echo "restore-drill: to the end of the archive"
restore "$dir/b" "$dir/backup/s3"
same end
stop -TERM
echo "restore-drill: to the mark"
restore "$dir/c" "$dir/backup/s3" "recovery_target_name = 'drill'"
same mark
tool account erase "$leaver" --yes >/dev/null 2>&1 && fail "somebody who was erased since the mark is back with the restored database"
stop -TERM

# Why the bucket is never restored from an old copy: with the keys of before the erasure the texts are there again.
restore "$dir/d" "$dir/backup/s3-old" "recovery_target_name = 'drill'"
people look "$url" "$dir/now.json" texts
people compare "$dir/now.json" "$dir/mark.json" "$dir/end.json" 2>&1 | grep -q "a text of an erased account is there again" ||
  fail "an old copy of the bucket brings nothing back: the drill shows nothing"
stop -TERM
echo "check 12: restore drill in $(($(date +%s) - began)) s; an old copy of the bucket would bring erased texts back, and the drill sees it: held"
