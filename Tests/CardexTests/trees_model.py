"""Edits JSON with comments, JSON Lines, OpenStep text and strings files by paths as cardex does, with a model
of the values in Python, and reads them with readers of its own, and OpenStep text with plutil where that
is installed. In a file of one style, what is edited must be as if it had been written in it; in others all
lines of values that were not edited are there as they were, and comments with the values that they belong to.
"""

import json
import plistlib
import shutil
import subprocess

import model
from paths_model import KEYS, edit, list_order
from trees_reader import Reader

PLUTIL = shutil.which("plutil")
FORMATS = ["jsonc", "jsonl", "openstep", "strings"]
TEXTS = ["", "text", "Gru\u00dfe", "two words", "a;b", "//x", "/* y */", "{1, 2}", 'q"r', "1.5", "a_b.c", "back\\slash",
         "\U0001F697", "l1\nl2", "tab\t", "$(VAR)/a-b", "-"]
# Those that commands are given.
GIVEN = ["", "text", "Gr\u00fc\u00dfe", "two words", "a;b", "//x", "/* y */", "{1, 2}", 'q"r', "1.5", "a_b.c", "x-y"]


class Kept:
    """A value that is known again after edits, by `mark`."""

    mark = None


class Scalar(Kept):
    def __init__(self, value):
        self.value = value


class Array(list, Kept):
    pass


class Object(dict, Kept):
    pass


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value.value if isinstance(value, Scalar) else value


def clone(value):
    """A copy, which is another value."""
    if isinstance(value, dict):
        return Object((key, clone(each)) for key, each in value.items())
    if isinstance(value, list):
        return Array(clone(each) for each in value)
    return Scalar(value.value)


