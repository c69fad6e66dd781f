"""A model of what a disk may hold after power loss.

A file has the content of its last sync, or that of any write since, or only a part of the last one, or the right
length with nothing in it. A directory has its last synced entries, with the first of the changes since. Nothing
else is certain, not even that a file has its content when a directory has its new name.
"""

import itertools
import os
import random

import trace


PAGE = 4096


class File:
    def __init__(self, data=b""):
        self.data = bytearray(data)
        # What it may have after power loss, besides what it has.
        self.kept = [bytes(data)]

    def write(self, offset, data):
        before = bytes(self.data)
        if len(self.data) < offset:
            self.data.extend(bytes(offset - len(self.data)))
        self.data[offset:offset + len(data)] = data
        after = bytes(self.data)
        half = offset + len(data) // 2
        self.kept += [after[:half] + before[half:], before + bytes(max(0, len(after) - len(before))), after]

    def truncate(self, length):
        self.data = self.data[:length].ljust(length, b"\0")
        self.kept.append(bytes(self.data))

    def sync(self):
        self.kept = [bytes(self.data)]

    def choices(self):
        return list(dict.fromkeys(self.kept + self.with_holes()))

    def with_holes(self):
        """Without every second page, as far as they may be lost: a disk writes them in any order."""
        data, kept = bytes(self.data), self.kept[0]
        if len(data) <= PAGE or kept == data:
            return []
        found = []
        for parity in (0, 1):
            pages = bytearray(data)
            for start in range(parity * PAGE, len(data), 2 * PAGE):
                end = min(start + PAGE, len(data))
                pages[start:end] = kept[start:end].ljust(end - start, b"\0")
            found.append(bytes(pages))
        return found


class Folder:
    def __init__(self):
        self.entries, self.synced, self.changes = {}, {}, []

    def change(self, removed, added):
        for name in removed:
            self.entries.pop(name, None)
        self.entries.update(added)
        self.changes.append((removed, added))

    def sync(self):
        self.synced, self.changes = dict(self.entries), []

    def choices(self):
        """Its entries after each number of changes."""
        entries = dict(self.synced)
        found = [dict(entries)]
        for removed, added in self.changes:
            for name in removed:
                entries.pop(name, None)
            entries.update(added)
            found.append(dict(entries))
        return found


