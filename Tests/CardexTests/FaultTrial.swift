#if os(Linux)
  import TestHelpers
  import CPlatform
  import Foundation
  import Glibc
  import Storage
  import Testing

  /// How the new file is created.
  enum TemporaryKind: CaseIterable, CustomTestStringConvertible {
    case unnamed, named

    /// The text by which the call that creates it is recognized in the log.
    var opening: String { self == .unnamed ? "O_TMPFILE" : "O_EXCL" }

    var testDescription: String { self == .unnamed ? "without a name" : "with a name" }

    /// The calls of a run without faults, from the first that concerns the file or, for a named
    /// temporary file, from the one that creates it: those before are the same for both kinds.
    func calls() throws -> [SystemCall] {
      try (self == .unnamed ? TemporaryKind.unnamedCalls : TemporaryKind.namedCalls).get()
    }

    /// The calls of the debug build, for a temporary file without a name.
    static func debugCalls() throws -> [SystemCall] {
      try trace(.unnamed, program: Tool.debugProgram)
    }

    private static let unnamedCalls = Result { try trace(.unnamed) }
    private static let namedCalls = Result { try trace(.named) }

    private static func trace(
      _ kind: TemporaryKind, program: URL = Tool.program
    ) throws -> [SystemCall] {
      let after = try FaultTrial.run(kind, [], program: program)
      try #require(after.status == 0, "\(after.errors)")
      try #require(after.content == .new && after.isAlone && after.hasAttributes)
      try #require(SavingProgram.newContent != SavingProgram.oldContent)
      let beginning = kind == .unnamed ? after.file : kind.opening
      // The file is also named on the command line, which is logged first.
      let first = try #require(
        after.calls.firstIndex { $0.name != "execve" && $0.text.contains(beginning) })
      return after.calls[first...].filter(\.isAboutFiles)
    }

    /// The options for the fault that makes the program choose this kind.
    func options() throws -> [String] {
      guard self == .named else { return [] }
      let calls = try TemporaryKind.unnamed.calls()
      let call = try #require(calls.first { $0.text.contains(TemporaryKind.unnamed.opening) })
      return ["--inject=\(call.name):error=EOPNOTSUPP:when=\(call.ordinal)"]
    }
  }

  /// A call that the program makes.
  struct SystemCall {
    let name: String
    /// Its number among the calls of that name, from 1.
    let ordinal: Int
    let text: String

    /// Calls that do not concern files, or whose count differs from run to run.
    private static let ignored: Set = [
      "brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "futex", "getrandom", "gettid",
      "sched_yield", "exit_group", "rt_sigaction", "rt_sigprocmask", "rt_sigpending",
      "rt_sigreturn",
    ]

    var isAboutFiles: Bool { !SystemCall.ignored.contains(name) }

    var makesName: Bool { name == "linkat" || text.contains("O_EXCL") }

    var changesNames: Bool { makesName || name.hasPrefix("rename") }

    /// Whether a fault can be injected into it in addition to the one that the kind requires.
    func takesFault(_ kind: TemporaryKind) -> Bool { kind == .unnamed || name != "openat" }

    /// The calls in a log, in order.
    static func all(in log: String) -> [SystemCall] {
      var counts: [Substring: Int] = [:]
      return log.split(separator: "\n").compactMap { line in
        // Each line begins with the number of the process.
        let text = line.drop { $0 != " " }.drop { $0 == " " }
        guard let name = text.split(separator: "(").first, name.allSatisfy(\.isCallLetter),
          text.contains("(")
        else { return nil }
        counts[name, default: 0] += 1
        return SystemCall(name: String(name), ordinal: counts[name] ?? 0, text: String(text))
      }
    }
  }

  extension Character {
    fileprivate var isCallLetter: Bool { isLowercase || isNumber || self == "_" }
  }

  /// A run of the program on a new file, and its result.
  struct FaultTrial: CustomTestStringConvertible {
    enum Content {
      case old, new, broken
    }

    /// Whether this system allows a program to be traced.
    static let isPossible = (try? Tool.shell("strace -f -o /dev/null true"))?.status == 0

    private static let attribute = "user.cardex"
    private static let mode: mode_t = 0o640
    private static let owner: uid_t = geteuid() == 0 ? 1234 : geteuid()

    private let kind: TemporaryKind
    let file: String
    let status: Int32
    let errors: String
    let content: Content
    /// Whether there is nothing else in the directory.
    let isAlone: Bool
    /// Whether the file still has its original owner, permissions and attribute.
    let hasAttributes: Bool
    private let log: String

    /// Runs the program under `strace`. Only its debug build takes a library before the C library.
    static func run(
      _ kind: TemporaryKind, _ options: [String], program: URL = Tool.program
    ) throws -> FaultTrial {
      let (directory, logDirectory) = (try TemporaryDirectory(), try TemporaryDirectory())
      let log = logDirectory.url.appending(path: "log")
      let file = try directory.write(SavingProgram.oldContent, to: "file.plist")
      try prepare(file)
      // The threads that tests run on block most signals, and processes that they start would
      // inherit that.
      let words =
        ["env", "--default-signal", "strace", "-f", "-o", log.path(), "-s", "200"]
        + (try kind.options()) + options
        + [program.path()] + SavingProgram.arguments(file)
      let outcome = try Tool.shell(words.map { "'\($0)'" }.joined(separator: " "))
      return try FaultTrial(
        kind, file, outcome, log: String(decoding: Data(contentsOf: log), as: UTF8.self))
    }

    /// Runs the program until the fault has been injected: how often the C library reads system
    /// files, such as `/proc/self/maps`, differs from run to run.
    static func hit(_ kind: TemporaryKind, _ options: [String]) throws -> FaultTrial {
      for _ in 0..<4 {
        let trial = try run(kind, options)
        if trial.wasHit { return trial }
      }
      return try run(kind, options)
    }

    private init(
      _ kind: TemporaryKind, _ file: String, _ outcome: Tool.Outcome, log: String
    ) throws {
      self.kind = kind
      self.file = file
      self.log = log
      status = outcome.status
      errors = outcome.errors
      switch try Data(contentsOf: URL(filePath: file)) {
      case SavingProgram.oldContent: content = .old
      case SavingProgram.newContent: content = .new
      default: content = .broken
      }
      let directory = URL(filePath: file).deletingLastPathComponent().path()
      isAlone = try FileManager.default.contentsOfDirectory(atPath: directory).count == 1
      hasAttributes = try FaultTrial.hasAttributes(file)
    }

    var testDescription: String { "status \(status), \(content) content" }

    var calls: [SystemCall] { SystemCall.all(in: log) }

    /// Whether a fault was injected into a call, in addition to the one that the kind requires.
    var wasHit: Bool {
      if log.contains("+++ killed by SIGKILL") || log.contains("--- SIGTERM") { return true }
      return log.ranges(of: "(INJECTED)").count == (kind == .unnamed ? 1 : 2)
    }

    /// Whether the message names the step that failed.
    var namesStep: Bool {
      StorageError.Activity.allCases.contains { errors.contains($0.description) }
    }

    private static func prepare(_ file: String) throws {
      try #require(chown(file, owner, gid_t.max) == 0)
      try #require(chmod(file, mode) == 0)
      let descriptor = open(file, O_RDONLY)
      defer { close(descriptor) }
      let result = cardex_set_attribute(descriptor, attribute, "value", 5)
      try #require(result == 0 || errno == ENOTSUP)
    }

    private static func hasAttributes(_ file: String) throws -> Bool {
      let descriptor = open(file, O_RDONLY)
      defer { close(descriptor) }
      var status = stat()
      try #require(fstat(descriptor, &status) == 0)
      var value = [UInt8](repeating: 0, count: 10)
      let count = cardex_get_attribute(descriptor, attribute, &value, value.count)
      return status.st_mode & 0o7777 == mode && status.st_uid == owner
        && (count == 5 || errno == ENOTSUP)
    }
  }

  /// A library, loaded before the C library, that limits how many bytes a call writes to a file. An
  /// injected fault that only reports fewer bytes would leave holes, because the call is not made.
  struct ShortWrites {
    /// The path of the library.
    let path: String
    private let directory: TemporaryDirectory

    init(_ limit: Int) throws {
      directory = try TemporaryDirectory()
      let source = try directory.write(
        """
        #include <sys/syscall.h>
        #include <unistd.h>
        ssize_t write(int descriptor, const void *bytes, size_t count) {
          return syscall(SYS_write, descriptor, bytes, count < \(limit) ? count : \(limit));
        }
        """, to: "short.c")
      path = directory.url.appending(path: "short.so").path()
      let outcome = try Tool.shell("cc -shared -fPIC -o \(path) \(source)")
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
  }
#endif
