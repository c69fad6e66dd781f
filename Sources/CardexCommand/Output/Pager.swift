@preconcurrency import Platform
import Storage

/// A program that shows standard output page by page.
struct Pager {
  private let process: pid_t
  /// Where standard output went before.
  private let terminal: Int32

  static func start(_ options: ParsedOptions) -> Pager? { options.has(.noPager) ? nil : start() }

  /// Starts `$PAGER` (`less` if that is unset) and sends standard output through it, at a terminal
  /// only; `nil` if there is nothing to start.
  static func start() -> Pager? {
    guard Terminal.isOutput, Terminal.environment("TERM") != "dumb" else { return nil }
    let command = UserDirectory.environmentVariable("PAGER") ?? "less"
    guard !command.isEmpty, command != "cat", isInstalled(command) else { return nil }
    // Quit at the end of a short text, show colours, leave the text on the screen.
    setenv("LESS", "FRX", 0)
    // The output is UTF-8, whatever the locale.
    setenv("LESSCHARSET", "utf-8", 0)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    guard let process = spawn(command, reading: ends[0], closing: ends[1]) else {
      close(ends[1])
      return nil
    }
    let terminal = dup(STDOUT_FILENO)
    dup2(ends[1], STDOUT_FILENO)
    close(ends[1])
    return Pager(process: process, terminal: terminal)
  }

  /// Whether the first word of a command is a program that can be run.
  private static func isInstalled(_ command: FilePath) -> Bool {
    let words = command.bytes.split(separator: UInt8(ascii: " "))
    guard let first = words.first, let program = FilePath(bytes: first) else { return false }
    // Anything more than a word, such as an assignment, is left to the shell.
    if first.contains(UInt8(ascii: "=")) { return true }
    if first.contains(UInt8(ascii: "/")) { return access(program.cString, X_OK) == 0 }
    let directories = Terminal.path("PATH") ?? "/usr/bin:/bin"
    return directories.bytes.split(separator: UInt8(ascii: ":")).compactMap { FilePath(bytes: $0) }
      .contains { access($0.appending(program).cString, X_OK) == 0 }
  }

  private static func spawn(_ command: FilePath, reading input: Int32, closing other: Int32)
    -> pid_t?
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, other)
    var arguments: [UnsafeMutablePointer<CChar>?] = [
      strdup("sh"), strdup("-c"), strdup(command.cString),
    ]
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that are ignored here would be ignored by the pager, too.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in StandardStreams.writingSignals { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ)
    return result == 0 ? process : nil
  }

  /// Ends the text and waits until the user has quit the pager. What is written then is no longer
  /// sent through it.
  func finish() {
    close(STDOUT_FILENO)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
  }
}