class Disk:
    """The folder at a path, as the calls of a program change it.

    Without the sync of the number `missing`, counted from 0, which only tests leave out.
    """

    def __init__(self, path, missing=None):
        self.path = os.fsencode(os.path.realpath(path))
        self.missing, self.syncs = missing, 0
        self.root = self.read(self.path)
        # By process and number; and where it is written next.
        self.open, self.offsets = {}, {}

    @staticmethod
    def read(path):
        if not os.path.isdir(path):
            with open(path, "rb") as file:
                return File(file.read())
        folder = Folder()
        for name in os.listdir(path):
            folder.entries[name] = Disk.read(os.path.join(path, name))
        folder.sync()
        return folder

    def find(self, path):
        """What is at an absolute path; None if it is not in the folder."""
        if path != self.path and not path.startswith(self.path + b"/"):
            return None
        node = self.root
        for name in path[len(self.path):].split(b"/"):
            if name and name != b".":
                node = node.entries.get(name) if isinstance(node, Folder) else None
        return node

    def entry(self, directory, name):
        """The folder of an entry, and its name there; (None, None) if that is elsewhere."""
        path = os.path.normpath(os.path.join(trace.descriptor(directory)[1], trace.text(name)))
        folder = self.find(os.path.dirname(path))
        return (folder, os.path.basename(path)) if isinstance(folder, Folder) else (None, None)

    def node(self, call, argument):
        """What a descriptor leads to."""
        number, path = trace.descriptor(argument)
        return self.open.get((call.process, number)) or self.find(path)

    # What calls do

    def apply(self, call):
        """Makes the change of a call. Returns whether it is a sync, which is to be made by `sync`."""
        if call.name in ("fsync", "fdatasync"):
            return self.node(call, call.arguments[0]) is not None
        handler = getattr(self, "do_" + call.name, None)
        if handler:
            handler(call, *call.arguments)
        elif call.name in trace.UNKNOWN.split(",") and self.path in b"".join(
                trace.text(word) if b'"' in word else trace.descriptor(word)[1] if b"<" in word else b""
                for word in call.arguments):
            raise AssertionError(f"the model of the disk has no {call.name}")
        return False

    def sync(self, call):
        self.syncs += 1
        if self.syncs - 1 != self.missing:
            self.node(call, call.arguments[0]).sync()

    def do_openat(self, call, directory, name, flags, mode=None):
        key = (call.process, call.result)
        self.open.pop(key, None)
        self.offsets[key] = 0
        if b"O_TMPFILE" in flags:
            if self.find(os.path.join(trace.descriptor(directory)[1], trace.text(name))):
                self.open[key] = File()
            return
        folder, name = self.entry(directory, name)
        if folder is None:
            return
        node = folder.entries.get(name)
        if node is None and b"O_CREAT" in flags:
            node = File()
            folder.change([], {name: node})
        if isinstance(node, File):
            if b"O_TRUNC" in flags and node.data:
                node.truncate(0)
            if b"O_APPEND" in flags:
                self.offsets[key] = None
            self.open[key] = node

    def do_close(self, call, argument):
        self.open.pop((call.process, trace.descriptor(argument)[0]), None)

    def do_lseek(self, call, argument, *_):
        self.offsets[call.process, trace.descriptor(argument)[0]] = call.result

    def do_write(self, call, argument, data, _):
        node = self.node(call, argument)
        key = (call.process, trace.descriptor(argument)[0])
        if isinstance(node, File):
            offset = self.offsets.get(key)
            start = len(node.data) if offset is None else offset
            node.write(start, trace.text(data)[:call.result])
            if offset is not None:
                self.offsets[key] = start + call.result

    def do_pwrite64(self, call, argument, data, _, offset):
        node = self.node(call, argument)
        if isinstance(node, File):
            node.write(int(offset), trace.text(data)[:call.result])

    def do_ftruncate(self, call, argument, length):
        node = self.node(call, argument)
        if isinstance(node, File):
            node.truncate(int(length, 0))

    def do_linkat(self, call, old_directory, old, directory, name, _):
        folder, name = self.entry(directory, name)
        if folder is None:
            return
        path = trace.text(old)
        if path.startswith(b"/proc/self/fd/"):
            node = self.open[call.process, int(path.rsplit(b"/")[-1])]
        elif not path:
            node = self.node(call, old_directory)
        else:
            source, old = self.entry(old_directory, old)
            node = source.entries[old]
        folder.change([], {name: node})

    def do_renameat(self, call, old_directory, old, directory, name):
        (source, old), (target, name) = self.entry(old_directory, old), self.entry(directory, name)
        if source is None and target is None:
            return
        node = source.entries[old]
        if target.entries.get(name) is node:
            return
        if source is target:
            source.change([old], {name: node})
        else:
            target.change([], {name: node})
            source.change([old], {})

    def do_unlinkat(self, call, directory, name, _):
        folder, name = self.entry(directory, name)
        if folder is not None:
            folder.change([name], {})

    def do_unlink(self, call, name):
        self.do_unlinkat(call, b"AT_FDCWD", name, b"0")

    do_rmdir = do_unlink

    def do_mkdirat(self, call, directory, name, _):
        folder, name = self.entry(directory, name)
        if folder is not None:
            folder.change([], {name: Folder()})

    def do_mkdir(self, call, name, mode):
        self.do_mkdirat(call, b"AT_FDCWD", name, mode)

    # What may be there after power loss

    def states(self, most, generator):
        """Some of the states that the disk may be in now: at least those that have all or nothing of what is not
        synced. A state is the contents of the files by their paths, with None for a folder."""
        nodes = []
        self.collect(self.root, nodes)
        choices = [node.choices() for node in nodes]
        count = 1
        for some in choices:
            count *= len(some)
        if count <= most:
            picked = itertools.product(*choices)
        else:
            edges = [[some[-1] for some in choices], [some[0] for some in choices]]
            picked = itertools.chain(edges, (
                [generator.choice(some) for some in choices] for _ in range(most - len(edges))))
        for pick in picked:
            state = {}
            self.build(self.root, b"", dict(zip(map(id, nodes), pick)), state)
            yield frozenset(state.items())

    def collect(self, node, nodes):
        """All that can be reached, now or after power loss."""
        if any(node is other for other in nodes):
            return
        nodes.append(node)
        if isinstance(node, Folder):
            for entries in node.choices():
                for child in entries.values():
                    self.collect(child, nodes)

    def build(self, node, path, picked, state):
        choice = picked[id(node)]
        if isinstance(node, File):
            state[path] = choice
            return
        state[path] = None
        for name, child in choice.items():
            self.build(child, path + b"/" + name, picked, state)


def same(node, other):
    """Whether two files or folders have the same in them."""
    if isinstance(node, File):
        return isinstance(other, File) and node.data == other.data
    return isinstance(other, Folder) and node.entries.keys() == other.entries.keys() and all(
        same(child, other.entries[name]) for name, child in node.entries.items())


def lay(state, path):
    """Makes the files of a state in a new folder."""
    for name, content in sorted(state.items()):
        whole = os.fsencode(path) + name
        if content is None:
            os.makedirs(whole, exist_ok=True)
        else:
            with open(whole, "wb") as file:
                file.write(content)


def after_power_loss(path, calls, before, promises, most, seed, missing=None):
    """The states after power loss at any moment of the calls, each once, with what had been promised by then.

    Before a sync, all that power loss at an earlier moment may leave may still be left. `before` makes the folder
    as it was before the calls; `promises` says by the number of calls what is promised after them, from 1.
    """
    before()
    disk = Disk(path, missing)
    generator = random.Random(seed)
    found, promise = {}, 0

    def look():
        for state in disk.states(most, generator):
            found[state] = max(found.get(state, 0), promise)

    for number, call in enumerate(calls):
        if number in promises:
            promise = promises[number]
            look()
        if disk.apply(call):
            look()
            disk.sync(call)
    promise = promises[len(calls)]
    look()
    return found, disk
