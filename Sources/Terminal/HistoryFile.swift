import Platform
import Storage

/// The file that keeps the lines of earlier sessions, in UTF-8, with the latest one last.
///
/// Lines are appended as they are entered, so that concurrent sessions keep each other's lines and
/// none are lost when a session is killed.
struct HistoryFile {
  let path: FilePath

  /// How much of the end of the file is read, in bytes.
  private static let maximumSize = 1 << 20

  /// The latest lines, at most `limit`; none if the file does not exist. A file that has grown to
  /// more than twice as many lines is shortened.
  func load(limit: Int) throws(SystemError) -> [String] {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return [] }
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard let size = regularSize(descriptor) else { return [] }
    lock(descriptor, LOCK_SH)
    let lines = try latestLines(descriptor)
    lock(descriptor, LOCK_UN)
    // If it cannot be shortened, it can still be read.
    if lines.count > 2 * limit || size > HistoryFile.maximumSize { try? cut(to: limit) }
    return Array(lines.suffix(limit))
  }

  /// Adds a line; creates the file, readable only by the user, and any missing directories.
  func append(_ line: String) throws(SystemError) {
    // A failure here shows up when the file is opened.
    if let directory = path.directory { try? UserDirectory.create(directory) }
    let descriptor = open(path.cString, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    lock(descriptor, LOCK_EX)
    guard let size = regularSize(descriptor) else { return }
    var last = UInt8(ascii: "\n")
    if size > 0 { pread(descriptor, &last, 1, off_t(size - 1)) }
    // A line cut off by a full disk remains a line of its own.
    let start = last == UInt8(ascii: "\n") ? "" : "\n"
    let code = Array("\(start)\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    if code != 0 { throw SystemError(code: code) }
  }

  /// Removes all but the latest lines. The file is overwritten, not replaced, since other sessions
  /// may be waiting for its lock.
  private func cut(to limit: Int) throws(SystemError) {
    let descriptor = open(path.cString, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    lock(descriptor, LOCK_EX)
    let lines = try latestLines(descriptor).suffix(limit)
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw SystemError() }
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    if code != 0 { throw SystemError(code: code) }
    guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw SystemError() }
  }

  private func latestLines(_ descriptor: Int32) throws(SystemError) -> [String] {
    let size = regularSize(descriptor) ?? 0
    let start = max(0, size - HistoryFile.maximumSize)
    let room = size - start
    var bytes = [UInt8](repeating: 0, count: room)
    let length = retrying { pread(descriptor, &bytes, room, off_t(start)) }
    if length < 0 { throw SystemError() }
    let lines = bytes.prefix(length).split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return start > 0 ? Array(lines.dropFirst()) : lines
  }

  /// The size of a file, if it is a regular one.
  private func regularSize(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private func lock(_ descriptor: Int32, _ operation: Int32) {
    while flock(descriptor, operation) != 0, errno == EINTR {}
  }
}
