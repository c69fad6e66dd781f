"""Edits random catalogues with cardex, and makes the same edits in a model of its own.

For each file a script of up to EDITS edits, after which plistlib must read just what the model holds, and a
single edit, which may change no line but those that it is about. FORMAT is "sections" or "levels" of
dictionaries, "keyed" sections of strings, or without sections: "strings", "records" in a list or "named" ones in
a dictionary. With "binary" after it there is only the script, on a file that plistlib must write in the same bytes.
"""

import os
import plistlib
from xml.sax.saxutils import escape

import model

WORDS = ["ash", "Bär", "中文", "a/b", "#1", "back\\slash", "it's", 'q"q', "to", "-x", "12", "x & <y>",
         "k=v", "emoji 🙂", "all", "e\u0301", ".", "$"]


class Entry:
    """A string or a list of fields, maybe under a key."""

    def __init__(self, value, key=None):
        self.value = value
        self.key = key
        self.comment = None
        self.tail = ""
        # Whether cardex chooses the order of its fields.
        self.is_loose = False

    def label(self):
        if self.key is not None:
            return self.key
        return self.value if isinstance(self.value, str) else dict(self.value)["name"]

    def copy(self):
        other = Entry([list(f) for f in self.value] if isinstance(self.value, list) else self.value)
        other.is_loose = self.is_loose
        return other


class Section:
    """Holds sections or entries, `items` either way."""

    def __init__(self, title, depth, items):
        self.title = title
        self.depth = depth
        self.items = items
        self.comment = None

    def label(self):
        return self.title

    def copy(self):
        other = Section(self.title, self.depth, [item.copy() for item in self.items])
        other.comment = self.comment
        return other


class Catalogue:
    def __init__(self, shape, rng):
        self.shape = shape
        self.rng = rng
        self.count = 0
        self.word = None
        self.depth = {"sections": 1, "levels": 2, "keyed": 1}.get(shape, 0)
        self.titles_last = rng.random() < 0.5
        self.root = self.section(None, 0)
        # Fewer would not determine the shape.
        for leaf in self.leaves()[:2]:
            while len(leaf.items) < 2:
                leaf.items.append(self.entry())

    def text(self):
        """A unique text, which does not continue the numbering of the previous one."""
        self.count += 1
        self.word = self.rng.choice([word for word in WORDS if word != self.word])
        return "%s %d" % (self.word, self.count)

    def section(self, title, depth):
        if depth < self.depth:
            items = [self.section(self.text(), depth + 1) for _ in range(self.rng.randint(2, 4))]
        else:
            items = [self.entry() for _ in range(self.rng.randint(3, 6) if depth == 0
                                                 else self.rng.randint(0, 4))]
        if depth and depth == self.depth - 1 and not any(item.items for item in items):
            # Else they would be entries.
            items[0].items.append(self.entry())
        result = Section(title, depth, items)
        if depth and self.rng.random() < 0.3:
            result.comment = "about " + str(depth)
        return result

    def entry(self):
        if self.shape in ("levels", "keyed", "strings"):
            entry = Entry(self.text())
        else:
            fields = [["name", self.text()]] if self.shape != "named" else []
            fields += [["phone", "+%d" % self.rng.randrange(1000)]]
            if self.rng.random() < 0.6:
                fields.append(["born", self.rng.randrange(1900, 2000)])
            if self.rng.random() < 0.3:
                fields.append(["vip", self.rng.random() < 0.5])
            entry = Entry(fields, self.text() if self.shape == "named" else None)
        if self.rng.random() < 0.3:
            entry.comment = "in front of it"
        elif self.rng.random() < 0.2:
            entry.tail = " <!-- behind it -->"
        return entry

    def sections(self):
        result = []

        def add(section):
            for item in section.items:
                if isinstance(item, Section):
                    result.append((section, item))
                    add(item)
        add(self.root)
        return result

    def leaves(self):
        return [s for _, s in self.sections() if s.depth == self.depth] or [self.root]

    def entries(self):
        return [(leaf, entry) for leaf in self.leaves() for entry in leaf.items
                if isinstance(entry, Entry)]

    # What the property list holds.

    def tree(self):
        return self.value(self.root)

    def value(self, item):
        if isinstance(item, Entry):
            return dict(item.value) if isinstance(item.value, list) else item.value
        if self.shape in ("keyed", "named") and item.depth == 0:
            return {i.label(): self.value(i) for i in item.items}
        items = [self.value(i) for i in item.items]
        if self.shape == "keyed" or item.depth == 0:
            return items
        title_key, members_key = self.keys(item.depth)
        pairs = [(title_key, item.title), (members_key, items)]
        return dict(reversed(pairs) if self.titles_last else pairs)

    def keys(self, depth):
        if self.shape == "levels":
            return ("state", "cities") if depth == 1 else ("city", "areas")
        return ("title", "members")


