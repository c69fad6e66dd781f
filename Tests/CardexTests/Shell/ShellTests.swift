import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// `cardex shell` in a real terminal.
@Suite struct ShellTests {
  /// A shell on a copy of the car brands.
  private final class Shell {
    let directory: TemporaryDirectory
    let file: String
    let terminal: Tmux

    init(
      in directory: TemporaryDirectory? = nil, options: [String] = [],
      environment: [String: String] = [:], columns: Int = 80
    ) throws {
      let directory = try directory ?? TemporaryDirectory()
      self.directory = directory
      file = directory.url.appending(path: "cars").path()
      if !FileManager.default.fileExists(atPath: file) {
        _ = try directory.write(
          Data(contentsOf: Tool.data.appending(path: "cars_total.plist")), to: "cars")
      }
      terminal = try Tmux(
        ["cardex", "shell"] + options + [file], columns: columns, rows: 40,
        environment: environment, directory: directory)
    }

    var content: Data { get throws { try Data(contentsOf: URL(filePath: file)) } }

    /// Enters a command and waits for an empty prompt.
    ///
    /// The command has to be seen in the row of the cursor first: an equal one of before, in a
    /// row above, says nothing about this one.
    func enter(_ command: String, prompt: String) throws {
      try terminal.type(command)
      try terminal.wait(for: "'\(command)' after a prompt") { $0.current.hasSuffix(command) }
      try terminal.type("\n")
      try terminal.wait(for: "the prompt '\(prompt)' after '\(command)'") { $0.current == prompt }
    }

    func wait(_ prompt: String) throws {
      try terminal.wait(for: "the prompt '\(prompt)'") { $0.current == prompt }
    }
  }

  private let original = try? Data(contentsOf: Tool.data.appending(path: "cars_total.plist"))

