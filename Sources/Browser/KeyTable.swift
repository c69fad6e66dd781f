package import Terminal

/// What a key does while the list has the keys.
package enum Action: CaseIterable, Sendable {
  case up, down, pageUp, pageDown, first, last, left, right
  case open, fold, foldToggle, foldAll, unfoldAll, accordion
  case jump, filter, next, previous, bookmarks
  case letters, preview
  case edit, editText, insert, delete, mark, take, moveDown, moveUp, rename
  case undo, redo, difference, save, refresh, command
  case help, redraw, cancel, quit
}

/// A line of the table of keys.
package struct KeyBinding: Sendable {
  /// The ways to do it, each a sequence of keys.
  package let keys: [[Key]]
  package let action: Action
  package let help: String

  fileprivate init(_ action: Action, _ help: String, _ keys: [Key]...) {
    (self.keys, self.action, self.help) = (keys, action, help)
  }

  /// The keys as people call them: `j ↓`, `zM`.
  package var shown: String {
    keys.map { $0.map(\.name).joined() }.joined(separator: " ")
  }
}

/// The keys of the list: the one table that binds them, that `?` shows and that the manual prints.
package enum KeyTable {
  package struct Group: Sendable {
    package let title: String
    package let bindings: [KeyBinding]
  }

  package static let groups = [
    Group(
      title: "Look",
      bindings: [
        KeyBinding(.up, "the row above", [.up], ["k"]),
        KeyBinding(.down, "the row below", [.down], ["j"]),
        KeyBinding(.pageUp, "a screen up", [.pageUp], [.control("b")]),
        KeyBinding(.pageDown, "a screen down", [.pageDown], [.control("f")]),
        KeyBinding(.first, "the first row", [.home], ["g"]),
        KeyBinding(.last, "the last row", [.end], ["G"]),
        KeyBinding(.open, "open what is selected: fold it, fill it in, or edit it", [.enter]),
        KeyBinding(.left, "close a section or go to it; a slider: less", [.left], ["h"]),
        KeyBinding(.right, "open a section; a slider: more", [.right], ["l"]),
        KeyBinding(.fold, "open or close the section around", [.tab]),
        KeyBinding(.foldToggle, "the same", ["z", "a"]),
        KeyBinding(.foldAll, "close all sections", ["z", "M"]),
        KeyBinding(.unfoldAll, "open all sections", ["z", "R"]),
        KeyBinding(.accordion, "accordion: opening a section closes the others", ["A"]),
        KeyBinding(.letters, "under the letters of the language, or in sections", ["b"]),
        KeyBinding(.preview, "show or hide the fields below", ["v"]),
      ]),
    Group(
      title: "Find",
      bindings: [
        KeyBinding(.filter, "show only what matches, while you type", ["/"]),
        KeyBinding(.next, "the next entry that was found", ["n"]),
        KeyBinding(.previous, "the one before", ["N"]),
        KeyBinding(.jump, "the section that begins with the next key, or sounds so", ["'"]),
        KeyBinding(.bookmarks, "bookmark the entry, or remove its bookmark", ["B"]),
      ]),
    Group(
      title: "Change",
      bindings: [
        KeyBinding(.edit, "edit the fields", ["e"]),
        KeyBinding(.editText, "edit what is marked, or selected, as text in $EDITOR", ["E"]),
        KeyBinding(.insert, "insert an entry below", ["i"], [.insert]),
        KeyBinding(.delete, "delete", ["d"], [.delete]),
        KeyBinding(.mark, "mark for d and m; turn a switch, choose", [" "]),
        KeyBinding(.take, "take, then put down elsewhere", ["m"]),
        KeyBinding(.moveDown, "move down", ["J"]),
        KeyBinding(.moveUp, "move up", ["K"]),
        KeyBinding(.rename, "rename", ["r"]),
        KeyBinding(.undo, "undo", ["u"]),
        KeyBinding(.redo, "redo", [.control("r")]),
        KeyBinding(.difference, "show what saving would change", ["D"]),
        KeyBinding(.save, "save", ["s"]),
        KeyBinding(.refresh, "read the file again, keeping your edits", ["R"]),
        KeyBinding(.command, "run a command of the shell", [":"]),
      ]),
    Group(
      title: "Other",
      bindings: [
        KeyBinding(.help, "this table", ["?"]),
        KeyBinding(.redraw, "draw the screen again", [.control("l")]),
        KeyBinding(.cancel, "cancel what is under way; end the filter", [.escape]),
        KeyBinding(.quit, "quit; unsaved edits are asked about", ["q"], [.control("c")]),
      ]),
  ]

  package static let bindings = groups.flatMap(\.bindings)

  /// The table for the manual, in mdoc.
  package static var manual: String {
    let lists = groups.map { group in
      let items = group.bindings.map { binding in
        let keys = binding.keys.map { $0.map(\.mdocName).joined() }
        return ".It Ic " + keys.joined(separator: " , ") + "\n" + binding.help + "\n"
      }
      return ".Pp\n\(group.title):\n.Bl -tag -width \"PgDn, Ctrl-F\" -compact\n" + items.joined()
        + ".El\n"
    }
    return lists.joined()
  }

  package enum Match: Equatable {
    case action(Action)
    /// The beginning of a sequence.
    case prefix
    case none
  }

  package static func match(_ keys: [Key]) -> Match {
    found[keys] ?? .none
  }

  private static let found: [[Key]: Match] = {
    var found: [[Key]: Match] = [:]
    for binding in bindings {
      for keys in binding.keys {
        found[keys] = .action(binding.action)
        for length in 1..<keys.count { found[Array(keys.prefix(length))] = .prefix }
      }
    }
    return found
  }()
}

extension Key {
  /// The name, so that mdoc takes no sign of it for one of its own.
  fileprivate var mdocName: String {
    switch name {
    case "'": "\\(aq"
    case "?", ":": "\\&" + name
    default: name.replacing("-", with: "\\-")
    }
  }
}
