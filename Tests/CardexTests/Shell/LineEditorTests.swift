import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// A shell whose line editor is tested. All that is specific to the program is here.
private final class ShellSession {
  /// The prompt: the name of the file.
  static let prompt = "cardex>"
  /// A catalogue with names that are hard to edit.
  static let catalogue = plist(
    "<dict>"
      + [
        "A": ["Alfa", "Alpine", "阿尔法", "阿斯顿"], "É": ["École", "Écolier"], "马": ["马自达", "保时捷"],
        "N": (1...150).map { "n\($0)" },
      ]
      .map { title, labels in
        "<key>\(title)</key><array>\(labels.map { "<string>\($0)</string>" }.joined())</array>"
      }
      .joined() + "</dict>")

  let terminal: Tmux

  init(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    directory: TemporaryDirectory? = nil
  ) throws {
    let directory = try directory ?? TemporaryDirectory()
    let file = try directory.write(ShellSession.catalogue, to: "cardex")
    terminal = try Tmux(
      ["cardex", "shell", file], columns: columns, rows: rows, environment: environment,
      directory: directory)
    try waitForPrompt()
  }

  /// A shell that is a job of another one.
  init(jobOf bash: String, columns: Int = 80) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(ShellSession.catalogue, to: "cardex")
    terminal = try Tmux(
      [bash, "--norc", "--noprofile"], columns: columns,
      // A crash is not to print where.
      environment: ["PS1": "bash> ", "SWIFT_BACKTRACE": "enable=no"], directory: directory)
    try terminal.waitForRow("bash>")
    try terminal.type("sh -c 'echo $$ >process; exec cardex shell \(file)'\n")
    try waitForPrompt()
  }

  func waitForPrompt() throws { try terminal.waitForRow(ShellSession.prompt) }

  /// Clears what was written before the first prompt.
  func clear() throws {
    try terminal.press("C-l")
    try terminal.wait(for: "the prompt alone") { $0.rows == [ShellSession.prompt] }
  }

  /// Waits until a line is shown and, if a column is given, until the cursor is that far after the
  /// prompt.
  func wait(for line: String, column: Int? = nil) throws {
    let row = line.isEmpty ? ShellSession.prompt : "\(ShellSession.prompt) \(line)"
    try terminal.wait(for: "the line '\(line)' with the cursor at \(column ?? -1)") { screen in
      // Rows are given without trailing blanks.
      row.hasPrefix(screen.current)
        && row.dropFirst(screen.current.count).allSatisfy { $0 == " " }
        && column.map { screen.column == ShellSession.prompt.count + 1 + $0 } ?? true
    }
  }

  /// Enters the line as it is, and waits for the next prompt.
  func enter() throws {
    try terminal.press("Enter")
    try waitForPrompt()
  }

  /// The number of the shell's process, if it is a job.
  var process: Int32 {
    get throws {
      let file = terminal.home.appending(path: "process")
      let text = try String(contentsOf: file, encoding: .utf8)
      return try #require(Int32(text.prefix { $0 != "\n" }))
    }
  }

  /// The lines that were entered, as the history keeps them.
  var entered: [String] {
    let file = terminal.home.appending(path: "state/cardex/history")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { String($0) }
  }
}