  @Test("commands, options, titles and labels are completed, wide ones too")
  func completion() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    for (typed, completed) in [
      ("coll", "cars> collapse"), ("section so", "cars> section sort"),
      ("show M/马", "cars> show M/马自达"), ("find x --wo", "cars> find x --word-regexp"),
      ("insert A X --so", "cars> insert A X --sorted"), ("set A/#1 ic", "cars> set A/#1 icon="),
      ("set option ac", "cars> set option accordion"), ("jump z", "cars> jump Z"),
      ("save as \(shell.file.dropLast(2))", "cars> save as \(shell.file)"),
    ] {
      try shell.terminal.type(typed)
      try shell.terminal.press("Tab")
      try shell.terminal.wait(for: completed) { screen in
        // A path may be longer than a row.
        let first = screen.rows.lastIndex { $0.hasPrefix("cars>") } ?? 0
        return screen.rows[first...].joined() == completed
      }
      try shell.terminal.press("C-c")
      try shell.wait("cars>")
    }
  }

  @Test("jumps, closed sections, an accordion and pages")
  func outline() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    try shell.enter("set option page-size 6", prompt: "cars>")
    try shell.enter(":B", prompt: "cars B>")
    #expect(try shell.terminal.screen().shows("   1  – B  (13)"))
    #expect(try shell.terminal.screen().shows("… 148 more; 'more' continues"))
    try shell.enter("more", prompt: "cars B>")
    #expect(try shell.terminal.screen().shows("   7      奔驰"))
    try shell.enter("collapse", prompt: "cars B>")
    #expect(try shell.terminal.screen().shows("   1  + B  (13)"))
    try shell.enter("jump E", prompt: "cars D>")
    #expect(try shell.terminal.screen().shows("no section 'E'; the nearest is D"))
    try shell.enter("accordion on", prompt: "cars D>")
    try shell.enter("show", prompt: "cars D>")
    try shell.enter("next", prompt: "cars F>")
    try shell.enter("show /", prompt: "cars F>")
    #expect(try shell.terminal.screen().shows("   4  + D  (7)"))
    // Which sections are closed is remembered, and bookmarks are.
    try shell.enter("bookmark M/马自达", prompt: "cars F>")
    try shell.terminal.type("quit\n")
    #expect(try shell.terminal.waitForEnd() == 0)
    let again = try Shell(in: shell.directory)
    try again.wait("cars>")
    try again.enter("show", prompt: "cars>")
    #expect(try again.terminal.screen().shows("   1  + A  ("))
    #expect(try again.terminal.screen().shows("   5  – F  (7)"))
    try again.enter("bookmarks", prompt: "cars>")
    #expect(try again.terminal.screen().shows("   1  M/马自达"))
  }

  @Test("edits mark the prompt; undo, diff and save; leaving asks")
  func edits() throws {
    let shell = try Shell(columns: 200)
    try shell.wait("cars>")
    try shell.enter("move M/马自达 to B --first", prompt: "cars*>")
    try shell.enter("undo", prompt: "cars>")
    try shell.enter("redo", prompt: "cars*>")
    try shell.enter("diff", prompt: "cars*>")
    #expect(
      try shell.terminal.screen().rows.contains {
        $0.hasPrefix("+") && $0.hasSuffix("马自达</string>")
      })
    try shell.terminal.press("C-d")
    try shell.terminal.wait(for: "Save the edits to \(shell.file)? [Y/n]")
    try shell.terminal.press("C-c")
    try shell.wait("cars*>")
    try shell.terminal.type("quit\n")
    try shell.terminal.wait(for: "Save the edits to \(shell.file)? [Y/n]")
    #expect(try shell.content == original)
    try shell.terminal.type("y\n")
    #expect(try shell.terminal.waitForEnd() == 0)
    #expect(try shell.content != original)
    #expect(
      try Tool.run(["show", shell.file, "B/#1"]).output.hasPrefix("B/马自达\n"))
  }

  @Test("help and differences that do not fit go through the pager; the shell goes on after it")
  func pager() throws {
    let shell = try Shell(environment: ["PAGER": "sed 's/^/paged: /;3q'"])
    try shell.wait("cars>")
    try shell.enter("help all", prompt: "cars>")
    #expect(try shell.terminal.screen().count(of: "paged: ") == 3)
    try shell.enter("help more", prompt: "cars>")
    try shell.enter("delete --all a", prompt: "cars*>")
    try shell.enter("diff", prompt: "cars*>")
    let screen = try shell.terminal.screen()
    #expect(screen.count(of: "paged: ") == 6)
    #expect(screen.shows("paged: ---"))
    try shell.enter("undo", prompt: "cars>")
  }

  @Test("a key that is probably misspelt is asked about")
  func newKey() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    let question = "'icno' is a new key; did you mean 'icon'? Use it anyway? [y/N]"
    for (answer, prompt) in [("n", "cars>"), ("", "cars>"), ("y", "cars*>")] {
      try shell.terminal.type("set M/马自达 icno=x\n")
      try shell.terminal.waitForRow(question)
      try shell.terminal.type(answer + "\n")
      try shell.wait(prompt)
    }
    try shell.enter("show .", prompt: "cars*>")
    #expect(try shell.terminal.screen().rows.contains { $0.contains("icno  x") })
  }

  @Test("an edit of a name that is not exact is asked about, and so is a key in it")
  func inexactName() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    let question = "There is no '马自'; is 'M/马自达' meant? [y/N]"
    for answer in ["n", ""] {
      try shell.terminal.type("set M/马自 icno=x\n")
      try shell.terminal.waitForRow(question)
      try shell.terminal.type(answer + "\n")
      try shell.wait("cars>")
    }
    try shell.terminal.type("set M/马自 icno=x\n")
    try shell.terminal.waitForRow(question)
    try shell.terminal.type("y\n")
    try shell.terminal.waitForRow(
      "'icno' is a new key; did you mean 'icon'? Use it anyway? [y/N]")
    try shell.terminal.type("y\n")
    try shell.wait("cars*>")
    // The next one is asked about again.
    try shell.terminal.type("delete M/马自\n")
    try shell.terminal.waitForRow(question)
    try shell.terminal.type("\n")
    try shell.wait("cars*>")
    try shell.enter("history", prompt: "cars*>")
    #expect(try shell.terminal.screen().rows.contains { $0.contains("set M/马自达 icno=x") })
    // Several names are asked about at once.
    try shell.terminal.type("move M/马自 to m\n")
    try shell.terminal.waitForRow(
      "There is no '马自', 'm'; are 'M/马自达', 'M' meant? [y/N]")
    try shell.terminal.type("y\n")
    try shell.wait("cars*>")
    try shell.enter("history", prompt: "cars*>")
    #expect(try shell.terminal.screen().rows.contains { $0.contains("move M/马自达 to M") })
  }

  @Test("Ctrl-C drops a line and ends a command, never the session")
  func interruption() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    try shell.terminal.type("find something")
    try shell.terminal.press("C-c")
    try shell.wait("cars>")
    // The expression below takes practically forever on names of this length.
    try shell.enter("insert A \(String(repeating: "a", count: 64))", prompt: "cars*>")
    var wasInterrupted = false
    for _ in 0..<5 where !wasInterrupted {
      try shell.terminal.press("C-l")
      try shell.terminal.type("find -E '(a|aa|a{2})+b'\n")
      // Before the line has been read, Ctrl-C would only drop it.
      try shell.terminal.wait(for: "the command") { $0.shows("(a|aa|a{2})+b") }
      try shell.terminal.press("C-c")
      // If the interrupt came too late, the expression has been given up.
      let screen = try shell.terminal.wait(for: "an end") {
        $0.shows("interrupted") || $0.shows("too long")
      }
      wasInterrupted = screen.shows("interrupted")
      try shell.wait("cars*>")
    }
    #expect(wasInterrupted)
  }

  @Test("after a kill, the next shell offers the edits that were not saved")
  func recovery() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    try shell.enter("rename A/奥迪 'Audi & Söhne'", prompt: "cars*>")
    try shell.enter("find 大众", prompt: "cars*>")
    try shell.enter("delete 1", prompt: "cars*>")
    try shell.enter("insert A x", prompt: "cars*>")
    try shell.enter("undo", prompt: "cars*>")
    try shell.terminal.crash()
    #expect(try shell.content == original)
    let next = try Shell(in: shell.directory, options: ["--encoding=UTF-8"])
    try next.terminal.wait(for: "Make them again? [Y/n]")
    #expect(try next.terminal.screen().shows("an earlier session ended without saving"))
    #expect(try next.terminal.screen().shows("it had read the file without options"))
    try next.terminal.type("\n")
    try next.wait("cars*>")
    try next.enter("save", prompt: "cars>")
    #expect(try Tool.run(["search", "-x", "Audi & Söhne", next.file]).output == "A/Audi & Söhne\n")
    #expect(try Tool.run(["search", "大众", next.file]).status == 1)
    #expect(try Tool.run(["search", "-x", "x", next.file]).status == 1)
    // There is nothing left to offer.
    try next.terminal.crash()
    let last = try Shell(in: shell.directory)
    try last.wait("cars>")
    #expect(try !last.terminal.screen().shows("earlier"))
  }

  @Test("after a kill, the edits of a binary file are made again, and it stays binary")
  func binaryRecovery() throws {
    let directory = try TemporaryDirectory()
    let made = try Tool.run(["convert", "--to=binary", "-o", directory("cars"), "cars_total.plist"])
    #expect(made.status == 0)
    let shell = try Shell(in: directory)
    try shell.wait("cars>")
    try shell.enter("rename A/奥迪 Audi", prompt: "cars*>")
    let unsaved = try shell.content
    try shell.terminal.crash()
    #expect(try shell.content == unsaved)
    let next = try Shell(in: directory)
    try next.terminal.wait(for: "Make them again? [Y/n]")
    try next.terminal.type("\n")
    try next.wait("cars*>")
    try next.enter("save", prompt: "cars>")
    #expect(try next.content.starts(with: Data("bplist00".utf8)))
    #expect(try Tool.run(["search", "-x", "Audi", next.file]).output == "A/Audi\n")
  }

  @Test("edits undone after a save come back after a kill, too")
  func recoveryAfterSave() throws {
    let shell = try Shell()
    try shell.wait("cars>")
    try shell.enter("rename A/奥迪 Audi", prompt: "cars*>")
    try shell.enter("save", prompt: "cars>")
    try shell.enter("undo", prompt: "cars*>")
    try shell.enter("insert B New", prompt: "cars*>")
    try shell.terminal.crash()
    let next = try Shell(in: shell.directory)
    try next.terminal.wait(for: "Make them again? [Y/n]")
    try next.terminal.type("y\n")
    try next.wait("cars*>")
    try next.enter("save", prompt: "cars>")
    #expect(try Tool.run(["search", "-x", "New", next.file]).output == "B/New\n")
    #expect(try Tool.run(["search", "-x", "奥迪", next.file]).output == "A/奥迪\n")
    let other = try Shell(in: shell.directory)
    try other.terminal.wait(for: "no journal is kept")
  }

  @Test("a terminal that answers nothing more ends the session with 2, and the edits are kept")
  func unanswered() throws {
    let shell = try Shell(columns: 200)
    try shell.wait("cars>")
    try shell.enter("rename A/奥迪 Audi", prompt: "cars*>")
    try shell.terminal.press("C-d")
    try shell.terminal.wait(for: "Save the edits to \(shell.file)? [Y/n]")
    try shell.terminal.press("C-d")
    #expect(try shell.terminal.waitForEnd() == 2)
    #expect(try shell.terminal.screen().shows("the edits are kept until the next session"))
    #expect(try shell.content == original)
    let next = try Shell(in: shell.directory)
    try next.terminal.wait(for: "Make them again? [Y/n]")
  }

  @Test(
    "output that cannot be written ends the session before anything is saved",
    arguments: [(">/dev/full", 2), (">&4", 141)])
  func failingOutput(_ redirection: String, _ status: Int32) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(try #require(original), to: "cars")
    let terminal = try Tmux(
      [
        "sh", "-c",
        "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; exec cardex shell '\(file)' \(redirection)",
      ], columns: 200, rows: 40, directory: directory)
    try terminal.wait(for: "cars>")
    try terminal.type("rename A/奥迪 Audi\n")
    #expect(try terminal.waitForEnd() == status)
    #expect(try terminal.screen().shows("the edits are kept until the next session"))
    #expect(try Data(contentsOf: URL(filePath: file)) == original)
  }
}
