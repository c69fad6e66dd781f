import Platform

extension RecordSet {
  /// Consecutive records, and the new number of the first.
  package struct Move: Equatable, Sendable {
    package let records: Range<Int>
    package let start: Int

    package init(_ records: Range<Int>, to start: Int) {
      self.records = records
      self.start = start
    }
  }

  /// The same records under new numbers, without the records that get none.
  ///
  /// - Parameter moves: The moves, ascending by both old and new numbers.
  /// - Complexity: O(*m* + *n*/64) in the moves and the larger universe; O(*k* log *m*) for *k*
  ///   records stored as a list.
  package func moved(_ moves: [Move], to universe: Int) -> RecordSet {
    if let list { return RecordSet(RecordSet.moved(list, moves), of: universe) }
    let old = bits
    var new = [UInt64](repeating: 0, count: RecordSet.wordCount(universe))
    for move in moves {
      var record = move.records.lowerBound
      var target = move.start
      while record < move.records.upperBound {
        // Up to the end of a word in source or target, whichever comes first.
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
    moves[start...].partitionPoint { $0.records.upperBound > record }
  }
}
