import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// `cardex browse` in a real terminal.
@Suite struct BrowseCommandTests {
  /// The full screen on a copy of the contacts.
  private final class Browse {
    let directory: TemporaryDirectory
    let file: String
    let terminal: Tmux

    init(
      in directory: TemporaryDirectory? = nil, options: [String] = ["browse", "--keys=vi"],
      after command: [String] = [], rows: Int = 30, shows text: String = "? keys"
    ) throws {
      let directory = try directory ?? TemporaryDirectory()
      self.directory = directory
      file = directory("contacts.plist")
      if !FileManager.default.fileExists(atPath: file) {
        _ = try directory.write(
          Data(contentsOf: Tool.data.appending(path: "contacts.plist")), to: "contacts.plist")
      }
      terminal = try Tmux(
        command + ["cardex"] + options + [file], columns: 80, rows: rows, directory: directory)
      try terminal.wait(for: text)
    }

    var content: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

    /// Sends what the terminal sends for the mouse, from 0.
    func mouse(_ button: Int, row: Int, column: Int, isRelease: Bool = false) throws {
      try terminal.type("\u{1B}[<\(button);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }

    /// Waits until the selected row begins with a text.
    @discardableResult
    func waitForSelected(_ text: String) throws -> Tmux.Screen {
      try terminal.wait(for: "the selected row '\(text)'") { screen in
        screen.rows.contains { row in
          row.hasPrefix("▸") && row.drop { "▸• –+".contains($0) }.hasPrefix(text)
        }
      }
    }

    func row(_ text: String) throws -> Int {
      try #require(try terminal.screen().rows.firstIndex { $0.contains(text) })
    }
  }

  private let original = try? String(
    contentsOf: Tool.data.appending(path: "contacts.plist"), encoding: .utf8)

  @Test("Ctrl-C ends a paste whose end was lost")
  func unfinishedPaste() throws {
    let browse = try Browse()
    try browse.terminal.type("\u{1B}[200~abc")
    Thread.sleep(forTimeInterval: 0.2)
    try browse.terminal.type("\u{3}")
    Thread.sleep(forTimeInterval: 0.2)
    try browse.terminal.type("q")
    #expect(try browse.terminal.waitForEnd() == 0)
  }

  @Test("what is typed is looked for; commands are on other keys")
  func typing() throws {
    let browse = try Browse(options: [])
    let terminal = browse.terminal
    try terminal.type("david s")
    try terminal.wait(for: "/ david s")
    #expect(try browse.content == original)
    try terminal.press("C-u")
    try terminal.wait(for: "86 entries")
    // Two lines that are pasted without brackets.
    try terminal.type("jonas\rmüller 171")
    try terminal.wait(for: "1 of 86")
    try browse.waitForSelected("Jonas Müller")
    try terminal.press("DC")
    try terminal.wait(for: "deleted Jonas Müller · ^Z undoes")
    try terminal.press("C-z")
    try terminal.wait(for: "undone")
    try terminal.press("Down", "F2", "Down", "Enter")
    try terminal.type("9")
    try terminal.press("Enter", "Escape")
    try terminal.wait(for: "369")
    try terminal.press("C-s")
    try terminal.wait(for: "saved")
    try terminal.press("F10")
    try terminal.type("close all")
    try terminal.press("Enter")
    try terminal.press("Escape")
    try terminal.wait(for: "86 entries")
    try terminal.press("C-q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try browse.content != original)
  }

  @Test("a file with options for the full screen is shown on it")
  func options() throws {
    let browse = try Browse(options: ["--keys=vi"], shows: "/ filter")
    try browse.terminal.type("q")
    #expect(try browse.terminal.waitForEnd() == 0)
    // Not without a terminal.
    let outcome = try Tool.run(["--keys=vi", browse.file])
    #expect(outcome.status == 2 && outcome.errors.contains("unknown option --keys=vi"))
  }

  @Test("the user's settings have the keys for good")
  func settings() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      Data(contentsOf: Tool.data.appending(path: "contacts.plist")), to: "contacts.plist")
    try FileManager.default.createDirectory(
      atPath: directory("config/cardex"), withIntermediateDirectories: true)
    try directory.write("browse --keys=vi\n", to: "config/cardex/config")
    let terminal = try Tmux(
      ["env", "XDG_CONFIG_HOME=\(directory("config"))", "cardex", file], columns: 80, rows: 30,
      directory: directory)
    try terminal.wait(for: "/ filter")
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    let outcome = try Tool.run(["browse", "--keys=emacs", file], environment: ["TERM": "xterm"])
    #expect(outcome.status == 2 && outcome.errors.contains("--keys takes 'search' or 'vi'"))
  }

