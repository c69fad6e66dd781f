"""Puts small faults into a room of Sources, runs its tests, and lists the mutants that survived.

    mutate.py ROOM [--sample N] [--seed N] [--jobs N] [--tests A,B] [--only NUMBER,...]

All mutants are in one build, made in .build/mutate from a copy of the package, and activated one at
a time by CARDEX_MUTANT. Mutants that do not compile are left out. A first run of each test records
which mutants it reaches; each mutant is then run with those tests only, the quick ones first. A
test that does not end counts as a detected fault.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / ".build" / "mutate"
PACKAGE = WORK / "package"
BUILD = WORK / "build"
SWIFT = os.environ.get("SWIFT", "swift")

MANIFEST = """
for target in package.targets where target.name == "%s" { target.dependencies.append("CMutants") }
package.targets.append(.target(name: "CMutants"))
"""

# The tests of rooms, where they are not just those under the room's name.
TESTS = {
    "CardexCommand": ["CardexTests"],
    "Editing": ["LanguageTests", "DifferencesTests", "ComparingTests"],
    "Platform": ["StorageTests"],
    "Searching": ["SearchingTests", "IndexesTests"],
    "Storage": ["StorageTests", "IndexFilesTests"],
}


class Mutant:
    def __init__(self, line):
        fields = line.split("\t")
        self.number, self.line = int(fields[0]), int(fields[2])
        self.file, self.kind, self.description = fields[1], fields[3], fields[8]
        self.statement = range(int(fields[4]), int(fields[5]) + 1)
        self.function = range(int(fields[6]), int(fields[7]) + 1)

    def __str__(self):
        text = self.description
        if len(text) > 160:
            text = text[:100] + " … " + text[-57:]
        return f"{self.number} {self.file}:{self.line} {text}"


def copy(source, target):
    """Copies a directory or file, without touching what is already the same."""
    if source.is_file():
        data = source.read_bytes()
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            shutil.copymode(source, target)
        return
    target.mkdir(parents=True, exist_ok=True)
    names = {child.name for child in source.iterdir()}
    for child in list(target.iterdir()):
        if child.name not in names:
            shutil.rmtree(child) if child.is_dir() else child.unlink()
    for name in names:
        copy(source / name, target / name)


def build_rewriter():
    binary, source = WORK / "rewrite", HERE / "rewrite.swift"
    if binary.exists() and binary.stat().st_mtime > source.stat().st_mtime:
        return binary
    swift = pathlib.Path(shutil.which(SWIFT)).resolve()
    host = swift.parent.parent / "lib" / "swift" / "host"
    subprocess.run(
        [swift.parent / "swiftc", "-parse-as-library", f"-I{host}", f"-L{host}", "-lSwiftSyntax"]
        + ["-lSwiftParser", "-lSwiftOperators", "-Xlinker", "-rpath", "-Xlinker", str(host)]
        + [str(source), "-o", str(binary)],
        check=True)
    return binary


def prepare(room):
    for name in ("Sources", "Tests", "Data", "Man"):
        if name != "Sources":
            copy(ROOT / name, PACKAGE / name)
    for child in (ROOT / "Sources").iterdir():
        if child.name != room:
            copy(child, PACKAGE / "Sources" / child.name)
    copy(HERE / "CMutants", PACKAGE / "Sources" / "CMutants")
    # The rewriter writes the files that are rewritten.
    directory = PACKAGE / "Sources" / room
    own = {path.relative_to(ROOT / "Sources" / room) for path in sorted_files(ROOT, room)}
    for path in sorted_files(PACKAGE, room):
        if path.relative_to(directory) not in own:
            path.unlink()
    copy(HERE / "Mutants.swift", directory / "Mutants.swift")
    manifest = (ROOT / "Package.swift").read_text().replace("  .treatAllWarnings(as: .error),\n", "")
    path = PACKAGE / "Package.swift"
    # Warnings are not errors, since mutants leave things unused.
    manifest += MANIFEST % room
    if not path.exists() or path.read_text() != manifest:
        path.write_text(manifest)


def sorted_files(root, room):
    return sorted((root / "Sources" / room).rglob("*.swift"))


def rewrite(rewriter, room, left_out):
    numbers = WORK / "left-out"
    numbers.write_text("".join(f"{number}\n" for number in sorted(left_out)))
    result = subprocess.run(
        [rewriter, ROOT / "Sources" / room, PACKAGE / "Sources" / room, numbers],
        check=True, capture_output=True, text=True)
    return [Mutant(line) for line in result.stdout.splitlines()]


def build(room, tests):
    """The positions of errors in the room, or None if it has been built."""
    result = subprocess.run(
        [SWIFT, "build", "--package-path", PACKAGE, "--scratch-path", BUILD, "-c", "release"]
        + ["--build-tests", "--build-system", "native", "-Xswiftc", "-enable-testing"]
        + ["-Xswiftc", "-suppress-warnings"],
        env=os.environ | {"CARDEX_TESTS": ",".join([room, *tests])},
        capture_output=True, text=True)
    if result.returncode == 0:
        return None
    output = result.stdout + result.stderr
    directory = re.escape(str(PACKAGE / "Sources" / room))
    places = set(re.findall(directory + r"/(\S+?):(\d+):\d+: error: ", output))
    if not places:
        sys.exit(output[-5000:])
    return {(name, int(line)) for name, line in places}


def blamed(mutants, name, line):
    """The mutants blamed for an error: the nearest ones, those that need types first."""
    own = [mutant for mutant in mutants if mutant.file == name]
    for near in (
        lambda m: m.line == line and m.kind in ("operator", "constant", "bound"),
        lambda m: m.line == line,
        lambda m: line in m.statement and m.kind in ("operator", "constant", "bound"),
        lambda m: line in m.statement,
        lambda m: line in m.function,
    ):
        found = [mutant for mutant in own if near(mutant)]
        if found:
            # The innermost of nested statements.
            least = min(len(mutant.statement) for mutant in found)
            return {mutant.number for mutant in found if len(mutant.statement) == least}
    return set()


def build_mutants(room, tests):
    rewriter = build_rewriter()
    left_out = set()
    while True:
        mutants = rewrite(rewriter, room, left_out)
        places = build(room, tests)
        if places is None:
            return mutants, left_out
        found = set()
        for name, line in places:
            found |= blamed(mutants, name, line)
        # An error far from every mutant may follow from one in another file.
        if not found:
            sys.exit(f"does not compile, with no mutant near: {sorted(places)}")
        left_out |= found
        print(f"  {len(left_out)} do not compile", flush=True)


class Tests:
    """The tests of some targets, with the time each takes and the mutants it reaches."""

    def __init__(self, targets):
        self.binary = next((BUILD / "release").glob("*.xctest"))
        listed = self.call(["--list-tests"], {}, 60)[1]
        self.names = [
            name for name in listed.splitlines() if name.split(".")[0] in targets and "/" in name]
        self.times, self.reached = {}, {}

    def call(self, arguments, environment, limit):
        process = subprocess.Popen(
            [self.binary, "--testing-library", "swift-testing", *arguments],
            cwd=PACKAGE, env=os.environ | environment, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        try:
            output = process.communicate(timeout=limit)[0]
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, ""

    def run(self, names, environment, limit):
        filters = [part for name in names for part in ("--filter", "^" + re.escape(name) + "(/|$)")]
        return self.call(filters, environment, limit)

    def measure(self):
        """Runs each test without a mutant; returns those that fail."""
        failed = []
        for name in self.names:
            with tempfile.NamedTemporaryFile("r") as file:
                start = time.monotonic()
                status, _ = self.run([name], {"CARDEX_REACHED": file.name}, 600)
                self.times[name] = time.monotonic() - start
                if status != 0:
                    failed.append(name)
                    continue
                self.reached[name] = {int(line) for line in file}
        return failed

    def kills(self, mutant):
        """Whether a test fails with a mutant."""
        names = sorted(
            (name for name in self.reached if mutant.number in self.reached[name]),
            key=self.times.get)
        quick = [name for name in names if self.times[name] < 0.3]
        groups = [quick[:12], quick[12:]] + [[name] for name in names[len(quick):]]
        for group in filter(None, groups):
            limit = 10 + 6 * sum(self.times[name] for name in group)
            if self.run(group, {"CARDEX_MUTANT": str(mutant.number)}, limit)[0] != 0:
                return True
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("room")
    parser.add_argument("--sample", type=int, help="try so many mutants only")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", help="targets of tests, separated by commas")
    parser.add_argument("--only", help="numbers of mutants, separated by commas")
    options = parser.parse_args()
    targets = TESTS.get(options.room, [options.room + "Tests"])
    if options.tests:
        targets = options.tests.split(",")

    WORK.mkdir(parents=True, exist_ok=True)
    prepare(options.room)
    mutants, left_out = build_mutants(options.room, targets)
    tests = Tests(targets)
    failed = tests.measure()
    for name in failed:
        print(f"  fails without a mutant, left out: {name}")
    reached = set().union(*tests.reached.values())
    count = len(mutants)
    print(f"{options.room}: {count} mutants, {len(left_out)} more do not compile; "
          f"{len(tests.reached)} tests", flush=True)
    tried = [mutant for mutant in mutants if mutant.number in reached]
    missed = [mutant for mutant in mutants if mutant.number not in reached]
    if options.only:
        numbers = {int(number) for number in options.only.split(",")}
        tried = [mutant for mutant in tried if mutant.number in numbers]
    elif options.sample and options.sample < len(tried):
        tried = random.Random(options.seed).sample(tried, options.sample)
        tried.sort(key=lambda mutant: mutant.number)
    lived = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for mutant, is_killed in zip(tried, pool.map(tests.kills, tried)):
            if not is_killed:
                lived.append(mutant)
                print(f"  lived: {mutant}", flush=True)
    for mutant in missed if not options.only else []:
        print(f"  not reached: {mutant}")
    print(f"{options.room}: {count} mutants, {count - len(missed)} reached, {len(tried)} tried, "
          f"{len(tried) - len(lived)} killed, {len(lived)} lived")


if __name__ == "__main__":
    main()
