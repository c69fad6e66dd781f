import Catalogues
import Editing
import ICUText
import Language
import Terminal

/// A list that fills the screen until one of its choices is taken. Typing narrows the list to the
/// choices that contain all typed words.
struct ChoiceList {
  struct Choice {
    let text: StyledText
    /// The note at the right edge, such as a key.
    let note: String
    let take: (Browser) -> Void

    init(_ text: StyledText, note: String = "", take: @escaping (Browser) -> Void) {
      (self.text, self.note, self.take) = (text, VisibleText.shown(note), take)
    }

    init(label: String, note: String = "", take: @escaping (Browser) -> Void) {
      self.init(StyledText(VisibleText.shown(label)), note: note, take: take)
    }
  }

  /// What a key asks for, apart from changing the list.
  enum Outcome {
    case stay, leave, redraw
    case take(Choice)
    /// Shows the page or list that Tab leads to.
    case turn((Browser) -> Void)
  }

  let title: String
  /// What Tab shows instead, and its name.
  var other: (name: String, show: (Browser) -> Void)?
  private let choices: [Choice]
  /// The texts of the choices, folded for comparison.
  private let folded: [String]
  private var line = InputLine()
  /// The choices that contain all words of the line.
  private var found: [Choice]
  private var selection: Int
  /// How many lines of the selected choice are above the screen, if it has more lines than fit.
  private var hiddenLines = 0

  init(title: String, choices: [Choice], selecting selection: Int = 0) {
    (self.title, self.choices, self.selection) = (title, choices, selection)
    found = choices
    folded = choices.map { ChoiceList.folded($0.text.text) }
  }

  private static func folded(_ text: String) -> String {
    String(decoding: CaseFolding().fold(text), as: UTF8.self)
  }

  mutating func take(_ key: Key, _ size: Size, _ settings: Browser.Settings) -> Outcome {
    let lines = Lines(self, size, settings)
    switch key {
    case .escape where !line.isEmpty:
      line.clear()
      find()
    case .escape, .control("c"), .control("q"), .control("x"): return .leave
    case .enter: return found.isEmpty ? .stay : .take(found[selection])
    case .tab where other != nil: return other.map { .turn($0.show) } ?? .stay
    case .up, .backTab: move(-1, lines)
    case .down, .tab: move(1, lines)
    case .pageUp: select(selection - 10)
    case .pageDown: select(selection + 10)
    case .home: select(0)
    case .end: select(found.count - 1)
    case .control("l"): return .redraw
    case .mouse(let mouse):
      if mouse.action == .wheelUp { select(selection - 3) }
      if mouse.action == .wheelDown { select(selection + 3) }
      if mouse.action == .press, let index = lines.choice(atRow: mouse.row) {
        return .take(found[index])
      }
    default:
      line.take(key.onOneLine)
      find()
    }
    return .stay
  }

  private mutating func find() {
    let words = ChoiceList.folded(line.text).split(separator: " ")
    let typed = words.joined(separator: " ")
    let all = zip(choices, folded).filter { _, text in
      words.allSatisfy { text.contains($0) }
    }
    // Choices that begin with the typed text come first.
    found = (all.filter { $1.hasPrefix(typed) } + all.filter { !$1.hasPrefix(typed) }).map(\.0)
    select(0)
  }

  private mutating func select(_ index: Int) {
    (selection, hiddenLines) = (max(0, min(index, found.count - 1)), 0)
  }

  /// Goes to the next or the previous choice, or to lines of this choice that are not visible.
  private mutating func move(_ direction: Int, _ lines: Lines) {
    if found.isEmpty { return }
    let hidden = lines.of(selection).count - lines.area.count
    let new = max(min(hiddenLines + direction * lines.area.count, hidden), 0)
    if new != hiddenLines { hiddenLines = new } else { select(selection + direction) }
  }

  // MARK: Drawing

  /// Where the choices are on a screen.
  private struct Lines {
    let list: ChoiceList
    let size: Size
    let settings: Browser.Settings
    /// The rows of the screen that show choices.
    let area: Range<Int>
    /// The column where notes end; at most 100, so that a note stays near its choice.
    let edge: Int

    init(_ list: ChoiceList, _ size: Size, _ settings: Browser.Settings) {
      (self.list, self.size, self.settings) = (list, size, settings)
      edge = min(size.columns, 100)
      let first = size.rows >= 4 ? 2 : size.rows >= 2 ? 1 : 0
      area = Range(
        cellsFrom: first, to: max(size.rows >= 3 ? size.rows - 1 : size.rows, first + 1))
    }

    func hasNote(_ index: Int) -> Bool {
      let width = DisplayWidth.of(list.found[index].note)
      return width > 0 && edge > width + 12
    }

    /// The lines of a choice.
    func of(_ index: Int) -> [StyledText] {
      let choice = list.found[index]
      let width = hasNote(index) ? edge - DisplayWidth.of(choice.note) - 2 : size.columns
      return choice.text.wrapped(
        to: width - 2, ellipsis: settings.isASCII ? "..." : "…")
    }

