import Platform

/// The lines of a part of a text.
struct LineTable {
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset at which each line begins, and the end of the last one.
  private var bounds: [Int]

  init(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.text = text
    bounds = [range.lowerBound]
    var position = range.lowerBound
    while position < range.upperBound {
      position = text.lineEnd(from: position, in: range)
      bounds.append(position)
    }
  }

  var count: Int { bounds.count - 1 }

  subscript(line: Int) -> Line {
    Line(bytes: text.part(bounds[line]..<bounds[line + 1]))
  }

  /// The bytes of some lines, as offsets in the text.
  func bytes(of lines: Range<Int>) -> Range<Int> {
    bounds[lines.lowerBound]..<bounds[lines.upperBound]
  }
}

extension LineTable {
  /// The changes that turn these lines into others, in order.
  ///
  /// - Parameter bound: See `LineComparison`.
  func changes(to new: LineTable, bound: Int) -> [LineChange] {
    let middle = LineChange(old: 0..<count, new: 0..<new.count).trimmed { self[$0] == new[$1] }
    if middle.isEmpty { return [] }
    let isObvious = middle.old.isEmpty || middle.new.isEmpty
    if isObvious || middle.old.count + middle.new.count == 2 { return [middle] }
    let numbers = LineNumbers(
      old: middle.old.lazy.map { self[$0] }, new: middle.new.lazy.map { new[$0] })
    return numbers.changes(bound: bound).map { change in
      LineChange(
        old: change.old.shifted(by: middle.old.lowerBound),
        new: change.new.shifted(by: middle.new.lowerBound))
    }
  }
}

extension Range<Int> {
  func shifted(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}

/// A line with its LF, if it has one.
struct Line: Hashable {
  let bytes: UnsafeBufferPointer<UInt8>

  static func == (left: Line, right: Line) -> Bool { left.bytes.hasSameBytes(as: right.bytes) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}

/// Numbers that replace lines, equal for equal lines; -1 for a new line that is not in the old
/// text.
struct LineNumbers {
  let old: [Int32]
  let new: [Int32]

  /// - Complexity: Linear in the lines' bytes.
  init(old oldLines: some Sequence<Line>, new newLines: some Sequence<Line>) {
    var numbers: [Line: Int32] = [:]
    old = oldLines.map { line in
      let next = Int32(numbers.count)
      return LineNumbers.entered(&numbers[line, default: next])
    }
    new = newLines.map { numbers[$0] ?? -1 }
  }

  /// The changes from the old numbers to the new ones, in order.
  ///
  /// Lines that only one side has are changes in any case. In long texts they are left out of the
  /// comparison, as in GNU diff, since each of them would slow it down for all others. In short
  /// texts they are not: of several equally small differences, that of all lines is easier to read.
  ///
  /// - Parameter bound: See `LineComparison`.
  func changes(bound: Int) -> [LineChange] {
    if old.count + new.count < LineNumbers.many {
      return LineComparison(self, bound: bound).changes
    }
    var isThere = [Bool](repeating: false, count: old.count)
    for number in new where number >= 0 { isThere[Int(number)] = true }
    let olds = old.indices.filter { isThere[Int(old[$0])] }
    let news = new.indices.filter { new[$0] >= 0 }
    if olds.count == old.count, news.count == new.count {
      return LineComparison(self, bound: bound).changes
    }
    let shared = LineNumbers(old: olds.map { old[$0] }, new: news.map { new[$0] })
    var changes: [LineChange] = []
    var (oldEnd, newEnd) = (0, 0)
    /// Notes two equal lines; everything between the previous two and these has changed.
    func keep(_ oldLine: Int, _ newLine: Int) {
      changes.append(coalescing: LineChange(old: oldEnd..<oldLine, new: newEnd..<newLine))
      (oldEnd, newEnd) = (oldLine + 1, newLine + 1)
    }
    var (oldIndex, newIndex) = (0, 0)
    for change in LineComparison(shared, bound: bound).changes
      + [LineChange(old: olds.count..<olds.count, new: news.count..<news.count)]
    {
      while oldIndex < change.old.lowerBound {
        keep(olds[oldIndex], news[newIndex])
        oldIndex += 1
        newIndex += 1
      }
      (oldIndex, newIndex) = (change.old.upperBound, change.new.upperBound)
    }
    keep(old.count, new.count)
    return changes
  }

  /// The number of lines from which on lines of only one side are left out.
  private static let many = 1 << 12

  private init(old: [Int32], new: [Int32]) { (self.old, self.new) = (old, new) }

  /// The number of a line in a dictionary; `inout` access inserts it.
  private static func entered(_ number: inout Int32) -> Int32 { number }
}

/// Parts of a text and its lines, which end in LF; all other bytes, including CR, belong to the
/// line.
extension UnsafeBufferPointer<UInt8> {
  func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[range])
  }

  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
    return memcmp(base, otherBase, count) == 0
  }

  static let lineFeed: UInt8 = 0x0A

  /// Whether a line begins at the offset.
  func startsLine(_ offset: Int) -> Bool {
    offset == 0 || self[offset - 1] == Self.lineFeed
  }

  /// The end of the line that contains the offset: just past its LF, or the range's end.
  func lineEnd(from offset: Int, in range: Range<Int>) -> Int {
    guard let base = baseAddress,
      let found = memchr(base + offset, Int32(Self.lineFeed), range.upperBound - offset)
    else { return range.upperBound }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
  }

  /// The start of the line that contains the byte before the offset, or the range's start.
  func lineStart(before offset: Int, in range: Range<Int>) -> Int {
    var start = offset - 1
    while start > range.lowerBound, self[start - 1] != Self.lineFeed { start -= 1 }
    return Swift.max(start, range.lowerBound)
  }

  /// The number of lines in the range; bytes after the last LF count as one more.
  func lineCount(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    return lineFeedCount(in: range) + (self[range.upperBound - 1] == Self.lineFeed ? 0 : 1)
  }

  /// Sums bytes over short stretches, which the compiler turns into vector instructions.
  private func lineFeedCount(in range: Range<Int>) -> Int {
    var total = 0
    var position = range.lowerBound
    while position < range.upperBound {
      let end = Swift.min(position + 192, range.upperBound)
      var count: UInt8 = 0
      for offset in position..<end { count &+= self[offset] == Self.lineFeed ? 1 : 0 }
      total += Int(count)
      position = end
    }
    return total
  }
}
