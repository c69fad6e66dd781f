package import Catalogues
import ICUText
import PropertyLists
package import Readings
package import Storage

/// The searchable text of a catalogue's sections, folded and indexed.
package struct SectionTexts: Sendable {
  private let index: TextIndex

  /// To be incremented with every change to what is indexed.
  static let revision: UInt8 = 2

  /// The names of the parts in which it is stored, in the order of `TextIndex.Parts.list`.
  static let partNames = [
    "TTXT", "TSTA", "TGRM", "TLST", "TACM", "TACT", "TACS", "TREM", "TREC", "TNUM",
    "TNUT", "TNUS",
  ]

  /// The tags of texts; not 0, which would require that every section has a text.
  private enum Tag {
    /// A title that is found even if not all fields are searched.
    static let title = 1
    static let other = 2
    static let onlyTitles = [false, true, false]
  }

  /// - Throws: `IndexDamage` if parts are missing or cannot belong to this many sections.
  package init(
    _ part: (String) throws(IndexDamage) -> StoredBytes, sectionCount: Int
  ) throws(IndexDamage) {
    var parts: [StoredBytes] = []
    for name in SectionTexts.partNames { parts.append(try part(name)) }
    guard let parts = TextIndex.Parts(parts) else { throw IndexDamage() }
    index = try TextIndex(parts, recordCount: sectionCount)
  }

  /// Indexes the texts of a catalogue that was read.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  /// - Returns: The parts, by name.
  package static func parts(
    of catalogue: Catalogue, readings table: ReadingTable
  ) -> [(name: String, bytes: StoredBytes)] {
    var builder = TextIndexBuilder(folding: CaseFolding(), table: table)
    let records = SectionRecords(catalogue: catalogue, fields: .all)
    let document = catalogue.document
    for section in catalogue.sections {
      for field in records.searchedFields(of: section.id) {
        document.withSearchedText(of: field.node) { text in
          let isTitle = field.node.node == section.titleNode && SectionRecords.isTitle(text)
          builder.appendField(
            text, tag: isTitle ? Tag.title : Tag.other, isString: document.isString(field.node))
        }
      }
      builder.endRecord()
    }
    return Array(zip(partNames, builder.finish().list))
  }

  /// Sections that include all matches; `nil` if they cannot be narrowed down.
  ///
  /// - Throws: `IndexDamage` if anything that had to be read is damaged.
  func candidates(
    for matcher: Matcher, in fields: SearchedFields
  ) throws(IndexDamage) -> RecordSet? {
    guard fields.areIndexed else { return nil }
    let tags = fields == .all ? nil : Tag.onlyTitles
    var trace = TextIndex.Trace()
    return try matcher.candidates { word throws(IndexDamage) in
      guard let needles = word.needles else { return nil }
      var found = RecordSet.none(of: index.recordCount)
      for needle in needles {
        found.formUnion(try index.records(with: needle, tags: tags, trace: &trace))
      }
      found.formUnion(try index.recordsMatchingWithoutNeedle(of: word, tags: tags, trace: &trace))
      return found
    }
  }
}
