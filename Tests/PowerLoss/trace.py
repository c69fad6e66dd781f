"""Records the system calls of a program that change files, with strace, and reads what it logs."""

import os
import re
import subprocess

# Calls after which the model of the disk would be wrong end the test.
UNKNOWN = ("copy_file_range,sendfile,splice,truncate,fallocate,writev,pwritev,pwritev2,msync,sync,syncfs,"
           "sync_file_range,symlink,symlinkat,creat,open,link,rename,renameat2")
KNOWN = ("openat,write,pwrite64,lseek,ftruncate,linkat,renameat,unlink,unlinkat,rmdir,mkdir,mkdirat,fsync,"
         "fdatasync,close")
# Which old names of calls the C library uses differs between kinds of processors.
OPTIONS = ["-f", "-y", "-xx", "-s", "1048576", "-e", f"trace=/^({(KNOWN + ',' + UNKNOWN).replace(',', '|')})$"]


class Call:
    """A call that succeeded: its name, its arguments as logged, and its result."""

    def __init__(self, process, name, arguments, result):
        self.process, self.name, self.arguments, self.result = process, name, arguments, result


def command(log, words):
    """The words that run a program under strace."""
    return ["strace", *OPTIONS, "-o", log, *words]


def record(words, log, **options):
    """Runs a program to its end, and returns its calls."""
    result = subprocess.run(command(log, words), capture_output=True, **options)
    return calls(log), result


def text(argument):
    """The bytes of a string in a log."""
    found = re.search(rb'"((?:\\x[0-9a-f]{2})*)"', argument)
    return bytes.fromhex(found[1].replace(b"\\x", b"").decode())


def descriptor(argument):
    """The number of a descriptor, or None for the current directory, and the path that it leads to."""
    found = re.match(rb"(\d+|AT_FDCWD)(?:<([^>]*)>)?", argument.strip())
    path = found[2] or b""
    if b"\\x" in path:
        path = re.sub(rb"\\x([0-9a-f]{2})", lambda byte: bytes.fromhex(byte[1].decode()), path)
    return None if found[1] == b"AT_FDCWD" else int(found[1]), path


def calls(log):
    """The calls in a log that succeeded, in the order in which they ended."""
    begun, found = {}, []
    with open(log, "rb") as file:
        lines = file.read().split(b"\n")
    for line in lines:
        process, _, rest = line.partition(b" ")
        rest = rest.strip()
        if rest.endswith(b"<unfinished ...>"):
            begun[process] = rest[:-len(b"<unfinished ...>")]
            continue
        resumed = re.match(rb"<\.\.\. \w+ resumed>(.*)", rest, re.S)
        if resumed:
            rest = begun.pop(process, b"") + resumed[1]
        whole = re.match(rb"(\w+)\((.*)\)\s+= (\d+)(?:<.*)?$", rest, re.S)
        if not whole:
            continue
        name = whole[1].decode()
        # Strings are hexadecimal, so that a comma ends an argument.
        found.append(Call(process, name, whole[2].split(b", "), int(whole[3])))
    return found


def is_possible():
    """Whether strace is there, and may trace."""
    try:
        return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
