import ICUText
package import Terminal

/// Which keys do what.
package enum KeyStyle: String, CaseIterable, Sendable {
  /// Typed text is searched for; commands are on keys that no name contains.
  case search
  /// Letters are commands, as in vi.
  case vi
}

/// A line of the table of keys.
package struct KeyBinding: Sendable {
  package let action: Action
  package let help: String
  /// The sequences of keys that do the action; none if it is only in the menu.
  package let keys: [[Key]]
  /// What is shown if there are no keys: `letters`, which filter, or the key of the menu.
  fileprivate let sign: String

  /// The keys as people call them: `j ↓`, `zM`.
  package var shown: String {
    keys.isEmpty ? sign : keys.map { $0.map(\.name).joined() }.joined(separator: " ")
  }
}

/// The keys of the list: the one table that binds them, that `?` shows and that the manual prints.
package struct KeyTable: Sendable {
  package struct Group: Sendable {
    package let title: String
    package let bindings: [KeyBinding]
  }

  package let style: KeyStyle
  package let groups: [Group]
  private let found: [[Key]: Match]

  package static let search = KeyTable(.search)
  package static let vi = KeyTable(.vi)

  package static func of(_ style: KeyStyle) -> KeyTable { style == .search ? search : vi }

  private init(_ style: KeyStyle) {
    self.style = style
    groups = KeyTable.rows.map { title, rows in
      Group(
        title: title,
        bindings: rows.map { row in
          KeyBinding(
            action: row.action, help: row.help,
            keys: row.keys + (style == .search ? row.search : row.vi),
            sign: row.action == .filter ? "letters" : "F10")
        })
    }
    var found: [[Key]: Match] = [:]
    for binding in groups.flatMap(\.bindings) {
      for keys in binding.keys {
        found[keys] = .action(binding.action)
        for length in 1..<keys.count { found[Array(keys.prefix(length))] = .prefix }
      }
    }
    self.found = found
  }

  package var bindings: [KeyBinding] { groups.flatMap(\.bindings) }

  package enum Match: Equatable {
    case action(Action)
    /// The beginning of a sequence.
    case prefix
    case none
  }

  package func match(_ keys: [Key]) -> Match { found[keys] ?? .none }

  /// The action of a single key; `nil` for a key that does nothing by itself.
  func action(of key: Key) -> Action? {
    if case .action(let action) = match([key]) { action } else { nil }
  }

  // MARK: Names

  /// The short name of an action's keys, as in hints: `^S`, `⏎`, `dd`. For an action that is only
  /// in the menu, the key of the menu.
  func hint(_ action: Action) -> String { keys(of: action).map(\.shortName).joined() }

  /// The first keys of an action; for an action that is only in the menu, the key of the menu.
  func keys(of action: Action) -> [Key] {
    bindings.first { $0.action == action }?.keys.first ?? [.function(10)]
  }

  /// What a key does, for a message: `R: read the file again, keeping your edits`.
  func offer(_ action: Action) -> String {
    hint(action) + ": " + (bindings.first { $0.action == action }?.help ?? "")
  }

  /// The table for the manual, in mdoc.
  package var manual: String {
    let lists = groups.map { group in
      let items = group.bindings.map { binding in
        let keys = binding.keys.map { $0.map(\.mdocName).joined() }
        let shown = keys.isEmpty ? binding.sign : keys.joined(separator: " , ")
        return ".It Ic " + shown + "\n" + binding.help + "\n"
      }
      return ".Pp\n\(group.title):\n.Bl -tag -width \"PgDn, Ctrl-F\" -compact\n" + items.joined()
        + ".El\n"
    }
    return lists.joined()
  }

  // MARK: The table

  private struct Row {
    let action: Action
    let help: String
    /// The keys of both styles.
    let keys: [[Key]]
    let search: [[Key]]
    let vi: [[Key]]

    init(
      _ action: Action, _ help: String, _ keys: [Key]..., search: [[Key]] = [], vi: [[Key]] = []
    ) {
      (self.action, self.help, self.keys) = (action, help, keys)
      (self.search, self.vi) = (search, vi)
    }
  }

  private static let rows: [(title: String, rows: [Row])] = [
    (
      "Look",
      [
        Row(.up, "the row above", [.up], vi: [["k"]]),
        Row(.down, "the row below", [.down], vi: [["j"]]),
        Row(.pageUp, "a screen up", [.pageUp], vi: [[.control("b")]]),
        Row(.pageDown, "a screen down", [.pageDown], vi: [[.control("f")]]),
        Row(.first, "the first row", [.home], vi: [["g"]]),
        Row(.last, "the last row", [.end], vi: [["G"]]),
        Row(.open, "open what is selected: fold it, fill it in, or edit it", [.enter]),
        Row(.left, "close a section or go to it; a slider: less", [.left], vi: [["h"]]),
        Row(.right, "open a section; a slider: more", [.right], vi: [["l"]]),
        Row(.fold, "open or close the section around", [.tab], vi: [["z", "a"]]),
        Row(.foldAll, "close all sections", vi: [["z", "M"]]),
        Row(.unfoldAll, "open all sections", vi: [["z", "R"]]),
        Row(.accordion, "accordion: opening a section closes the others", vi: [["A"]]),
        Row(.letters, "under the letters of the language, or in sections", vi: [["b"]]),
        Row(.preview, "show or hide the fields", vi: [["v"]]),
      ]
    ),
    (
      "Find",
      [
        Row(.filter, "show only what matches, while you type", vi: [["/"]]),
        Row(
          .scope, "search all fields, the label, the detail, or one key", search: [[.control("o")]]),
        Row(.expression, "search for a regular expression, or for words"),
        Row(.accents, "tell letters with and without accents apart, or not"),
        Row(.readings, "find names also by their readings, or not"),
        Row(.searches, "earlier searches"),
        Row(.next, "the next entry that was found", vi: [["n"]]),
        Row(.previous, "the one before", vi: [["N"]]),
        Row(
          .jump, "the section that begins with the next key, or sounds so", search: [[.backTab]],
          vi: [["'"]]),
        Row(.bookmark, "bookmark the entry, or remove its bookmark", vi: [["B"]]),
        Row(.bookmarks, "go to a bookmark"),
      ]
    ),
    (
      "Change",
      [
        Row(.edit, "edit the fields", search: [[.function(2)]], vi: [["e"], [.function(2)]]),
        Row(
          .editText, "edit what is marked, or selected, as text in $EDITOR",
          search: [[.control("e")]], vi: [["E"]]),
        Row(
          .insert, "insert an entry below", search: [[.control("n")], [.insert]],
          vi: [["i"], [.insert]]),
        Row(.delete, "delete", search: [[.delete]], vi: [["x"], ["d", "d"], [.delete]]),
        Row(
          .deleteBelow, "delete the entries from here to the end of the section", vi: [["d", "G"]]),
        Row(.mark, "mark, to delete or move several; turn a switch, choose", [" "]),
        Row(.take, "take, then put down elsewhere", search: [[.control("t")]], vi: [["m"]]),
        Row(.moveDown, "move down", vi: [["J"]]),
        Row(.moveUp, "move up", vi: [["K"]]),
        Row(.rename, "rename", vi: [["r"]]),
        Row(.undo, "undo", search: [[.control("z")]], vi: [["u"]]),
        Row(.redo, "redo", search: [[.control("y")]], vi: [[.control("r")]]),
        Row(.difference, "show what saving would change", vi: [["D"]]),
        Row(.save, "save", search: [[.control("s")]], vi: [["s"]]),
        Row(.refresh, "read the file again, keeping your edits", vi: [["R"]]),
        Row(.command, "run a command of the shell", [":"]),
      ]
    ),
    (
      "Other",
      [
        Row(.help, "this table", ["?"], [.function(1)], search: [[.control("g")]]),
        Row(.menu, "all that can be done, to choose from", [.function(10)]),
        Row(.redraw, "draw the screen again", [.control("l")]),
        Row(.suspend, "suspend the program", vi: [[.control("z")]]),
        Row(.cancel, "cancel what is under way; end the filter", [.escape]),
        Row(
          .quit, "quit; unsaved edits are asked about",
          search: [[.control("q")], [.control("x")], [.control("c")]], vi: [["q"], [.control("c")]]),
      ]
    ),
  ]
}

