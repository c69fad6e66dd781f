"""Prints how many lines of each room of Sources the tests reach; for one, also the lines missed.

    coverage.py BUILD [ROOM]

BUILD is the directory of a build after `swift test --enable-code-coverage`.
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def tool():
    """The toolchain's llvm-cov: another one may not know its format."""
    if sys.platform == "darwin":
        return ["xcrun", "llvm-cov"]
    swift = pathlib.Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve()
    return [str(swift.parent / "llvm-cov")]


def counts(build):
    """The execution count of each line: a dictionary of lines for each file in Sources."""
    bundle = next(path for path in build.glob("*.xctest"))
    if bundle.is_dir():
        bundle = bundle / "Contents" / "MacOS" / bundle.stem
    output = subprocess.run(
        tool() + ["export", "-format=lcov", bundle]
        + ["-instr-profile", build / "codecov" / "default.profdata"],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    files = collections.defaultdict(dict)
    for line in output.splitlines():
        name, _, rest = line.partition(":")
        if name == "SF":
            lines = files[rest]
        elif name == "DA":
            number, count = map(int, rest.split(",")[:2])
            lines[number] = max(count, lines.get(number, 0))
    sources = str(ROOT / "Sources") + "/"
    return {name[len(sources):]: files[name] for name in files if name.startswith(sources)}


def ranges(numbers):
    """Numbers as text, with consecutive ones as a range."""
    parts = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in parts)


def main():
    files = counts(pathlib.Path(sys.argv[1]))
    rooms = collections.defaultdict(lambda: [0, 0])
    for name, lines in files.items():
        room = rooms[name.split("/")[0]]
        room[0] += len(lines)
        room[1] += sum(1 for count in lines.values() if count)
    print(f"{'room':16}{'lines':>7}{'reached':>9}{'%':>7}")
    for name, (count, reached) in sorted(rooms.items()):
        print(f"{name:16}{count:7}{reached:9}{100 * reached / count:7.1f}")
    for name in sorted(files) if len(sys.argv) > 2 else []:
        missed = sorted(number for number, count in files[name].items() if not count)
        # A closing brace adds nothing to the line before it.
        text = (ROOT / "Sources" / name).read_text().splitlines()
        missed = [number for number in missed if not re.fullmatch(r"[\s})\]]*", text[number - 1])]
        if name.startswith(sys.argv[2] + "/") and missed:
            print(f"{name}: {ranges(missed)}")


if __name__ == "__main__":
    main()
