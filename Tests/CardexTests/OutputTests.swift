import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// How the program uses streams, terminals and the environment.
@Suite struct OutputTests {
  /// A catalogue whose output does not fit a pipe's buffer.
  private static let long = plist(
    "<array>" + (0..<20_000).map { "<string>entry \($0)</string>" }.joined() + "</array>")

  @Test("a reader that goes away ends the program quietly")
  func closedPipe() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(OutputTests.long, to: "long.plist")
    for command in ["search entry \(file)", "show --no-pager \(file)"] {
      let outcome = try Tool.shell("cardex \(command) | head -1")
      #expect(outcome.output.hasSuffix("entry 0\n"))
      #expect(outcome.errors == "")
    }
  }

  @Test("a full disk under standard output is an error")
  func fullDisk() throws {
    for command in [
      ["search", "马", "cars_total.plist"], ["show", "cars_total.plist"], ["--help"],
    ] {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let outcome = try Tool.run(command, output: full)
      #expect(outcome.status == 2)
      #expect(outcome.errors == "cardex: standard output: No space left on device\n")
    }
  }

  /// Characters that act on a terminal or hide there, and a byte that is none.
  private static let acting = "a\u{9B}31mb\u{9D}c\u{202E}d\u{2066}e\u{7F}f"

  @Test(
    "no text of a file can act on a terminal, but a file or a pipe gets what the text is",
    arguments: [
      "diff -u a.plist b.plist", "diff a.plist b.plist", "diff --json a.plist b.plist",
      "diff --script a.plist b.plist", "merge a.plist a.plist b.plist -o -",
      "set -o - a.plist /Ben x=y", "batch -o - -e 'set /Ben x=y' a.plist",
      "batch -n -e 'set /Ben x=y' a.plist", "set -n a.plist /Ben x=y", "show --no-pager a.plist",
      "show --json a.plist", "search --all-fields a a.plist",
      "search --json --all-fields a a.plist",
      "search --format {note} a a.plist", "search -0 a a.plist", "check a.plist",
      "check --json a.plist", "check --fix -n a.plist", "info a.plist", "convert --to=xml a.plist",
      "convert --to=json a.plist", "convert --to=csv a.plist", "convert --to=html a.plist",
      "convert --to=text a.plist", "convert --to=vcard a.plist", "convert --to=openstep a.plist",
      "show a.plist $'\\u9b\\u202e'", "help $'\\u9b\\e[31m'", "$'\\u9b\\e[31m'",
      "search $'\\u9b' $'\\e[31m\\u202e.plist'", "search -E $'\\u9b(' a.plist",
    ])
  func actingOnATerminal(_ command: String) throws {
    let directory = try TemporaryDirectory()
    for (file, name) in [("a.plist", "Anna"), ("b.plist", "Anne")] {
      let text = plist(
        "<array><dict><key>name</key><string>\(name)</string><key>note</key><string>a"
          + OutputTests.acting + "</string></dict>\n<dict><key>name</key><string>Ben</string>"
          + "<key>note</key><string>\(name)\(OutputTests.acting)</string></dict></array>")
      try directory.write(text, to: file)
    }
    let line =
      "cd '\(directory.path)' && TERM=xterm-256color PAGER=cat script -qec \"$COMMAND\" /dev/null"
    let shown = try Tool.shell(
      "\(line) </dev/null", environment: ["COMMAND": "cardex \(command)", "SHELL": "/bin/bash"])
    let text = shown.output.replacing("\r\n", with: "\n")
      .replacing(#/\u{1B}\[[0-9;]*[mK]/#, with: "").replacing("\0", with: "")
    #expect(!text.isEmpty || command.hasSuffix("-n a.plist"))
    let isActing = { (scalar: Unicode.Scalar) in
      switch scalar.value {
      case 0x9, 0xA, 0xD: false
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(!text.unicodeScalars.contains(where: isActing), "\(text.debugDescription)")
  }

  @Test("a pipe gets the characters of a file as they are")
  func actingInAPipe() throws {
    let list = plist("<array><string>a\(OutputTests.acting)</string></array>")
    let outcome = try Tool.run(["convert", "--to=csv", "-"], input: Data(list.utf8))
    #expect(outcome.output.contains(OutputTests.acting))
  }

  @Test("text for a terminal is the same however it is divided")
  func dividedText() {
    let bytes: [UInt8] =
      Array("a\tb\r\nc\rd\u{9B}e长🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{1B}[31m".utf8) + [0xFF, 0xE9, 0x95] + Array("x\u{202E}".utf8)
      + [0xE9]
    let whole = "a\tb\r\nc\\rd\\u{9B}e长"
    for first in 0...bytes.count {
      for second in [first, (first + bytes.count) / 2, bytes.count] {
        var text = TerminalText()
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let shown = String(decoding: parts.flatMap { text.take($0) } + text.end(), as: UTF8.self)
        #expect(shown.hasPrefix(whole))
        #expect(shown.hasSuffix(#"\u{1B}[31m\xFF\xE9\x95x\u{202E}\xE9"#))
      }
    }
    let styled = Array("\u{1B}[1;31ma\u{1B}[0m\0".utf8)
    #expect(
      String(decoding: TerminalText.shown(styled), as: UTF8.self)
        == #"\u{1B}[1;31ma\u{1B}[0m\u{0}"#)
  }

  @Test(
    "colour follows --color, NO_COLOR, what forces it and the terminal, in this order",
    arguments: [
      ([], [:], false),
      (["--color"], [:], true),
      (["--color=always"], ["NO_COLOR": "1"], true),
      (["--color=never"], ["CLICOLOR_FORCE": "1"], false),
      (["--color=auto"], ["CLICOLOR_FORCE": "1"], true),
      ([], ["CLICOLOR_FORCE": "1"], true),
      ([], ["CLICOLOR_FORCE": "0"], false), ([], ["FORCE_COLOR": "0"], true),
      ([], ["FORCE_COLOR": "1", "NO_COLOR": "1"], false), ([], ["FORCE_COLOR": ""], false),
      (["--color=never"], ["FORCE_COLOR": "1"], false),
      ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ] as [([String], [String: String], Bool)])
  func color(_ options: [String], _ environment: [String: String], _ isColored: Bool) throws {
    let outcome = try Tool.run(
      ["search", "马自达", "cars_total.plist"] + options, environment: environment)
    #expect(outcome.output == (isColored ? "M/\u{1B}[1;31m马自达\u{1B}[0m\n" : "M/马自达\n"))
  }

  @Test("highlights land on the characters that match after folding changed lengths")
  func highlights() throws {
    let list = plist("<array><string>Große Straße</string><string>ﬁn Zoe\u{308}</string></array>")
    let run = { (pattern: String) in
      try Tool.run(["search", "--color", pattern, "-"], input: Data(list.utf8)).output
    }
    #expect(try run("STRASSE") == "/Große \u{1B}[1;31mStraße\u{1B}[0m\n")
    #expect(try run("fi") == "/\u{1B}[1;31mﬁ\u{1B}[0mn Zoe\u{308}\n")
    #expect(try run("ë") == "/ﬁn Zo\u{1B}[1;31me\u{308}\u{1B}[0m\n")
  }

  @Test("at a terminal hits are under headings, in colour unless it is dumb")
  func terminal() throws {
    let plain = "M  (1 of 8)\r\n    马自达\r\n"
    let run = { (extra: [String: String]) in
      try Terminal.run(["search", "马自达", "cars_total.plist"], environment: extra)
    }
    #expect(try run(["TERM": "dumb"]) == plain)
    #expect(try run(["TERM": "xterm", "NO_COLOR": "1"]) == plain)
    #expect(
      try run(["TERM": "xterm"])
        == "\u{1B}[1mM\u{1B}[0m\u{1B}[2m  (1 of 8)\u{1B}[0m\r\n    \u{1B}[1;31m马自达\u{1B}[0m\r\n")
  }

  @Test("lines are cut to the terminal's width")
  func width() throws {
    let output = try Terminal.run(
      ["show", "news.plist"], environment: ["TERM": "dumb", "COLUMNS": "30"])
    let lines = output.split(separator: "\r\n")
    #expect(lines.count == 20)
    #expect(lines.contains { $0.hasSuffix("…") })
    #expect(lines.allSatisfy { $0.count <= 30 })
  }

  @Test("hits are cut to the terminal's width around what was found, in colour or not")
  func hitsInView() throws {
    let list = plist(
      """
      <array><dict><key>name</key><string>The quick brown fox jumps</string>
      <key>note</key><string>over the lazy dog and the cat</string></dict></array>
      """)
    let directory = try TemporaryDirectory()
    let file = try directory.write(list, to: "list.plist")
    let run = { (term: String, words: [String]) in
      try Terminal.run(
        ["search"] + words + ["\(file)"], environment: ["TERM": term, "COLUMNS": "24"])
    }
    #expect(try run("dumb", ["jumps"]) == "…e quick brown fox jumps\r\n")
    #expect(try run("dumb", ["lazy"]) == "The quick …  …he lazy d…\r\n")
    let lazy = "\u{1B}[2m…he \u{1B}[0m\u{1B}[1;31mlazy\u{1B}[0m\u{1B}[2m d…\u{1B}[0m"
    #expect(try run("xterm", ["lazy"]) == "The quick …  \(lazy)\r\n")
  }

  @Test("of a section's field that is cut, too, what was found stays in view")
  func sectionsInView() throws {
    let list = plist(
      """
      <array><dict><key>title</key><string>Foxes</string>
      <key>note</key><string>over the lazy dog and the cat</string>
      <key>items</key><array><string>a</string></array></dict></array>
      """)
    let directory = try TemporaryDirectory()
    let file = try directory.write(list, to: "list.plist")
    for term in ["dumb", "xterm"] {
      let output = try Terminal.run(
        ["search", "--all-fields", "and the cat", "\(file)"],
        environment: ["TERM": term, "COLUMNS": "30"])
      #expect(output.contains("and the cat"), "\(output)")
    }
  }

  @Test("outlines go through $PAGER at a terminal, and elsewhere do not")
  func pager() throws {
    let environment = ["TERM": "xterm", "PAGER": "sed s/^/paged:/", "NO_COLOR": "1"]
    let paged = try Terminal.run(["show", "cars_total.plist", "O"], environment: environment)
    #expect(paged.hasPrefix("paged:– O  (3)\r\n"))
    let unpaged = try Terminal.run(
      ["show", "--no-pager", "cars_total.plist", "O"], environment: environment)
    #expect(unpaged.hasPrefix("– O  (3)\r\n"))
    let piped = try Tool.run(["show", "cars_total.plist", "O"], environment: environment)
    #expect(piped.output.hasPrefix("– O  (3)\n"))
  }

  /// A shell that shows a long outline in `less`, its process in the file `process`.
  private func pagingShell(_ directory: TemporaryDirectory) throws -> Tmux {
    let file = try directory.write(OutputTests.long, to: "long.plist")
    let terminal = try Tmux(
      ["bash", "--norc", "--noprofile"],
      environment: ["PS1": "bash> ", "PAGER": "less", "LESS": "FRX"], directory: directory)
    try terminal.waitForRow("bash>")
    try terminal.type("sh -c 'echo $$ >process; exec cardex show \(file)'\n")
    try terminal.waitForRow(":")
    return terminal
  }

  @Test(
    "a signal ends the pager, too, and the terminal is as before",
    arguments: [SIGTERM, SIGHUP, SIGUSR1, SIGABRT])
  func signalWhilePaging(_ signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let terminal = try pagingShell(directory)
    let process = try String(contentsOfFile: directory("process"), encoding: .utf8)
    kill(try #require(Int32(process.trimmingCharacters(in: .newlines))), signal)
    try terminal.wait(for: "the shell") { $0.current.hasSuffix("bash>") }
    // bash's line editor has modes of its own.
    try terminal.type(
      "echo status=$?; stty -a | grep -ow -e '-*icanon' -e '-*echo'; ps -o comm= | grep less; echo end=$((1+1))\n"
    )
    let screen = try terminal.wait(for: "the prompt after end=2") {
      $0.rows.contains("end=2") && $0.current.hasSuffix("bash>")
    }
    #expect(
      screen.rows.suffix(5).dropLast() == ["status=\(128 + signal)", "icanon", "echo", "end=2"])
  }

  @Test("Ctrl-C and Ctrl-\\ are for the pager")
  func interruptWhilePaging() throws {
    let terminal = try pagingShell(try TemporaryDirectory())
    try terminal.press("C-c", "C-\\")
    try terminal.press("G")
    try terminal.waitForRow("(END)")
    try terminal.press("q")
    try terminal.wait(for: "the shell") { $0.current.hasSuffix("bash>") }
    try terminal.type("echo status=$?\n")
    try terminal.wait(for: "status=0")
  }

  @Test("a pager that is not there is done without")
  func missingPager() throws {
    for pager in ["no-such-pager", "/no/such/pager -x"] {
      let output = try Terminal.run(
        ["show", "cars_total.plist", "O"],
        environment: ["TERM": "xterm", "PAGER": pager, "NO_COLOR": "1"])
      #expect(output.hasPrefix("– O  (3)\r\n"))
    }
  }

  @Test("control characters in values never reach a terminal")
  func controlCharacters() throws {
    let list = plist("<array><string>a\u{9B}31mb\u{2028}\u{202E}c</string></array>")
    for command in [["show", "-"], ["search", "", "-"], ["search", "--heading", "", "-"]] {
      let outcome = try Tool.run(command, input: Data(list.utf8))
      #expect(outcome.output.contains(#"a\u{9B}31mb\u{2028}\u{202E}c"#))
    }
  }

  @Test("in the C locale indicators are ASCII and text stays as it is")
  func localeC() throws {
    let outcome = try Tool.run(["show", "cars_total.plist", "O"], environment: ["LC_ALL": "C"])
    #expect(outcome.output.hasPrefix("- O  (3)\n    欧宝\n"))
  }
}

/// A pseudo-terminal to run the program at, created by Linux's interface.
enum Terminal {
  // From <asm-generic/ioctls.h>: unlock the other end, get its number.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// - Parameter mergesErrors: Whether standard error is the terminal, too.
  static func run(
    _ arguments: [String], environment: [String: String], input: Data? = nil,
    mergesErrors: Bool = false
  ) throws -> String {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard master >= 0, ioctl(master, unlock, &isLocked) == 0,
      ioctl(master, getNumber, &number) == 0,
      let other = FileHandle(forUpdatingAtPath: "/dev/pts/\(number)")
    else { throw CocoaError(.fileReadUnknown) }
    // Without a writer left, reading ends in an error.
    let text = Tool.Drain {
      var text = Data()
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(master, &buffer, buffer.count), count > 0 {
        text.append(contentsOf: buffer.prefix(count))
      }
      return text
    }
    _ = try Tool.run(
      arguments, input: input, environment: environment, output: other,
      errors: mergesErrors ? other : nil)
    try other.close()
    return String(decoding: text.finish(), as: UTF8.self)
  }
}
