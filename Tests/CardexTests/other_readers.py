"""Compares what cardex reads with what Python's plistlib, csv and json and vobject read.

    other_readers.py CARDEX FILE...

Files in other formats are passed over. Prints what differs, then how many files of each format both
have read; the exit status is 1 if anything differs.
"""

import base64
import collections
import csv
import datetime
import io
import json
import plistlib
import re
import subprocess
import sys
import warnings

import vobject

warnings.simplefilter("ignore")
csv.field_size_limit(1 << 30)


def ours(cardex, path):
    """What cardex reads; an error as text."""
    outcome = subprocess.run([cardex, "convert", "--to=json", "--tagged", path], capture_output=True)
    if outcome.returncode:
        return outcome.stderr.decode(errors="replace")
    return untagged(json.loads(outcome.stdout))


def untagged(value):
    if isinstance(value, list):
        return [untagged(element) for element in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        ((key, content),) = value.items()
        if key == "$date":
            return datetime.datetime.strptime(content, "%Y-%m-%dT%H:%M:%SZ")
        if key == "$data":
            return base64.b64decode(content)
        if key == "$real":
            return float(content)
        if re.fullmatch(r"\$\$+(date|data|real)", key):
            return {key[1:]: untagged(content)}
    return {key: untagged(content) for key, content in value.items()}


# Binary property lists


def binary(content):
    value = plistlib.loads(content, fmt=plistlib.FMT_BINARY)
    if isinstance(value, dict) and "$archiver" in value and "$objects" in value and value["$top"]:
        return unarchived(value)
    return whole_seconds(value)


def whole_seconds(value):
    if isinstance(value, list):
        return [whole_seconds(element) for element in value]
    if isinstance(value, dict):
        return {key: whole_seconds(content) for key, content in value.items()}
    return value.replace(microsecond=0) if isinstance(value, datetime.datetime) else value


def unarchived(archive):
    """The objects of a keyed archive as a tree, as cardex-formats(5) says."""
    def class_names(value):
        return archive["$objects"][value["$class"].data]["$classes"]

    def tree(value):
        if isinstance(value, plistlib.UID):
            value = archive["$objects"][value.data]
        if isinstance(value, list):
            return [tree(element) for element in value]
        if not isinstance(value, dict) or "$class" not in value:
            return value
        names = class_names(value)
        if "NSDictionary" in names:
            return dict(zip(map(tree, value["NS.keys"]), map(tree, value["NS.objects"])))
        if "NSArray" in names or "NSSet" in names:
            return [tree(element) for element in value["NS.objects"]]
        if "NSString" in names:
            return value["NS.string"]
        if "NSDate" in names:
            start = datetime.datetime(2001, 1, 1)
            return start + datetime.timedelta(seconds=int(value["NS.time"]))
        if "NSData" in names:
            return value["NS.data"]
        fields = {key: tree(field) for key, field in value.items() if key != "$class"}
        fields = {key: field for key, field in fields.items() if field != "$null"}
        return {"$class": names[0], **fields}

    top = archive["$top"]
    return tree(top["root"]) if list(top) == ["root"] else {key: tree(top[key]) for key in top}


# Tables


def decoded(content):
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"),
                           (b"\xfe\xff", "utf-16")):
        if content.startswith(mark):
            return content.decode(encoding)
    return content.decode()


def table(content, is_tsv):
    text = decoded(content)
    first = text.split("\n")[0]
    def rank(separator):
        """That by which all rows have as many values as the first, and most there."""
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
        lengths = {len(line) for line in lines if line}
        return first.count(separator) > 0, len(lengths) == 1, first.count(separator)

    separator = "\t" if is_tsv else max(",;\t|", key=rank)
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if row]
    header = []
    for number, name in enumerate(rows[0], 1):
        name = key = name or "column %d" % number
        count = 1
        while key in header:
            count += 1
            key = "%s %d" % (name, count)
        header.append(key)
    return [dict(zip(header, row)) for row in rows[1:]]


# vCards. Keys depend on types, for which there are tests with expectations written by hand. What is
# compared are the values of each property, in the order of the card.

