import Foundation
import TestHelpers

/// A program in its own terminal, provided by tmux: tests type keys and read the screen.
///
/// Each terminal has a server of its own, with its socket in the temporary directory that is also
/// the home of the program, and one client in control mode (tmux(1)), which takes commands as lines.
final class Tmux {
  /// What a terminal shows.
  struct Screen: Equatable {
    /// The rows without blanks at their ends, up to the last one that is not empty.
    var rows: [String] = []
    var column = 0
    var row = 0

    /// The row that the cursor is in.
    var current: String { row < rows.count ? rows[row] : "" }

    /// Whether some row contains a text.
    func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    /// How many rows contain a text.
    func count(of text: String) -> Int { rows.count { $0.contains(text) } }
  }

  /// The error that an expected screen did not appear.
  struct Timeout: Error, CustomStringConvertible {
    let expected: String
    let screen: Screen

    var description: String {
      let rows = screen.rows.map { "  |\($0)" }.joined(separator: "\n")
      return "\(expected) did not appear; the screen, cursor at \(screen.column),\(screen.row):\n"
        + rows
    }
  }

  /// The directory that is the program's home, and holds its state.
  let home: URL
  private let directory: TemporaryDirectory
  private let client = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var received = Data()

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - command: The program, found in the directory of the products first, and its arguments.
  ///   - environment: Additional variables for the program; an empty one is unset.
  ///   - directory: A home to share with other terminals, earlier or concurrent.
  ///   - isFirst: Whether the program has not been used before.
  init(
    _ command: [String], columns: Int = 80, rows: Int = 24,
    environment extra: [String: String] = [:],
    directory: TemporaryDirectory? = nil, isFirst: Bool = false
  ) throws {
    self.directory = try directory ?? TemporaryDirectory()
    home = self.directory.url
    if !isFirst { try Tmux.noteWelcome(in: home.appending(path: "state")) }
    let sockets = home.appending(path: "tmux-" + UUID().uuidString.prefix(8))
    try FileManager.default.createDirectory(at: sockets, withIntermediateDirectories: true)
    let settings = """
      set -g default-terminal tmux-256color
      set -g escape-time 0
      set -g remain-on-exit on
      set -g status off
      """
    let configuration = sockets.appending(path: "tmux.conf")
    try settings.write(to: configuration, atomically: true, encoding: .utf8)
    let variables = ["env"] + extra.map { $1.isEmpty ? "--unset=\($0)" : "\($0)=\($1)" }
    client.executableURL = URL(filePath: "/bin/bash")
    client.arguments =
      ["-c", Tmux.closeDescriptors, "bash", "tmux", "-u", "-C", "-f", configuration.path()]
      + ["new-session", "-f", "no-output", "-x", "\(columns)", "-y", "\(rows)"]
      + ["-c", home.path(), "--"] + variables + command
    client.environment = Tool.environment.merging([
      "HOME": home.path(), "XDG_STATE_HOME": home.appending(path: "state").path(),
      "XDG_CONFIG_HOME": home.appending(path: "config").path(), "SHELL": "/bin/sh",
      "TMUX_TMPDIR": sockets.path(),
    ]) { $1 }
    (client.standardInput, client.standardOutput) = (input, output)
    client.standardError = output
    try Tool.start(client)
    try output.fileHandleForWriting.close()
    _ = try answer()
  }

  deinit { _ = try? run(["kill-server"]) }

  /// Notes that what is said the first time has been said.
  static func noteWelcome(in state: URL) throws {
    let directory = state.appending(path: "cardex")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data().write(to: directory.appending(path: "welcomed"))
  }

  /// Types characters.
  func type(_ text: String) throws { try send(["-l", "--", text]) }

  /// Presses keys that tmux has a name for: `Enter`, `Left`, `C-r`.
  func press(_ keys: String...) throws { try send(keys) }

  /// Sends keys not faster than a person types: what is shown may precede the mode of the terminal by a
  /// moment, in which the terminal itself takes keys such as Ctrl-S.
  private func send(_ arguments: [String]) throws {
    Thread.sleep(forTimeInterval: 0.03)
    try run(["send-keys"] + arguments)
  }

  /// Pastes a text as terminals do, with Return for line ends, and in brackets if asked to.
  func paste(_ text: String) throws {
    try run(["set-buffer", "--", text])
    try run(["paste-buffer", "-p"])
  }

