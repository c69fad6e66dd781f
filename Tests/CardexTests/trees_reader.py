"""Reads JSON with comments, JSON Lines and OpenStep text without cardex, for the model of edits."""

import json

WORD = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$/:.-")


class Reader:
    def __init__(self, text, format):
        self.text = text
        self.format = format
        self.place = 0
        self.scan_json = json.JSONDecoder().scan_once

    def fail(self, what):
        raise ValueError(f"{what} at {self.place}: {self.text[self.place : self.place + 20]!r}")

    def space(self):
        while self.place < len(self.text):
            if self.text[self.place] in " \t\r\n":
                self.place += 1
            elif self.text.startswith("//", self.place):
                while self.place < len(self.text) and self.text[self.place] not in "\r\n":
                    self.place += 1
            elif self.text.startswith("/*", self.place):
                end = self.text.find("*/", self.place + 2)
                if end < 0:
                    self.fail("a comment without an end")
                self.place = end + 2
            else:
                break
        return self.text[self.place : self.place + 1]

    def take(self, characters):
        if not self.space() or self.space() not in characters:
            self.fail(f"not one of {characters}")
        self.place += 1
        return self.text[self.place - 1]

    def document(self):
        is_json = self.format in ("jsonc", "jsonl")
        if self.format == "jsonl":
            result = []
            while self.space():
                start = self.place
                result.append(self.json())
                if "\n" in self.text[start : self.place] and "/*" not in self.text:
                    self.fail("a value of several lines")
            return result
        if self.format == "strings":
            return self.members("")
        result = self.json() if is_json else self.open_step()
        if self.space():
            self.fail("text after the end")
        return result

    def json(self):
        first = self.space()
        if first and first in "[{":
            self.place += 1
            return self.elements("]", self.json) if first == "[" else self.members("}")
        try:
            value, self.place = self.scan_json(self.text, self.place)
        except StopIteration:
            self.fail("not JSON")
        return value

    def open_step(self):
        first = self.space()
        if first == "{":
            self.place += 1
            return self.members("}")
        if first == "(":
            self.place += 1
            return self.elements(")", self.open_step)
        if first == "<":
            end = self.text.index(">", self.place)
            digits, self.place = self.text[self.place + 1 : end], end + 1
            return bytes.fromhex(digits)
        return self.word()

    def elements(self, closing, value):
        result = []
        while self.space() != closing:
            result.append(value())
            if self.space() != closing:
                self.take(",")
        self.place += 1
        return result

    def members(self, closing):
        is_json = self.format in ("jsonc", "jsonl")
        result = {}
        while self.space() != closing:
            key = self.json() if is_json else self.word()
            if not isinstance(key, str) or key in result:
                self.fail(f"the key {key!r}")
            if is_json:
                self.take(":")
                result[key] = self.json()
                if self.space() != closing:
                    self.take(",")
            elif self.take("=;") == ";":
                result[key] = key
            else:
                result[key] = self.open_step()
                self.take(";")
        self.place += len(closing)
        return result

    def word(self):
        quote = self.space()
        if quote and quote in "\"'":
            return self.quoted(quote)
        start = self.place
        while self.place < len(self.text) and self.text[self.place] in WORD:
            self.place += 1
        if start == self.place:
            self.fail("no word")
        return self.text[start : self.place]

    def quoted(self, quote):
        units = b""
        self.place += 1
        while True:
            c = self.text[self.place : self.place + 1]
            self.place += 1
            if c == quote:
                return units.decode("utf-16-be")
            if not c:
                self.fail("a text without an end")
            if c == "\\":
                c = self.text[self.place]
                self.place += 1
                if c == "U":
                    units += bytes.fromhex(self.text[self.place : self.place + 4])
                    self.place += 4
                    continue
                c = {"n": "\n", "t": "\t", "r": "\r"}.get(c, c)
            units += c.encode("utf-16-be")
