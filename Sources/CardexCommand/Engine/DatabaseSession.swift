import Exchange
@preconcurrency import Platform
import PropertyLists

/// A session of `psql` with a database, which is given statements and read from as one goes along.
///
/// With psql come TLS, passwords, service files and the environment variables of PostgreSQL. The
/// session ends with the object; what is not committed is undone.
final class DatabaseSession {
  /// What the database is called in messages.
  private let name: ByteText
  private var process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  /// How many statements have been answered.
  private var answered = 0

  /// A row of an answer: its columns.
  typealias Row = [ArraySlice<UInt8>]

  /// Where Debian installs each version.
  private static let installed: FilePath = "/usr/lib/postgresql"

  /// - Throws: `Failure` if psql cannot be run; a missing server is reported later.
  init(_ url: DatabaseURL) throws(Failure) {
    name = ByteText(url.shown)
    var ends: [[Int32]] = []
    for _ in 0..<3 {
      var pair: [Int32] = [0, 0]
      guard pipe(&pair) == 0 else { throw Failure("psql: \(SystemError())") }
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends.append(pair)
    }
    (input, output, errors) = (ends[0][1], ends[1][0], ends[2][0])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0][0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[2][1], STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in StandardStreams.writingSignals { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let arguments = [
      "psql", "-X", "-q", "-w", "-t", "--csv", "-v", "ON_ERROR_STOP=1", "-d", url.connection,
    ]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    var variables = DatabaseSession.environment(password: url.password)
    defer { for text in words + variables { free(text) } }
    process = pid_t()
    let result = posix_spawnp(
      &process, DatabaseSession.program.cString, &actions, &attributes, &words, &variables)
    for end in [ends[0][0], ends[1][1], ends[2][1]] { close(end) }
    guard result == 0 else {
      for end in [input, output, errors] { close(end) }
      process = 0
      throw Failure(
        "psql cannot be run: \(SystemError(code: result))",
        hint: "it comes with PostgreSQL; on Debian in the package postgresql-client")
    }
    try write(DatabaseSchema.settings + "\n")
  }

  deinit { end() }

  /// Closes the session; a statement that is under way is not waited for.
  private func end() {
    guard process != 0 else { return }
    if input >= 0 { close(input) }
    close(output)
    close(errors)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    process = 0
  }

  /// The psql on the path; what Debian's wrapper would call, since it takes 50 ms to find that.
  private static var program: FilePath {
    let directories = Terminal.path("PATH") ?? "/usr/bin:/bin"
    let found = directories.bytes.split(separator: UInt8(ascii: ":")).lazy
      .compactMap { FilePath(bytes: $0)?.appending("psql") }
      .first { access($0.cString, X_OK) == 0 }
    guard let found, let real = realpath(found.cString, nil) else { return "psql" }
    defer { free(real) }
    guard FilePath(real).name == "pg_wrapper" else { return found }
    let versions = Directory.names(in: installed)?.compactMap { $0.text.flatMap(Int.init) } ?? []
    return versions.sorted(by: >)
      .map { installed.appending(FilePath("\($0)/bin/psql")) }
      .first { access($0.cString, X_OK) == 0 } ?? found
  }

  /// The environment, with a password that the address holds and the encoding of everything here.
  private static func environment(password: String?) -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var own = ["PGCLIENTENCODING=UTF8", "PSQLRC=/dev/null"]
    if let password { own.append("PGPASSWORD=" + password) }
    var next = environ
    while let variable = next.pointee {
      let isReplaced = own.contains { text in
        let name = text.prefix { $0 != "=" } + "="
        return strncmp(variable, String(name), name.utf8.count) == 0
      }
      if !isReplaced { variables.append(strdup(variable)) }
      next += 1
    }
    return variables + own.map { strdup($0) } + [nil]
  }

  // MARK: Statements