class Writer:
    """The text of a catalogue, and the lines of each item with the comment before it."""

    def __init__(self, catalogue, rng):
        self.catalogue = catalogue
        self.indent = rng.choice(["\t", "  ", "    "])
        self.newline = rng.choice(["\n", "\n", "\r\n"])
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<plist version="1.0">']
        self.spans = {}
        # The line of a field's value, of a name or title.
        self.places = {}
        self.write_list(catalogue.root, 0)
        self.lines.append("</plist>")

    def text(self):
        return "".join(line + self.newline for line in self.lines).encode()

    def put(self, depth, text):
        self.lines.append(self.indent * depth + text)

    def write_list(self, section, depth):
        is_dict = self.catalogue.shape in ("keyed", "named") and section.depth == 0
        name = "dict" if is_dict else "array"
        if not section.items:
            return self.put(depth, "<%s/>" % name)
        self.put(depth, "<%s>" % name)
        for item in section.items:
            start = len(self.lines)
            if item.comment:
                self.put(depth + 1, "<!-- %s -->" % item.comment)
            if is_dict:
                self.places[item, "label"] = len(self.lines)
                self.put(depth + 1, "<key>%s</key>" % escape(item.label()))
            if isinstance(item, Section):
                self.write_section(item, depth + 1)
            else:
                self.write_entry(item, depth + 1)
            self.spans[item] = (start, len(self.lines))
        self.put(depth, "</%s>" % name)

    def write_section(self, section, depth):
        if self.catalogue.shape == "keyed":
            return self.write_list(section, depth)
        title_key, members_key = self.catalogue.keys(section.depth)

        def title():
            self.put(depth + 1, "<key>%s</key>" % title_key)
            self.places[section, "label"] = len(self.lines)
            self.put(depth + 1, element(section.title))

        self.put(depth, "<dict>")
        if not self.catalogue.titles_last:
            title()
        self.put(depth + 1, "<key>%s</key>" % members_key)
        self.write_list(section, depth + 1)
        if self.catalogue.titles_last:
            title()
        self.put(depth, "</dict>")

    def write_entry(self, entry, depth):
        if isinstance(entry.value, str):
            self.places[entry, "label"] = len(self.lines)
            return self.put(depth, element(entry.value) + entry.tail)
        self.put(depth, "<dict>")
        for key, value in entry.value:
            self.put(depth + 1, "<key>%s</key>" % escape(key))
            self.places[entry, key] = len(self.lines)
            if key == "name":
                self.places[entry, "label"] = len(self.lines)
            self.put(depth + 1, element(value))
        self.put(depth, "</dict>" + entry.tail)


def element(value):
    if isinstance(value, bool):
        return "<true/>" if value else "<false/>"
    if isinstance(value, int):
        return "<integer>%d</integer>" % value
    return "<string>%s</string>" % escape(value)


# Commands


def quoted(text):
    if "\n" in text:
        return "$'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
    return "'" + text.replace("'", "'\\''") + "'"


def label_word(text):
    """A label, in which an equals sign is escaped outside of quotes."""
    return "\\=".join(quoted(part) if part else "" for part in text.split("="))


def component(name):
    for old, new in (("\\", "\\\\"), ("/", "\\/")):
        name = name.replace(old, new)
    return "\\" + name if name.startswith("#") else name


