package import ICUText

/// A record that cannot be decided: no field that could be searched matches, and an expression was
/// too expensive for another field. Neither a search nor its inverse finds it.
package struct UndecidedRecord: Equatable, Sendable {
  let record: Int
  package let failure: RegularExpression.Failure
}

extension [UndecidedRecord] {
  /// The message about the first record, whose address is given, and the number of others.
  package func message(at address: String) -> String? {
    guard let first else { return nil }
    // A text that is too expensive is often long, and may be a name in the address.
    let place = address.count > 100 ? address.prefix(99) + "…" : address[...]
    let others = count == 2 ? "another entry" : "\(count - 1) other entries"
    return "\(place): the expression failed: \(first.failure)"
      + (count > 1 ? "; so did \(others)" : "")
  }
}
