import SeededRandom
import Testing

@testable import Storage

@Suite("Packed integers")
struct PackedIntegersTests {
  fileprivate static func packed(_ integers: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(packed: integers)
    return bytes
  }

  private static func unpacked(_ bytes: [UInt8]) throws(IndexDamage) -> [Int] {
    let packed = try PackedIntegers(StoredBytes(bytes))
    var integers: [Int] = []
    for index in 0..<packed.count { integers.append(try packed.integer(at: index)) }
    return integers
  }

  private static let examples: [[Int]] = [
    [], [0], [largest], [0, largest, 0], [5, 4, 3], Array(0..<64), Array(0..<65),
    Array(repeating: 7, count: 1000), (0..<300).reversed(), rising,
  ]
  private static let largest = 1 << 48 - 1
  private static let rising = (0..<10_000).map { (index: Int) -> Int in index * 150 + index % 13 }

  @Test("integers are read back one by one", arguments: examples)
  func roundTrip(integers: [Int]) throws {
    #expect(try Self.unpacked(Self.packed(integers)) == integers)
  }

  @Test("random integers are read back", arguments: 1...30)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let limit = 1 << Int.random(in: 1...48, using: &generator)
    let integers = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
      Int.random(in: 0..<limit, using: &generator)
    }
    #expect(try Self.unpacked(Self.packed(integers)) == integers)
    var prefixed: [UInt8] = [1, 2, 3]
    prefixed.append(packed: integers)
    #expect(Array(prefixed.dropFirst(3)) == Self.packed(integers))
  }

  @Test("evenly increasing integers take about a byte each")
  func size() {
    #expect(Self.packed(Self.rising).count < Self.rising.count)
  }

  @Test("the last integer not above a value is found")
  func search() throws {
    let examples: [[Int]] = [[], [3], [0, 0, 3, 5, 5, 8], Array(5..<200)]
    for integers in examples {
      let packed = try PackedIntegers(StoredBytes(Self.packed(integers)))
      for value in -1...400 {
        let expected = integers.lastIndex { $0 <= value }
        #expect(try packed.lastIndex(notAbove: value) == expected, "\(value)")
      }
    }
  }

  @Test("there are no integers outside the count", arguments: [-1, 3, 64, Int.max, Int.min])
  func outside(index: Int) throws {
    let packed = try PackedIntegers(StoredBytes(Self.packed([1, 2, 3])))
    #expect(throws: IndexDamage.self) { try packed.integer(at: index) }
  }

  @Test("an integer that is out of range is neither packed nor read")
  func outOfRange() async throws {
    let most = 1 << 48 - 1
    #expect(try Self.unpacked(Self.packed([most, 0, most])) == [most, 0, most])
    // The first integer of a block is in the directory, after the count.
    var bytes = Self.packed([most])
    for index in 0..<8 { bytes[8 + index] = index == 6 ? 1 : 0 }
    #expect(throws: IndexDamage.self) { try Self.unpacked(bytes) }
    await #expect(processExitsWith: .failure) { _ = PackedIntegersTests.packed([1 << 48]) }
    await #expect(processExitsWith: .failure) { _ = PackedIntegersTests.packed([-1, 5]) }
    await #expect(processExitsWith: .failure) { _ = PackedIntegersTests.packed([5, 1 << 48, 5]) }
  }

  @Test("damaged bytes give integers in range or an error", arguments: 1...20)
  func damage(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let integers = (0..<200).map { $0 * 150 + Int.random(in: 0..<100, using: &generator) }
    let original = Self.packed(integers)
    var different = 0
    for index in original.indices {
      var bytes = original
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
      do throws(IndexDamage) {
        let found = try Self.unpacked(bytes)
        #expect(found.allSatisfy(PackedIntegers.range.contains))
        if found != integers { different += 1 }
      } catch {
        different += 1
      }
    }
    #expect(different > 0)
    for length in original.indices.dropLast() {
      #expect(throws: IndexDamage.self) { try Self.unpacked(Array(original.prefix(length))) }
    }
  }
}
