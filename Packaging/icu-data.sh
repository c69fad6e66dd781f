#!/usr/bin/env bash
# icu-data.sh FOLDER: makes an object of the part of ICU's data that Cardex asks for, from the installed
# static library, and prints the arguments of the linker, one a line: that object or, if it cannot be
# made, the library. It is made once for each version of the library, and kept in FOLDER.
#
# What is left out is a third of the data. Tests/Release/icu-data.sh compares answers with and without it.
set -euo pipefail
folder=$1
PATH=$PATH:/usr/sbin:/sbin  # where Debian has icupkg

# Names of currencies, units and languages; rules of transliteration. Without the roots of some, whose
# keys are in pools, there are no formats of numbers and no alphabets.
trees='^(curr|lang|translit|unit)/'
kept='^(curr|lang)/(pool|root|supplementalData)\.res$'
# Breaks of lines and sentences, and those of words in some languages: expressions ask for those of
# characters and words, always in English. Items of languages name these, but only what is asked for
# is opened. Then names of hosts, strings of protocols, and characters that look alike.
others='^(brkitr/(line|sent|title|word_).*\.brk|uts46\.nrm|[^/]*\.(spp|cfu))$'

fail() {
  echo "icu-data.sh: $1; linking all of ICU's data" >&2
  echo -licudata
  exit 0
}

trap 'fail "line $LINENO failed"' ERR
for program in ar as cksum icupkg nm objcopy pkg-config; do
  command -v "$program" >/dev/null || fail "no $program"
done
library=$(pkg-config --variable=libdir icu-uc)/libicudata.a
[ -f "$library" ] || fail "no $library"
symbol=$(nm -g "$library" 2>/dev/null | awk '$3 ~ /^icudt[0-9]+_dat$/ { print $3 }' || true)
[ "$(wc -w <<<"$symbol")" = 1 ] || fail "$library has another form"
object=$folder/icu-data-$(cat "$0" "$library" | cksum | tr ' ' -).o

# pkg-config names the library, too, whose symbol this one replaces.
succeed() {
  printf '%s\n' "--wrap=$symbol" "$object"
  exit
}
[ ! -f "$object" ] || succeed

mkdir -p "$folder"
work=$(mktemp -d "$folder/icu-data.XXXXXX")
trap 'rm -rf "$work"' EXIT
log=$work/log
# The file's name must be that of the package, such as icudt72l, which is the name of its items' folder.
name=$(ar t "$library" | sed -n 's/^\(icudt[0-9]*[lb]\)_dat\.[a-z]*$/\1/p' || true)
[ "$(wc -w <<<"$name")" = 1 ] || fail "$library has another form"
data=$work/$name.dat
ar p "$library" >"$work/whole.o"
objcopy -O binary -j .rodata "$work/whole.o" "$data" 2>"$log" || fail "$(cat "$log")"
icupkg -l "$data" >"$work/items" 2>"$log" || fail "$(cat "$log")"
{ grep -E "$trees" "$work/items" || true; } | { grep -vE "$kept" || true; } >"$work/trees.txt"
grep -E "$others" "$work/items" >"$work/others.txt" || true
# It refuses to remove what items that stay depend on.
icupkg -r "$work/trees.txt" "$data" 2>"$log" &&
  icupkg --ignore-deps -r "$work/others.txt" "$data" 2>"$log" || fail "$(tail -n 1 "$log")"
cat >"$work/data.s" <<END
  .section .rodata
  .balign 16
  .globl __wrap_$symbol
  .type __wrap_$symbol, %object
  .size __wrap_$symbol, $(wc -c <"$data")
__wrap_$symbol:
  .incbin "$data"
  .section .note.GNU-stack, "", %progbits
END
as -o "$work/data.o" "$work/data.s" 2>"$log" || fail "$(cat "$log")"
rm -f "$folder"/icu-data-*.o
mv "$work/data.o" "$object"
succeed
