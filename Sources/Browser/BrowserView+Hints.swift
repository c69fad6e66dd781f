import Catalogues
import Forms
import ICUText
import Language
import Presentation
import Terminal

/// The last line, which says what can be done now.
extension BrowserView {
  /// Draws what can be done now, as much as fits, after what is being moved.
  func drawHints(in frame: inout Frame, row: Int) {
    var column = 0
    if case .list = state.mode, !list.taken.isEmpty {
      column = frame.write(wordsOfMove, row: row, column: 0, style: CellStyle(.bold)) + 2
    }
    frame.write(hints: hints, row: row, column: column, isASCII: settings.isASCII)
  }

  private var hints: [String] {
    let count = state.count > 0 ? "\(state.count)" : ""
    let begun = count + state.pending.map(\.name).joined()
    if !begun.isEmpty { return [begun + " …"] }
    switch state.mode {
    case .filter:
      return [
        "⏎ keep", "Esc end, go back", "^O fields", "^E expression", "^T accents", "^R readings",
        "↑ earlier",
      ]
    case .fields(let form): return hints(of: form)
    case .list, .prompt, .question, .page, .choice, .conflicts: return hintsOfList
    }
  }

  /// An action by its key: `⏎ open`.
  private func hint(_ action: Action, _ words: String) -> String {
    "\(state.keys.hint(action)) \(words)"
  }

  private func hints(of form: FieldsForm) -> [String] {
    if form.line != nil {
      return [
        "⏎ set", "Esc leave as it was", "← → Home End", "^W delete word", "^U to start",
        "^K to end",
      ]
    }
    let remove = hint(.delete, "remove")
    let own =
      switch form.selected?.kind {
      case .text, .date: ["⏎ change", remove]
      case .switch: [hint(.mark, "turn"), remove]
      case .number: ["⏎ change", "← → less, more", remove]
      case .other: [remove]
      case .missing: ["⏎ fill in"]
      case nil: [String]()
      }
    return own + [hint(.insert, "add"), "Esc done", hint(.undo, "undo"), hint(.save, "save")]
  }

  private var hintsOfList: [String] {
    let isVi = state.keys.style == .vi
    if !list.taken.isEmpty {
      let typed = hint(.command, "type it")
      if list.filter?.found != nil {
        return ["⏎ put down here", "only places found are shown", "Esc leave it"]
          + (isVi ? [typed] : [])
      }
      return [
        "⏎ put down here", "Esc leave it", isVi ? "/ find a place" : "letters find a place", typed,
      ]
    }
    let (help, menu) = (hint(.help, "keys"), hint(.menu, "menu"))
    let find = isVi ? ["/ filter"] : []
    let mark = hint(.mark, list.isSwitch ? "turn" : "mark")
    if settings.isPicking {
      return ["⏎ choose"] + find + [mark, help, hint(.quit, "quit")]
    }
    let (move, delete) = (hint(.take, "move"), hint(.delete, "delete"))
    if !list.marked.isEmpty {
      return [
        "\(list.marked.count) marked", mark, move, delete,
        list.filter == nil ? "Esc unmark" : "Esc end filter", help,
      ]
    }
    let insert = hint(.insert, "new")
    if list.rows.count == 0 {
      return list.filter == nil
        ? [insert, help, hint(.quit, "quit"), menu]
        : ["Esc end filter, go back"] + (isVi ? find : ["^W delete word", hint(.scope, "fields")])
          + [help, menu]
    }
    let edit = hint(.edit, "edit")
    if list.filter != nil {
      return isVi
        ? ["⏎ open", "Esc end filter, go back", mark, edit, move, delete, help]
        : ["⏎ open", "Esc end filter, go back", edit, move, delete, hint(.scope, "fields"), menu]
    }
    let saving = session.isDirty ? [hint(.save, "save"), hint(.undo, "undo")] : []
    if isVi {
      return find + ["⏎ open", mark, edit] + saving
        + [help, hint(.quit, "quit"), insert, move, delete]
    }
    return ["⏎ open", insert, edit] + saving
      + [delete, hint(.quit, "quit"), help, menu, mark, move]
  }

  /// What is being moved: "Move Anna to …".
  private var wordsOfMove: String {
    let (ellipsis, catalogue) = (settings.isASCII ? "..." : "…", session.catalogue)
    var words = "\(list.taken.count) marked"
    if list.taken.count == 1, let item = list.taken.first {
      let name = catalogue.name(of: item)
      words =
        VisibleText.lines(
          of: name.isEmpty ? session.book.fullAddress(of: item) : name,
          width: max(size.columns / 2 - 12, 8), limit: 1, ellipsis: ellipsis)[0]
      if case .section(let section) = item {
        let count = catalogue.entryCount(of: section)
        words = "section \(words) (\(count) \(count == 1 ? "entry" : "entries"))"
      }
    }
    return "Move \(words) to \(ellipsis)"
  }
}

extension Frame {
  /// Writes what can be done: as much as fits, each hint as a whole.
  mutating func write(hints: [String], row: Int, column: Int = 0, isASCII: Bool) {
    var line = ""
    for hint in hints {
      let hint = isASCII ? hint.inASCII : hint
      let more = line.isEmpty ? hint : line + "  " + hint
      if column + DisplayWidth.of(more) > size.columns { break }
      line = more
    }
    write(line, row: row, column: column, style: CellStyle(.dimmed))
  }
}

extension String {
  /// The hint without other signs.
  fileprivate var inASCII: String {
    let words = ["⏎": "Enter", "←": "Left", "→": "Right", "↑": "Up", "…": "..."]
    return map { words[String($0)] ?? String($0) }.joined()
  }
}
