import Foundation
import TestHelpers
import Testing

/// Forms filled in by the built program.
@Suite("Forms at the command line")
struct FormCommandTests {
  private static let commands = [
    "expand 'Display name' Birthday", "fill 'Given name' Ada Augusta",
    "fill 'Family name' Lovelace",
    "fill Birthday 1815-12-10", "fill 'Member since' 2025-12-31", "fill Newsletter on",
    "pick Frequency Weekly", "fill 'Favourite category' Places", "pick Sorting 'By date added'",
    "fill 'Text size' 7.5", "fill Contrast -2", "fill 'Show pictures' off",
    "collapse 'Display name' Birthday",
  ]

  /// The changes that Python's `plistlib` is to find: section, row, key and value.
  private static let changes = """
    0 0 primaryTitle 'Ada Augusta Lovelace'
    0 1 value 'Ada Augusta'
    0 2 value 'Lovelace'
    0 3 primaryTitle '10. Dezember 1815'
    0 4 value '1815-12-10'
    0 5 primaryTitle '31 Dez. 2025'
    0 6 value datetime.datetime(2025, 12, 31, 9, 30)
    0 7 primaryTitle 'Subscribed'
    0 8 value 'true'
    0 9 primaryTitle 'Weekly'
    0 11 value 'true'
    1 0 primaryTitle 'Places'
    1 4 value 'true'
    1 5 isExpanded False
    1 5 primaryTitle 'By date added'
    1 6 isVisible False
    1 6 value 'false'
    1 7 isVisible False
    1 7 value 'true'
    1 8 isVisible False
    2 0 primaryTitle '7'
    2 1 value '7.5'
    2 2 primaryTitle '-2'
    2 3 value -2.0
    2 4 value False

    """

  private static let comparison = """
    import plistlib, sys
    with open(sys.argv[1], 'rb') as old, open(sys.argv[2], 'rb') as new:
        sections = list(enumerate(zip(plistlib.load(old), plistlib.load(new))))
    for number, (before, after) in sections:
        assert len(before) == len(after)
        for row, (one, other) in enumerate(zip(before, after)):
            assert list(one) == list(other)
            for key in sorted(one):
                if repr(one[key]) != repr(other[key]): print(number, row, key, repr(other[key]))
    """

  private static let german = ["LC_ALL": "de_DE.UTF-8"]

  private func filled(_ directory: TemporaryDirectory) throws -> URL {
    let file = directory.url.appending(path: "form.plist")
    try Data(contentsOf: Tool.data.appending(path: "settings-form.plist")).write(to: file)
    let arguments = FormCommandTests.commands.flatMap { ["-e", $0] }
    let outcome = try Tool.run(
      ["batch"] + arguments + [file.path()], environment: FormCommandTests.german)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return file
  }

  @Test("plistlib finds what was entered, and nothing else has changed")
  func plistlib() throws {
    let directory = try TemporaryDirectory()
    let file = try filled(directory)
    let outcome = try Tool.runOther(
      ["python3", "-B", "-c", FormCommandTests.comparison, "settings-form.plist", file.path()],
      environment: [:])
    #expect(outcome.output == FormCommandTests.changes)
    #expect(outcome.errors == "")
    // Each value is on a line of its own.
    let diff = try Tool.shell("diff settings-form.plist '\(file.path())' | grep -c '^>'")
    let lines = FormCommandTests.changes.split(separator: "\n").count
    #expect(diff.output == "\(lines)\n")
  }

  @Test("by hand and by a script, the same bytes are written; undone, there are no edits")
  func hand() throws {
    let directory = try TemporaryDirectory()
    let script = try filled(directory)
    let file = directory.url.appending(path: "hand.plist")
    let original = try Data(contentsOf: Tool.data.appending(path: "settings-form.plist"))
    try original.write(to: file)
    let commands = FormCommandTests.commands
    let undoing = commands + ["undo \(commands.count)", "diff", "save"]
    let undone = try Tool.run(
      ["shell", file.path()], input: Data(undoing.joined(separator: "\n").utf8),
      environment: FormCommandTests.german)
    #expect(undone.status == 0)
    #expect(undone.output.hasSuffix("nothing to save\n"))
    #expect(try Data(contentsOf: file) == original)
    let saving = try Tool.run(
      ["shell", file.path()], input: Data((commands + ["save"]).joined(separator: "\n").utf8),
      environment: FormCommandTests.german)
    #expect(saving.status == 0)
    #expect(try Data(contentsOf: file) == Data(contentsOf: script))
  }

