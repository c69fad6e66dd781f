extension RecordSet {
  /// Records in a row, and the number that the first of them gets.
  package struct Move: Equatable, Sendable {
    package let records: Range<Int>
    package let start: Int

    package init(_ records: Range<Int>, to start: Int) {
      self.records = records
      self.start = start
    }
  }

  /// The same records under other numbers, without those that get none.
  ///
  /// - Parameter moves: Ascending, before and after.
  /// - Complexity: O(*m* + *n*/64) in the moves and the larger universe; O(*k* log *m*) for *k*
  ///   records that are kept as a list.
  package func moved(_ moves: [Move], to universe: Int) -> RecordSet {
    if let list { return RecordSet(RecordSet.moved(list, moves), of: universe) }
    let old = bits
    var new = [UInt64](repeating: 0, count: RecordSet.wordCount(universe))
    for move in moves {
      var record = move.records.lowerBound
      var target = move.start
      while record < move.records.upperBound {
        // To the end of a word here or there, whichever comes first.
        let shift = (UInt64(record % 64), UInt64(target % 64))
        let count = min(
          64 - record % 64, 64 - target % 64, move.records.upperBound - record)
        let mask = UInt64.max >> UInt64(64 - count)
        new[target / 64] |= (old[record / 64] >> shift.0 & mask) << shift.1
        record += count
        target += count
      }
    }
    return RecordSet(bits: new, of: universe)
  }

  private static func moved(_ list: [UInt32], _ moves: [Move]) -> [UInt32] {
    var result: [UInt32] = []
    var current = 0
    for record in list.lazy.map({ Int($0) }) {
      if current < moves.count, moves[current].records.upperBound <= record {
        current = firstMove(endingAfter: record, in: moves, from: current)
      }
      guard current < moves.count else { break }
      let move = moves[current]
      if move.records.contains(record) {
        result.append(UInt32(move.start + record - move.records.lowerBound))
      }
    }
    return result
  }

  private static func firstMove(
    endingAfter record: Int, in moves: [Move], from start: Int
  ) -> Int {
    var (low, high) = (start, moves.count)
    while low < high {
      let middle = (low + high) / 2
      if moves[middle].records.upperBound <= record { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
