import CPlatform
import Platform
import PropertyLists

/// Other programs that this one starts and waits for.
enum ChildProcess {
  /// The ends of a pipe, which children do not inherit unless they are given them.
  struct Pipe {
    let reading: Int32
    let writing: Int32

    /// - Throws: `SystemError` if no pipe can be made.
    init() throws(SystemError) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw SystemError() }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }
  }

  /// Starts a program, in which signals that are ignored here have their default effect.
  ///
  /// - Parameters:
  ///   - program: The path of the program, or a name that is looked up in `PATH`.
  ///   - arguments: The arguments; the first is the program's name.
  ///   - streams: Descriptors for the program, by their numbers there.
  ///   - variables: Environment variables that are replaced or added.
  ///   - signals: Further signals with their default effect, unless `endsWithThis` is set.
  ///   - endsWithThis: Whether it is sent `SIGTERM` when the calling thread ends, however that ends.
  ///     On systems other than Linux this has no effect.
  /// - Throws: `SystemError` if it cannot be run.
  static func start(
    _ program: FilePath, _ arguments: [FilePath], streams: [Int32: Int32],
    variables: [String: String] = [:], signals others: [Int32] = [], endsWithThis: Bool = false
  ) throws(SystemError) -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0.cString) } + [nil]
    var environment = environment(with: variables)
    defer { for text in words + environment { free(text) } }
    if endsWithThis {
      let process = cardex_start_child(
        program.cString, &words, &environment, Array(streams.values), Array(streams.keys),
        streams.count, StandardStreams.writingSignals, StandardStreams.writingSignals.count)
      if process < 0 { throw SystemError() }
      return process
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that are ignored here would be ignored there, too.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in StandardStreams.writingSignals + others { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let code = posix_spawnp(
      &process, program.cString, &actions, &attributes, &words, &environment)
    if code != 0 { throw SystemError(code: code) }
    return process
  }

  private static func environment(
    with variables: [String: String]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var environment: [UnsafeMutablePointer<CChar>?] = []
    let replaced = variables.keys.map { Array(($0 + "=").utf8CString.dropLast()) }
    var next = environ
    while let variable = next.pointee {
      if !replaced.contains(where: { strncmp(variable, $0, $0.count) == 0 }) {
        environment.append(strdup(variable))
      }
      next += 1
    }
    return environment + variables.map { strdup("\($0)=\($1)") } + [nil]
  }

  /// Waits until a program has ended.
  ///
  /// - Returns: Its exit status; `nil` if a signal has ended it.
  @discardableResult
  static func wait(for process: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// The result of a program that has ended.
  struct Outcome {
    /// The exit status; 127 if the program could not be run, or a signal has ended it.
    var status: Int32 = 127
    var output: [UInt8] = []
  }

  /// Runs a program and reads all that it prints.
  ///
  /// - Parameters:
  ///   - command: Its name, which is looked up in `PATH`, and its arguments.
  ///   - mergesErrors: Whether standard error is read, too; otherwise it is dropped.
  static func run(_ command: [FilePath], mergesErrors: Bool = false) -> Outcome {
    guard let pipe = try? Pipe() else { return Outcome() }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let process = try? start(
      command[0], command,
      streams: [
        STDOUT_FILENO: pipe.writing, STDERR_FILENO: mergesErrors ? pipe.writing : nothing,
      ])
    for end in [pipe.writing, nothing] { close(end) }
    defer { close(pipe.reading) }
    guard let process else { return Outcome() }
    let bytes = try? FileBytes(descriptor: pipe.reading)
    let status = wait(for: process)
    return Outcome(status: status ?? 127, output: bytes.map { Array($0.bytes) } ?? [])
  }

  /// The path of a program that is looked up in `PATH`; `nil` if there is none.
  static func find(_ name: FilePath) -> FilePath? {
    let directories = Environment.path("PATH") ?? "/usr/bin:/bin"
    return directories.bytes.split(separator: UInt8(ascii: ":")).lazy
      .compactMap { FilePath(bytes: $0)?.appending(name) }
      .first { access($0.cString, X_OK) == 0 }
  }
}

extension FilePath {
  /// The path as an argument that no program takes for an option, or for standard input.
  var asOperand: FilePath { hasPrefix("-") ? "./" + self : self }
}