  @Test(
    "what cannot be entered is an error, and nothing is saved",
    arguments: [
      ("fill Birthday 2025-02-29", "the date 2025-02-29 does not exist"),
      ("fill Birthday 'next year'", "'next year' is not a date"),
      ("pick Sorting 'By size'", "'By size' is not a choice"),
      ("fill 'Text size' 10.5", "10.5 is out of bounds: it must be from 0 to 10"),
      ("fill Contrast -6", "-6 is out of bounds: it must be from -5 to 5"),
      ("fill 'Given name' $'a\\u{7}b'", "character 2 is U+0007"),
      ("fill Newsletter perhaps", "'perhaps' is not one of: on, off, Subscribed, Not subscribed"),
      ("fill 'Colour wheel' red", "a row of the unknown kind 'idCellColorWheel'"),
      ("fill 'Display name' Ada", "'Display name' has several rows to fill in"),
      ("expand Version", "'Version' does not expand"),
      ("set Birthday additionalRows=99\nexpand Birthday", "'Birthday' owns 99 rows"),
    ])
  func errors(_ line: String, _ message: String) throws {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "form.plist")
    let original = try Data(contentsOf: Tool.data.appending(path: "settings-form.plist"))
    try original.write(to: file)
    let script = Data(("fill 'Given name' Ada\n" + line + "\n").utf8)
    let outcome = try Tool.run(["batch", file.path()], input: script)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try Data(contentsOf: file) == original)
  }

  @Test("controls are drawn in ASCII where the locale has nothing else, dates in its language")
  func show() throws {
    let ascii = try Tool.run(["show", "settings-form.plist", "#2"], environment: ["LC_ALL": "C"])
    #expect(ascii.output.contains("\n    - Sorting  By name\n"))
    #expect(ascii.output.contains("(*) By name\n"))
    let directory = try TemporaryDirectory()
    let file = try filled(directory)
    let german = try Tool.run(
      ["show", file.path(), "#1"], environment: FormCommandTests.german)
    #expect(german.output.contains("+ Birthday      10. Dezember 1815\n"))
    let open = try Tool.run(
      ["batch", "-e", "expand Birthday", "-e", "show Birthday/#1", "-n", file.path()],
      environment: ["LC_ALL": "ja_JP.UTF-8"])
    #expect(open.output.contains("value           1815-12-10"))
  }

  @Test("the rows of a form are checked")
  func check() throws {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "form.plist")
    try Data(contentsOf: Tool.data.appending(path: "settings-form.plist")).write(to: file)
    #expect(try Tool.run(["check", file.path()]).status == 0)
    let edit = ["-e", "set Birthday additionalRows=99", "-e", "set Sorting additionalRows=-1"]
    #expect(try Tool.run(["batch"] + edit + [file.path()]).status == 0)
    let found = try Tool.run(["check", "--select=form-rows", file.path()])
    #expect(found.status == 1)
    #expect(
      found.output.contains(
        "#1/Birthday: the row owns 99 rows, but its section ends after 9 [form-rows]\n"))
    #expect(
      found.output.contains("#2/Sorting: additionalRows is not a number of rows [form-rows]\n"))
  }

  @Test("what a page of settings keeps secret is asterisks for people, unless it is asked for")
  func secrets() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      Data(
        """
        <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key>
        <string>PSTextFieldSpecifier</string><key>Title</key><string>Password</string>
        <key>IsSecure</key><true/><key>DefaultValue</key><string>hunter2</string></dict></array></dict></plist>
        """.utf8), to: "settings.plist")
    for words in [["show", file], ["show", file, "Password"]] {
      let output = try Tool.run(words).output
      #expect(output.contains("********") && !output.contains("hunter2"), "\(words)")
      let open = try Tool.run(words + ["--show-secrets"]).output
      #expect(!open.contains("********") && open.contains("hunter2"), "\(words)")
    }
    let session = try Tool.run(["batch", "-e", "show Password", file]).output
    #expect(session.contains("********") && !session.contains("hunter2"))
    #expect(try Tool.run(["convert", "--to=json", file]).output.contains("hunter2"))
  }
}
