import Platform

/// A set of record numbers below a limit, in order.
package struct RecordSet: Sendable {
  /// How many records there are, whether in the set or not.
  package let universe: Int
  private var content: Content

  private enum Content: Sendable {
    /// Ascending record numbers, for sets of few records.
    case list([UInt32])
    /// A bit for each record, the lowest of a word first; bits past the last record are zero.
    case bits([UInt64])
  }

  /// - Parameter list: Record numbers, ascending.
  init(_ list: [UInt32], of universe: Int) {
    self.universe = universe
    content = .list(list)
  }

  package init(ascending records: [Int], of universe: Int) {
    self.init(records.map { UInt32($0) }, of: universe)
  }

  init(bits: [UInt64], of universe: Int) {
    self.universe = universe
    var bits = bits
    RecordSet.trim(&bits, to: universe)
    content = .bits(bits)
  }

  package static func none(of universe: Int) -> RecordSet { RecordSet([], of: universe) }

  package static func all(of universe: Int) -> RecordSet {
    RecordSet(bits: Array(repeating: .max, count: wordCount(universe)), of: universe)
  }

  static func wordCount(_ universe: Int) -> Int { (universe + 63) / 64 }

  private static func trim(_ bits: inout [UInt64], to universe: Int) {
    bits.removeLast(max(0, bits.count - wordCount(universe)))
    if universe % 64 != 0, !bits.isEmpty { bits[bits.count - 1] &= 1 << UInt64(universe % 64) - 1 }
  }

  package var count: Int {
    switch content {
    case .list(let list): list.count
    case .bits(let bits): bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }
  }

  package var isEmpty: Bool {
    switch content {
    case .list(let list): list.isEmpty
    case .bits(let bits): bits.allSatisfy { $0 == 0 }
    }
  }

  func contains(_ record: Int) -> Bool {
    switch content {
    case .list(let list):
      let index = list.partitionPoint { $0 >= record }
      return index < list.count && list[index] == record
    case .bits(let bits): return bits[record / 64] >> UInt64(record % 64) & 1 != 0
    }
  }

  /// Calls the closure with each record, in order, until it returns false.
  ///
  /// - Returns: Whether it reached the end.
  @discardableResult
  func visit<Failure: Error>(
    _ body: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    switch content {
    case .list(let list):
      for record in list where try !body(Int(record)) { return false }
    case .bits(let bits):
      for (index, word) in bits.enumerated() {
        var rest = word
        while rest != 0 {
          if try !body(index * 64 + rest.trailingZeroBitCount) { return false }
          rest &= rest - 1
        }
      }
    }
    return true
  }

  /// The records for which the closure returns true; it is called in order.
  func filter<Failure: Error>(
    _ isIncluded: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> RecordSet {
    var list: [UInt32] = []
    try visit { record throws(Failure) in
      if try isIncluded(record) { list.append(UInt32(record)) }
      return true
    }
    return RecordSet(list, of: universe)
  }

  /// The records as an array, in order.
  var records: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    visit {
      result.append($0)
      return true
    }
    return result
  }

  package mutating func formUnion(_ other: RecordSet) {
    if case .list(let list) = content, list.isEmpty {
      content = other.content
      return
    }
    if case .list(let list) = other.content, list.isEmpty { return }
    var bits = self.bits
    switch other.content {
    case .list(let list): RecordSet.insert(list, in: &bits)
    case .bits(let more): for index in bits.indices { bits[index] |= more[index] }
    }
    content = .bits(bits)
  }

  /// Keeps the records that are also in another set of the same universe.
  mutating func formIntersection(_ other: RecordSet) {
    switch (content, other.content) {
    case (.list(let list), _): content = .list(list.filter { other.contains(Int($0)) })
    case (_, .list(let list)): content = .list(list.filter { contains(Int($0)) })
    case (.bits(var bits), .bits(let others)):
      content = .list([])
      for index in bits.indices { bits[index] &= others[index] }
      content = .bits(bits)
    }
  }

  /// Removes the records of a set with the same or a smaller universe.
  package mutating func subtract(_ other: RecordSet) {
    if other.isEmpty { return }
    switch content {
    case .list(let list):
      content = .list(list.filter { $0 >= other.universe || !other.contains(Int($0)) })
    case .bits(var bits):
      content = .list([])
      other.visit { record in
        bits[record / 64] &= ~(1 << UInt64(record % 64))
        return true
      }
      content = .bits(bits)
    }
  }

  /// The records that are not in the set.
  package var inverted: RecordSet {
    RecordSet(bits: bits.map { ~$0 }, of: universe)
  }

  /// The same records in a larger universe.
  package func extended(to universe: Int) -> RecordSet {
    precondition(universe >= self.universe)
    switch content {
    case .list(let list): return RecordSet(list, of: universe)
    case .bits(var bits):
      let count = RecordSet.wordCount(universe) - bits.count
      bits.append(contentsOf: repeatElement(0, count: count))
      return RecordSet(bits: bits, of: universe)
    }
  }

  /// Adds or removes a record.
  ///
  /// - Complexity: O(1) if many records are in the set or have been added, otherwise O(*n*) once.
  mutating func set(_ record: Int, isIncluded: Bool) {
    var bits = self.bits
    content = .list([])
    if isIncluded {
      RecordSet.insert(record, in: &bits)
    } else {
      bits[record / 64] &= ~(1 << UInt64(record % 64))
    }
    content = .bits(bits)
  }

  /// The first records, up to a limit.
  package func prefix(_ limit: Int) -> RecordSet {
    if case .list(let list) = content { return RecordSet(Array(list.prefix(limit)), of: universe) }
    guard count > limit else { return self }
    var list: [UInt32] = []
    visit { record in
      if list.count < limit { list.append(UInt32(record)) }
      return list.count < limit
    }
    return RecordSet(list, of: universe)
  }

  /// The records, if they are stored as a list.
  var list: [UInt32]? { if case .list(let list) = content { list } else { nil } }

  /// The records as an array, in order, which takes no time if they are stored as one.
  var numbers: [UInt32] { list ?? records.map { UInt32($0) } }

  /// A bit for each record, however they are stored.
  package var bits: [UInt64] {
    switch content {
    case .bits(let bits): return bits
    case .list(let list):
      var bits = [UInt64](repeating: 0, count: RecordSet.wordCount(universe))
      RecordSet.insert(list, in: &bits)
      return bits
    }
  }

  private static func insert(_ record: Int, in bits: inout [UInt64]) {
    bits[record / 64] |= 1 << UInt64(record % 64)
  }

  private static func insert(_ list: [UInt32], in bits: inout [UInt64]) {
    // An array would check at every access whether it is the only owner of its elements.
    bits.withUnsafeMutableBufferPointer { bits in
      for record in list { bits[Int(record / 64)] |= 1 << UInt64(record % 64) }
    }
  }
}