  @Test("filter, strip, fold, edit, drag, undo and save; git shows just that")
  func wholeSession() throws {
    let browse = try Browse()
    let terminal = browse.terminal
    let git = { (arguments: [String]) in
      try Tool.runOther(
        ["git", "-C", browse.directory.path, "-c", "user.name=x", "-c", "user.email=x@y"]
          + arguments, environment: ["HOME": browse.directory.path]
      ).output
    }
    _ = try git(["init", "-q"])
    _ = try git(["add", "contacts.plist"])
    _ = try git(["commit", "-qm", "x"])
    try terminal.type("/mul")
    try terminal.wait(for: "2 of 86")
    try terminal.press("Enter", "Escape")
    try terminal.wait(for: "86 entries")
    // The strip, by the mouse.
    let row = try #require(try terminal.screen().rows.firstIndex { $0.hasSuffix(" I") })
    try browse.mouse(0, row: row, column: 78)
    try browse.mouse(0, row: row, column: 78, isRelease: true)
    try browse.waitForSelected("I")
    // And by a letter that there is no room for.
    try terminal.type("'j")
    try browse.waitForSelected("J")
    try terminal.press("Tab")
    try terminal.wait(for: "+ J")
    try terminal.press("Tab")
    try terminal.wait(for: "– J")
    // A number.
    try terminal.press("Down", "Down")
    try browse.waitForSelected("Jonas Müller")
    try terminal.press("e", "Down", "Enter")
    try terminal.type("9")
    try terminal.press("Enter")
    try terminal.wait(for: "369")
    try terminal.press("Escape")
    // To another section.
    let from = try browse.row("Jonas Müller")
    let to = try browse.row("– K")
    try browse.mouse(0, row: from, column: 20)
    try browse.mouse(32, row: to, column: 20)
    try browse.mouse(0, row: to, column: 20, isRelease: true)
    try terminal.wait(for: "moved K/Jonas Müller")
    try terminal.press("u")
    try terminal.wait(for: "undone")
    try terminal.press("s")
    try terminal.wait(for: "saved")
    try terminal.press("q")
    #expect(try terminal.waitForEnd() == 0)
    let changed = try git(["diff", "-U0"]).split(separator: "\n")
      .filter { $0.hasPrefix("+\t") || $0.hasPrefix("-\t") }
    #expect(changed.count == 2)
    #expect(changed.allSatisfy { $0.contains("<string>+49 171 39200 36") })
    #expect(changed.last?.hasSuffix("369</string>") == true)
  }

  @Test("edits of a session that was killed are offered again")
  func crash() throws {
    let first = try Browse()
    try first.terminal.press("Down", "x")
    try first.terminal.wait(for: "deleted")
    try first.terminal.crash()
    let second = try Browse(in: first.directory, shows: "Make them again?")
    try second.terminal.press("y")
    try second.terminal.wait(for: "contacts.plist*")
    #expect(try !second.terminal.screen().shows("Adaeze"))
    try second.terminal.press("q", "n")
    #expect(try second.terminal.waitForEnd() == 0)
    #expect(try first.content == original)
    let third = try Browse(in: first.directory)
    #expect(try !third.terminal.screen().shows("Make them again?"))
  }

  @Test("a second session only looks")
  func readOnly() throws {
    let first = try Browse()
    let second = try Browse(in: first.directory)
    try second.terminal.wait(for: "(read-only)")
    try second.terminal.press("Down", "x")
    try second.terminal.wait(for: "another session")
    #expect(try second.terminal.screen().shows("Adaeze"))
  }

  /// What a shell shows before and after the screen.
  private static let shell = ["bash", "--norc", "--noprofile", "-ic"]

  @Test("Ctrl-Z and back, and sizes down to 1x1")
  func suspendingAndResizing() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(
      Data(contentsOf: Tool.data.appending(path: "contacts.plist")), to: "contacts.plist")
    let terminal = try Tmux(
      ["bash", "--norc", "--noprofile"], columns: 80, rows: 30,
      environment: ["PS1": "prompt> "], directory: directory)
    try terminal.wait(for: "prompt>")
    try terminal.type("cardex browse --keys=vi contacts.plist\n")
    try terminal.wait(for: "? keys")
    try terminal.press("C-z")
    try terminal.wait(for: "Stopped")
    #expect(try !terminal.screen().shows("Adaeze"))
    try terminal.type("fg\n")
    try terminal.wait(for: "Adaeze")
    for (columns, rows) in [(1, 1), (20, 5), (80, 30)] {
      try terminal.resize(columns: columns, rows: rows)
    }
    try terminal.wait(for: "Adaeze Obi")
    try terminal.wait(for: "? keys")
    try terminal.press("q")
    try terminal.wait(for: "the prompt") { $0.current.hasPrefix("prompt>") }
    #expect(try !terminal.screen().shows("Adaeze"))
    // Keys are shown again.
    try terminal.type("echo back")
    try terminal.wait(for: "echo back")
  }

