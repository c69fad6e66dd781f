import Platform

/// The syntax of the values inside `<integer>`, `<real>`, `<date>` and `<data>`.
///
/// White space around a value is ignored, as other readers of property lists do.
enum ScalarSyntax {
  /// The reason why the text is not a value of the kind, or `nil` if it is one.
  static func objection(to text: UnsafeBufferPointer<UInt8>, as kind: NodeKind) -> String? {
    switch kind {
    case .integer:
      if integer(text) != nil { return nil }
      return hasIntegerForm(text)
        ? "outside -9223372036854775808 … 18446744073709551615" : "expected digits"
    case .real: return real(text) == nil ? "expected a decimal number" : nil
    case .date:
      return PropertyListDate(trimmed(text)) == nil
        ? "expected an existing date as YYYY-MM-DDThh:mm:ssZ" : nil
    case .data: return Base64.objection(to: text)
    case .true, .false: return trimmed(text).isEmpty ? nil : "expected nothing inside"
    case .string, .key, .array, .dict: return nil
    }
  }

  /// The reason why an element's content, as it is written, is not a value of the kind.
  ///
  /// - Parameter isMarkedUp: Whether its text is not simply its bytes; see `MarkedUpText`.
  static func objection(
    toWritten content: UnsafeBufferPointer<UInt8>, isMarkedUp: Bool, as kind: NodeKind
  ) -> String? {
    guard isMarkedUp else { return objection(to: content, as: kind) }
    return MarkedUpText.decode(content).withUnsafeBufferPointer { objection(to: $0, as: kind) }
  }

  /// A decimal or hexadecimal (`0x`) integer with an optional sign, from -2⁶³ to 2⁶⁴ - 1.
  static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int128? {
    let parts = integerParts(trimmed(text))
    guard !parts.digits.isEmpty else { return nil }
    var magnitude: UInt64 = 0
    for byte in parts.digits {
      guard let digit = digitValue(byte, radix: parts.radix) else { return nil }
      let (product, overflowed) = magnitude.multipliedReportingOverflow(by: parts.radix)
      let (sum, carried) = product.addingReportingOverflow(digit)
      if overflowed || carried { return nil }
      magnitude = sum
    }
    let value = parts.isNegative ? -Int128(magnitude) : Int128(magnitude)
    return value >= Int128(Int64.min) ? value : nil
  }

  private static func hasIntegerForm(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = integerParts(trimmed(text))
    return !parts.digits.isEmpty
      && parts.digits.allSatisfy { digitValue($0, radix: parts.radix) != nil }
  }

  private static func integerParts(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (isNegative: Bool, radix: UInt64, digits: Slice<UnsafeBufferPointer<UInt8>>) {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let isHexadecimal =
      digits.count > 2 && digits.first == UInt8(ascii: "0")
      && digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    return (isNegative, isHexadecimal ? 16 : 10, isHexadecimal ? digits.dropFirst(2) : digits)
  }

  private static func digitValue(_ byte: UInt8, radix: UInt64) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x41...0x46 where radix == 16: UInt64(byte - 0x41 + 10)
    case 0x61...0x66 where radix == 16: UInt64(byte - 0x61 + 10)
    default: nil
    }
  }

  /// A decimal floating-point number; Apple's tools also write `nan`, `inf` and `infinity`.
  static func real(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let name = String(decoding: trimmed(text), as: UTF8.self)
    let unsigned = name.first == "+" ? String(name.dropFirst()) : name
    // `Double` also reads hexadecimal and `nan(payload)`, which property lists do not have.
    guard !unsigned.contains(where: { "xX(pP".contains($0) }), unsigned.first != "+",
      !name.hasPrefix("+-")
    else {
      return nil
    }
    return Double(unsigned)
  }

  /// The significant digits of a decimal number, without zeros at either end.
  private static func significantDigits(_ text: some Sequence<UInt8>) -> [UInt8] {
    var digits = Array(
      text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { 0x30...0x39 ~= $0 }
        .drop { $0 == 0x30 })
    while digits.last == 0x30 { digits.removeLast() }
    return digits
  }

  /// Whether a number becomes infinite or zero because it is too large or too small for a double.
  static func isOutOfRange(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let value = real(text), value.isInfinite || value == 0 else { return false }
    return !significantDigits(text).isEmpty
  }

  /// Whether a double has exactly the digits of a number as it is written.
  ///
  /// - Complexity: O(*n*). Numbers of up to 15 digits that are in range are exact without a
  ///   conversion back.
  static func isExact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = significantDigits(text)
    if isOutOfRange(text) { return false }
    if digits.count <= 15 { return true }
    // No double has more than 767 significant digits.
    guard let value = real(text), digits.count <= 767 else { return false }
    let written = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      let count = withVaList([CInt(digits.count - 1), value]) {
        vsnprintf(buffer.baseAddress, buffer.count, "%.*e", $0)
      }
      return significantDigits(buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)))
    }
    return written == digits
  }

  /// The text without XML white space at either end.
  static func trimmed(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var slice = text[...]
    while let first = slice.first, isXMLSpace(first) { slice.removeFirst() }
    while let last = slice.last, isXMLSpace(last) { slice.removeLast() }
    return slice
  }
}

/// Whether the byte is a space, tab, line feed or carriage return.
@inline(__always)
package func isXMLSpace(_ byte: UInt8) -> Bool {
  byte <= 0x20 && 1 << UInt64(byte) & (1 << 0x20 | 1 << 0x0D | 1 << 0x0A | 1 << 0x09) as UInt64 != 0
}