    /// The visible lines, each with its choice, around the selected choice.
    var seen: [(index: Int, isFirst: Bool, text: StyledText)] {
      if list.found.isEmpty { return [] }
      var shown = [
        (index: list.selection, lines: Array(of(list.selection).dropFirst(list.hiddenLines)))
      ]
      var (above, below) = (list.selection - 1, list.selection + 1)
      var height = shown[0].lines.count
      func addAbove(upTo room: Int) {
        while above >= 0, list.hiddenLines == 0 {
          let lines = of(above)
          if height + lines.count > room { return }
          shown.insert((above, lines), at: 0)
          (above, height) = (above - 1, height + lines.count)
        }
      }
      addAbove(upTo: max(area.count / 2, height))
      while height < area.count, below < list.found.count {
        shown.append((below, of(below)))
        (below, height) = (below + 1, height + shown[shown.count - 1].lines.count)
      }
      addAbove(upTo: area.count)
      return shown.flatMap { index, lines in
        lines.enumerated().map { (index, $0 == 0, $1) }
      }
    }

    func choice(atRow row: Int) -> Int? {
      let seen = seen
      guard area.contains(row), seen.indices.contains(row - area.lowerBound) else { return nil }
      return seen[row - area.lowerBound].index
    }
  }

  func frame(_ size: Size, _ settings: Browser.Settings) -> Frame {
    var frame = Frame(size)
    let lines = Lines(self, size, settings)
    let (first, end) = (lines.area.lowerBound, lines.area.upperBound)
    if first == 2 { frame.write(title: title, isASCII: settings.isASCII) }
    for (row, (index, isFirst, text)) in zip(lines.area, lines.seen) {
      let isSelected = index == selection
      if isSelected, isFirst { frame.write(settings.isASCII ? ">" : "▸", row: row, column: 0) }
      frame.draw(text, row: row, column: 2, in: settings.theme)
      if isFirst, lines.hasNote(index) {
        let note = found[index].note
        frame.write(
          note, row: row, column: lines.edge - DisplayWidth.of(note) - 1,
          style: CellStyle(.dimmed))
      }
      if isSelected {
        frame.restyle(row: row, 0..<size.columns) { $0.selected(in: settings.theme) }
      }
    }
    if found.isEmpty {
      frame.write("nothing found", row: first, column: 2, style: CellStyle(.dimmed))
    }
    if size.rows >= 3 {
      let hints =
        [Hint("⏎ chooses", .enter), Hint("Esc closes", .escape)]
        + (other.map { [Hint("Tab \($0.name)", .tab)] } ?? [])
      frame.write(hints: hints, row: end, isASCII: settings.isASCII)
    }
    if first > 0 {
      let start = frame.write(
        "/ ", row: first - 1, column: 0, style: CellStyle(.bold, settings.theme.focus))
      line.draw(in: &frame, row: first - 1, column: min(start, size.columns - 1), end: size.columns)
    }
    return frame
  }
}

extension Browser {
  func handle(_ key: Key, in choice: ChoiceList) {
    var choice = choice
    let step = choice.take(key, state.size, settings)
    mode = .choice(choice)
    switch step {
    case .stay: break
    case .redraw: needsRedraw = true
    case .leave: mode = .list
    case .take(let chosen):
      mode = .list
      chosen.take(self)
    case .turn(let show):
      mode = .list
      show(self)
    }
  }

  /// Shows all actions with their keys, to choose from.
  func chooseAction() {
    let bindings = state.keys.bindings.filter { ![.menu, .cancel].contains($0.action) }
    mode = .choice(
      ChoiceList(
        title: "What to do",
        choices: bindings.map { binding in
          ChoiceList.Choice(
            label: binding.help, note: binding.keys.isEmpty ? "" : binding.shown
          ) { $0.perform(binding.action) }
        }))
  }

  func chooseBookmark() {
    let bookmarks = session.state.bookmarks
    if bookmarks.isEmpty { return complain("there are no bookmarks") }
    mode = .choice(
      ChoiceList(
        title: "Bookmarks",
        choices: bookmarks.map { address in
          ChoiceList.Choice(label: address) { $0.go(to: address) }
        }))
  }

  /// Selects the item at an address, without a filter.
  private func go(to address: String) {
    guard let item = try? session.book.item(at: Address(address)) else {
      return complain("\(address) is no longer here")
    }
    go(to: item)
  }

  /// Selects an item, without a filter.
  func go(to item: Item) {
    endFilter()
    if case .entry(let entry) = item { openRows(around: entry) }
    select(item)
  }

  /// Shows how each item has changed, to choose from; Tab shows the text that saving would change.
  func chooseDifference() {
    let differences: [ItemDifference]
    progress.begin("comparing …")
    do throws(SessionError) {
      differences = try session.differences.inWords()
    } catch {
      return report(error)
    }
    // What differs may be comments and blanks, which do not belong to items.
    if differences.isEmpty { return showDifference() }
    let count = differences.count == 1 ? "1 item" : "\(differences.count) items"
    var list = ChoiceList(
      title: "What saving would change: \(count)",
      choices: differences.map { difference in
        ChoiceList.Choice(difference.words, note: difference.section) {
          $0.go(to: difference.place)
        }
      })
    list.other = ("text", { $0.showDifference() })
    mode = .choice(list)
  }
}
