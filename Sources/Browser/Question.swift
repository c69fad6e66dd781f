import Terminal

/// A question that is answered by yes or no; Esc leaves everything as it is.
package struct Question {
  let text: String
  let yes: (Browser) -> Void
  let no: (Browser) -> Void
  let cancel: (Browser) -> Void

  package init(
    _ text: String, yes: @escaping (Browser) -> Void, no: @escaping (Browser) -> Void = { _ in },
    cancel: @escaping (Browser) -> Void = { _ in }
  ) {
    (self.text, self.yes, self.no, self.cancel) = (text, yes, no, cancel)
  }

  /// What a key answers, if it does.
  func answer(_ key: Key) -> ((Browser) -> Void)? {
    switch key {
    case "y", "Y", .enter: yes
    case "n", "N": no
    case .escape, .control("c"): cancel
    default: nil
    }
  }
}
