/// Percent-encoding of bytes in addresses (RFC 3986): each byte that might be reserved becomes
/// `%XX`.
package enum PercentEncoding {
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// - Parameter kept: Further bytes that stay as they are.
  package static func encoded(_ bytes: some Sequence<UInt8>, keeping kept: String = "/") -> String {
    bytes.reduce(into: "") { text, byte in
      if plain.contains(byte) || kept.utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += encoded(byte)
      }
    }
  }

  /// A byte as `%XX`.
  package static func encoded(_ byte: UInt8) -> String {
    "%" + digit(byte >> 4) + digit(byte & 0xF)
  }

  private static func digit(_ value: UInt8) -> String {
    String(value, radix: 16, uppercase: true)
  }

  /// - Returns: `nil` if two hexadecimal digits do not follow each `%`.
  package static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).map { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2, let high = digits[0], let low = digits[1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
