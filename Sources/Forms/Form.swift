package import Catalogues
package import ICUText

/// A catalogue whose entries are rows of a form or of a page of settings, with the values shown and
/// entered in them.
///
/// A form changes nothing itself: its operations return lists of changes for an editor to make. Not
/// safe for concurrent use.
package final class Form {
  package let catalogue: Catalogue
  package let language: DateLanguage
  /// Whether the rows are those of a form, in which rows may own rows.
  let isForm: Bool
  /// The pattern of all dates, in Unicode's LDML; `nil` for the patterns of rows.
  private let pattern: String?
  /// The sections requested so far, at a revision of the catalogue.
  private var sections: [Section.ID: FormSection] = [:]
  private var revision = 0
  /// The new texts of fields, not yet written.
  private var draft = FormDraft()
  private var writings: [String: DateWriting] = [:]

  /// - Parameters:
  ///   - language: The language in which dates are shown, and read in addition to `YYYY-MM-DD`.
  ///   - pattern: The pattern of all dates, in Unicode's LDML; it overrides that of the row or the
  ///     language.
  /// - Returns: `nil` if the catalogue is not a form.
  package init?(_ catalogue: Catalogue, language: DateLanguage, pattern: String? = nil) {
    guard catalogue.shape.isForm else { return nil }
    isForm = true
    self.pattern = pattern
    self.catalogue = catalogue
    self.language = language
  }

  /// The entries of a catalogue that is not a form. Only settings among them can be filled in.
  init(rowsOf catalogue: Catalogue) {
    (self.catalogue, language, pattern, isForm) = (catalogue, .iso, nil, false)
  }

  package func row(_ entry: Entry.ID) -> FormRow { FormRow(form: self, entry: entry) }

  /// The section that contains a row, and the row's position there; `nil` outside of forms.
  ///
  /// - Complexity: O(1), but O(*n*) for the first row of a section with *n* rows.
  func position(of row: FormRow) -> (section: FormSection, index: Int)? {
    guard isForm else { return nil }
    if revision != catalogue.revision { (sections, revision) = ([:], catalogue.revision) }
    let id = catalogue.section(of: row.entry)
    let section = sections[id] ?? catalogue.formSection(id)
    sections[id] = section
    return section.position(of: row.entry).map { (section, $0) }
  }

  /// How dates of a row are written: by the form's pattern, else by the row's, else as usual in the
  /// language.
  func writing(of row: FormRow) -> DateWriting {
    let pattern = pattern ?? row.text(.dateFormat)
    if let known = writings[pattern] { return known }
    let writing = pattern.isEmpty ? nil : DateWriting(language, pattern: pattern)
    let result = writing ?? DateWriting(language)
    writings[pattern] = result
    return result
  }
}

// MARK: Changing

extension Form {
  /// The new values of an entry's fields.
  package struct Change: Equatable, Sendable {
    package let entry: Entry.ID
    package let fields: [FieldAssignment]
  }

  /// The new text of a field that has not been written yet; `nil` if it has none.
  func drafted(_ key: FormKey, of entry: Entry.ID) -> String? { draft.values[entry]?[key]?.text }

  /// - Parameter assignment: The assignment that gives the field the text; `nil` if the field
  ///   already has the text.
  func write(
    _ text: String, by assignment: FieldAssignment?, under key: FormKey, of row: FormRow
  ) {
    draft.set((text, assignment), key, of: row.entry)
  }

  /// Returns the changes that an action makes; none if it throws.
  func changes(_ action: () throws(FormError) -> Void) throws(FormError) -> [Change] {
    draft = FormDraft()
    defer { draft = FormDraft() }
    try action()
    let drafted = draft
    draft = FormDraft()
    return drafted.entries.compactMap { entry in
      let fields = (drafted.values[entry] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
        .compactMap(\.value.assignment)
      return fields.isEmpty ? nil : Change(entry: entry, fields: fields)
    }
  }
}

/// The new texts of fields of rows, in the order in which they were set.
private struct FormDraft {
  typealias Field = (text: String, assignment: FieldAssignment?)

  private(set) var entries: [Entry.ID] = []
  private(set) var values: [Entry.ID: [FormKey: Field]] = [:]

  mutating func set(_ field: Field, _ key: FormKey, of entry: Entry.ID) {
    if values[entry] == nil { entries.append(entry) }
    values[entry, default: [:]][key] = field
  }
}
