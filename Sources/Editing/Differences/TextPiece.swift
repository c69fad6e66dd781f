/// A piece of a new text made by editing an old one.
package enum TextPiece: Equatable, Sendable {
  /// Bytes of the old text, by their offsets. Text may be moved, and even copied.
  case kept(Range<Int>)
  /// New bytes.
  case added([UInt8])
}

extension [TextPiece] {
  /// Whether the pieces add up to the old text.
  ///
  /// - Complexity: Linear in the pieces and in the bytes that move, up to the first difference.
  func spell(_ old: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    for piece in self {
      let end = position + piece.count
      guard end <= old.count, piece.spells(old, at: position..<end) else { return false }
      position = end
    }
    return position == old.count
  }
}

extension TextPiece {
  func isPossible(in old: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .kept(let range): range.lowerBound >= 0 && range.upperBound <= old.count
    case .added: true
    }
  }

  fileprivate var count: Int {
    switch self {
    case .kept(let range): range.count
    case .added(let bytes): bytes.count
    }
  }

  fileprivate func spells(_ old: UnsafeBufferPointer<UInt8>, at other: Range<Int>) -> Bool {
    switch self {
    case .kept(let range): range == other || old.part(range).hasSameBytes(as: old.part(other))
    case .added(let bytes): bytes.withUnsafeBufferPointer { $0.hasSameBytes(as: old.part(other)) }
    }
  }
}
