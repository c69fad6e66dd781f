import Foundation
import TestHelpers
import Testing

@Suite(
  "OpenStep text, strings files, JSON with comments and JSON Lines that are edited where they are")
struct InPlaceTreeTests {
  private static let files = [
    "Localizable.strings": #"""
    /* Title of the window */
    "title" = "Garage";

    /* Buttons */
    "ok" = "OK";  // short
    "cancel" = "Cancel";

    // MARK: Errors

    /* %@ is a name */
    "error" = "\"%@\" is missing";

    """#,
    "project.pbxproj": """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tclasses = {
    \t};
    \tobjects = {

    /* Begin PBXFileReference section */
    \t\t8C01 /* a.swift */ = {isa = PBXFileReference; path = a.swift; sourceTree = "<group>"; };
    \t\t8C02 /* b.swift */ = {isa = PBXFileReference; path = b.swift; sourceTree = "<group>"; };
    /* End PBXFileReference section */

    /* Begin PBXGroup section */
    \t\t8C10 = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\t8C01 /* a.swift */,
    \t\t\t\t8C02 /* b.swift */,
    \t\t\t);
    \t\t};
    /* End PBXGroup section */
    \t};
    \trootObject = 8C00 /* Project object */;
    }

    """,
    "settings.json": """
    {
        // Editor
        "editor.fontSize": 13, // points
        "editor.rulers": [80, 100],

        /* Files that are hidden */
        "files.exclude": { // globs
            "**/.git": true,
            // Finder
            "**/.DS_Store": null,
        },
        "telemetry": "off", /* always */
    }

    """,
    "people.jsonl": """
    {"id": 1, "name": "Anna", "tags": ["a"]}
    {"id": 2, "name": "Ben", "mail": null}

    {"id": 3, "name": "Cleo"}

    """,
  ]

  /// The lines that `diff` prints of what commands have changed in a file, and messages.
  private func change(_ name: String, _ commands: String) throws -> String {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Self.files[name] ?? "", to: name)
    return try Tool.shell(
      """
      cd '\(directory.url.path())'; cp \(name) old; f=\(name); exec 2>&1
      \(commands)
      diff old \(name) | grep '^[<>]' | cat -A | sed 's/\\$$//'
      """
    ).output
  }

  @Test(
    "in a strings file, comments go with what follows them, and what is new is quoted as the others are",
    arguments: [
      ("set $f .title=Werkstatt", "< \"title\" = \"Garage\";\n> \"title\" = \"Werkstatt\";\n"),
      ("delete $f .ok", "< \n< /* Buttons */\n< \"ok\" = \"OK\";  // short\n"),
      (
        "delete $f .error", "< \n< /* %@ is a name */\n< \"error\" = \"\\\"%@\\\" is missing\";\n"
      ),
      ("rename $f .ok yes", "< \"ok\" = \"OK\";  // short\n> \"yes\" = \"OK\";  // short\n"),
      ("insert $f '.q=a \"b\" \\'", "> \n> \"q\" = \"a \\\"b\\\" \\\\\";\n"),
      ("set $f .n:integer=5", "> \n> \"n\" = \"5\";\n"),
      (
        "set $f .n:boolean=true",
        "cardex: Localizable.strings: .n: a strings file has no booleans, "
          + "but texts, such as YES and NO\n"
      ),
      ("set $f .ok:null=", "cardex: Localizable.strings: .ok: a strings file has no null\n"),
      (
        "set $f '/:json=[]'", "cardex: Localizable.strings: a strings file is always a dictionary\n"
      ),
      ("batch -e 'delete .ok' -e undo $f", ""),
      (
        "batch -e 'delete .error' -e 'set .late=x' $f",
        "> \"late\" = \"x\";\n< \n< /* %@ is a name */\n< \"error\" = \"\\\"%@\\\" is missing\";\n"
      ),
    ])
  func strings(command: String, expected: String) throws {
    #expect(try change("Localizable.strings", "cardex \(command)") == expected)
  }

  @Test(
    "in a project of Xcode, single lines stay single, and comments of sections stay",
    arguments: [
      (
        "set $f '.objects.8C02.path=b c.swift'",
        """
        < ^I^I8C02 /* b.swift */ = {isa = PBXFileReference; path = b.swift; sourceTree = "<group>"; };
        > ^I^I8C02 /* b.swift */ = {isa = PBXFileReference; path = "b c.swift"; sourceTree = "<group>"; };

        """
      ),
      (
        "delete $f .objects.8C01",
        "< ^I^I8C01 /* a.swift */ = {isa = PBXFileReference; path = a.swift; sourceTree = \"<group>\"; };\n"
      ),
      ("delete $f .objects.8C10.children.1", "< ^I^I^I^I8C02 /* b.swift */,\n"),
      ("insert $f .objects.8C10.children.1=8C12", "> ^I^I^I^I8C12,\n"),
      (
        "move $f .objects.8C10.children.1 to .objects.8C10.children.0",
        "< ^I^I^I^I8C01 /* a.swift */,\n> ^I^I^I^I8C01 /* a.swift */,\n"
      ),
      (
        "set $f '.objects.8C11:json={\"isa\":\"PBXGroup\",\"children\":[\"8C01\"]}'",
        """
        > ^I^I8C11 = {
        > ^I^I^Iisa = PBXGroup;
        > ^I^I^Ichildren = (
        > ^I^I^I^I8C01,
        > ^I^I^I);
        > ^I^I};

        """
      ),
      ("set $f .classes.x=y", "> ^I^Ix = y;\n"),
      (
        "move $f .objects.8C10.children to .list",
        """
        < ^I^I^Ichildren = (
        < ^I^I^I^I8C01 /* a.swift */,
        < ^I^I^I^I8C02 /* b.swift */,
        < ^I^I^I);
        > ^Ilist = (
        > ^I^I8C01 /* a.swift */,
        > ^I^I8C02 /* b.swift */,
        > ^I);

        """
      ),
      (
        "set $f .rootObject=8C99",
        "< ^IrootObject = 8C00 /* Project object */;\n> ^IrootObject = 8C99 /* Project object */;\n"
      ),
    ])
  func project(command: String, expected: String) throws {
    #expect(try change("project.pbxproj", "cardex \(command)") == expected)
  }

  @Test(
    "in JSON with comments, a comment on a value's line is its own, others are what follows; null is a value",
    arguments: [
      (
        "set $f '.editor\\.fontSize:int=14'",
        "<     \"editor.fontSize\": 13, // points\n>     \"editor.fontSize\": 14, // points\n"
      ),
      (
        "delete $f '.editor\\.fontSize'",
        "<     // Editor\n<     \"editor.fontSize\": 13, // points\n"
      ),
      ("delete $f '.files\\.exclude.**/\\.git'", "<         \"**/.git\": true,\n"),
      (
        "delete $f '.files\\.exclude.**/\\.DS_Store'",
        "<         // Finder\n<         \"**/.DS_Store\": null,\n"
      ),
      (
        "batch -e 'delete .telemetry' -e 'set .late=x' $f",
        "<     \"telemetry\": \"off\", /* always */\n>     \"late\": \"x\",\n"
      ),
      ("delete $f .telemetry", "<     \"telemetry\": \"off\", /* always */\n"),
      (
        "insert $f '.editor\\.rulers:int=120'",
        "<     \"editor.rulers\": [80, 100],\n>     \"editor.rulers\": [80, 100, 120],\n"
      ),
      ("insert $f .zoom:null=", ">     \"zoom\": null,\n"),
      (
        "set $f '.files\\.exclude.**/\\.DS_Store:boolean=true'",
        "<         \"**/.DS_Store\": null,\n>         \"**/.DS_Store\": true,\n"
      ),
      (
        "set $f '.telemetry:null='",
        "<     \"telemetry\": \"off\", /* always */\n>     \"telemetry\": null, /* always */\n"
      ),
      (
        "move $f '.editor\\.fontSize' to '.files\\.exclude.size'",
        """
        <     // Editor
        <     "editor.fontSize": 13, // points
        >         // Editor
        >         "size": 13, // points

        """
      ),
      (
        "move $f '.files\\.exclude.**/\\.DS_Store' to .ds",
        """
        <         // Finder
        <         "**/.DS_Store": null,
        >     // Finder
        >     "ds": null,

        """
      ),
    ])
  func comments(command: String, expected: String) throws {
    #expect(try change("settings.json", "cardex \(command)") == expected)
  }

  @Test(
    "each value of JSON Lines stays on its line",
    arguments: [
      (
        "set $f Ben mail=b@x",
        "< {\"id\": 2, \"name\": \"Ben\", \"mail\": null}\n> {\"id\": 2, \"name\": \"Ben\", \"mail\": \"b@x\"}\n"
      ),
      ("insert $f / Dora id:int=4", "> {\"id\": 4, \"name\": \"Dora\"}\n"),
      ("delete $f Anna", "< {\"id\": 1, \"name\": \"Anna\", \"tags\": [\"a\"]}\n"),
      ("insert $f '.1:json={\"a\":[1,{\"b\":null}]}'", "> {\"a\": [1, {\"b\": null}]}\n"),
      (
        "move $f .0.tags to .2.tags",
        """
        < {"id": 1, "name": "Anna", "tags": ["a"]}
        > {"id": 1, "name": "Anna"}
        < {"id": 3, "name": "Cleo"}
        > {"id": 3, "name": "Cleo", "tags": ["a"]}

        """
      ),
      ("set $f /:null=", "cardex: people.jsonl: JSON Lines is always a list\n"),
    ])
  func lines(command: String, expected: String) throws {
    #expect(try change("people.jsonl", "cardex \(command)") == expected)
  }

  @Test(
    "what is deleted takes its own space and comments, and no others",
    arguments: [
      (#"[1, 2, 3] // c\n"#, ".2", #"[1, 2] // c\n"#),
      (#"[\n  1, 2, // c\n  3, 4\n]"#, ".2", #"[\n  1, 2, // c\n  4\n]"#),
      (#"[\n  1, 2,\n\n  3, 4,\n  5\n]"#, ".2", #"[\n  1, 2,\n\n  4,\n  5\n]"#),
      (#"[\n  1, 2, 3,\n  4\n]"#, ".1", #"[\n  1, 3,\n  4\n]"#),
      (#"[ 1,  2,   3 ]"#, ".1", #"[ 1,   3 ]"#),
      (#"[1, /* b */ 2, /* c */ 3]"#, ".1", #"[1, /* c */ 3]"#),
      (#"[\n  1,\n\n  // s\n\n  2\n]"#, ".0", #"[\n  // s\n\n  2\n]"#),
      (
        #"{\n\ta = 1; b = 2; // d\n\tc = 3; d = 4;\n}"#, ".c",
        #"{\n\ta = 1; b = 2; // d\n\td = 4;\n}"#
      ),
      (#""a"="1";\n\n// s\n\n"b"="2";\n"#, ".a", #"// s\n\n"b"="2";\n"#),
      (#"/* h */\n\n"a"="1";\n\n// s\n\n"b"="2";\n"#, ".a", #"/* h */\n\n// s\n\n"b"="2";\n"#),
      (#""a"="1";\n\n// s\n\n"b"="2";\n"#, ".a .b", #"// s\n"#),
    ])
  func deletions(text: String, path: String, expected: String) throws {
    let outcome = try Tool.shell(
      "cd \"$(mktemp -d)\"; printf '\(text)' > f; cardex delete f \(path) && cat f; printf '\(expected)' | diff - f"
    )
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("comments that are moved into a value of JSON Lines stay on its line, and in what is moved")
  func movedComments() throws {
    let outcome = try Tool.shell(
      #"""
      cd "$(mktemp -d)"; printf '[1]\n// k */\n"x"\n{"a":2 /* c */}\n' > f.jsonl; cp f.jsonl old
      cardex move f.jsonl .1 to .0.0; cat f.jsonl; cp old f.jsonl
      printf 'move .2 to .0\nset .0.a:int=3\ninsert .1:int=4\n' | cardex batch f.jsonl; cat f.jsonl
      """#)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        [/* k * /*/ "x",1]
        {"a":2 /* c */}
        {"a":3 /* c */}
        4
        [1]
        // k */
        "x"

        """)
  }

  @Test("a comment between a key and its value stays when what it is in is edited")
  func commentsOfKeys() throws {
    let outcome = try Tool.shell(
      #"""
      cd "$(mktemp -d)"
      printf '{"a": {"b": /* c */ 1, "d" /* e */ : 2}}\n' > f.json; cardex insert f.json .a.x:int=3; cat f.json
      printf "(\n  'a',\n  b,\n)\n" > f.plist; cardex set f.plist .0=c; cat f.plist
      """#)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        {"a": {"b": /* c */ 1, "d" /* e */ : 2, "x": 3}}
        (
          'c',
          b,
        )

        """)
  }
}
