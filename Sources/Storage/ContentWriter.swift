import Platform

/// Collects small pieces and writes large ones as they are.
final class ContentWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  /// - Parameter capacity: How many bytes of small pieces are written at once.
  init(capacity: Int = 1 << 18) {
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Writes a piece, or keeps a copy of it until there is more.
  ///
  /// - Returns: 0, or the number of the error.
  func write(_ piece: UnsafeRawBufferPointer, to file: borrowing Descriptor) -> Int32 {
    if piece.count > buffer.count - count {
      let code = flush(to: file)
      if code != 0 || piece.count > buffer.count {
        return code != 0 ? code : file.writeAll(piece)
      }
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: piece)
    count += piece.count
    return 0
  }

  /// Writes what is left.
  func flush(to file: borrowing Descriptor) -> Int32 {
    defer { count = 0 }
    return file.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
