/// Text in its canonically composed form, with its case folded on request, and with the origin of
/// each character in the original.
package struct ComposedText: Sendable {
  package private(set) var utf8: [UInt8] = []
  private var pieces: [Piece] = []

  package init(_ text: UnsafeBufferPointer<UInt8>, foldsCase: Bool = false) {
    if text.allSatisfy({ $0 < 0x80 }) {
      append(foldsCase ? text.map(asciiLowercased) : Array(text), from: 0..<text.count, nil)
      return
    }
    for segment in text.segments(of: .nfc) {
      let written = UnsafeBufferPointer(rebasing: text[segment])
      let scalars = written.scalars
      let parts = scalars.map { Sources.parts(of: $0.scalar, foldsCase: foldsCase) }
      let composed = Normalizer.nfc.normalize(parts.joined())
      let bytes = Array(String(composed).utf8)
      let isSame = bytes.elementsEqual(written)
      append(bytes, from: segment, isSame ? nil : Sources(of: composed, parts, in: scalars))
    }
  }

  private mutating func append(
    _ bytes: some Collection<UInt8>, from written: Range<Int>, _ sources: Sources?
  ) {
    let start = utf8.count
    utf8 += bytes
    if sources == nil, let last = pieces.last, last.sources == nil {
      pieces[pieces.count - 1].composed = last.composed.lowerBound..<utf8.count
      pieces[pieces.count - 1].written = last.written.lowerBound..<written.upperBound
    } else {
      pieces.append(Piece(composed: start..<utf8.count, written: written, sources: sources))
    }
  }

  /// The range of the original that has exactly the characters of a range of this form.
  ///
  /// - Returns: `nil` if there is no such range, because the given range is empty, or begins or
  ///   ends inside a character of the original.
  /// - Complexity: O(log *n*).
  package func original(of range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty else { return nil }
    let (first, last) = (piece(at: range.lowerBound), piece(at: range.upperBound - 1))
    guard let start = first.original(of: range), let end = last.original(of: range) else {
      return nil
    }
    if first.written == last.written { return start }
    let isConnected =
      start.upperBound == first.written.upperBound && end.lowerBound == last.written.lowerBound
    return isConnected ? start.lowerBound..<end.upperBound : nil
  }

  private func piece(at offset: Int) -> Piece {
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].composed.lowerBound <= offset { low = middle } else { high = middle - 1 }
    }
    return pieces[low]
  }
}

/// A stretch of text that is equal in both forms, or a segment that composing has changed.
private struct Piece {
  var composed: Range<Int>
  var written: Range<Int>
  /// `nil` if nothing has changed.
  let sources: Sources?

  /// The range of the original that has exactly the characters of this piece in a range.
  func original(of range: Range<Int>) -> Range<Int>? {
    let own = range.clamped(to: composed)
    if own == composed { return written }
    if let sources {
      let local = own.lowerBound - composed.lowerBound..<own.upperBound - composed.lowerBound
      return sources.original(of: local).map {
        $0.lowerBound + written.lowerBound..<$0.upperBound + written.lowerBound
      }
    }
    let shift = written.lowerBound - composed.lowerBound
    return own.lowerBound + shift..<own.upperBound + shift
  }
}

/// The characters of a segment from which its composed characters come.
private struct Sources {
  /// Where the characters of the segment begin, and where the last one ends.
  private let offsets: [Int]
  /// Where each composed character begins, and the set of the numbers of its original characters,
  /// as bits. A segment has at most 64 characters.
  private var characters: [(offset: Int, bits: UInt64)] = []

  /// - Parameter parts: The parts of each character of the segment.
  init(
    of composed: String.UnicodeScalarView, _ parts: [String.UnicodeScalarView],
    in written: [(scalar: Unicode.Scalar, offset: Int)]
  ) {
    let end = written.last.map { $0.offset + UTF8.width($0.scalar) } ?? 0
    offsets = written.map(\.offset) + [end]
    var parts = parts.enumerated().flatMap { number, parts in
      parts.map { (scalar: $0, number: number) }
    }
    var offset = 0
    for scalar in composed {
      var bits: UInt64 = 0
      // Equal marks keep their order, even if other marks are reordered.
      for part in Normalizer.nfd.normalize([scalar]) {
        guard let index = parts.firstIndex(where: { $0.scalar == part }) else { continue }
        bits |= 1 << UInt64(parts.remove(at: index).number)
      }
      characters.append((offset, bits))
      offset += UTF8.width(scalar)
    }
  }

  /// The parts that a character contributes to the composed form: it is decomposed, and its case is
  /// folded on request.
  static func parts(of scalar: Unicode.Scalar, foldsCase: Bool) -> String.UnicodeScalarView {
    let parts = Normalizer.nfd.normalize([scalar])
    return foldsCase ? Normalizer.nfd.normalize(Normalizer.foldingCase(of: parts)) : parts
  }

  func original(of range: Range<Int>) -> Range<Int>? {
    var (inside, outside) = (UInt64(0), UInt64(0))
    for character in characters {
      if range.contains(character.offset) {
        inside |= character.bits
      } else {
        outside |= character.bits
      }
    }
    let (first, count) = (inside.trailingZeroBitCount, inside.nonzeroBitCount)
    guard inside & outside == 0, count > 0, count < 64, inside >> first == 1 << count - 1 else {
      return nil
    }
    return offsets[first]..<offsets[first + count]
  }
}

/// Text in another form, with the origin of each of its bytes.
package struct MappedText: Sendable {
  package private(set) var utf8: [UInt8] = []
  /// For each byte, the range of the original from which it came.
  private var origins: [Range<Int>] = []

  /// The canonically composed form.
  package init(composing text: UnsafeBufferPointer<UInt8>) {
    for segment in text.segments(of: .nfc) {
      let scalars = UnsafeBufferPointer(rebasing: text[segment]).scalars.map(\.scalar)
      append(Normalizer.nfc.normalize(scalars), from: segment)
    }
  }

  /// The canonically composed form without accents, with the plain letters that people type.
  package init(removingAccentsFrom text: UnsafeBufferPointer<UInt8>) {
    for segment in text.segments(of: .nfc) {
      let scalars = UnsafeBufferPointer(rebasing: text[segment]).scalars.map(\.scalar)
      let plain = Normalizer.nfd.normalize(scalars).filter { !$0.isAccent }
      let typed = plain.flatMap { PlainLetters.letters(for: $0) ?? [$0] }
      append(Normalizer.nfc.normalize(typed), from: segment)
    }
  }

  private mutating func append(_ scalars: String.UnicodeScalarView, from segment: Range<Int>) {
    for byte in String(scalars).utf8 {
      utf8.append(byte)
      origins.append(segment)
    }
  }

  /// The range of the original text from which a range of this text came.
  package func original(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else {
      let offset = range.lowerBound < origins.count ? origins[range.lowerBound].lowerBound : end
      return offset..<offset
    }
    return origins[range.lowerBound].lowerBound..<origins[range.upperBound - 1].upperBound
  }

  private var end: Int { origins.last?.upperBound ?? 0 }
}
