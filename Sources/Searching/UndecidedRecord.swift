package import ICUText

/// A record of which a search cannot tell whether it matches.
///
/// No field that could be searched matches. For another field an expression was too expensive, or
/// the expressions of the search had used up their budget in other records. Neither a search nor
/// its inverse finds the record.
package struct UndecidedRecord: Equatable, Sendable {
  let record: Int
  package let failure: RegularExpression.Failure
}

extension RegularExpression.Failure {
  /// The message about the first item with a failure, whose address is given, and the number of
  /// others.
  package func message(at address: String, others: Int) -> String {
    // A text that is too expensive is often long, and may be a name in the address.
    let shown = address.count > 100 ? address.prefix(99) + "…" : address[...]
    let rest = others == 1 ? "; another is" : "; \(others) others are"
    return "\(shown): the expression failed: \(self)"
      + (others > 0 ? rest + " undecided, too" : "")
  }
}
