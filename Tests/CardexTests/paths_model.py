"""Edits property lists and JSON by paths as cardex does, with a model of the values in Python, and
compares what plistlib reads, and the text of JSON with what json writes in the style of the file.
Everything is undone at the end, to the byte. trees_model.py makes the same edits in files of other formats.
"""

import copy
import json
import plistlib

import model

FORMATS = ["xml", "binary", "json"]
KEYS = ["a", "b", "CFBundleName", "a.b", "x=y", "t:u", 'q"r', "b s", "[0]", "0", "-1", "back\\slash",
        "é", "Schlüssel", "", "it's", "#1", "to", "/s"]


def value(rng, depth):
    kind = rng.randrange(8 if depth else 5)
    if kind == 0:
        return rng.randrange(-1000, 1 << 40)
    if kind == 1:
        return rng.random() < 0.5
    if kind == 2:
        return rng.choice([0.5, -2.25, 1e10])
    if kind == 3:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(5)))
    if kind == 4:
        return rng.choice(["", "text", "a & b < c", "Grüße", "日本", "two words"]) + str(rng.randrange(99))
    if kind == 5:
        return [value(rng, depth - 1) for _ in range(rng.randrange(5))]
    return {key: value(rng, depth - 1) for key in rng.sample(KEYS, rng.randrange(6))}


class Style:
    """A format, and how it is written."""

    def __init__(self, rng, root, formats):
        self.format = rng.choice(formats)
        self.ending = "json" if self.format == "json" else "plist"
        self.json = {
            "indent": rng.choice([None, 1, 2, 4, "\t"]), "ensure_ascii": rng.random() < 0.5,
            "separators": (",", rng.choice([":", ": ", " : "] if isinstance(root, dict) else [": "])),
        }
        if self.json["indent"] is None:
            self.json["separators"] = rng.choice([(",", ":"), (", ", ": ")])
            if isinstance(root, list):
                # What is between elements and after keys is seen where there are some.
                root[:0] = [{"a": 1, "b": 2}, 3]
        self.line_end = rng.choice(["\n", "\r\n"])

    def dumps(self, root):
        if self.format == "json":
            text = json.dumps(root, **self.json) + "\n"
            return text.replace("\n", self.line_end).encode()
        form = plistlib.FMT_XML if self.format == "xml" else plistlib.FMT_BINARY
        return plistlib.dumps(root, fmt=form, sort_keys=False)

    def without_data(self, root):
        if isinstance(root, dict):
            return {key: self.without_data(each) for key, each in root.items()}
        if isinstance(root, list):
            return [self.without_data(each) for each in root]
        return root.hex() if isinstance(root, bytes) and self.format == "json" else root

    def is_written(self, data, model):
        """Whether a file says what the model does, in the style."""
        if self.format == "json":
            # Whether others are escaped is not known of a text without such characters.
            new = json.loads(data)
            return data == self.dumps(model) or (
                self.json["ensure_ascii"] and new == model and list_order(new) == list_order(model))
        loaded = plistlib.loads(data)
        return loaded == model and list_order(loaded) == list_order(model)


def step(key):
    if isinstance(key, int):
        return "." + str(key)
    text = "".join("\\" + c if c in '.[]\\=:"' else c for c in key)
    return "." + text


def path_text(path):
    return ".\\u{}" if path == [""] else "".join(map(step, path))


def word(path):
    """A path as a word of a line."""
    text, result, escaped = path_text(path), "", False
    for c in text:
        if not escaped and c in " '":
            result += "\\"
        escaped = not escaped and c == "\\"
        result += c
    return result


def quoted(text):
    return "'" + text + "'"


def at(root, path):
    for key in path:
        root = root[key]
    return root


def some_path(rng, root, to_end=False):
    path, here = [], root
    while isinstance(here, (list, dict)) and (not path or rng.random() < 0.7):
        if isinstance(here, list):
            index = rng.randrange(len(here) + 1) if to_end else rng.randrange(len(here)) if here else None
            if index is None:
                break
            path.append(index)
            if index == len(here):
                break
        else:
            if to_end and rng.random() < 0.3 or not here:
                new = [key for key in KEYS if key not in here]
                if not to_end or not new:
                    break
                path.append(rng.choice(new))
                break
            path.append(rng.choice(list(here)))
        here = here[path[-1]]
    return path