class Edits:
    """Random edits: each changes the model and returns the corresponding command."""

    def __init__(self, catalogue, rng):
        self.catalogue = catalogue
        self.rng = rng
        self.has_names = catalogue.shape in ("keyed", "named")

    # Addresses

    def path(self, item):
        for entry_section, entry in self.catalogue.entries():
            if entry is item:
                return self.path(entry_section) + [(entry_section, entry)]
        for parent, section in self.catalogue.sections():
            if section is item:
                return self.path(parent) + [(parent, section)]
        return []

    def address(self, item):
        parts = []
        for parent, step in self.path(item):
            names = [i.label() for i in parent.items]
            position = [i is step for i in parent.items].index(True)
            if names.count(step.label()) == 1 and step.label() and self.rng.random() < 0.5:
                parts.append(component(step.label()))
            elif self.rng.random() < 0.3:
                parts.append("#%d" % (position - len(names)))
            else:
                parts.append("#%d" % (position + 1))
        return quoted(("/" if len(parts) < 2 else "") + "/".join(parts))

    # Places

    def destination(self, is_move, leaf_only=None):
        """A place among entries: what is written, and how an entry is put there."""
        rng = self.rng
        leaf = leaf_only or rng.choice(self.catalogue.leaves())
        anchor = rng.choice(leaf.items) if leaf.items and rng.random() < 0.7 else None
        choice = rng.choice(["", "", "--before", "--after", "--first", "--last"])
        if anchor is None and choice in ("--before", "--after"):
            choice = ""
        address = self.address(anchor if anchor else leaf)
        index = leaf.items.index(anchor) if anchor else None

        def put(entry):
            items = leaf.items
            if choice == "--first":
                items.insert(0, entry)
            elif choice == "--last" or anchor is None:
                items.append(entry)
            elif choice == "--before" and entry is not anchor:
                items.insert(items.index(anchor), entry)
            elif choice == "--after" and entry is not anchor or not choice and not is_move:
                items.insert(items.index(anchor) + 1, entry)
            else:
                # The position that the anchor had before anything moved.
                items.insert(index, entry)
        return leaf, address, choice, put

    # Entries

    def random_edit(self):
        entry_edits = [self.insert, self.insert, self.delete, self.move, self.move, self.move,
                       self.rename]
        if self.catalogue.shape != "named":
            entry_edits.append(self.copy)
        if self.catalogue.shape in ("sections", "records", "named"):
            entry_edits += [self.set, self.set, self.unset]
        section_edits = [self.insert_section, self.delete_section, self.move_section,
                         self.move_section, self.copy_section, self.rename_section]
        edits = entry_edits + (section_edits if self.catalogue.depth else [])
        while True:
            command = self.rng.choice(edits)()
            if command:
                return command

    def insert(self):
        _, address, choice, put = self.destination(False)
        entry = self.catalogue.entry()
        entry.is_loose = True
        words = ["insert", choice, address, label_word(entry.label())]
        for key, value in entry.value if isinstance(entry.value, list) else []:
            if key != "name":
                words.append(self.field(key, value))
        put(entry)
        return " ".join(words)

    def field(self, key, value):
        if isinstance(value, bool):
            return "%s:boolean=%s" % (key, self.rng.choice(["true", "yes"] if value else ["false", "no"]))
        if isinstance(value, int):
            return "%s:integer=%d" % (key, value)
        return "%s:string=%s" % (key, quoted(value))

    def pick(self, count=1):
        entries = self.catalogue.entries()
        # One that remains keeps the catalogue's shape.
        if len(entries) <= count:
            return None
        return self.rng.sample(entries, count)

    def delete(self):
        picked = self.pick(self.rng.randint(1, 2))
        if not picked:
            return None
        addresses = [self.address(entry) for _, entry in picked]
        for leaf, entry in picked:
            leaf.items.remove(entry)
        return "delete " + " ".join(addresses)

    def move(self):
        picked = self.pick(self.rng.choice([1, 1, 2, 3]))
        if not picked:
            return None
        addresses = [self.address(entry) for _, entry in picked]
        _, address, choice, put = self.destination(True)
        self.put_all([entry for _, entry in picked], put)
        return " ".join(["move", choice] + addresses + ["to", address])

    def put_all(self, entries, put):
        last = None
        for entry in entries:
            owner = next((leaf for leaf, other in self.catalogue.entries() if other is entry), None)
            if owner:
                owner.items.remove(entry)
            if last is not None:
                leaf = next(leaf for leaf, other in self.catalogue.entries() if other is last)
                leaf.items.insert(leaf.items.index(last) + 1, entry)
            else:
                put(entry)
            last = entry

    def copy(self):
        picked = self.pick(self.rng.randint(1, 2))
        if not picked:
            return None
        addresses = [self.address(entry) for _, entry in picked]
        _, address, choice, put = self.destination(False)
        self.put_all([entry.copy() for _, entry in picked], put)
        return " ".join(["copy", choice] + addresses + ["to", address])

    def set(self):
        _, entry = self.rng.choice(self.catalogue.entries())
        address = self.address(entry)
        key = self.rng.choice(["phone", "born", "vip", "note", "a key"])
        value = {"born": self.rng.randrange(3000), "vip": self.rng.random() < 0.5}.get(
            key, self.rng.choice([self.catalogue.text(), "", "two\nlines", " < & > "]))
        self.assign(entry, key, value)
        word = self.field(quoted(key) if " " in key else key, value)
        return " ".join(["set", address, word])

    def assign(self, entry, key, value):
        for field in entry.value:
            if field[0] == key:
                field[1] = value
                return
        entry.value.append([key, value])
        entry.is_loose = True

    def unset(self):
        _, entry = self.rng.choice(self.catalogue.entries())
        keys = [key for key, _ in entry.value if key not in ("name", "phone")]
        if not keys:
            return None
        address = self.address(entry)
        gone = self.rng.sample(keys, self.rng.randint(1, len(keys)))
        entry.value = [field for field in entry.value if field[0] not in gone]
        return "unset %s %s" % (address, " ".join(quoted(key) for key in gone))

    def rename(self):
        _, entry = self.rng.choice(self.catalogue.entries())
        address, text = self.address(entry), self.catalogue.text()
        if entry.key is not None:
            entry.key = text
        elif isinstance(entry.value, str):
            entry.value = text
        else:
            self.assign(entry, "name", text)
        return "rename %s %s" % (address, quoted(text))

    # Sections

    def section_place(self, siblings, anchor, choice, section):
        """Puts a section beside another or at an end."""
        if choice == "--first":
            siblings.insert(0, section)
        elif choice == "--last":
            siblings.append(section)
        else:
            siblings.insert(siblings.index(anchor) + (choice == "--after"), section)

    def insert_section(self):
        parent, anchor = self.rng.choice(self.catalogue.sections())
        title = self.catalogue.text()
        choice = self.rng.choice(["--before", "--after", "--first", "--last"])
        words = ["section insert", quoted(title)]
        if choice in ("--before", "--after"):
            words.append("%s=%s" % (choice, self.address(anchor)))
        else:
            words += [choice] + (["--in", self.address(parent)] if parent.depth else [])
        self.section_place(parent.items, anchor, choice, Section(title, anchor.depth, []))
        return " ".join(words)

    def delete_section(self):
        parent, section = self.rng.choice(self.catalogue.sections())
        holds = {id(e) for _, e in self.held(section)}
        rest = [e for _, e in self.catalogue.entries() if id(e) not in holds]
        if len(rest) < 2 or len(parent.items) < 2:
            return None
        address = self.address(section)
        parent.items.remove(section)
        return "section delete --force " + address

    def held(self, section):
        return [(leaf, e) for leaf, e in self.catalogue.entries()
                if leaf is section or leaf in section.items]

    def move_section(self):
        parent, section = self.rng.choice(self.catalogue.sections())
        peers = [(p, s) for p, s in self.catalogue.sections() if s.depth == section.depth]
        other_parent, anchor = self.rng.choice(peers)
        address = self.address(section)
        choice = self.rng.choice(["", "", "--before", "--after", "--first", "--last"])
        target = self.address(other_parent if choice in ("--first", "--last") else anchor)
        if not other_parent.depth and choice in ("--first", "--last"):
            target = "/"
        index = other_parent.items.index(anchor)
        if anchor is not section or choice in ("--first", "--last"):
            parent.items.remove(section)
            if choice:
                self.section_place(other_parent.items, anchor, choice, section)
            else:
                other_parent.items.insert(index, section)
        return " ".join(["section move", choice, address, "to", target])

    def copy_section(self):
        if self.catalogue.shape == "keyed":
            return None
        _, section = self.rng.choice(self.catalogue.sections())
        peers = [(p, s) for p, s in self.catalogue.sections() if s.depth == section.depth]
        parent, anchor = self.rng.choice(peers)
        address = self.address(section)
        choice = self.rng.choice(["", "--before", "--after", "--first", "--last"])
        target = self.address(parent if choice in ("--first", "--last") else anchor)
        if not parent.depth and choice in ("--first", "--last"):
            target = "/"
        self.section_place(parent.items, anchor, choice or "--after", section.copy())
        return " ".join(["section copy", choice, address, "to", target])

    def rename_section(self):
        _, section = self.rng.choice(self.catalogue.sections())
        address = self.address(section)
        section.title = self.catalogue.text()
        return "section rename %s %s" % (address, quoted(section.title))


