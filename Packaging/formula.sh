#!/usr/bin/env bash
# formula.sh ADDRESS ARCHIVE HOMEPAGE: prints the formula for Homebrew of the sources in the file ARCHIVE, which
# are at ADDRESS.
set -euo pipefail
packaging=$(dirname "$0")
version=$("$packaging/release/version.sh")
# Homebrew's systems have one of these programs.
digest=$({ sha256sum -- "$2" 2>/dev/null || shasum -a 256 -- "$2"; } | cut -d' ' -f1)
sed "s|@URL@|$1|; s|@HOMEPAGE@|$3|; s|@SHA256@|$digest|; s|@VERSION@|$version|" "$packaging/cardex.rb"
