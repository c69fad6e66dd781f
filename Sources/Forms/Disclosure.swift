/// An operation on the disclosure of an outline's sections or of rows that expand.
package enum Disclosure: Sendable {
  case expand, collapse
  case toggle
  /// Opens one and closes all others except those that contain it or are inside it.
  case accordion

  /// Whether a section or row is open afterwards.
  package func opens(isClosed: Bool) -> Bool {
    switch self {
    case .expand, .accordion: true
    case .collapse: false
    case .toggle: isClosed
    }
  }
}