class Style:
    """A format, and how a file of it is written. One that is not even mixes styles and has comments."""

    def __init__(self, rng, formats):
        self.rng = rng
        self.format = rng.choice(formats)
        self.is_json = self.format in ("jsonc", "jsonl")
        self.has_brackets = self.format in ("jsonc", "openstep")
        self.ending = {"jsonc": "json", "openstep": "plist"}.get(self.format, self.format)
        self.is_even = rng.random() < 0.4
        self.line_end = rng.choice(["\n", "\n", "\r\n"])
        self.encoding = rng.choice(["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16"])
        self.indent = rng.choice(["  ", "    ", "\t"])
        self.is_inline = self.format == "jsonl" or rng.random() < 0.2
        self.escapes = rng.random() < 0.3
        self.quotes = rng.random() < 0.5
        self.ends_last = rng.random() < 0.4 and self.format != "jsonl"
        self.colon = rng.choice([": ", ":"] if self.is_json else [" = ", "="])
        self.space = " " if self.colon[-1] == " " else ""
        self.count = 0

    def chance(self, probability):
        return not self.is_even and self.rng.random() < probability

    # Values

    def scalar(self):
        rng = self.rng
        text = rng.choice(TEXTS) + str(rng.randrange(99))
        if not self.is_json:
            return Scalar(bytes(rng.randrange(256) for _ in range(rng.randrange(4))) if rng.random() < 0.1 else text)
        return Scalar(rng.choice([text, text, rng.randrange(-1000, 1 << 40), True, False, None, 0.5, -2.25]))

    def value(self, depth):
        kind = self.rng.randrange(4 if depth else 2)
        if kind == 2:
            return Array(self.value(depth - 1) for _ in range(self.rng.randrange(5)))
        if kind == 3:
            return Object((key, self.value(depth - 1)) for key in self.rng.sample(KEYS, self.rng.randrange(6)))
        return self.scalar()

    def root(self):
        """A container, of which something is seen of its style."""
        while True:
            root = self.value(3)
            if not root or not isinstance(root, (list, dict)) or self.format == "jsonl" and isinstance(root, dict) \
                    or self.format == "strings" and isinstance(root, list):
                continue
            if self.is_even:
                first = Object((("first", Scalar("x y")), ("second", Array([Scalar("w z"), Scalar("v \u00e9")]))))
                if isinstance(root, list):
                    root.insert(0, first)
                else:
                    root = Object([("#", Scalar("\u00e9")), ("##", first)] + list(root.items()))
            return root

    def given(self, rng, old):
        """A new value for a command, in the place of `old`."""
        kind = rng.choice(["string", "string", "integer", "null", "true"] if self.is_json else ["string"])
        if kind == "string":
            value = rng.choice(GIVEN) + str(rng.randrange(99))
            text = ":string='" + value + "'"
        elif kind == "integer":
            value = rng.randrange(1000)
            text = f":integer={value}"
        else:
            value = {"null": None, "true": True}[kind]
            text = f":{kind}=" if kind == "null" else ":boolean=true"
        if isinstance(old, Scalar) and (type(old.value), old.value) == (type(value), value):
            return self.given(rng, old)
        new = Scalar(value)
        if old is not None:
            new.mark = old.mark
            new.is_new = True
        return text, new

    # Text

    def text(self, value, is_key=False):
        rng = self.rng
        if not isinstance(value, str):
            return "<" + value.hex() + ">" if isinstance(value, bytes) else json.dumps(value)
        escapes = self.escapes if self.is_even else rng.random() < 0.2
        if self.is_json:
            text = json.dumps(value, ensure_ascii=escapes)
            return text.replace("/", "\\/") if self.chance(0.1) else text
        needs_no_quotes = value and all(c.isascii() and (c.isalnum() or c in "_.") for c in value)
        may_have_none = value and "//" not in value and "/*" not in value \
            and all(c.isascii() and (c.isalnum() or c in "_$/:.-") for c in value)
        if needs_no_quotes and self.is_even and not self.quotes or may_have_none and self.chance(0.4):
            return value
        if self.chance(0.1) and "'" not in value and "\\" not in value and "\n" not in value:
            return "'" + value + "'"
        named = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
        result = ""
        for c in value:
            if c in named:
                result += c if c in "\n\t" and self.line_end == "\n" and self.chance(0.5) else named[c]
            elif not c.isascii() and escapes:
                units = c.encode("utf-16-be")
                result += "".join("\\U" + units[i : i + 2].hex() for i in range(0, len(units), 2))
            else:
                result += c
        return '"' + result + '"'

    def comment(self, is_line=False):
        """A comment with a number, and that."""
        self.count += 1
        name = f"k{self.count}k"
        if is_line and self.rng.random() < 0.6:
            return "//" + self.rng.choice(["", " "]) + name + self.rng.choice(["", " \"x", " é", " */"]), name
        inner = self.rng.choice([" ", "", "\"", " // ", "{"] + ([self.line_end + "  "] if is_line else []))
        return "/*" + inner + name + " */", name


class Entry:
    """What is known of a value of the file: what it is in, its key, its comments, its line."""

    def __init__(self, holder, key):
        self.holder, self.key = holder, key
        self.comments = []
        # Those before it that stay, unless what it is in goes, and those in it that belong to none.
        self.detached = []
        self.inside = []
        self.line = None
        self.comment_of_key = None


