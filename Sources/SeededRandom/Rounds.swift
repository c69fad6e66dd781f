import Platform

/// How much of what is random or exhaustive tests do.
package enum Rounds {
  /// Whether `CARDEX_FUZZ` asks for more than there is time for otherwise.
  package static let areMany = getenv("CARDEX_FUZZ") != nil

  /// How many rounds there are, if there are so many usually.
  package static func of<Number: BinaryInteger>(_ usual: Number) -> Number {
    areMany ? usual * 20 : usual
  }
}
