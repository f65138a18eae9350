#!/bin/sh
# build-tool.sh FOLDER NAME: builds the one tool that the module in FOLDER pins, as bin/NAME. Such modules keep the
# tools' dependencies out of ours.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

cd "$root/$1"
package=$(go list tool)
# The tools are built as their authors do: without our experiment, without C.
GOEXPERIMENT='' CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags='-s -w' -o "$root/bin/$2.new" "$package"
mv "$root/bin/$2.new" "$root/bin/$2"
