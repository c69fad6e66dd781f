#!/usr/bin/env bash
# action.sh REPOSITORY TAG: makes `cardex` a command of the following steps, for ../../action.yml: the installed
# one, that of the release, or one that is built if there is none.
set -euo pipefail
if command -v cardex; then exit; fi
here=$(realpath "$(dirname "$0")")
folder=$RUNNER_TEMP/cardex
status=0
"$here/fetch.sh" "$1" "$2" "$folder" || status=$?
case $status in
  0) echo "$folder/bin" >>"$GITHUB_PATH" ;;
  3)
    make -C "$here/../.." release
    make -s --no-print-directory -C "$here/../.." release-path >>"$GITHUB_PATH"
    ;;
  *) exit "$status" ;;
esac
