"""Edits tables by paths as cardex does, with a model of their rows in Python, and compares the text to the
byte, and what csv reads. Everything is undone at the end.
"""

import csv
import io
import json

import model

KEYS = ["name", "phone", "city", "a b", "Größe", "note", "x"]
TEXTS = ["", "Anna", "0049 30", " two ", "ü, comma; semicolon", 'with "quotes"', "tab\there", "-", "1.50",
         "日本", "l\u2028s"]
# Rows that cannot be read, and what hides all after it.
BAD = ['"Bo"x', '"two\nlines"x', '"x" "y"']
REST = '"open\nx'


class Table:
    """Rows of cells, each as it is written, with how it was in the file."""

    def __init__(self, rng):
        self.separator = rng.choice([",", ";", "\t", "|"])
        self.line_end = rng.choice(["\n", "\r\n"])
        self.quotes_all = rng.random() < 0.3
        self.ends = rng.random() < 0.8
        self.kind = rng.choice(["insert", "delete"])
        self.keys = rng.sample(KEYS, rng.randrange(2, 6))
        self.rows = [[self.cell(rng.choice(TEXTS), rng.random() < 0.3) for _ in self.keys]
                     for _ in range(rng.randrange(1, 8))]
        self.blank = ["" if not self.ends or rng.random() < 0.9 else self.line_end for _ in self.rows]
        # What cannot be read after the first row and after each other one.
        self.bad = [[] for _ in range(len(self.rows) + 1)]
        if self.ends and rng.random() < 0.4:
            for bad in self.bad:
                if rng.random() < 0.3:
                    bad.append(rng.choice(BAD) + self.line_end)
            if rng.random() < 0.3:
                self.bad[-1].append(REST)

    def cell(self, text, quoted=False):
        written = self.like(text, '"' if quoted or self.quotes_all else "")
        return written, written

    def new(self, text):
        written = self.like(text, '"' if self.quotes_all else "")
        return written, '"' if self.quotes_all else ""

    def like(self, text, old):
        """A text that is quoted as another cell is, or because it must be."""
        if old.startswith('"') or any(c in text for c in self.separator + '"\r\n'):
            return '"' + text.replace('"', '""') + '"'
        return text

    def copy(self):
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.rows = [list(row) for row in self.rows]
        other.blank = list(self.blank)
        other.bad = list(self.bad)
        other.keys = list(self.keys)
        return other

    def text(self):
        header = self.separator.join(self.cell(key)[0] for key in self.keys) + self.line_end
        lines = [self.separator.join(cell for cell, _ in row) + self.line_end + blank + "".join(bad)
                 for row, blank, bad in zip(self.rows, self.blank, self.bad[1:])]
        text = header + "".join(self.bad[0]) + "".join(lines)
        return text if self.ends or not self.rows else text.removesuffix(self.line_end)

    def values(self):
        return [[read(cell) for cell, _ in row] for row in self.rows]


def read(cell):
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def word(text):
    result, escaped = "", False
    for c in text:
        result += "\\" + c if c in " '\"\\#" else c
    return result


def edit(rng, table, kind=None):
    """Commands and the table after them."""
    table = table.copy()
    # What is inserted where something is deleted takes its quotes.
    kind = kind or rng.choice(["set", "set", "set", table.kind])
    index = rng.randrange(len(table.rows)) if table.rows else None
    text = rng.choice([t for t in TEXTS if "\t" not in t and "\u2028" not in t]) + str(rng.randrange(99))
    if kind == "insert":
        place = rng.randrange(len(table.rows) + 1)
        table.rows.insert(place, [table.new(text)] + [table.new("")] * (len(table.keys) - 1))
        table.blank.insert(place, "")
        table.bad.insert(place, [])
        command = f"insert .{place}:dict="
        return [command, f"set .{place}.{word(table.keys[0])}:string={word(text)}"], table
    if index is None:
        return None
    if kind == "set":
        column = rng.randrange(len(table.keys))
        old = table.rows[index][column]
        if read(old[0]) == text:
            return None
        table.rows[index][column] = table.like(text, old[1]), old[1]
        return [f"set .{index}.{word(table.keys[column])}={word(text)}"], table
    if kind == "delete":
        # A table of which nothing can be read is refused.
        if len(table.rows) == 1 and any(table.bad):
            return None
        del table.rows[index], table.blank[index]
        table.bad[index:index + 2] = [table.bad[index] + table.bad[index + 1]]
        return [f"delete .{index}"], table
    if kind == "column":
        new = [key for key in KEYS if key not in table.keys]
        if not new:
            return None
        table.keys.append(new[0])
        for row in table.rows:
            row.append(table.new(""))
        table.rows[index][-1] = table.new(text)
        return [f"insert .{index}.{word(new[0])}:string={word(text)}"], table
    return None


def check(trial):
    rng = trial.rng
    table = Table(rng)
    name = "f.tsv" if table.separator == "\t" else "f.csv"
    before = table.text().encode()
    model.write(trial.path(name), before)
    # Only one that is read with the separator that it was written with.
    unread = sum(len(bad) for bad in table.bad)
    shown = trial.run(["get", "--json", trial.path(name), "/"])
    if shown.returncode != (2 if unread else 0) and table.rows:
        return trial.fail(f"status {shown.returncode}", before)
    rows = json.loads(shown.stdout) if shown.stdout else []
    if [list(row.values()) for row in rows] != table.values():
        return
    commands, wanted = [], table
    for _ in range(trial.edits):
        made = edit(rng, wanted)
        if made:
            commands += made[0]
            wanted = made[1]
    # A column that no row has a value in would be none.
    made = edit(rng, wanted, "column") if rng.random() < 0.3 else None
    if made:
        commands += made[0]
        wanted = made[1]

    def fault(data, _=None):
        if data != wanted.text().encode():
            return f"another text than {wanted.text().encode()}"
        if unread:
            return None
        rows = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=wanted.separator)
        return None if [row for row in rows if row][1:] == wanted.values() else "csv reads other rows"

    trial.try_edits(name, before, commands, fault, False, unread)


model.main(check)