  @Test(
    "the terminal is put back after signals, and edits are kept",
    arguments: [
      "TERM", "HUP", "SEGV", "ABRT", "SYS", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "XCPU", "IO",
      "STKFLT", "PWR", "RTMIN",
    ])
  func signals(_ signal: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(
      Data(contentsOf: Tool.data.appending(path: "contacts.plist")), to: "contacts.plist")
    let terminal = try Tmux(
      ["bash", "--norc", "--noprofile"], columns: 80, rows: 30,
      environment: ["PS1": "prompt> ", "SWIFT_BACKTRACE": "enable=no"], directory: directory)
    try terminal.wait(for: "prompt>")
    // What is printed must not be in what is typed.
    let isBySignal = "[ $? = $((128 + $(kill -l \(signal)))) ] && echo 'by 'it"
    try terminal.type("cardex browse --keys=vi contacts.plist; \(isBySignal)\n")
    try terminal.wait(for: "? keys")
    try terminal.press("Down", "x")
    try terminal.wait(for: "deleted")
    _ = try Tool.shell(
      "pkill -\(signal) -P \(try #require(try terminal.process())) cardex")
    try terminal.wait(for: "the prompt") { screen in
      screen.current.hasPrefix("prompt>") && !screen.shows("Anna Müller")
    }
    try terminal.wait(for: "by it")
    try terminal.type("stty -a | grep -q ' icanon' && echo 'line 'mode\n")
    try terminal.wait(for: "line mode")
    try terminal.type("cardex browse contacts.plist\n")
    try terminal.wait(for: "Make them again?")
  }

  @Test("Esc ends a search that takes long at once")
  func leavingASearch() throws {
    let directory = try TemporaryDirectory()
    // Each text takes the expression about a millisecond, and no longer.
    let hard = "<string>\(String(repeating: "a", count: 13))!</string>"
    let file = try directory.write(
      plist("<array>" + String(repeating: hard, count: 20_000) + "</array>"), to: "hard.plist")
    let terminal = try Tmux(
      ["cardex", "browse", "--keys=vi", file], columns: 80, rows: 10, directory: directory)
    try terminal.wait(for: "? keys")
    try terminal.type("/")
    try terminal.press("C-e")
    try terminal.wait(for: "all fields · expression")
    try terminal.type("(a+)+$")
    usleep(1_000_000)
    let start = ContinuousClock.now
    try terminal.press("Escape")
    try terminal.wait(for: "? keys")
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test("a terminal that says that it draws pictures gets those beside the file")
  func pictures() throws {
    let directory = try TemporaryDirectory()
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      16, 0, 0, 0, 16, 8, 6, 0, 0, 0,
    ]
    try directory.write(Data(header), to: "bmw@2x.png")
    try directory.write("no picture", to: "audi.png")
    let file = try directory.write(
      "<plist><array><dict><key>name</key><string>BMW</string><key>icon</key><string>bmw</string>"
        + "</dict><dict><key>name</key><string>Audi</string><key>icon</key><string>audi.png</string>"
        + "</dict></array></plist>", to: "cars.plist")
    let terminal = try RawTerminal(
      ["browse", "--keys=vi", file], in: directory, name: "xterm-kitty")
    try terminal.wait(for: "\u{1B}_Gi=31,s=1,v=1,a=q")
    try terminal.wait(for: "? keys")
    terminal.type("\u{1B}_Gi=31;OK\u{1B}\\")
    let data = Data(header).base64EncodedString()
    try terminal.wait(for: "\u{1B}_Ga=T,f=100,i=1,C=1,r=6,q=2,m=0;\(data)\u{1B}\\")
    terminal.type("j")
    try terminal.wait(for: "\u{1B}_Ga=d,d=A")
    terminal.shown = ""
    terminal.type("q")
    try terminal.wait(for: "\u{1B}[?1049l")
    #expect(terminal.shown.contains("\u{1B}_Ga=d,d=A") && !terminal.shown.contains("a=T"))
  }

  @Test("what is chosen goes to a pipe")
  func picking() throws {
    let directory = try TemporaryDirectory()
    let contacts = Tool.data.appending(path: "contacts.plist").path()
    let terminal = try Tmux(
      [
        "bash", "-c",
        "cardex browse --pick --filter=mul --format='{phoneNum}' \(contacts) | cat >picked; echo done; sleep 30",
      ], directory: directory)
    try terminal.wait(for: "2 of 86")
    try terminal.press("Down", "Down", "Enter")
    try terminal.wait(for: "done")
    let picked = try String(contentsOfFile: directory("picked"), encoding: .utf8)
    #expect(picked == "+49 171 39200 36\n")
  }

