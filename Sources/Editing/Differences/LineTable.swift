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
    return LineComparison(numbers, bound: bound).changes.map { change in
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

  /// The number of a line in a dictionary; `inout` access inserts it.
  private static func entered(_ number: inout Int32) -> Int32 { number }
}
