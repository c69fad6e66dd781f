"""Tests what each kind of save leaves after power loss at any moment.

    power_loss.py PROGRAM [--most N] [--seed N] [--missing] [KIND…]

The system calls of a save are recorded, the states that a disk may be in are built, and each is read: it must be
what was there before or what was saved, and what was saved once the program has said so. At most N combinations are
tried for each sync. With --missing each sync is left out in turn, and a kind is listed for which that is never
noticed.
"""

import argparse
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import disk
import trace

LIST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<array>
%s</array>
</plist>
"""
PERSON = """\t<dict>
\t\t<key>name</key>
\t\t<string>%s</string>
\t\t<key>born</key>
\t\t<integer>%d</integer>
\t</dict>
"""


def people(**born):
    return (LIST % "".join(PERSON % person for person in born.items())).encode()


def card(name, *lines):
    lines = ["BEGIN:VCARD", "VERSION:3.0", f"N:{name};;;;", f"FN:{name}", *lines, "END:VCARD", ""]
    return "\r\n".join(lines).encode()


OLD = people(Ada=1815, Alan=1912, Grace=1906)


class Save:
    """A kind of save, in a folder of its own: `data` is what power loss may change, beside which are the directories
    of the user."""

    files = {"list.plist": OLD}
    words = []
    variables = {}
    # How many syncs may be left out without a state that is wrong.
    needless = 0

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.data = os.path.join(folder, "data")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "TERM": "xterm", **self.variables,
            **{f"XDG_{name}_HOME": os.path.join(folder, name.lower()) for name in ("CACHE", "STATE", "CONFIG")}}

    def prepare(self):
        """Makes the folder as it is before the save."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.write(self.files, self.data)

    @staticmethod
    def write(files, folder):
        os.makedirs(folder, exist_ok=True)
        for name, content in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)

    def run(self, *words, check=True, directory=None):
        result = subprocess.run([self.program, *words], cwd=directory or self.directory, env=self.environment,
                                capture_output=True)
        if check and result.returncode:
            raise AssertionError(f"{words}: {result.stderr.decode()}")
        return result.stdout

    def record(self):
        """The calls of the save."""
        calls, result = trace.record([self.program, *self.words], os.path.join(self.folder, "log"),
                                     cwd=self.directory, env=self.environment)
        assert result.returncode == 0, result.stderr.decode()
        self.promises = {len(calls): 1}
        return calls

    @property
    def directory(self):
        """Where the program is run."""
        return self.data

    def expect(self):
        """Notes what is right, once it is saved."""
        with open(os.path.join(self.data, "list.plist"), "rb") as file:
            self.new = file.read()
        assert self.new != self.files.get("list.plist")

    def fault(self, state, promise):
        """What is wrong with a state, in which what was promised must be there; None if nothing is."""
        return self.fault_of(state.get(b"/list.plist"), OLD, self.new, promise)

    @staticmethod
    def fault_of(content, old, new, promise):
        if content == new or content == old and not promise:
            return None
        return "it was saved, and is lost" if content == old else f"neither the old nor the new: {content!r:.200}"

    def read(self, state, path):
        """Lays a state out and runs the program in it."""
        shutil.rmtree(path, ignore_errors=True)
        disk.lay(state, path)


class Replaced(Save):
    words = ["set", "list.plist", "Ada", "born=1816"]


class WithBackup(Save):
    files = {"list.plist": OLD, "list.plist~": people(Ada=1)}
    words = ["set", "--backup", "list.plist", "Ada", "born=1816"]

    def fault(self, state, promise):
        content, backup = state.get(b"/list.plist"), state.get(b"/list.plist~")
        fault = self.fault_of(content, OLD, self.new, promise)
        if fault:
            return fault
        if backup != OLD and (content == self.new or backup != self.files["list.plist~"]):
            return f"the old content is lost: {backup!r:.200}"
        return None


