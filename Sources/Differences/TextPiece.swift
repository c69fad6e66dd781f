/// A piece of a new text, as editing an old text makes it.
package enum TextPiece: Equatable, Sendable {
  /// Bytes of the old text, by their offsets. Text may be moved and, if need be, copied.
  case kept(Range<Int>)
  /// Bytes of its own.
  case added([UInt8])
}

extension [TextPiece] {
  /// Whether the pieces make the old text again.
  ///
  /// - Complexity: Linear in the pieces and in the bytes that change their place, up to the first
  ///   that differs.
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

  fileprivate func spells(_ old: UnsafeBufferPointer<UInt8>, at place: Range<Int>) -> Bool {
    switch self {
    case .kept(let range): range == place || old.part(range).hasSameBytes(as: old.part(place))
    case .added(let bytes): bytes.withUnsafeBufferPointer { $0.hasSameBytes(as: old.part(place)) }
    }
  }
}
