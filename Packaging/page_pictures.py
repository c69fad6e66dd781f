#!/usr/bin/python3
"""Draws the page of a catalogue, light and dark, on a phone.

    page_pictures.py CARDEX FILE FOLDER
"""

import json
import os
import subprocess
import sys
import tempfile

BROWSER = os.path.join(os.path.dirname(__file__), "..", "Tests", "CardexTests", "browser.py")


def main():
    cardex, file, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        page = os.path.join(temporary, "page.html")
        subprocess.run(
            [cardex, "convert", "--readings", "--title=Cars", "-o", page, file], check=True)
        steps = [{"size": [390, 700], "scale": 2}]
        for is_dark, name, query in [(False, "light", ""), (True, "dark", "?q=ma")]:
            steps += [
                {"dark": is_dark}, {"open": page + query},
                {"run": "setTimeout(done, 500)"},
                {"picture": os.path.abspath(os.path.join(folder, f"page-{name}.png"))},
            ]
        subprocess.run(
            ["/usr/bin/python3", "-B", BROWSER], input=json.dumps(steps), text=True, check=True,
            stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
