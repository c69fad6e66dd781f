import Catalogues

/// A kind of row: which entries are rows of it, and what they show.
///
/// Each kind is a type in a file of `Kinds` and has a line in `RowKinds`.
protocol RowKind: Sendable {
  /// Whether an entry of this kind says so itself, for example by the name of a type. Other kinds,
  /// which are only guessed, count only where the rows of a catalogue differ.
  var isNamed: Bool { get }

  /// What a row shows, or `nil` if it is not of this kind.
  func content(of row: KindEntry) -> RowContent?
}

extension RowKind {
  var isNamed: Bool { true }
}

/// A kind of row that is filled in.
protocol InputKind: RowKind {
  /// What a row without titles is called.
  var name: String { get }

  /// Words, in lower case, one of which is in the identifier of every row of the kind.
  var identifiers: [String] { get }

  /// What a row of this kind shows.
  func content(of row: FormRow) -> RowContent

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

  /// Why the value that a row has could not have been entered; `nil` if it could, or if another
  /// check finds that.
  func problem(of row: FormRow) -> String?

  /// Why an edit may not give a row the value that it has; `nil` if it may.
  func rejection(of row: FormRow) -> FormError?
}

extension InputKind {
  var isJoined: Bool { false }

  var isExclusive: Bool { false }

  var dependsOnLanguage: Bool { false }

  func choose(_ row: FormRow) {}

  func choices(of row: FormRow) -> [String] { [] }

  func problem(of row: FormRow) -> String? { nil }

  func rejection(of row: FormRow) -> FormError? { problem(of: row).map { .rejected($0) } }

  func content(of row: KindEntry) -> RowContent? {
    guard let words = row.identifierWords, identifiers.contains(where: words.contains) else {
      return nil
    }
    return row.formRow.map(content)
  }
}

/// A kind of row in a page of settings that is filled in. What is entered is its `DefaultValue`.
protocol SettingKind: RowKind {
  /// The value that a text means.
  ///
  /// - Throws: `FormError` if the text cannot be entered there.
  func value(entered text: String, in row: KindEntry) throws(FormError) -> FieldAssignment

  /// The texts that can be entered, if they are few.
  func choices(of row: KindEntry) -> [String]

  /// Checks the value that an edit has given to a row.
  ///
  /// - Throws: `FormError` if it may not have it.
  func check(_ value: String, of row: KindEntry) throws(FormError)
}

extension SettingKind {
  func choices(of row: KindEntry) -> [String] { [] }

  func check(_ value: String, of row: KindEntry) throws(FormError) {}
}

/// All kinds of rows. The first one that matches an entry counts.
enum RowKinds {
  static let all: [any RowKind] =
    inputs + settings + [SettingPane(), StyledRow(), BooleanRow(), ParagraphRow()]

  /// The kinds of rows of settings that take input.
  static let settings: [any SettingKind] = [
    SettingSwitch(), SettingSlider(), SettingChoice(), SettingText(),
  ]

  /// The kinds of rows of a form that take input.
  static let inputs: [any InputKind] = [
    TextRow(), DateRow(), SwitchRow(), SliderRow(), ChoiceRow(),
  ]
}

extension FormRow {
  /// The kind that the row's identifier names; `nil` for a row that only shows something, or for an
  /// unknown kind.
  var kind: (any InputKind)? {
    let words = IdentifierWords(text(.cellIdentifier))
    return RowKinds.inputs.first { $0.identifiers.contains(where: words.contains) }
  }
}
