import CPlatform
import Editing
import Grammar
@preconcurrency import Platform
import Storage

/// A program that shows standard output page by page. There is one at a time.
struct Pager {
  static func start(_ options: ParsedOptions) -> Pager? { options.has(.noPager) ? nil : start() }

  /// Starts `$PAGER` (`less` if that is unset) and sends standard output through it, at a terminal
  /// only; `nil` if there is nothing to start.
  static func start() -> Pager? {
    guard StandardTerminal.isOutput, Environment.text("TERM") != "dumb" else { return nil }
    let command = UserDirectory.environmentVariable("PAGER") ?? "less"
    guard !command.isEmpty, command != "cat", isInstalled(command) else { return nil }
    // Quit at the end of a short text, show colours, leave the text on the screen.
    setenv("LESS", "FRX", 0)
    // The output is UTF-8, whatever the locale.
    setenv("LESSCHARSET", "utf-8", 0)
    guard cardex_pager_prepare(STDOUT_FILENO), let pipe = try? ChildProcess.Pipe() else {
      return nil
    }
    let process = try? ChildProcess.start(
      "/bin/sh", ["sh", "-c", script(for: command)], streams: [STDIN_FILENO: pipe.reading])
    close(pipe.reading)
    guard let process else {
      close(pipe.writing)
      return nil
    }
    let terminal = dup(STDOUT_FILENO)
    dup2(pipe.writing, STDOUT_FILENO)
    close(pipe.writing)
    cardex_pager_begin(process, terminal)
    return Pager()
  }

  /// Whether the first word of a command is a program that can be run.
  private static func isInstalled(_ command: FilePath) -> Bool {
    let words = command.bytes.split(separator: UInt8(ascii: " "))
    guard let first = words.first, let program = FilePath(bytes: first) else { return false }
    // Anything more than a word, such as an assignment, is left to the shell.
    if first.contains(UInt8(ascii: "=")) { return true }
    if first.contains(UInt8(ascii: "/")) { return access(program.cString, X_OK) == 0 }
    return ChildProcess.find(program) != nil
  }

  /// Whether the pager passes hyperlinks to the terminal: `less`, since version 566.
  static var passesLinks: Bool {
    let command = UserDirectory.environmentVariable("PAGER") ?? "less"
    let words = command.bytes.split(separator: UInt8(ascii: " "))
    guard let program = words.first.flatMap({ FilePath(bytes: $0) }), program.name == "less" else {
      return false
    }
    let answer = ChildProcess.run([program, "--version"]).output.split(separator: UInt8(ascii: " "))
    let version = answer.dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
    return answer.first?.elementsEqual("less".utf8) == true
      && version.flatMap { Double($0) }.map { $0 >= 566 } == true
  }

  /// The script that the shell runs. A single program replaces the shell, so that signals for this
  /// process reach it. Otherwise the shell survives interrupts that are typed for its programs.
  private static func script(for command: FilePath) -> FilePath {
    let isSingle = !command.bytes.contains { "=;|&<>(){}$`\n#!".utf8.contains($0) }
    let beginning = isSingle ? "exec " : "trap : INT QUIT\n"
    return FilePath(bytes: Array(beginning.utf8) + command.bytes) ?? command
  }

  /// Ends the text and waits until the user has quit the pager. Later output is no longer sent
  /// through it.
  func finish() { cardex_pager_finish() }

  /// Does the same for whichever pager is running, if one is.
  static func finish() { cardex_pager_finish() }
}
