internal import CPlatform
package import Platform

/// A file that records a session's operations, line by line, so that they can be replayed after a
/// crash. It is locked for as long as this object lives.
package final class Journal {
  /// The header and records of a journal.
  package struct Contents: Equatable, Sendable {
    package let header: String
    package let records: [String]
    /// The number of bytes after the last whole record: a record torn by a crash, or damage and
    /// everything after it.
    package let unreadableBytes: Int
  }

  package let path: FilePath
  /// The contents left by a session that did not end normally; `nil` if there are no records.
  package let recovered: Contents?

  private let file: Descriptor
  private var header: String
  private var text: JournalText
  /// The length of the part that is known to be whole, in bytes; 0 if there is no header.
  private var length: Int
  /// Whether the file may contain more than the whole part.
  private var isTorn: Bool

  /// Opens a journal, or creates one.
  ///
  /// A journal with records keeps them and its own header, and new records are appended; otherwise
  /// it gets this header.
  ///
  /// - Parameter directory: Created for the user alone if it is missing.
  /// - Throws: `inUse` if another session has it open, `notJournal` for a file that is not a
  ///   journal or has a damaged header.
  package init(in directory: FilePath, name: FilePath, header: String) throws(StorageError) {
    path = directory.appending(name)
    try UserDirectory.create(directory, isLasting: true)
    file = try Journal.openLocked(path)
    let bytes = try Journal.bytes(of: file, path)
    let parsed = try Journal.parse(of: bytes, path)
    text = parsed.text
    recovered = Contents(parsed, of: bytes)
    self.header = recovered?.header ?? header
    length = recovered == nil ? 0 : parsed.wholeBytes
    isTorn = length < bytes.count
    if recovered == nil {
      try begin()
      try syncDirectory(directory)
    }
  }

  deinit { flock(file.number, LOCK_UN) }

  /// Adds a record; once this returns, it survives a power failure.
  ///
  /// - Throws: `write`, `sync` or `truncate`. The record then does not count as written, and the
  ///   next one overwrites it.
  package func append(_ record: String) throws(StorageError) {
    if length == 0 { try begin() }
    var next = text
    try write(next.line(of: record))
    text = next
  }

  /// Drops all records and gives the journal a new header.
  package func restart(header: String) throws(StorageError) {
    self.header = header
    length = 0
    isTorn = true
    try begin()
  }

  /// Removes the file; nothing may be recorded afterwards.
  package func remove() throws(StorageError) {
    if unlink(path.cString) != 0, errno != ENOENT { throw StorageError(.remove, path) }
  }

  private func begin() throws(StorageError) {
    text = JournalText()
    try write(JournalText.firstLine + text.line(of: header))
  }

  /// Writes lines after the whole part.
  private func write(_ lines: String) throws(StorageError) {
    if isTorn, ftruncate(file.number, off_t(length)) != 0 { throw StorageError(.truncate, path) }
    isTorn = true
    let bytes = Array(lines.utf8)
    let code = BlockedSignals.fileSizeLimit.during { bytes.withUnsafeBytes { file.writeAll($0) } }
    if code != 0 { throw StorageError(.write, path, code: code) }
    if cardex_sync_content(file.number) != 0 { throw StorageError(.sync, path) }
    length += bytes.count
    isTorn = false
  }

  private func syncDirectory(_ path: FilePath) throws(StorageError) {
    guard let directory = Descriptor.openDirectory(path.cString),
      cardex_sync_directory(directory.number, file.number) == 0
    else { throw StorageError(.sync, path) }
  }
}

extension Journal {
  /// The state of a journal as seen by another process.
  package struct Finding: Equatable, Sendable {
    /// `nil` if there are no records.
    package let contents: Contents?
    /// Whether a session has it open.
    package let isInUse: Bool
  }

  /// Reads a journal without changing anything.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: `notJournal` for a file that is not a journal or has a damaged header.
  package static func find(in directory: FilePath, name: FilePath) throws(StorageError) -> Finding?
  {
    let path = directory.appending(name)
    guard let file = Descriptor.open(path.cString, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      if errno == ENOENT { return nil }
      throw StorageError(.open, path)
    }
    let bytes = try bytes(of: file, path)
    let contents = Contents(try parse(of: bytes, path), of: bytes)
    let now = Deadline(afterSeconds: 0)
    let isInUse = AdvisoryLock.acquire(.shared, on: file.number, until: now) == .inUse
    return Finding(contents: contents, isInUse: isInUse)
  }

  /// How many seconds to wait for processes that only check whether a journal is in use.
  private static let patience = 0.25

  private static func openLocked(_ path: FilePath) throws(StorageError) -> Descriptor {
    let deadline = Deadline(afterSeconds: patience)
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    while true {
      guard let file = Descriptor.open(path.cString, flags, mode: 0o600) else {
        throw StorageError(.open, path)
      }
      switch AdvisoryLock.acquire(.exclusive, on: file.number, until: deadline) {
      case .held, .unsupported: break
      case .inUse: throw StorageError(.lock, path, .inUse)
      case .failed(let code): throw StorageError(.lock, path, code: code)
      }
      // The session that had it may have removed it.
      if let locked = file.status, let current = status(of: path.cString, in: AT_FDCWD),
        current.isSameFile(as: locked)
      {
        return file
      }
    }
  }

  private static func bytes(
    of file: borrowing Descriptor, _ path: FilePath
  ) throws(StorageError) -> [UInt8] {
    guard file.status?.isRegularFile == true else {
      throw StorageError(.open, path, .notRegularFile)
    }
    var bytes: [UInt8] = []
    var isForeign = false
    let code = file.readAll { piece in
      // A file that is not a journal may be of any size; its beginning is enough to know.
      isForeign = bytes.isEmpty && !JournalText.mayBegin(with: piece)
      bytes += piece
      return isForeign ? ECANCELED : 0
    }
    if code != 0, !isForeign { throw StorageError(.read, path, code: code) }
    return bytes
  }

  private static func parse(
    of bytes: [UInt8], _ path: FilePath
  ) throws(StorageError) -> JournalText.Parsed {
    guard let parsed = JournalText.read(bytes) else {
      throw StorageError(.read, path, .notJournal)
    }
    return parsed
  }
}

extension Journal.Contents {
  /// `nil` if there are no records.
  fileprivate init?(_ parsed: JournalText.Parsed, of bytes: [UInt8]) {
    guard let header = parsed.header, !parsed.records.isEmpty else { return nil }
    self.header = header
    records = parsed.records
    unreadableBytes = bytes.count - parsed.wholeBytes
  }
}
