package import Catalogues
package import ICUText

/// A catalogue whose entries are rows of a form: what they show, and what is entered in them.
///
/// It changes nothing: what it is told to do becomes a list of changes, for an editor to make. For one
/// thread.
package final class Form {
  package let catalogue: Catalogue
  package let language: DateLanguage
  /// How all dates are written, whatever their rows say; a pattern of Unicode's LDML.
  private let pattern: String?
  /// Those that were asked for, at a revision of the catalogue.
  private var sections: [Section.ID: FormSection] = [:]
  private var revision = 0
  /// What fields are to hold that have not been written yet.
  private var draft = FormDraft()
  private var writings: [String: DateWriting] = [:]

  /// - Parameters:
  ///   - language: In which language dates are shown, and read beside the form `YYYY-MM-DD`.
  ///   - pattern: How all dates are written instead, a pattern of Unicode's LDML.
  /// - Returns: `nil` if the catalogue is no form.
  package init?(_ catalogue: Catalogue, language: DateLanguage, pattern: String? = nil) {
    guard catalogue.shape.isForm else { return nil }
    self.pattern = pattern
    self.catalogue = catalogue
    self.language = language
  }

  package func row(_ entry: Entry.ID) -> FormRow { FormRow(form: self, entry: entry) }

  /// The section that a row stands in, and its position there.
  ///
  /// - Complexity: O(1), but O(*n*) for the first row of a section with *n* rows.
  func place(of row: FormRow) -> (section: FormSection, position: Int)? {
    if revision != catalogue.revision { (sections, revision) = ([:], catalogue.revision) }
    let id = catalogue.section(of: row.entry)
    let section = sections[id] ?? catalogue.formSection(id)
    sections[id] = section
    return section.position(of: row.entry).map { (section, $0) }
  }

  /// How dates of a row are written; the form's pattern goes before its own, and that before the
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
  /// What the fields of an entry are to hold.
  package struct Change: Equatable, Sendable {
    package let entry: Entry.ID
    package let fields: [FieldAssignment]
  }

  /// What a field is to hold or, until it has been written, holds.
  func drafted(_ key: FormKey, of entry: Entry.ID) -> String? { draft.values[entry]?[key] }

  func write(_ text: String, under key: FormKey, of row: FormRow) {
    draft.set(text, key, of: row.entry)
  }

  /// The changes that an action makes; none if it throws.
  func changes(_ action: () throws(FormError) -> Void) throws(FormError) -> [Change] {
    draft = FormDraft()
    defer { draft = FormDraft() }
    try action()
    let drafted = draft
    draft = FormDraft()
    return drafted.entries.compactMap { entry in
      let fields = (drafted.values[entry] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
        .compactMap { row(entry).assignment(of: $0.value, to: $0.key) }
      return fields.isEmpty ? nil : Change(entry: entry, fields: fields)
    }
  }
}

/// What fields of rows are to hold, in the order in which it was said.
private struct FormDraft {
  private(set) var entries: [Entry.ID] = []
  private(set) var values: [Entry.ID: [FormKey: String]] = [:]

  mutating func set(_ text: String, _ key: FormKey, of entry: Entry.ID) {
    if values[entry] == nil { entries.append(entry) }
    values[entry, default: [:]][key] = text
  }
}
