"""The driver of the models of edits: it makes random files, has Cardex edit them in a batch and in the shell, and
prints what differs from a model. The exit status is then 1.

    MODEL.py CARDEX SEED FILES EDITS [FORMAT...]
"""

import os
import random
import subprocess
import sys
import tempfile

# After so many differences, more say nothing new.
MOST_FAILURES = 5


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def complaints(done, unread):
    """What a command complains of, besides parts that cannot be read."""
    lines = done.stderr.splitlines()
    others = [line for line in lines if "not read" not in line and "on was read" not in line]
    return "\n".join(others) or ("" if len(lines) == unread else f"{len(lines)} parts, not {unread}, were not read")


class Trial:
    """One file of a model: its random numbers, and a folder for it."""

    def __init__(self, cardex, seed, rng, directory, edits, formats):
        self.cardex, self.seed, self.rng = cardex, seed, rng
        self.directory, self.edits, self.formats = directory, edits, formats
        self.failures = self.count = 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def run(self, arguments, given=None):
        """Runs cardex; what is given and what it prints are texts."""
        done = subprocess.run([self.cardex] + arguments, input=given and given.encode(), capture_output=True)
        # Line ends stay as they are, unlike those of text=True.
        done.stdout, done.stderr = (text.decode(errors="surrogateescape") for text in (done.stdout, done.stderr))
        return done

    def fail(self, what, *details):
        self.failures += 1
        print("\n".join([f"seed {self.seed}: {what}"] + [str(each) for each in details]))

    def try_edits(self, name, before, commands, fault, in_shell=True, unread=0):
        """Makes edits of a file in a batch and in the shell, and undoes them there.

        `fault` says what is wrong in the bytes that were saved, perhaps edit by edit, or nothing. `unread` is how
        many parts of the file cannot be read, which each command says.
        """
        if not commands:
            return
        name = self.path(name)
        undone = self.path("undone" + os.path.splitext(name)[1])
        write(name, before)
        done = self.run(["batch", "-e", "\n".join(commands), name])
        after = read(name)
        wrong = complaints(done, unread) or done.returncode or fault(after)
        if wrong:
            return self.fail(wrong, *commands, before, after)
        undo = f"undo {len(commands)}"
        for lines, path, wanted in (
            (["set option collapsed off"] + commands + ["save"], name, None),
            (commands + [undo, f"save as {undone}"], undone, before),
            (commands + ["save", undo, "save"], name, before),
        ):
            write(name, before)
            if os.path.exists(undone):
                os.remove(undone)
            done = self.run(["shell", name], "\n".join(lines) + "\n")
            if done.returncode or complaints(done, unread):
                self.fail(done.stderr, lines, before)
                continue
            found = read(path)
            wrong = found != wanted if wanted else in_shell and fault(found, True)
            if wrong:
                self.fail(f"{wrong} in the shell", lines, before, found)


def main(check, least=0):
    """Calls `check` with a trial for each file. `least` is the part of all edits that trials must count."""
    cardex, seed, files, edits = sys.argv[1], *map(int, sys.argv[2:5])
    failures = count = 0
    with tempfile.TemporaryDirectory() as directory:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CACHE_HOME"] = directory
        for file in range(files):
            number = seed * 100_000 + file
            trial = Trial(cardex, number, random.Random(number), directory, edits, sys.argv[5:])
            check(trial)
            failures += trial.failures
            count += trial.count
            if failures > MOST_FAILURES:
                break
    if not failures and count < least * files * edits:
        failures += 1
        print(f"only {count} edits")
    sys.exit(1 if failures else 0)
