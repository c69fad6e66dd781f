"""Edits vCards by paths as cardex does, with a model of their lines in Python, and compares the text to the
byte, and the values that are read. Each edit is also undone.
"""

import json

import model

NAMES = ["lastName", "firstName", "middleName", "namePrefix", "nameSuffix"]
ADDRESS = ["poBox", "extension", "street", "city", "region", "postalCode", "country"]
WORDS = {"FN": "name", "TEL": "phone", "EMAIL": "email", "ADR": "address", "URL": "website",
         "TITLE": "jobTitle", "BDAY": "birthday", "NOTE": "note", "CATEGORIES": "categories"}
TYPED = ["TEL", "EMAIL", "ADR", "URL"]
TEXTS = ["Anna", "0049 30", "ü, comma; semicolon", "back\\slash", "zwei\nZeilen", "=3D", "日本語の名前", "é" * 50,
         "long text " * 12, "a:b", '"q"', "tab\there"]
PLAIN = ["http://a.b/c?d=e,f;g", "1990-01-01", "--0203"]


# Lines of cards that cannot be read, and of one that hides all after it.
BAD = ["BEGIN:VCARD|VERSION:3.0|FN:x|oops|END:VCARD|", "BEGIN:VCARD|FN;A=\"b:c|END:VCARD|", "junk|",
       "BEGIN:VCARD|AGENT:|BEGIN:VCARD|oops|END:VCARD|FN:x|END:VCARD|"]
REST = "BEGIN:VCARD|VERSION:3.0|FN:x|"


class Property:
    def __init__(self, name, params="", group="", value="", quoted=None):
        self.name, self.params, self.group, self.value, self.quoted = name, params, group, value, quoted

    def copy(self):
        value = list(self.value) if isinstance(self.value, list) else self.value
        return Property(self.name, self.params, self.group, value, self.quoted)

    @property
    def text(self):
        return "".join(self.value)

    @property
    def head(self):
        return (self.group + "." if self.group else "") + self.name + self.params


def word_of(property):
    """The key, without a number."""
    name, types = property.name.upper(), property.params.lower()
    word = WORDS.get(name)
    if word is None:
        return property.name
    if name == "TEL":
        for needed, key in [(("fax",), "fax"), (("cell", "work"), "workMobile"), (("cell",), "mobile"),
                            (("home",), "homePhone"), (("work",), "workPhone")]:
            if all(t in types for t in needed):
                return key
    if name in TYPED:
        for kind in ["home", "work"]:
            if kind in types:
                return kind + word[0].upper() + word[1:]
    return word


class Card:
    def __init__(self, version, properties, declared=True):
        self.version, self.properties = version, properties

    def copy(self):
        return Card(self.version, [p.copy() for p in self.properties])

    def keys(self):
        """The keys of each property."""
        taken, result, groups = {"vCard"}, [], {}
        for p in self.properties:
            name = p.name.upper()
            if name == "N":
                taken |= set(NAMES) | {"N"}
                # One without text is kept word for word.
                result.append([k for k, v in zip(NAMES, p.value) if v] or ["N"])
                continue
            word = "company" if name == "ORG" else word_of(p)
            if name == "X-ABLABEL" and p.group in groups:
                word = groups[p.group] + "Label"
            key, number = word, 1
            while key in taken:
                number += 1
                key = word + str(number)
            taken.add(key)
            if p.group and p.group not in groups:
                groups[p.group] = key
            result.append([key])
            if name == "ORG" and len(p.value) > 1:
                department = "department" + key[len("company"):]
                taken.add(department)
                result[-1].append(department)
        return result

    def values(self):
        result = {}
        for p, keys in zip(self.properties, self.keys()):
            name = p.name.upper()
            if name == "N":
                result.update({k: v for k, v in zip(NAMES, p.value) if v} or {"N": ";".join(p.value)})
            elif name == "ORG":
                result[keys[0]] = p.value[0]
                if len(keys) > 1:
                    result[keys[1]] = p.value[1]
            elif name == "ADR":
                result[keys[0]] = {k: v for k, v in zip(ADDRESS, p.value) if v}
            else:
                result[keys[0]] = p.value
        return result


