#!/usr/bin/env bash
# newer.sh PACKAGE…: warns of installed packages of which apt knows a newer version, by the lists that it
# has. Nothing is fetched, and nothing fails.
command -v apt-cache >/dev/null && command -v dpkg >/dev/null || exit 0
newer=$(LC_ALL=C apt-cache policy "$@" 2>/dev/null |
  awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) }
    $1 == "Installed:" { installed = $2 }
    $1 == "Candidate:" && installed != "(none)" && $2 != "(none)" { print name, installed, $2 }' |
  while read -r name installed candidate; do
    if dpkg --compare-versions "$candidate" gt "$installed"; then echo "$name $candidate"; fi
  done)
[ -z "$newer" ] || {
  echo "warning: there are newer versions of what is linked: $(paste -sd, <<<"$newer" | sed 's/,/, /g')"
  echo "warning: 'apt-get upgrade' installs them; the next build links them"
} >&2
exit 0
