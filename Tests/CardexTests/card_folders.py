"""A folder of cards that khard reads and vdirsyncer keeps in step with Radicale, while Cardex and
another person edit it on both sides: nothing is lost.

Usage: card_folders.py CARDEX FOLDER, the folder being empty.
"""

import os
import pathlib
import socket
import subprocess
import sys
import time

cardex, root = sys.argv[1], pathlib.Path(sys.argv[2])
card = (
    "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:u-{0}\r\nFN:Person {0}\r\nN:{0};Person;;;\r\n"
    "TEL;TYPE=CELL:+49 17{0}\r\nREV:20200101T000000Z\r\nEND:VCARD\r\n"
)
for name in ["a/home", "b", "server"]:
    (root / name).mkdir(parents=True)
for number in range(1, 5):
    (root / f"a/home/u-{number}.vcf").write_text(card.format(number), newline="")

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
(root / "radicale").write_text(
    f"[server]\nhosts = 127.0.0.1:{port}\n[auth]\ntype = none\n"
    f"[storage]\nfilesystem_folder = {root}/server\n[rights]\ntype = owner_only\n"
)
for side in "ab":
    (root / f"{side}.conf").write_text(
        f'[general]\nstatus_path = "{root}/status-{side}"\n'
        '[pair cards]\na = "local"\nb = "server"\ncollections = ["home"]\n'
        f'[storage local]\ntype = "filesystem"\npath = "{root}/{side}"\nfileext = ".vcf"\n'
        f'[storage server]\ntype = "carddav"\nurl = "http://127.0.0.1:{port}/"\n'
        'username = "u"\npassword = "p"\n'
    )
(root / "khard.conf").write_text(f"[addressbooks]\n[[b]]\npath = {root}/b/home\n")


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def sync(side):
    environment = dict(os.environ, VDIRSYNCER_CONFIG=str(root / f"{side}.conf"))
    run("vdirsyncer", "discover", "cards", input="y\n" * 9, env=environment)
    run("vdirsyncer", "sync", env=environment)


def khard(*words):
    return run("khard", "-c", str(root / "khard.conf"), *words)


def files(side):
    return {path.name: path.read_bytes() for path in (root / side / "home").iterdir()}


def expect(condition, message):
    if not condition:
        sys.exit(f"{message}: {files('a')} {files('b')}")


with open(root / "log", "w") as log:
    server = subprocess.Popen(["radicale", "--config", root / "radicale"], stderr=log)
try:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    sync("a")
    sync("b")
    expect(sorted(files("b")) == [f"u-{number}.vcf" for number in range(1, 5)], "not synced")

    # Each side changes, adds and deletes.
    run(cardex, "set", str(root / "a/home"), "Person 1", "mobile=111")
    run(cardex, "insert", str(root / "a/home"), "/", "Dora Meier", "mobile=55")
    run(cardex, "delete", str(root / "a/home"), "Person 3")
    second = root / "b/home/u-2.vcf"
    second.write_bytes(second.read_bytes().replace(b"+49 172", b"222"))
    (root / "new").write_text("First name : Eva\nLast name : Berg\nPhone :\n    cell : 77\n")
    khard("new", "--input-file", str(root / "new"))
    (root / "b/home/u-4.vcf").unlink()
    for side in ["a", "b", "a"]:
        sync(side)

    expect(sorted(files("a")) == sorted(files("b")), "other files")
    shown = {side: run(cardex, "show", "--no-pager", str(root / side / "home")) for side in "ab"}
    expect(sorted(shown["a"].splitlines()) == sorted(shown["b"].splitlines()), "other cards")
    for text in ["Person 1    111", "Person 2    222", "Dora Meier  55", "Eva Berg    77"]:
        expect(text in shown["a"], f"no {text}")
    expect("Person 3" not in shown["a"] and "Person 4" not in shown["a"], "not deleted")
    phones = khard("phone", "--parsable")
    expect("111\tPerson 1" in phones and "55\tDora Meier" in phones, phones)
    # What was not edited is as it was, but for the server's order of lines.
    lines = set(files("a")["u-2.vcf"].splitlines())
    expect(lines == set(card.format(2).replace("+49 172", "222").encode().splitlines()), "u-2")
finally:
    server.terminate()
    server.wait()
