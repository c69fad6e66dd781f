"""Reads indexes by cardex-index(5) alone, and compares what it finds with cardex.

    index_reader.py CARDEX CATALOGUE PATTERN...

The catalogue's index must have been made; $XDG_CACHE_HOME says where. Patterns are ASCII without
upper-case letters, or text that folding leaves alone. Prints what differs; nothing if all is well.
"""

import json
import os
import re
import struct
import subprocess
import sys
import xml.parsers.expat

import xxhash

MASK = (1 << 64) - 1


def checksum(data):
    return xxhash.xxh3_64_intdigest(data) & 0xFFFFFFFF


def is_read(text):
    """Whether a text has a character of Han script, kana or hangul."""
    return any(
        "\u3041" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3"
        for c in text)


def grouped_numbers(text):
    """The grouped numbers of a folded text, as they are stored."""
    between = "[ ()./\u2010-\u2015\u2212-]{0,3}"
    found = []
    for number in re.finditer(rf"(?:\+{between})?[0-9](?:{between}[0-9])*", text):
        plain = re.sub("[^0-9+]", "", number[0])
        if len(plain.lstrip("+")) >= 3 and (plain[0] == "+" or plain != number[0]):
            found.append(plain)
    return " ".join(found)


def gram(text):
    """The gram at the start of a text, and its bits; empty if no character begins there."""
    size, bits, count = 0, "", 0
    while (count < 3 or size < 4) and size < len(text) and text[size] & 0xC0 != 0x80:
        end = size + 1
        while end < len(text) and text[end] & 0xC0 == 0x80:
            end += 1
        more = f"{text[size]:08b}" + "".join(f"{byte & 0x3F:06b}" for byte in text[size + 1 : end])
        if len(bits + more) > 61:
            break
        size, bits, count = end, bits + more, count + 1
    return text[:size], bits, count


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def sum_of(code):
    """The number in gamma code."""
    return (1 << code[0]) + code[1]


def expect(condition, what):
    if not condition:
        print(what)


