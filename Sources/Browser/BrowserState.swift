import Terminal

/// What the screen shows of a session, and what takes the keys.
struct BrowserState {
  /// What takes the keys.
  enum Mode {
    case list
    case filter
    case prompt(Prompt)
    case question(Question)
    case fields(FieldsForm)
    case page(TextPage)
    case choice(ChoiceList)
    case conflicts(ConflictPage)
  }

  struct Message {
    let text: String
    var isError = false
  }

  var size = Size(columns: 80, rows: 24)
  var list: ListState
  var mode = Mode.list
  /// The keys of a sequence that has begun.
  var pending: [Key] = []
  /// How often the next action is done; 0 unless a number was typed.
  var count = 0
  /// What the last line says until the next key.
  var message: Message?
  var showsFields = true
  /// How texts are searched for.
  var terms = Filter.Terms()
  /// Which keys do what in the list.
  let keys: KeyTable

  init(_ list: ListState, _ keys: KeyTable) { (self.list, self.keys) = (list, keys) }

  /// Whether what is typed in the list filters it.
  var filtersByTyping: Bool {
    if case .list = mode { keys.style == .search } else { false }
  }

  /// The lines of the message or the question at the bottom: half of the screen at most.
  func bottomLines(ellipsis: String) -> [String] {
    let text: String
    switch mode {
    case .question(let question): text = question.text
    case .list, .filter, .fields: text = message?.text ?? ""
    case .prompt, .page, .choice, .conflicts: return []
    }
    return VisibleText.lines(
      of: text, width: size.columns, limit: max(size.rows / 2, 1), ellipsis: ellipsis)
  }
}
