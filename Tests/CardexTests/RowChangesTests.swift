import Exchange
import Platform
import SeededRandom
import TestHelpers
import Testing

@testable import CardexCommand
@testable import Searching

/// What an update does to the keys of rows.
@Suite struct RowChangesTests {
  @Test("rows keep their keys where others are the same, and new ones are put between them")
  func keys() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<Rounds.of(300) {
      var old = (0..<Int.random(in: 0...12, using: &generator)).map { $0 }
      var keys = old.map { ($0 + 1) << 16 }
      var next = 100
      for _ in 0..<6 {
        var new = old.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          new.insert(next, at: Int.random(in: 0...new.count, using: &generator))
          next += 1
        }
        let pairing = SequencePairing(
          old.count, new.count, isSame: { old[$0] == new[$1] },
          oldHash: { old[$0] }, newHash: { new[$0] })
        let changes = try #require(
          RowChanges(keys, newCount: new.count, pairing.pairs) { _, _ in false })
        let newKeys = new.indices.map { changes.keys.key(at: $0) }
        #expect(changes.keys.count == new.count)
        #expect(zip(newKeys, newKeys.dropFirst()).allSatisfy { $0 < $1 })
        // What the table holds afterwards.
        var rows = Dictionary(uniqueKeysWithValues: zip(keys, old))
        for key in changes.removedKeys { #expect(rows.removeValue(forKey: key) != nil) }
        for number in changes.written {
          #expect(rows.updateValue(new[number], forKey: newKeys[number]) == nil)
        }
        #expect(rows.sorted { $0.key < $1.key }.map(\.value) == new)
        #expect(changes.isEmpty == (old == new))
        (old, keys) = (new, newKeys)
      }
    }
    // Between the keys 5 and 6 is no other.
    let (old, new) = ([0, 1], [0, 7, 1])
    let full = SequencePairing(
      2, 3, isSame: { old[$0] == new[$1] }, oldHash: { old[$0] }, newHash: { new[$0] })
    #expect(RowChanges([5, 6], newCount: 3, full.pairs) { _, _ in false } == nil)
  }
}
