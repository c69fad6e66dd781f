/// The markers that git, and a merge by entry, put around what is in conflict.
enum ConflictMarker {
  /// Where the first line of a text begins that is the first marker of a conflict.
  ///
  /// - Parameter text: Text that is not a property list; in one that is, such a line is part of a
  ///   comment or CDATA.
  /// - Complexity: O(*n*).
  static func first(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var line = 0
    while line < text.count {
      let rest = text[line...]
      // Markers may be longer than usual.
      let marker = rest.prefix { $0 == UInt8(ascii: "<") }
      if marker.count >= 7, marker.endIndex == text.count || text[marker.endIndex] <= 0x20 {
        return line
      }
      guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
      line = end + 1
    }
    return nil
  }
}