KEYS = {
    "fn": "name", "nickname": "nickname", "email": "email|homeEmail|workEmail",
    "tel": "phone|mobile|homePhone|workPhone|workMobile|fax|homeFax|workFax|pager",
    "adr": "address|homeAddress|workAddress", "url": "website|homeWebsite|workWebsite",
    "title": "jobTitle", "role": "role", "bday": "birthday", "note": "note",
    "categories": "categories", "photo": "photo", "logo": "logo",
}
NAME = [("lastName", "family"), ("firstName", "given"), ("middleName", "additional"),
        ("namePrefix", "prefix"), ("nameSuffix", "suffix")]
ADDRESS = [("poBox", "box"), ("extension", "extended"), ("street", "street"), ("city", "city"),
           ("region", "region"), ("postalCode", "code"), ("country", "country")]


def plain(value):
    """A value without what the two keep differently: empty components, escapes that no standard has
    or that separate nothing, carriage returns, and, in lists, whether commas separate."""
    if isinstance(value, dict):
        parts = {key: plain(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part}
    if isinstance(value, list):
        return ",".join(filter(None, map(plain, value)))
    if isinstance(value, str):
        return re.sub(r'\\([:",])', r"\1", value.replace("\r\n", "\n"))
    return value


def components(value, names):
    return {key: getattr(value, name) for key, name in names}


def cards(content):
    """What vobject has read of each card: values by property."""
    text = content.decode()
    if re.search(r"VERSION:2\.1", text) and "\\" in text:
        raise ValueError("vobject reads the escapes of later versions in vCard 2.1")
    found = []
    for card in vobject.readComponents(text, allowQP=True):
        if card.name != "VCARD":
            raise ValueError("a file of %s" % card.name)
        values = collections.defaultdict(list)
        for line in card.lines():
            name = line.name.lower()
            if name == "n" and "n" not in values:
                values[name].append(plain(components(line.value, NAME)))
            elif name == "adr":
                values[name].append(plain(components(line.value, ADDRESS)))
            elif name == "org":
                values[name].append([plain(part) for part in line.value])
            elif name in KEYS:
                values[name].append(plain(line.value))
        found.append(dict(values))
    return found


def ours_of(card):
    """The same of a card as cardex reads it."""
    values = collections.defaultdict(list)
    name = {key: card[key] for key, _ in NAME if key in card}
    if name:
        values["n"].append(plain(name))
    for key, value in card.items():
        word = key.rstrip("0123456789")
        if word == "company":
            department = card.get(key.replace("company", "department"), "")
            parts = [re.sub(r"\\(.)", r"\1", part) for part in re.split(r"(?<!\\);", department)]
            values["org"].append([plain(part) for part in [value] + parts if part])
        for property, words in KEYS.items():
            if word in words.split("|"):
                values[property].append(plain(value))
    return dict(values)


def compare(cardex, path, counts):
    """Whether both read the same."""
    with open(path, "rb") as file:
        content = file.read()
    name = path.lower()
    try:
        if content.startswith(b"bplist"):
            kind, theirs = "binary", binary(content)
        elif name.endswith((".csv", ".tsv")):
            kind, theirs = "csv", table(content, name.endswith(".tsv"))
        elif name.endswith(".json"):
            kind, theirs = "json", json.loads(decoded(content))
        elif name.endswith(".vcf"):
            kind, theirs = "vcard", cards(content)
        else:
            return True
    except Exception as error:  # Whatever the other reader cannot read.
        print("%s: not compared: %r" % (path, error), file=sys.stderr)
        return True
    found = ours(cardex, path)
    if kind == "vcard" and isinstance(found, list):
        for card, other in zip(found, theirs):
            # What is not valid stays word for word.
            for key in card.keys() & {name.upper() for name in KEYS}:
                other.pop(key.lower(), None)
        found = [ours_of(card) for card in found]
    if found == theirs if kind == "vcard" else repr(found) == repr(theirs):
        counts[kind] += 1
        return True
    print("%s: cardex reads\n%r\nand not\n%r" % (path, found, theirs))
    return False


def main():
    counts = collections.Counter()
    same = [compare(sys.argv[1], path, counts) for path in sys.argv[2:]]
    print(" ".join("%s=%d" % item for item in sorted(counts.items())))
    sys.exit(0 if all(same) else 1)


main()
