import Foundation
import TestHelpers
import Testing

/// `cardex edit` with editors that are programs.
@Suite("Editing in an editor")
struct EditorTests {
  private let directory: TemporaryDirectory
  private let file: String
  private let folder: String

  init() throws {
    directory = try TemporaryDirectory()
    file = try directory.write(EditorTests.list, to: "list.plist")
    folder = directory("tmp")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  private static let list = """
    <plist version="1.0"><array>
      <dict><key>name</key><string>Ada</string> <key>year</key><integer>0x10</integer></dict>
      <!-- of Bo -->
      <dict><key>name</key><string>Bo</string></dict>
    </array></plist>

    """

  /// - Parameter editor: A script of the shell, for which `$1` is the file.
  private func edit(
    _ editor: String, _ arguments: [String] = [], name: String = "EDITOR"
  ) throws -> Tool.Outcome {
    let script = try directory.write("#!/bin/sh\n" + editor + "\n", to: "editor.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    return try Tool.run(
      ["edit", file] + arguments, environment: [name: script, "TMPDIR": folder])
  }

  /// Runs an editor at a terminal.
  private func editAtTerminal(_ editor: String) throws -> Tool.Outcome {
    try Tool.shell(
      #"script -qec "$COMMAND" /dev/null"#,
      environment: ["COMMAND": "cardex edit '\(file)'", "EDITOR": editor, "TMPDIR": folder])
  }

  private var text: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

  /// The names and contents of the texts that are kept.
  private var kept: [(name: String, text: String)] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder).map {
        ("\(folder)/\($0)", try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
      }
    }
  }

  @Test("what the editor changes is changed, and nothing else")
  func changes() throws {
    let outcome = try edit(#"sed -i 's/^name: Ada$/name: Eve/' "$1""#)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(try text == EditorTests.list.replacing("Ada", with: "Eve"))
    #expect(try kept.isEmpty)
  }

  @Test("the file is the person's only, ends in .rec, and has what was asked for")
  func temporaryFile() throws {
    let outcome = try edit(#"stat -c %a "$1"; echo "$1"; grep -v '^#' "$1""#, ["Bo"])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "600")
    #expect(lines[1].hasPrefix("\(folder)/cardex-") && lines[1].hasSuffix(".rec"))
    #expect(lines[2...] == ["%item: .[1]", "name: Bo"])
    #expect(outcome.status == 0)
    #expect(try text == EditorTests.list)
  }

  @Test("VISUAL comes before EDITOR, may have options and is run by the shell, and vi is the last")
  func choice() throws {
    let environment = ["TMPDIR": folder, "EDITOR": "false"]
    let outcome = try Tool.run(
      ["edit", file], environment: environment.merging(["VISUAL": "sed -i -e s/Ada/Eve/ --"]) { $1 }
    )
    #expect(outcome.status == 0)
    #expect(try text.contains("Eve"))
    try Data("#!/bin/sh\nexec sed -i s/Eve/Ivy/ \"$1\"\n".utf8).write(
      to: URL(filePath: directory("vi")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: directory("vi"))
    let path = URL(filePath: directory("vi")).deletingLastPathComponent().path()
    let last = try Tool.run(
      ["edit", file], environment: ["TMPDIR": folder, "PATH": "\(path):/usr/bin:/bin"])
    #expect(last.status == 0)
    #expect(try text.contains("Ivy"))
  }

  @Test("records are deleted, added and moved, as one edit")
  func records() throws {
    let outcome = try edit(
      #"printf '%%rec: a\n%%at: /\n\n%%item: .[1]\nname: Bo\n\nname: Cy\nyear: 7\n' > "$1""#, ["-v"]
    )
    #expect(outcome.output == "1 added, 1 deleted\nremoved  /Ada\nadded    /Cy\nsaved \(file)\n")
    #expect(
      try text == """
        <plist version="1.0"><array>
          <!-- of Bo -->
          <dict><key>name</key><string>Bo</string></dict>
          <dict>
          \t<key>name</key>
          \t<string>Cy</string>
          \t<key>year</key>
          \t<integer>7</integer>
          </dict>
        </array></plist>

        """)
  }

  @Test("an editor that changes nothing changes nothing", arguments: ["true", #": > "$1""#])
  func nothing(_ editor: String) throws {
    let outcome = try edit(editor)
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(try edit(editor, ["--fail-unchanged"]).status == 1)
    #expect(try text == EditorTests.list)
    #expect(try kept.isEmpty)
  }

  @Test("an editor that fails changes nothing, and its text is kept if it was changed")
  func failure() throws {
    let outcome = try edit("exit 3")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "cardex: \(file): the editor ended with status 3\ncardex: nothing was changed\n")
    #expect(try kept.isEmpty)
    let other = try edit(#"sed -i s/Ada/Eve/ "$1"; kill -9 $$"#)
    #expect(other.status == 2)
    #expect(try kept.map(\.text.count) == [0] || kept[0].text.contains("name: Eve"))
    #expect(other.errors.contains("your text is kept in \(try kept[0].name)"))
    #expect(try text == EditorTests.list)
    let missing = try Tool.run(
      ["edit", file], environment: ["EDITOR": "/no/such/editor", "TMPDIR": folder])
    #expect(missing.status == 2)
  }

  @Test("without somebody to ask, a text that cannot be read is kept with what is wrong with it")
  func problem() throws {
    let outcome = try edit(#"sed -i 's/^year: 16/year: many/' "$1""#)
    #expect(outcome.status == 2)
    let kept = try #require(try kept.first)
    #expect(
      outcome.errors.hasPrefix("cardex: \(file): .[0].year: ") || outcome.errors.contains("year"))
    #expect(outcome.errors.contains("your text is kept in \(kept.name)"))
    #expect(kept.text.contains(/# cardex: .*\nyear: many\n/))
    #expect(try text == EditorTests.list)
  }

  @Test("at a terminal, the editor starts again with what is wrong, until it is mended or left")
  func again() throws {
    let count = directory("count")
    let editor = try directory.write(
      """
      #!/bin/sh
      echo x >> '\(count)'
      case $(wc -l < '\(count)') in
        1) sed -i 's/^year: 16/year: many/' "$1" ;;
        2) grep -A1 '^# cardex: ' "$1" > '\(directory("message"))'
           sed -i 's/^year: many/year: 17/' "$1" ;;
      esac

      """, to: "again.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    let outcome = try editAtTerminal(editor)
    #expect(outcome.status == 0)
    #expect(try text == EditorTests.list.replacing("0x10", with: "17"))
    #expect(
      try String(contentsOfFile: directory("message"), encoding: .utf8).hasSuffix("\nyear: many\n"))
    #expect(try kept.isEmpty)
    // One that leaves a wrong text as it is has given up.
    let left = try editAtTerminal("sed -i 's/^year: 17/year: many/'")
    #expect(left.status == 2)
    #expect(try kept.count == 1)
    #expect(try text == EditorTests.list.replacing("0x10", with: "17"))
  }

  @Test("what others have changed meanwhile is merged, and a conflict keeps the text")
  func others() throws {
    let outcome = try edit(
      "sed -i s/Bo/Bea/ '\(file)'; " + #"sed -i 's/^name: Ada/name: Eve/' "$1""#)
    #expect(outcome.status == 0)
    #expect(try text.contains("Bea") && text.contains("Eve"))
    let conflict = try edit(
      "sed -i s/Eve/Ivy/ '\(file)'; " + #"sed -i 's/^name: Eve/name: Una/' "$1""#)
    #expect(conflict.status == 2)
    #expect(try text.contains("Ivy") && !text.contains("Una"))
    let kept = try #require(try kept.first)
    #expect(kept.text.contains("name: Una"))
    #expect(conflict.errors.contains("your text is kept in \(kept.name)"))
  }

  @Test("the changes can be shown, written elsewhere, and are made in binary files")
  func options() throws {
    let dry = try edit(#"sed -i 's/^name: Ada/name: Eve/' "$1""#, ["-n"])
    #expect(dry.output.contains("+  <dict><key>name</key><string>Eve</string>"))
    #expect(try text == EditorTests.list)
    let binary = directory("list.bplist")
    #expect(try Tool.run(["convert", "-o", binary, file]).status == 0)
    let outcome = try Tool.run(
      ["edit", binary, ".1"],
      environment: ["EDITOR": "sed -i 's/^name: Bo/name: Bea/'", "TMPDIR": folder])
    #expect(outcome.status == 0)
    #expect(try Tool.run(["get", binary, ".1.name"]).output == "Bea\n")
    let json = try directory.write("[]", to: "a.json")
    let refused = try Tool.run(["edit", json], environment: ["EDITOR": "false", "TMPDIR": folder])
    #expect(refused.status == 2)
    #expect(try Tool.run(["edit", "-"]).status == 2)
    #expect(try Tool.run(["batch", "-e", "edit", file]).status == 2)
  }

  @Test("in the shell and on the full screen it is an edit that can be undone")
  func sessions() throws {
    let environment = ["env", "EDITOR=sed -i s/Ada/Eve/", "TMPDIR=\(folder)"]
    let shell = try Tmux(environment + ["cardex", "shell", file], directory: directory)
    try shell.wait(for: "lists the commands")
    try shell.type("edit Ada\r")
    try shell.wait(for: "set .0.name")
    try shell.type("save\rquit\r")
    #expect(try shell.waitForEnd() == 0)
    #expect(try text == EditorTests.list.replacing("Ada", with: "Eve"))
    let screen = try Tmux(
      ["env", "EDITOR=sed -i s/Eve/Ivy/", "TMPDIR=\(folder)", "cardex", "browse", file],
      directory: directory)
    try screen.wait(for: "? keys")
    try screen.press("C-e")
    try screen.wait(for: "Ivy")
    try screen.press("C-z")
    try screen.wait(for: "Eve")
    try screen.press("C-e")
    try screen.wait(for: "Ivy")
    try screen.press("C-s")
    try screen.wait(for: "saved")
    try screen.press("C-q")
    #expect(try screen.waitForEnd() == 0)
    #expect(try text == EditorTests.list.replacing("Ada", with: "Ivy"))
    #expect(try kept.isEmpty)
  }
}