  @Test("an example of finding is shown once, and only if that can be remembered")
  func welcome() throws {
    let directory = try TemporaryDirectory()
    let contacts = Tool.data.appending(path: "contacts.plist").path()
    func start(_ options: String..., state: String = "state") throws -> Tmux {
      try Tmux(
        ["cardex", "browse"] + options + [contacts], columns: 90,
        environment: ["XDG_STATE_HOME": directory(state)], directory: directory, isFirst: true)
    }
    try directory.write("", to: "file")
    for other in [try start("--pick"), try start("--filter=a"), try start(state: "file/state")] {
      let screen = try other.wait(for: "86")
      #expect(!screen.shows(" to find "))
    }
    let first = try start()
    try first.wait(for: " to find ")
    try first.press("Down")
    try first.wait(for: "⏎ open")
    let second = try start()
    try second.wait(for: "⏎ open")
  }

  @Test("telephone numbers lead somewhere where the terminal is known to have that")
  func links() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "<plist><array><dict><key>name</key><string>Ada</string><key>phone</key><string>030 123</string>"
        + "</dict></array></plist>", to: "contacts.plist")
    for arguments in [["browse", file], ["show", file], ["show", file, "Ada"]] {
      for (name, isKnown) in [("xterm-kitty", true), ("xterm", false), ("dumb", false)] {
        if name == "dumb", arguments[0] == "browse" { continue }
        let terminal = try RawTerminal(
          arguments, in: directory, name: name, environment: ["PAGER": "cat", "NO_COLOR": "1"])
        let link = "\u{1B}]8;;tel:030123\u{1B}\\"
        let end = arguments[0] == "browse" ? "\u{1B}[?2026l" : "030 123"
        try terminal.wait(for: isKnown ? link : end)
        #expect(terminal.shown.contains(link) == isKnown)
        #expect(terminal.shown.contains("\u{1B}]8") == isKnown)
      }
    }
  }

  @Test("what was done is recorded as a script")
  func recording() throws {
    let directory = try TemporaryDirectory()
    let script = directory("script")
    let browse = try Browse(in: directory, options: ["browse", "--keys=vi", "--record=\(script)"])
    try browse.terminal.press("Down", "J", "s")
    try browse.terminal.wait(for: "saved")
    try browse.terminal.press("q")
    #expect(try browse.terminal.waitForEnd() == 0)
    let copy = try directory.write(Data((original ?? "").utf8), to: "copy.plist")
    #expect(try Tool.run(["batch", "-f", script, copy]).status == 0)
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == browse.content)
  }

  @Test("without a terminal there is no screen")
  func noTerminal() throws {
    let outcome = try Tool.run(["browse", "contacts.plist"], environment: ["TERM": "dumb"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("cardex shell"))
    #expect(try Tool.run(["contacts.plist"]).status == 2)
  }

  @Test(
    "options that do not belong together, or have no meaning",
    arguments: [
      ["--pick", "--print"], ["--format={label}"], ["--style=nonsense"], ["--pick", "--format={"],
      ["--locale=de"], ["--theme=blue"],
    ])
  func badOptions(_ options: [String]) throws {
    let outcome = try Tool.run(
      ["browse"] + options + ["contacts.plist"], environment: ["TERM": "xterm"])
    #expect(outcome.status == 2)
    #expect(options.contains { outcome.errors.contains($0.prefix { $0 != "=" }) })
  }
}

/// A terminal that keeps what it is sent.
private final class RawTerminal {
  var shown = ""
  private let terminal: FileHandle
  private let process = Process()

  init(
    _ arguments: [String], in directory: TemporaryDirectory, name: String,
    environment: [String: String] = [:]
  ) throws {
    try Tmux.noteWelcome(in: directory.url.appending(path: "state"))
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 800, ws_ypixel: 480)
    try #require(openpty(&master, &slave, nil, nil, &size) == 0)
    terminal = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    let screen = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    process.executableURL = Tool.program
    process.arguments = arguments
    process.environment = ["TERM": name, "XDG_STATE_HOME": directory("state")]
      .merging(environment) { $1 }
    (process.standardInput, process.standardOutput) = (screen, screen)
    try process.run()
  }

  deinit { process.terminate() }

  func type(_ text: String) { try? terminal.write(contentsOf: Data(text.utf8)) }

  func wait(for text: String) throws {
    let end = ContinuousClock.now + .seconds(20)
    while !shown.contains(text) {
      var wanted = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&wanted, 1, 100) > 0 {
        shown += String(decoding: terminal.availableData, as: UTF8.self)
      }
      try #require(ContinuousClock.now < end, "\(text) in \(shown)")
    }
  }
}
