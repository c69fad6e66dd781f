/// Which fields of a record a needle must be found in, and how.
package struct FieldFilter: Equatable, Sendable {
  /// Whether the field's text must be exactly the needle.
  package var isWholeField = false
  /// For each tag, whether fields with it count; `nil` if all do.
  package var tags: [Bool]?

  package init(tags: [Bool]? = nil, isWholeField: Bool = false) {
    self.tags = tags
    self.isWholeField = isWholeField
  }

  /// Whether it is enough that a record contains the needle.
  var acceptsAll: Bool { tags == nil && !isWholeField }
}

/// The format of fields in an arena: folded text, then the digits of the field's tag, then an end.
///
/// Bytes from 0xF5 on do not occur in UTF-8, so no needle matches them. A tag is a number in
/// bijective base 9, with digits from 1 to 9, the lowest first, so that 0 takes no byte and tags up
/// to 9 take one.
enum FieldEnd {
  static let firstDigit: UInt8 = 0xF5
  static let digitCount = 9
  /// Ends a field that is not the last one of its record.
  static let field: UInt8 = 0xFE
  /// Ends a record, and its last field if it has one.
  static let record: UInt8 = 0xFF

  static func append(tag: Int, to arena: inout [UInt8]) {
    var rest = tag
    while rest > 0 {
      let digit = (rest - 1) % digitCount
      arena.append(firstDigit + UInt8(digit))
      rest = (rest - 1 - digit) / digitCount
    }
  }

  /// The tag of the field that contains an offset, and the offset of the field's end.
  ///
  /// - Returns: `nil` if no end of a field follows.
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
