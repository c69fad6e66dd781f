package import PropertyLists
package import Storage

/// A catalogue as it is stored in an index, so that it can be viewed without parsing the file.
///
/// Only offsets into the text are stored. The elements are parsed again one by one when they are
/// needed.
package enum CatalogueSnapshot {
  /// The names of the parts.
  enum Part: String, CaseIterable {
    /// The recognized shape, including the options.
    case shape = "SHAP"
    /// The offset of each entry's element, or of the key that the entry is stored under.
    case entries = "ENTR"
    /// The first entry of each run of entries, in ascending order.
    case runStarts = "RUNS"
    /// The section of each run.
    case runSections = "RSEC"
    /// A record for each section, and the offsets of the records.
    case sections = "SECT"
    case sectionOffsets = "SPLC"
    /// The code of the name mark of each entry, then of each section: how addresses name it.
    case nameMarks = "NAME"
  }

  /// The revision of the parts. It must be incremented whenever their format changes, or the same
  /// file and options may be read as another catalogue.
  package static let revision: UInt8 = 10

  /// The names of the parts that a catalogue is restored from.
  package static var names: [String] { Part.allCases.map(\.rawValue) }

  /// The name of the part from which `sectionCount` tells the number of sections.
  package static var offsetsName: String { Part.sectionOffsets.rawValue }

  /// The number of sections, from the part named `offsetsName`.
  package static func sectionCount(_ offsets: StoredBytes) throws(IndexDamage) -> Int {
    max(try PackedIntegers(offsets).count - 1, 0)
  }

  /// The parts of a catalogue that has been read but not edited.
  ///
  /// - Complexity: O(*n*) in the number of entries and sections, up to a few bytes each.
  package static func parts(of catalogue: Catalogue) -> [(name: String, bytes: [UInt8])] {
    Part.allCases.map { (name: $0.rawValue, bytes: bytes(of: $0, catalogue)) }
  }

  /// The part with a name; `nil` for an unknown name.
  package static func part(named name: String, of catalogue: Catalogue) -> [UInt8]? {
    Part(rawValue: name).map { bytes(of: $0, catalogue) }
  }

  /// The recognized shape as it is stored, but without the reasons, which change with every entry.
  package static func shape(of catalogue: Catalogue) -> [UInt8] {
    var shape = catalogue.shape
    shape.reasons = []
    var bytes: [UInt8] = []
    bytes.append(shape)
    bytes.append(catalogue.hasChosenLabels ? 1 : 0)
    return bytes
  }

  private static func bytes(of part: Part, _ catalogue: Catalogue) -> [UInt8] {
    precondition(!catalogue.isRestored && catalogue.document.hasSourceText)
    var bytes: [UInt8] = []
    switch part {
    case .shape:
      bytes.append(catalogue.shape)
      bytes.append(catalogue.hasChosenLabels ? 1 : 0)
    case .entries:
      let document = catalogue.document
      let nodes = catalogue.entryNodes.array
      bytes.append(packed: nodes.count) {
        document.elementStart(of: NodeIndex(rawValue: Int(nodes[$0])))
      }
    case .runStarts: bytes.append(packed: runs(of: catalogue).map(\.first))
    case .runSections: bytes.append(packed: runs(of: catalogue).map(\.section))
    case .sections: bytes = records(of: catalogue).bytes
    case .sectionOffsets: bytes.append(packed: records(of: catalogue).offsets)
    case .nameMarks:
      let codes = NameMarker.codes(of: catalogue)
      bytes.append(packed: codes.count) { Int(codes[$0]) }
    }
    return bytes
  }

  /// The runs of entries in ascending order.
  private static func runs(of catalogue: Catalogue) -> [(first: Int, section: Int)] {
    var runs: [(first: Int, section: Int)] = []
    for section in catalogue.sections {
      for run in section.runs {
        if case .entries(let entries) = run.content {
          runs.append((first: entries.lowerBound.rawValue, section: section.id.rawValue))
        }
      }
    }
    return runs.sorted { $0.first < $1.first }
  }

  private static func records(of catalogue: Catalogue) -> (bytes: [UInt8], offsets: [Int]) {
    let document = catalogue.document
    var bytes: [UInt8] = []
    var offsets = [0]
    for section in catalogue.sections {
      bytes.append(section, catalogue.fields(of: section.id)) { node, _ in
        document.elementStart(of: node)
      }
      offsets.append(bytes.count)
    }
    return (bytes, offsets)
  }
}

