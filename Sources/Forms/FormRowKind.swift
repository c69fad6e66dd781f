import Catalogues

/// What rows of a kind look like, and what is entered in them.
///
/// A kind is one type that conforms to this, and one line in `FormRowKinds.all`.
protocol FormRowKind: Sendable {
  /// Words of which identifiers of rows of the kind hold one, in lower case.
  var identifiers: [String] { get }

  /// How a row is shown.
  func look(of row: FormRow, _ style: RowLook.Style) -> RowLook

  /// What a row says in the title of the row that it belongs to; `nil` if nothing.
  func summary(of row: FormRow) -> String?

  /// Whether what rows next to each other say is one text.
  var isJoined: Bool { get }

  /// Whether rows of the kind that belong to the same row are choices of which one is taken.
  var isExclusive: Bool { get }

  /// Whether what a row says depends on the language of dates.
  var dependsOnLanguage: Bool { get }

  /// Enters a text in a row. Afterwards the title of the row that it belongs to is made anew.
  ///
  /// - Throws: `FormError` if the text cannot be entered there.
  func enter(_ text: String, in row: FormRow) throws(FormError)

  /// Takes a choice instead of the others.
  func choose(_ row: FormRow)

  /// Texts that can be entered, if they are few.
  func choices(of row: FormRow) -> [String]
}

extension FormRowKind {
  var isJoined: Bool { false }

  var isExclusive: Bool { false }

  var dependsOnLanguage: Bool { false }

  func choose(_ row: FormRow) {}

  func choices(of row: FormRow) -> [String] { [] }
}

/// The kinds of rows that something is entered in.
enum FormRowKinds {
  /// In the order in which they are tried.
  static let all: [any FormRowKind] = [
    TextRow(), DateRow(), SwitchRow(), SliderRow(), ChoiceRow(),
  ]
}

extension FormRow {
  /// The kind that its identifier tells; `nil` for a row that only shows something, or an unknown kind.
  var kind: (any FormRowKind)? {
    let words = IdentifierWords(text(.cellIdentifier))
    return FormRowKinds.all.first { $0.identifiers.contains(where: words.contains) }
  }
}