  func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  func screen() throws -> Screen {
    // Nothing changes between two commands of a line.
    let output = try run(
      ["display-message", "-p", "#{cursor_x} #{cursor_y}"], ["capture-pane", "-p"])
    var rows = output[1].map { String($0.reversed().drop { $0 == " " }.reversed()) }
    let place = (output[0].first ?? "").split(separator: " ").compactMap { Int($0) }
    while rows.last == "" { rows.removeLast() }
    guard place.count == 2 else { return Screen(rows: rows) }
    return Screen(rows: rows, column: place[0], row: place[1])
  }

  /// Waits until the screen satisfies the predicate.
  ///
  /// - Parameter expected: A description of the expected screen.
  @discardableResult
  func wait(
    for expected: String, timeout: Duration = .seconds(20), until isReached: (Screen) -> Bool
  ) throws -> Screen {
    let end = ContinuousClock.now + timeout
    while true {
      let screen = try screen()
      if isReached(screen) { return screen }
      if ContinuousClock.now > end { throw Timeout(expected: expected, screen: screen) }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Waits until a text is shown in some row.
  @discardableResult
  func wait(for text: String) throws -> Screen { try wait(for: "'\(text)'") { $0.shows(text) } }

  /// Waits until the row of the cursor, without trailing blanks, equals a text.
  @discardableResult
  func waitForRow(_ text: String) throws -> Screen {
    try wait(for: "the row '\(text)'") { $0.current == text }
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: Its exit status.
  func waitForEnd() throws -> Int32 {
    var status: Int32?
    try wait(for: "the end of the program") { _ in
      let format = "#{pid} #{pane_dead} #{pane_dead_status}"
      let fields = ((try? run(["display-message", "-p", format]).first?.first) ?? "")
        .split(separator: " ").compactMap { Int32($0) }
      // The status comes a moment after the end.
      guard fields.count == 3 else {
        // tmux may have missed that its child has ended.
        if fields.count == 2, fields[1] == 1 { kill(fields[0], SIGCHLD) }
        return false
      }
      status = fields[2]
      return true
    }
    return status ?? -1
  }

  /// Kills the program as a crash would.
  func crash() throws {
    guard let process = try process() else { return }
    kill(process, SIGKILL)
    // The journal is unlocked once the process is gone, or is a zombie waiting for its parent.
    try wait(for: "the end of \(process)") { _ in
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return state.map { $0.contains(") Z") } ?? true
    }
  }

  /// The number of the program's process.
  func process() throws -> Int32? {
    try run(["display-message", "-p", "#{pane_pid}"]).first?.first.flatMap { Int32($0) }
  }

  /// The server keeps the descriptors that its client has, and would keep those of other tests open. The
  /// shell stays, with a descriptor by which Foundation sees that the process runs.
  private static let closeDescriptors = """
    (
      for file in /dev/fd/*; do
        number=${file##*/}; if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
      done
      exec "$@"
    )
    exit
    """

  /// Runs commands, one immediately after the other.
  ///
  /// - Returns: The lines that each has written.
  @discardableResult
  private func run(_ commands: [String]...) throws -> [[String]] {
    let line = commands.map { $0.map(Tmux.quoted).joined(separator: " ") }.joined(separator: " ; ")
    try Tool.write(Data((line + "\n").utf8), to: input)
    return try commands.map { command in
      let (lines, isError) = try answer()
      if isError { throw Failed(command: command, errors: lines) }
      return lines
    }
  }

  /// A word of a command: all but letters and digits as octal numbers of their bytes.
  private static func quoted(_ word: String) -> String {
    let bytes = word.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      guard
        !scalar.isASCII || !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
      else { return String(scalar) }
      let number = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - number.count) + number
    }
    return "\"" + bytes.joined() + "\""
  }

  /// Waits for the answer to a command: the lines between `%begin` and `%end` or `%error`, which are
  /// followed by the same time and number. Notifications come between answers.
  private func answer() throws -> (lines: [String], isError: Bool) {
    var lines: [String]?
    var number: Substring = ""
    while let line = try nextLine() {
      if let found = lines {
        if line == "%end" + number || line == "%error" + number {
          return (found, line.hasPrefix("%error"))
        }
        lines?.append(line)
      } else if line.hasPrefix("%begin ") {
        number = line.dropFirst("%begin".count)
        lines = []
      }
    }
    throw Failed(command: ["(tmux has ended)"], errors: lines ?? [])
  }

  private func nextLine() throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received = Data(received[(end + 1)...]) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      received += more
    }
  }

  private struct Failed: Error {
    let command: [String]
    let errors: [String]
  }
}
