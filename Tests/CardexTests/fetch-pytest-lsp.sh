#!/bin/sh
# Fetches the client of the Language Server Protocol that a test uses, with what it needs.
#
#     fetch-pytest-lsp.sh FOLDER
set -e
[ ! -e "$1" ] || exit 0
rm -rf "$1.new"
if /usr/bin/python3 -m pip install -q --target "$1.new" pytest-lsp==1.0.1 2>/dev/null; then
  mv "$1.new" "$1"
else
  rm -rf "$1.new"
  echo "pytest-lsp cannot be fetched; the test that needs it is left out"
fi
