// Other systems may refuse names that are not UTF-8.
#if os(Linux)
  import TestHelpers
  import Foundation
  import Testing

  @testable import CardexCommand

  /// `cardex shell` in a real terminal, on files whose names are not text, and with something else
  /// in place of the files that it keeps.
  @Suite struct ShellFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs shell commands in the directory.
    @discardableResult
    private func run(_ line: String) throws -> Tool.Outcome {
      try Tool.shell(
        "cd \"$FOLDER\"; " + line,
        environment: [
          "FOLDER": directory.url.path(), "XDG_STATE_HOME": "\(directory.url.path())/state",
        ])
    }

    /// Makes a catalogue under a name, which is written as in bash.
    private func makeCatalogue(_ name: String) throws {
      let list = "<plist><array><string>Anna</string><string>Bob</string></array></plist>"
      #expect(try run("echo '\(list)' >./\(name)").status == 0)
    }

    private func shell(_ name: String) throws -> Tmux {
      try Tmux(["bash", "-c", "exec cardex shell -- \(name)"], columns: 200, directory: directory)
    }

    @Test("after a crash, files whose names differ in such bytes get back each its own edits")
    func journals() throws {
      let files = [
        (name: #"$'x\xFE.plist'"#, shown: #"x\xFE.plist"#, label: "Fe"),
        (name: #"$'x\xFF.plist'"#, shown: #"x\xFF.plist"#, label: "Ff"),
        (name: #"$'x\uFFFD.plist'"#, shown: "x\u{FFFD}.plist", label: "Lossy"),
      ]
      var terminals: [Tmux] = []
      for file in files {
        try makeCatalogue(file.name)
        let terminal = try shell(file.name)
        try terminal.waitForRow(file.shown + ">")
        try terminal.type("rename Anna \(file.label)\n")
        try terminal.waitForRow(file.shown + "*>")
        #expect(try !terminal.screen().shows("no journal is kept"))
        terminals.append(terminal)
      }
      for terminal in terminals { try terminal.crash() }
      #expect(try run("ls state/cardex/journals | wc -l").output == "3\n")
      for file in files.reversed() {
        #expect(try run("cardex search -x Anna -- \(file.name)").status == 0)
        let terminal = try shell(file.name)
        try terminal.wait(for: "Make them again? [Y/n]")
        #expect(try terminal.screen().shows("  rename /Anna \(file.label)"))
        try terminal.type("\n")
        try terminal.waitForRow(file.shown + "*>")
        try terminal.type("save\n")
        try terminal.waitForRow(file.shown + ">")
        #expect(try terminal.screen().shows("saved " + file.shown))
        try terminal.type("quit\n")
        #expect(try terminal.waitForEnd() == 0)
      }
      for file in files {
        #expect(
          try run("cardex show -- \(file.name)").output.split(separator: "\n")
            == [file.label[...], "Bob"])
      }
      #expect(try run("ls state/cardex/journals").output.isEmpty)
    }

    @Test("a terminal gets escapes for undecodable bytes of names and for controls")
    func escapes() throws {
      let shown = #"e\u{1B}[31m\xFF.plist"#
      let name = #"$'e\e[31m\xFF.plist'"#
      try makeCatalogue(name)
      let terminal = try shell(name)
      try terminal.waitForRow(shown + ">")
      try terminal.type("rename Anna X\n")
      try terminal.waitForRow(shown + "*>")
      try terminal.type("diff\n")
      // The name as patch reads it.
      try terminal.wait(for: #"--- "e\033[31m\377.plist""#)
      try terminal.type("info\n")
      try terminal.wait(for: "file        " + shown)
      try terminal.type(#"save as $'no\xFE/out'"# + "\n")
      try terminal.wait(for: #"cardex: no\xFE/out: cannot open the file: No such"#)
      try terminal.press("C-d")
      try terminal.waitForRow("Save the edits to \(shown)? [Y/n]")
      try terminal.press("C-c")
      try terminal.waitForRow(shown + "*>")
      try terminal.type(#"save as $'out\xFE\n'"# + "\n")
      try terminal.wait(for: #"saved out\xFE\n"#)
      try terminal.waitForRow(#"out\xFE\n>"#)
      #expect(try run(#"cardex search -x X $'out\xFE\n'"#).status == 0)
    }

    @Test("what is printed to a terminal by itself has the same escapes")
    func escapesWithoutShell() throws {
      let name = #"$'e\e[31m\xFF.plist'"#
      try makeCatalogue(name)
      let terminal = try Tmux(
        ["bash", "-c", "cardex search -l Anna \(name); cardex show $'gone\\xFF\\e[31m'; read"],
        columns: 200, directory: directory)
      let screen = try terminal.wait(for: "No such file")
      #expect(screen.rows.prefix(1) == [#"e\u{1B}[31m\xFF.plist"#])
      #expect(screen.shows(#"cardex: gone\xFF\u{1B}[31m: No such file or directory"#))
    }

    @Test("pipes in the place of what is kept of a session do not make it wait")
    func pipes() throws {
      try makeCatalogue("list.plist")
      func insert(_ label: String) throws {
        let terminal = try shell("list.plist")
        try terminal.waitForRow("list.plist>")
        let first = try terminal.screen()
        try terminal.type("accordion on\n")
        try terminal.type("insert / \(label)\n")
        try terminal.waitForRow("list.plist*>")
        try terminal.type("save\n")
        try terminal.waitForRow("list.plist>")
        try terminal.type("quit\n")
        #expect(try terminal.waitForEnd() == 0)
        #expect(first.shows("no journal is kept") == (label == "second"))
      }
      try insert("first")
      let replaced = try run(
        """
        cd state/cardex && mkfifo journals/"$(ls outlines)" &&
        for file in history outlines/*; do rm "$file" && mkfifo "$file" || exit 1; done
        find . -type p | wc -l
        """)
      #expect(replaced.output == "3\n", "\(replaced.errors)")
      try insert("second")
      #expect(
        try run("cardex show list.plist").output.split(separator: "\n")
          == ["Anna", "Bob", "first", "second"])
    }
  }
#endif
