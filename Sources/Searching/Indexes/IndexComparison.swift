import Catalogues
import ICUText
import Platform
import PropertyLists
import Readings
import Storage

/// Compares an index file with what would be written for a catalogue, part by part and some entries
/// at a time.
struct IndexComparison {
  private let file: IndexFile
  private let catalogue: Catalogue
  private let table: ReadingTable
  private let batch: Int
  private let step: Int

  /// - Parameters:
  ///   - batch: How many entries are processed before the result is compared.
  ///   - step: How many bytes of a part are compared before their memory is released.
  /// - Precondition: Both have the same number of entries.
  init(
    _ file: IndexFile, _ catalogue: Catalogue, _ table: ReadingTable, batch: Int = 1 << 14,
    step: Int = 1 << 22
  ) {
    self.batch = batch
    self.step = step
    self.file = file
    self.catalogue = catalogue
    self.table = table
  }

  /// - Throws: The first fault found.
  func run() throws(KeptIndex.Fault) {
    try compareTableVersion()
    var names = [CatalogueIndex.tableVersionName]
    for name in CatalogueSnapshot.names {
      try compare(name, CatalogueSnapshot.part(named: name, of: catalogue) ?? [])
    }
    names += CatalogueSnapshot.names
    if let text = catalogue.document.convertedText {
      names.append("\(StoredCatalogue.textPart)")
      var part = try StoredPart(file, "\(StoredCatalogue.textPart)", step)
      try part.expect(text.bytes)
      try part.end()
    }
    for part in SectionTexts.parts(of: catalogue, readings: table) {
      var stored = try StoredPart(file, part.name, step)
      try stored.expect(part.bytes.unchecked)
      try stored.end()
    }
    names += SectionTexts.partNames
    try compareTexts()
    names += CatalogueIndex.partNames
    if let more = file.header.parts.first(where: { !names.contains("\($0.tag)") }) {
      throw .otherPart("\(more.tag)")
    }
  }

  private func compareTableVersion() throws(KeptIndex.Fault) {
    do throws(KeptIndex.Fault) {
      let version = withUnsafeBytes(of: table.version.littleEndian) { Array($0) }
      try compare(CatalogueIndex.tableVersionName, version)
    } catch {
      throw .otherReadings
    }
  }

  private func compare(_ name: String, _ bytes: [UInt8]) throws(KeptIndex.Fault) {
    var part = try StoredPart(file, name, step)
    try part.expect(bytes)
    try part.end()
  }

  private func compareTexts() throws(KeptIndex.Fault) {
    var texts = EntryTexts(of: catalogue, folding: CaseFolding(), readings: table)
    var shown = try StoredText(file, CatalogueIndex.shownNames, step)
    var others = try StoredText(file, CatalogueIndex.othersNames, step)
    let count = catalogue.entryCount
    var rest = catalogue.entries
    while !rest.isEmpty {
      for entry in rest.prefix(batch) { texts.add(entry) }
      rest = rest.dropFirst(batch)
      let taken = texts.take(isAll: false)
      try shown.expect(taken.shown)
      try others.expect(taken.others)
    }
    let last = texts.take(isAll: true)
    try compare(CatalogueIndex.columnsName, texts.columns.stored)
    try shown.end(last.shown, recordCount: count)
    try others.end(last.others, recordCount: count)
  }
}

/// The parts of a text index in a file, compared piece by piece as pieces are made.
private struct StoredText {
  private var parts: [StoredPart] = []

  /// - Parameter names: In the order of `TextIndex.Parts.list`.
  init(_ file: IndexFile, _ names: [String], _ step: Int) throws(KeptIndex.Fault) {
    for name in names { parts.append(try StoredPart(file, name, step)) }
  }

  /// - Parameter pieces: One for each part.
  mutating func expect(_ pieces: [[UInt8]]) throws(KeptIndex.Fault) {
    for index in parts.indices where !pieces[index].isEmpty {
      if StoredText.starts.contains(index) {
        // All of the text is compared, too, so its length is known to be right in the end.
        let packed = TextStarts.packed(pieces[index], textSize: parts[index - 1].count)
        try parts[index].expect(
          parts[index].isBegun ? Array(packed.dropFirst(TextStarts.headerSize)) : packed)
      } else {
        try parts[index].expect(pieces[index])
      }
    }
  }

  /// Compares the last pieces and the postings, for which the stored arena serves: it has been
  /// found to be correct.
  mutating func end(_ pieces: [[UInt8]], recordCount: Int) throws(KeptIndex.Fault) {
    try expect(pieces)
    for index in parts.indices where !StoredText.postings.contains(index) { try parts[index].end() }
    let arena = try parts[0].all()
    let starts = Array(try parts[1].all())
    let (directory, lists) = TextIndexBuilder.postings(
      of: arena, starts: starts, recordCount: recordCount)
    parts[0].release()
    for (index, bytes) in zip(StoredText.postings, [directory, lists]) {
      try parts[index].expect(bytes)
      try parts[index].end()
    }
  }

  /// The indices of the postings in the list of parts, and of the starts, each after its text.
  private static let postings = 2...3
  private static let starts = [1, 6, 11]
}

/// A part of an index file that is compared from its beginning to its end.
private struct StoredPart {
  private let name: String
  private let stored: StoredBytes
  private var position = 0
  /// The end of what has been returned to the system.
  private var released = 0
  private let step: Int

  init(_ file: IndexFile, _ name: String, _ step: Int) throws(KeptIndex.Fault) {
    self.name = name
    self.step = step
    stored = try rethrowing(file.part(PartTag(name))) { (_: IndexDamage) in
      KeptIndex.Fault.otherPart(name)
    }
  }

  var count: Int { stored.count }

  /// Whether something has been compared.
  var isBegun: Bool { position > 0 }

  mutating func expect(_ bytes: [UInt8]) throws(KeptIndex.Fault) {
    try bytes.withUnsafeBufferPointer { bytes throws(KeptIndex.Fault) in try expect(bytes) }
  }

  mutating func expect(_ bytes: UnsafeBufferPointer<UInt8>) throws(KeptIndex.Fault) {
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(step))
      let end = position + piece.count
      guard let found = try? stored.bytes(position..<end), found.elementsEqual(piece) else {
        throw .otherPart(name)
      }
      position = end
      if position - released >= step { release() }
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  mutating func release() {
    stored.wasRead(released..<position)
    released = position
  }

  /// Checks that there is no more than what was expected.
  mutating func end() throws(KeptIndex.Fault) {
    guard position == stored.count else { throw .otherPart(name) }
    release()
  }

  func all() throws(KeptIndex.Fault) -> UnsafeBufferPointer<UInt8> {
    try rethrowing(stored.all()) { (_: IndexDamage) in KeptIndex.Fault.otherPart(name) }
  }
}
