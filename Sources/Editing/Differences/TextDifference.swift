import PropertyLists

/// How a new text differs from an old one, line by line.
///
/// Lines end in LF. A CR before the LF is part of the line, as is any other byte, valid UTF-8 or
/// not.
package struct TextDifference {
  /// Lines that were replaced, in both texts.
  struct Change: Equatable {
    let oldLines: Range<Int>
    let newLines: Range<Int>
    /// Offsets in the old text.
    let oldBytes: Range<Int>
    /// Offsets in `newBytes`.
    let newBytes: Range<Int>
  }

  /// The changes in order, with unchanged lines between them.
  private(set) var changes: [Change] = []
  package private(set) var removedLineCount = 0
  package private(set) var addedLineCount = 0
  let old: UnsafeBufferPointer<UInt8>
  /// The parts of the new text that hold all added lines.
  let newBytes: [UInt8]

  /// Compares an old text with its edited form.
  ///
  /// Kept pieces that stay in order are not compared. Lines between them are compared only with the
  /// lines that replace them. Moved text counts as removed and added.
  ///
  /// - Parameters:
  ///   - old: The old text, valid for as long as the difference is used.
  ///   - pieces: The pieces of the new text, in order.
  /// - Complexity: O(*k* log *k*) for *k* pieces, and linear in the bytes of both texts.
  package init(from old: UnsafeBufferPointer<UInt8>, pieces: [TextPiece]) {
    // The worst case, the same lines in quite another order, takes some tenths of a second.
    self.init(from: old, pieces: pieces, effort: 1 << 26)
  }

  /// Both texts in one. Where they differ, the old lines and then the new ones are between the
  /// markers of a conflict as git writes them.
  package func marked(length: Int) -> [UInt8] {
    let lineEnd = [UInt8]([0x0A]).withLineEnds(LineEnd(firstOf: old) ?? .lineFeed)
    var result: [UInt8] = []
    func append(_ lines: some Collection<UInt8>, after character: Character, _ name: String) {
      result += String(repeating: character, count: length).utf8
      result += name.utf8
      result += lineEnd + lines
      if let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
    }
    var position = 0
    for change in changes {
      result += old[position..<change.oldBytes.lowerBound]
      append(old[change.oldBytes], after: "<", " ours")
      append(newBytes[change.newBytes], after: "=", "")
      append([], after: ">", " theirs")
      position = change.oldBytes.upperBound
    }
    return result + old[position...]
  }

  /// Compares two texts.
  ///
  /// - Parameter old: The old text, valid for as long as the difference is used.
  package init(from old: UnsafeBufferPointer<UInt8>, to new: [UInt8]) {
    self.init(from: old, pieces: [.added(new)])
  }

  /// - Parameter effort: Roughly how many steps the search for the fewest changes may take in
  ///   total.
  init(from old: UnsafeBufferPointer<UInt8>, pieces: [TextPiece], effort: Int) {
    precondition(pieces.allSatisfy { $0.isPossible(in: old) }, "a piece outside of the old text")
    self.old = old
    let changed = ChangedRegions(from: old, to: pieces.spell(old) ? [.kept(old.indices)] : pieces)
    newBytes = changed.newBytes
    newBytes.withUnsafeBufferPointer { new in
      let lineCount = changed.regions.reduce(0) {
        $0 + old.lineCount(in: $1.old) + new.lineCount(in: $1.new)
      }
      // The same bound for all regions, so that equal edits look alike.
      let bound = max(effort / max(lineCount, 1), 16)
      var (position, oldLine, newLine) = (0, 0, 0)
      for region in changed.regions {
        let unchanged = old.lineCount(in: position..<region.old.lowerBound)
        let comparison = RegionComparison(region, old: old, new: new, bound: bound)
        append(comparison, oldLine: oldLine + unchanged, newLine: newLine + unchanged)
        position = region.old.upperBound
        oldLine += unchanged + comparison.oldLines.count
        newLine += unchanged + comparison.newLines.count
      }
    }
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// The replaced ranges of whole lines of the old text, with the new text of each, in order.
  package var replacements: [(range: Range<Int>, new: [UInt8])] {
    changes.map { ($0.oldBytes, Array(newBytes[$0.newBytes])) }
  }

  /// - Parameters:
  ///   - oldLine: The number of the region's first line in the old text.
  ///   - newLine: The number of the region's first line in the new text.
  private mutating func append(_ region: RegionComparison, oldLine: Int, newLine: Int) {
    for change in region.changes {
      removedLineCount += change.old.count
      addedLineCount += change.new.count
      changes.append(
        Change(
          oldLines: change.old.shifted(by: oldLine), newLines: change.new.shifted(by: newLine),
          oldBytes: region.oldLines.bytes(of: change.old),
          newBytes: region.newLines.bytes(of: change.new)))
    }
  }
}

/// The lines of a region and how they differ.
private struct RegionComparison {
  let oldLines: LineTable
  let newLines: LineTable
  let changes: [LineChange]

  init(
    _ region: ChangedRegions.Region, old: UnsafeBufferPointer<UInt8>,
    new: UnsafeBufferPointer<UInt8>, bound: Int
  ) {
    oldLines = LineTable(old, in: region.old)
    newLines = LineTable(new, in: region.new)
    changes = oldLines.changes(to: newLines, bound: bound)
  }
}

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
