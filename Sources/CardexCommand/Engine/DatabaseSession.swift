import Exchange
@preconcurrency import Platform
import PropertyLists
import Terminal

/// A session of `psql` with a database. It runs while statements are sent to it and answers are
/// read.
///
/// With psql come TLS, passwords, service files and the environment variables of PostgreSQL. The
/// session ends with the object; what is not committed is undone.
///
/// A server may say anything, and without end. psql executes none of it, since statements consist
/// of what is written in this program, numbers and literals; callers check the answers; and there
/// is a limit to what is read, and to what psql keeps.
final class DatabaseSession {
  /// What the database is called in messages.
  private let name: ByteText
  private var process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var buffer: [UInt8] = []
  /// The buffer for one read.
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
  private var position = 0
  /// What psql has said on standard error, as far as it is kept.
  private var complaints: [UInt8] = []
  private var hasMoreComplaints = true
  private static let mostComplaints = 1 << 16
  /// How many bytes psql may still write to standard error.
  private var patience = 1 << 24
  /// The length of the longest message, in characters.
  private static let longestMessage = 2000
  /// The length of the longest answer, in bytes, and how much memory psql may take for it.
  private var limit = 1 << 26
  /// How many bytes of the current answer have been read.
  private var answered = 0
  /// Whether `endCopy` has sent `endOfCopy` once more for the current answer.
  private var hasEndedCopy = false
  /// Whether the last answer has ended, so that psql waits for statements.
  private var isAnswered = true
  /// The line that psql prints after an answer. It is random, so that a server does not know it.
  private let mark = (0..<2).map { _ in hexadecimal(UInt64.random(in: 0...UInt64.max)) }.joined()

  /// A row of an answer: its columns.
  typealias Row = [ArraySlice<UInt8>]

