/// What a person does at a terminal: a key, pasted text, or the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter or sign with the control key, in lower case.
  case control(Character)
  case enter, tab, backTab, escape, backspace, insert, delete
  case up, down, left, right, home, end, pageUp, pageDown
  case paste(String)
  case mouse(Mouse)
  /// The terminal's answer that it knows kitty's keyboard protocol.
  case keyboardReport
  /// The terminal's answer that it knows kitty's graphics protocol.
  case graphicsReport

  package struct Mouse: Hashable, Sendable {
    package enum Action: Sendable {
      case press, drag, release, wheelUp, wheelDown
    }

    package let action: Action
    /// Counted from 0.
    package let column: Int
    package let row: Int

    package init(_ action: Action, column: Int, row: Int) {
      (self.action, self.column, self.row) = (action, column, row)
    }
  }
}

extension [Key] {
  /// Removes the first key, or all letters that come first, as if pasted: a terminal without
  /// bracketed paste sends what is pasted as so many keys.
  package mutating func removeFirstText() -> Key {
    var text = ""
    for key in self {
      guard case .character(let letter) = key else { break }
      text.append(letter)
    }
    // Of keys, each letter is one scalar.
    let count = text.unicodeScalars.count
    guard count > 1 else { return removeFirst() }
    removeFirst(count)
    return .paste(text)
  }
}

extension Key {
  /// The key as people call it: `Ctrl-R`, `PgUp`, `↓`.
  package var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-" + character.uppercased()
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .insert: "Insert"
    case .delete: "Delete"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .paste: "paste"
    case .mouse(let mouse):
      switch mouse.action {
      case .press: "click"
      case .drag, .release: "drag"
      case .wheelUp, .wheelDown: "wheel"
      }
    case .keyboardReport, .graphicsReport: ""
    }
  }
}
