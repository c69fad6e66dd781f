import Platform

/// A regular file of this user that nobody else can write to, mapped for reading.
///
/// The permissions of its directory do not matter, because a file that others put there does not
/// belong to this user.
final class MappedFile: @unchecked Sendable {
  /// Valid for as long as this object exists.
  let bytes: UnsafeRawBufferPointer

  init(_ path: FilePath) throws(IndexFileError) {
    // Opening a pipe must not wait for its other end.
    let descriptor = open(path.cString, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw MappedFile.error(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { throw .untrusted }
    let length = Int(status.st_size)
    // An empty file cannot be mapped.
    guard length > 0 else { throw .damaged }
    let memory = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { throw .unreadable(code: errno) }
    bytes = UnsafeRawBufferPointer(start: memory, count: length)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  private static func error(_ code: Int32) -> IndexFileError {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case ELOOP: .untrusted
    default: .unreadable(code: code)
    }
  }
}