class File:
    def __init__(self, rng):
        self.line_end = rng.choice(["\n", "\r\n"])
        self.width = rng.choice([None, None, 75, 60])
        self.blank = rng.choice([" ", " ", "\t"])
        self.ends = rng.random() < 0.9
        self.cards = [self.card(rng, rng.choice(["2.1", "3.0", "3.0", "4.0"])) for _ in range(rng.randrange(2, 6))]
        if self.width:
            # What shows how the file is folded.
            self.cards[0] = Card("3.0", [Property("FN", value="x" * 200)])
        # What cannot be read before the cards and after each.
        self.bad = [[] for _ in range(len(self.cards) + 1)]
        if self.ends and rng.random() < 0.4:
            for bad in self.bad[1 if self.width else 0:]:
                if rng.random() < 0.3:
                    bad.append(rng.choice(BAD))
            if rng.random() < 0.3:
                self.bad[-1].append(REST)

    def copy(self):
        other = File.__new__(File)
        other.__dict__.update(self.__dict__)
        other.cards = [card.copy() for card in self.cards]
        other.bad = list(self.bad)
        return other

    def insert(self, place, card):
        self.cards.insert(place, card)
        self.bad.insert(place, [])

    def remove(self, number):
        self.bad[number:number + 2] = [self.bad[number] + self.bad[number + 1]]
        return self.cards.pop(number)

    @property
    def unread(self):
        return sum(len(bad) for bad in self.bad)

    def card(self, rng, version):
        old = version == "2.1"
        properties = [Property("FN", value=self.text(rng)),
                      Property("N", value=[self.text(rng) if rng.random() < 0.8 else "" for _ in range(5)])]
        if rng.random() < 0.2:
            properties[1].value = [""] * 5
        if rng.random() < 0.2:
            # As Nextcloud has it, or none as in 2.1.
            properties.pop(rng.randrange(2))
        for _ in range(rng.randrange(1, 9)):
            name = rng.choice(["TEL", "tel", "EMAIL", "URL", "TITLE", "BDAY", "NOTE", "CATEGORIES", "X-SPOUSE",
                               "x-foo", "ADR", "ORG", "item"])
            group = rng.choice(["", "", "", "item1", "g"]) if not any(p.group for p in properties) else ""
            params = ""
            if name.upper() in TYPED:
                types = rng.choice([[], ["home"], ["work"], ["cell"], ["CELL", "VOICE"], ["HOME", "pref"]])
                key = rng.choice(["", "TYPE=", "type="] if old else ["TYPE=", "type="])
                params = "".join(f";{key}{t}" for t in types)
            elif rng.random() < 0.2:
                params = ";X-P=\"a:b;c\""
            if name == "item":
                properties.append(Property("TEL", "", "item9", self.text(rng)))
                properties.append(Property("X-ABLabel", "", "item9", "_$!<Home>!$_"))
                continue
            if name == "ORG":
                value = [self.text(rng, False)] + ([self.text(rng, False)] if rng.random() < 0.5 else [])
            elif name == "ADR":
                value = [self.text(rng) if rng.random() < 0.5 else "" for _ in range(7)]
            else:
                value = self.value(rng, name, version)
            quoted = None
            if old and rng.random() < 0.4 and name not in ["CATEGORIES"]:
                quoted = rng.choice(["utf-8", "latin-1"])
                flat = "".join(value)
                if quoted == "latin-1" and any(ord(c) > 255 for c in flat):
                    quoted = "utf-8"
                charset = {"utf-8": "UTF-8", "latin-1": "ISO-8859-1"}[quoted]
                params += f";ENCODING=QUOTED-PRINTABLE;CHARSET={charset}"
            property = Property(name, params, group, value, quoted)
            if old and quoted is None and "\n" in "".join(value):
                continue
            properties.append(property)
        if old:
            properties = [p for p in properties if p.quoted or "\n" not in "".join(p.value)]
        seen, kept = set(), []
        for p in properties:
            # A second group of the same name would have no label of its own.
            if p.group == "item9" and p.name == "TEL" and "item9" in seen:
                continue
            if p.group == "item9" and p.name != "TEL" and any(q.name == "X-ABLabel" for q in kept):
                continue
            seen.add(p.group)
            kept.append(p)
        return Card(version, kept)

    def text(self, rng, lines=True):
        text = rng.choice(TEXTS)
        return text if lines else text.replace("\n", " ").replace("\\", "/").replace(";", ",")

    def value(self, rng, name, version):
        name = name.upper()
        if name in ["URL", "BDAY"]:
            return rng.choice(PLAIN)
        if name in ["CATEGORIES", "X-SPOUSE", "X-FOO", "X-NEW", "X-ABLABEL"]:
            return rng.choice(["a", "a,b", "Jonas", "x y"]) + str(rng.randrange(99))
        return self.text(rng)

    def lines(self, p, version):
        old = version == "2.1"

        def escape(text, plain=False, part=False):
            if old:
                return text.replace("\\", "\\\\").replace(";", "\\;") if part else text
            text = text.replace("\\", "\\\\").replace("\n", "\\n")
            return text if plain else text.replace(",", "\\,").replace(";", "\\;")

        name, head = p.name.upper(), p.head
        if name in ["N", "ADR", "ORG"]:
            value = ";".join(escape(part, part=True) for part in p.value)
        elif name in WORDS and name != "CATEGORIES":
            value = escape(p.value, plain=name in ["URL", "BDAY"])
        else:
            value = p.value
        quoted = p.quoted
        if quoted is None and old and "\n" in value:
            head += ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE"
            quoted = p.quoted = "utf-8"
            p.params += ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE"
        if quoted:
            try:
                data = value.replace("\n", "\r\n").encode(quoted)
            except UnicodeEncodeError:
                p.params = p.params.replace("ISO-8859-1", "UTF-8")
                p.quoted = "utf-8"
                return self.lines(p, version)
            value = "".join(chr(b) if 0x20 <= b <= 0x7E and b != 0x3D else f"={b:02X}" for b in data)
            # Blanks at the end of a line are not part of it.
            value = value[:-1] + "=20" if value.endswith(" ") else value
        line = f"{head}:{value}".encode()
        if quoted or old or not self.width:
            return line.decode() + self.line_end
        parts, room = [], self.width
        while len(line) > room:
            cut = room
            while line[cut] & 0xC0 == 0x80:
                cut -= 1
            parts.append(line[:cut])
            line, room = line[cut:], self.width - 1
        parts.append(line)
        return (self.line_end + self.blank).join(part.decode() for part in parts) + self.line_end

    def data(self):
        bad = ["".join(those).replace("|", self.line_end) for those in self.bad]
        text = bad[0]
        for card, after in zip(self.cards, bad[1:]):
            text += f"BEGIN:VCARD{self.line_end}VERSION:{card.version}{self.line_end}"
            text += "".join(self.lines(p, card.version) for p in card.properties)
            text += f"END:VCARD{self.line_end}" + after
        return (text if self.ends else text.removesuffix(self.line_end)).encode()


