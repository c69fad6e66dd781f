"""Edits binary property lists whose values XML cannot say exactly, and a model of them.

For each file up to EDITS random edits, in one of the ways in which cardex writes a binary file, which is
read object by object: what was not edited must have the same bytes, wherever it has gone, and what was edited the
new value.
"""

import struct

import model


# Binary property lists: scalars are the bytes of their objects, arrays lists, dictionaries tuples of
# their members.


def head(marker, count):
    return bytes([marker | count]) if count < 15 else bytes([marker | 15]) + integer(count)


def text(value):
    """The object of a text as it is written anew, which may have halves of surrogate pairs."""
    if value.isascii():
        return head(0x50, len(value)) + value.encode()
    units = value.encode("utf-16-be", "surrogatepass")
    return head(0x60, len(units) // 2) + units


def integer(value):
    for size, exponent in ((1, 0), (2, 1), (4, 2), (8, 3)):
        if 0 <= value < 1 << min(8 * size, 63):
            return bytes([0x10 | exponent]) + value.to_bytes(size, "big")
    if -(1 << 63) <= value < 0:
        return b"\x13" + value.to_bytes(8, "big", signed=True)
    return b"\x14" + value.to_bytes(16, "big", signed=True)


def real(value):
    return b"\x23" + struct.pack(">d", value)


def date(seconds):
    return b"\x33" + struct.pack(">d", seconds)


def encode(tree):
    objects = []

    def add(value):
        number = len(objects)
        objects.append(None)
        if isinstance(value, bytes):
            objects[number] = value
        elif isinstance(value, list):
            objects[number] = head(0xA0, len(value)) + b"".join(reference(v) for v in value)
        else:
            keys = [reference(text(k)) for k, _ in value]
            objects[number] = head(0xD0, len(value)) + b"".join(keys + [reference(v) for _, v in value])
        return number

    def reference(value):
        return struct.pack(">H", add(value))

    add(tree)
    file, offsets = b"bplist00", []
    for item in objects:
        offsets.append(len(file))
        file += item
    return (file + b"".join(struct.pack(">I", offset) for offset in offsets) + bytes(6) + b"\4\2"
            + struct.pack(">QQQ", len(objects), 0, len(file)))


def decode(file):
    offset_size, reference_size = file[-26], file[-25]
    count, top, table = struct.unpack(">QQQ", file[-24:])

    def value(number):
        start = int.from_bytes(file[table + number * offset_size:][:offset_size], "big")
        kind, low = file[start] >> 4, file[start] & 15
        if kind == 0:
            return file[start:start + 1]
        if kind < 4:
            return file[start:start + 1 + (1 << low)]
        place, length = start + 1, low
        if low == 15:
            size = 1 << (file[place] & 3)
            length = int.from_bytes(file[place + 1:place + 1 + size], "big")
            place += 1 + size
        if kind < 7:
            return file[start:place + length * (2 if kind == 6 else 1)]
        numbers = [int.from_bytes(file[place + i * reference_size:][:reference_size], "big")
                   for i in range(length * (2 if kind == 13 else 1))]
        values = [value(n) for n in numbers]
        if kind == 10:
            return values
        return tuple(zip([string(key) for key in values[:length]], values[length:]))
    return value(top)


def string(item):
    start = 1 if item[0] & 15 < 15 else 2 + (1 << (item[1] & 3))
    return item[start:].decode("ascii" if item[0] >> 4 == 5 else "utf-16-be", "surrogatepass")


# Values that XML cannot say exactly, each with what is shown of it.


def fraction(rng):
    seconds = rng.randrange(86400)
    shown = "2001-01-01T%02d:%02d:%02dZ" % (seconds // 3600, seconds // 60 % 60, seconds % 60)
    return date(seconds + rng.choice([0.5, 0.25, 1e-9 + 0.125])), shown


def minus_zero(_):
    return date(-0.0), "2001-01-01T00:00:00Z"


def small_real(rng):
    bits = struct.pack(">f", rng.choice([1.5, 0.25, -3.0, 16777216.0]))
    return b"\x22" + bits, repr(struct.unpack(">f", bits)[0])


def other_nan(rng):
    return b"\x23\x7f\xf8" + bytes(5) + bytes([rng.randrange(1, 256)]), "nan"


def huge(rng):
    value = rng.choice([1, -1]) * rng.randrange(1 << 64, 1 << 126)
    return b"\x14" + value.to_bytes(16, "big", signed=True), str(value)


def control(rng):
    code = rng.choice([0, 1, 7, 0x1B, 0x1F, 0xFFFE, 0xFFFF])
    before, after = rng.choice(["a", "é <", "中 "]), rng.choice(["b", "ü&", ""])
    return text(before + chr(code) + after), before + "\\u%04X" % code + after


def half_pair(rng):
    code = rng.choice([0xD800, 0xDBFF, 0xDC00])
    return text("x" + chr(code) + "y"), "x\\u%04Xy" % code


KINDS = {"when": [fraction, fraction, minus_zero], "size": [small_real, other_nan],
         "count": [huge], "text": [control, control, half_pair]}
TYPES = {"when": "date", "size": "real", "count": "real", "text": "string"}


class Model:
    """Sections of entries; an entry is a list of keys with objects."""

    def __init__(self, rng):
        self.rng = rng
        self.count = 0
        self.sections = [[self.title(), [self.entry() for _ in range(rng.randrange(2, 5))]]
                         for _ in range(2)]

    def title(self):
        self.count += 1
        return text("s%d%s" % (self.count, self.rng.choice(["", "\x01"])))

    def entry(self):
        self.count += 1
        name = text("n%d%s" % (self.count, self.rng.choice(["", "\x02"])))
        fields = [["name", name], ["id", text("i%d" % self.count)]]
        for key in KINDS:
            fields.append([key, self.rng.choice(KINDS[key])(self.rng)[0]])
        inner = [self.rng.choice(KINDS[key])(self.rng)[0] for key in KINDS]
        return fields + [["list", inner]]

    def tree(self):
        return [(("title", title), ("members", [tuple((k, v) for k, v in e) for e in entries]))
                for title, entries in self.sections]

    def copied(self):
        other = Model.__new__(Model)
        other.rng, other.count = self.rng, self.count
        other.sections = [[title, [[list(f) for f in entry] for entry in entries]]
                          for title, entries in self.sections]
        for _, entries in other.sections:
            for entry in entries:
                entry[-1][1] = list(entry[-1][1])
        return other

    def place(self):
        section = self.rng.randrange(len(self.sections))
        return section, self.rng.randrange(len(self.sections[section][1]))

    def new_value(self, kind):
        """A value as it is typed, which nothing has yet, and its object."""
        rng = self.rng
        if kind == "when":
            seconds = rng.randrange(60)
            return "2001-01-02T00:00:%02dZ" % seconds, date(86400 + seconds)
        if kind == "text":
            word = rng.choice(["new", "nëw", "\\", "u0001"])
            return "'%s'" % word, text(word)
        number = rng.randrange(1000) / 4 + 0.1
        return repr(number), real(number)


def address(place):
    return "'#%d/#%d'" % (place[0] + 1, place[1] + 1)


class Edits:
    def __init__(self, model):
        self.model = model
        self.rng = model.rng
        self.undone = []
        self.done = []

    def edit(self):
        """A command; the model is then as the file must be after it."""
        rng = self.rng
        if self.done and rng.random() < 0.15:
            self.undone.append(self.model)
            self.model = self.done.pop()
            return "undo"
        if self.undone and rng.random() < 0.5:
            self.done.append(self.model)
            self.model = self.undone.pop()
            return "redo"
        before = self.model.copied()
        command = None
        while not command:
            self.model = before.copied()
            command = rng.choice([
                self.set, self.set, self.set_inner, self.unset, self.rename,
                self.move, self.copy, self.delete, self.insert, self.replace, self.move_section,
                self.copy_section, self.rename_section])()
        if self.model.tree() != before.tree():
            self.done.append(before)
            self.undone = []
        return command

    def entry(self, place):
        return self.model.sections[place[0]][1][place[1]]

    def set(self):
        place = self.model.place()
        kind = self.rng.choice(list(KINDS))
        typed, new = self.model.new_value(kind)
        known = [field for field in self.entry(place) if field[0] == kind]
        if not known:
            return None
        known[0][1] = new
        name = self.rng.choice([kind, "%s:%s" % (kind, TYPES[kind])])
        return "set %s %s=%s" % (address(place), name, typed)

    def set_inner(self):
        place = self.model.place()
        number = self.rng.randrange(4)
        typed, new = self.model.new_value(list(KINDS)[number])
        inner = next(f for f in self.entry(place) if f[0] == "list")[1]
        inner[number] = new
        return "set %s list.%d=%s" % (address(place), number, typed)

    def unset(self):
        place = self.model.place()
        kind = self.rng.choice(list(KINDS))
        entry = self.entry(place)
        if kind not in [k for k, _ in entry]:
            return None
        entry[:] = [f for f in entry if f[0] != kind]
        return "unset %s %s" % (address(place), kind)

    def rename(self):
        place = self.model.place()
        self.model.count += 1
        name = "r%d" % self.model.count
        self.entry(place)[0][1] = text(name)
        return "rename %s %s" % (address(place), name)

    def move(self):
        place, other = self.model.place(), self.model.place()
        entries = self.model.sections[place[0]][1]
        if len(entries) < 2 or place == other:
            return None
        entry = entries.pop(place[1])
        target = self.model.sections[other[0]][1]
        number = other[1] - (place[0] == other[0] and place[1] < other[1])
        target.insert(number, entry)
        return "move --before %s to %s" % (address(place), address(other))

    def copy(self):
        place, other = self.model.place(), self.model.place()
        entry = self.model.copied().sections[place[0]][1][place[1]]
        self.model.sections[other[0]][1].insert(other[1] + 1, entry)
        return "copy --after %s to %s" % (address(place), address(other))

    def delete(self):
        place = self.model.place()
        if len(self.model.sections[place[0]][1]) < 2:
            return None
        del self.model.sections[place[0]][1][place[1]]
        return "delete %s" % address(place)

    def insert(self):
        section = self.rng.randrange(len(self.model.sections))
        self.model.count += 1
        name = "n%d" % self.model.count
        self.model.sections[section][1].append(
            [["name", text(name)], ["list", [date(0), real(0.5), real(2.0), text("new")]]])
        return ("insert --last '#%d' %s list:xml='<array><date>2001-01-01T00:00:00Z</date>"
                "<real>0.5</real><real>2</real><string>new</string></array>'" % (section + 1, name))

    def replace(self):
        """The part of texts before what XML cannot say, or after it."""
        old, new = self.rng.choice([("a", "A"), ("b", "bb"), ("<", "-"), ("中 ", "中&")])
        changed = False
        for _, entries in self.model.sections:
            for entry in entries:
                for field in entry:
                    if field[0] != "text":
                        continue
                    value = string(field[1])
                    if old not in value:
                        continue
                    changed = True
                    field[1] = text(value.replace(old, new))
        return "replace --field=text '%s' '%s'" % (old, new) if changed else None

    def move_section(self):
        self.model.sections.append(self.model.sections.pop(0))
        return "section move --last '#1' to /"

    def copy_section(self):
        if len(self.model.sections) > 3:
            return None
        self.model.sections.append(self.model.copied().sections[0])
        return "section copy --last '#1' to /"

    def rename_section(self):
        self.model.count += 1
        title = "t%d" % self.model.count
        self.model.sections[0][0] = text(title)
        return "section rename '#1' %s" % title


SHAPE = ["--title-key=title", "--members-key=members", "--label-key=name"]


class Checks:
    """What cardex does with two binary files."""

    def __init__(self, trial):
        self.trial = trial
        self.run, self.fail = trial.run, trial.fail
        self.path, self.other = trial.path("list.plist"), trial.path("other.plist")

    def write(self, tree, path=None):
        model.write(path or self.path, tree if isinstance(tree, bytes) else encode(tree))

    def expect(self, what, wanted, words, outcome, path=None, most=0):
        """Fails unless a file holds a tree and the status is at most that."""
        found = decode(model.read(path or self.path))
        if outcome.returncode > most or found != wanted:
            parts = [repr(tree).split(", (") for tree in (found, wanted)]
            other = next((pair for pair in zip(*parts) if pair[0] != pair[1]), ("", ""))
            self.fail(what, *words, outcome.stderr, "found  " + other[0], "wanted " + other[1])

    def edit(self, way, commands, options):
        """Makes edits of the file; the outcome, and the file that has them."""
        if way in ("batch", "output"):
            path = self.other if way == "output" else self.path
            words = [word for command in commands for word in ("-e", command)]
            given = ["-o", path] if way == "output" else []
            return self.run(["batch", *given, *options, *words, self.path]), path
        lines = commands + (["refresh"] if way == "refresh" else []) + ["save", "quit", ""]
        outcome = self.run(["shell", *options, self.path], "\n".join(lines))
        if "cardex:" in outcome.stderr:
            self.fail("a command failed in " + way, *commands, outcome.stderr)
        return outcome, self.path

    def edits(self, rng):
        given = Model(rng)
        self.write(given.tree())
        edits = Edits(given)
        commands = [edits.edit() for _ in range(rng.randrange(1, self.trial.edits))]
        way = rng.choice(["batch", "output", "shell", "refresh"])
        outcome, path = self.edit(way, commands, SHAPE)
        self.expect("another value in " + way, edits.model.tree(), commands, outcome, path, most=1)

    def imported(self, rng):
        """Fields that a table changes, and the others."""
        given = Model(rng)
        self.write(given.tree())
        kind = rng.choice(["when", "size", "count"])
        rows = ["id," + kind]
        for _, entries in given.sections:
            for entry in entries:
                if rng.random() < 0.5:
                    continue
                typed, new = given.new_value(kind)
                field = next(f for f in entry if f[0] == kind)
                field[1] = new
                rows.append("%s,%s" % (string(entry[1][1]), typed))
        table = self.trial.path("rows.csv")
        model.write(table, "\n".join(rows + [""]).encode())
        outcome = self.run(["import", "--match=id", "--update"] + SHAPE + [self.path, table])
        self.expect("another value after an import", given.tree(), rows, outcome, most=1)

    def shown(self, rng):
        """A field that is set to what is shown of it is not changed; nor is half of it."""
        kind = rng.choice(list(KINDS))
        value, shown = rng.choice(KINDS[kind])(rng)
        tree = [(("name", text("n%d" % n)), ("id", text("i%d" % n)), ("v", value)) for n in range(3)]
        self.write(tree)
        outcome = self.run(["set", self.path, "/#2", "v=" + shown])
        if outcome.returncode != 0 or model.read(self.path) != encode(tree):
            self.fail("set to what is shown", shown, outcome.stderr)
        if kind != "text":
            return
        outcome = self.run(["set", self.path, "/#2", "v=" + shown + "."])
        if outcome.returncode != 2 or "cannot be typed" not in outcome.stderr or (
                model.read(self.path) != encode(tree)):
            self.fail("an escape was written as text", shown, outcome.stderr)

    def merged(self, rng):
        """What either side has changed, with all else as it was."""
        base = Model(rng)
        ours, theirs = base.copied(), base.copied()
        wanted = base.copied()
        places = [(s, e) for s, (_, entries) in enumerate(base.sections)
                  for e in range(len(entries))]
        commands = []
        for side, place in zip((ours, theirs), rng.sample(places, 2)):
            kind = rng.choice(list(KINDS))
            typed, new = base.new_value(kind)
            for each in (side, wanted):
                entry = each.sections[place[0]][1][place[1]]
                next(f for f in entry if f[0] == kind)[1] = new
            commands.append("%s %s=%s" % (place, kind, typed))
        paths = [self.path + "." + name for name in ("base", "ours", "theirs")]
        for each, path in zip((base, ours, theirs), paths):
            self.write(each.tree(), path)
        outcome = self.run(["merge", "-o", self.other] + paths)
        self.expect("another value after a merge", wanted.tree(), commands, outcome, self.other)

    def command(self, what, arguments, tree, wanted, status=0):
        """One command on a file, which is its first operand."""
        self.write(tree)
        outcome = self.run([arguments[0], self.path] + arguments[1:])
        if outcome.returncode != status:
            self.fail(what, arguments, outcome.stderr)
        self.expect(what, wanted, arguments, outcome, most=status)
        return outcome

    def forms(self, rng):
        """A value of a form that is filled in; its bounds stay."""
        small, text_value = small_real(rng)[0], control(rng)[0]

        def tree(value, name):
            return (("Title", text("F")), ("PreferenceSpecifiers", [
                (("Type", text("PSSliderSpecifier")), ("Key", text("k")), ("DefaultValue", value),
                 ("MinimumValue", b"\x22" + bytes(4)), ("MaximumValue", b"\x22\x40\0\0\0")),
                (("Type", text("PSTextFieldSpecifier")), ("Title", text("T")), ("Key", text("t")),
                 ("DefaultValue", name))]))
        self.command("fill in a number", ["fill", "#1", "0.75"], tree(small, text_value),
                     tree(real(0.75), text_value))
        self.command("fill in a text", ["fill", "#2", "new"], tree(small, text_value),
                     tree(small, text("new")))

    def picked(self, rng):
        """A choice of a value that XML cannot say, or a switch with such values, in each way."""
        kinds = [fraction, minus_zero, control, half_pair, huge]
        values = [rng.choice(kinds)(rng)[0] for _ in range(3)] + [text("plain")]
        on, off = [rng.choice([huge, rng.choice(kinds)])(rng)[0] for _ in range(2)]
        bound = small_real(rng)[0]

        def tree(value, state):
            return (("Title", text("F")), ("PreferenceSpecifiers", [
                (("Type", text("PSMultiValueSpecifier")), ("Title", text("M")), ("Key", text("k")),
                 ("DefaultValue", value), ("Titles", [text("t%d" % n) for n in range(4)]),
                 ("Values", values)),
                (("Type", text("PSToggleSwitchSpecifier")), ("Title", text("S")), ("Key", text("s")),
                 ("DefaultValue", state), ("TrueValue", on), ("FalseValue", off),
                 ("Other", bound))]))
        number = rng.randrange(4)
        commands = ["pick M t%d" % number, "fill S on"]
        self.write(tree(text("before"), off))
        way = rng.choice(["batch", "shell", "refresh"])
        outcome, _ = self.edit(way, commands, [])
        if outcome.stderr:
            self.fail("a command failed in " + way, *commands, outcome.stderr)
        self.expect("another value was picked in " + way, tree(values[number], on), commands, outcome, most=1)

    def dates(self, rng):
        """Fractions of seconds, and numbers that are too large for XML, of another binary file."""
        def entry(number, *dates):
            return (("name", text("n%d" % number)), ("when", dates[0]), ("more", dates[1]),
                    ("list", list(dates)))
        old, new = [[fraction(rng)[0], huge(rng)[0]] for _ in range(2)]
        whole = [date(rng.randrange(9)), huge(rng)[0]]
        words = ["import", "--match=name", "--update", "--label-key=name", "--flat"]
        other = [entry(0, *new), entry(1, *whole), entry(2, *old), entry(3, *new)]
        before = [entry(number, *old) for number in range(3)]
        self.write(other, self.other)
        self.write(before)
        for _ in range(2):
            outcome = self.run(words + [self.path, self.other])
            self.expect("import of dates", other, words, outcome)
        # Without a key that matches, all values decide.
        outcome = self.run(["import", "--label-key=name", "--flat", self.path, self.other])
        self.expect("import of the same dates", other, [], outcome)
        # XML has no fractions; the same file is the same afterwards.
        xml = (b"<plist><array><dict><key>name</key><string>n0</string>"
               b"<key>x</key><integer>1</integer></dict></array></plist>")
        self.write(xml)
        for _ in range(2):
            outcome = self.run(words + [self.path, self.other])
            if outcome.returncode != 0 or b"?bplist" in model.read(self.path):
                self.fail("import of dates into XML", *words, outcome.stderr)

    def keyed(self, rng):
        """Keys, of entries and of sections."""
        old = tuple((key, [control(rng)[0], text("v" + key[0])]) for key in ("a\x01", "b\x02é", "c"))
        new = [(key, value) for key, value in old]
        new[0] = ("new", new[0][1])
        self.section(["rename", "#1", "new"], old, tuple(new))
        self.section(["move", "--last", "#1", "to", "/"], old, old[1:] + old[:1])
        # Half of what is shown.
        outcome = self.section(["rename", "#1", "a\\u0001b"], old, old, 2)
        if outcome.returncode == 2 and "cannot be typed" not in outcome.stderr:
            self.fail("another error", outcome.stderr)

    def section(self, words, tree, wanted, status=0):
        self.write(tree)
        outcome = self.run(["section", words[0], self.path] + words[1:])
        if outcome.returncode != status:
            self.fail("section", *words, outcome.stderr)
        self.expect("section", wanted, words, outcome, most=status)
        return outcome

    def fixes(self, _):
        """A label that is trimmed, and one of which that cannot be said."""
        def tree(*labels):
            return [(("name", label), ("when", date(0.5 + n))) for n, label in enumerate(labels)]
        old = tree(text(" one"), text("two\x01"), text(" three\x01 "), text("four"))
        new = tree(text("one"), text("two\x01"), text(" three\x01 "), text("four"))
        self.command("check", ["check", "--fix"], old, new, 1)

    def texts(self, rng):
        """Texts of another file, into a binary one and one in XML."""
        def entry(number, note):
            return (("name", text("n%d" % number)), ("note", note), ("list", [note, text("&")]),
                    ("dict", (("k\x02", note),)))
        plain = [entry(number, text("t")) for number in range(2)]
        new = control(rng)[0]
        other = self.other
        self.write([entry(0, new), entry(2, new)], other)
        words = ["import", "--match=name", "--update", "--label-key=name", "--flat"]
        self.write(plain)
        outcome = self.run(words + [self.path, other])
        self.expect("import", [entry(0, new), plain[1], entry(2, new)], words, outcome)
        xml = b"<plist><array><dict><key>name</key><string>n5</string></dict></array></plist>"
        self.write(xml)
        outcome = self.run(words[:1] + [self.path, other])
        if outcome.returncode != 2 or model.read(self.path) != xml or "XML cannot" not in outcome.stderr:
            self.fail("import into XML", *words, outcome.stderr)


def check(trial):
    checks = Checks(trial)
    checks.edits(trial.rng)
    others = [checks.imported, checks.shown, checks.merged, checks.forms, checks.keyed,
              checks.fixes, checks.texts, checks.picked, checks.dates]
    others[trial.seed % len(others)](trial.rng)


model.main(check)
