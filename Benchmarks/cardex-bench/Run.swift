@preconcurrency import Platform

/// The cost of a finished process, as accounted by the system.
struct Cost {
  let wall: Double
  /// User and system time together, in seconds.
  let cpu: Double
  /// The largest resident set, in bytes.
  let peakMemory: Int
  /// The process's output as a number; see `Command.Answer`.
  var answer = 0
  /// The seconds until its first output; `nil` if there was none.
  var firstOutput: Double?
}

/// A command to measure.
struct Command {
  let name: String
  private let turns: [[String]]
  private let worstStatus: Int32
  private let input: String
  private let locale: String?
  private let answer: Answer

  /// How a program reports the number of hits.
  enum Answer {
    /// As the number in the last line, or as no output for 0.
    case number
    /// As the number of lines.
    case lines
    /// The time that SQLite's `.timer` reports, in microseconds.
    case timer
  }

  /// - Parameters:
  ///   - turns: Its arguments, the program first; with several lists, runs alternate between them.
  ///   - worstStatus: The greatest exit status that is not a failure; grep's 1 means that nothing
  ///     was found.
  ///   - input: The file for its standard input.
  ///   - locale: The value of `LC_ALL`; by default the current one.
  init(
    name: String, arguments turns: [String]..., worstStatus: Int32 = 1,
    input: String = "/dev/null", locale: String? = nil, answer: Answer = .number
  ) {
    self.name = name
    self.turns = turns
    self.worstStatus = worstStatus
    self.input = input
    self.locale = locale
    self.answer = answer
  }

  /// Runs the command and reads its output through a pipe: grep skips output to `/dev/null`.
  ///
  /// - Parameter turn: How many times it ran before.
  /// - Returns: `nil` if it could not be started or failed.
  func run(turn: Int = 0) -> Cost? {
    let arguments = turns[turn % turns.count]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    strings.append(nil)
    defer { for string in strings { free(string) } }
    var process = pid_t()
    let usual = locale == nil ? nil : getenv("LC_ALL").map { String(cString: $0) }
    if let locale { setenv("LC_ALL", locale, 1) }
    let start = MonotonicClock.now
    let code = posix_spawnp(&process, arguments[0], &actions, nil, strings, environ)
    close(ends[1])
    if let usual { setenv("LC_ALL", usual, 1) } else if locale != nil { unsetenv("LC_ALL") }
    guard code == 0 else { return nil }
    var reader = AnswerReader(kind: answer)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var firstOutput: Double?
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      if firstOutput == nil { firstOutput = MonotonicClock.now - start }
      reader.read(buffer[..<count])
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status & 0x7F == 0,
      status >> 8 <= worstStatus
    else { return nil }
    return Cost(
      wall: MonotonicClock.now - start, cpu: seconds(usage), peakMemory: usage.ru_maxrss * 1024,
      answer: reader.value, firstOutput: firstOutput)
  }

  private func seconds(_ usage: rusage) -> Double {
    Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}

/// A reader that turns a program's output into a number.
private struct AnswerReader {
  private let kind: Command.Answer
  private(set) var value = 0
  private var text = ""
  private var isLineOver = false

  init(kind: Command.Answer) { self.kind = kind }

  mutating func read(_ bytes: ArraySlice<UInt8>) {
    switch kind {
    case .lines:
      for byte in bytes where byte == UInt8(ascii: "\n") { value += 1 }
    case .number:
      for byte in bytes {
        if isLineOver { (value, isLineOver) = (0, false) }
        if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
          value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
        }
        isLineOver = byte == UInt8(ascii: "\n")
      }
    case .timer:
      text += String(decoding: bytes, as: UTF8.self)
      let words = text.split { $0.isWhitespace }
      if let place = words.lastIndex(of: "real"), place + 1 < words.count,
        let seconds = Double(words[place + 1])
      {
        value = Int(seconds * 1e6)
      }
    }
  }
}

/// The costs of commands that took turns, so that a slowdown of the machine affects all.
struct Comparison {
  /// The medians; `nil` for a command that is not installed or failed.
  let medians: [Cost?]

  /// A command that takes longer than this many seconds is slow, if nothing else is said.
  private static let usualSlowTime = 0.25

  /// - Parameters:
  ///   - slowRuns: How many times a slow command runs after the first time; by default as often as
  ///     others. With 0, the first time counts.
  ///   - slowTime: From how many seconds on a command is slow.
  ///   - prepare: Called before each run.
  init(
    _ commands: [Command], runs: Int, slowRuns: Int? = nil,
    slowTime: Double = Comparison.usualSlowTime, prepare: () -> Void = {}
  ) {
    var costs: [[Cost]] = commands.map { _ in [] }
    let first = commands.map { $0.run() }
    var isUsable = first.map { $0 != nil }
    let turns = first.map { cost in
      guard let slowRuns, let cost, cost.wall > slowTime else { return runs }
      return min(slowRuns, runs)
    }
    for turn in 1...runs {
      for (index, command) in commands.enumerated() where isUsable[index] && turn <= turns[index] {
        prepare()
        if let cost = command.run(turn: turn) {
          costs[index].append(cost)
        } else {
          isUsable[index] = false
        }
      }
    }
    medians = costs.enumerated().map { index, costs in
      isUsable[index] ? Comparison.median(costs) ?? first[index] : nil
    }
  }

  private static func median(_ costs: [Cost]) -> Cost? {
    guard !costs.isEmpty else { return nil }
    func middle<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }
    return Cost(
      wall: middle(costs.map(\.wall)), cpu: middle(costs.map(\.cpu)),
      peakMemory: middle(costs.map(\.peakMemory)), answer: middle(costs.map(\.answer)),
      firstOutput: costs.compactMap(\.firstOutput).isEmpty
        ? nil : middle(costs.compactMap(\.firstOutput)))
  }
}

/// A temporary file that is removed with its owner.
final class TemporaryFile {
  let path: String

  /// - Parameter content: Calls the closure passed to it with the pieces of the content.
  init(_ content: (([UInt8]) -> Void) -> Void) {
    var template = Array((temporaryDirectory + "/cardex-bench.XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      fail("cannot make a temporary file: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    content { fwrite($0, 1, $0.count, file) }
    guard fclose(file) == 0 else { fail("\(path): \(String(cString: strerror(errno)))") }
  }

  deinit { unlink(path) }

  var size: Int { fileSize(path) }
}

let temporaryDirectory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

/// The path of a program built alongside this one.
func sibling(_ name: String) -> String {
  let own = CommandLine.arguments[0]
  guard let slash = own.lastIndex(of: "/") else { return name }
  return own[...slash] + name
}
