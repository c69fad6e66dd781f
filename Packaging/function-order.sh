#!/bin/sh
# Prints the functions that short runs of an executable call, those of most runs first: the linker
# puts them side by side (RELEASE_FLAGS in ../Makefile), so that starting takes few pages of the file.
#
#     function-order.sh PROGRAM >function-order
#
# PROGRAM has symbols. It is run by Valgrind's Callgrind.
set -e
program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME="$folder" XDG_CONFIG_HOME="$folder" HOME="$folder" LC_ALL=C.UTF-8
large=$folder/large.plist
{
  echo '<plist version="1.0"><array>'
  awk 'BEGIN { for (i = 0; i < 40000; i++) print "<string>Anna " i " Lindgren</string>" }'
  echo '</array></plist>'
} >"$large"
"$program" search -c anna "$large" >"$folder/out"
while read -r arguments; do
  # The words are meant to be split.
  # shellcheck disable=SC2086
  valgrind --tool=callgrind --demangle=no --callgrind-out-file="$folder/calls" \
    "$program" $arguments >"$folder/out" 2>&1 </dev/null || [ $? -eq 1 ]
  # A name is written once, then only its number.
  sed -n "s/^c\{0,1\}fn=([0-9]*) \([^']*\).*/\1/p" "$folder/calls" | sort -u >>"$folder/functions"
  rm "$folder/calls"
done <<END
search -q 马 Data/cars_total.plist
search Mazda Data/cars_total.plist
search --heading berg Data/cars_total.plist
search -c berg $large
search -c 39999 $large
search -c xyzzy $large
show --no-pager Data/cars_total.plist
show --no-pager Data/Info.plist
get Data/Info.plist .CFBundleIdentifier
search -i bundle Data/Info.plist
search anna Data/contacts.plist
show --no-pager Data/contacts.plist
info Data/cars_total.plist
--version
END
sort "$folder/functions" | uniq -c | sort -k1,1rn -k2,2 | awk '{ print $2 }'
