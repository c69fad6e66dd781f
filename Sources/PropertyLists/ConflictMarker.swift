/// The markers that git, and a merge by entry, put around what is in conflict.
enum ConflictMarker {
  /// Where the first line of a text begins that is the first marker of a conflict.
  ///
  /// - Parameter text: Text that is not a property list; in one that is, such a line is part of a
  ///   comment or CDATA.
  /// - Complexity: O(*n*).
  static func first(in text: UnsafeBufferPointer<UInt8>) -> Int? { first("<", in: text, from: 0) }

  /// Where the first conflict begins in text of which any line may be a value: one with all markers.
  ///
  /// - Complexity: O(*n*).
  static func whole(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    // Seven in a row are at one of these places.
    let places = stride(from: 6, to: text.count, by: 7)
    guard places.contains(where: { text[$0] == UInt8(ascii: "<") }),
      let start = first("<", in: text, from: 0),
      let middle = first("=", in: text, from: start), first(">", in: text, from: middle) != nil
    else { return nil }
    return start
  }

  private static func first(
    _ character: Character, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var line = start
    while line < text.count {
      let rest = text[line...]
      // Markers may be longer than usual.
      let marker = rest.prefix { $0 == character.asciiValue }
      if marker.count >= 7, marker.endIndex == text.count || text[marker.endIndex] <= 0x20 {
        return line
      }
      guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
      line = end + 1
    }
    return nil
  }
}