class Reader:
    """Numbers and texts one after another."""

    def __init__(self, data, place=0):
        self.data, self.place = data, place

    def byte(self):
        self.place += 1
        return self.data[self.place - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value & MASK

    def zigzag(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def text(self):
        length = self.varint()
        self.place += length
        return self.data[self.place - length : self.place].decode()

    def texts(self):
        return [self.text() for _ in range(self.varint())]

    @property
    def is_at_end(self):
        return self.place == len(self.data)


def packed_integers(data):
    count = struct.unpack_from("<Q", data)[0]
    result = []
    for block in range((count + 63) // 64):
        value, rest = struct.unpack_from("<QQ", data, 8 + 16 * block)
        result.append(value)
        others = min(64, count - 64 * block) - 1
        if others == 0:
            continue
        reader = Reader(data, rest)
        smallest, width = reader.zigzag(), reader.varint()
        bits = int.from_bytes(data[reader.place : reader.place + (others * width + 7) // 8], "little")
        for _ in range(others):
            value += smallest + (bits & ((1 << width) - 1))
            bits >>= width
            result.append(value)
    return result


class Index:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.read_header()
        self.check_units()

    def read_header(self):
        data = self.bytes
        expect(data[:8] == b"\x89CDX\r\n\x1a\n", "not an index")
        (version, header, length, self.data_length, self.made) = struct.unpack_from("<IIQQq", data, 8)
        expect(version == 4, "another version of the format")
        expect(length == len(data), "another length")
        expect(header % 1024 == 0 and self.data_length % 1024 == 0, "crooked lengths")
        whole = xxhash.xxh3_64_intdigest(data[: header - 8])
        expect(struct.unpack_from("<Q", data, header - 8)[0] == whole, "hash")
        self.identity = struct.unpack_from("<QQqqq", data, 40)
        (self.entry_count, parts, version_length, options_length, path_length) = struct.unpack_from(
            "<QIIII", data, 80)
        self.data = data[header : header + self.data_length]
        self.table = data[header + self.data_length :]
        self.parts = {}
        for number in range(parts):
            tag, zero, offset, length = struct.unpack_from("<4sIQQ", data, 104 + 24 * number)
            expect(zero == 0 and offset % 64 == 0, "a crooked part")
            self.parts[tag.decode()] = self.data[offset : offset + length]
        place = 104 + 24 * parts
        self.text_version = data[place : place + version_length]
        place += version_length
        self.options = data[place : place + options_length]
        place += options_length
        self.path = data[place : place + path_length]
        place += path_length
        units = (len(self.table) + 4095) // 4096
        self.table_checksums = struct.unpack_from(f"<{units}I", data, place)
        place += 4 * units
        expect(not any(data[place : header - 8]), "something after the header's fields")

    def check_units(self):
        for number, expected in enumerate(self.table_checksums):
            unit = self.table[4096 * number : 4096 * (number + 1)]
            expect(checksum(unit) == expected, f"unit {number} of the table")
        checksums = struct.unpack(f"<{len(self.table) // 4}I", self.table)
        expect(len(checksums) == self.data_length // 1024, "another length of the table")
        for number, expected in enumerate(checksums):
            unit = self.data[1024 * number : 1024 * (number + 1)]
            expect(checksum(unit) == expected, f"unit {number}")

    def read_options(self):
        if not self.options:
            return None
        reader = Reader(self.options)
        flag = reader.byte()
        lists = [reader.texts() for _ in range(8)]
        expect(reader.is_at_end, "something after the options")
        return flag, lists

    def columns(self):
        reader = Reader(self.parts["COLS"])
        columns = []
        for _ in range(reader.varint()):
            head = reader.varint()
            columns.append((head // 4, head % 4, reader.text()))
        expect(reader.is_at_end, "something after the columns")
        return columns

    def records(self, letter):
        """The fields of each entry: pairs of text and tag."""
        records, fields, start, place = [], [], 0, 0
        data = self.parts[letter + "TXT"]
        starts = self.starts(letter + "STA", len(data))
        expect(starts[-1] == len(data), "the last start is not the end")
        while place < len(data):
            if start == place and not fields and len(records) % 8 == 0:
                expect(starts[len(records) // 8] == place, f"start of entry {len(records)}")
            if data[place] < 0xF5:
                place += 1
                continue
            text, tag, weight = data[start:place], 0, 1
            while data[place] < 0xFE:
                tag += (data[place] - 0xF4) * weight
                weight *= 9
                place += 1
            if data[place] == 0xFE or fields or text or tag or letter == "S":
                fields.append((text, tag))
            if data[place] == 0xFF:
                records.append(fields)
                fields = []
            place += 1
            start = place
        expect(len(records) == self.count(letter), "another number of records")
        return records

    def starts(self, part, length):
        """Where every eighth text begins, and where the last ends."""
        data = self.parts[part]
        size = struct.unpack_from("<Q", data)[0]
        expect(size == max(1, (length.bit_length() + 7) // 8), f"another size of numbers in {part}")
        expect(len(data) % size == 8 % size, f"a number is cut in {part}")
        return [
            int.from_bytes(data[place : place + size], "little")
            for place in range(8, len(data), size)
        ]

    def count(self, letter):
        """The number of records of a collection: sections for T, else entries."""
        return len(self.sections()) if letter == "T" else self.entry_count

    def check_readings(self, letter, records):
        """Whether the codes are those of the fields, as far as their letters show."""
        members, codes = self.parts[letter + "REM"], self.parts[letter + "REC"]
        expect(len(self.parts["RVER"]) == 8, "another length of the readings' version")
        if not members:
            expect(not codes, "readings of no entries")
            members = bytes(16 * ((self.count(letter) + 63) // 64))
        expect(len(members) == 16 * ((self.count(letter) + 63) // 64), "another number of members")
        codes = struct.unpack(f"<{len(codes) // 2}H", codes)
        place, known = 0, {}
        for number, fields in enumerate(records):
            bits, start = struct.unpack_from("<QQ", members, number // 64 * 16)
            if number % 64 == 0:
                expect(start == place, f"start of the readings of entry {number}")
            read = [(text.decode(), tag) for text, tag in fields if is_read(text.decode())]
            expect(bool(read) == (bits >> number % 64 & 1 == 1), f"readings of entry {number}")
            for text, tag in read:
                end = place
                while codes[end] < 0x8000:
                    end += 1
                own = codes[place:end]
                expect(codes[end] == 0x8000 + tag, f"tag of a reading of entry {number}")
                expect(known.setdefault(text, own) == own, f"two readings of {text}")
                letters = [c for c in text if c.isascii() and c.isalnum()]
                expect([chr(c) for c in own if c < 128 and c > 1] == letters, f"letters of {text}")
                expect(any(c >= 128 for c in own), f"nothing is read of {text}")
                place = end + 1
            if read:
                expect(codes[place] == 0, f"end of the readings of entry {number}")
                place += 1
        expect(place == len(codes), "something after the readings")

    def check_numbers(self, letter, records):
        """Whether what is stored of grouped digits is in the fields."""
        members, data = self.parts[letter + "NUM"], self.parts[letter + "NUT"]
        if not members:
            expect(not data and not self.parts[letter + "NUS"], "numbers of no entries")
            members = bytes(12 * ((self.count(letter) + 63) // 64))
        else:
            starts = self.starts(letter + "NUS", len(data))
            expect(starts[0] == 0 and starts[-1] == len(data), "starts of numbers")
        expect(len(members) == 12 * ((self.count(letter) + 63) // 64), "another number of members")
        stored, total = data.split(b"\xff")[:-1], 0
        for number, fields in enumerate(records):
            bits, before = struct.unpack_from("<QI", members, number // 64 * 12)
            if number % 64 == 0:
                expect(before == total, f"numbers before those of entry {number}")
            if not bits >> number % 64 & 1:
                continue
            for field in re.split(b"\xfe", stored[total]):
                numbers = field.rstrip(bytes(range(0xF5, 0xFE))).decode()
                expect(
                    any(numbers == grouped_numbers(text.decode()) for text, _ in fields),
                    f"numbers of entry {number}")
            total += 1
        expect(len(stored) == total, "numbers of no entry")

    def scan(self, letter, pattern):
        """The entries whose text holds a pattern, found by scanning all text."""
        return [
            number
            for number, text in enumerate(self.parts[letter + "TXT"].split(b"\xff")[:-1])
            if pattern in text
        ]

    def segments(self, letter):
        """For each segment its first entry, and the entries in the list of each gram's key."""
        directory, data = self.parts[letter + "GRM"], self.parts[letter + "LST"]
        numbers = struct.unpack(f"<{len(directory) // 8}Q", directory)
        size, place = numbers[0], 1 + -(-self.count(letter) // numbers[0])
        counts = numbers[1:place]
        samples = numbers[place : place + sum(-(-count // 64) for count in counts)]
        place += len(samples)
        expect(place + 2 * sum(counts) == len(numbers), "another number of grams")
        expected_samples, ranges = [], set()
        for segment, count in enumerate(counts):
            lists = {}
            for _ in range(count):
                key, number = numbers[place : place + 2]
                place += 2
                start, length = number & (1 << 36) - 1, number >> 36 & (1 << 20) - 1
                ranges.add((start, start + length))
                lists[key] = self.list(data[start : start + length], number >> 56)
            expect(list(lists) == sorted(lists), "the grams are not in order")
            expected_samples += list(lists)[::64]
            yield segment * size, lists
        expect(expected_samples == list(samples), "other samples")
        ordered = sorted(ranges)
        places = [0] + [end for _, end in ordered]
        expect(places == [start for start, _ in ordered] + [len(data)], "gaps between lists")

    @staticmethod
    def list(data, parameter):
        bits = int.from_bytes(data, "little")

        def code(low=None):
            """A number whose lowest bits, as many as zeros come first if not given, follow a one."""
            nonlocal bits
            zeros = (bits & -bits).bit_length() - 1
            low = zeros if low is None else low
            bits >>= zeros + 1
            rest = bits & (1 << low) - 1
            bits >>= low
            return zeros, rest

        number, entries = -1, []
        repeats, parameter = parameter >= 32, parameter % 32
        count = sum_of(code()) if repeats else None
        while bits:
            zeros, rest = code(parameter)
            step = (zeros << parameter) + rest + 1
            for _ in range(sum_of(code()) if repeats else 1):
                number += step
                entries.append(number)
        expect(count in (None, len(entries)), "another number of entries in a list")
        return entries

    def listed(self, letter, patterns):
        """The entries that contain each pattern, by lists; None if there are none."""
        if not self.parts[letter + "GRM"]:
            expect(len(self.parts[letter + "TXT"]) < 131072, "there should be lists")
            return [None for _ in patterns]
        texts = self.parts[letter + "TXT"].split(b"\xff")
        found = [[] for _ in patterns]
        for first, lists in self.segments(letter):
            for number, pattern in enumerate(patterns):
                found[number] += self.listed_in(lists, first, pattern, texts)
        return found

    @staticmethod
    def listed_in(lists, first, pattern, texts):
        text, bits, _ = gram(pattern)
        if text == pattern:
            entries = set()
            for key, some in lists.items():
                if f"{key:064b}".startswith(bits):
                    entries |= {first + entry for entry in some}
            return sorted(entries)
        left = None
        for place in range(len(pattern)):
            one, bits, count = gram(pattern[place:])
            if not one or place + len(one) == len(pattern):
                continue
            some = set(lists.get(int(bits.ljust(64, "0"), 2) | count, []))
            left = some if left is None else left & some
        return [first + entry for entry in sorted(left) if pattern in texts[first + entry]]

    def sections(self):
        """The offset of the title, the enclosing section and the entries of each section."""
        places = packed_integers(self.parts["SPLC"])
        sections = []
        for number, (start, end) in enumerate(zip(places, places[1:])):
            reader = Reader(self.parts["SECT"][start:end])
            parent = position = depth = 0
            if number > 0:
                parent = number - reader.varint()
                position, depth = reader.varint(), reader.varint()
            title, header, footer = (reader.varint() for _ in range(3))
            for _ in range(reader.varint()):
                keys = [reader.text() for _ in range(reader.varint())]
                reader.varint()
                expect(all(keys), f"an empty key around a field of section {number}")
            entry, inner, runs = 0, number, []
            while not reader.is_at_end:
                entry += reader.varint()
                content = reader.varint()
                if content % 2 == 0:
                    runs.append(range(entry, entry + content // 2))
                    entry += content // 2
                else:
                    inner += content // 2
                    runs.append(inner)
            sections.append((parent, position, depth, title, (header, footer), runs))
        expect(places[-1] == len(self.parts["SECT"]), "something after the sections")
        return sections

    def shape(self):
        reader = Reader(self.parts["SHAP"])
        root, levels = reader.texts(), []
        for _ in range(reader.varint()):
            kind = reader.byte()
            lists = {0: 2, 1: 1}.get(kind, 0)
            levels.append((kind, [reader.texts() for _ in range(lists)]))
        grouping = reader.byte()
        key = reader.text() if grouping == 1 else None
        is_form, is_flat = reader.byte(), reader.byte()
        reader.byte()  # Whether it is a String Catalog.
        reader.byte()
        labels, details, reasons = reader.texts(), reader.texts(), reader.texts()
        reader.byte()
        expect(reader.is_at_end, "something after the shape")
        return root, levels, grouping, key, is_form, is_flat, labels, details, reasons


def element(text, offset):
    """The name of the element at an offset, and all text in it."""
    parser = xml.parsers.expat.ParserCreate("utf-8")
    state = {"name": None, "open": [], "texts": []}

    class End(Exception):
        pass

    def begin(name, _):
        state["name"] = state["name"] or name
        state["open"].append(len(state["texts"]))
        state["texts"].append("")

    def end(_):
        state["open"].pop()
        if not state["open"]:
            raise End

    def characters(data):
        state["texts"][state["open"][-1]] += data

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(text[offset:], True)
    except End:
        pass
    except xml.parsers.expat.ExpatError as error:
        print(f"no element at {offset}: {error}")
    return state["name"], state["texts"]


def main():
    cardex, path, *patterns = sys.argv[1:]
    real = os.path.realpath(path)

    def lines(*arguments):
        command = [cardex, "search", *arguments, path]
        return subprocess.run(command, capture_output=True, check=False).stdout.splitlines()

    def found(*arguments):
        return [number_of[line.decode()] for line in lines("--format", "{position}", *arguments)]

    directory = os.path.join(os.environ["XDG_CACHE_HOME"], "cardex")
    name = "".join(c if c.isalnum() or c in ".-_" else "_" for c in os.path.basename(real))
    own = os.path.join(directory, f"{fnv1a(real.encode()):016x}-{name}.index")
    index = Index(own)
    status = os.stat(path)
    expect(index.path.decode() == real, "another path")
    expect(
        index.identity
        == (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns),
        "another identity")
    expect(index.read_options() is None and len(index.text_version) == 12, "another way of reading")

    entries = [json.loads(line) for line in lines("--json", "--no-index", "")]
    expect(len(entries) == index.entry_count, "another number of entries")
    number_of = {entry["position"]: number for number, entry in enumerate(entries)}
    with open(path, "rb") as file:
        text = index.parts.get("TEXT") or file.read()
    check_places(index, entries, text)

    columns = index.columns()
    records = {letter: index.records(letter) for letter in "SOT"}
    for letter in "SOT":
        index.check_readings(letter, records[letter])
        index.check_numbers(letter, records[letter])
    for number, fields in enumerate(records["T"]):
        expect(all(tag in (1, 2) for _, tag in fields), f"tags of section {number}")
    needles = [pattern.encode() for pattern in patterns]
    for letter in "SOT":
        for pattern, needle, listed in zip(patterns, needles, index.listed(letter, needles)):
            expect(listed in (None, index.scan(letter, needle)), f"{pattern}: {letter} listed")
    for pattern in patterns:
        needle = pattern.encode()
        expected = found("--no-index", "-e", pattern)
        expect(index.scan("S", needle) == expected, f"{pattern}: scanned")
        lists = [json.loads(line) for line in lines("--json", "--no-index", "--all-fields", "-e", pattern)]
        expected = sum(item["type"] == "section" for item in lists)
        expect(len(index.scan("T", needle)) == expected, f"{pattern}: scanned for sections")
        # One pattern for the fields.
        if pattern != patterns[0]:
            continue
        keys = [name for scope, _, name in columns if scope == 2]
        for arguments, wanted in [(["--all-fields"], lambda scope, _: scope > 0)] + [
            (["--field", key], lambda scope, name, key=key: scope == 2 and name == key)
            for key in keys
        ]:
            expected = found(*arguments, "-e", pattern)
            tags = {"S": set(), "O": set()}
            for number, (scope, _, name) in enumerate(columns):
                if wanted(scope, name):
                    tags["S"].add(number)
                    tags["O"].add(number + 1)
            numbers = [
                number
                for number in range(index.entry_count)
                if any(
                    needle in field and tag in tags[letter]
                    for letter in "SO"
                    for field, tag in records[letter][number])
            ]
            expect(numbers == expected, f"{pattern} {arguments}")


def name_code(labels, before, entry):
    """How an address names an entry, given all labels of its section and those before it."""
    label = entry["label"]
    if labels.count(label) > 1:
        ordinal = before.count(label) + 1
        return 2 if f"{label}#{ordinal}" in labels else 2 + ordinal
    numbered = re.fullmatch("(.+)#[1-9][0-9]*", label, re.DOTALL)
    return 1 if numbered and numbered[1] in labels else 0


def check_places(index, entries, text):
    """Whether sections and entries are where the index says."""
    offsets = packed_integers(index.parts["ENTR"])
    expect(len(offsets) == len(entries), "another number of offsets")
    sections = index.sections()
    starts, owners = packed_integers(index.parts["RUNS"]), packed_integers(index.parts["RSEC"])
    expect(
        sorted(zip(starts, owners))
        == sorted(
            (run.start, number)
            for number, section in enumerate(sections)
            for run in section[5]
            if isinstance(run, range)),
        "runs and sections differ")
    titles = {}
    for number, (parent, position, depth, title, _, runs) in enumerate(sections):
        own = [element(text, title - 1)[1][0] if title else None]
        titles[number] = titles[parent] + own if number else []
        expect(depth == len(titles[number]), f"depth of section {number}")
        expect(number == 0 or number in sections[parent][5], f"place of section {number}")
    codes = packed_integers(index.parts["NAME"])
    expect(len(codes) == len(entries) + len(sections), "another number of names")
    for section, (*_, runs) in enumerate(sections):
        labels = [entries[i]["label"] for run in runs if isinstance(run, range) for i in run]
        has_sections = any(not isinstance(run, range) for run in runs)
        for run in runs:
            for number in run if isinstance(run, range) else []:
                entry = entries[number]
                expect(entry["section"] == titles[section], f"section of entry {number}")
                texts = element(text, offsets[number])[1]
                expect(entry["label"] in [*texts, ""], f"entry {number} at {offsets[number]}")
                if not has_sections and entry["label"]:
                    before = labels[:number - run.start + sum(
                        len(other) for other in runs[:runs.index(run)])]
                    expect(codes[number] == name_code(labels, before, entry), f"name of {number}")
    index.shape()


main()
