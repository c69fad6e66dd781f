#!/usr/bin/env bash
# version.sh [TAG]: prints the version of these sources; with TAG, fails unless it is the one of that version.
set -euo pipefail
help=$(dirname "$0")/../../Sources/CardexCommand/Options/Help.swift
version=$(sed -n 's/.*static let versionNumber = "\([0-9.]*\)"$/\1/p' "$help")
[ -n "$version" ] || { echo "version.sh: $help does not say it" >&2; exit 1; }
if [ $# -gt 0 ] && [ "$1" != "v$version" ]; then
  echo "version.sh: the tag is $1, and the sources are v$version" >&2
  exit 1
fi
echo "$version"
