/// What is done to sections of an outline, or to rows that unfold.
package enum Folding: Sendable {
  case expand, collapse
  case toggle
  /// Opens one and closes those that are neither around it nor in it.
  case accordion

  /// Whether what is open or closed is open afterwards.
  package func opens(isClosed: Bool) -> Bool {
    switch self {
    case .expand, .accordion: true
    case .collapse: false
    case .toggle: isClosed
    }
  }
}
