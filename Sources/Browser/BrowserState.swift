import Searching
package import Terminal

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

/// Finds the pictures of entries, and positions them.
package struct Pictures {
  /// Finds a picture by its name; `nil` if the terminal draws none.
  package var find: ((String) -> PictureFile?)?
  /// The height of a cell of the terminal divided by its width.
  package var cellShape = 2.0
  /// The last picture that was looked for, with its name.
  private var last: (name: String, file: PictureFile?)?

  /// A picture at the right end of some rows.
  mutating func placed(_ name: String, in area: Range<Int>, columns: Int) -> PlacedPicture? {
    guard let find else { return nil }
    if last?.name != name { last = (name, find(name)) }
    return last?.file.map {
      PlacedPicture($0, in: area, end: columns, limit: columns / 3, cellShape: cellShape)
    }
  }
}

/// A filter of the list: its text and options, and the rows that it has found.
struct Filter {
  /// Whether the rows found match the line as it is now.
  enum Status {
    case current
    /// More was typed.
    case outdated
    /// The expression is unfinished.
    case unfinished
  }

  var line = InputLine()
  var terms: Terms
  /// The rows found last; `nil` before the first search.
  var found: FoundRows?
  var status = Status.current
  /// The selection and the first row from before the filter.
  var before: ListState.Position
  var earlier = LineRecall()

  init(before: ListState.Position, _ terms: Terms) { (self.before, self.terms) = (before, terms) }

  /// How a text is searched for.
  struct Terms {
    var fields = SearchedFields.all
    var isExpression = false
    var isAccentSensitive = false
    var findsReadings = true

    /// The options in words, for the end of the filter's line.
    var shown: String {
      let scope =
        switch fields {
        case .all: "all fields"
        case .keyNames: "keys"
        case .label: "label"
        case .detail: "detail"
        case .labelAndDetail: "label, detail"
        case .keys(let keys): VisibleText.shown(keys.joined(separator: ", "))
        }
      let kinds =
        (isExpression ? ["expression"] : []) + (isAccentSensitive ? ["accents"] : [])
        + (findsReadings && !isExpression ? ["readings"] : [])
      return ([scope] + kinds).joined(separator: " · ")
    }
  }
}