/// Editing lines in a real terminal.
@Suite struct LineEditorTests {
  @Test(
    "characters of any width and composition are edited",
    arguments: [
      ("find abc", ["Left", "BSpace"], "find ac", 6),
      ("搜索马自达", ["Left", "Left", "BSpace"], "搜索自达", 4),
      ("搜索马自达", ["Home", "Right", "DC"], "搜马自达", 2),
      ("café ü한", ["Left", "Left", "Left", "BSpace"], "caf ü한", 3),
      ("cafe\u{301}x", ["Left", "Left", "BSpace", "BSpace"], "ce\u{301}x", 1),
      ("az\u{307}x", ["BSpace", "BSpace"], "a", 1), ("🇩🇪🇫🇷", ["BSpace"], "🇩🇪", 2),
      ("a👨‍👩‍👧b", ["Left", "BSpace"], "ab", 1), ("a🇩🇪b", ["Left", "Left", "DC"], "ab", 1),
      ("กำลัง 👩‍🚀", ["Home"], "กำลัง 👩‍🚀", 0),
      ("马 自 达", ["C-w"], "马 自 ", 6), ("马 自 达", ["C-a", "C-k"], "", 0),
      ("马 自 达", ["M-b", "C-u"], "达", 0), ("马 自 达", ["C-w", "C-a", "C-y"], "达马 自 ", 2),
      ("A/x y", ["M-b", "M-BSpace", "M-3", "z"], "A/zzzy", 5),
      ("ab cd", ["C-a", "M-u", "M-d"], "AB", 2), ("a b", ["Escape", "b", "!"], "a !b", 3),
      ("马 自 达", ["C-a", "M-f", "C-d"], "马自 达", 2),
      ("ab马", ["Left", "C-t"], "a马b", 4), ("ab", ["C-a", "C-Right", "C-Left"], "ab", 0),
    ])
  func editing(_ typed: String, _ keys: [String], _ line: String, _ column: Int) throws {
    let session = try ShellSession()
    try session.terminal.type(typed)
    for key in keys { try session.terminal.press(key) }
    try session.wait(for: line, column: column)
    if line.isEmpty { return }
    try session.enter()
    #expect(session.entered.last.map { Array($0.unicodeScalars) } == Array(line.unicodeScalars))
  }

  @Test("what is typed in the middle of a wide line appears there")
  func inserting() throws {
    let session = try ShellSession()
    try session.terminal.type("搜索马达 é")
    try session.terminal.press("Left", "Left", "Left")
    try session.terminal.type("自")
    try session.wait(for: "搜索马自达 é", column: 8)
    try session.enter()
    #expect(session.entered == ["搜索马自达 é"])
  }

  @Test("a line that is longer than the terminal's width, or than its height, is edited in rows")
  func wrapping() throws {
    let session = try ShellSession(columns: 17, rows: 4)
    try session.clear()
    try session.terminal.type("马自达 é 한 马自达 é 한")
    try session.terminal.wait(for: "two rows") { $0.rows == ["cardex> 马自达 é", "한 马自达 é 한"] }
    try session.terminal.press("Home")
    try session.terminal.type("x")
    try session.terminal.wait(for: "two rows, the cursor in the first one") {
      $0.rows == ["cardex> x马自达 é", " 한 马自达 é 한"] && ($0.column, $0.row) == (9, 0)
    }
    try session.terminal.press("End")
    try session.terminal.type(String(repeating: "0123456789abcdefg", count: 4))
    try session.terminal.wait(for: "the end of the line") {
      $0.rows.last == "def" + "g" && $0.rows.count == 4 || $0.current.hasSuffix("g")
    }
    try session.terminal.press("Home")
    try session.terminal.wait(for: "its beginning") {
      $0.rows.first == "cardex> x马自达 é" && ($0.column, $0.row) == (8, 0)
    }
    try session.enter()
    #expect(session.entered.first?.hasPrefix("x马自达 é 한 马自达 é 한0123456789") == true)
  }

  @Test("earlier lines come back, also in the next session")
  func history() throws {
    let directory = try TemporaryDirectory()
    do {
      let session = try ShellSession(directory: directory)
      for line in ["one 马", "two é", "two é"] {
        try session.terminal.type(line)
        try session.enter()
      }
      try session.terminal.press("Up")
      try session.wait(for: "two é", column: 5)
      try session.terminal.press("C-p")
      try session.wait(for: "one 马", column: 6)
      try session.terminal.press("C-n")
      try session.wait(for: "two é")
      try session.terminal.press("Down")
      try session.wait(for: "")
      try session.terminal.press("C-d")
      _ = try session.terminal.waitForEnd()
    }
    let session = try ShellSession(directory: directory)
    try session.terminal.press("Up", "Up")
    try session.wait(for: "one 马", column: 6)
    #expect(session.entered == ["one 马", "two é"])
  }

  @Test("Ctrl-R searches the history for what is typed")
  func search() throws {
    let session = try ShellSession()
    for line in ["show 马自达", "show 马", "quiet"] {
      try session.terminal.type(line)
      try session.enter()
    }
    try session.terminal.type("draft")
    try session.terminal.press("C-r")
    try session.terminal.type("马")
    try session.terminal.waitForRow("(reverse-i-search)`马': show 马")
    try session.terminal.type("自")
    let screen = try session.terminal.waitForRow("(reverse-i-search)`马自': show 马自达")
    #expect(screen.column == "(reverse-i-search)`xxxx': show ".count)
    try session.terminal.press("C-r")
    try session.terminal.waitForRow("(failed reverse-i-search)`马自': show 马自达")
    try session.terminal.press("C-g")
    try session.wait(for: "draft", column: 5)
    try session.terminal.press("C-r")
    try session.terminal.type("show")
    try session.terminal.press("C-r", "End")
    try session.wait(for: "show 马自达", column: 11)
    try session.enter()
    #expect(session.entered.last == "show 马自达")
  }

