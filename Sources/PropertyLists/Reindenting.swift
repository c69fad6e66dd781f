/// Changes the indentation of elements.
package enum Reindenting {
  /// The indentation of an element, and the additional indentation of each level inside it.
  package struct Indentation: Equatable {
    package let outer: [UInt8]
    package let unit: [UInt8]

    package init(outer: [UInt8], unit: [UInt8]) { (self.outer, self.unit) = (outer, unit) }
  }

  /// The text with a new indentation in place of the old one at the start of lines, except inside
  /// scalars, where white space has a meaning.
  ///
  /// - Parameter text: Well-formed elements with white space, comments and conflict markers.
  /// - Complexity: O(*n*).
  package static func reindented(
    _ text: [UInt8], from old: Indentation, to new: Indentation
  ) -> [UInt8] {
    if old == new { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "<"), let end = scalarEnd(at: position, in: text) {
        result += text[position..<end]
        position = end
        continue
      }
      result.append(byte)
      position += 1
      guard byte == 0x0A || byte == 0x0D && (position == text.count || text[position] != 0x0A),
        text[position...].starts(with: old.outer), !isMarker(text[position...]),
        !isBlank(text[position...])
      else { continue }
      result += new.outer
      position += old.outer.count
      while !old.unit.isEmpty, text[position...].starts(with: old.unit) {
        result += new.unit
        position += old.unit.count
      }
    }
    return result
  }

  /// Whether a line is empty.
  private static func isBlank(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first == 0x0A || rest.first == 0x0D
  }

  private static func isMarker(_ rest: ArraySlice<UInt8>) -> Bool {
    ["<", "|", "=", ">"].contains { rest.starts(with: String(repeating: $0, count: 7).utf8) }
  }

  private static let scalarNames = ["string", "key", "data", "date", "integer", "real"].map {
    Array($0.utf8)
  }

  /// The end of the content of the scalar whose start tag is at a position; `nil` if there is no
  /// such tag.
  private static func scalarEnd(at start: Int, in text: [UInt8]) -> Int? {
    let rest = text[(start + 1)...]
    let name = rest.prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    guard scalarNames.contains(where: { $0.elementsEqual(name) }) else { return nil }
    var position = start + 1 + name.count
    var quote: UInt8?
    while position < text.count {
      let byte = text[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      position += 1
    }
    if position < text.count, text[position - 1] == UInt8(ascii: "/") { return position + 1 }
    while position < text.count {
      if text[position...].starts(with: "</".utf8) { return position }
      if text[position...].starts(with: "<!--".utf8) {
        position = end(of: "-->", after: position + 4, in: text)
      } else if text[position...].starts(with: "<![CDATA[".utf8) {
        position = end(of: "]]>", after: position + 9, in: text)
      } else if text[position...].starts(with: "<?".utf8) {
        position = end(of: "?>", after: position + 2, in: text)
      } else {
        position += 1
      }
    }
    return position
  }

  private static func end(of ending: String, after start: Int, in text: [UInt8]) -> Int {
    var position = min(start, text.count)
    while position < text.count, !text[position...].starts(with: ending.utf8) { position += 1 }
    return min(position + ending.utf8.count, text.count)
  }
}
