import Platform

/// The number of rounds of random and exhaustive tests.
package enum Rounds {
  /// Whether `CARDEX_FUZZ` requests more rounds than there is usually time for.
  package static let areMany = getenv("CARDEX_FUZZ") != nil

  /// The number of rounds to run, given the usual number.
  package static func of<Number: BinaryInteger>(_ usual: Number) -> Number {
    areMany ? usual * 20 : usual
  }
}