  @Test("Ctrl-C throws the line away and goes on", arguments: ["C-a", "C-r", "Escape", "Tab"])
  func interrupt(_ key: String) throws {
    let session = try ShellSession(columns: 20)
    try session.terminal.type("kept")
    try session.enter()
    try session.terminal.type("a line that takes more than a row")
    try session.terminal.waitForRow("w")
    try session.terminal.press(key)
    try session.terminal.press("C-c")
    try session.waitForPrompt()
    #expect(try session.terminal.screen().count(of: "^C") == 1)
    try session.terminal.press("Up")
    try session.wait(for: "kept")
    #expect(session.entered == ["kept"])
  }

  @Test("Ctrl-D deletes a character, and ends the session on an empty line")
  func endOfInput() throws {
    let session = try ShellSession()
    try session.terminal.type("马x")
    try session.terminal.press("Home", "C-d")
    try session.wait(for: "x", column: 0)
    try session.terminal.press("C-d")
    try session.wait(for: "", column: 0)
    try session.terminal.press("C-d")
    #expect(try session.terminal.waitForEnd() == 0)
  }

  @Test(
    "Tab inserts the only candidate, or what several have in common",
    arguments: [
      ("show 马/马", "show 马/马自达 ", 15), ("show 马", "show 马/", 8), ("show A/A", "show A/Al", 9),
      ("show É/", "show É/Écol", 11),
    ])
  func completion(_ typed: String, _ line: String, _ column: Int) throws {
    let session = try ShellSession()
    try session.terminal.type(typed)
    try session.terminal.press("Tab")
    try session.wait(for: line, column: column)
  }

  @Test("Tab does nothing without a candidate")
  func noCompletion() throws {
    let session = try ShellSession()
    try session.clear()
    try session.terminal.type("show 马/x")
    try session.terminal.press("Tab", "Tab")
    try session.terminal.type("y")
    try session.wait(for: "show 马/xy", column: 10)
    #expect(try session.terminal.screen().rows.count == 1)
  }

  @Test("a second Tab lists the candidates and shows the line again")
  func candidates() throws {
    let session = try ShellSession()
    try session.clear()
    try session.terminal.type("show A/ é")
    try session.terminal.press("Left", "Left", "Tab")
    try session.wait(for: "show A/ é", column: 7)
    #expect(try session.terminal.screen().rows.count == 1)
    try session.terminal.press("Tab")
    let screen = try session.terminal.wait(for: "the list") { $0.count(of: "show A/ é") == 2 }
    for name in ["Alfa", "Alpine", "阿尔法", "阿斯顿"] {
      #expect(screen.rows.dropFirst().dropLast().contains { $0.contains(name) })
    }
    try session.wait(for: "show A/ é", column: 7)
  }

  @Test(
    "more than a hundred candidates are listed only if wanted",
    arguments: [("n", false), ("y", true)])
  func manyCandidates(_ answer: String, _ isListed: Bool) throws {
    let session = try ShellSession(rows: 60)
    try session.terminal.type("show N/n")
    try session.terminal.press("Tab", "Tab")
    try session.terminal.wait(for: "Display all 150 possibilities? (y or n)")
    try session.terminal.press(answer)
    try session.wait(for: "show N/n", column: 8)
    #expect(try session.terminal.screen().shows("n149") == isListed)
  }

  @Test("after a resize the line is drawn in the new width", arguments: [30, 18, 100])
  func resize(_ columns: Int) throws {
    let session = try ShellSession(columns: 40)
    try session.terminal.type("马自达 and a long line that wraps")
    try session.terminal.waitForRow("s")
    try session.terminal.press("Left")
    try session.terminal.resize(columns: columns, rows: 24)
    try session.terminal.type("!")
    let line = "cardex> 马自达 and a long line that wrap!s"
    try session.terminal.wait(for: "the line in \(columns) columns") { screen in
      let first = screen.rows.lastIndex { $0.hasPrefix("cardex>") } ?? 0
      // Rows are given without trailing blanks.
      return screen.rows[first...].joined().filter { $0 != " " } == line.filter { $0 != " " }
        && screen.row == first + 41 / columns && screen.column == 41 % columns
    }
    try session.enter()
    #expect(session.entered == ["马自达 and a long line that wrap!s"])
  }

