"""Runs the tests of a build in processes side by side. Says which failed, which were skipped and what they
need, which took longest, and which program was tested.

    run.py PRODUCTS

PRODUCTS is the folder that `swift build --build-tests --show-bin-path` prints. CARDEX_PROGRAM names the program
that tests of the program run, or they run the debug build in that folder. The status is 1 if tests failed, or
if CI is set and some were skipped. What each process prints, and its events, are in .build/test-logs.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / ".build" / "test-logs"

# Tests of rooms keep the processors busy, those of the program wait for processes, and those of pages take turns
# at one browser.
GROUPS = {
    "rooms": ["--skip", r"^CardexTests\."],
    "program": ["--filter", r"^CardexTests\.", "--skip", "PageBrowserTests"],
    "pages": ["--filter", r"^CardexTests\.PageBrowserTests"],
}
SLOWEST = 20
# In seconds; all of them together take a tenth of it.
MOST_TIME = 3600


class Group:
    """A process that runs some of the tests."""

    def __init__(self, name, products):
        self.name = name
        self.log, self.stream = LOGS / f"{name}.log", LOGS / f"{name}.jsonl"
        self.stream.unlink(missing_ok=True)
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [products / "cardexPackageTests.xctest", "--testing-library", "swift-testing",
                 "--event-stream-output-path", self.stream, "--event-stream-version", "0", *GROUPS[name]],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        # Tests by their identifiers, those that run, and what became of them.
        self.names, self.running = {}, {}
        self.seconds = collections.Counter()
        self.ended, self.failed, self.skipped, self.issues = set(), set(), {}, []
        self.instants = [0]

    def finish(self):
        """Waits for the end, and reads the events."""
        try:
            status = self.process.wait(MOST_TIME)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        for line in self.stream.read_text().split("\n")[:-1] if self.stream.exists() else []:
            record = json.loads(line)
            if record["kind"] == "event":
                self.note(record["payload"])
            elif record["payload"]["kind"] == "function":
                test = record["payload"]
                suite = test["id"].split("/")[0]
                self.names[test["id"]] = f"{suite}: {test.get('displayName', test['name'])}"
        unfinished = [self.names[test] for test in self.names if test not in self.ended and test not in self.skipped]
        if unfinished or status and not self.failed:
            self.failed |= set(unfinished) or {"(none)"}
            tail = "".join(self.log.read_text(errors="replace").splitlines(True)[-30:])
            self.issues.append(f"the process of the {self.name} ended with {status}; {len(unfinished)} tests did not "
                               f"end, such as {', '.join(unfinished[:4])}\n{tail}")

    def note(self, event):
        kind, test = event["kind"], event.get("testID")
        self.instants.append(event["instant"]["absolute"])
        text = " ".join(message["text"] for message in event.get("messages", []))
        if kind == "issueRecorded" and not event["issue"].get("isKnown"):
            place = event["issue"].get("sourceLocation", {})
            self.failed.add(test)
            self.issues.append(f"{self.names.get(test, test)}: {place.get('fileID')}:{place.get('line')}: {text}")
        elif test not in self.names:
            return
        elif kind == "testSkipped":
            self.skipped[test] = re.sub(r'^.*?" skipped: |^[^:]* skipped: ', "", text).strip('"')
        elif kind == "testCaseStarted":
            self.running.setdefault(test, []).append(event["instant"]["absolute"])
        elif kind == "testCaseEnded":
            # Of several cases at once, it does not matter which one ends: the sum is the same.
            self.seconds[test] += event["instant"]["absolute"] - self.running[test].pop()
        elif kind == "testEnded":
            self.ended.add(test)


def main():
    products = pathlib.Path(sys.argv[1])
    LOGS.mkdir(parents=True, exist_ok=True)
    groups = [Group(name, products) for name in GROUPS]
    for group in groups:
        group.finish()
        took = max(group.instants) - min(group.instants[1:], default=0)
        print(f"{group.name}: {len(group.names)} tests in {took:.0f} s", flush=True)
    names = {test: name for group in groups for test, name in group.names.items()}
    seconds = sum((group.seconds for group in groups), collections.Counter())
    print(f"The {SLOWEST} slowest tests, in seconds of all their cases; with a time limit, these also wait for threads:")
    for test, time_taken in seconds.most_common(SLOWEST):
        print(f"{time_taken:8.1f}  {names[test]}")
    for issue in [issue for group in groups for issue in group.issues]:
        print(f"failed: {issue}")

    skipped = collections.defaultdict(list)
    for test, reason in {test: reason for group in groups for test, reason in group.skipped.items()}.items():
        skipped[reason].append(names[test].split(": ")[0].split(".")[-1])
    for reason, suites in sorted(skipped.items()):
        print(f"skipped: {len(suites)} of {', '.join(sorted(set(suites)))}: {reason}")
    program = os.environ.get("CARDEX_PROGRAM")
    print(f"Tests of the program ran {program or 'its debug build'}.")
    counts = {"failed": sum(len(group.failed) for group in groups), "skipped": sum(map(len, skipped.values()))}
    passed = sum(len(group.ended - group.failed - group.skipped.keys()) for group in groups)
    print(f"{passed} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    if counts["failed"]:
        sys.exit(1)
    if counts["skipped"] and os.environ.get("CI", "") not in ("", "0", "false"):
        sys.exit("CI is set: tests that are skipped are failures")


if __name__ == "__main__":
    main()