extension Key {
  /// The name as hints have it.
  fileprivate var shortName: String {
    switch self {
    case .control(let character): "^" + character.uppercased()
    case .enter: "⏎"
    case .delete: "Del"
    case .insert: "Ins"
    default: name
    }
  }

  /// The name, with characters escaped that mdoc would interpret.
  fileprivate var mdocName: String {
    switch name {
    case "'": "\\(aq"
    case "?", ":": "\\&" + name
    default: name.replacing("-", with: "\\-")
    }
  }
}

/// What a key does while the list takes the keys.
package enum Action: CaseIterable, Sendable {
  case up, down, pageUp, pageDown, first, last, left, right
  case open, fold, foldAll, unfoldAll, accordion
  case filter, scope, expression, accents, readings, searches, next, previous, jump
  case bookmark, bookmarks
  case letters, preview
  case edit, editText, insert, delete, deleteBelow, mark, take, moveDown, moveUp, rename
  case undo, redo, difference, save, refresh, command
  case help, menu, redraw, suspend, cancel, quit
}

/// A hint in the last line: something that can be done now.
struct Hint {
  let text: String
  /// The keys that a click on the hint presses; none if the hint is only text.
  let keys: [Key]

  init(_ text: String, _ keys: Key...) { self.init(text, keys: keys) }

  init(_ text: String, keys: [Key]) { (self.text, self.keys) = (text, keys) }
}

extension Frame {
  /// Writes hints: as many as fit, each as a whole.
  mutating func write(hints: [Hint], row: Int, column: Int = 0, isASCII: Bool) {
    var end = column
    for hint in hints {
      let gap = end == column ? 0 : 2
      let text = isASCII ? hint.text.inASCII : hint.text
      let start = end + gap
      if start + DisplayWidth.of(text) > size.columns { break }
      end = write(
        String(repeating: " ", count: gap) + text, row: row, column: end, style: CellStyle(.dimmed))
      if !hint.keys.isEmpty {
        buttons.append(Button(row: row, columns: Range(cellsFrom: start, to: end), keys: hint.keys))
      }
    }
  }
}

extension String {
  /// The hint in ASCII, with words for other signs.
  fileprivate var inASCII: String {
    let words = ["⏎": "Enter", "←": "Left", "→": "Right", "↑": "Up", "…": "..."]
    return map { words[String($0)] ?? String($0) }.joined()
  }
}
