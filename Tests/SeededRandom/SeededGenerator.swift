/// A generator that yields the same numbers for the same seed on every platform: SplitMix64
/// (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A type that makes things of random numbers, such as texts, edits or property lists.
package protocol RandomSource {
  var generator: SeededGenerator { get set }
}

extension RandomSource {
  /// A number from 0 on that is below a limit.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  package mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }
}
