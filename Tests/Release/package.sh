#!/usr/bin/env bash
# package.sh PACKAGE: tests that lintian finds nothing wrong with the Debian package, and that it can be
# installed, used and removed, in a system of its own.
set -euo pipefail
package=$(realpath "$1")
data=$(realpath "$(dirname "$0")/../../Data")
system=$(mktemp -d)
trap 'rm -rf "$system"' EXIT

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(fakeroot)
output=$(lintian --tag-display-limit 0 "$package" 2>&1 | grep -v 'running with root privileges' || true)
[ -z "$output" ] || { echo "$output" >&2; exit 1; }

mkdir -p "$system/var/lib/dpkg/info" "$system/var/lib/dpkg/updates"
touch "$system/var/lib/dpkg/status"
run_dpkg() {
  "${as_root[@]}" dpkg --root="$system" --force-not-root --log=/dev/null "$@" >/dev/null
}
run_dpkg --install "$package"
cardex=$system/usr/bin/cardex
[ "$("$cardex" search -c 马 "$data/cars_total.plist")" -gt 0 ]
"$cardex" help --completions bash | cmp - "$system/usr/share/bash-completion/completions/cardex"
for page in "$(dirname "$0")"/../../Man/*.[1-9]; do
  zcat "$system/usr/share/man/man${page##*.}/$(basename "$page").gz" | cmp - "$page"
done
diff -r "$(dirname "$0")/../../Packaging/editors" "$system/usr/share/cardex/editors"
grep -q 'libxml2' "$system/usr/share/doc/cardex/copyright"
# What a program of Debian's is made with can be looked up where Debian says it: in the package.
built_using=$(dpkg-deb -f "$package" Built-Using)
"$cardex" --version | sed -n 's/^contains //p' | grep -v '^swift ' | while read -r source version; do
  grep -qF "$source (= $version)" <<<"$built_using"
done
cmp "$(dirname "$0")/../../SECURITY.md" "$system/usr/share/doc/cardex/SECURITY.md"
run_dpkg --remove cardex
[ ! -e "$cardex" ] && [ ! -e "$system/usr/share/man" ]
