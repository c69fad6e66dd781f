import Catalogues
import Forms
import ICUText
import Language
import Presentation
import Terminal

/// The last line, which says what can be done now.
extension BrowserView {
  /// Draws as many hints as fit, after what is being moved.
  func drawHints(in frame: inout Frame, row: Int) {
    var column = 0
    if case .list = state.mode, !list.taken.isEmpty {
      column = frame.write(wordsOfMove, row: row, column: 0, style: CellStyle(.bold)) + 2
    }
    frame.write(hints: hints, row: row, column: column, isASCII: settings.isASCII)
  }

  private var hints: [Hint] {
    let count = state.count > 0 ? "\(state.count)" : ""
    let begun = count + state.pending.map(\.name).joined()
    if !begun.isEmpty { return [Hint(begun + " …")] }
    switch state.mode {
    case .filter:
      return marks + [
        Hint("⏎ keep", .enter), Hint("Esc end, go back", .escape),
        Hint("^O fields", .control("o")), Hint("^E expression", .control("e")),
        Hint("^T accents", .control("t")), Hint("^R readings", .control("r")),
        Hint("↑ earlier", .up),
      ]
    case .fields(let form): return hints(of: form)
    case .list, .prompt, .question, .page, .choice, .conflicts: return hintsOfList
    }
  }

  /// An action by its key: `⏎ open`.
  private func hint(_ action: Action, _ words: String) -> Hint {
    Hint("\(state.keys.hint(action)) \(words)", keys: state.keys.keys(of: action))
  }

  private func hints(of form: FieldsForm) -> [Hint] {
    if form.line != nil {
      return [
        Hint("⏎ set", .enter), Hint("Esc leave as it was", .escape), Hint("← → Home End"),
        Hint("^W delete word", .control("w")), Hint("^U to start", .control("u")),
        Hint("^K to end", .control("k")),
      ]
    }
    let (change, remove) = (Hint("⏎ change", .enter), hint(.delete, "remove"))
    let own =
      switch form.selected?.control {
      case .text, .date: [change, remove]
      case .switch: [hint(.mark, "turn"), remove]
      case .number: [change, Hint("← → less, more"), remove]
      case .other: [remove]
      case .missing: [Hint("⏎ fill in", .enter)]
      case nil: [Hint]()
      }
    return own + [
      hint(.insert, "add"), Hint("Esc done", .escape), hint(.undo, "undo"), hint(.save, "save"),
    ]
  }

  private var hintsOfList: [Hint] {
    let isVi = state.keys.style == .vi
    if !list.taken.isEmpty {
      let typed = hint(.command, "type it")
      let (put, leave) = (Hint("⏎ put down here", .enter), Hint("Esc leave it", .escape))
      if list.filter?.found != nil {
        return [put, Hint("only places found are shown"), leave] + (isVi ? [typed] : [])
      }
      let find = isVi ? hint(.filter, "find a place") : Hint("letters find a place")
      return [put, leave, find, typed]
    }
    let (help, menu) = (hint(.help, "keys"), hint(.menu, "menu"))
    let find = isVi ? [hint(.filter, "filter")] : []
    let mark = hint(.mark, list.isSwitch ? "turn" : "mark")
    if settings.isPicking {
      return marks + [Hint("⏎ choose", .enter)] + find + [mark, help, hint(.quit, "quit")]
    }
    let (move, delete) = (hint(.take, "move"), hint(.delete, "delete"))
    if !list.marked.isEmpty {
      let leave = list.filter == nil ? "Esc unmark" : "Esc end filter"
      return marks + [mark, move, delete, Hint(leave, .escape), help]
    }
    let insert = hint(.insert, "new")
    let end = Hint("Esc end filter, go back", .escape)
    if list.rows.count == 0 {
      if list.filter == nil { return [insert, help, hint(.quit, "quit"), menu] }
      let erase = [Hint("^W delete word", .control("w")), hint(.scope, "fields")]
      return [end] + (isVi ? find : erase) + [help, menu]
    }
    let (open, edit) = (Hint("⏎ open", .enter), hint(.edit, "edit"))
    if list.filter != nil {
      return isVi
        ? [open, end, mark, edit, move, delete, help]
        : [open, end, edit, move, delete, hint(.scope, "fields"), menu]
    }
    let saving = session.isDirty ? [hint(.save, "save"), hint(.undo, "undo")] : []
    if isVi {
      return find + [open, mark, edit] + saving
        + [help, hint(.quit, "quit"), insert, move, delete]
    }
    return [open, insert, edit] + saving + [delete, hint(.quit, "quit"), help, menu, mark, move]
  }

  /// How many items are marked, and how many of them are not visible; empty if none is marked.
  private var marks: [Hint] {
    if list.marked.isEmpty { return [] }
    let hidden = list.hiddenMarkCount
    return [Hint("\(list.marked.count) marked" + (hidden > 0 ? ", \(hidden) not shown" : ""))]
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
