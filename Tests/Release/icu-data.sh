#!/usr/bin/env bash
# icu-data.sh CARDEX [--all]: tests that the executable has only a part of ICU's data, and that ICU gives
# the same answers with it as with all. It takes seconds, with --all minutes; what was the same is not asked
# again until something changes that the answers depend on. What differs can be seen by running what it
# leaves in .build/icu, `part` and `whole`, with --text.
set -euo pipefail
cardex=$(realpath "$1")
shift
root=$(realpath "$(dirname "$0")/../..")
mkdir -p "$root/.build/icu"
cd "$root/.build/icu"
arguments=$("$root/Packaging/icu-data.sh" .)
if [ "$arguments" = -licudata ]; then
  # In CI, nothing may be skipped.
  if [ -n "${CI:-}" ]; then exit 1; else exit 0; fi
fi
# The data begins with the names of its items.
if ! grep -q 'icudt[0-9]*[lb]/coll/zh\.res' "$cardex" || grep -q 'icudt[0-9]*[lb]/translit/' "$cardex"; then
  echo "icu-data.sh: the executable has other data" >&2
  exit 1
fi

libraries=$(pkg-config --variable=libdir icu-uc)
agreed=agreed-$(cat "$root"/Tests/Release/icu-* "$root"/Sources/CICU/*.c* "$root"/Sources/CICU/include/* \
  "$libraries"/libicu{i18n,uc}.a <(echo "$arguments $*") | cksum | tr ' ' -)
[ ! -f "$agreed" ] || exit 0

gcc -O1 -c "$root"/Sources/CICU/*.c* "$root/Tests/Release/icu-answers.cpp" \
  -I "$root/Sources/CICU/include" $(pkg-config --cflags icu-i18n)
link() {
  g++ -o "$1" icu-answers.o alphabet.o dates.o icu.o locale.o "$libraries"/libicu{i18n,uc}.a "${@:2}" -ldl -lpthread
}
link whole "$libraries/libicudata.a"
link part $(sed 's/^/-Wl,/' <<<"$arguments")

# Whatever the machine's zone is, and without other data.
export LC_ALL=C.UTF-8 TZ=UTC
unset ICU_DATA
./whole "$@" >whole.txt &
./part "$@" >part.txt
wait $!
# A program that stops early would agree with another that does.
for kind in name order letters dates zones characters expressions encoding; do
  grep -q "^$kind " part.txt || { echo "icu-data.sh: no answers about $kind" >&2; exit 1; }
done
if ! diff whole.txt part.txt; then
  echo "icu-data.sh: without the data that is left out, answers differ" >&2
  exit 1
fi
rm -f agreed-*
touch "$agreed"
