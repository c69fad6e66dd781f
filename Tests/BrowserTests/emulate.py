"""Compares the screens that incremental output and full redraws make in a terminal emulator.

Reads lines of JSON: [columns, rows, incremental, whole, cells, links], with the bytes in base64. A new
size is a new screen. Cells are the texts that must be shown, by rows, null where that depends on the
terminal; links are where they must lead to, null for nowhere.
Prints the number of the first line where the screens differ, or show something else, or nothing.
"""

import base64
import json
import re
import sys
import unicodedata

import pyte


LINK = re.compile(rb"\x1b\]8;;([^\x1b]*)\x1b\\")


class Screen(pyte.Screen):
    """A screen whose cells have hyperlinks: in place of backgrounds, which nothing uses."""

    link = ""

    def follow(self, link):
        self.link = link
        self.cursor.attrs = self.cursor.attrs._replace(bg=link or "default")

    def select_graphic_rendition(self, *attributes, **private):
        super().select_graphic_rendition(*attributes, **private)
        self.follow(self.link)


class Stream(pyte.ByteStream):
    def feed(self, data):
        parts = LINK.split(data)
        super().feed(parts[0])
        for link, text in zip(parts[1::2], parts[2::2]):
            self.listener.follow(link.decode("ascii"))
            super().feed(text)


def screen(columns, rows):
    made = Screen(columns, rows)
    stream = Stream(made)
    stream.feed(b"\x1b[?7l")
    return made, stream


def look(made):
    cells = [
        [tuple(made.buffer[row][column]) for column in range(made.columns)]
        for row in range(made.lines)
    ]
    cursor = None if made.cursor.hidden else (made.cursor.y, made.cursor.x)
    return cells, cursor


size, emulated = None, None
for number, line in enumerate(sys.stdin):
    columns, rows, part, whole, cells, links = json.loads(line)
    if size != (columns, rows):
        size = (columns, rows)
        emulated, stream = screen(columns, rows)
    stream.feed(base64.b64decode(part))
    fresh, fresh_stream = screen(columns, rows)
    fresh_stream.feed(base64.b64decode(whole))
    if emulated.link:
        print(number)
        print(f"the link to {emulated.link} does not end")
        sys.exit()
    if look(emulated) != look(fresh):
        print(number)
        print("\n".join(emulated.display))
        print("--- redrawn:")
        print("\n".join(fresh.display))
        print(look(emulated)[1], look(fresh)[1])
        sys.exit()
    for row, columns_linked in enumerate(links):
        for column, link in enumerate(columns_linked):
            shown = emulated.buffer[row][column].bg
            if shown != (link or "default"):
                print(number)
                print("\n".join(emulated.display))
                print(f"{row},{column}: leads to {shown!r} instead of {link!r}")
                sys.exit()
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            shown = emulated.buffer[row][column].data
            # The emulator composes letters with accents.
            if text is not None and shown != unicodedata.normalize("NFC", text):
                print(number)
                print("\n".join(emulated.display))
                print(f"{row},{column}: {shown!r} instead of {text!r}")
                sys.exit()
