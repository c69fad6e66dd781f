"""A server that speaks PostgreSQL's protocol (version 3) and lies.

    hostile_server.py DIRECTORY SCRIPT

listens on a Unix socket in the directory and answers what `cardex` asks about the catalogue that
the script, one of `cardex convert --to=postgresql`, publishes. The name of the user says how it
lies in a connection:

    honest              not at all; for each statement, the number of columns of its answer is
                        appended to the file `columns` in the directory
    ANSWER.COLUMN.LIE   by a value in the first row of one of the answers that have rows
    STATEMENT.LIE       by the answer to a statement
    random.SEED         by any of these
    deaf                by not taking rows that are copied
    endless.STATEMENT.KIND
                        by an answer without an end to a statement, or without an answer (`silence`)

What would be executed if it were a command of psql's makes the file PWNED in the directory.
"""

import os
import random
import re
import socket
import struct
import sys
import threading

directory = sys.argv[1]
touch = f"touch {directory}/PWNED"

# Values instead of those that were asked for.
VALUES = [
    f"\\'\n;\n\\! {touch}\n",
    f"';\n\\! {touch}\n--",
    f"\\\n\\! {touch}\n\\.\n",
    f"\t`{touch}`\\t `{touch}`",
    f":`{touch}` :SERVER_VERSION_NAME :'x",
    "\x1b]0;title\x07\x1b[31m\u009b1m",
    "\"", "", None, b"\xff\xfe\x80", "a\0b", "-1", "9223372036854775807", "-9223372036854775808", "1" * 70000,
    "65536+65536*1000000000000", "65536+1*4294967295", "00000000-0000-4000-8000-000000000000",
]

# Answers instead of those that were asked for.
ANSWERS = [
    "nothing", "no rows", "copy in", "copy out", "copy out without end", "error", "notices", "settings",
    "two answers", "fewer columns", "more columns", "no columns", "rows twice", "reversed", "empty",
    "unknown", "closed", "null rows", "copy both", "copy in twice", "long error",
]


def load(path):
    """The tables of a script: for each the columns and rows, of which a value is text or None."""
    tables = {}
    lines = open(path, encoding="utf-8").read().split("\n")
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        copied = re.match(r"copy (\w+) \((.*)\) from stdin;", line)
        inserted = re.match(r"insert into (\w+) \((.*?)\) values \((.*?)\) on conflict", line)
        if copied:
            rows = []
            while lines[place] != "\\.":
                rows.append([unescaped(value) for value in lines[place].split("\t")])
                place += 1
            tables[copied[1]] = (copied[2].split(", "), rows)
        elif inserted:
            values = [literal(value) for value in re.split(r", (?=E'|now)", inserted[3])]
            tables[inserted[1]] = (inserted[2].split(", "), [values])
    return tables


def unescaped(value):
    if value == "\\N":
        return None
    return re.sub(r"\\([0-7]{3})", lambda digits: chr(int(digits[1], 8)), value)


def literal(value):
    if value == "now()":
        return "2024-01-02 03:04:05.678901+00"
    value = re.fullmatch(r"E'([^']*)'", value)[1]
    return re.sub(r"\\u(\w{4})|\\U(\w{8})", lambda code: chr(int(code[1] or code[2], 16)), value)


tables = load(sys.argv[2])


def rows_of(query):
    """The columns and rows that a query asks for; None if it asks for none."""
    if query.startswith("select to_regclass"):
        return ["exists"], [["t"]]
    returned = re.search(r" returning (.*);?$", query)
    selected = re.match(r"select (.*) from (\w+)", query)
    if not returned and not selected:
        return None
    columns, table = (returned[1], "cardex_catalogue") if returned else (selected[1], selected[2])
    columns = [re.sub(r"cast\((\w+) as text\)", r"\1", column) for column in columns.strip(";").split(", ")]
    names, rows = tables[table]
    between = re.search(r"between (-?\d+) and (-?\d+)", query)
    above = re.search(r"and entry > (\d+)", query)
    limit = re.search(r"limit (\d+)", query)
    if between:
        rows = [row for row in rows if int(between[1]) <= int(row[1]) <= int(between[2])]
    if above:
        rows = [row for row in rows if int(above[1]) < int(row[1])]
    if limit:
        rows = rows[: int(limit[1])]
    return columns, [[row[names.index(column)] for column in columns] for row in rows]


