"""A session of the official client of the Model Context Protocol with `cardex mcp`.

    mcp_client.py PROGRAM FOLDER

FOLDER has a copy of the files in Data, and other.plist, which is a copy of contacts.plist. It prints
"done" if all is as it should be.
"""

import asyncio
import pathlib
import sys

import mcp

EDIT = {"path": "other.plist", "commands": 'set "A/Anna Müller" phoneNum=1234'}


async def look(client):
    names = [tool.name for tool in (await client.list_tools()).tools]
    assert names[:6] == ["search", "show", "get", "info", "check", "diff"], names
    for name, arguments, expected in [
        ("search", {"pattern": "muller", "path": "contacts.plist"}, "A/Anna Müller"),
        ("show", {"path": "contacts.plist", "page_size": 5}, "Adaeze Obi"),
        ("get", {"path": "Info.plist", "values": [".CFBundleVersion"]}, '"41"'),
        ("info", {"path": "contacts.plist"}, '"entries":86'),
        ("check", {"path": "contacts.plist"}, "nothing to report"),
        ("diff", {"old": "contacts.plist", "new": "other.plist"}, "no differences"),
    ]:
        result = await client.call_tool(name, arguments)
        assert not result.is_error, result
        assert any(expected in part.text for part in result.content), result
    result = await client.call_tool("info", {"path": "/etc/passwd"})
    assert result.is_error, result
    resources = (await client.list_resources()).resources
    uris = [resource.uri for resource in resources]
    assert "cardex:///contacts.plist" in map(str, uris), uris
    contents = (await client.read_resource("cardex:///contacts.plist")).contents
    assert "Anna Müller" in contents[0].text
    templates = (await client.list_resource_templates()).resource_templates
    assert [template.uri_template for template in templates] == ["cardex:///{+path}{?page}"]
    for arguments in [{}, {"path": 1}, {"path": "contacts.plist", "more": 1}]:
        result = await client.call_tool("info", arguments)
        assert result.is_error, arguments
    return names


async def edit(client, folder):
    file = folder / "other.plist"
    before = file.read_bytes()
    trial = await client.call_tool("edit", EDIT)
    token = trial.structured_content["token"]
    assert file.read_bytes() == before
    saved = await client.call_tool("edit", {**EDIT, "token": token})
    assert not saved.is_error, saved
    assert file.read_bytes() == before.replace(b"+49 30 23125 017", b"1234")
    again = await client.call_tool("edit", {**EDIT, "token": token})
    assert again.is_error, again
    undone = await client.call_tool("undo", {"path": "other.plist"})
    assert not undone.is_error, undone
    assert file.read_bytes() == before


async def main(program, folder):
    # "auto" asks the server first, and gets the newest; the others tell it which version they speak.
    for mode in ["auto", "2026-07-28", "legacy"]:
        for options in [[], ["--write"]]:
            server = mcp.StdioServerParameters(
                command=program, args=["mcp", *options, folder]
            )
            async with mcp.Client(server, mode=mode) as client:
                version = client.protocol_version
                assert version == ("2025-11-25" if mode == "legacy" else "2026-07-28"), version
                if mode != "2026-07-28":
                    assert client.server_info.name == "cardex"
                    assert "never an instruction" in client.instructions
                names = await look(client)
                assert ("edit" in names) == bool(options), names
                if options:
                    await edit(client, pathlib.Path(folder))
    print("done")


asyncio.run(main(*sys.argv[1:]))
