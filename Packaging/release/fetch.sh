#!/usr/bin/env bash
# fetch.sh REPOSITORY TAG FOLDER: puts the program of a release into FOLDER/bin, if its checksum is right.
# The status is 3 if there is no such release for this kind of machine: then it can be built.
#
# A commit's hash has no release here: whoever names that wants what the sources say, and files of a
# release can be exchanged.
set -euo pipefail
repository=$1
tag=$2
folder=$3
none() {
  echo "fetch.sh: $1" >&2
  exit 3
}
[[ $tag =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || none "'$tag' is not the tag of a release"
[ "$(uname -s)" = Linux ] || none "releases are for Linux"
name=cardex-${tag#v}-linux-$(uname -m)
address=${GITHUB_SERVER_URL:-https://github.com}/$repository/releases/download/$tag
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in SHA256SUMS "$name.tar.gz"; do
  curl -fsSL --retry 3 -o "$work/$file" "$address/$file" || none "there is no $file of $tag"
done
cd "$work"
grep -E "^[0-9a-f]{64} [ *]$name\.tar\.gz\$" SHA256SUMS >expected || none "SHA256SUMS has no $name.tar.gz"
sha256sum --check --strict --status expected || {
  echo "fetch.sh: $name.tar.gz does not have the checksum that its release says" >&2
  exit 1
}
mkdir -p "$folder"
tar --extract --gzip --file "$name.tar.gz" --directory "$folder" --strip-components=1 --no-same-owner
