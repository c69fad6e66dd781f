import Catalogues
import ICUText
import Language
import Terminal

/// A list that fills the screen until one of its choices is taken; what is typed leaves those that hold
/// all of its words.
struct ChoiceList {
  struct Choice {
    let label: String
    /// What is at the right edge, such as a key.
    var note = ""
    let take: (Browser) -> Void
  }

  /// What a key asks for, apart from changing the list.
  enum Step {
    case stay, leave, redraw
    case take(Choice)
  }

  let title: String
  private let choices: [Choice]
  /// The choices as they are compared.
  private let folded: [String]
  private var line = InputLine()
  private var selection = 0

  init(title: String, choices: [Choice]) {
    (self.title, self.choices) = (title, choices)
    folded = choices.map { ChoiceList.folded($0.label) }
  }

  private static func folded(_ text: String) -> String {
    String(decoding: CaseFolding().fold(text), as: UTF8.self)
  }

  /// The choices that hold all words.
  private var found: [Choice] {
    let words = ChoiceList.folded(line.text).split(separator: " ")
    let typed = words.joined(separator: " ")
    let found = zip(choices, folded).filter { _, text in
      words.allSatisfy { text.contains($0) }
    }
    // Those that begin with what is typed come first.
    let (first, others) = (
      found.filter { $1.hasPrefix(typed) }, found.filter { !$1.hasPrefix(typed) }
    )
    return (first + others).map(\.0)
  }

  mutating func take(_ key: Key) -> Step {
    let found = found
    switch key {
    case .escape where !line.isEmpty:
      line.clear()
      select(0)
    case .escape, .control("c"), .control("q"), .control("x"): return .leave
    case .enter: return found.isEmpty ? .stay : .take(found[selection])
    case .up, .backTab: select(selection - 1)
    case .down, .tab: select(selection + 1)
    case .pageUp: select(selection - 10)
    case .pageDown: select(selection + 10)
    case .home: select(0)
    case .end: select(found.count - 1)
    case .control("l"): return .redraw
    case .mouse(let mouse):
      if mouse.action == .wheelUp { select(selection - 3) }
      if mouse.action == .wheelDown { select(selection + 3) }
    default:
      line.take(key)
      select(0)
    }
    return .stay
  }

  private mutating func select(_ index: Int) { selection = max(0, min(index, found.count - 1)) }

  func frame(_ size: Size, _ settings: Browser.Settings) -> Frame {
    var frame = Frame(size)
    let found = found
    let first = size.rows >= 4 ? 2 : size.rows >= 2 ? 1 : 0
    let end = size.rows >= 3 ? size.rows - 1 : size.rows
    if first == 2 { frame.write(title, row: 0, column: 0, style: CellStyle(.bold)) }
    let room = max(end - first, 1)
    let top = max(0, min(selection - room / 2, found.count - room))
    for (row, index) in zip(first..<end, top..<max(found.count, top)) {
      let (choice, isSelected) = (found[index], index == selection)
      let width = DisplayWidth.of(VisibleText.shown(choice.note))
      let hasNote = width > 0 && size.columns > width + 12
      if isSelected { frame.write(settings.isASCII ? ">" : "▸", row: row, column: 0) }
      frame.write(
        choice.label, row: row, column: 2, end: hasNote ? size.columns - width - 2 : size.columns)
      if hasNote {
        frame.write(
          choice.note, row: row, column: size.columns - width - 1, style: CellStyle(.dimmed))
      }
      if isSelected {
        frame.restyle(row: row, 0..<size.columns) { $0.selected(in: settings.theme) }
      }
    }
    if found.isEmpty, first < end {
      frame.write("nothing found", row: first, column: 2, style: CellStyle(.dimmed))
    }
    if size.rows >= 3 {
      frame.write(hints: ["⏎ chooses", "Esc closes"], row: end, isASCII: settings.isASCII)
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
    let step = choice.take(key)
    mode = .choice(choice)
    switch step {
    case .stay: break
    case .redraw: needsRedraw = true
    case .leave: mode = .list
    case .take(let chosen):
      mode = .list
      chosen.take(self)
    }
  }

  /// All that can be done, with the keys that do it.
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
          ChoiceList.Choice(label: address) { $0.go(toBookmark: address) }
        }))
  }

  private func go(toBookmark address: String) {
    guard let item = try? session.book.item(at: Address(address)) else {
      return complain("\(address) is no longer here")
    }
    endFilter()
    select(item)
  }
}
