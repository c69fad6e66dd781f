package import Catalogues
package import ICUText
import PropertyLists

/// The sections of a catalogue as records to search: their titles and, if all fields are searched,
/// the fields that they have besides items.
///
/// A search of labels and details also finds titles, but not those of a single character, which are
/// the letters of an index. A search of fields by their keys finds no sections, but a search of the
/// names of keys does.
package struct SectionRecords: RecordSource {
  private let catalogue: Catalogue
  private let fields: SearchedFields

  package init(catalogue: Catalogue, fields: SearchedFields) {
    self.catalogue = catalogue
    self.fields = fields
  }

  var recordCount: Int { catalogue.sections.count }

  func withFields(of record: Int, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Void) {
    for field in searchedFields(of: Section.ID(rawValue: record)) {
      catalogue.document.withSearchedText(of: field.node) {
        body($0, catalogue.document.isString(field.node))
      }
    }
  }

  /// The searched fields with their names.
  package func searchedFields(of section: Section.ID) -> [EntryRecords.Field] {
    var result: [EntryRecords.Field] = []
    let document = catalogue.document
    if fields.findsSections, let title = catalogue.sections[section].titleNode,
      let text = document.searchedText(at: title)
    {
      if fields.includes(text, in: document) {
        result.append(EntryRecords.Field(name: "", node: text))
      }
    }
    if fields == .all {
      for field in catalogue.fields(of: section) {
        EntryRecords.addTexts(of: field.value, name: field.name, in: document, to: &result)
      }
    }
    if !fields.areIndexed {
      for field in catalogue.fields(of: section) {
        result.append(EntryRecords.Field(name: "", node: field.key, isKey: true))
        EntryRecords.addKeys(of: field.value, name: field.name, in: document, to: &result)
      }
    }
    return result
  }

  /// Whether a title is more than one character.
  static func isTitle(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.count < 2 { return false }
    // No character of the Basic Latin block combines with another.
    if text[0] < 0x80, text[1] < 0x80 { return true }
    return String(decoding: text.prefix(64), as: UTF8.self).count > 1
  }

  /// The sections that match, in ascending order.
  ///
  /// - Parameters:
  ///   - isInverted: Whether to find the sections that have a searched field, but do not match.
  ///   - candidates: The only sections that can match; `nil` for all.
  ///   - undecided: Called with the undecided sections.
  package func sections(
    matching matcher: Matcher, isInverted: Bool = false, among candidates: RecordSet? = nil,
    undecided: (Section.ID, RegularExpression.Failure) -> Void
  ) -> [Section.ID] {
    guard fields.findsSections else { return [] }
    var found: [Section.ID] = []
    let search = RecordSearch(matcher, isInverted: isInverted)
    let note: (UndecidedRecord) -> Void = { record in
      undecided(Section.ID(rawValue: record.record), record.failure)
    }
    if let candidates {
      let matches = search.matches(among: candidates, of: self, undecided: note)
      matches?.records.visit { record in
        found.append(Section.ID(rawValue: record))
        return true
      }
    } else {
      search.search(self, undecided: note) { record in
        found.append(Section.ID(rawValue: record))
        return true
      }
    }
    return isInverted ? found.filter { !searchedFields(of: $0).isEmpty } : found
  }
}

extension SearchedFields {
  /// Whether sections are found, too.
  var findsSections: Bool { if case .keys = self { false } else { true } }

  /// Whether a title is searched.
  fileprivate func includes(_ title: ScalarIndex, in document: PropertyListDocument) -> Bool {
    switch self {
    case .all: true
    case .keyNames(_, titles: false): document.kind(of: title.node) == .key
    case .keyNames(_, titles: true):
      document.kind(of: title.node) == .key
        || document.withText(of: title, SectionRecords.isTitle)
    case .labelAndDetail, .label, .detail: document.withText(of: title, SectionRecords.isTitle)
    case .keys: false
    }
  }
}
