/// What libxml2 lets pass of invalid UTF-8.
///
/// libxml2 checks continuation bytes and refuses surrogates and numbers that are no characters, but
/// decodes overlong forms of longer sequences; Swift would replace them, and values would differ
/// from what other programs read.
enum UTF8Check {
  /// Whether all bytes are valid UTF-8.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var decoder = UTF8()
    var bytes = text.makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// Whether a valid sequence begins at the offset.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    var decoder = UTF8()
    var bytes = text[offset...].makeIterator()
    if case .scalarValue = decoder.decode(&bytes) { return true }
    return false
  }

  /// The offset of an overlong sequence that begins in the chunk.
  ///
  /// - Complexity: O(*n*), at memory speed while no lead byte is one that can begin such a sequence.
  static func overlongSequence(
    in chunk: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Int? {
    // C0 and C1 always are, E0 and F0 may be. The loop has no exit so that it is vectorized.
    var suspect: UInt8 = 0
    for byte in chunk {
      suspect |= (byte & 0xFE == 0xC0 ? 1 : 0) | (byte & 0xEF == 0xE0 ? 1 : 0)
    }
    guard suspect != 0 else { return nil }
    for index in start..<(start + chunk.count) {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0xFF
      let isOverlong =
        byte & 0xFE == 0xC0 || byte == 0xE0 && next < 0xA0 || byte == 0xF0 && next < 0x90
      if isOverlong { return index }
    }
    return nil
  }
}
