#!/usr/bin/env bash
# newer.sh: tests that the build warns of newer versions of libraries, and of nothing else.
set -euo pipefail
script=$(realpath "$(dirname "$0")/../../Packaging/newer.sh")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v dpkg >/dev/null || exit 0

# A program that answers as apt does, whatever is installed here.
cat >"$folder/apt-cache" <<'END'
#!/bin/sh
cat <<'LIST'
libxml2-dev:
  Installed: 2.9.14+dfsg-1.3~deb12u4
  Candidate: 2.9.14+dfsg-1.3~deb12u5
  Version table:
     2.9.14+dfsg-1.3~deb12u5 500
libicu-dev:
  Installed: 72.1-3+deb12u1
  Candidate: 72.1-3+deb12u1
zlib1g-dev:
  Installed: 1:1.3
  Candidate: 1:1.2.13.dfsg-1
liblzma-dev:
  Installed: (none)
  Candidate: 5.4.1-1
LIST
END
chmod +x "$folder/apt-cache"
warning=$(PATH=$folder:$PATH "$script" libxml2-dev libicu-dev zlib1g-dev liblzma-dev 2>&1 | head -n 1)
expected='warning: there are newer versions of what is linked: libxml2-dev 2.9.14+dfsg-1.3~deb12u5'
[ "$warning" = "$expected" ] || { echo "newer.sh: $warning" >&2; exit 1; }

printf '#!/bin/sh\nexit 100\n' >"$folder/apt-cache"
[ -z "$(PATH=$folder:$PATH "$script" libxml2-dev 2>&1)" ]
