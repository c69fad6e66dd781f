#!/usr/bin/env python3
"""Records what the program does for many command lines over the files of a folder.

usage: record.py PROGRAM FOLDER [COUNT] >RECORD

Prints COUNT (2000) blocks: a command line, its exit status, and the beginnings and hashes of what it
wrote to standard output, standard error and its copy of the file. The lines are drawn by a fixed seed
from templates, with names that the files hold, so that two builds can be compared by diff.
"""
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

PATTERNS = ["a", "ma", "ein", "马", "o.*n", "1", "é", "zz", "", "the", "[", "\\", "*", "ß", "key"]
KEYS = ["name", "title", "id", "label", "Type", "items", "a.b", "CFBundleName", "key", "x"]
# {f} and {g} are files, {a} and {b} addresses in {f}, {p} a pattern, {k} a key, {n} a number.
LOOKS = """show {f}|show --collapsed {f}|show --by-letter {f}|show {f} {a}|show --fields {f} {a}
show --json {f}|show --style=value --width=60 {f}|show --style=subtitle --lines=3 --width=40 {f}
show --grouped --width=50 {f}|show --depth={n} {f}|show --page={n} --page-size=5 {f}
show --color=always {f}|show --flat {f}|show --label-key={k} {f}|show --by-letter --by={k} {f}
show --root={k} {f}|show --expanded --detail={{label}}/{{{k}}} {f}|show {f} {p}|show --accordion {f}
show --by-letter --locale=sv {f} {p}|show --locale=zh --by-letter --collapsed {f}|info {f}|info --json {f}
sections {f}|sections --strip {f}|sections --json {f}|sections --strip --by-letter {f}
search {p} {f}|search -c {p} {f} {g}|search -E {p} {f}|search -v {p} {f}|search --json {p} {f}
search --heading -n {p} {f}|search -o {p} {f}|search --all-fields {p} {f}|search -C{n} {p} {f}
search --readings {p} {f}|search --words {p} {f}|search -l {p} {f} {g}|search --field={k} {p} {f}
search --titles=only {p} {f}|search --format={{address}}:{{label}}:{{{k}}} {p} {f}|search -w {p} {f}
search -m{n} --page={n} --page-size=3 {p} {f}|search --color=always -x {p} {f}|search --mutt {p} {f}
search --by-letter {p} {f}|search -S -i {p} {f}|search -q {p} {f}|search --in=label,detail {p} {f}
search --explain --no-index {p} {f}|search -z -0 -H {p} {f}|search -e {p} -e {p} {f}
check {f}|check --json {f}|check --fix -n {f}|check --fix --unsafe-fixes -n {f}|check --select={k} {f}
convert --to=json {f}|convert --to=csv {f}|convert --to=tsv {f}|convert --to=xml {f}|convert --to=text {f}
convert --to=strings {f}|convert --to=openstep {f}|convert --to=vcard {f}|convert --to=binary {f}
convert --to=html {f}|convert --to=opensearch {f}|convert --to=postgresql {f}|convert --strict --to=csv {f}
convert --tagged --to=json {f}|convert --root={k} --to=json {f}
diff {f} {g}|diff --json {f} {g}|diff --stat {f} {g}|diff --script {f} {g}|diff -u {f} {g}|diff -q {f} {f}
diff --ignore-order {f} {g}|merge {f} {f} {g}|merge {f} {g} {f}|merge --union {g} {f} {f}|merge --json {g} {f} {g}
complete cardex show {f} {p}|help {k}|help search|help --completions bash|{k} {f}|show --nosuch {f}|show -5 {f}
search|search {p} nosuch.plist|show --by-letter=1 {f}|show --wid=3 {f}|search --te {p} {f}|index list"""
EDITS = """insert {f} {a} Neu|insert {f} / {k}={n}|insert --sorted {f} {p} Neu {k}=1|insert {f} {p} {k}=true
delete {f} {a}|delete {f} {a} {b}|delete {f} --all {p}|delete {f} {p}|move {f} {a} to {b}|move {f} {a} before {b}
move {f} {a} after {b}|copy {f} {a} to {b}|set {f} {a} {k}={n}|set {f} {a} {k}=x {k}=y|set {f} / {k}=a
unset {f} {a} {k}|rename {f} {a} Neu|rename {f} {a} {b}|replace {f} {p} Neu|replace -E {f} {p} X$0
section insert {f} Neu|section delete {f} {p}|section sort {f}|section sort --by={k} {f}|section build {f}
section rename {f} {p} Neu|section move {f} {p} --first|fill {f} {a} on|fill {f} {a} {n}|pick {f} {a}
expand {f} {a}|collapse {f} {a}|import {f} {g}|import --match={k} {f} {g}|set -n {f} {a} {k}=1
insert -v {f} {a} Neu|delete -v {f} {a}|set -o - {f} {a} {k}=z|insert -n --by-letter {f} Neu"""
LINES = """show|show {a}|find {p}|insert {a} Neu|delete {a}|set {a} {k}={n}|undo|redo|history|diff|diff --entries
move {a} to {b}|rename {a} Neu|sections|more|collapse {p}|expand {p}|3|show .|delete $|find {p} --readings
help {k}|replace {p} Neu|unset {a} {k}|section sort|set by-letter on|:{p}|check|save|refresh|config|quit
copy {a} before {b}|insert / {k}=5|section insert {p}|fill {a} on|nosuch {a}|delete 1 2|find {p} -v"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'" if re.search(r"[^\w./=-]", text) or not text else text


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    draw = random.Random(1)
    files = sorted(
        os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
        if os.path.getsize(os.path.join(at, name)) < 300_000 and not name.endswith(".tsv"))
    home = tempfile.mkdtemp(prefix="record")
    environment = {
        "PATH": "/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "80",
        "XDG_CACHE_HOME": home + "/c", "XDG_STATE_HOME": home + "/s", "XDG_CONFIG_HOME": home + "/o"}

    def run(words, text=None, at=home):
        try:
            done = subprocess.run(
                [program] + words, cwd=at, env=environment, timeout=60,
                input=b"" if text is None else text.encode(), capture_output=True)
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            return "timeout", b"", b""

    addresses = {}

    def address(path):
        if path not in addresses:
            out = run(["search", "--", "", path])[1].decode("utf-8", "replace").split("\n")
            addresses[path] = [line.split("\t")[0] for line in out if line] or ["#1"]
        kind = draw.random()
        name = draw.choice(addresses[path])
        return "Nosuch" if kind < 0.1 else "#1" if kind < 0.15 else name[:2] if kind < 0.25 else name

    good = [path for path in files if run(["sections", path])[0] != 2]

    def shown(data):
        data = data.replace(home.encode(), b"HOME").replace(folder.encode(), b"FOLDER")
        data = re.sub(rb"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\bin \d+(\.\d+)? m?s\b", b"", data)
        text = data[:600].decode("utf-8", "backslashreplace")
        return text + (f"\n… {len(data)} {hashlib.sha1(data).hexdigest()}" if len(data) > 600 else "")

    looks, edits, lines = (re.split(r"[|\n]", text) for text in (LOOKS, EDITS, LINES))
    for number in range(count):
        kind = draw.random()
        path, other = (draw.choice(files if draw.random() < 0.1 else good) for _ in "ab")
        copy = os.path.join(home, "f" + os.path.splitext(path)[1])
        shutil.copyfile(path, copy)
        second = os.path.join(home, "g" + os.path.splitext(other)[1])
        shutil.copyfile(other, second)

        def filled(template):
            values = {
                "f": os.path.basename(copy), "g": os.path.basename(second), "a": address(path),
                "b": address(path), "k": draw.choice(KEYS), "n": str(draw.randint(0, 9)),
                "p": draw.choice(PATTERNS) if draw.random() < 0.7 else address(path).split("/")[-1][:4]}
            return [word.format(**values) for word in template.split(" ")]

        script = None
        if kind < 0.5:
            words = filled(draw.choice(looks))
        elif kind < 0.8:
            words = filled(draw.choice(edits))
        else:
            script = "\n".join(
                " ".join(quoted(word) for word in filled(draw.choice(lines)))
                for _ in range(draw.randint(1, 8))) + "\n"
            words = [draw.choice(["shell", "batch", "batch"]), os.path.basename(copy)]
            if draw.random() < 0.5:
                script += "save\n" if words[0] == "shell" else ""
        status, out, error = run(words, script)
        with open(copy, "rb") as handle:
            after = hashlib.sha1(handle.read()).hexdigest()[:12]
        print(f"=== {number} {os.path.relpath(path, folder)} {os.path.relpath(other, folder)}")
        print("$", " ".join(quoted(word) for word in words))
        if script:
            print(shown(script.encode()))
        print(f"--- {status} {after}\n{shown(out)}\n--- error\n{shown(error)}")
        shutil.rmtree(home)
        os.mkdir(home)
    shutil.rmtree(home)


main()
