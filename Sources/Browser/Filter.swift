import Searching
import Terminal

/// What is filtered by, and what it has found.
struct Filter {
  /// Whether what was found is for the line as it is.
  enum Status {
    case current
    /// More was typed.
    case outdated
    /// The expression is unfinished.
    case unfinished
  }

  var line = InputLine()
  var terms: Terms
  /// What was found last; `nil` before anything was.
  var found: FoundRows?
  var status = Status.current
  /// What was selected and shown before.
  var before: ListState.Position
  var earlier = EarlierLines()

  init(before: ListState.Position, _ terms: Terms) { (self.before, self.terms) = (before, terms) }

  /// How a text is searched for.
  struct Terms {
    var fields = SearchedFields.all
    var isExpression = false
    var isAccentSensitive = false
    var findsReadings = true

    /// In words, for the end of the field.
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