  @Test("a session that was stopped and continued shows its line again")
  func suspension() throws {
    let session = try ShellSession(jobOf: "bash")
    try session.terminal.type("马 é")
    try session.terminal.press("Left")
    // Keys that send signals discard what was typed before them and not yet read.
    try session.wait(for: "马 é", column: 3)
    try session.terminal.press("C-z")
    try session.terminal.waitForRow("bash>")
    try session.terminal.type("stty -a | grep -o '[-]*icanon'\n")
    try session.terminal.wait(for: "icanon") { $0.rows.contains("icanon") }
    try session.terminal.type("fg\n")
    try session.wait(for: "马 é", column: 3)
    try session.terminal.press("BSpace")
    try session.wait(for: "马é", column: 2)
  }

  @Test(
    "the terminal's modes are as before when the session ends",
    arguments: [
      nil, SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
      SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT, 40,
    ] as [Int32?])
  func modes(_ signal: Int32?) throws {
    let session = try ShellSession(jobOf: "bash")
    try session.terminal.type("马")
    try session.wait(for: "马")
    if let signal {
      kill(try session.process, signal)
    } else {
      try session.terminal.press("C-c")
      try session.waitForPrompt()
      try session.terminal.press("C-d")
    }
    try session.terminal.waitForRow("bash>")
    try session.terminal.type("stty -a | grep -o '[-]*i*c*anon\\|[-]*echo\\b\\|[-]*isig' | xargs\n")
    try session.terminal.wait(for: "isig icanon echo")
  }

  @Test(
    "UTF-8 is edited whatever the locale and the terminal are said to be",
    arguments: [
      ["LC_ALL": "C"], ["LC_ALL": "zh_CN.GB18030"], ["LC_ALL": "", "LANG": ""], ["TERM": "dumb"],
      ["TERM": ""], ["TERM": "unheard-of"], ["TERM": "xterm-256color"],
      ["LC_ALL": "C", "TERM": "dumb"],
    ])
  func environment(_ environment: [String: String]) throws {
    let session = try ShellSession(environment: environment)
    try session.terminal.type("马自é达")
    try session.terminal.press("Left", "Left", "BSpace", "End")
    try session.terminal.type("ü")
    try session.wait(for: "马é达ü", column: 6)
    try session.enter()
    #expect(session.entered == ["马é达ü"])
  }

  @Test("the next key after Ctrl-V is inserted itself")
  func quoting() throws {
    let session = try ShellSession()
    try session.terminal.type("马x")
    try session.terminal.press("C-v", "C-a", "Left", "C-v", "Tab")
    try session.wait(for: "马x\\t\\u{1}", column: 5)
  }

  @Test("Alt-P recalls the lines that hold what was typed")
  func recall() throws {
    let session = try ShellSession()
    for line in ["show 马", "find 马", "show A", "quiet"] {
      try session.terminal.type(line)
      try session.enter()
    }
    try session.terminal.type("show")
    try session.terminal.press("M-p", "M-p")
    try session.wait(for: "show 马", column: 7)
    try session.terminal.press("M-n")
    try session.wait(for: "show A", column: 6)
    try session.terminal.press("M-n")
    try session.wait(for: "show", column: 4)
    try session.terminal.press("M-2", "Up")
    try session.wait(for: "show A", column: 6)
  }

  @Test("Ctrl-S goes on searching forwards")
  func forwards() throws {
    let session = try ShellSession()
    for line in ["show A", "show B"] {
      try session.terminal.type(line)
      try session.enter()
    }
    try session.terminal.press("C-r")
    try session.terminal.type("show")
    try session.terminal.press("C-r")
    try session.terminal.waitForRow("(reverse-i-search)`show': show A")
    try session.terminal.press("C-s")
    try session.terminal.waitForRow("(i-search)`show': show B")
  }

