import Searching
import Terminal

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
  var earlier = EarlierLines()

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
