package import PropertyLists

/// Writes values as JSON (RFC 8259).
///
/// Numbers are written as in the file, as far as JSON allows; a real number that would be read as
/// an integer gets a fraction, so that it is read as a real number again. Dates are texts as in ISO
/// 8601, data is base64, and numbers that JSON lacks are the texts `inf` and `nan`. With tags,
/// these values are objects: `{"$date": "…"}`, `{"$data": "…"}`, `{"$real": "…"}`; a dictionary
/// that looks like such an object gets another `$` before its key. Repeated keys stay.
package struct JSONEncoder {
  let document: PropertyListDocument
  let isTagged: Bool
  private(set) var losses = Losses()

  init(_ document: PropertyListDocument, isTagged: Bool) {
    (self.document, self.isTagged) = (document, isTagged)
  }

  /// A value on one line.
  package static func text(of value: NodeIndex, in document: PropertyListDocument) -> String {
    var encoder = JSONEncoder(document, isTagged: false)
    let bytes = try? TextSink.bytes { try encoder.encode(value, depth: nil, to: $0) }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  static let escapes: EscapeTable = {
    var table = EscapeTable([
      UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\", 0x08: "\\b", 0x0C: "\\f",
      0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x7F: "\\u007f",
    ])
    for byte in UInt8(0)..<0x20 where table[byte] == nil {
      table[byte] = Array("\\u00\(byte < 0x10 ? "0" : "1")".utf8) + [hexDigits[Int(byte & 0xF)]]
    }
    return table
  }()

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - key: The key of the value, for messages.
  ///   - depth: The depth of nesting; `nil` to write everything on one line.
  mutating func encode(
    _ value: NodeIndex, under key: ScalarIndex? = nil, depth: Int?, to sink: TextSink
  ) throws {
    switch document.kind(of: value) {
    case .string where document.isNull(value): sink.append("null")
    case .string, .key: if let text = document.scalar(value) { encode(text, to: sink) }
    case .true: sink.append("true")
    case .false: sink.append("false")
    case .integer:
      sink.append(JSONNumber.text(ofInteger: value, in: document))
    case .real: encodeReal(value, under: key, to: sink)
    case .date:
      encode(
        trimmedText(of: value), tag: "$date", "dates", under: key, to: sink)
    case .data:
      encode(
        Array(Base64.encode(document.data(at: value) ?? []).utf8), tag: "$data", "data",
        under: key, to: sink)
    case .array:
      try encode(document.elements(of: value), "[", "]", depth: depth, to: sink) {
        (encoder, element, depth) in
        try encoder.encode(element, under: key, depth: depth, to: sink)
      }
    case .dict:
      let isTagLike = isTagged && JSONTag.isLike(value, in: document)
      try encode(document.members(of: value), "{", "}", depth: depth, to: sink) {
        (encoder, member, depth) in
        encoder.encode(member.key, isTagLike: isTagLike, to: sink)
        sink.append(depth == nil ? ":" : ": ")
        try encoder.encode(member.value, under: member.key, depth: depth, to: sink)
      }
    }
  }

  private mutating func encode<Members: Sequence>(
    _ members: Members, _ opening: StaticString, _ closing: StaticString, depth: Int?,
    to sink: TextSink, _ encodeMember: (inout JSONEncoder, Members.Element, Int?) throws -> Void
  ) throws {
    sink.append(opening)
    var isEmpty = true
    for member in members {
      if !isEmpty { sink.append(",") }
      isEmpty = false
      if let depth { sink.breakLine(indentedBy: 2 * (depth + 1)) }
      try encodeMember(&self, member, depth.map { $0 + 1 })
      try sink.flushIfFull()
    }
    if !isEmpty, let depth { sink.breakLine(indentedBy: 2 * depth) }
    sink.append(closing)
  }

  private func encode(_ text: ScalarIndex, isTagLike: Bool = false, to sink: TextSink) {
    sink.append(isTagLike ? "\"$" : "\"")
    document.withExactText(of: text) { sink.append($0, JSONEncoder.escapes) }
    sink.append(UInt8(ascii: "\""))
  }

  /// Writes a value of a type that JSON lacks.
  private mutating func encode(
    _ text: [UInt8], tag: StaticString, _ kind: String, under key: ScalarIndex?, to sink: TextSink
  ) {
    if isTagged {
      sink.append("{\"")
      sink.append(tag)
      sink.append("\":\"")
    } else {
      sink.append("\"")
      losses.note(Loss(kind: kind, key: key.map(document.text), outcome: .asText))
    }
    sink.append(text)
    sink.append(isTagged ? "\"}" : "\"")
  }

  private mutating func encodeReal(
    _ value: NodeIndex, under key: ScalarIndex?, to sink: TextSink
  ) {
    if let text = JSONNumber.text(ofReal: value, in: document) { return sink.append(text) }
    let name = document.real(at: value).map(\.description) ?? ""
    encode(Array(name.utf8), tag: "$real", "infinite numbers", under: key, to: sink)
  }

  private func trimmedText(of value: NodeIndex) -> [UInt8] {
    document.scalar(value).map { scalar in
      document.withText(of: scalar) { text in text.filter { $0 > 0x20 } }
    } ?? []
  }
}

enum JSONTag {
  /// Whether a dictionary without another `$` would be read as a tagged value, or as another
  /// dictionary.
  static func isLike(_ dict: NodeIndex, in document: PropertyListDocument) -> Bool {
    var members = document.members(of: dict)
    guard let member = members.next(), members.next() == nil,
      document.kind(of: member.value) == .string
    else { return false }
    return document.withText(of: member.key) { key in
      key.first == UInt8(ascii: "$")
        && ["date", "data", "real"].contains { name in
          key.drop { $0 == UInt8(ascii: "$") }.elementsEqual(name.utf8)
        }
    }
  }
}

/// The digits of hexadecimal numbers, in lower case.
let hexDigits = Array("0123456789abcdef".utf8)