extension Catalogue {
  /// Restores a catalogue for viewing, not for editing.
  ///
  /// Its sections have no nodes of their own, and the shape's root does not exist.
  ///
  /// - Parameters:
  ///   - parts: The results of `CatalogueSnapshot.parts`, by name.
  ///   - document: A document of the same text, for rereading.
  /// - Throws: `IndexDamage` if parts are missing, damaged or inconsistent. A later failure to read
  ///   sets `restoringFailure`.
  /// - Complexity: O(*n*) in the size of the parts, at the speed of the checksum.
  package convenience init(
    restoring parts: [String: StoredBytes], document: PropertyListDocument
  ) throws(IndexDamage) {
    func bytes(_ part: CatalogueSnapshot.Part) throws(IndexDamage) -> StoredBytes {
      guard let stored = parts[part.rawValue] else { throw IndexDamage() }
      // Damage must be detected before anything is shown.
      _ = try stored.all()
      return stored
    }
    let failure = RestoringFailure()
    let items = try SnapshotItems(bytes)
    // Each entry takes at least one byte of the file.
    guard items.entryCount <= document.source.fileSize else { throw IndexDamage() }
    let stored = try bytes(.shape)
    defer { withExtendedLifetime(stored) {} }
    try self.init(restoring: items, shape: try stored.all(), document: document, failure)
  }

  /// Restores a catalogue for viewing, not for editing, from items that are stored somewhere.
  ///
  /// - Parameters:
  ///   - shape: The shape, as in a snapshot.
  ///   - document: The document from which the items' elements are parsed again.
  /// - Throws: `IndexDamage` if data that is needed at once is damaged. A later failure to read
  ///   sets `restoringFailure`.
  package convenience init(
    restoring items: any StoredItems, shape: UnsafeBufferPointer<UInt8>,
    document: PropertyListDocument
  ) throws(IndexDamage) {
    try self.init(restoring: items, shape: shape, document: document, RestoringFailure())
  }

  private convenience init(
    restoring items: any StoredItems, shape: UnsafeBufferPointer<UInt8>,
    document: PropertyListDocument, _ failure: RestoringFailure
  ) throws(IndexDamage) {
    let sections = try StoredSections(items, document: document, failure: failure)
    let entries = try StoredEntries(items, document: document, failure: failure)
    var reader = StoredShapeReader(shape)
    self.init(
      document, shape: try reader.shape(), hasChosenLabels: try reader.flag(),
      restored: Restored(items: items, entries: entries, sections: sections, failure: failure))
  }

  /// The parts of a restored catalogue, instead of arrays.
  struct Restored {
    let items: any StoredItems
    let entries: StoredEntries
    let sections: StoredSections
    let failure: RestoringFailure
  }

  /// How addresses refer to an item by its name, if that is stored.
  func nameMark(of item: Item) -> NameMark? {
    guard let restored else { return nil }
    let index =
      switch item {
      case .entry(let entry): entry.rawValue
      case .section(let section): entryCount + section.rawValue
      }
    do throws(IndexDamage) {
      return NameMark(code: try restored.items.nameMark(at: index))
    } catch {
      restored.failure.hasHappened = true
      return nil
    }
  }

  package var isRestored: Bool { restored != nil }

  /// Whether some requested data could not be restored, because it is invalid or was stored for
  /// another text of the file. Empty content was used instead.
  package var restoringFailure: Bool { restored?.failure.hasHappened ?? false }
}

/// A catalogue as pieces that can be stored one by one. Each has the text that is needed to restore
/// it.
///
/// The catalogue has been read, not edited.
package struct CataloguePieces {
  private let catalogue: Catalogue
  private let marks: [UInt32]

  /// - Complexity: O(*n*) in the length of all names.
  package init(_ catalogue: Catalogue) {
    precondition(!catalogue.isRestored && catalogue.document.hasSourceText)
    self.catalogue = catalogue
    marks = NameMarker.codes(of: catalogue)
  }

  /// The code of the mark of an entry.
  package func mark(of entry: Entry.ID) -> Int { Int(marks[entry.rawValue]) }

  /// The code of the mark of a section.
  package func mark(of section: Section.ID) -> Int {
    Int(marks[catalogue.entryCount + section.rawValue])
  }

  /// The element of an entry as it is written, preceded by its key if the key is its name; valid as
  /// long as the catalogue.
  package func element(of entry: Entry.ID) -> UnsafeBufferPointer<UInt8> {
    let node = catalogue.textNode(of: entry)
    return catalogue.document.sourceText(from: node, through: catalogue.valueNode(from: node))
  }

  /// The record of a section, and the elements as they are written to which the offsets in the
  /// record lead.
  package func record(of id: Section.ID) -> (record: [UInt8], elements: [UInt8]) {
    let document = catalogue.document
    var (record, elements): ([UInt8], [UInt8]) = ([], [])
    record.append(catalogue.sections[id], catalogue.fields(of: id)) { node, includesValue in
      let start = elements.count
      elements += document.sourceText(
        from: node, through: includesValue ? catalogue.valueNode(from: node) : node)
      return start
    }
    return (record, elements)
  }
}
