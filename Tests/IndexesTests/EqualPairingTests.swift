import Platform
import SeededRandom
import Testing

@testable import Searching

@Suite("Pairing what is the same, whatever its place")
struct EqualPairingTests {
  @Test(
    "the first of those that are alike is paired with the first",
    arguments: 1...100 as ClosedRange<UInt64>, [1, 3, 1000])
  func naive(_ seed: UInt64, _ hashes: Int) {
    var random = SeededGenerator(seed: seed)
    func list() -> [Int] {
      (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0..<15, using: &random)
      }
    }
    let (old, new) = (list(), list())
    var rest = Array(old.indices)
    var expected: [[Int]] = []
    for position in new.indices {
      guard let index = rest.firstIndex(where: { old[$0] == new[position] }) else { continue }
      expected.append([rest.remove(at: index), position])
    }
    // Some other elements have the same hash.
    let pairs = EqualPairing.pairs(
      Array(old.indices), Array(new.indices), oldHash: { old[$0] % hashes },
      newHash: { new[$0] % hashes }, isSame: { old[$0] == new[$1] })
    #expect(pairs.map { [$0.old, $0.new] } == expected)
  }
}
