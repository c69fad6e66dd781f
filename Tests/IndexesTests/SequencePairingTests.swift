import Platform
import SeededRandom
import Testing

@testable import Searching

@Suite("Pairing of sequences")
struct SequencePairingTests {
  private func pairs(
    _ old: [Int], _ new: [Int], limit: Int = .max, hash: @escaping (Int) -> Int = { $0 }
  ) -> [(old: Int, new: Int)] {
    let pairing = SequencePairing(old.count, new.count, limit: limit) {
      old[$0] == new[$1]
    } oldHash: {
      hash(old[$0])
    } newHash: {
      hash(new[$0])
    }
    for (one, next) in zip(pairing.pairs, pairing.pairs.dropFirst()) {
      #expect(one.old + one.count < next.old || one.new + one.count < next.new, "runs are joined")
    }
    return pairing.pairs.flatMap { pair in
      (0..<pair.count).map { (old: pair.old + $0, new: pair.new + $0) }
    }
  }

  @Test(
    "pairs are of the same elements, ascend in both, and none is left beside another",
    arguments: 0..<Rounds.of(200))
  func validity(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let kinds = [2, 10, 1000][seed % 3]
    let old = (0..<number(60)).map { _ in number(kinds) }
    var new = old
    for _ in 0..<number(8) {
      switch number(3) {
      case 0: new.insert(number(kinds), at: number(new.count + 1))
      case 1 where !new.isEmpty: new.remove(at: number(new.count))
      case 2 where !new.isEmpty:
        let moved = new.remove(at: number(new.count))
        new.insert(moved, at: number(new.count + 1))
      default: new = new.shuffled(using: &generator)
      }
    }
    // Also with poor hashes, and worse ones.
    for modulus in [1 << 40, 7, 1] {
      let pairs = pairs(old, new) { $0 % modulus }
      for pair in pairs { #expect(old[pair.old] == new[pair.new]) }
      for (one, next) in zip(pairs, pairs.dropFirst()) {
        #expect(one.old < next.old && one.new < next.new)
      }
      let (starts, ends) = ([(-1, -1)] + pairs, pairs + [(old.count, new.count)])
      for (start, end) in zip(starts, ends) where start.0 + 1 < end.0 && start.1 + 1 < end.1 {
        #expect(old[start.0 + 1] != new[start.1 + 1])
        #expect(old[end.0 - 1] != new[end.1 - 1])
      }
    }
  }

  @Test("of different elements, as many are paired as are in the same order")
  func longest() {
    let old = Array(0..<20)
    #expect(pairs(old, old).count == 20)
    #expect(pairs(old, Array(old[5...] + old[..<5])).map(\.old) == Array(5..<20))
    #expect(pairs(old, Array(old.reversed())).count == 1)
    #expect(pairs(old, [30] + old.filter { $0 % 3 != 0 } + [31]).count == 13)
    #expect(pairs([4, 0, 5, 1, 2, 6], [6, 0, 1, 5, 2, 4]).count == 3)
    #expect(pairs(old, []).isEmpty)
    #expect(pairs([], old).isEmpty)
  }

  @Test("elements that occur often are paired beside those that occur once")
  func repeated() {
    let old = [9, 7, 7, 1, 7, 7, 2, 7, 8]
    let new = [7, 7, 1, 7, 7, 5, 7, 2, 7]
    #expect(pairs(old, new).map(\.old) == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test(
    "a difference is passed over if a quarter of some window is the same, else of a larger one",
    arguments: [
      // The smallest window has 16 elements, the next ones 64 and 256.
      (1, 12, true), (1, 13, false), (16, 12, true), (16, 13, false), (63, 47, true),
      (63, 48, false), (64, 48, true), (64, 49, false), (255, 192, false), (256, 192, true),
      (256, 193, false), (.max, 193, true), (.max, 1000, true),
    ])
  func windows(limit: Int, difference: Int, isPassed: Bool) {
    let (same, inserted) = (Array(0..<400), Array(1000..<(1000 + difference)))
    // The common end is always paired.
    let pairs = pairs(same + [-1, -2], inserted + same + [-3, -2], limit: limit)
    #expect(pairs.count == (isPassed ? 401 : 1))
  }
}