class New(Save):
    files = {"other.plist": OLD}
    words = ["convert", "--to=xml", "-o", "list.plist", "other.plist"]

    def fault(self, state, promise):
        return self.fault_of(state.get(b"/list.plist"), None, self.new, promise)


class Merged(Save):
    files = {"base.plist": people(Ada=1815, Alan=1912), "theirs.plist": people(Ada=1816, Alan=1912), "list.plist": OLD}
    words = ["merge", "-o", "list.plist", "base.plist", "list.plist", "theirs.plist"]


class Edited(Save):
    words = ["edit", "list.plist"]
    variables = {"EDITOR": "sed -i s/1815/1816/"}

    def record(self):
        # The editor's file is elsewhere.
        self.environment["TMPDIR"] = tempfile.gettempdir()
        return super().record()


class Cards(Save):
    """Several files, each in a folder of its own, so that each needs its own syncs: one changes, one is new, also in a
    new folder, one is removed, one moves."""

    files = {
        "a/ada.vcf": card("Ada", "TEL:1"), "b/bob.vcf": card("Bob"), "c/cleo.vcf": card("Cleo"),
        "c/dora.vcf": card("Dora"), "d/emil.vcf": card("Emil"), "d/frida.vcf": card("Frida"), "e/gil.vcf": card("Gil"),
    }
    words = ["batch", ".", "-e", "set a/Ada phone=3", "-e", "insert b Hugo", "-e", "delete c/Dora",
             "-e", "move d/Emil to e", "-e", "section insert n", "-e", "insert n Ida"]
    # The first, since the record of the save syncs the top folder as well, and the last, since it makes no
    # difference whether the record is still there.
    needless = 2
    listing = ["convert", "--to=json", "."]

    def prepare(self):
        super().prepare()
        self.old = self.run(*self.listing)

    def expect(self):
        self.new = self.run(*self.listing)
        assert self.new != self.old

    def fault(self, state, promise):
        # The name of the folder is that of a section.
        path = os.path.join(self.folder, "state", "data")
        self.read(state, path)
        shown = self.run(*self.listing, check=False, directory=path)
        fault = self.fault_of(shown, self.old, self.new, promise)
        if not fault:
            # Whoever saves next completes what was begun.
            self.run("set", ".", "a/Ada", "title=x", directory=path)
        return fault


class Apart(Save):
    """A file that is not changed, beside directories of the user that are."""

    def __init__(self, program, folder):
        super().__init__(program, folder)
        self.write(self.files, self.directory)
        self.environment[self.variable] = self.data

    def prepare(self):
        shutil.rmtree(self.data, ignore_errors=True)
        os.makedirs(self.data)

    @property
    def directory(self):
        return os.path.join(self.folder, "list")


class Index(Apart):
    """An index, which is not synced: it may be anything, and answers are never wrong."""

    words = ["index", "build", "list.plist"]
    question = ["search", "--format={label} {born}", "a", "list.plist"]

    variable = "XDG_CACHE_HOME"

    def expect(self):
        self.answer = self.run(*self.question, "--no-index")
        assert self.answer.count(b"\n") == 3 and any(files for _, _, files in os.walk(self.data))

    def fault(self, state, promise):
        self.read(state, self.data)
        answer = self.run(*self.question)
        return None if answer == self.answer else f"a wrong answer: {answer!r}"


