"""Compares files with what plistlib makes of them, and writes files to be compared.

    plistlib_files.py DIRECTORY COUNT

N.xml and N.ours must hold the same values. N.theirs is a random property list in binary, N.values the
same in XML. What differs is printed; the exit status is then 1.
"""

import datetime
import os
import plistlib
import random
import sys

LENGTHS = [0, 1, 3, 7, 8, 9, 14, 15, 16, 300]
CHARACTERS = ["a", "b", "é", "中", "🙂", "&", "<", ">", '"', "\n", "\t", " ", "x" * 20]
INTEGERS = [0, 1, 255, 256, 2**16, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, -1, -2**63]
REALS = [0.5, -0.5, 1e300, -1e-300, 3.141592653589793, float("inf"), 1.0]


def text(rng):
    # In ASCII more often than not.
    characters = CHARACTERS if rng.random() < 0.4 else ["a", "b", "<", "&", "-"]
    return "".join(rng.choice(characters) for _ in range(rng.choice(LENGTHS)))


def value(rng, depth):
    kind = rng.randrange(12 if depth else 9)
    if kind == 0:
        return rng.choice(INTEGERS)
    if kind == 1:
        return rng.choice(REALS)
    if kind == 2:
        return rng.random() < 0.5
    if kind == 3:
        return datetime.datetime(rng.randrange(1, 9999), rng.randrange(1, 13), rng.randrange(1, 29),
                                 rng.randrange(24), rng.randrange(60), rng.randrange(60))
    if kind == 4:
        return bytes(rng.randrange(256) for _ in range(rng.choice(LENGTHS)))
    if kind < 9:
        return text(rng)
    if kind == 9:
        return {}
    count = rng.choice([0, 1, 5, 14, 15, 16])
    if kind == 10:
        return [value(rng, depth - 1) for _ in range(count)]
    return {text(rng): value(rng, depth - 1) for _ in range(count)}


def main():
    directory, count = sys.argv[1], int(sys.argv[2])
    failures = 0
    for number in range(count):
        def path(ending):
            return os.path.join(directory, "%d.%s" % (number, ending))

        with open(path("xml"), "rb") as xml, open(path("ours"), "rb") as ours:
            wanted, found = plistlib.load(xml), plistlib.load(ours)
        if repr(wanted) != repr(found):
            failures += 1
            print("%d: plistlib reads\n%r\nand not\n%r" % (number, found, wanted))
        tree = [value(random.Random(number), 3) for _ in range(1)] + [value(random.Random(-number), 2)]
        for ending, form in (("theirs", plistlib.FMT_BINARY), ("values", plistlib.FMT_XML)):
            with open(path(ending), "wb") as file:
                plistlib.dump(tree, file, fmt=form, sort_keys=False)
    sys.exit(1 if failures else 0)


main()
