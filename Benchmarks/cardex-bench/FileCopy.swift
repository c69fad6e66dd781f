import Platform

/// The minimum cost of saving a file: writing its bytes and waiting until they are on the disk.
enum FileCopy {
  /// Copies a file over another one, or to a new one, and returns when the copy is on the disk.
  ///
  /// - Returns: Whether it succeeded.
  static func make(of path: String, at copyPath: String) -> Bool {
    let input = open(path, O_RDONLY)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(copyPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard output >= 0 else { return false }
    let isWritten = copy(from: input, to: output) && fsync(output) == 0
    return close(output) == 0 && isWritten
  }

  private static func copy(from input: Int32, to output: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 1 << 12) { buffer in
      while true {
        let count = read(input, buffer.baseAddress, buffer.count)
        if count <= 0 { return count == 0 }
        var written = 0
        while written < count {
          let step = write(output, buffer.baseAddress.map { $0 + written }, count - written)
          if step < 0 { return false }
          written += step
        }
      }
    }
  }
}
