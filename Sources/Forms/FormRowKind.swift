import Catalogues

/// A kind of row: what it looks like, and what is entered in it.
///
/// A kind is one type that conforms to this protocol, and one line in `FormRowKinds.all`.
protocol FormRowKind: Sendable {
  /// Words, in lower case, one of which is in the identifier of every row of the kind.
  var identifiers: [String] { get }

  /// How a row is shown.
  func look(of row: FormRow, _ style: RowLook.Style) -> RowLook

  /// What a row contributes to the title of the row that it belongs to; `nil` if nothing.
  func summary(of row: FormRow) -> String?

  /// Whether the summaries of adjacent rows form one text.
  var isJoined: Bool { get }

  /// Whether rows of the kind that belong to the same row are mutually exclusive choices.
  var isExclusive: Bool { get }

  /// Whether the summary of a row depends on the language of dates.
  var dependsOnLanguage: Bool { get }

  /// Enters a text in a row. Afterwards the title of the row that it belongs to is updated.
  ///
  /// - Throws: `FormError` if the text cannot be entered there.
  func enter(_ text: String, in row: FormRow) throws(FormError)

  /// Makes a choice, replacing any other.
  func choose(_ row: FormRow)

  /// The texts that can be entered, if they are few.
  func choices(of row: FormRow) -> [String]
}

extension FormRowKind {
  var isJoined: Bool { false }

  var isExclusive: Bool { false }

  var dependsOnLanguage: Bool { false }

  func choose(_ row: FormRow) {}

  func choices(of row: FormRow) -> [String] { [] }
}

/// The kinds of rows that take input.
enum FormRowKinds {
  /// All kinds, in the order in which they are tried.
  static let all: [any FormRowKind] = [
    TextRow(), DateRow(), SwitchRow(), SliderRow(), ChoiceRow(),
  ]
}

extension FormRow {
  /// The kind that the row's identifier names; `nil` for a row that only shows something, or for an
  /// unknown kind.
  var kind: (any FormRowKind)? {
    let words = IdentifierWords(text(.cellIdentifier))
    return FormRowKinds.all.first { $0.identifiers.contains(where: words.contains) }
  }
}
