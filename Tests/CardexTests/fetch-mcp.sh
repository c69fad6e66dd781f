#!/bin/sh
# Makes a virtual environment with the official client of the Model Context Protocol, for a test.
#
#     fetch-mcp.sh FOLDER
set -e
[ ! -e "$1" ] || exit 0
if python3 -m venv "$1.new" 2>/dev/null && "$1.new/bin/pip" install -q 'mcp==2.3.0' 2>/dev/null; then
  mv "$1.new" "$1"
else
  rm -rf "$1.new"
  echo "the package mcp cannot be fetched; the test that needs it is left out"
fi
