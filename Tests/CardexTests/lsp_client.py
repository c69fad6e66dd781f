"""Sessions of pytest-lsp with the language server, as editors have them: each answer must have the form that
the protocol gives it, and be what its client says it understands.

    CARDEX=PROGRAM pytest lsp_client.py
"""

import asyncio
import json
import os
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROGRAM = os.environ["CARDEX"]
CONFIG = ClientServerConfig(server_command=[PROGRAM, "lsp"])
pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]

LIST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<array>
\t<dict>
\t\t<key>name</key>
\t\t<string>\U0001f600 Åsa </string>
\t\t<key>site</key>
\t\t<string>https://example.org</string>
\t</dict>
\t<dict>
\t\t<key>name</key>
\t\t<string>Bo &amp; Co</string>
\t</dict>
</array>
</plist>
"""
BRANDS = '{\n  "brands": [\n    {"name": "Audi", "land": "DE"},\n    {"name": "BMW ", "land": "DE"}\n  ]\n}\n'


def capabilities(name):
    result = client_capabilities(name)
    # Without it, there is nothing to resolve.
    result.text_document.code_action.resolve_support = types.ClientCodeActionResolveOptions(["edit"])
    return result


async def start(client, params):
    answer = await client.initialize_session(params)
    offered = params.capabilities.general.position_encodings or []
    chosen = answer.capabilities.position_encoding
    assert chosen == (types.PositionEncodingKind.Utf8 if "utf-8" in offered else types.PositionEncodingKind.Utf16)
    # Python's name, and how many bytes a position counts.
    client.encoding, client.unit = ("utf-8", 1) if chosen == "utf-8" else ("utf-16-le", 2)


@pytest_lsp.fixture(config=CONFIG, params=["visual-studio-code", "neovim", "emacs"])
async def client(request, lsp_client: LanguageClient, tmp_path):
    lsp_client.folder = tmp_path
    given = capabilities(request.param)
    folder = types.WorkspaceFolder(tmp_path.as_uri(), "files")
    await start(lsp_client, types.InitializeParams(capabilities=given, workspace_folders=[folder]))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=CONFIG)
async def utf8_client(lsp_client: LanguageClient, tmp_path):
    lsp_client.folder = tmp_path
    given = capabilities("visual-studio-code")
    given.general.position_encodings = [types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16]
    await start(lsp_client, types.InitializeParams(capabilities=given, root_uri=tmp_path.as_uri()))
    yield
    await lsp_client.shutdown_session()


class File:
    """A file that is open in a client."""

    def __init__(self, client, name, text):
        self.client, self.text, self.version = client, text, 1
        self.uri = (client.folder / name).as_uri()
        self.id = types.TextDocumentIdentifier(self.uri)
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri, "any", 1, text))
        )

    def change(self, text):
        """Replaces the whole text."""
        self.text, self.version = text, self.version + 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def insert(self, place, text):
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(types.Range(place, place), text)],
            )
        )

    async def diagnostics(self):
        """What is wrong with the text as it is."""
        while True:
            found = await self.client.wait_for_notification("textDocument/publishDiagnostics")
            if found.uri == self.uri and found.version == self.version:
                return found.diagnostics

    def place(self, text, after=0):
        """The position of a text, so many characters into it."""
        before = self.text[: self.text.index(text) + after]
        line = before.rsplit("\n", 1)[-1]
        return types.Position(before.count("\n"), len(line.encode(self.client.encoding)) // self.client.unit)

    def at(self, make, text, after=0, **others):
        return make(text_document=self.id, position=self.place(text, after), **others)

    def edited(self, edit):
        """The text after an edit of the workspace."""
        assert edit is not None
        if edit.document_changes:
            (change,) = edit.document_changes
            assert change.text_document.version == self.version
            uri, edits = change.text_document.uri, change.edits
        else:
            ((uri, edits),) = edit.changes.items()
        assert uri == self.uri
        lines = self.text.split("\n")

        def offset(position):
            line = lines[position.line].encode(self.client.encoding)
            before = line[: position.character * self.client.unit].decode(self.client.encoding)
            return sum(len(line) + 1 for line in lines[: position.line]) + len(before)

        text, end = self.text, len(self.text)
        for one in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
            assert offset(one.range.end) <= end
            end = offset(one.range.start)
            text = text[:end] + one.new_text + text[offset(one.range.end) :]
        return text


async def test_diagnostics(client):
    file = File(client, "list.plist", LIST)
    (found,) = await file.diagnostics()
    assert found.code == "space-at-edge" and found.source == "cardex"
    assert found.severity == types.DiagnosticSeverity.Warning
    assert found.range.start == file.place("\U0001f600")
    assert found.range.end == file.place("Åsa ", 4)
    file.change(LIST.replace("Åsa ", "Åsa"))
    assert list(await file.diagnostics()) == []
    file.insert(file.place("<array>"), "<a")
    (found,) = await file.diagnostics()
    assert found.code == "unreadable" and found.severity == types.DiagnosticSeverity.Error
    client.text_document_did_close(types.DidCloseTextDocumentParams(file.id))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert list(client.diagnostics[file.uri]) == []


async def test_conflict_markers(client):
    text = LIST.replace("\t<dict>", "<<<<<<< ours\n\t<dict>", 1).replace("</array>", "=======\n>>>>>>> theirs\n</array>")
    found = await File(client, "list.plist", text).diagnostics()
    assert [one.severity for one in found] == [types.DiagnosticSeverity.Error]
    assert found[0].range.start.line == 3


async def test_symbols_and_folds(client):
    file = File(client, "list.plist", LIST)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(file.id))
    assert [one.name for one in symbols] == ["\U0001f600 Åsa ", "Bo & Co"]
    assert [one.name for one in symbols[0].children] == ["name", "site"]
    assert symbols[0].children[1].detail == "https://example.org"
    assert symbols[1].selection_range.start == file.place("Bo")

    def check(symbols, outer=None):
        for one in symbols:
            start, end = one.range.start, one.range.end
            assert start <= one.selection_range.start and one.selection_range.end <= end
            assert outer is None or outer.start <= start and end <= outer.end
            check(one.children or [], one.range)

    check(symbols)
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(file.id))
    assert [(one.start_line, one.end_line) for one in folds] == [(2, 12), (3, 7), (9, 11)]
    ranges = await client.text_document_selection_range_async(
        types.SelectionRangeParams(file.id, [file.place("Bo"), file.place("<array>")])
    )
    assert len(ranges) == 2
    one, count = ranges[0], 0
    while one.parent:
        assert one.parent.range.start <= one.range.start and one.range.end <= one.parent.range.end
        one, count = one.parent, count + 1
    assert count >= 4


async def test_completion(client):
    file = File(client, "list.plist", LIST)
    await file.diagnostics()
    # It cannot be read without a value.
    file.change(LIST.replace("Co</string>\n", "Co</string>\n\t\t<key></key>\n"))
    found = await client.text_document_completion_async(
        file.at(types.CompletionParams, "<key></key>", 5)
    )
    items = found.items if isinstance(found, types.CompletionList) else found
    assert [one.label for one in items] == ["site"]
    assert items[0].text_edit.new_text == "site"
    other = File(client, "brands.json", BRANDS)
    found = await client.text_document_completion_async(other.at(types.CompletionParams, "BMW ", 0))
    items = found.items if isinstance(found, types.CompletionList) else found
    assert "Audi" in [one.label for one in items]


async def test_hover(client):
    file = File(client, "list.plist", LIST)
    found = await client.text_document_hover_async(file.at(types.HoverParams, "Bo", 1))
    assert found.contents.kind in ("markdown", "plaintext")
    assert "Bo & Co" in found.contents.value and ".1.name" in found.contents.value
    assert found.range.start == file.place("<key>name</key>\n\t\t<string>Bo")
    assert await client.text_document_hover_async(file.at(types.HoverParams, "<?xml")) is None


async def test_rename(client):
    file = File(client, "list.plist", LIST)
    prepared = await client.text_document_prepare_rename_async(
        file.at(types.PrepareRenameParams, "name", 2)
    )
    assert prepared.start == file.place("name")
    edit = await client.text_document_rename_async(file.at(types.RenameParams, "name", 2, new_name="a<b"))
    assert file.edited(edit) == LIST.replace("<key>name", "<key>a&lt;b")
    edit = await client.text_document_rename_async(file.at(types.RenameParams, "Bo", 2, new_name="B & C"))
    assert file.edited(edit) == LIST.replace("Bo &amp; Co", "B &amp; C")
    assert await client.text_document_prepare_rename_async(
        file.at(types.PrepareRenameParams, "https:", 2)
    ) is None
    with pytest.raises(JsonRpcException):
        await client.text_document_rename_async(file.at(types.RenameParams, "https:", 2, new_name="x"))


async def test_code_actions(client):
    file = File(client, "list.plist", LIST)
    diagnostics = await file.diagnostics()
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            file.id, diagnostics[0].range, types.CodeActionContext(diagnostics=diagnostics)
        )
    )
    fix = actions[0]
    assert fix.kind == types.CodeActionKind.QuickFix and fix.is_preferred and fix.edit is None
    assert list(fix.diagnostics) == list(diagnostics)
    fix = await client.code_action_resolve_async(fix)
    assert file.edited(fix.edit) == LIST.replace("Åsa ", "Åsa")
    assert "source.fixAll.cardex" in [one.kind for one in actions]
    only = await client.text_document_code_action_async(
        types.CodeActionParams(
            file.id,
            diagnostics[0].range,
            types.CodeActionContext(diagnostics=[], only=[types.CodeActionKind.SourceFixAll]),
        )
    )
    assert [one.kind for one in only] == ["source.fixAll.cardex"]
    file.insert(types.Position(0, 0), "<!-- -->")
    with pytest.raises(JsonRpcException) as failure:
        await client.code_action_resolve_async(actions[0])
    assert failure.value.code == -32801


async def test_links_and_references(client):
    (client.folder / "audi.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    file = File(client, "list.plist", LIST.replace("Bo &amp; Co", "audi.png"))
    links = await client.text_document_document_link_async(types.DocumentLinkParams(file.id))
    assert [one.target for one in links] == ["https://example.org", (client.folder / "audi.png").as_uri()]
    assert links[0].range.start == file.place("https:")
    found = await client.text_document_definition_async(file.at(types.DefinitionParams, "audi", 1))
    assert [one.uri for one in found] == [(client.folder / "audi.png").as_uri()]
    other = File(client, "brands.json", BRANDS)
    found = await client.text_document_references_async(
        other.at(types.ReferenceParams, "DE", 1, context=types.ReferenceContext(include_declaration=True))
    )
    assert [(one.uri, one.range.start.line) for one in found] == [(other.uri, 2), (other.uri, 3)]
    found = await client.text_document_document_highlight_async(
        other.at(types.DocumentHighlightParams, "land", 1)
    )
    assert [one.range.start.line for one in found] == [2, 3]


async def test_languages(client):
    for language, text in [("en", "Open"), ("de", "Öffnen")]:
        folder = client.folder / f"{language}.lproj"
        folder.mkdir()
        (folder / "Main.strings").write_text(f'"open" = "{text}";\n')
    file = File(client, "de.lproj/Main.strings", '/* */\n"open" = "Öffnen";\n')
    found = await client.text_document_definition_async(file.at(types.DefinitionParams, "open", 1))
    assert [one.uri for one in found] == [(client.folder / "en.lproj/Main.strings").as_uri()]
    assert found[0].range.start == types.Position(0, 1)


async def test_files_elsewhere(client, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (client.folder / "link.png").symlink_to(outside / "a.png")
    for name in [f"{outside}/a.png", "../outside0/a.png", "link.png"]:
        file = File(client, "list.plist", LIST.replace("Bo &amp; Co", name))
        links = await client.text_document_document_link_async(types.DocumentLinkParams(file.id))
        assert [one.target for one in links] == ["https://example.org"]


async def test_workspace_symbols(client):
    file = File(client, "list.plist", LIST)
    File(client, "brands.json", BRANDS)
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("asa"))
    assert [(one.name, one.location.uri) for one in found] == [("\U0001f600 Åsa ", file.uri)]
    assert len(await client.workspace_symbol_async(types.WorkspaceSymbolParams(""))) == 4


async def test_cancelling(client):
    file = File(client, "list.plist", LIST)
    # What is cancelled is answered all the same, by an error or by its result.
    requests = [
        client.protocol.send_request_async("textDocument/documentSymbol", types.DocumentSymbolParams(file.id))
        for _ in range(20)
    ]
    tasks = [asyncio.ensure_future(request) for request in requests]
    await asyncio.sleep(0)
    for identifier in list(client.protocol._request_futures):
        client.cancel_request(types.CancelParams(identifier))
    for answer in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(answer, (list, asyncio.CancelledError)) or answer.code == -32800
    assert await client.text_document_hover_async(file.at(types.HoverParams, "Bo", 1)) is not None


async def test_utf8_positions(utf8_client):
    client = utf8_client
    assert client.encoding == "utf-8"
    file = File(client, "list.plist", LIST)
    (found,) = await file.diagnostics()
    assert found.range.end == file.place("Åsa ", 4)
    edit = await client.text_document_rename_async(
        file.at(types.RenameParams, "Åsa", 1, new_name="ß\U0001f600")
    )
    assert file.edited(edit) == LIST.replace("\U0001f600 Åsa ", "ß\U0001f600")


def talk(*messages):
    """The answers to messages, which are written as they are if they are bytes, and the exit status."""
    data = b""
    for message in messages:
        if not isinstance(message, bytes):
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        data += message
    done = subprocess.run([PROGRAM, "lsp"], input=data, capture_output=True, timeout=120)
    answers, rest = [], done.stdout
    while rest:
        head, rest = rest.split(b"\r\n\r\n", 1)
        length = int(head.split(b":")[1])
        answers.append(json.loads(rest[:length]))
        rest = rest[length:]
    return answers, done.returncode


START = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
END = [{"id": 2, "method": "shutdown"}, {"method": "exit"}]


@pytest.mark.parametrize(
    "message, code",
    [
        (b"Content-Length: 9\r\n\r\nnot JSON!", -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
        (b"Content-Length: 1\r\n\r\n\xff", -32700),
        ({"id": 7, "method": "unknown/method"}, -32601),
        ({"id": 7, "method": "textDocument/hover"}, -32602),
        ({"id": 7, "method": "textDocument/hover", "params": {"textDocument": {"uri": 3}}}, -32602),
        ({"id": 7, "method": "textDocument/hover",
          "params": {"textDocument": {"uri": "file:///x"}, "position": {"line": -1, "character": 1e99}}}, -32602),
        ({"id": 7, "method": "initialize", "params": {"capabilities": {}}}, -32600),
    ],
)
async def test_broken_messages(message, code):
    answers, status = talk(START, message, *END)
    assert [one["error"]["code"] for one in answers if "error" in one] == [code]
    assert [one["id"] for one in answers if "result" in one] == [1, 2]
    assert status == 0


async def test_beginning_and_end():
    answers, status = talk({"id": 7, "method": "textDocument/hover", "params": {}}, START)
    assert answers[0]["error"]["code"] == -32002
    assert status == 1, "the editor has just gone"
    answers, status = talk(START, END[0], {"id": 7, "method": "textDocument/hover", "params": {}}, END[1])
    assert [one.get("error", {}).get("code") for one in answers] == [None, None, -32600]
    assert status == 0
