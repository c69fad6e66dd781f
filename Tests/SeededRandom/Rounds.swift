import Platform

/// The number of rounds of random and exhaustive tests.
package enum Rounds {
  /// Whether `CARDEX_FUZZ` requests more rounds than there is usually time for.
  package static let areMany = getenv("CARDEX_FUZZ") != nil

  /// How many times the usual number of rounds: the value of `CARDEX_FUZZ`.
  private static let factor = getenv("CARDEX_FUZZ").flatMap { Int(String(cString: $0)) } ?? 1

  /// The number of rounds to run, given the usual number.
  package static func of<Number: BinaryInteger>(_ usual: Number) -> Number {
    usual * Number(factor)
  }
}
