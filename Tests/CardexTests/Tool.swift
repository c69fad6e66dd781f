import Foundation

/// Runs the built program as a user would.
enum Tool {
  /// The result of a finished process.
  struct Outcome: Equatable {
    let status: Int32
    let outputBytes: Data
    let errorBytes: Data

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// The directory of the package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let data = package.appending(path: "Data")

  /// The directory that holds the executables; the test bundle is beside them.
  static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The debug build of the program, into which a library of faults can be preloaded.
  static let debugProgram = products.appending(path: "cardex")

  /// The program that is tested: the one that `CARDEX_PROGRAM` names, which is the release in
  /// `make test`, or else the debug build.
  static let program: URL = {
    let path = ProcessInfo.processInfo.environment["CARDEX_PROGRAM"]
    let program = path.map { URL(filePath: $0).absoluteURL } ?? debugProgram
    if path == nil {
      atexit { print("Tests of the program ran its debug build; make test runs the release.") }
    }
    return program
  }()

  /// Whether the program is not a debug build.
  static let isRelease = program != debugProgram

  /// The error that a program was built before a file that it is built from was changed.
  struct OutdatedProgram: Error, CustomStringConvertible {
    let program: String
    let source: String

    var description: String { "\(program) is older than \(source): build it again" }
  }

  /// Fails if the program is older than a file in the folders of its rooms.
  ///
  /// - Parameter sources: `Sources`, in which `Cardex` is the library, which is no part of the program.
  static func expectCurrent(
    _ program: URL = program, sources: URL = package.appending(path: "Sources")
  ) throws {
    func date(_ file: URL) throws -> Date {
      try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        ?? .distantFuture
    }
    let built = try date(program)
    for case let path as String in FileManager.default.enumerator(atPath: sources.path()) ?? .init()
    where !path.hasPrefix("Cardex/")
      && ["swift", "c", "cpp", "h", "js", "css", "html"].contains(
        path.split(separator: ".").last ?? "")
    {
      let source = sources.appending(path: path)
      if try date(source) > built {
        throw OutdatedProgram(program: program.path(), source: source.path())
      }
    }
  }

  private static let isCurrent = Result { try expectCurrent() }

  /// An environment without any of the tester's settings.
  static let environment = [
    "PATH": [program.deletingLastPathComponent(), products].map { $0.path() }.joined(separator: ":")
      + ":/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    // Code that the program executes counts as covered by the tests.
    "LLVM_PROFILE_FILE": ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"],
  ].compactMapValues { $0 }

  /// Runs `cardex`, or another program, in the directory of the data.
  static func run(
    _ arguments: [String], input: Data? = nil, environment extra: [String: String] = [:],
    output: FileHandle? = nil, errors: FileHandle? = nil, program: URL = program
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    return try run(
      process, arguments, input: input, environment: extra, output: output, errors: errors)
  }

  /// Runs `cardex-bench` in the directory of the data.
  static func bench(
    _ arguments: [String], environment extra: [String: String] = [:]
  ) throws -> Outcome {
    try run(arguments, environment: extra, program: products.appending(path: "cardex-bench"))
  }

  /// Runs a line of shell commands in the directory of the data, with `cardex` on the path.
  /// Arguments that are not text are written as in bash: `$'\xFF'`.
  static func shell(
    _ line: String, environment extra: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    return try run(process, ["-c", line], environment: extra)
  }

  /// Runs a program that is found on the path.
  static func runOther(_ command: [String], environment extra: [String: String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    return try run(process, command, environment: extra)
  }

  private static func run(
    _ process: Process, _ arguments: [String], input: Data? = nil,
    environment extra: [String: String], output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws -> Outcome {
    process.arguments = arguments
    process.currentDirectoryURL = data
    process.environment = environment.merging(extra) { $1 }
    let (outputPipe, errorPipe, inputPipe) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output ?? outputPipe
    process.standardError = errors ?? errorPipe
    process.standardInput = input == nil ? FileHandle.nullDevice : inputPipe
    // Both streams are drained while the process runs, so that it never has to wait for this
    // process.
    let errorText = errors == nil ? Drain(errorPipe.fileHandleForReading) : nil
    let text = output == nil ? Drain(outputPipe.fileHandleForReading) : nil
    try start(process)
    if let input {
      // It may end without reading all of it.
      try? write(input, to: inputPipe)
      try inputPipe.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, outputBytes: text?.finish() ?? Data(),
      errorBytes: errorText?.finish() ?? Data())
  }

  /// Writes to a pipe. That nobody reads it any more is an error, and does not end this process.
  static func write(_ data: Data, to pipe: Pipe) throws {
    var (signals, former, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer {
      var signal: Int32 = 0
      sigpending(&pending)
      if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &signal) }
      pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    try pipe.fileHandleForWriting.write(contentsOf: data)
  }

  /// Starts a process with no signals blocked: the thread of a test may block some.
  static func start(_ process: Process) throws {
    try isCurrent.get()
    var (none, former) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try process.run()
  }

  /// Reads a stream to its end on a thread of its own.
  final class Drain: @unchecked Sendable {
    private var bytes = Data()
    private let isDone = DispatchSemaphore(value: 0)

    convenience init(_ handle: FileHandle) { self.init { (try? handle.readToEnd()) ?? Data() } }

    /// - Parameter readToEnd: Reads all that comes.
    init(_ readToEnd: @escaping @Sendable () -> Data) {
      Thread.detachNewThread { [self] in
        bytes = readToEnd()
        isDone.signal()
      }
    }

    func finish() -> Data {
      isDone.wait()
      return bytes
    }
  }
}

/// A property list around a value.
func plist(_ value: String) -> String { "<plist version=\"1.0\">\n\(value)\n</plist>\n" }