def word(text):
    return "".join("\\" + c if c in " \t'\"\\#" else c for c in text)


def tell_charset(file, card, property, before=""):
    """Gives a new text that is not ASCII the parameters that others have."""
    if card.version != "2.1" or property.quoted or property.text.isascii() or "\n" in property.text \
            or not before.isascii():
        return
    # What was there is at hand as it was before the edit.
    known = [p for p in file.before[id(card)] if p.quoted]
    if not known and any(not p.text.isascii() for p in file.before[id(card)]):
        return
    if not known:
        all = [p for c in file.before["cards"] if c.version == "2.1" for p in c.properties]
        known = [p for p in all if p.quoted]
        if not known and any(not p.text.isascii() for p in all):
            return
    if not known:
        property.params += ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE"
        property.quoted = "utf-8"
        return
    property.quoted = known[0].quoted
    property.params += "".join(";" + p for p in known[0].params.split(";")
                               if p.startswith("CHARSET=") or p == "ENCODING=QUOTED-PRINTABLE")


def rename_parts(file, card, before, text):
    """Changes the only part of a name with the name."""
    for property in card.properties:
        parts = [i for i, part in enumerate(property.value) if part] if property.name == "N" else []
        if len(parts) != 1:
            continue
        old = property.value[parts[0]]
        if before == old == " ".join(old.split(" ")) and "  " not in old and old.strip(" ") == old:
            property.value[parts[0]] = " ".join(word for word in text.split(" ") if word)
            tell_charset(file, card, property, old)