# Comparisons


def batch(trial, commands, text, *options):
    """Edits a file with a text; what was printed and the text after that, or nothing if a command failed."""
    path = trial.path("list.plist")
    model.write(path, text)
    words = [word for command in commands for word in ("-e", command)]
    outcome = trial.run(["batch", *options, *words, path])
    if outcome.returncode > 1:
        trial.fail("a command failed", *commands, outcome.stderr, text)
        return None
    return outcome.stdout, model.read(path)


def check_script(trial, shape, is_binary):
    rng = trial.rng
    catalogue = Catalogue(shape, rng)
    text = Writer(catalogue, rng).text()
    if is_binary:
        text = binary(plistlib.loads(text))
    edits = Edits(catalogue, rng)
    commands = [edits.random_edit() for _ in range(rng.randint(1, trial.edits))]
    done = batch(trial, commands, text)
    if not done:
        return
    found = plistlib.loads(done[1])
    if not same(found, catalogue.tree(), loose_entries(catalogue)):
        trial.fail("plistlib reads", found, "and not", catalogue.tree(), *commands, text)
    elif is_binary:
        if done[1] != binary(found):
            trial.fail("plistlib writes it otherwise", *commands, text)
    elif done[1].count(b"<!--") > text.count(b"<!--") and not any(
            c.startswith(("copy", "section copy")) for c in commands):
        trial.fail("there are more comments than before", *commands, text)


