import Platform

/// A buffer that collects small pieces and writes large ones directly.
final class ContentWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  /// - Parameter capacity: How many bytes of small pieces to collect before writing.
  init(capacity: Int = 1 << 18) {
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Writes a piece, or keeps a copy until there is more to write.
  ///
  /// - Returns: 0, or the error number.
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

  /// Writes what is still buffered.
  func flush(to file: borrowing Descriptor) -> Int32 {
    defer { count = 0 }
    return file.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
