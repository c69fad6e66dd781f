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
  /// What is read at once.
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
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
    var variables = ["PGCLIENTENCODING": "UTF8", "PSQLRC": "/dev/null"]
    if let password = url.password { variables["PGPASSWORD"] = password }
    let pipes: [ChildProcess.Pipe]
    do throws(SystemError) {
      pipes = [try ChildProcess.Pipe(), try ChildProcess.Pipe(), try ChildProcess.Pipe()]
    } catch {
      throw Failure("psql: \(error)")
    }
    (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
    let others = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
    do throws(SystemError) {
      process = try ChildProcess.start(
        DatabaseSession.program,
        [
          "psql", "-X", "-q", "-w", "-t", "--csv", "-v", "ON_ERROR_STOP=1", "-d",
          FilePath(url.connection),
        ],
        streams: [STDIN_FILENO: others[0], STDOUT_FILENO: others[1], STDERR_FILENO: others[2]],
        variables: variables)
    } catch {
      for end in others + [input, output, errors] { close(end) }
      process = 0
      throw Failure(
        "psql cannot be run: \(error)",
        hint: "it comes with PostgreSQL; on Debian in the package postgresql-client")
    }
    for end in others { close(end) }
    try write(DatabaseSchema.settings + "\n")
  }

  deinit {
    end()
    piece.deallocate()
  }

  /// Closes the session; a statement that is under way is not waited for.
  private func end() {
    guard process != 0 else { return }
    if input >= 0 { close(input) }
    close(output)
    close(errors)
    ChildProcess.wait(for: process)
    process = 0
  }

  /// The psql on the path; what Debian's wrapper would call, since it takes 50 ms to find that.
  private static var program: FilePath {
    let found = ChildProcess.find("psql")
    guard let found, let real = realpath(found.cString, nil) else { return "psql" }
    defer { free(real) }
    guard FilePath(real).name == "pg_wrapper" else { return found }
    let versions = Directory.names(in: installed)?.compactMap { $0.text.flatMap(Int.init) } ?? []
    return versions.sorted(by: >)
      .map { installed.appending(FilePath("\($0)/bin/psql")) }
      .first { access($0.cString, X_OK) == 0 } ?? found
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
    while true {
      let count = read(output, piece.baseAddress, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw failure() }
      buffer.append(contentsOf: piece.prefix(count))
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
      let line = line.hasPrefix("psql:") ? line.drop { $0 != " " } : line
      return line.split(whereSeparator: { " \t".contains($0) }).joined(separator: " ")
    }
    let kept = lines.filter { !$0.hasPrefix("LINE ") && !$0.allSatisfy { $0 == "^" } }
    let message = kept.joined(separator: "; ")
    return Failure(naming: "\(name): \(message.isEmpty ? "psql ended" : message)")
  }
}
