/// Lists of readings, concatenated.
///
/// In a table, each list corresponds to a code, from `ReadingCode.firstHan` on, and lists are
/// unique. They are numbered in the order in which the tables mention them, so that the same tables
/// always give the same codes.
struct ReadingLists: Sendable {
  private(set) var readings: [Syllable] = []
  /// Where each list begins, and where the last list ends.
  private(set) var starts: [Int32] = [0]
  /// The slots of a hash table with open addressing: a list's number plus 1; 0 in free slots.
  private var slots: [Int32] = []

  /// - Parameter expected: Roughly how many lists there will be.
  init(expected: Int) {
    readings.reserveCapacity(expected * 2)
    starts.reserveCapacity(expected + 1)
  }

  init(_ table: EmbeddedReadingTable) {
    starts = Array(table.starts)
    readings = table.readings.withMemoryRebound(to: Syllable.self) { Array($0) }
  }

  /// The number of lists.
  var count: Int { starts.count - 1 }

  subscript(index: Int) -> ArraySlice<Syllable> {
    readings[range(index)]
  }

  /// The range of a list in `readings`.
  func range(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  /// Adds a reading to the list that the next call of `endList` ends.
  mutating func append(_ reading: Syllable) { readings.append(reading) }

  /// Makes a list of the readings added last, even if an equal list exists, and returns its number.
  @discardableResult
  mutating func endList() -> Int {
    starts.append(Int32(readings.count))
    return count - 1
  }

  /// The number of the list with a range of an array's readings. The list is added if needed.
  mutating func index(of range: Range<Int>, in source: [Syllable]) -> Int {
    for index in range { readings.append(source[index]) }
    return indexOfTail()
  }

  /// The number of the list with a range of an array's readings followed by the other readings of
  /// another list. The list is added if needed.
  mutating func index(of range: Range<Int>, in source: [Syllable], before list: Int?) -> Int {
    let rest = list.map { Int(starts[$0])..<Int(starts[$0 + 1]) } ?? 0..<0
    if let list, range.count == 1, readings[rest.lowerBound] == source[range.lowerBound] {
      return list
    }
    for index in range { readings.append(source[index]) }
    for index in rest {
      let isFirst = range.contains { source[$0] == readings[index] }
      if !isFirst { readings.append(readings[index]) }
    }
    return indexOfTail()
  }

  /// The number of a list of the readings after the last list. If such a list exists already, the
  /// readings are removed again.
  private mutating func indexOfTail() -> Int {
    if slots.count < (count + 1) * 2 { rehash() }
    let start = Int(starts[count])
    let length = readings.count - start
    var slot = hash(start, length) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if isEqual(index, start, length) {
        readings.removeLast(length)
        return index
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    starts.append(Int32(readings.count))
    slots[slot] = Int32(count)
    precondition(count <= ReadingCode.maximumLists, "the parser sees to that")
    return count - 1
  }

  private func isEqual(_ index: Int, _ start: Int, _ length: Int) -> Bool {
    let other = Int(starts[index])
    guard Int(starts[index + 1]) - other == length else { return false }
    for offset in 0..<length where readings[other + offset] != readings[start + offset] {
      return false
    }
    return true
  }

  private mutating func rehash() {
    var size = 4096
    while size < (count + 1) * 4 { size *= 2 }
    slots = [Int32](repeating: 0, count: size)
    for index in 0..<count {
      let start = Int(starts[index])
      var slot = hash(start, Int(starts[index + 1]) - start) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(index + 1)
    }
  }

  private func hash(_ start: Int, _ length: Int) -> Int {
    var hash: UInt64 = 0
    for index in start..<(start + length) {
      hash = (hash ^ readings[index].bits) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash >> 8)
  }
}