def check_edit(trial, shape):
    """A single edit that is printed as a difference, which leaves all other lines alone."""
    catalogue = Catalogue(shape, trial.rng)
    writer = Writer(catalogue, trial.rng)
    text = writer.text()
    expectation = Expectation(catalogue, writer, trial.rng)
    command = expectation.command
    done = batch(trial, [command], text, "-n")
    if not done:
        return
    try:
        result = patched(text, done[0].encode("utf-8", "surrogateescape"))
    except ValueError as error:
        return trial.fail(f"no diff of the file: {error}", done[0], command, text)
    if not expectation.is_met(result):
        trial.fail("more has changed", done[0], command, text)


def check(trial):
    shape, *other = trial.formats
    check_script(trial, shape, other == ["binary"])
    if not other:
        check_edit(trial, shape)


def binary(tree):
    return plistlib.dumps(tree, fmt=plistlib.FMT_BINARY, sort_keys=False)


def loose_entries(catalogue):
    return [catalogue.value(e) for _, e in catalogue.entries() if e.is_loose]


def same(found, wanted, loose):
    """Whether two trees are the same, with the order of keys and the types of values."""
    if type(found) is not type(wanted):
        return False
    if isinstance(found, dict):
        if list(found) != list(wanted) and not (wanted in loose and set(found) == set(wanted)):
            return False
        return all(same(found[key], wanted[key], loose) for key in found)
    if isinstance(found, list):
        return len(found) == len(wanted) and all(same(f, w, loose) for f, w in zip(found, wanted))
    return found == wanted