class Writer:
    """Writes values in a style, and notes where they are."""

    def __init__(self, style):
        self.style = style
        self.entries = {}

    def document(self, root):
        style = self.style
        self.entries[0] = Entry(None, None)
        root.mark = 0
        if style.has_brackets:
            before = self.around() if style.chance(0.3) else ""
            text = before + self.value(root, "", style.is_inline and not style.chance(0.3))
            return text + style.line_end + (self.around() if style.chance(0.2) else "")
        text = self.children(root, "", False, "")
        return text.lstrip("\r\n") if style.is_even else text.removeprefix(style.line_end)

    def around(self):
        comment, name = self.style.comment(True)
        self.entries[0].comments.append(name)
        return comment + self.style.line_end

    def value(self, value, indent, is_inline):
        style = self.style
        if isinstance(value, Scalar):
            return style.text(value.value)
        opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]") if style.is_json else ("(", ")")
        if not value:
            if style.chance(0.2):
                comment, name = style.comment()
                self.entries[value.mark].inside.append(name)
                return opening + " " + comment + " " + closing
            return opening + closing
        is_inline = is_inline or style.format == "jsonl" or style.chance(0.3)
        inner = indent if is_inline else indent + style.indent
        return opening + self.children(value, inner, is_inline, indent) + closing

    def children(self, holder, indent, is_inline, outer):
        style = self.style
        is_dict = isinstance(holder, dict)
        isolated = style.format == "jsonl" and holder.mark == 0
        separator = "" if isolated else ";" if is_dict and not style.is_json else ","
        ends_last = separator == ";" or (style.ends_last if style.is_even else style.rng.random() < 0.3)
        ends_last = ends_last and style.format != "jsonl"
        line = style.line_end + indent
        here = self.entries[holder.mark]
        padding = " " if style.chance(0.3) and is_inline else ""
        result = ""
        if not is_inline and style.chance(0.05) and holder.mark:
            comment, name = style.comment(True)
            here.inside.append(name)
            result += " " + comment
        items = list(holder.items() if is_dict else enumerate(holder))
        for number, (key, value) in enumerate(items):
            value.mark = len(self.entries)
            entry = self.entries[value.mark] = Entry(holder.mark, key if is_dict else None)
            is_last = number + 1 == len(items)
            if is_inline:
                result += (style.space if number else padding)
                if style.chance(0.05):
                    comment, name = style.comment()
                    entry.comments.append(name)
                    result += comment + " "
            else:
                if style.chance(0.06):
                    comment, name = style.comment(True)
                    entry.detached.append(name)
                    result += line + comment + style.line_end
                elif style.chance(0.1):
                    result += style.line_end
                while style.chance(0.15):
                    comment, name = style.comment(True)
                    entry.comments.append(name)
                    result += line + comment
                result += line
            text = ""
            if is_dict:
                text += style.text(key, True)
                if separator == ";" and isinstance(value, Scalar) and value.value == key and style.chance(0.9):
                    result += text + ";"
                    continue
                colon = style.rng.choice([": ", ":", " : "] if style.is_json else [" = ", "=", " =\t"])
                colon = style.colon if not style.chance(0.2) else colon
                if style.chance(0.04):
                    comment, name = style.comment()
                    entry.comments.append(name)
                    entry.comment_of_key = name
                    colon = colon + comment + " "
                text += colon
            text += self.value(value, indent, is_inline)
            after = ""
            if style.chance(0.05):
                comment, name = style.comment()
                entry.comments.append(name)
                after = " " + comment
            end = separator if not is_last or ends_last else ""
            # A word without quotes may have slashes.
            gap = "" if end or text[-1:] in "\"'" else " "
            tail = ""
            if not is_inline and style.chance(0.15):
                comment, name = style.comment(True)
                entry.comments.append(name)
                tail = style.rng.choice([" ", "  ", gap]) + comment
            if not is_inline and isinstance(value, Scalar):
                entry.line = (indent + text, after, end or separator, tail)
            result += text + after + end + tail
        if is_inline:
            return result + padding
        if style.chance(0.08):
            comment, name = style.comment(True)
            here.inside.append(name)
            result += line + comment
        return result + style.line_end + outer


