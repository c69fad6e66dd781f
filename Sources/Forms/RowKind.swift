/// A kind of row: which entries are rows of it, and what they show.
///
/// Each kind is a type in a file of `Kinds` and has a line in `RowKinds`.
protocol RowKind: Sendable {
  /// Words in lower case. In a form, a row is of this kind if its identifier has one of them.
  var identifiers: [String] { get }

  /// The types that rows of this kind have in pages of settings.
  var specifiers: [String] { get }

  /// Whether entries name this kind themselves, for example by a type. Other kinds are guessed, and
  /// count only if not all rows of a catalogue are of the kind.
  var isNamed: Bool { get }

  /// The content of a row; `nil` if the row is not of this kind. A kind with identifiers or
  /// specifiers is asked only about rows that match one of these.
  func content(of row: FormRow) -> RowContent?
}

extension RowKind {
  var identifiers: [String] { [] }

  var specifiers: [String] { [] }

  var isNamed: Bool { true }
}

/// A kind of row that is filled in.
protocol InputKind: RowKind {
  /// The name of a form's row that has no title.
  var name: String { get }

  /// The entered value in readable form; `nil` if there is none. It is also the row's part in the
  /// title of its owner.
  func summary(of row: FormRow) -> String?

  /// Whether the summaries of adjacent rows form one text.
  var isJoined: Bool { get }

  /// Whether rows of the kind that belong to the same row are mutually exclusive choices.
  var isExclusive: Bool { get }

  /// Whether the value is picked from the choices of a single row.
  var isPicker: Bool { get }

  /// Whether the summary of a row depends on the language of dates.
  var dependsOnLanguage: Bool { get }

  /// Enters a text in a row. The caller then updates the title of the row's owner.
  ///
  /// - Throws: `FormError` if the text cannot be entered there.
  func enter(_ text: String, in row: FormRow) throws(FormError)

  /// Makes a row the choice, instead of any other.
  func choose(_ row: FormRow)

  /// The texts that can be entered, if they are few.
  func choices(of row: FormRow) -> [String]

  /// Why the value of a row cannot be entered; `nil` if it can, or if another check finds the
  /// problem.
  func problem(of row: FormRow) -> String?

  /// Why an edit must not give a row its present value; `nil` if it may.
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

/// All kinds of rows. The first kind that matches an entry counts.
enum RowKinds {
  static let all: [any RowKind] =
    inputs + [PaneRow(), StyledRow(), BooleanRow(), ParagraphRow()]

  /// The kinds of rows that take input.
  static let inputs: [any InputKind] = [
    TextRow(), DateRow(), SwitchRow(), SliderRow(), ChoiceRow(), PickerRow(),
  ]
}

/// The type that a row declares.
enum RowType {
  /// The words of the row's identifier in a form.
  case cell(IdentifierWords)
  /// The row's type in a page of settings: `PSSliderSpecifier`.
  case specifier(String)
  case none

  /// Whether a row of this type is of a kind; `nil` if the type does not decide it.
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
  /// The kind of input that the row's type names; `nil` for a row without input, or of an unknown
  /// kind.
  var kind: (any InputKind)? {
    let type = type
    return RowKinds.inputs.first { type.isNamed($0) == true }
  }

  /// The index of the first of some kinds that the row is of, and the content that this kind shows.
  func shown(by kinds: [any RowKind]) -> (index: Int, content: RowContent)? {
    let type = type
    for (index, kind) in kinds.enumerated() where type.isNamed(kind) != false {
      if let content = kind.content(of: self) { return (index, content) }
    }
    return nil
  }
}