def fax_parameters(params, version):
    """Those of a telephone that becomes a fax."""
    result, is_told = [], False
    for param in params.split(";")[1:]:
        key, equals, type = param.rpartition("=")
        if key.upper() not in ("", "TYPE") or type.lower() not in ("home", "work", "cell", "voice"):
            result.append(param)
        elif not is_told:
            result.append(key + equals + ("FAX" if type.isupper() else "fax"))
            is_told = True
    usual = [] if is_told else ["FAX" if version == "2.1" else "TYPE=fax"]
    return "".join(";" + param for param in usual + result)


def edit(rng, file):
    """A command and the file after it."""
    old = file
    file = file.copy()
    file.before = {id(card): same.properties for card, same in zip(file.cards, old.cards)}
    file.before["cards"] = old.cards
    number = rng.randrange(1 if file.width else 0, len(file.cards))
    card = file.cards[number]
    keys = card.keys()
    index = rng.randrange(len(card.properties))
    property = card.properties[index]
    name = property.name.upper()
    kind = rng.choice(["set"] * 6 + ["delete"] * 2 + ["insert"] * 2 + ["rename", "move", "card", "remove"])
    path = f".{number}"
    before = property.text
    if kind == "set":
        if name in ["N", "ADR"]:
            part = rng.choice([i for i, v in enumerate(property.value) if v] or ([0, 1] if name == "N" else [None]))
            if part is None:
                return None
            text = file.text(rng) + str(rng.randrange(99))
            property.value[part] = text
            key = NAMES[part] if name == "N" else f"{keys[index][0]}.{ADDRESS[part]}"
        elif name == "ORG":
            part = rng.randrange(len(property.value))
            property.value[part] = text = file.text(rng, False) + str(rng.randrange(99))
            key = keys[index][part]
        else:
            text = file.value(rng, name, card.version) + str(rng.randrange(99))
            property.value, key = text, keys[index][0]
        tell_charset(file, card, property, before)
        if key == "name":
            rename_parts(file, card, before, text)
        return ["set", f"{path}.{key}:string={text}"], file
    if kind == "delete":
        if name in ["N", "ORG"] or len(card.properties) == 1:
            return None
        del card.properties[index]
        if property.group and name != "X-ABLABEL":
            if not any(p.group == property.group and p.name != "X-ABLabel" for p in card.properties):
                card.properties = [p for p in card.properties
                                   if p.group != property.group or p.name != "X-ABLabel"]
        if not card.properties:
            return None
        return ["delete", f"{path}.{keys[index][0]}"], file
    if kind == "insert":
        key, new, params = rng.choice([
            ("homePhone", "TEL", "home"), ("workEmail", "EMAIL", "work"), ("X-NEW", "X-NEW", ""),
            ("jobTitle", "TITLE", ""), ("note", "NOTE", ""), ("website", "URL", "")])
        if any(key in those for those in keys):
            return None
        if params:
            params = f";{params.upper()}" if card.version == "2.1" else f";TYPE={params}"
        text = file.value(rng, new, card.version)
        if card.version == "2.1":
            text = text.replace("\n", " ")
        same = [i for i, p in enumerate(card.properties) if p.name.upper() == new]
        place = same[-1] + 1 if same else len(card.properties)
        while card.properties[place - 1].group and place < len(card.properties) \
                and card.properties[place].head == card.properties[place - 1].group + ".X-ABLabel":
            place += 1
        card.properties.insert(place, Property(new, params, value=text))
        tell_charset(file, card, card.properties[place])
        return ["insert", f"{path}.{key}:string={text}"], file
    if kind == "rename":
        if name != "TEL" or any("fax" in those for those in keys):
            return None
        property.params = fax_parameters(property.params, card.version)
        return ["rename", f"{path}.{keys[index][0]}", "fax"], file
    first = 1 if file.width else 0
    if kind == "move":
        place = rng.randrange(first, len(file.cards))
        if place == number:
            return None
        target = place
        # It takes the position of the card there, once it is gone from its own.
        if place > number:
            place += 1
        # Nothing is moved across what cannot be read.
        if any(file.bad[number + 1:place] if place > number else file.bad[place + 1:number + 1]):
            file.cards = None
        else:
            card = file.remove(number)
            file.cards.insert(place - 1 if place > number else place, card)
            file.bad.insert(place - 1 if place > number else place + 1, [])
        return ["move", path, "to", f".{target}"], file
    if kind == "card":
        place = rng.randrange(first, len(file.cards) + 1)
        version = file.cards[place - 1 if place else 0].version
        text = file.text(rng).replace("\n", " ")
        new = Card(version, [Property("N", value=[text, "", "", "", ""]), Property("FN", value=text),
                             Property("TEL", value="5")])
        file.before[id(new)] = []
        for each in new.properties:
            tell_charset(file, new, each)
        file.insert(place, new)
        return ["insert", f".{place}:json=" + json.dumps({"name": text, "phone": "5"})], file
    if len(file.cards) - first < 2:
        return None
    file.remove(number)
    return ["delete", path], file