  /// The folder in which Debian installs each version of PostgreSQL.
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
        variables: variables, endsWithThis: true)
    } catch {
      for end in others + [input, output, errors] { close(end) }
      process = 0
      throw Failure(
        "psql cannot be run: \(error)",
        hint: "it comes with PostgreSQL; on Debian in the package postgresql-client")
    }
    for end in others { close(end) }
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    try write(DatabaseSchema.settings + "\n")
  }

  /// Raises the limit for answers that hold much of a catalogue: 256 MB, and a megabyte for each
  /// row, though most are far smaller; but at most half of the available memory.
  func expectRows(of keys: [DatabaseSchema.Table: SparseNumbers]) {
    let size = 1 << 28 + keys.values.reduce(0) { $0 + $1.count } << 20
    limit = max(limit, min(size, (AvailableMemory.bytes() ?? .max) / 2))
  }

  deinit {
    end()
    piece.deallocate()
  }

  /// Closes the session; a statement that is under way is not waited for.
  private func end() {
    guard process != 0 else { return }
    // A psql that waits for the server might do so forever.
    if !isAnswered { kill(process, SIGTERM) }
    if input >= 0 { close(input) }
    close(output)
    close(errors)
    ChildProcess.wait(for: process)
    process = 0
  }

  /// The psql on the path. In place of Debian's wrapper, it is the psql that the wrapper would
  /// find, which takes the wrapper 50 ms.
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

  /// Executes statements and calls the closure with each row of their answers, until it returns
  /// false; the session can no longer be used then.
  ///
  /// - Parameter columns: How many columns each row has.
  /// - Throws: `Failure` in psql's words, or what the closure throws.
  func execute(
    _ statements: String, columns: Int = 0, row: (Row) throws(Failure) -> Bool = { _ in true }
  ) throws(Failure) {
    (answered, hasEndedCopy) = (0, false)
    try write("\(statements)\n\(DatabaseSession.endOfCopy)\\echo \(mark)\n")
    while let next = try self.row() {
      guard next.count == columns else { throw strangeAnswer }
      if try !row(next) { return }
    }
  }

  /// Ends rows that a server asks for where there are none. psql would take the following
  /// statements for rows, and wait for more. These lines end both the rows and psql; otherwise they
  /// have no effect.
  private static let endOfCopy = "\\if 0\n/*\n\\.\n*/\n\\endif\n"

  /// Executes statements whose answer is a few rows.
  func rows(_ statements: String, columns: Int, limit: Int = 1) throws(Failure) -> [[String]] {
    var rows: [[String]] = []
    try execute(statements, columns: columns) { row throws(Failure) in
      guard rows.count < limit else { throw strangeAnswer }
      rows.append(try texts(row))
      return true
    }
    return rows
  }

  /// The columns of a row, which must be UTF-8.
  func texts(_ row: Row) throws(Failure) -> [String] {
    let texts = row.compactMap { String(validating: $0, as: UTF8.self) }
    guard texts.count == row.count else { throw strangeAnswer }
    return texts
  }

  /// Whether there is a table or an index of this name.
  func hasRelation(_ name: String) throws(Failure) -> Bool {
    let literal = DatabaseSchema.literal(name)
    switch try rows("select to_regclass(\(literal)) is not null;", columns: 1) {
    case [["t"]]: return true
    case [["f"]]: return false
    default: throw strangeAnswer
    }
  }

  /// Sends statements, or rows after a `COPY`.
  func write(_ text: String) throws(Failure) {
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(Failure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    isAnswered = false
    var rest = bytes
    while !rest.isEmpty {
      let count = writeOnce(rest, to: input)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        try listen(whileWriting: true)
      } else {
        throw failure()
      }
    }
  }

  // MARK: Answers

  /// The next row; `nil` at the end of the answer.
  private func row() throws(Failure) -> Row? {
    var (start, isQuoted, hasQuotes) = (position, false, false)
    var (next, lineStart) = (position, position)
    while true {
      if next == buffer.count {
        buffer.removeFirst(start)
        (position, lineStart, next) = (0, lineStart - start, next - start)
        start = 0
        try listen()
        continue
      }
      let byte = buffer[next]
      next += 1
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        hasQuotes = true
      } else if byte == 0x0A {
        // Output that is not a row may have an open quotation mark, or no line end before the mark.
        if buffer[lineStart..<(next - 1)].suffix(mark.utf8.count).elementsEqual(mark.utf8) {
          guard next - 1 - start == mark.utf8.count else { throw strangeAnswer }
          (position, isAnswered) = (next, true)
          return nil
        }
        if !isQuoted { break }
        lineStart = next
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
        // Two quotation marks in quotes are one.
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

  /// Waits until psql says something, or takes more of what is written to it.
  ///
  /// psql goes on only if all its output is read.
  private func listen(whileWriting isWriting: Bool = false) throws(Failure) {
    var watched = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasMoreComplaints ? errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isWriting ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    let count = retrying {
      poll(&watched, nfds_t(watched.count), DatabaseSession.interval)
    }
    if count < 0 { throw Failure("psql: \(SystemError())") }
    if watched[1].revents != 0 { readComplaints() }
    if patience <= 0 { throw failure("the server sends messages without end") }
    if watched[0].revents != 0 {
      let count = retrying { read(output, piece.baseAddress, piece.count) }
      if count <= 0 { throw failure() }
      answered += count
      if answered > limit { throw longAnswer }
      buffer.append(contentsOf: piece.prefix(count))
      return
    }
    // psql keeps an answer until it has all of it.
    if let size = AvailableMemory.resident(in: process), size > limit { throw longAnswer }
    if count == 0, !isWriting { try endCopy() }
  }

  /// How long psql may print nothing until its state is looked at, in milliseconds.
  private static let interval: Int32 = 200

  /// Ends rows that a server has asked for after `endOfCopy` has ended others. Otherwise psql would
  /// wait for them forever, even if the server is gone.
  private func endCopy() throws(Failure) {
    // If psql has not read all its input yet, there is an end in it.
    var unread: Int32 = 0
    guard ioctl(input, UInt(FIONREAD), &unread) == 0, unread == 0 else { return }
    if hasEndedCopy {
      // psql has read the second end, and so also the line that makes it print the mark.
      var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      if poll(&wanted, 1, 0) == 0 { throw strangeAnswer }
      return
    }
    hasEndedCopy = true
    try write(DatabaseSession.endOfCopy)
  }

  private func readComplaints() {
    let count = retrying { read(errors, piece.baseAddress, piece.count) }
    hasMoreComplaints = count > 0
    let room = DatabaseSession.mostComplaints - complaints.count
    complaints.append(contentsOf: piece.prefix(max(0, min(count, room))))
    patience -= count
  }

  // MARK: Failures

  /// A failure that concerns the database.
  func failure(_ message: String, hint: String? = nil) -> Failure {
    Failure(naming: "\(name): \(message)", hint: hint)
  }

  /// The failure for an answer that PostgreSQL would not give.
  var strangeAnswer: Failure { failure("the server does not answer as PostgreSQL does") }

  private var longAnswer: Failure {
    failure("the server's answer is longer than \(limit >> 20) MB, which is the limit")
  }

  /// The failure that psql has reported before it ended.
  private func failure() -> Failure {
    if input >= 0 { close(input) }
    input = -1
    while hasMoreComplaints, patience > 0 { readComplaints() }
    let text = String(decoding: complaints, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      // psql names a place in its standard input, which means nothing to the user.
      let line = line.hasPrefix("psql:") ? line.drop { $0 != " " } : line
      return line.split(whereSeparator: { " \t".contains($0) }).joined(separator: " ")
    }
    let kept = lines.filter { !$0.hasPrefix("LINE ") && !$0.allSatisfy { $0 == "^" } }
    // psql has ended at rows that it took for commands, or at `endOfCopy` after rows that the
    // server asked for.
    if kept.count == 1, let line = kept.first,
      line.hasPrefix("\\endif:") || line.split(separator: " ").last?.first == "\\"
    {
      return strangeAnswer
    }
    let message = VisibleText.shown(
      kept.joined(separator: "; ").excerpt(DatabaseSession.longestMessage))
    return failure(message.isEmpty ? "psql ended" : message)
  }
}

private func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  retrying { write(descriptor, bytes.baseAddress, bytes.count) }
}
