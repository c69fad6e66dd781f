/// The conflict markers that git and the merge by entry write.
enum ConflictMarker {
  /// The offset of the first line that begins a conflict.
  ///
  /// - Parameter text: Text that is not a property list. In a property list, such a line is part of
  ///   a comment or CDATA.
  /// - Complexity: O(*n*).
  static func first(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    first(UInt8(ascii: "<"), in: text, from: 0)
  }

  /// The offset of the first conflict with all its markers, in text of which any line may be a
  /// value.
  ///
  /// - Complexity: O(*n*).
  static func whole(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    let open = UInt8(ascii: "<")
    func isOpen(_ place: Int) -> Bool { place < text.count && text[place] == open }
    // Every seventh byte is looked at. Of seven `<` in a row, one is found in this way, with
    // another one beside it.
    var place = 6
    while place < text.count, !(isOpen(place) && (isOpen(place - 1) || isOpen(place + 1))) {
      place += 7
    }
    guard place < text.count,
      let start = first(open, in: text, from: 0),
      let middle = first(UInt8(ascii: "="), in: text, from: start),
      first(UInt8(ascii: ">"), in: text, from: middle) != nil
    else { return nil }
    return start
  }

  private static func first(
    _ character: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var line = start
    while line < text.count {
      var end = line
      // Markers may be longer than usual.
      while end < text.count, text[end] == character { end += 1 }
      if end - line >= 7, end == text.count || text[end] <= 0x20 { return line }
      while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
      line = end + 1
    }
    return nil
  }
}

extension [UInt8] {
  /// Index of the first occurrence of the given bytes.
  ///
  /// - Complexity: O(*n* × *m*); meant for short texts.
  package func firstIndex(of part: [UInt8]) -> Int? {
    guard part.count <= count else { return nil }
    for start in 0...(count - part.count) {
      var length = 0
      while length < part.count, self[start + length] == part[length] { length += 1 }
      if length == part.count { return start }
    }
    return nil
  }
}
