/// A kind of row: which entries are rows of it, and what they show.
///
/// Each kind is a type in a file of `Kinds` and has a line in `RowKinds`.
protocol RowKind: Sendable {
  /// Words, in lower case, one of which is in the identifier of every row of the kind in a form.
  var identifiers: [String] { get }

  /// The types of the kind's rows in pages of settings.
  var specifiers: [String] { get }

  /// Whether an entry of this kind says so itself, for example by the name of a type. Other kinds,
  /// which are only guessed, count only where the rows of a catalogue differ.
  var isNamed: Bool { get }

  /// What a row shows; `nil` if it is not of this kind. A kind with identifiers or specifiers is
  /// asked only about rows that have one of them.
  func content(of row: FormRow) -> RowContent?
}

extension RowKind {
  var identifiers: [String] { [] }

  var specifiers: [String] { [] }

  var isNamed: Bool { true }
}

/// A kind of row that is filled in.
protocol InputKind: RowKind {
  /// What a row of a form without titles is called.
  var name: String { get }

  /// What has been entered, in readable form, which is also what a row contributes to the title of
  /// the row that it belongs to; `nil` if nothing.
  func summary(of row: FormRow) -> String?

  /// Whether the summaries of adjacent rows form one text.
  var isJoined: Bool { get }

  /// Whether rows of the kind that belong to the same row are mutually exclusive choices.
  var isExclusive: Bool { get }

  /// Whether one of the texts that can be entered is chosen.
  var isPicker: Bool { get }

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

  /// Why the value that a row has could not have been entered; `nil` if it could, or if another
  /// check finds that.
  func problem(of row: FormRow) -> String?

  /// Why an edit may not give a row the value that it has; `nil` if it may.
  func rejection(of row: FormRow) -> FormError?
}

extension InputKind {
  var isJoined: Bool { false }

  var isExclusive: Bool { false }

  var isPicker: Bool { false }

  var dependsOnLanguage: Bool { false }

  func summary(of row: FormRow) -> String? { content(of: row)?.detail }

  func choose(_ row: FormRow) {}

  func choices(of row: FormRow) -> [String] { [] }

  func problem(of row: FormRow) -> String? { nil }

  func rejection(of row: FormRow) -> FormError? { problem(of: row).map { .rejected($0) } }
}

/// All kinds of rows. The first one that matches an entry counts.
enum RowKinds {
  static let all: [any RowKind] =
    inputs + [PaneRow(), StyledRow(), BooleanRow(), ParagraphRow()]

  /// The kinds of rows that take input.
  static let inputs: [any InputKind] = [
    TextRow(), DateRow(), SwitchRow(), SliderRow(), ChoiceRow(), PickerRow(),
  ]
}

/// What a row says that it is.
enum RowType {
  /// The words of its identifier in a form.
  case cell(IdentifierWords)
  /// Its type in a page of settings: `PSSliderSpecifier`.
  case specifier(String)
  case none

  /// Whether a row of this type is of a kind; `nil` if only the rest of the row says so.
  func isNamed(_ kind: any RowKind) -> Bool? {
    switch self {
    case _ where kind.identifiers.isEmpty && kind.specifiers.isEmpty: nil
    case .cell(let words): kind.identifiers.contains(where: words.contains)
    case .specifier(let type): kind.specifiers.contains(type)
    case .none: false
    }
  }
}

extension FormRow {
  /// The kind that the row's type names; `nil` for a row that only shows something, or for an
  /// unknown kind.
  var kind: (any InputKind)? {
    let type = type
    return RowKinds.inputs.first { type.isNamed($0) == true }
  }

  /// The first of some kinds that the row is of, and what it shows.
  func shown(by kinds: [any RowKind]) -> (index: Int, content: RowContent)? {
    let type = type
    for (index, kind) in kinds.enumerated() where type.isNamed(kind) != false {
      if let content = kind.content(of: self) { return (index, content) }
    }
    return nil
  }
}
