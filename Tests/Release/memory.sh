#!/usr/bin/env bash
# memory.sh CARDEX: tests that every command, with less memory than it needs or with more, exits
# with 0, 1 or 2, reports why if it is 2, and leaves the catalogue either unchanged or completely
# saved.
#
# Only the static executable, which is released, handles this.
set -euo pipefail
cardex=$(realpath "$1")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
export XDG_CACHE_HOME=$directory/cache XDG_STATE_HOME=$directory/state XDG_CONFIG_HOME=$directory/config LC_ALL=C.UTF-8
file=$directory/large.plist
failures=0

fail() {
  echo "memory.sh: $*" >&2
  failures=$((failures + 1))
}

# In 200 sections, 100,000 entries: 8 MB.
awk 'BEGIN {
  print "<plist version=\"1.0\"><array>"
  for (section = 0; section < 200; section++) {
    printf "<dict><key>title</key><string>Section %d</string><key>members</key><array>\n", section
    for (entry = 0; entry < 500; entry++) {
      printf "<dict><key>name</key><string>Öre %d</string><key>number</key><string>%d</string></dict>\n", section * 500 + entry, entry
    }
    print "</array></dict>"
  }
  print "</array></plist>"
}' >"$file"

# Runs cardex with a memory limit in KiB, and checks how it ends.
limited() {
  local limit=$1 status=0
  shift
  (ulimit -v "$limit" && exec "$cardex" "$@") >"$directory/output" 2>"$directory/errors" || status=$?
  last=$status
  case $status in
  0 | 1) ;;
  2) [ -s "$directory/errors" ] || fail "$limit KiB, $*: 2 without a message" ;;
  *) fail "$limit KiB, $*: status $status: $(head -c 200 "$directory/errors")" ;;
  esac
}

cp "$file" "$directory/changed.plist"
"$cardex" batch -e 'rename "Section 7"/"Öre 3511" Zebra' "$directory/changed.plist" >/dev/null
cmp -s "$file" "$directory/changed.plist" && fail "an edit changes nothing"
"$cardex" search --no-index 'Öre 1999' "$file" >"$directory/found"

# The lowest limit is little more than what the executable itself takes. In between, some commands
# work and others do not.
executable=$(($(wc -c <"$cardex") / 1024))
least=0 most=0
for more in 2600 5600 9600 13600 17600 22600 30000 50000 150000 950000; do
  limit=$((executable + more))
  rm -rf "$XDG_CACHE_HOME" "$XDG_STATE_HOME"
  limited "$limit" show --no-pager "$file"
  limited "$limit" check --no-pager "$file"
  limited "$limit" search --by-letter --no-index 'Öre 1999' "$file"
  limited "$limit" search --no-index 'Öre 1999' "$file"
  searched=$last
  # Making an index must not fail a search that needs none.
  limited "$limit" search 'Öre 1999' "$file"
  [ "$last" = "$searched" ] || fail "$limit KiB: $last with an index and $searched without"
  [ "$last" != 0 ] || cmp -s "$directory/output" "$directory/found" || fail "$limit KiB: another answer"
  [ "$last" != 0 ] || least=$((least + 1))
  limited "$limit" index build --force "$file"
  limited "$limit" index verify "$file"
  [ "$last" != 0 ] || most=$((most + 1))

  cp "$file" "$directory/edited.plist"
  limited "$limit" batch -e 'rename "Section 7"/"Öre 3511" Zebra' "$directory/edited.plist"
  expected=$file
  [ "$last" = 2 ] || expected=$directory/changed.plist
  cmp -s "$directory/edited.plist" "$expected" || fail "$limit KiB: status $last, and another file"
  left=$(find "$directory" -maxdepth 1 -name '.*cardex*')
  [ -z "$left" ] || fail "$limit KiB: left behind: $left"
done
[ "$least" -gt 1 ] && [ "$least" -lt 10 ] || fail "the limits are not about what a search takes"
[ "$most" -gt 1 ] && [ "$most" -lt 10 ] || fail "the limits are not about what an index takes"
exit "$((failures > 0))"
