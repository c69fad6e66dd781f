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
    var line = ""
    for hint in hints {
      let hint = settings.isASCII ? hint.inASCII : hint
      let more = line.isEmpty ? hint : line + "  " + hint
      if column + DisplayWidth.of(more) > size.columns { break }
      line = more
    }
    frame.write(line, row: row, column: column, style: CellStyle(.dimmed))
  }

  private var hints: [String] {
    if !state.pending.isEmpty { return [state.pending.map(\.name).joined() + " …"] }
    switch state.mode {
    case .filter:
      return [
        "⏎ keep", "Esc end, go back", "Ctrl-O fields", "Ctrl-E expression", "Ctrl-T accents",
        "Ctrl-R readings", "↑ earlier",
      ]
    case .fields(let form): return hints(of: form)
    case .list, .prompt, .question, .page: return hintsOfList
    }
  }

  private func hints(of form: FieldsForm) -> [String] {
    if form.line != nil {
      return [
        "⏎ set", "Esc leave as it was", "← → Home End", "Ctrl-W delete word", "Ctrl-U to start",
        "Ctrl-K to end",
      ]
    }
    let own =
      switch form.selected?.kind {
      case .text: ["⏎ change", "d remove"]
      case .switch: ["Space turn", "d remove"]
      case .number: ["⏎ change", "← → less, more", "d remove"]
      case .other: ["d remove"]
      case .missing: ["⏎ fill in"]
      case nil: [String]()
      }
    return own + ["i add", "Esc done", "u undo", "s save"]
  }

  private var hintsOfList: [String] {
    if !list.taken.isEmpty {
      return list.filter?.found == nil
        ? ["⏎ put down here", "Esc leave it", "/ find a place", ": type it"]
        : ["⏎ put down here", "only places found are shown", "Esc leave it", ": type it"]
    }
    if settings.isPicking { return ["⏎ choose", "/ filter", "Space mark", "? keys", "q quit"] }
    if !list.marked.isEmpty {
      return [
        "\(list.marked.count) marked", "Space mark", "m move", "d delete",
        list.filter == nil ? "Esc unmark" : "Esc end filter", "? keys",
      ]
    }
    let mark = list.isSwitch ? "Space turn" : "Space mark"
    if list.filter != nil {
      return ["⏎ open", "Esc end filter, go back", mark, "e edit", "m move", "d delete", "? keys"]
    }
    return ["/ filter", "⏎ open", mark, "e edit"] + (session.isDirty ? ["s save", "u undo"] : [])
      + ["? keys", "q quit", "i insert", "m move", "d delete"]
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
        let count = catalogue.shownEntryCount(of: section)
        words = "section \(words) (\(count) \(count == 1 ? "entry" : "entries"))"
      }
    }
    return "Move \(words) to \(ellipsis)"
  }
}

extension String {
  /// The hint without other signs.
  fileprivate var inASCII: String {
    let words = ["⏎": "Enter", "←": "Left", "→": "Right", "↑": "Up", "…": "..."]
    return map { words[String($0)] ?? String($0) }.joined()
  }
}