class Check:
    """What must be true of a file after edits."""

    def __init__(self, style, entries, before, model, count):
        self.style, self.entries, self.before, self.model, self.count = style, entries, before, model, count

    def fault(self, data, in_steps=False):
        text = data.decode(self.style.encoding)
        if self.style.encoding == "utf-16" and data[:2] != self.before[:2]:
            return "another byte-order mark"
        try:
            read = Reader(text, self.style.format).document()
        except ValueError as error:
            return f"cannot be read: {error}"
        values = plain(self.model)
        if read != values or list_order(read) != list_order(values) or repr(read) != repr(values):
            return f"other values than {values}: {read}"
        if plutil_values(data, self.style) not in (None, values):
            return f"plutil reads other values than {values}"
        if self.style.is_even:
            # What was read again on the way may have shown nothing of the style.
            if in_steps:
                return None
            wanted = Writer(self.style).document(clone(self.model))
            # The line of a value that was the only one stays.
            return None if text == wanted or not text.strip() and not wanted else f"another text than {wanted!r}"
        return self.comments(text) or self.lines(text)

    def comments(self, text):
        there = {}
        self.note(self.model, None, None, there)
        for mark, entry in self.entries.items():
            is_alive = mark in there
            for name in entry.comments:
                found = text.count(name)
                if is_alive and there[mark][1] is None and name == entry.comment_of_key:
                    continue
                # Several moves may lose those that were moved with what they are in.
                if found > 1 or is_alive and not found and (self.count == 1 or self.is_kept(mark, there)):
                    return f"comment {name} is there {found} times"
                if not is_alive and self.count == 1 and found:
                    return f"comment {name} stays"
            for names, holder in ((entry.detached, entry.holder), (entry.inside, mark)):
                for name in names:
                    if holder not in there or not isinstance(there[holder][2], (list, dict)):
                        continue
                    if text.count(name) != 1 and (self.count == 1 or self.is_kept(holder, there)):
                        return f"comment {name} of none is lost"
        return None

    def is_kept(self, mark, there):
        """Whether a container is where it was."""
        while mark:
            entry = self.entries[mark]
            if mark not in there or there[mark][:2] != (entry.holder, entry.key):
                return False
            mark = entry.holder
        return True

    def lines(self, text):
        there = {}
        self.note(self.model, None, None, there)
        text = self.style.line_end + text + self.style.line_end
        for mark, entry in self.entries.items():
            if not entry.line or not self.is_kept(mark, there) or hasattr(there[mark][2], "is_new"):
                continue
            value, after, separator, tail = entry.line
            parts = ((value, after, separator, tail), (value, after, tail), (value, separator, after, tail))
            if not any(self.style.line_end + "".join(each) + self.style.line_end in text for each in parts):
                return f"the line {''.join(entry.line)!r} is not there"
        return None

    def note(self, value, holder, key, there):
        if getattr(value, "mark", None) is not None:
            there[value.mark] = (holder, key, value)
        mark = getattr(value, "mark", None)
        if isinstance(value, (list, dict)):
            for key, each in value.items() if isinstance(value, dict) else ((None, each) for each in value):
                self.note(each, mark, key, there)


def plutil_values(data, style):
    """What plutil reads; `None` if it is not there or the file is JSON."""
    if style.is_json or not PLUTIL:
        return None
    done = subprocess.run([PLUTIL, "-convert", "xml1", "-o", "-", "-"], input=data, capture_output=True)
    return plistlib.loads(done.stdout) if done.returncode == 0 else done.stderr


def check(trial):
    rng = trial.rng
    style = Style(rng, trial.formats or FORMATS)
    root = style.root()
    writer = Writer(style)
    before = writer.document(root).encode(style.encoding)
    commands, wanted = [], root
    for _ in range(rng.choice([1, trial.edits, trial.edits])):
        made = edit(rng, wanted, style.given, clone)
        if made:
            commands.append(made[0])
            wanted = made[1]
    own = Reader(before.decode(style.encoding), style.format).document()
    if own != plain(root):
        return trial.fail(f"the reader of this model reads {own}, not {plain(root)}", before)
    checked = Check(style, writer.entries, before, wanted, len(commands))
    trial.try_edits("f." + style.ending, before, commands, checked.fault)


if __name__ == "__main__":
    model.main(check)
