#!/usr/bin/env bash
# build.sh FOLDER: puts there what a release has for the kind of machine that this runs on: the static
# program with its manual in an archive, the Debian package and the list of what is in them. The same commit
# makes the same bytes in a folder of the same path.
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../.."
version=$(Packaging/release/version.sh)
machine=$(uname -m)
name=cardex-$version-linux-$machine
# Another user may own the folder, as in a container.
SOURCE_DATE_EPOCH=$(git -c safe.directory="$PWD" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
umask 022

make --no-print-directory deb sbom
mkdir -p "$folder"
cp .build/cardex.deb "$folder/cardex_${version}_$(dpkg --print-architecture).deb"
cp .build/cardex.cdx.json "$folder/$name.cdx.json"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
make --no-print-directory install DESTDIR="$stage" PREFIX="/$name"
cp LICENSE SECURITY.md CHANGELOG.md .build/deb/usr/share/doc/cardex/copyright "$stage/$name/"
tar --create --directory "$stage" --sort=name --owner=0 --group=0 --numeric-owner \
  --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip -9n >"$folder/$name.tar.gz"
