"""Runs cardex for the models of edits, in a batch and in the shell."""

import os
import subprocess


def run(cardex, arguments, text=None):
    return subprocess.run([cardex] + arguments, input=text, capture_output=True, text=True)


def try_edits(cardex, seed, name, before, commands, fault, in_shell=True):
    """Makes edits of a file in a batch and in the shell, undoes them there, and prints what is not as it
    should be.

    `fault` says what is wrong in the bytes that were saved, perhaps edit by edit, or nothing.
    """
    if not commands:
        return
    script = "\n".join(commands)
    undone = os.path.join(os.path.dirname(name), "undone" + os.path.splitext(name)[1])

    def write():
        with open(name, "wb") as file:
            file.write(before)
        if os.path.exists(undone):
            os.remove(undone)

    def written(path=name):
        with open(path, "rb") as file:
            return file.read()

    write()
    done = run(cardex, ["batch", "-e", script, name])
    after = written()
    wrong = done.stderr or done.returncode or fault(after)
    if wrong:
        print(f"seed {seed}: {wrong}\n{script}\n{before}\n{after}")
        return
    undo = f"undo {len(commands)}"
    for steps, path, wanted in (
        (["set option collapsed off"] + commands + ["save"], name, None),
        (commands + [undo, f"save as {undone}"], undone, before),
        (commands + ["save", undo, "save"], name, before),
    ):
        write()
        done = run(cardex, ["shell", name], "\n".join(steps) + "\n")
        if done.returncode or done.stderr:
            print(f"seed {seed}: {done.stderr}\n{steps}\n{before}")
            continue
        found = written(path)
        wrong = found != wanted if wanted else in_shell and fault(found, True)
        if wrong:
            print(f"seed {seed}: {wrong} in the shell\n{steps}\n{before}\n{found}")
