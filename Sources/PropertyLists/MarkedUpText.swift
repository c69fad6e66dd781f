/// The content of a scalar whose text is not simply its bytes.
package enum MarkedUpText {
  /// Resolves references, CDATA sections and line ends, and drops comments and processing
  /// instructions, as XML 1.0 specifies (2.4 to 2.7, 2.11, 4.1).
  ///
  /// - Parameter content: Content of a scalar that a parser has found well-formed.
  /// - Complexity: O(*n*).
  package static func decode(_ content: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var rest = content[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "&"): decodeReference(&rest, into: &result)
      case UInt8(ascii: "<"): decodeMarkup(&rest, into: &result)
      default: decodeCharacter(&rest, into: &result)
      }
    }
    return result
  }

  /// The offset just past the comment, CDATA section or processing instruction that begins at an
  /// offset, or `nil` if none begins there.
  package static func markupEnd(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard offset + 1 < text.count,
      text[offset + 1] == UInt8(ascii: "!") || text[offset + 1] == UInt8(ascii: "?")
    else { return nil }
    let rest = text[offset...]
    for (opening, ending) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where rest.starts(with: opening.utf8) {
      var position = offset + opening.utf8.count
      while position < text.count, !text[position...].starts(with: ending.utf8) { position += 1 }
      return min(position + ending.utf8.count, text.count)
    }
    return nil
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Copies one byte; CR LF and CR become LF.
  private static func decodeCharacter(_ rest: inout Bytes, into result: inout [UInt8]) {
    let byte = rest.removeFirst()
    if byte == 0x0D {
      if rest.first != 0x0A { result.append(0x0A) }
    } else {
      result.append(byte)
    }
  }

  private static func decodeReference(_ rest: inout Bytes, into result: inout [UInt8]) {
    let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ";") }
    rest = rest.dropFirst(name.count + 2)
    if name.first == UInt8(ascii: "#") {
      let digits = String(decoding: name.dropFirst(), as: UTF8.self)
      let isHexadecimal = digits.hasPrefix("x")
      let value = UInt32(
        isHexadecimal ? String(digits.dropFirst()) : digits, radix: isHexadecimal ? 16 : 10)
      if let value, let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) {
        result.append(contentsOf: encoded)
      }
      return
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": result.append(UInt8(ascii: "&"))
    case "lt": result.append(UInt8(ascii: "<"))
    case "gt": result.append(UInt8(ascii: ">"))
    case "quot": result.append(UInt8(ascii: "\""))
    case "apos": result.append(UInt8(ascii: "'"))
    default: break
    }
  }

  private static func decodeMarkup(_ rest: inout Bytes, into result: inout [UInt8]) {
    let opening = Array("<![CDATA[".utf8)
    if rest.starts(with: opening) {
      rest = rest.dropFirst(opening.count)
      while !rest.isEmpty, !rest.starts(with: "]]>".utf8) { decodeCharacter(&rest, into: &result) }
      rest = rest.dropFirst(3)
      return
    }
    let ending = rest.starts(with: "<!--".utf8) ? Array("-->".utf8) : Array("?>".utf8)
    rest = rest.dropFirst(ending.count == 3 ? 4 : 2)
    while !rest.isEmpty, !rest.starts(with: ending) { rest.removeFirst() }
    rest = rest.dropFirst(ending.count)
  }
}
