extension ForeignFormat {
  /// The format of a file that begins with these bytes, if it is a known one other than XML.
  ///
  /// - Complexity: O(*n*) in the worst case, for a binary property list's archive marker.
  static func sniff(_ bytes: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
    if bytes.starts(with: Array("bplist".utf8)) {
      return bytes.contains(Array("$archiver".utf8)) ? .keyedArchive : .binaryPropertyList
    }
    // AppleSingle and AppleDouble, RFC 1740.
    if bytes.starts(with: [0x00, 0x05, 0x16, 0x07]) || bytes.starts(with: [0x00, 0x05, 0x16, 0x00])
    {
      return .appleDouble
    }
    return nil
  }

  /// The format of a text whose first character other than white space is not `<`.
  static func sniff(text: UnsafeBufferPointer<UInt8>) -> ForeignFormat {
    let start = text.prefix(4096).drop { $0 <= 0x20 }
    guard let first = start.first else { return .nothingKnown }
    let second = start.dropFirst().first { $0 > 0x20 }
    switch (Character(UnicodeScalar(first)), second.map { Character(UnicodeScalar($0)) }) {
    case ("{", "\""): return text.prefix(4096).contains(UInt8(ascii: ":")) ? .json : .openStep
    case ("[", _): return .json
    case ("{", _), ("(", _), ("/", "/"), ("/", "*"), ("\"", _): return .openStep
    default: return .nothingKnown
    }
  }
}
