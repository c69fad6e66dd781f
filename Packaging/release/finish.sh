#!/usr/bin/env bash
# finish.sh FOLDER ADDRESS: adds what a release has once to what build.sh has put there: the sources, the
# formula for Homebrew, which builds them, and checksums of all. ADDRESS is where the files will be.
set -euo pipefail
folder=$(realpath "$1")
address=$2
cd "$(dirname "$0")/../.."
version=$(Packaging/release/version.sh)
sources=cardex-$version.tar.gz
git -c safe.directory="$PWD" archive --prefix="cardex-$version/" HEAD | gzip -9n >"$folder/$sources"
Packaging/formula.sh "$address/$sources" "$folder/$sources" "${address%/releases/*}" >"$folder/cardex.rb"
cd "$folder"
rm -f SHA256SUMS
sums=$(LC_ALL=C; sha256sum -- *)
echo "$sums" >SHA256SUMS
