import SeededRandom
import Testing

@testable import Searching

@Suite("Record sets")
struct RecordSetTests {
  private static func bits(_ records: [Int], of universe: Int) -> RecordSet {
    var words = [UInt64](repeating: 0, count: universe / 64 + 2)
    for record in records { words[record / 64] |= 1 << UInt64(record % 64) }
    return RecordSet(bits: words, of: universe)
  }

  private static func list(_ records: [Int], of universe: Int) -> RecordSet {
    RecordSet(records.map(UInt32.init), of: universe)
  }

  @Test("both representations behave like a set", arguments: 0..<Rounds.of(40))
  func agreement(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let universe = Int.random(in: 0...200, using: &generator)
    let one = (0..<universe).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
    let two = (0..<universe).filter { _ in Bool.random(using: &generator) }
    for first in [Self.bits(one, of: universe), Self.list(one, of: universe)] {
      #expect(first.records == one)
      #expect(first.count == one.count)
      #expect(first.isEmpty == one.isEmpty)
      #expect((0..<universe).filter(first.contains) == one)
      #expect(first.inverted.records == (0..<universe).filter { !one.contains($0) })
      #expect(first.prefix(7).records == Array(one.prefix(7)))
      #expect(first.extended(to: universe + 70).records == one)
      #expect(first.extended(to: universe + 70).inverted.count == universe + 70 - one.count)
      var changing = first
      for record in 0..<universe {
        changing.set(record, isIncluded: two.contains(record))
        #expect(changing.contains(record) == two.contains(record))
      }
      #expect(changing.records == two)
      for second in [Self.bits(two, of: universe), Self.list(two, of: universe)] {
        var union = first
        union.formUnion(second)
        #expect(union.records == Set(one).union(two).sorted())
        var common = first
        common.formIntersection(second)
        #expect(common.records == one.filter(Set(two).contains))
        var rest = first
        rest.subtract(second)
        #expect(rest.records == one.filter { !two.contains($0) })
      }
    }
  }

  @Test("a set with a smaller universe can be subtracted")
  func subtractingSmaller() {
    for set in [Self.bits([1, 70, 90], of: 100), Self.list([1, 70, 90], of: 100)] {
      var set = set
      set.subtract(Self.bits([0, 1], of: 2))
      #expect(set.records == [70, 90])
    }
  }

  @Test("all and none", arguments: [0, 1, 63, 64, 65, 128])
  func extremes(universe: Int) {
    #expect(RecordSet.all(of: universe).records == Array(0..<universe))
    #expect(RecordSet.none(of: universe).isEmpty)
    #expect(RecordSet.all(of: universe).inverted.isEmpty)
  }

  @Test("visiting the records can be ended early")
  func endingEarly() {
    for set in [Self.bits([3, 5, 80], of: 100), Self.list([3, 5, 80], of: 100)] {
      var seen: [Int] = []
      let isComplete = set.visit { record in
        seen.append(record)
        return record < 5
      }
      #expect(!isComplete)
      #expect(seen == [3, 5])
    }
  }
}
