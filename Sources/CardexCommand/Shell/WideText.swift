import ICUText
import Platform

extension Unicode.Scalar {
  /// The character as libedit expects it.
  var wide: wchar_t { wchar_t(truncatingIfNeeded: value) }

  init(wide: wchar_t) {
    self = Unicode.Scalar(UInt32(truncatingIfNeeded: wide)) ?? "\u{FFFD}"
  }
}

extension String {
  /// The text as libedit expects it, terminated by a zero.
  var wide: [wchar_t] { unicodeScalars.map(\.wide) + [0] }

  init(wide: UnsafeBufferPointer<wchar_t>) {
    self.init(String.UnicodeScalarView(wide.map { Unicode.Scalar(wide: $0) }))
  }
}

/// Decodes characters from a terminal's bytes, one by one; bytes that are not UTF-8 are skipped.
struct KeyDecoder {
  private var bytes: [UInt8] = []

  /// The character that a byte completes.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80 { bytes = [] }
    bytes.append(byte)
    guard let first = bytes.first, let length = UTF8.length(startingWith: first) else {
      bytes = []
      return nil
    }
    guard bytes.count == length else { return nil }
    defer { bytes = [] }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }
}
