/// Which fields of a record a needle must be found in, and how.
package struct FieldFilter: Equatable, Sendable {
  /// Whether the field's text must be the needle and nothing more.
  package var isWholeField = false
  /// For each tag whether fields that bear it count, or `nil` if all do.
  package var tags: [Bool]?

  package init(tags: [Bool]? = nil, isWholeField: Bool = false) {
    self.tags = tags
    self.isWholeField = isWholeField
  }

  /// Whether it is enough that a record holds the needle.
  var acceptsAll: Bool { tags == nil && !isWholeField }
}

/// How fields stand in an arena: folded text, then the digits of the field's tag, then an end.
///
/// No byte from 0xF5 on occurs in UTF-8, so that nothing that is looked for matches them. A tag is a
/// number in nine digits from 1, the lowest first (bijective base 9), so that 0 takes no byte and
/// those up to 9 take one.
enum FieldEnd {
  static let firstDigit: UInt8 = 0xF5
  static let digitCount = 9
  /// Ends a field that another one of the same record follows.
  static let field: UInt8 = 0xFE
  /// Ends a record, with its last field if it has one.
  static let record: UInt8 = 0xFF

  static func append(tag: Int, to arena: inout [UInt8]) {
    var rest = tag
    while rest > 0 {
      let digit = (rest - 1) % digitCount
      arena.append(firstDigit + UInt8(digit))
      rest = (rest - 1 - digit) / digitCount
    }
  }

  /// The tag of the field that an offset lies in, and the offset of its end.
  ///
  /// - Returns: `nil` if no field's end follows.
  static func tag(
    at offset: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (tag: Int, textEnd: Int, end: Int)? {
    var offset = offset
    while offset < text.count, text[offset] < firstDigit { offset += 1 }
    let textEnd = offset
    var tag = 0
    var weight = 1
    while offset < text.count, (firstDigit..<field).contains(text[offset]) {
      tag = tag &+ (Int(text[offset] - firstDigit) + 1) &* weight
      weight = weight &* digitCount
      offset += 1
    }
    return offset < text.count && text[offset] >= field ? (tag, textEnd, offset) : nil
  }
}
