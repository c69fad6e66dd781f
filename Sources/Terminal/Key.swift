import Platform

/// What a person does at a terminal: a key, pasted text, or the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter or sign with the control key, in lower case.
  case control(Character)
  /// A character with the Alt key. Left and right arrows with Alt or Ctrl are Alt-B and Alt-F.
  case meta(Character)
  case enter, tab, backTab, escape, backspace, insert, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 to F12, by their numbers.
  case function(Int)
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
  /// Removes the first key or, as pasted text, all characters that come first: a terminal without
  /// bracketed paste sends pasted text as keys. Blanks alone come from a key that is held down.
  package mutating func removeFirstText() -> Key {
    var text = ""
    for key in self {
      guard case .character(let letter) = key else { break }
      text.append(letter)
    }
    // Each character of a key is one scalar.
    let count = text.unicodeScalars.count
    guard count > 1, text.contains(where: { $0 != " " }) else { return removeFirst() }
    removeFirst(count)
    return .paste(text)
  }
}

extension Key {
  /// The key as it goes into a line: line ends inside pasted text become one blank; line ends
  /// around it are left out.
  package var onOneLine: Key {
    guard case .paste(let text) = self, text.contains(where: \.isNewline) else { return self }
    let lines = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
    return .paste(lines.joined(separator: " "))
  }

  /// The key as people call it: `Ctrl-R`, `PgUp`, `↓`.
  package var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-" + character.uppercased()
    case .meta("\u{7F}"): "Alt-Backspace"
    case .meta(let character): "Alt-" + character.uppercased()
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
    case .function(let number): "F\(number)"
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

extension Key: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

extension Key {
  /// The text that the key inserts when it is quoted; `nil` if it sends a sequence.
  var literal: String? {
    switch self {
    case .character(let character): String(character)
    case .control(let character):
      character.asciiValue.map { String(Unicode.Scalar($0 & 0x1F)) }.flatMap {
        $0 == "\0" ? nil : $0
      }
    case .enter: "\n"
    case .tab: "\t"
    case .escape: "\u{1B}"
    case .backspace: "\u{7F}"
    case .paste(let text): text
    default: nil
    }
  }
}

/// The keys that a terminal has been given for erasing and ending, such as by `stty erase`.
package struct ControlKeys: Sendable {
  /// For each key that is read as another key, the other key.
  private var meanings: [Key: Key] = [:]

  package init() {}

  /// - Parameter terminal: A descriptor; if it is not a terminal, all keys are read as themselves.
  package init(terminal: Int32) {
    var modes = termios()
    let hasModes = tcgetattr(terminal, &modes) == 0
    let codes = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    self.init { hasModes ? codes[Int($0)] : 0 }
  }

  /// - Parameter code: Returns the terminal's character with a number, such as `VERASE`.
  package init(_ code: (Int32) -> UInt8) {
    let numbers: [(Int32, Key)] = [
      (VERASE, .backspace), (VKILL, .control("u")), (VWERASE, .control("w")),
      (VEOF, .control("d")), (VINTR, .control("c")), (VLNEXT, .control("v")),
    ]
    for (number, meaning) in numbers {
      let byte = code(number)
      // These values mean that there is no such character.
      if byte == 0 || byte == 0xFF { continue }
      var parser = KeyParser()
      guard let key = (parser.take(CollectionOfOne(byte)) + parser.flush()).first else { continue }
      if meanings[key] == nil, key != meaning { meanings[key] = meaning }
    }
  }

  package subscript(key: Key) -> Key { meanings[key] ?? key }
}