class Journal(Apart):
    """The journal of a session that is lost: what was on the screen before the next prompt is there."""

    # The head of the journal, when the session begins and before the first edit: that syncs it, too.
    needless = 2
    edits = ["set Ada born=1", "insert / Konrad born=1910", "delete Grace"]

    variable = "XDG_STATE_HOME"

    def session(self, words):
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.directory)
            os.execvpe(words[0], words, self.environment)
        return child, terminal

    @staticmethod
    def wait(terminal, *texts):
        """Reads until one of the texts appears, and returns all."""
        seen, deadline = b"", time.monotonic() + 30
        while not any(text in seen for text in texts):
            ready, _, _ = select.select([terminal], [], [], max(0, deadline - time.monotonic()))
            assert ready, seen
            seen += os.read(terminal, 65536)
        return seen

    def end(self, child, terminal):
        os.close(terminal)
        os.waitpid(child, 0)

    def record(self):
        log = os.path.join(self.folder, "log")
        child, terminal = self.session(trace.command(log, [self.program, "shell", "list.plist"]))
        self.wait(terminal, b"list.plist>")
        self.promises = {}
        for number, edit in enumerate(self.edits):
            os.write(terminal, edit.encode() + b"\r")
            self.wait(terminal, b"list.plist*>")
            calls = trace.calls(log)
            self.promises[len(calls)] = number + 1
        # The power goes here: what the program does when its terminal is gone is left out.
        os.kill(int(calls[0].process), signal.SIGKILL)
        self.end(child, terminal)
        return calls

    def expect(self):
        pass

    def fault(self, state, promise):
        self.read(state, self.data)
        child, terminal = self.session([self.program, "shell", "list.plist"])
        seen = self.wait(terminal, b"[Y/n]", b"list.plist>")
        os.kill(child, signal.SIGKILL)
        self.end(child, terminal)
        found = [number for number, edit in enumerate(self.edits) if edit.split()[0].encode() + b" /" in seen]
        if found != list(range(len(found))):
            return f"no prefix of the edits: {seen!r}"
        return "an edit is lost that was on the screen" if len(found) < promise else None


KINDS = {"file": Replaced, "backup": WithBackup, "new": New, "merge": Merged, "edit": Edited, "cards": Cards,
         "index": Index, "journal": Journal}


class Trial:
    """The states of a save, each of which is read once."""

    def __init__(self, save, calls, options):
        self.save, self.calls, self.options, self.known = save, calls, options, {}

    def fault(self, state, promise):
        key = state, promise
        if key not in self.known:
            try:
                self.known[key] = self.save.fault(dict(state), promise)
            except AssertionError as error:
                self.known[key] = str(error)
        return self.known[key]

    def states(self, missing=None):
        return disk.after_power_loss(
            self.save.data, self.calls, self.save.prepare, self.save.promises, self.options.most,
            self.options.seed, missing)

    def notices(self, missing):
        """Whether a state is wrong if a sync is left out."""
        return any(self.fault(state, promise) for state, promise in self.states(missing)[0].items())


def test(name, kind, options):
    """Tests a kind of save; returns whether all is well."""
    with tempfile.TemporaryDirectory() as folder:
        save = kind(options.program, folder)
        save.prepare()
        calls = save.record()
        save.expect()
        left = disk.Disk.read(os.fsencode(save.data))
        trial = Trial(save, calls, options)
        states, model = trial.states()
        assert disk.same(model.root, left), "the model of the disk is not what the program has left"
        found = [(trial.fault(*entry), entry[0]) for entry in states.items() if trial.fault(*entry)]
        for fault, state in found[:3]:
            print(f"{name}: {fault}")
            for path, content in sorted(state):
                print(f"    {os.fsdecode(path)}: {'a folder' if content is None else f'{len(content)} bytes'}")
        unnoticed = []
        if options.missing:
            unnoticed = [number for number in range(model.syncs) if not trial.notices(number)]
            if len(unnoticed) > kind.needless:
                print(f"{name}: syncs that may be left out: {unnoticed} of {model.syncs}")
        print(f"{name}: {len(states)} states, {len(found)} wrong, {model.syncs} syncs")
        return not found and (len(unnoticed) <= kind.needless)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    options.program = os.path.realpath(options.program)
    if not trace.is_possible():
        sys.exit("power_loss.py: strace is not there, or may not trace")
    results = [test(name, KINDS[name], options) for name in options.kinds]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
