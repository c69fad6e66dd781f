"""Types command lines into an interactive shell, with a tab and a return at the end, and tells which
arguments arrive at `cardex`.

    shell_completion.py SHELL CARDEX DIRECTORY <LINES

LINES is a JSON list of what is typed, the tab included if more follows it; printed is a list of the arguments, or null where nothing
arrives.
"""

import json
import os
import pty
import select
import sys
import time

shell, cardex, directory = sys.argv[1:]
arrived = directory + "/arguments"
os.makedirs(directory + "/bin", exist_ok=True)
with open(directory + "/bin/cardex", "w") as file:
    file.write(
        f"""#!/bin/sh
case $1 in
  __complete | help) exec '{cardex}' "$@" ;;
esac
printf '%s\\0' "$@" >'{arrived}.new'
mv '{arrived}.new' '{arrived}'
"""
    )
os.chmod(directory + "/bin/cardex", 0o755)

beginnings = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source <(cardex help --completions bash)"),
    "zsh": (
        ["zsh", "-f", "-i"],
        f"cardex help --completions zsh >{directory}/_cardex; fpath=({directory} $fpath); "
        f"autoload -Uz compinit; compinit -u -D; unsetopt BEEP",
    ),
    "fish": (["fish", "--no-config", "-i"], "cardex help --completions fish | source"),
}
command, beginning = beginnings[shell]
process, terminal = pty.fork()
if process == 0:
    os.chdir(directory)
    os.environ.update(
        PATH=f"{directory}/bin:" + os.environ["PATH"], HOME=directory, TERM="dumb", HISTFILE="", HISTSIZE="0",
        LC_ALL="C.UTF-8", INPUTRC="/dev/null",
    )
    os.execvp(command[0], command)


def listen(seconds, is_done=lambda: False):
    """Reads what the shell writes, which otherwise waits."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_done():
        if select.select([terminal], [], [], 0.02)[0]:
            shown = os.read(terminal, 65536)
            if os.environ.get("SHOW"):
                sys.stderr.buffer.write(shown)


def arguments(typed):
    """What arrives when this has been typed."""
    if os.path.exists(arrived):
        os.remove(arrived)
    os.write(terminal, typed.encode())
    listen(15, lambda: os.path.exists(arrived))
    if not os.path.exists(arrived):
        os.write(terminal, b"\x03")
        listen(0.5)
        return None
    with open(arrived, "rb") as file:
        return [word.decode(errors="replace") for word in file.read().split(b"\0")[:-1]]


listen(1)
arguments(beginning + "; cardex ready\r")
lines = json.load(sys.stdin)
print(json.dumps([arguments(line + ("\r" if "\t" in line else "\t\r")) for line in lines]))
os.close(terminal)
os.waitpid(process, 0)