  /// Executes statements and calls the closure with each row of their answers, until it returns false;
  /// the session is of no use then.
  ///
  /// - Throws: `Failure` in psql's words, or what the closure throws.
  func execute(
    _ statements: String, row: (Row) throws(Failure) -> Bool = { _ in true }
  ) throws(Failure) {
    answered += 1
    let mark = "cardex-\(answered)"
    try write("\(statements)\nselect '\(mark)';\n")
    while true {
      let next = try self.row()
      if next.count == 1, next[0].elementsEqual(mark.utf8) { return }
      if try !row(next) { return }
    }
  }

  /// Executes statements whose answer is a few rows.
  func rows(_ statements: String) throws(Failure) -> [[String]] {
    var rows: [[String]] = []
    try execute(statements) { row in
      rows.append(row.map { String(decoding: $0, as: UTF8.self) })
      return true
    }
    return rows
  }

  /// Whether there is a table or an index of this name.
  func hasRelation(_ name: String) throws(Failure) -> Bool {
    try rows("select 'relation', to_regclass('\(name)') is not null;").first?.last == "t"
  }

  /// Sends statements, or rows after a `COPY`.
  func write(_ text: String) throws(Failure) {
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: input) }
    if code != 0 { throw failure() }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    if writeAll(bytes, to: input) != 0 { throw failure() }
  }

  // MARK: Answers

  /// The next row.
  private func row() throws(Failure) -> Row {
    var (start, isQuoted, hasQuotes) = (position, false, false)
    var next = position
    while true {
      if next == buffer.count {
        let before = position
        try fill()
        (start, next) = (start - before, next - before)
        continue
      }
      let byte = buffer[next]
      next += 1
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        hasQuotes = true
      } else if byte == 0x0A, !isQuoted {
        break
      }
    }
    position = next
    let line = buffer[start..<(next - 1)]
    if !hasQuotes {
      return line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
    return DatabaseSession.columns(of: line)
  }

  /// The columns of a line of CSV (RFC 4180).
  private static func columns(of line: ArraySlice<UInt8>) -> Row {
    var row: Row = []
    var column: [UInt8] = []
    var (isQuoted, wasQuoted) = (false, false)
    for byte in line {
      switch byte {
      case UInt8(ascii: "\""):
        // Two quotation marks are one.
        if !isQuoted, wasQuoted { column.append(byte) }
        isQuoted.toggle()
        wasQuoted = true
      case UInt8(ascii: ",") where !isQuoted:
        row.append(column[...])
        (column, wasQuoted) = ([], false)
      default: column.append(byte)
      }
    }
    row.append(column[...])
    return row
  }

  /// Reads more after what has not been used.
  private func fill() throws(Failure) {
    buffer.removeFirst(position)
    position = 0
    let used = buffer.count
    let room = max(1 << 16, used)
    buffer.append(contentsOf: repeatElement(0, count: room))
    while true {
      let output = output
      let count = buffer.withUnsafeMutableBytes { bytes in
        read(output, bytes.baseAddress.map { $0 + used }, room)
      }
      if count < 0, errno == EINTR { continue }
      buffer.removeLast(room - max(count, 0))
      if count <= 0 { throw failure() }
      return
    }
  }

  // MARK: Failures

  /// A failure that concerns the database.
  func failure(_ message: String, hint: String? = nil) -> Failure {
    Failure(naming: "\(name): \(message)", hint: hint)
  }

  /// What psql has said before it ended.
  private func failure() -> Failure {
    if input >= 0 { close(input) }
    input = -1
    let text = (try? FileBytes(descriptor: errors))?.text ?? ""
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      // What comes from a pipe has a place there that means nothing.
      line.hasPrefix("psql:") ? line.drop { $0 != " " }.dropFirst() : line
    }
    let kept = lines.filter { !$0.hasPrefix("LINE ") && !$0.allSatisfy { " ^".contains($0) } }
    let message = kept.joined(separator: "; ")
    return Failure(naming: "\(name): \(message.isEmpty ? "psql ended" : message)")
  }
}
