import Catalogues
import PropertyLists

/// Writes a catalogue as a recfile (GNU recutils), from which the same property list is read again.
///
/// The entries of a section are records of one type. They follow a descriptor with the title and
/// the path of the section (see `RecordDecoder`). Sections are records in the same way. Unless it
/// is a list, the root is the record of the type `catalogue`. Names of fields are keys, or made
/// from the paths to values. A field whose values have several types has a name for each type, so
/// that recutils can check all.
struct RecordEncoder {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private let layout: RecordLayout
  private(set) var losses = Losses()
  /// The containers of records that are still to be written.
  private var waiting: [(container: NodeIndex, path: ValuePath)] = []
  /// The names of types of records.
  private var names = TakenNames()

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    document = catalogue.document
    layout = RecordLayout(catalogue)
  }

  /// - Complexity: O(*n*); fields whose names or order differ from those of earlier records are
  ///   looked up.
  mutating func encode(_ root: NodeIndex, to sink: TextSink) throws {
    if let sets = namedSets(root) {
      for (name, value) in sets {
        if !names.isEmpty { sink.append("\n") }
        names.insert(name)
        try encodeSet(value, at: ValuePath([.name(name)]), ["%rec: \(name)"], to: sink)
      }
    } else if layout.isSet(root) {
      try encodeSet(
        root, at: .root,
        ["%rec: \(newName(layout.hasEntries(root) ? "entry" : "section"))", "%at: /"], to: sink)
    } else {
      try encode(
        [(nil, root, .root)], ["%rec: \(newName("catalogue"))", "%value: /"], hasKeys: false,
        to: sink)
    }
    var next = 0
    while next < waiting.count {
      let (container, path) = waiting[next]
      next += 1
      let title = layout.title(of: container) ?? path.lastName ?? "entries"
      sink.append("\n")
      try encodeSet(
        container, at: path, ["%rec: \(newName(title))", "%at: \(path.bracketedText)"], to: sink)
    }
  }

  /// The members of a dictionary that has nothing but lists of records, each of which becomes a
  /// type of records; `nil` for other values.
  private func namedSets(_ root: NodeIndex) -> [(name: String, value: NodeIndex)]? {
    guard document.kind(of: root) == .dict else { return nil }
    var sets: [(name: String, value: NodeIndex)] = []
    var seen: Set<String> = []
    for member in document.members(of: root) {
      let name = document.exactText(of: member.key)
      guard document.kind(of: member.value) == .array, layout.isSet(member.value),
        RecordText.isName(name), seen.insert(name).inserted
      else { return nil }
      sets.append((name, member.value))
    }
    return sets.isEmpty ? nil : sets
  }

  /// A name for a type of records that no other type has.
  private mutating func newName(_ title: String) -> String {
    names.take(FieldNames.name(of: [title], orElse: "section"))
  }

  // MARK: Records

  private mutating func encodeSet(
    _ container: NodeIndex, at path: ValuePath, _ descriptor: [String], to sink: TextSink
  ) throws {
    let isDict = document.kind(of: container) == .dict
    var records: [(key: ScalarIndex?, value: NodeIndex, path: ValuePath)] = []
    var seen: Set<[UInt8]> = []
    for (number, record) in layout.records(in: container).enumerated() {
      guard let key = record.key else {
        records.append((nil, record.value, path.appending(.position(number))))
        continue
      }
      let name = document.withExactText(of: key) { Array($0) }
      if seen.insert(name).inserted {
        let inner = path.appending(.name(String(decoding: name, as: UTF8.self)))
        records.append((key, record.value, inner))
      } else {
        noteRepeated(key)
      }
    }
    try encode(records, descriptor, hasKeys: isDict, to: sink)
  }

  private mutating func noteRepeated(_ key: ScalarIndex) {
    losses.note(Loss(kind: "repeated keys", key: document.text(of: key), outcome: .leftOut))
  }

  private mutating func encode(
    _ records: [(key: ScalarIndex?, value: NodeIndex, path: ValuePath)], _ descriptor: [String],
    hasKeys: Bool, to sink: TextSink
  ) throws {
    var names = FieldNames()
    for record in records {
      names.beginRecord()
      forEachField(of: record.value, at: FieldNames.record, &names) {
        encoder, names, value, place in
        let (type, text) = encoder.document.recordField(value)
        names.use(type, at: place, isPlain: type != .real || RecordText.isPlainReal(text))
      }
    }
    names.assign(hasKeys: hasKeys)
    for line in descriptor + names.descriptor { sink.append(line + "\n") }
    for record in records {
      sink.append("\n")
      if let key = record.key, let name = names.keyName {
        sink.append(RecordText.field(name, document.withExactText(of: key) { Array($0) }))
      }
      names.beginRecord()
      forEachField(of: record.value, at: FieldNames.record, &names, notesRepeated: true) {
        encoder, names, value, place in
        let (type, text) = encoder.document.recordField(value)
        sink.append(RecordText.field(names.name(of: type, at: place), text))
        if encoder.layout.isSet(value) {
          let path = ValuePath(record.path.steps + names.path(to: place).steps)
          encoder.waiting.append((value, path))
        }
      }
      try sink.flushIfFull()
    }
  }

  /// Calls the closure with the fields of a value, in order.
  private mutating func forEachField(
    of value: NodeIndex, at place: Int, _ names: inout FieldNames, notesRepeated: Bool = false,
    _ body: (inout RecordEncoder, inout FieldNames, NodeIndex, Int) -> Void
  ) {
    if layout.isField(value), place != FieldNames.record || !layout.isSet(value) {
      return body(&self, &names, value, place)
    }
    if document.kind(of: value) == .dict {
      for member in document.members(of: value) {
        let inner = names.place(of: member.key, in: document, below: place)
        guard names.begin(inner) else {
          if notesRepeated { noteRepeated(member.key) }
          continue
        }
        forEachField(of: member.value, at: inner, &names, notesRepeated: notesRepeated, body)
      }
    } else {
      for (position, element) in document.elements(of: value).enumerated() {
        let inner = names.place(of: position, below: place)
        forEachField(of: element, at: inner, &names, notesRepeated: notesRepeated, body)
      }
    }
  }
}

extension ValuePath {
  fileprivate var lastName: String? {
    for step in steps.reversed() { if case .name(let name) = step { return name } }
    return nil
  }
}
