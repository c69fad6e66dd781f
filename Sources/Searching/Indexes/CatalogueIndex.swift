import Catalogues
package import Storage

/// The searchable text of a catalogue's entries, folded and indexed: labels and details together,
/// and all other fields.
package struct CatalogueIndex: Sendable {
  package let entryCount: Int
  private let columns: FieldColumns
  /// The version of the table by which names were read, so that their readings can be searched for.
  package let tableVersion: UInt64
  /// The index of labels and details. Its tags are columns.
  private let shown: TextIndex
  /// The index of all other fields. Its tags are columns plus one: 0 means that there is no field.
  private let others: TextIndex

  /// To be incremented with every change to what is indexed or how its parts are stored.
  static let revision: UInt8 = 5

  /// The parts in which an index is stored, by name.
  package typealias Parts = [(name: String, bytes: StoredBytes)]

  private enum PartName: String, CaseIterable {
    case columns = "COLS"
    case tableVersion = "RVER"
    case shownText = "STXT"
    case shownStarts = "SSTA"
    case shownGrams = "SGRM"
    case shownLists = "SLST"
    case shownAccentMembers = "SACM"
    case shownAccentText = "SACT"
    case shownAccentStarts = "SACS"
    case shownReadingMembers = "SREM"
    case shownReadingCodes = "SREC"
    case shownNumberMembers = "SNUM"
    case shownNumberText = "SNUT"
    case shownNumberStarts = "SNUS"
    case otherText = "OTXT"
    case otherStarts = "OSTA"
    case otherGrams = "OGRM"
    case otherLists = "OLST"
    case otherAccentMembers = "OACM"
    case otherAccentText = "OACT"
    case otherAccentStarts = "OACS"
    case otherReadingMembers = "OREM"
    case otherReadingCodes = "OREC"
    case otherNumberMembers = "ONUM"
    case otherNumberText = "ONUT"
    case otherNumberStarts = "ONUS"

    /// In the order of `TextIndex.Parts.list`.
    static let shown: [PartName] = [
      .shownText, .shownStarts, .shownGrams, .shownLists, .shownAccentMembers,
      .shownAccentText, .shownAccentStarts, .shownReadingMembers, .shownReadingCodes,
      .shownNumberMembers, .shownNumberText, .shownNumberStarts,
    ]
    static let others: [PartName] = [
      .otherText, .otherStarts, .otherGrams, .otherLists, .otherAccentMembers,
      .otherAccentText, .otherAccentStarts, .otherReadingMembers, .otherReadingCodes,
      .otherNumberMembers, .otherNumberText, .otherNumberStarts,
    ]
  }

  /// The part that depends only on how names are read.
  static var tableVersionName: String { PartName.tableVersion.rawValue }

  package static var partNames: [String] { PartName.allCases.map(\.rawValue) }

  /// - Throws: `IndexDamage` if parts are missing or cannot belong to this many entries.
  package init(
    _ part: (String) throws(IndexDamage) -> StoredBytes, entryCount: Int
  ) throws(IndexDamage) {
    func text(_ names: [PartName]) throws(IndexDamage) -> TextIndex {
      var parts: [StoredBytes] = []
      for name in names { parts.append(try part(name.rawValue)) }
      guard let parts = TextIndex.Parts(parts) else { throw IndexDamage() }
      return try TextIndex(parts, recordCount: entryCount)
    }
    self.entryCount = entryCount
    columns = try FieldColumns(try part(PartName.columns.rawValue))
    let version = UnsafeRawBufferPointer(try part(PartName.tableVersion.rawValue).all())
    guard version.count == 8 else { throw IndexDamage() }
    tableVersion = UInt64(littleEndian: version.loadUnaligned(as: UInt64.self))
    shown = try text(PartName.shown)
    others = try text(PartName.others)
  }

  init(
    columns: FieldColumns, tableVersion: UInt64, shown: TextIndex, others: TextIndex,
    entryCount: Int
  ) {
    self.columns = columns
    self.tableVersion = tableVersion
    self.shown = shown
    self.others = others
    self.entryCount = entryCount
  }

  package var parts: Parts {
    func parts(_ names: [PartName], of index: TextIndex) -> Parts {
      zip(names, index.parts.list).map { ($0.rawValue, $1) }
    }
    let version = withUnsafeBytes(of: tableVersion.littleEndian) { StoredBytes($0) }
    return [
      (PartName.columns.rawValue, StoredBytes(columns.stored)),
      (PartName.tableVersion.rawValue, version),
    ]
      + parts(PartName.shown, of: shown) + parts(PartName.others, of: others)
  }

  /// The size of all folded text in bytes.
  package var textSize: Int { shown.textSize + others.textSize }

  /// Whether names were read with the table that the matcher uses, if it uses one.
  package func hasReadings(of matcher: Matcher) -> Bool {
    matcher.tableVersion.map { $0 == tableVersion } ?? true
  }

  /// Whether some entry has a field of this key; if `false`, only the catalogue can tell.
  package func hasColumn(ofKey key: String) -> Bool { columns.hasColumn(ofKey: key) }

  /// Entries that include all matches, or `nil` if they cannot be narrowed down: the expression has
  /// no text that must occur, names are read differently, or names of keys are searched.
  ///
  /// - Complexity: That of `TextIndex.records`, for each of the matcher's needles, names and
  ///   numbers.
  /// - Throws: `IndexDamage` if anything that had to be read is damaged.
  package func candidates(
    for matcher: Matcher, in fields: SearchedFields
  ) throws(IndexDamage) -> Candidates? {
    guard hasReadings(of: matcher), fields.areIndexed else { return nil }
    let selection = columns.selected(fields)
    var trace = TextIndex.Trace()
    let entries = try matcher.candidates { word throws(IndexDamage) in
      try candidates(for: word, in: fields, selection.columns, &trace)
    }
    return entries.map { entries in
      Candidates(
        entries, needsVerification: matcher.needsWrittenText || !selection.isSure,
        trace: trace)
    }
  }

  private func candidates(
    for matcher: Matcher, in fields: SearchedFields, _ selected: [Bool],
    _ trace: inout TextIndex.Trace
  ) throws(IndexDamage) -> RecordSet? {
    guard let needles = matcher.needles else { return nil }
    var entries = RecordSet.none(of: entryCount)
    let countsEmpty = needles.contains { $0.bytes.isEmpty }
    for (index, tags) in indexes(in: fields, selected, countsEmpty: countsEmpty) {
      for needle in needles {
        entries.formUnion(try index.records(with: needle, tags: tags, trace: &trace))
      }
      if matcher.findsWithoutNeedles {
        entries.formUnion(
          try index.recordsMatchingWithoutNeedle(of: matcher, tags: tags, trace: &trace))
      }
    }
    return entries
  }

  /// The indexes to search, each with the tags to restrict it to, or `nil` if there is no
  /// restriction.
  ///
  /// - Parameter countsEmpty: Whether fields without text are to be found.
  private func indexes(
    in fields: SearchedFields, _ selected: [Bool], countsEmpty: Bool
  ) -> [(TextIndex, [Bool]?)] {
    // A search of all existing tags need not check them, unless empty fields count.
    func tags(_ tags: [Bool], where isThere: (FieldColumns.Column) -> Bool) -> [Bool]? {
      let isComplete = zip(columns.columns, selected).allSatisfy { !isThere($0) || $1 }
      return isComplete && !countsEmpty ? nil : tags
    }
    switch fields {
    case .labelAndDetail, .label, .detail, .keyNames: return [(shown, nil)]
    case .keys, .all: break
    }
    var indexes: [(TextIndex, [Bool]?)] = []
    if zip(columns.columns, selected).contains(where: { $0.isAmongShown && $1 }) {
      indexes.append((shown, tags(selected) { $0.isAmongShown }))
    }
    if zip(columns.columns, selected).contains(where: { $0.isAmongOthers && $1 }) {
      indexes.append((others, tags([false] + selected) { $0.isAmongOthers }))
    }
    return indexes
  }
}