class Connection:
    def __init__(self, link):
        self.link = link
        self.file = link.makefile("rb")
        self.statements = self.answers = 0

    def send(self, kind, *parts):
        body = b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)
        self.link.sendall(kind.encode() + struct.pack("!i", len(body) + 4) + body)

    def receive(self):
        kind = self.file.read(1)
        if not kind:
            raise EOFError
        return kind, self.file.read(struct.unpack("!i", self.file.read(4))[0] - 4)

    def parameter(self, name, value):
        self.send("S", name, b"\0", value, b"\0")

    def start(self):
        length, version = struct.unpack("!ii", self.file.read(8))
        words = self.file.read(length - 8).decode().split("\0")
        self.lie = dict(zip(words[::2], words[1::2]))["user"].split(".")
        self.random = random.Random(self.lie[1]) if self.lie[0] == "random" else None
        self.send("R", struct.pack("!i", 0))
        self.parameter("server_version", "15.0" if self.lie[0] == "honest" else f"15.0\\! {touch}")
        self.settings("UTF8")
        self.send("K", struct.pack("!ii", 1, 1))

    def settings(self, encoding):
        strings = "on" if self.lie[0] == "honest" else "off"
        if self.random:
            strings = self.random.choice(["on", "off"])
            encoding = self.random.choice(["UTF8", "SJIS", "BIG5", "GB18030"])
        self.parameter("standard_conforming_strings", strings)
        self.parameter("client_encoding", encoding)

    def run(self):
        self.start()
        while True:
            self.send("Z", "I")
            kind, body = self.receive()
            if kind == b"X":
                return
            if kind == b"Q":
                self.answer(body[:-1].decode(errors="replace").strip())

    def answer(self, query):
        found = rows_of(query)
        lie = None
        if self.lie[0] == "honest":
            with open(directory + "/columns", "a") as file:
                file.write(f"{len(found[0]) if found else 0}\n")
        elif self.lie[0] == "deaf":
            lie = "nothing" if query.startswith("copy ") else None
        elif self.lie[0] == "endless":
            lie = self.lie[2] if int(self.lie[1]) == self.statements else None
        elif self.random:
            if self.random.random() < 0.05:
                lie = self.random.choice(ANSWERS)
            elif found and self.random.random() < 0.3:
                self.change(found[1])
        elif len(self.lie) == 2 and int(self.lie[0]) == self.statements:
            lie = ANSWERS[int(self.lie[1])]
        elif len(self.lie) == 3 and found and int(self.lie[0]) == self.answers and found[1]:
            found[1][0][int(self.lie[1])] = VALUES[int(self.lie[2])]
        self.statements += 1
        self.answers += found is not None
        if lie and self.lie[0] == "endless":
            self.go_on(lie)
        elif lie:
            self.mislead(lie, query, found or (["a"], [["b"]]))
        elif query.startswith("copy "):
            self.copy_in()
        elif found:
            self.rows(*found)
        else:
            self.send("C", query.split(" ")[0], b"\0")

    def change(self, rows):
        for _ in range(self.random.randint(1, 3)):
            if not rows:
                return
            row = self.random.choice(rows)
            place = self.random.randrange(len(row))
            kind = self.random.randrange(5)
            if kind < 2 or not row[place]:
                row[place] = self.random.choice(VALUES)
            elif kind == 2:
                row[place] = self.random.choice(rows)[place]
            elif kind == 3 and isinstance(row[place], str):
                cut = self.random.randrange(len(row[place]))
                row[place] = row[place][:cut] + self.random.choice("09af<>/\x00'é") + row[place][cut + 1 :]
            else:
                rows.remove(row)

    def rows(self, columns, rows, end=True):
        names = [name.encode() + b"\0" + struct.pack("!ihihih", 0, 0, 25, -1, -1, 0) for name in columns]
        self.send("T", struct.pack("!h", len(columns)), *names)
        for row in rows:
            values = [value.encode() if isinstance(value, str) else value for value in row]
            fields = [struct.pack("!i", -1) if v is None else struct.pack("!i", len(v)) + v for v in values]
            self.send("D", struct.pack("!h", len(row)), *fields)
        if end:
            self.send("C", f"SELECT {len(rows)}", b"\0")

    def copy_in(self):
        self.send("G", struct.pack("!bh", 0, 1), struct.pack("!h", 0))
        while self.receive()[0] not in (b"c", b"f"):
            pass
        self.send("C", "COPY 1", b"\0")

    def copy_out(self, text):
        self.send("H", struct.pack("!bh", 0, 1), struct.pack("!h", 0))
        self.send("d", text)
        self.send("c")
        self.send("C", "COPY 1", b"\0")

    def complain(self, kind, text):
        self.send(kind, "SERROR\0VERROR\0C22000\0M", text, b"\0H", text, b"\0\0")

    def mislead(self, lie, query, found):
        columns, rows = found
        hostile = VALUES[0] + VALUES[5]
        if lie == "nothing":
            self.send("C", "SELECT 0", b"\0")
        elif lie == "no rows":
            self.rows(columns, [])
        elif lie == "copy in":
            self.copy_in()
        elif lie == "copy out":
            self.copy_out(VALUES[2] + "\"\n" + VALUES[0])
        elif lie == "copy out without end":
            self.copy_out("\"" + "x" * 100000)
        elif lie == "error":
            self.complain("E", hostile)
        elif lie == "notices":
            for _ in range(3000):
                self.complain("N", hostile)
            self.rows(columns, rows)
        elif lie == "settings":
            self.settings("SJIS")
            self.rows(columns, rows)
        elif lie == "two answers":
            self.rows(columns, rows)
            self.rows(columns, rows)
        elif lie == "fewer columns":
            self.rows(columns[1:] or ["a", "b"], [row[1:] or ["t", "t"] for row in rows])
        elif lie == "more columns":
            self.rows(columns + ["more"], [row + ["t"] for row in rows])
        elif lie == "no columns":
            self.rows([], [[] for _ in rows])
        elif lie == "rows twice":
            self.rows(columns, rows + rows)
        elif lie == "reversed":
            self.rows(columns, rows[::-1])
        elif lie == "empty":
            self.send("I")
        elif lie == "unknown":
            self.send("?", "what")
        elif lie == "closed":
            raise EOFError
        elif lie == "null rows":
            self.rows(columns, [[None] * len(columns)] * 3)
        elif lie == "copy both":
            self.send("W", struct.pack("!bh", 0, 0))
        elif lie == "copy in twice":
            self.copy_in()
            self.copy_in()
        elif lie == "long error":
            self.complain("E", "long " * 100000)

    def go_on(self, kind):
        message = lambda kind, body: kind + struct.pack("!i", len(body) + 4) + body
        if kind == "silence":
            while self.receive():
                pass
        while kind == "copies":
            self.copy_in()
        if kind == "row":
            self.rows(["a"], [], end=False)
            again = message(b"D", struct.pack("!hi", 1, 1000) + b"x" * 1000) * 1000
        elif kind == "notice":
            again = message(b"N", b"SNOTICE\0VNOTICE\0C00000\0M" + b"x" * 1000 + b"\0\0") * 1000
        else:
            self.send("H", struct.pack("!bh", 0, 1), struct.pack("!h", 0))
            again = message(b"d", b"t\n" if kind == "copied" else b"x" * 10) * 10000
        while True:
            self.link.sendall(again)


def serve(link):
    with link:
        try:
            Connection(link).run()
        except (EOFError, OSError, struct.error):
            pass


if __name__ == "__main__":
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(directory + "/.s.PGSQL.5432")
    listener.listen(64)
    print(f"{len(VALUES)} {len(ANSWERS)}", flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
