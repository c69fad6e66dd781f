#!/usr/bin/env bash
# release.sh: tests what the workflow of releases and the action run, with a release of files that are none.
set -euo pipefail
scripts=$(realpath "$(dirname "$0")/../../Packaging/release")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "release.sh: $1" >&2
  exit 1
}

version=$("$scripts/version.sh")
[ "$("$scripts/version.sh" "v$version")" = "$version" ]
! "$scripts/version.sh" v99.0.0 2>/dev/null || fail "another tag passes"

# What build.sh makes, but for what is in it.
name=cardex-$version-linux-$(uname -m)
release=$folder/people/lists/releases/download/v$version
mkdir -p "$release" "$folder/$name/bin"
printf '#!/bin/sh\necho served\n' >"$folder/$name/bin/cardex"
chmod +x "$folder/$name/bin/cardex"
tar -czf "$release/$name.tar.gz" -C "$folder" "$name"
touch "$release/cardex_${version}_any.deb"
if git -C "$scripts" rev-parse 2>/dev/null; then
  "$scripts/finish.sh" "$release" "https://lists.invalid/people/lists/releases/download/v$version"
  (cd "$release" && sha256sum --check --strict --quiet SHA256SUMS)
  [ "$(wc -l <"$release/SHA256SUMS")" = 4 ] || fail "a file has no checksum"
  grep -qx '  homepage "https://lists.invalid/people/lists"' "$release/cardex.rb"
  grep -qF "$(sha256sum "$release/cardex-$version.tar.gz" | cut -d' ' -f1)" "$release/cardex.rb"
  grep -q '@' "$release/cardex.rb" && fail "the formula is not filled in"
else
  (cd "$release" && sha256sum -- * >"$folder/sums" && mv "$folder/sums" SHA256SUMS)
fi

fetch() {
  rm -rf "$folder/fetched"
  GITHUB_SERVER_URL=file://$folder "$scripts/fetch.sh" people/lists "$1" "$folder/fetched" 2>/dev/null
}
fetch "v$version" && [ "$("$folder/fetched/bin/cardex")" = served ] || fail "a release is not fetched"
for tag in v99.0.0 main 0123456789012345678901234567890123456789 ../v1.0.0; do
  status=0
  fetch "$tag" || status=$?
  [ "$status" = 3 ] || fail "the status is $status where there is no release $tag"
done
printf more >>"$release/$name.tar.gz"
status=0
fetch "v$version" || status=$?
[ "$status" = 1 ] && [ ! -e "$folder/fetched" ] || fail "a file with another checksum is taken"
