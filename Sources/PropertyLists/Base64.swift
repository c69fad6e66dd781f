/// Base64 (RFC 4648, section 4) with white space anywhere, as in the data of property lists.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    return table
  }()

  /// Why the text is not base64, or `nil` if it is.
  static func objection(to text: UnsafeBufferPointer<UInt8>) -> String? {
    var digits = 0
    var padding = 0
    let values = values
    for byte in text {
      if values[Int(byte)] != 0xFF {
        if padding > 0 { return "text after the padding" }
        digits += 1
      } else if byte == UInt8(ascii: "=") {
        padding += 1
      } else if !isXMLSpace(byte) {
        return padding > 0 ? "text after the padding" : "not base64"
      }
    }
    return (digits + padding) % 4 == 0 && padding <= 2 ? nil : "base64 of an invalid length"
  }

  /// Whether text to which `objection(to:)` has no objection is exactly what `encode` would write.
  static func isCanonical(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !text.contains(where: isXMLSpace),
      let last = text.lastIndex(where: { $0 != UInt8(ascii: "=") })
    else { return text.isEmpty }
    let unused: UInt8 = [0, 0b11, 0b1111][min(text.count - 1 - last, 2)]
    return values[Int(text[last])] & unused == 0
  }

  /// Decodes text to which `objection(to:)` has no objection.
  package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in text where values[Int(byte)] != 0xFF {
      bits = bits << 6 | UInt32(values[Int(byte)])
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    return result
  }

  /// Base64 with padding and without line breaks.
  package static func encode(_ bytes: [UInt8]) -> String {
    let result = GrowingBuffer<UInt8>()
    bytes.withUnsafeBufferPointer { append($0, to: result) }
    return String(decoding: result.elements, as: UTF8.self)
  }

  /// Appends base64 with padding and without line breaks.
  static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: GrowingBuffer<UInt8>) {
    text.reserveSpare((bytes.count + 2) / 3 * 4)
    alphabet.withUnsafeBufferPointer { alphabet in
      var rest = bytes[...]
      while !rest.isEmpty {
        let group = rest.prefix(3)
        var bits: UInt32 = 0
        for byte in group { bits = bits << 8 | UInt32(byte) }
        bits <<= UInt32(8 * (3 - group.count))
        for digit in 0...3 {
          text.append(
            digit > group.count ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * digit)) & 0x3F]
          )
        }
        rest = rest.dropFirst(3)
      }
    }
  }
}
