extension String {
  /// The text with ASCII in place of its full-width forms (Unicode's block Halfwidth and Fullwidth
  /// Forms), which input methods write. Commands accept both widths.
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
