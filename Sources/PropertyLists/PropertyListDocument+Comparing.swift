import Platform

/// Comparison of elements of two documents, by the bytes in which they are written.
///
/// Entities cannot be declared and attributes do not count. So elements written in the same bytes
/// have the same nodes with the same texts, wherever they are.
extension PropertyListDocument {
  /// Whether an element is written in exactly the same bytes, in UTF-8, as an element of another
  /// document.
  ///
  /// - Parameters:
  ///   - index: The element's node; a key stands for itself and its value.
  ///   - other: A node of the other document.
  /// - Complexity: That of `elementRange(of:)`, and O(*n*) in the length of the element.
  package func isElement(
    _ index: NodeIndex, writtenAs other: NodeIndex, of document: PropertyListDocument
  ) -> Bool {
    let own = bytes(wholeRange(of: index))
    let offset = document.elementStart(of: other)
    let (text, base) = document.region(of: offset)
    guard let first = own.baseAddress, let start = text.baseAddress,
      own.count <= text.count - (offset - base)
    else { return false }
    // No element begins with another whole element, so the other one ends here, too.
    return memcmp(first, start + (offset - base), own.count) == 0
  }

  /// Whether the text, as saved in UTF-8, is the same as that of another document.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func hasText(of other: PropertyListDocument) -> Bool {
    guard pieces.length == other.pieces.length else { return false }
    // The next piece of the other text, and how much of it has been compared.
    var (index, compared) = (0, 0)
    for range in pieces.ranges {
      var start = range.lowerBound
      while start < range.upperBound {
        let next = other.pieces.ranges[index].dropFirst(compared)
        let count = min(range.upperBound - start, next.count)
        let own = bytes(start..<start + count)
        guard let first = own.baseAddress,
          let second = other.bytes(next.startIndex..<next.startIndex + count).baseAddress,
          memcmp(first, second, count) == 0
        else { return false }
        (start, compared) = (start + count, compared + count)
        if count == next.count { (index, compared) = (index + 1, 0) }
      }
    }
    return true
  }

  /// A hash of the bytes in which an element is written, different in each process.
  ///
  /// - Parameter index: As for `isElement`.
  package func hash(ofElement index: NodeIndex) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes(wholeRange(of: index))))
    return hasher.finalize()
  }

  /// The offsets of an element, or of a key and its value.
  private func wholeRange(of index: NodeIndex) -> Range<Int> {
    guard kind(of: index) == .key else { return elementRange(of: index) }
    return elementStart(of: index)..<elementRange(of: end(of: index)).upperBound
  }
}
