"""Draws the pictures of the README: runs the program in a terminal, types keys, and writes what the
screen then shows as SVG.

usage: pictures.py CARDEX DIRECTORY
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import time
from html import escape
from itertools import groupby

import pyte

COLUMNS, ROWS = 84, 22
CELL, LINE, MARGIN = 8.4, 18, 12
COLORS = {
    "default": "#d8dee9",
    "red": "#ff6b6b",
    "green": "#a3be8c",
    "brown": "#ebcb8b",
    "magenta": "#b48ead",
    "blue": "#7d8799",
}
BACKGROUND = "#20242c"

PICTURES = {
    "browse": ("contacts.plist", ["mul", "\x1b[B\x1b[B"]),
}


def frames(program, file, keys):
    """The screen after the keys, each of which is answered before the next one is typed."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(
            TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=tempfile.mkdtemp()
        )
        os.execv(program, [program, "browse", "--no-config", file])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read():
        written = b""
        while select.select([terminal], [], [], 0.7)[0]:
            written += os.read(terminal, 65536)
        # The emulator has no dim text; blue is not used otherwise.
        stream.feed(re.sub(rb"(\x1b\[(?:[014];)*)2(?=[;m])", rb"\g<1>34", written))

    read()
    for text in keys:
        os.write(terminal, text.encode())
        read()
    os.write(terminal, b"q")
    time.sleep(0.1)
    os.close(terminal)
    os.waitpid(process, 0)
    return screen


def reversed_color(cell):
    return COLORS.get(cell.fg, COLORS["default"]) if cell.reverse else None


def picture(screen):
    width = COLUMNS * CELL + 2 * MARGIN
    height = ROWS * LINE + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        ' font-family="DejaVu Sans Mono, Menlo, Consolas, Noto Sans Mono CJK SC, monospace"'
        ' font-size="14">',
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="{BACKGROUND}"/>',
    ]
    for row in range(ROWS):
        # As wide as it is reversed: between cells there would be seams.
        column = 0
        fills = [reversed_color(screen.buffer[row][column]) for column in range(COLUMNS)]
        for fill, cells in groupby(fills):
            width = len(list(cells))
            if fill:
                lines.append(
                    f'<rect x="{MARGIN + column * CELL:.1f}" y="{MARGIN + row * LINE}"'
                    f' width="{width * CELL:.1f}" height="{LINE}" fill="{fill}"/>'
                )
            column += width
        for column in range(COLUMNS):
            cell = screen.buffer[row][column]
            if cell.data in ("", " "):
                continue
            x, y = MARGIN + column * CELL, MARGIN + row * LINE
            color = COLORS.get(cell.fg, COLORS["default"])
            if cell.reverse:
                color = BACKGROUND
            if cell.data.strip():
                weight = ' font-weight="bold"' if cell.bold else ""
                lines.append(
                    f'<text x="{x:.1f}" y="{y + 14}" fill="{color}"{weight}>'
                    f"{escape(cell.data)}</text>"
                )
    return "\n".join(lines + ["</svg>"]) + "\n"


def main():
    program, directory = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Data")
    for name, (file, keys) in PICTURES.items():
        screen = frames(program, os.path.join(data, file), keys)
        with open(os.path.join(directory, name + ".svg"), "w", encoding="utf-8") as output:
            output.write(picture(screen))


main()
