/// An open file, closed with its owner.
package struct Descriptor: ~Copyable {
  package let number: Int32

  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file relative to a directory; `nil` with the reason in `errno` on failure.
  package static func open(
    _ name: [CChar], in directory: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) -> Descriptor? {
    let number = retrying { openat(directory, name, flags | O_CLOEXEC, mode) }
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// The file's status, or `nil` with the reason in `errno`.
  package var status: stat? {
    var status = stat()
    return fstat(number, &status) == 0 ? status : nil
  }

  /// Writes all bytes at the descriptor's position.
  ///
  /// - Parameter limit: The maximum number of bytes per `write`: mapped files are written twice as
  ///   fast in parts of the default size.
  /// - Returns: 0, or the error number.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, atOnce limit: Int = 1 << 20) -> Int32 {
    Platform.writeAll(bytes, to: number, atOnce: limit)
  }

  /// Writes all bytes at an offset, without regard to the descriptor's position.
  ///
  /// - Returns: 0, or the error number.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    var (rest, offset) = (bytes, off_t(offset))
    while !rest.isEmpty {
      let count = retrying { pwrite(number, rest.baseAddress, rest.count, offset) }
      if count < 0 { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      offset += off_t(count)
    }
    return 0
  }

  /// Calls the closure with all bytes from the beginning, a piece at a time, without regard to the
  /// descriptor's position.
  ///
  /// - Parameter limit: The maximum number of bytes in a piece.
  /// - Returns: 0, or the error number, which may be one that `body` returned.
  package func readAll(atOnce limit: Int = 1 << 18, _ body: (UnsafeRawBufferPointer) -> Int32)
    -> Int32
  {
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

/// Writes all bytes to a file descriptor.
///
/// - Parameter limit: The maximum number of bytes per call.
/// - Returns: 0, or the error number.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, atOnce limit: Int = .max
) -> Int32 {
  var rest = bytes
  while !rest.isEmpty {
    let count = retrying { write(descriptor, rest.baseAddress, min(rest.count, limit)) }
    if count < 0 { return errno }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
  }
  return 0
}

/// Repeats a system call as long as signals interrupt it.
package func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension stat {
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

  package var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }

  package var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }

  /// Whether both describe the same file, perhaps under different names.
  package func isSameFile(as other: stat) -> Bool {
    st_dev == other.st_dev && st_ino == other.st_ino
  }
}

/// The status of a path, or `nil` with the reason in `errno`. Symbolic links are not followed.
package func status(of name: [CChar], in directory: Int32) -> stat? {
  var status = stat()
  return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
}

/// A path or a name as a C string.
package func cString(_ text: some StringProtocol) -> [CChar] {
  text.utf8.map(CChar.init(bitPattern:)) + [0]
}
