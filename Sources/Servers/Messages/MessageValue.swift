import Exchange
package import PropertyLists

/// A value of JSON in a message, as it was received.
///
/// A member that is `null` counts as missing. Not safe for concurrent use.
package struct MessageValue {
  private let document: PropertyListDocument
  private let node: NodeIndex

  private init(_ document: PropertyListDocument, _ node: NodeIndex) {
    (self.document, self.node) = (document, node)
  }

  /// Reads a text of JSON.
  ///
  /// Half of a surrogate pair, which editors send while a character is being typed, becomes U+FFFD: a
  /// character that is as long in UTF-16, so that positions stay right.
  ///
  /// - Throws: `PropertyListError` if the text is not JSON.
  package init(_ text: some Sequence<UInt8>) throws(PropertyListError) {
    let text = MessageValue.withoutHalves(Array(text))
    document = try PropertyListDocument(FileBytes(text), format: .json, encoding: "UTF-8")
    node = document.root
  }

  /// A member of an object; `nil` if there is none of the name, or the value is not an object.
  package subscript(_ key: String) -> MessageValue? {
    guard document.kind(of: node) == .dict, let value = document.value(of: key, in: node),
      !document.isNull(value)
    else { return nil }
    return MessageValue(document, value)
  }

  /// The members of an object, in their order; empty for other values.
  package var members: [(key: String, value: MessageValue)] {
    guard document.kind(of: node) == .dict else { return [] }
    return document.members(of: node).map {
      (document.exactText(of: $0.key), MessageValue(document, $0.value))
    }
  }

  /// The elements of an array; empty for other values.
  package var elements: [MessageValue] {
    guard document.kind(of: node) == .array else { return [] }
    return document.elements(of: node).map { MessageValue(document, $0) }
  }

  package var isObject: Bool { document.kind(of: node) == .dict }

  package var isArray: Bool { document.kind(of: node) == .array }

  /// A string; `nil` for other values.
  package var text: String? {
    document.isNull(node) ? nil : document.string(node).map(document.exactText)
  }

  /// A whole number; `nil` for other values, and out of the range of `Int`.
  package var integer: Int? { document.integer(at: node).flatMap { Int(exactly: $0) } }

  package var boolean: Bool? { document.boolean(at: node) }

  /// The value as text of JSON on one line.
  package var json: String { JSON.value(node, of: document) }

  /// Replaces escapes of unpaired surrogates by that of U+FFFD.
  private static func withoutHalves(_ text: [UInt8]) -> [UInt8] {
    var result = text
    var position = 0
    while let start = text[position...].firstIndex(of: UInt8(ascii: "\\")) {
      position = start + 2
      guard let unit = unit(at: start, in: text) else {
        if position >= text.count { break }
        continue
      }
      position = start + 6
      if UTF16.isLeadSurrogate(unit), let next = self.unit(at: position, in: text),
        UTF16.isTrailSurrogate(next)
      {
        position += 6
      } else if UTF16.isSurrogate(unit) {
        result.replaceSubrange((start + 2)..<(start + 6), with: "FFFD".utf8)
      }
    }
    return result
  }

  /// The code unit that is escaped as `\uXXXX` at a position.
  private static func unit(at start: Int, in text: [UInt8]) -> UInt16? {
    guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"),
      text[start + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: text[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16)
  }
}
