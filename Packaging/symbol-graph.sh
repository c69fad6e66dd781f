#!/bin/sh
# Writes the symbol graph of the library, from which its documentation is made:
#
#     symbol-graph.sh PRODUCTS FOLDER
#
# PRODUCTS is the folder in which it was built, which `swift build --show-bin-path` prints.
set -e
package=$(cd "$(dirname "$0")/.." && pwd)
products=$(cd "$1" && pwd)
case $(uname -sm) in
  'Darwin '*) target=$(uname -m)-apple-macosx15.0 ;;
  *) target=$(uname -m)-unknown-linux-gnu ;;
esac
# The modules in C that rooms import.
set -- "$2"
for module in CLibXML2 ICULibrary CICU/include CText/include CPlatform/include; do
  set -- "$@" -Xcc "-fmodule-map-file=$package/Sources/$module/module.modulemap"
done
for flag in $(pkg-config --cflags libxml-2.0 icu-i18n); do set -- "$@" -Xcc "$flag"; done
folder=$1
shift
mkdir -p "$folder"
# Swift Build puts modules beside the other products.
modules=$products/Modules
[ -d "$modules" ] || modules=$products
exec swift-symbolgraph-extract -module-name Cardex -I "$modules" -target "$target" \
  -minimum-access-level public -skip-synthesized-members -output-dir "$folder" "$@"
