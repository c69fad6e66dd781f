package import ICUText

/// A record of which it cannot be told whether it matches: no field that could be searched does, and
/// an expression was too hard for another one. It is found neither by a search nor by its inverse.
package struct UndecidedRecord: Equatable, Sendable {
  package let record: Int
  package let failure: RegularExpression.Failure

  package init(record: Int, failure: RegularExpression.Failure) {
    self.record = record
    self.failure = failure
  }
}

extension [UndecidedRecord] {
  /// What there is to say of the first, which is at an address, and how many others there are.
  package func message(at address: String) -> String? {
    guard let first else { return nil }
    // What is too hard is often long, and may be a name.
    let place = address.count > 100 ? address.prefix(99) + "…" : address[...]
    let others = count == 2 ? "another entry" : "\(count - 1) other entries"
    return "\(place): the expression failed: \(first.failure)"
      + (count > 1 ? "; so did \(others)" : "")
  }
}