  @Test("what is pasted is text, whatever keys it would be")
  func paste() throws {
    let session = try ShellSession()
    try session.terminal.type("<>")
    try session.terminal.press("Left")
    try session.terminal.paste("马\t\u{1}\u{1B}[A\u{7F}é")
    try session.wait(for: "<马\\t\\u{1}\\u{1B}[A\\u{7F}é>", column: 25)
    try session.enter()
    #expect(session.entered == ["<马\t\u{1}\u{1B}[A\u{7F}é>"])
  }

  @Test("Ctrl-C ends a paste whose end was lost")
  func unfinishedPaste() throws {
    let session = try ShellSession()
    try session.terminal.type("\u{1B}[200~abc")
    try session.terminal.waitForRow("\(ShellSession.prompt) abc")
    try session.terminal.press("C-c")
    try session.waitForPrompt()
    try session.terminal.type("show A/Alfa\r")
    try session.terminal.wait(for: "what is shown") {
      $0.rows.contains { $0.hasSuffix("Alfa") && !$0.contains("show") }
    }
    try session.waitForPrompt()
  }

  @Test("the lines of a paste run one by one, when Enter is pressed")
  func pastedLines() throws {
    let session = try ShellSession()
    try session.clear()
    try session.terminal.paste("show A/Alfa\nshow \\\n马/马自达\n\n# x\nshow É/École\n")
    try session.terminal.wait(for: "the lines") {
      $0.rows == [
        "cardex> show A/Alfa", "show \\", "马/马自达", "", "# x", "show É/École",
      ] && $0.row == 6 && $0.column == 0
    }
    #expect(session.entered == [])
    try session.enter()
    #expect(session.entered == ["show A/Alfa", "show 马/马自达", "show É/École"])
    let rows = try session.terminal.screen().rows
    #expect(
      rows.count { $0.hasSuffix("Alfa") || $0.hasSuffix("马自达") || $0.hasSuffix("École") } >= 6)
    // Nothing is run of lines that cannot be.
    try session.terminal.paste("show A/Alfa\nshow \\")
    try session.terminal.press("Enter")
    try session.terminal.wait(for: "(pasted):2:6: backslash at the end of the script")
    #expect(session.entered.count == 3)
  }

  @Test(
    "the terminal's own characters erase and end",
    arguments: [
      ("erase", "#", "ab#", "a"), ("kill", "@", "ab@c", "c"), ("werase", "%", "ab cd%", "ab"),
      ("lnext", "&", "a&\t", "a\\t"), ("eof", "^X", "ab\u{1}\u{18}", "b"),
      ("erase", "^H", "ab\u{8}\u{7F}c", "c"),
    ])
  func ownCharacters(_ name: String, _ character: String, _ typed: String, _ line: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(ShellSession.catalogue, to: "cardex")
    let terminal = try Tmux(
      ["sh", "-c", "stty \(name) '\(character)'; exec cardex shell \(file)"], directory: directory)
    try terminal.waitForRow("cardex>")
    try terminal.type(typed)
    try terminal.waitForRow("cardex> " + line)
  }

  @Test("another character than Ctrl-C interrupts, another one than Ctrl-D ends")
  func ownSignals() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(ShellSession.catalogue, to: "cardex")
    let terminal = try Tmux(
      ["sh", "-c", "stty intr ^Y eof ^X; exec cardex shell \(file)"], directory: directory)
    try terminal.waitForRow("cardex>")
    try terminal.type("ab")
    try terminal.press("C-y")
    try terminal.wait(for: "^C")
    try terminal.waitForRow("cardex>")
    try terminal.press("C-x")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test("what is typed ahead is for the program that a command runs")
  func typedAhead() throws {
    let session = try ShellSession(environment: [
      "PAGER": "sh -c 'cat >/dev/null; read x </dev/tty; echo \"<$x>\"'"
    ])
    try session.terminal.type("help all\nfor the pager\nshow A\n")
    try session.terminal.wait(for: "<for the pager>")
    try session.waitForPrompt()
    #expect(session.entered == ["help all", "show A"])
  }

  @Test("modes that the prompt does not need are as they were while a command runs")
  func modesOfCommands() throws {
    let session = try ShellSession(environment: [
      "PAGER":
        "sh -c 'cat >/dev/null; stty -a </dev/tty | grep -o \"[-]*icanon\\|[-]*isig\" | xargs'"
    ])
    try session.terminal.type("help all\n")
    try session.terminal.wait(for: "isig icanon")
  }
}
