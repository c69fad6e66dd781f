"""Prints what a static release has in it, as a list of CycloneDX in JSON, which scanners for vulnerabilities
read.

    sbom.py PROGRAM

The list is what `PROGRAM --version` says. Packages are named as those of the distribution on which this runs,
which must be that of the build. The same program makes the same bytes.
"""

import hashlib
import json
import platform
import subprocess
import sys
import urllib.parse
import uuid

# Licences by source packages of Debian, whose numbers may be in their names (gcc-12).
LICENCES = {
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "icu": "ICU",
    "libxml2": "MIT",
    "swift": "Apache-2.0 WITH Swift-exception",
    "xxhash": "BSD-2-Clause",
    "xz-utils": "0BSD",
    "zlib": "Zlib",
}
UPSTREAM = {"swift": "pkg:github/swiftlang/swift@swift-{}-RELEASE"}


def component(name, version, system):
    """A part of the program: a source package of the system with its version, or Swift."""
    licence = LICENCES.get(name) or LICENCES.get(name.rstrip("0123456789").rstrip("-"))
    if name in UPSTREAM:
        address = UPSTREAM[name].format(version)
    else:
        distribution = urllib.parse.quote(f"{system['ID']}-{system.get('VERSION_ID', '')}".rstrip("-"))
        address = "pkg:deb/{}/{}@{}?arch=source&distro={}".format(
            system["ID"], urllib.parse.quote(name), urllib.parse.quote(version, safe=""), distribution)
    part = {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}
    if licence:
        part["licenses"] = [{"expression": licence}]
    return part


def listing(program, said, system):
    """The list for the bytes of a program and what it says of itself."""
    lines = [line.split(" ") for line in said.splitlines()]
    version = lines[0][1]
    digest = hashlib.sha256(program).hexdigest()
    parts = [component(line[1], line[2], system) for line in lines if line[0] == "contains"]
    if not parts:
        sys.exit("sbom.py: the program does not say which packages it contains")
    root = f"pkg:generic/cardex@{version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, digest).urn,
        "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": root, "name": "cardex", "version": version, "purl": root,
            "hashes": [{"alg": "SHA-256", "content": digest}], "licenses": [{"license": {"id": "MIT"}}],
        }},
        "components": parts,
        "dependencies": [{"ref": root, "dependsOn": [part["bom-ref"] for part in parts]}]
        + [{"ref": part["bom-ref"], "dependsOn": []} for part in parts],
    }


def main():
    path = sys.argv[1]
    with open(path, "rb") as file:
        program = file.read()
    said = subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout
    json.dump(listing(program, said, platform.freedesktop_os_release()), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
