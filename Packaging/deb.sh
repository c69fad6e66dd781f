#!/usr/bin/env bash
# deb.sh ROOT PACKAGE: makes a Debian package of the files that `make install` has put below ROOT with
# PREFIX=/usr. The same files make the same package if SOURCE_DATE_EPOCH is set. DEB_LEVEL is how hard xz
# tries, from 0 to 9.
set -euo pipefail
root=$1
package=$2
packaging=$(dirname "$0")
version=$("$root/usr/bin/cardex" --version | awk 'NR == 1 { print $2 }')
architecture=$(dpkg --print-architecture)
: "${SOURCE_DATE_EPOCH:=$(date +%s)}"
export SOURCE_DATE_EPOCH
umask 022

find "$root/usr/share/man" -name '*.[1-9]' -exec gzip -9nf {} +

documents=$root/usr/share/doc/cardex
install -d "$documents" "$root/usr/share/lintian/overrides" "$root/DEBIAN"
gzip -9nc >"$documents/changelog.gz" <<END
cardex ($version) stable; urgency=medium

  * This version.

 -- The Cardex authors <maintainers@cardex.invalid>  $(date -uR -d "@$SOURCE_DATE_EPOCH")
END
install -m 644 "$packaging/../SECURITY.md" "$documents/"
install -m 644 "$packaging/debian/overrides" "$root/usr/share/lintian/overrides/cardex"

# What is linked into the executable has licences of its own, whose texts go with it.
swift=$(realpath "$(command -v swift)")
{
  cat "$packaging/../LICENSE"
  printf '\n%s\n' "The executable also contains the libraries below, under their own licences."
  printf '\n%s\n\n' "==== Swift's runtime and standard library"
  echo "Apache License 2.0, see /usr/share/common-licenses/Apache-2.0, with this exception:"
  sed -n '/Runtime Library Exception/,$p' "${swift%/bin/*}/share/swift/LICENSE.txt"
  for library in libxml2-dev libicu-dev liblzma-dev zlib1g-dev libxxhash-dev libc6-dev; do
    printf '\n%s\n\n' "==== ${library%-dev}"
    cat "/usr/share/doc/$library/copyright"
  done
  printf '\n%s\n\n' "==== libstdc++"
  cat /usr/share/doc/libstdc++-*-dev/copyright
} >"$documents/copyright"

# As the program itself says; Swift is not a package of Debian.
built_using=$("$root/usr/bin/cardex" --version |
  awk '$1 == "contains" && $2 != "swift" { printf "%s%s (= %s)", separator, $2, $3; separator = ", " }')
[ -n "$built_using" ] || { echo "deb.sh: the program does not say which packages it contains" >&2; exit 1; }

size=$(du -k --apparent-size -s "$root/usr" | cut -f1)
sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/; s/@BUILT_USING@/$built_using/" \
  "$packaging/debian/control" >"$root/DEBIAN/control"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod -R u+rwX,go=rX "$root"
dpkg-deb --root-owner-group -Zxz -z"${DEB_LEVEL:-6}" --build "$root" "$package"
