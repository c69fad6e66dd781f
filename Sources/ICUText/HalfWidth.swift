extension String {
  /// The text with ASCII for the full-width forms of it that input methods write (Unicode's block
  /// Halfwidth and Fullwidth Forms): what means something to a command is typed in either width.
  package var halfWidth: String {
    guard utf8.contains(0xEF) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.halfWidth)))
  }
}

extension Unicode.Scalar {
  package var halfWidth: Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(value) else { return self }
    return Unicode.Scalar(UInt8(value - 0xFF01 + 0x21))
  }
}