def check(trial):
    rng = trial.rng
    name, copy = trial.path("f.vcf"), trial.path("copy.vcf")
    cards = File(rng)
    model.write(name, cards.data())
    for number in range(trial.edits):
        made = edit(rng, cards)
        if not made:
            continue
        (command, *arguments), after = made
        before = model.read(name)
        if after.cards is None:
            done = trial.run([command, name] + arguments)
            if done.returncode != 2 or model.read(name) != before:
                return trial.fail(f"edit {number} was not refused", arguments, before, model.read(name))
            continue
        if after.data() == before:
            continue
        trial.count += 1
        done = trial.run([command, name] + arguments)
        found = model.read(name)
        complaints = model.complaints(done, cards.unread)
        if done.returncode or complaints or found != after.data():
            return trial.fail(f"edit {number}: {complaints or 'another text'}", command, arguments, before, found,
                              after.data())
        values = json.loads(trial.run(["get", "--json", name, "/"]).stdout)
        for card in values:
            card.pop("vCard")
        wanted = [card.values() for card in after.cards]
        if values != wanted:
            return trial.fail(f"edit {number}: other values", command, arguments, values, wanted)
        if number % 4 == 0 and not any(c in "".join(arguments) for c in ["\n", '\\"']):
            model.write(copy, before)
            line = " ".join([command] + [word(argument) for argument in arguments])
            undone = trial.run(["shell", copy], f"{line}\nsave\nundo\nsave\n")
            if undone.returncode or model.complaints(undone, cards.unread) or model.read(copy) != before:
                return trial.fail(f"edit {number}: undone to other bytes: {undone.stderr}", line, before)
        cards = after


model.main(check, least=0.5)
