"""Compares the screens that incremental output and full redraws make in a terminal emulator.

Reads lines of JSON: [columns, rows, incremental, whole, cells], with the bytes in base64. A new size is
a new screen. Cells are the texts that must be shown, by rows, null where that depends on the terminal.
Prints the number of the first line where the screens differ, or show something else, or nothing.
"""

import base64
import json
import sys
import unicodedata

import pyte


def screen(columns, rows):
    made = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(made)
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
    columns, rows, part, whole, cells = json.loads(line)
    if size != (columns, rows):
        size = (columns, rows)
        emulated, stream = screen(columns, rows)
    stream.feed(base64.b64decode(part))
    fresh, fresh_stream = screen(columns, rows)
    fresh_stream.feed(base64.b64decode(whole))
    if look(emulated) != look(fresh):
        print(number)
        print("\n".join(emulated.display))
        print("--- redrawn:")
        print("\n".join(fresh.display))
        print(look(emulated)[1], look(fresh)[1])
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
