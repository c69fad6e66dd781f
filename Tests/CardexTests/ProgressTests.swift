#if os(Linux)
  import Foundation
  import TestHelpers
  import Testing

  /// The line that reports long work, in terminals. `strace` delays a system call of the work.
  @Suite(.enabled(if: FaultTrial.isPossible, "they need strace, allowed to trace: install it"))
  struct ProgressTests {
    /// The size in bytes from which reading a file is reported.
    static let largeSize = 1 << 25
    /// The number of entries above which commands of a shell are reported.
    static let largeCount = 50_000

    /// Commands that read a file, each with a system call on the file that it makes meanwhile.
    static let commands = [
      ("search --no-index --color=never Anna", "lseek"), ("batch -e 'find Anna --count'", "read"),
    ]

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Writes a catalogue of one entry.
    private func write(size: Int, to name: String) throws {
      let (head, tail) = (Data("<plist><string>Anna</string>".utf8), Data("</plist>".utf8))
      let blanks = Data(repeating: UInt8(ascii: " "), count: size - head.count - tail.count)
      try directory.write(head + blanks + tail, to: name)
    }

    /// The first words of a command of which a system call on a file is delayed.
    private func delaying(_ call: String, of name: String) -> String {
      "strace -qqq -o log -P $PWD/\(name) --inject=\(call):delay_enter=1500000:when=1"
    }

    /// Runs a line of shell commands in the directory, on a terminal of its own.
    ///
    /// - Returns: All that was written to the terminal.
    private func terminal(_ line: String) throws -> String {
      let file = try directory.write("cd '\(directory.path)' && \(line)", to: "line.sh")
      return try Tool.shell("script -qec 'bash \(file)' /dev/null").output
    }

    @Test("long work on a large file is reported until there is output", arguments: commands)
    func large(_ command: String, _ call: String) throws {
      try write(size: ProgressTests.largeSize, to: "large")
      let output = try terminal("\(delaying(call, of: "large")) cardex \(command) large")
      let parts = output.components(separatedBy: "\r\u{1B}[K")
      #expect(parts.count == 2, "\(output)")
      // The line before may have been longer.
      let reports = parts[0].split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
      #expect(reports.first == "reading large … 0.5 s")
      #expect(reports.allSatisfy { $0.wholeMatch(of: /reading large … \d+\.\d s/) != nil })
      let plain = try terminal("cardex \(command) large 2>/dev/null")
      #expect(parts.last == plain && !plain.isEmpty)
    }

    @Test("work on a smaller file is not reported", arguments: commands)
    func small(_ command: String, _ call: String) throws {
      try write(size: ProgressTests.largeSize - 1, to: "small")
      let output = try terminal("\(delaying(call, of: "small")) cardex \(command) small")
      #expect(try output == terminal("cardex \(command) small 2>/dev/null") && !output.isEmpty)
    }

    @Test("nothing is reported when standard error is not a terminal")
    func errorsElsewhere() throws {
      let (command, call) = ProgressTests.commands[0]
      try write(size: ProgressTests.largeSize, to: "large")
      let output = try terminal(
        "\(delaying(call, of: "large")) cardex \(command) large 2>errors; cat errors")
      #expect(output == "Anna\r\n")
    }

    @Test(
      "a long save of a script is reported, unless that is not wanted",
      arguments: [(0, ""), (1, ""), (1, "--no-progress ")])
    func saving(_ surplus: Int, _ option: String) throws {
      let entries = String(repeating: "<string>Anna</string>", count: 50_000 + surplus)
      try directory.write(plist("<array>\(entries)</array>"), to: "people")
      let output = try terminal(
        "strace -qqq -o log --inject=renameat:delay_enter=1500000 cardex batch \(option)"
          + "-e 'rename #1 Anne' people")
      #expect(output.contains("saving … 0.5 s") == (surplus > 0 && option.isEmpty))
      #expect(!output.contains("rename … "))
    }

    @Test("a long command of a shell on many entries is reported while it runs", arguments: [0, 1])
    func command(_ surplus: Int) throws {
      let count = ProgressTests.largeCount + surplus
      let entries = String(repeating: "<string>Anna</string>", count: count)
      let file = try directory.write(plist("<array>\(entries)</array>"), to: "people")
      let terminal = try Tmux(
        ["strace", "-o", "log", "--inject=renameat:delay_enter=1500000", "cardex", "shell", file],
        directory: directory)
      try terminal.waitForRow("people>")
      try terminal.type("move #2 to #1\n")
      try terminal.waitForRow("people*>")
      try terminal.type("save\n")
      var hasReported = false
      let screen = try terminal.wait(for: "the prompt after saving") { screen in
        if screen.current.wholeMatch(of: /working … \d\.\d s/) != nil { hasReported = true }
        return screen.current == "people>"
      }
      #expect(hasReported == (surplus > 0))
      #expect(!screen.shows("working"))
    }
  }
#endif
