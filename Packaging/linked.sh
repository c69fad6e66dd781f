#!/usr/bin/env bash
# linked.sh: lists the source packages of Debian whose code a static executable of Cardex has in it, and
# Swift, one per line, each with its version.
# linked.sh FOLDER: also makes an object of that list, which `cardex --version` prints, and prints the
# argument of the linker for it instead. It has another name for another list, so that the program is
# linked again after an update of a library.
set -euo pipefail
files=(libxml2.a libicui18n.a libicuuc.a libicudata.a liblzma.a libz.a libstdc++.a libgcc_eh.a libc.a)
swift=$(command -v "${SWIFT:-swift}")
clang=$(dirname "$(realpath "$swift")")/clang

# Nothing where packages are not those of Debian.
source_package() {
  local file
  file=$(realpath -m "$1")
  # Packages may name a file without the /usr that it has by now.
  { dpkg-query -S "$file" || dpkg-query -S "${file#/usr}"; } 2>/dev/null | cut -d: -f1 |
    while read -r package; do
      dpkg-query -W -f '${source:Package} ${source:Version}\n' "$package"
    done || true
}

list() {
  {
    for file in "${files[@]}"; do source_package "$("$clang" -print-file-name="$file")"; done
    source_package /usr/include/xxhash.h
    "$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/swift \1/p'
  } | LC_ALL=C sort -u
}

packages=$(list)
if [ $# -eq 0 ]; then
  printf '%s\n' "$packages"
  exit
fi
folder=$1
object=$folder/packages-$(cat "$0" - <<<"$packages" | cksum | tr ' ' -).o
if [ ! -f "$object" ]; then
  mkdir -p "$folder"
  rm -f "$folder"/packages-*.o
  {
    echo '.section .rodata'
    echo '.globl cardex_linked_packages'
    echo '.type cardex_linked_packages, %object'
    echo 'cardex_linked_packages:'
    while read -r line; do echo ".ascii \"$line\\n\""; done <<<"$packages"
    echo '.byte 0'
    echo '.size cardex_linked_packages, . - cardex_linked_packages'
    echo '.section .note.GNU-stack, "", %progbits'
  } | as -o "$object.new" -
  mv "$object.new" "$object"
fi
echo "$object"