class Expectation:
    """A command, and the lines of the file after it."""

    def __init__(self, catalogue, writer, rng):
        self.writer = writer
        self.catalogue = catalogue
        self.rng = rng
        self.edits = Edits(catalogue, rng)
        self.lines = list(writer.lines)
        self.is_insertion = False
        kinds = [self.delete, self.move, self.copy, self.rename, self.insert]
        if catalogue.shape in ("sections", "records", "named"):
            kinds += [self.set, self.unset]
        self.command = None
        while not self.command:
            self.command = rng.choice(kinds)()

    def is_met(self, result):
        newline = self.writer.newline
        if not self.is_insertion:
            return result == "".join(line + newline for line in self.lines).encode()
        old, new = self.writer.text(), result
        start = os.path.commonprefix([old, new])
        rest = len(old) - len(start)
        return len(new) > len(old) and (rest == 0 or new[-rest:] == old[-rest:])

    def items(self):
        """An item with the others in the same kind of list."""
        sections = [(p, s) for p, s in self.catalogue.sections()]
        entries = self.catalogue.entries()
        if sections and self.rng.random() < 0.3:
            owner, item = self.rng.choice(sections)
            others = [(p, s) for p, s in sections if s.depth == item.depth and s is not item]
            return "section ", owner, item, others
        owner, item = self.rng.choice(entries)
        return "", owner, item, [(o, e) for o, e in entries if e is not item]

    def delete(self):
        prefix, _, item, others = self.items()
        if not others:
            return None
        start, end = self.writer.spans[item]
        del self.lines[start:end]
        return "%sdelete %s%s" % (prefix, self.edits.address(item), " --force" if prefix else "")

    def move(self):
        return self.carry("move")

    def copy(self):
        if self.catalogue.shape == "named":
            return None
        return self.carry("copy")

    def carry(self, verb):
        prefix, owner, item, others = self.items()
        if not others or (prefix and verb == "copy"):
            return None
        _, anchor = self.rng.choice(others)
        choice = self.rng.choice(["--before", "--after"])
        start, end = self.writer.spans[item]
        chunk = self.lines[start:end]
        anchor_start, anchor_end = self.writer.spans[anchor]
        if anchor_start > start and anchor_end < end:
            return None
        place = anchor_start if choice == "--before" else anchor_end
        lines = [(index, line) for index, line in enumerate(self.lines)]
        before = [line for index, line in lines[:place] if verb == "copy" or not start <= index < end]
        after = [line for index, line in lines[place:] if verb == "copy" or not start <= index < end]
        self.lines = before + chunk + after
        return "%s%s %s %s to %s" % (prefix, verb, choice, self.edits.address(item),
                                    self.edits.address(anchor))

    def rename(self):
        prefix, _, item, _ = self.items()
        line = self.writer.places[item, "label"]
        address, text = self.edits.address(item), self.catalogue.text()
        self.lines[line] = self.lines[line].replace(">%s<" % escape(item.label()),
                                                    ">%s<" % escape(text))
        return "%srename %s %s" % (prefix, address, quoted(text))

    def set(self):
        _, entry = self.rng.choice(self.catalogue.entries())
        key, old = self.rng.choice([f for f in entry.value if f[0] != "name"])
        value = {"born": 2001, "vip": True}.get(key, "new & <old>")
        line = self.writer.places[entry, key]
        self.lines[line] = self.lines[line].replace(element(old), element(value))
        return "set %s %s" % (self.edits.address(entry), self.edits.field(key, value))

    def unset(self):
        _, entry = self.rng.choice(self.catalogue.entries())
        key = self.rng.choice([f[0] for f in entry.value if f[0] != "name"])
        line = self.writer.places[entry, key]
        if len(entry.value) < 2:
            return None
        del self.lines[line - 1:line + 1]
        return "unset %s %s" % (self.edits.address(entry), key)

    def insert(self):
        leaves = [leaf for leaf in self.catalogue.leaves() if leaf.items]
        self.is_insertion = True
        leaf, address, choice, _ = self.edits.destination(False, self.rng.choice(leaves))
        entry = self.catalogue.entry()
        fields = entry.value if isinstance(entry.value, list) else []
        words = [self.edits.field(k, v) for k, v in fields if k != "name"]
        return " ".join(["insert", choice, address, label_word(entry.label())] + words)


def patched(text, diff):
    """Applies a unified diff strictly."""
    old = text.split(b"\n")
    lines = diff.split(b"\n")
    if lines and lines[-1] == b"":
        lines.pop()
    if not lines:
        return text
    if not (lines[0].startswith(b"--- ") and lines[1].startswith(b"+++ ")):
        raise ValueError("it has no heading")
    new, position, index = [], 0, 2
    while index < len(lines):
        if not lines[index].startswith(b"@@ -"):
            raise ValueError("line %d begins no hunk" % (index + 1))
        numbers = lines[index].split(b" ")[1][1:].split(b",")
        start = int(numbers[0]) - (0 if len(numbers) > 1 and int(numbers[1]) == 0 else 1)
        new += old[position:start]
        position = start
        index += 1
        while index < len(lines) and not lines[index].startswith(b"@@ -"):
            mark, line = lines[index][:1], lines[index][1:]
            if mark in (b" ", b"-"):
                if old[position] != line:
                    raise ValueError("line %d of the file is another" % (position + 1))
                position += 1
            if mark in (b" ", b"+"):
                new.append(line)
            index += 1
    return b"\n".join(new + old[position:])


model.main(check)
