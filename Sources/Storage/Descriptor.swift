internal import CStorage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file, closed with its owner.
struct Descriptor: ~Copyable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file relative to a folder; `nil` with the reason in `errno` on failure.
  static func open(
    _ name: [CChar], in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) -> Descriptor? {
    let number = retrying { openat(folder, name, flags | O_CLOEXEC, mode) }
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// Opens a folder; `nil` with the reason in `errno` on failure.
  static func openFolder(_ path: [CChar], in folder: Int32 = AT_FDCWD) -> Descriptor? {
    let number = cardex_open_folder(folder, path)
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// The file's status, or `nil` with the reason in `errno`.
  var status: stat? {
    var status = stat()
    return fstat(number, &status) == 0 ? status : nil
  }

  /// Writes all bytes after what was written before.
  ///
  /// - Parameter limit: The most bytes of one `write`: mapped files are written twice as fast in
  ///   parts of this size.
  /// - Returns: 0, or the number of the error.
  func writeAll(_ bytes: UnsafeRawBufferPointer, atOnce limit: Int = 1 << 20) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = retrying { write(number, rest.baseAddress, min(rest.count, limit)) }
      if count < 0 { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return 0
  }

  /// Writes all bytes at an offset, without regard to the descriptor's position.
  ///
  /// - Returns: 0, or the number of the error.
  func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    var (rest, offset) = (bytes, off_t(offset))
    while !rest.isEmpty {
      let count = retrying { pwrite(number, rest.baseAddress, rest.count, offset) }
      if count < 0 { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      offset += off_t(count)
    }
    return 0
  }

  /// Passes on all bytes from the beginning, a piece at a time, without regard to the descriptor's
  /// position.
  ///
  /// - Parameter limit: The most bytes of a piece.
  /// - Returns: 0, or the error number, which may be one that `body` returned.
  func readAll(atOnce limit: Int = 1 << 18, _ body: (UnsafeRawBufferPointer) -> Int32) -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
    defer { buffer.deallocate() }
    var offset: off_t = 0
    while true {
      let count = retrying { pread(number, buffer.baseAddress, buffer.count, offset) }
      if count < 0 { return errno }
      if count == 0 { return 0 }
      let code = body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      if code != 0 { return code }
      offset += off_t(count)
    }
  }
}

/// Repeats a system call for as long as signals interrupt it.
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

  var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }

  /// Whether both describe the same file, whatever its names.
  func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}

/// The status of a path, or `nil` with the reason in `errno`. Symbolic links are not followed.
func status(of name: [CChar], in folder: Int32) -> stat? {
  var status = stat()
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
}

/// A path or a name as a C string.
func cString(_ text: some StringProtocol) -> [CChar] {
  text.utf8.map(CChar.init(bitPattern:)) + [0]
}
