#!/bin/sh
# Fetches the rules for accessible pages that a test applies: axe-core, as it is in a Python package.
#
#     fetch-axe.sh FILE
set -e
[ ! -e "$1" ] || exit 0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if python3 -m pip download -q --no-deps -d "$folder" axe-playwright-python 2>/dev/null; then
  mkdir -p "$(dirname "$1")"
  python3 -c 'import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
name = next(name for name in archive.namelist() if name.endswith("axe.min.js"))
sys.stdout.buffer.write(archive.read(name))' "$folder"/*.whl >"$1.new"
  mv "$1.new" "$1"
else
  echo "axe-core cannot be fetched; the test that needs it is left out"
fi
