"""Reports which tests failed, and in one line which were skipped and what they need.

    results.py RESULTS

RESULTS is the file that `swift test --xunit-output` has written for Swift Testing. The status is 1 if
tests failed, or if CI is set and some were skipped.
"""

import collections
import os
import sys
import xml.etree.ElementTree


def main():
    needs = collections.defaultdict(list)
    failures = 0
    for case in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"):
        for failure in case.findall("failure"):
            print(f"failed: {case.get('classname')}.{case.get('name')}: {failure.get('message')}")
            failures += 1
        skipped = case.find("skipped")
        if skipped is not None:
            reason = (skipped.text or skipped.get("message") or "").strip() or "no reason is given"
            needs[reason].append(case)
    if failures:
        sys.exit(1)
    count = sum(map(len, needs.values()))
    if count == 0:
        return
    parts = []
    for reason, cases in sorted(needs.items()):
        suites = sorted({case.get("classname").split(".")[-1] for case in cases})
        parts.append(f"{len(cases)} of {', '.join(suites)}: {reason}")
    print(f"{count} tests were skipped: {'; '.join(parts)}")
    if os.environ.get("CI", "") not in ("", "0", "false"):
        sys.exit("CI is set: tests that are skipped are failures")


if __name__ == "__main__":
    main()
