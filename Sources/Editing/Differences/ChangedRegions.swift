/// The regions where two texts may differ: those between the whole lines that stay in place.
struct ChangedRegions {
  /// Whole lines of the old text, and the lines of the new text that replace them.
  struct Region: Equatable {
    /// Offsets in the old text.
    let old: Range<Int>
    /// Offsets in `newBytes`.
    let new: Range<Int>
  }

  private(set) var regions: [Region] = []
  /// The bytes of the new text in all regions, concatenated.
  private(set) var newBytes: [UInt8] = []
  private let old: UnsafeBufferPointer<UInt8>
  /// The start of the open region, in the old text and in `newBytes`.
  private var oldStart = 0
  private var newStart = 0
  /// Whether the new text so far ends with a complete line.
  private var isAtLineStart = true

  /// - Complexity: O(*k* log *k*) for *k* pieces, and linear in the bytes of the regions.
  init(from old: UnsafeBufferPointer<UInt8>, to pieces: [TextPiece]) {
    self.old = old
    var staying = StayingRanges.find(in: pieces.compactMap(\.keptRange))[...]
    // Adjacent pieces that stay adjacent, which may share a line.
    var run = 0..<0
    for piece in pieces {
      switch piece {
      case .kept(let range) where range.isEmpty: continue
      case .kept(let range):
        let stays = staying.removeFirst()
        if stays, range.lowerBound == run.upperBound {
          run = run.lowerBound..<range.upperBound
          continue
        }
        keep(run, isLast: false)
        run = stays ? range : 0..<0
        if !stays { append(old.part(range)) }
      case .added(let bytes) where bytes.isEmpty: continue
      case .added(let bytes):
        keep(run, isLast: false)
        run = 0..<0
        bytes.withUnsafeBufferPointer { append($0) }
      }
    }
    keep(run, isLast: true)
    closeRegion(at: old.count)
  }

  /// Closes the region before the whole lines of the range and opens one after them.
  private mutating func keep(_ range: Range<Int>, isLast: Bool) {
    guard !range.isEmpty else { return }
    let lines = wholeLines(in: range, isLast: isLast)
    append(old.part(range.lowerBound..<lines.lowerBound))
    guard !lines.isEmpty else { return }
    closeRegion(at: lines.lowerBound)
    oldStart = lines.upperBound
    append(old.part(lines.upperBound..<range.upperBound))
  }

  /// The bytes of the range that are whole lines of both texts; empty at its end if there are none.
  private func wholeLines(in range: Range<Int>, isLast: Bool) -> Range<Int> {
    let startsBoth = isAtLineStart && old.startsLine(range.lowerBound)
    let start = startsBoth ? range.lowerBound : old.lineEnd(from: range.lowerBound, in: range)
    let endsBoth = old.startsLine(range.upperBound) || isLast && range.upperBound == old.count
    let end = endsBoth ? range.upperBound : old.lineStart(before: range.upperBound, in: range)
    return start < end ? start..<end : range.upperBound..<range.upperBound
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !bytes.isEmpty else { return }
    newBytes.append(contentsOf: bytes)
    isAtLineStart = bytes.startsLine(bytes.count)
  }

  private mutating func closeRegion(at oldEnd: Int) {
    let region = Region(old: oldStart..<oldEnd, new: newStart..<newBytes.count)
    if !region.old.isEmpty || !region.new.isEmpty { regions.append(region) }
    newStart = newBytes.count
  }
}

extension TextPiece {
  /// The range of a kept piece, unless it is empty.
  fileprivate var keptRange: Range<Int>? {
    if case .kept(let range) = self, !range.isEmpty { range } else { nil }
  }
}
