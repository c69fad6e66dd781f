"""Tests the list of what is in a release: its shape, and that whatever the linker has read is in it.

    sbom.py PROGRAM LINKED <LIST

LINKED is the file of dependencies that the linker has written.
"""

import hashlib
import json
import os
import re
import subprocess
import sys


def check(condition, message):
    if not condition:
        sys.exit(f"sbom.py: {message}")


def check_component(part):
    check({"type", "bom-ref", "name", "version", "purl"} <= part.keys(), f"{part} lacks a field")
    check(part["type"] in ("library", "application"), f"{part['type']} is not a type")
    check(re.fullmatch(r"pkg:[a-z]+/[^@\s]+@[^@\s]+", part["purl"]), f"{part['purl']} is not an address")
    check(all(part[key] for key in part), f"{part} has an empty field")


def check_shape(listing, program):
    """What the schema of CycloneDX 1.5 requires of the fields that are used."""
    check(listing["bomFormat"] == "CycloneDX" and listing["specVersion"] == "1.5", "the format is another")
    serial = r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    check(re.fullmatch(serial, listing["serialNumber"]), "the serial number has another form")
    check(listing["version"] == 1, "the version of the list is no number")
    root = listing["metadata"]["component"]
    for part in [root, *listing["components"]]:
        check_component(part)
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    check(root["hashes"] == [{"alg": "SHA-256", "content": digest}], "the list is that of another program")
    references = [root["bom-ref"]] + [part["bom-ref"] for part in listing["components"]]
    check(len(set(references)) == len(references), "a reference is there twice")
    check([entry["ref"] for entry in listing["dependencies"]] == references, "dependencies are of others")


def linked_packages(path):
    """The source packages, with their versions, of the files of the system that the linker has read."""
    with open(path) as file:
        names = re.findall(r"[^\s\\:]+", file.read().split(":", 1)[1])
    folder = os.getcwd()
    files = {os.path.realpath(name) for name in names}
    # Swift's own come from no package of the system.
    return {source for file in files if not file.startswith(folder) for source in source_package(file)}


def source_package(file):
    # Packages may name a file without the /usr that it has by now.
    for name in [file, file.removeprefix("/usr")]:
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            package = found.stdout.split(": ")[0]
            form = "${source:Package} ${source:Version}"
            return {subprocess.check_output(["dpkg-query", "-W", "-f", form, package], text=True)}
    return set()


def main():
    program, linked = sys.argv[1:]
    listing = json.load(sys.stdin)
    check_shape(listing, program)
    named = {f"{part['name']} {part['version']}" for part in listing["components"]}
    read = linked_packages(linked)
    check({line.split()[0] for line in read} >= {"glibc", "icu", "libxml2", "xz-utils", "zlib"}, f"only {read}")
    check(read <= named, f"the list lacks {read - named}")


if __name__ == "__main__":
    main()
