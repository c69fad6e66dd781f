/// The name of a part: four ASCII characters.
package struct PartTag: Hashable, Sendable {
  /// The characters, the first in the lowest byte.
  let number: UInt32

  init(number: UInt32) { self.number = number }

  /// - Precondition: Four ASCII characters.
  package init(_ text: String) {
    precondition(text.utf8.count == 4 && text.utf8.allSatisfy { $0 < 0x80 })
    number = text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension PartTag: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension PartTag: CustomStringConvertible {
  /// The characters, with dots for those that cannot be printed.
  package var description: String {
    String(
      (0..<4).map { index in
        let byte = UInt8(truncatingIfNeeded: number >> (8 * index))
        return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
      })
  }
}