def exists(root, path):
    try:
        at(root, path)
        return True
    except (KeyError, IndexError, TypeError):
        return False


def put(root, path, new):
    """Inserts; False if that is impossible."""
    holder = at(root, path[:-1])
    if isinstance(holder, list):
        if path[-1] > len(holder):
            return False
        holder.insert(path[-1], new)
        return True
    if path[-1] in holder:
        there = holder[path[-1]]
        if not isinstance(there, list):
            return False
        there.append(new)
        return True
    holder[path[-1]] = new
    return True


def number(rng, old):
    """A new value, and how it is given in a command. `old` is what it replaces, if anything."""
    new = rng.randrange(1000)
    return f":integer={new}", new


def edit(rng, root, scalar=number, clone=copy.deepcopy):
    """A command and the root after it; `None` if nothing could be thought of."""
    root = copy.deepcopy(root)
    kind = rng.choice(["set", "insert", "delete", "rename", "move", "copy"])
    new = some_path(rng, root, to_end=True)
    old = some_path(rng, root)
    if kind in ("set", "insert"):
        if not new:
            return None
        replaces = kind == "set" and exists(root, new)
        given, made = scalar(rng, at(root, new) if replaces else None)
        if kind == "insert":
            if not put(root, new, made):
                return None
        else:
            holder = at(root, new[:-1])
            if isinstance(holder, list) and new[-1] == len(holder):
                holder.append(made)
            else:
                holder[new[-1]] = made
        return f"{kind} {word(new)}{given}", root
    if not old:
        return None
    holder = at(root, old[:-1])
    if kind == "delete":
        del holder[old[-1]]
        return f"delete {word(old)}", root
    if kind == "rename":
        if not isinstance(holder, dict):
            return None
        key = rng.choice(KEYS)
        if key in holder:
            return None
        items = [(key if k == old[-1] else k, v) for k, v in holder.items()]
        holder.clear()
        holder.update(items)
        name = '""' if key == "" else quoted(key) if "'" not in key else '"' + key + '"'
        return f"rename {word(old)} {name}", root
    if not new:
        return None
    moved = at(root, old)
    if kind == "copy":
        if not put(root, new, clone(moved)):
            return None
        return f"copy {word(old)} to {word(new)}", root
    if new[: len(old)] == old:
        return None
    mark = object()
    if isinstance(holder, dict) and new[:-1] == old[:-1] and new[-1] not in holder:
        items = [(new[-1] if k == old[-1] else k, v) for k, v in holder.items()]
        holder.clear()
        holder.update(items)
        return f"move {word(old)} to {word(new)}", root
    if isinstance(holder, dict) and new[:-1] == old[:-1]:
        return None
    holder[old[-1]] = mark
    place = new
    if isinstance(holder, list) and new[:-1] == old[:-1] and old[-1] < new[-1] < len(holder):
        # It takes the position of the element there, once it is gone from its own.
        place = new[:-1] + [new[-1] + 1]
    if not put(root, place, moved):
        return None

    def remove(here):
        if isinstance(here, list):
            for index, each in enumerate(here):
                if each is mark:
                    del here[index]
                    return True
                if remove(each):
                    return True
        if isinstance(here, dict):
            for key, each in here.items():
                if each is mark:
                    del here[key]
                    return True
                if remove(each):
                    return True
        return False

    remove(root)
    return f"move {word(old)} to {word(new)}", root


def check(trial):
    rng = trial.rng
    root = value(rng, 3)
    # An empty root has no style.
    while not isinstance(root, (list, dict)) or not root:
        root = value(rng, 3)
    style = Style(rng, root, trial.formats or FORMATS)
    root = style.without_data(root)
    commands, wanted = [], root
    for _ in range(trial.edits):
        made = edit(rng, wanted)
        if made:
            commands.append(made[0])
            wanted = made[1]

    def fault(data, _=None):
        return None if style.is_written(data, wanted) else "another result"

    trial.try_edits("f." + style.ending, style.dumps(root), commands, fault)


def list_order(value):
    """The keys of all dictionaries in order."""
    if isinstance(value, dict):
        return [(key, list_order(each)) for key, each in value.items()]
    if isinstance(value, list):
        return [list_order(each) for each in value]
    return None


if __name__ == "__main__":
    model.main(check)
