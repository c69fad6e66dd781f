import Catalogues
import Platform
import PropertyLists

/// The plan of an import: the entries to add, to change and to delete.
struct ImportPlan {
  /// Entries of the file that are not in the catalogue.
  private(set) var new: [ImportedRow] = []
  /// Entries of the catalogue that get other values.
  private(set) var changed: [(entry: Entry.ID, row: ImportedRow)] = []
  /// Entries of the catalogue that are to be deleted.
  private(set) var missing: [Entry.ID] = []
  /// How many entries the catalogue has.
  private(set) var entryCount = 0
  /// How many entries of the file need no change.
  private(set) var same = 0
  private(set) var ambiguous: [Ambiguity] = []
  /// Whether missing sections of new entries are made, because a column names them.
  let namesSections: Bool
  private let keys: [String?]

  /// An entry that cannot be matched with exactly one other entry, and why.
  enum Ambiguity: Equatable {
    /// The number of an entry of the file.
    case row(Int, String)
    case entry(Entry.ID, String)
  }

  init(
    _ source: ImportedEntries, _ options: ImportOptions, in catalogue: Catalogue,
    _ checkInterrupt: () throws(SessionError) -> Void
  ) throws(SessionError) {
    let mapping = try ImportPlan.mapping(of: source, options, in: catalogue)
    keys = mapping.keys
    namesSections = mapping.sectionColumn != nil
    let rows = try ImportPlan.rows(of: source, mapping, in: catalogue, checkInterrupt)
    var entries: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { entries.append($0) }
    entryCount = entries.count
    let fields = EntryColumns(of: catalogue, keys: mapping.keys, isTable: source.isTable)
    if let key = options.match {
      let column = mapping.keys.firstIndex { $0.map(ExactText.init) == ExactText(key) }
      if column == nil, !mapping.isNamed || key != ImportMapping.name {
        guard source.rows.isEmpty else {
          throw source.failure(.nothingToMatch(key: key, columns: source.columns))
        }
        // Without columns, nothing can be compared; everything is missing.
        missing = options.merging == .replace ? entries : []
        return
      }
      let matching = KeyMatching(by: key, in: column, of: rows, with: entries, fields)
      match(rows, matching, options.merging)
    } else {
      var equal = EntryValueIndex(fields, entries, rows: rows, isNamed: mapping.isNamed)
      for row in rows {
        if row.number % (1 << 12) == 0 { try checkInterrupt() }
        if equal.contains(row) { same += 1 } else { new.append(row) }
      }
    }
    // Only new entries need a name and a value.
    for row in new where mapping.isNamed && row.name == nil {
      throw source.failure(.nameMissing, inRow: row.number)
    }
    if source.isTable, !mapping.isSingle { new = new.map(\.withoutEmptyValues) }
  }

  private static func mapping(
    of source: ImportedEntries, _ options: ImportOptions, in catalogue: Catalogue
  ) throws(SessionError) -> ImportMapping {
    let isNamed =
      catalogue.someEntries(1).first.map { catalogue.key(of: $0) != nil }
      ?? catalogue.namesNewEntries
    let mapping = try rethrowing(
      ImportMapping(
        of: source.columns, areCards: source.areCards && catalogue.document.holdsCards,
        in: catalogue, isNamed: isNamed, options: options)
    ) { (error: ReportedError) in source.failure(error) }
    if !isNamed, catalogue.entryCount == 0, source.columns == [""],
      let row = source.rows.firstIndex(where: { $0.name != nil })
    {
      throw source.failure(.keysLost, inRow: row)
    }
    return mapping
  }

  /// The entries of the file as they would be in the catalogue, without empty rows of a table.
  private static func rows(
    of source: ImportedEntries, _ mapping: ImportMapping, in catalogue: Catalogue,
    _ checkInterrupt: () throws(SessionError) -> Void
  ) throws(SessionError) -> [ImportedRow] {
    let keepsHeads =
      catalogue.document.holdsCards
      || source.rows.contains { $0.heads != nil }
        && catalogue.fieldKeys().contains(VCardMapping.headsKey)
    let groupingKey = catalogue.shape.groupingKey
    var rows: [ImportedRow] = []
    rows.reserveCapacity(source.rows.count)
    for (number, row) in source.rows.enumerated() {
      if number % (1 << 12) == 0 { try checkInterrupt() }
      if !row.values.isEmpty, row.values.allSatisfy(\.value.isEmpty) { continue }
      do throws(ReportedError) {
        rows.append(
          try ImportPlan.row(
            row, number, source.columns, mapping, groupingKey: groupingKey, keepsHeads: keepsHeads))
      } catch {
        throw source.failure(error, inRow: number)
      }
    }
    return rows
  }

  /// An entry of the file as it would be in the catalogue.
  ///
  /// - Parameters:
  ///   - columns: The columns of the file; of vCards, their keys.
  ///   - keepsHeads: Whether entries of the catalogue keep the heads of vCards.
  private static func row(
    _ row: ImportedEntries.Row, _ number: Int, _ columns: [String], _ mapping: ImportMapping,
    groupingKey: String?, keepsHeads: Bool
  ) throws(ReportedError) -> ImportedRow {
    var heads = row.heads
    let leavesOutName = row.heads != nil && !keepsHeads && isWholeName(row, columns, mapping)
    var section = row.section
    var name = mapping.isNamed ? row.name : nil
    var values: [(column: Int, value: ImportedValue)] = []
    values.reserveCapacity(row.values.count)
    for (column, value) in row.values {
      if column == mapping.sectionColumn { section = value.text }
      if column == mapping.nameColumn { name = value.text }
      guard let key = mapping.keys[column] else { continue }
      if key == groupingKey { section = value.text }
      if keepsHeads, key == VCardMapping.headsKey {
        heads = value.isEmpty ? nil : value.converted(to: .dict)
        if heads == nil, !value.isEmpty {
          throw .wrongType(key: key, value: value.text, type: NodeKind.dict.valueName)
        }
        continue
      }
      if leavesOutName, columns[column] == VCardMapping.nameKeys[0] { continue }
      var value = value
      // A part of a name may be several texts.
      let isName = keepsHeads && value.kind == .array && VCardMapping.nameKeys.contains(key)
      if let kind = mapping.kinds[column], !isName {
        // An empty cell has no meaning for a number.
        if value.isEmpty, kind != .string { continue }
        guard let converted = value.converted(to: kind) else {
          throw .wrongType(key: key, value: value.text, type: kind.valueName)
        }
        value = converted
      }
      if mapping.isSingle, !key.isEmpty { throw .valueMissing }
      values.append((column, value))
    }
    return ImportedRow(
      number: number, section: section, name: name, values: values, heads: keepsHeads ? heads : nil)
  }

  /// Whether the only part of a vCard's name repeats the whole name, as programs write it for want
  /// of parts, and the catalogue has a field for the whole name or none for the part.
  private static func isWholeName(
    _ row: ImportedEntries.Row, _ columns: [String], _ mapping: ImportMapping
  ) -> Bool {
    let parts = row.values.filter { VCardMapping.nameKeys.contains(columns[$0.column]) }
    guard parts.count == 1, let part = parts.first,
      columns[part.column] == VCardMapping.nameKeys[0],
      let name = row.values.first(where: { columns[$0.column] == VCardMapping.nameKey })
    else { return false }
    return part.value.text == name.value.text
      && (mapping.kinds[part.column] == nil || mapping.kinds[name.column] != nil)
  }

  private mutating func match(
    _ rows: [ImportedRow], _ matching: KeyMatching, _ merging: ImportOptions.Merging
  ) {
    ambiguous = matching.ambiguousEntries
    // Values of entries that are probably the same telephone number as that of a row.
    var likely: Set<Int> = []
    for (row, value) in zip(rows, matching.values.ofRows) {
      switch matching.match(of: value) {
      case .entry(let entry):
        let different =
          merging == .add
          ? [] : changes(of: row, from: matching.fields, entry, besides: matching.column)
        if different.isEmpty {
          same += 1
        } else {
          changed.append((entry, row.with(different)))
        }
      case .new: new.append(row)
      case .ambiguous(let reason, let other):
        ambiguous.append(.row(row.number, reason))
        if let other { likely.insert(other) }
      }
    }
    if merging == .replace { missing = matching.missingEntries(except: likely) }
  }

  /// The values of a row in which an entry differs, converted to the kinds that the entry's values
  /// have.
  ///
  /// - Parameter key: The column by which the entry was matched, which does not differ.
  private func changes(
    of row: ImportedRow, from fields: EntryColumns, _ entry: Entry.ID, besides key: Int?
  ) -> [(column: Int, value: ImportedValue)] {
    let (old, document) = (fields.values(of: entry), fields.catalogue.document)
    let card = fields.catalogue.value(of: entry)
    return row.values.compactMap { column, value in
      let node = old[column]
      if column == key || node.map({ fields.isEqual(value, to: $0) }) == true { return nil }
      if hasContact(value, under: keys[column], card, node, document) { return nil }
      guard let node else { return value.isEmpty ? nil : (column, value) }
      return (column, value.converted(to: document.kind(of: node)) ?? value)
    }
  }

  /// Whether a card already has the e-mail address or the telephone number of a column: with a
  /// country code, or under another type if it has no value of this type.
  private func hasContact(
    _ value: ImportedValue, under key: String?, _ card: NodeIndex, _ old: NodeIndex?,
    _ document: PropertyListDocument
  ) -> Bool {
    guard document.holdsCards, document.kind(of: card) == .dict, !value.isEmpty,
      let property = key.flatMap(VCardMapping.meaning)?.property.name,
      ["EMAIL", "TEL"].contains(property)
    else { return false }
    let number = TelephoneNumber(value.text)
    if let old {
      guard property == "TEL", let number, number.country == nil else { return false }
      let known = document.plainText(of: old).flatMap { TelephoneNumber($0) }
      return known.map { $0.country != nil && $0.isPossibly(number) } ?? false
    }
    return document.members(of: card).contains { key, node in
      guard VCardMapping.meaning(ofKey: document.text(of: key))?.property.name == property,
        let text = document.plainText(of: node)
      else { return false }
      if property == "EMAIL" { return text.lowercased() == value.text.lowercased() }
      if let number { return TelephoneNumber(text)?.isPossibly(number) ?? false }
      return TelephoneNumber.digits(of: text) == TelephoneNumber.digits(of: value.text)
        && TelephoneNumber.digits(of: text)?.isEmpty == false
    }
  }

  // MARK: What is written

  /// The fields of a row.
  func fields(of row: ImportedRow, indentation: [UInt8]?, unit: [UInt8]) -> [FieldAssignment] {
    row.values.map { column, value in
      value.assignment(to: keys[column] ?? "", indentation: indentation, unit: unit)
    }
  }

  /// The fields of a row that becomes a new entry, with the heads of a vCard.
  func allFields(
    of row: ImportedRow, indentation: [UInt8]?, unit: [UInt8]
  ) -> [FieldAssignment] {
    let heads = row.heads.map {
      $0.assignment(to: VCardMapping.headsKey, indentation: indentation, unit: unit)
    }
    return fields(of: row, indentation: indentation, unit: unit) + (heads.map { [$0] } ?? [])
  }

  /// The heads that a card takes over from a row, for values under new keys and for data that
  /// replaces other data.
  ///
  /// - Returns: Heads as fields, and the paths of heads that no longer apply.
  func heads(
    of row: ImportedRow, for entry: Entry.ID, in catalogue: Catalogue
  ) throws(ReportedError) -> (set: [FieldAssignment], gone: [String]) {
    let document = catalogue.document
    let card = catalogue.value(of: entry)
    func isNew(_ key: String) -> Bool { document.value(of: key, in: card) == nil }
    var given: [(key: String, isData: Bool)] = []
    for (column, value) in row.values {
      guard let key = keys[column], value.kind == .data || isNew(key) else { continue }
      given.append((key, value.kind == .data))
    }
    guard !given.isEmpty, let text = row.heads?.text,
      let own = document.value(of: VCardMapping.headsKey, in: card), document.holdsHeads(own),
      let other = try? PropertyListDocument(FileBytes("<plist>\(text)</plist>".utf8), format: .xml)
    else { return ([], []) }
    func heads(_ dict: NodeIndex, in document: PropertyListDocument) -> [String: String] {
      Dictionary(
        document.members(of: dict).map {
          (document.text(of: $0.key), document.plainText(of: $0.value) ?? "")
        }, uniquingKeysWith: { first, _ in first })
    }
    let ownHeads = heads(own, in: document)
    var adopted = AdoptedHeads(own: ownHeads)
    adopted.begin(others: heads(other.root, in: other))
    // Properties of several members have one head.
    let properties = [("N", VCardMapping.nameKeys), ("company", VCardMapping.organizationKeys)]
    for (key, members) in properties where members.allSatisfy(isNew) {
      let isGiven = given.contains { members.contains($0.key) } && !given.contains { $0.key == key }
      if isGiven { given.append((key, false)) }
    }
    var result: (set: [FieldAssignment], gone: [String]) = ([], [])
    for (key, isData) in given {
      // A label stays in the group of the property that it labels.
      if key.hasSuffix("Label"), !isNew(String(key.dropLast(5))) { continue }
      let path = FieldPath(components: [VCardMapping.headsKey, key]).text
      if let head = adopted.head(ofKey: key) {
        result.set.append(FieldAssignment(key: path, type: .string, value: head))
      } else if !isData, adopted.isUndecoded(key) {
        throw .undecoded(key: key)
      } else if ownHeads[key] != nil {
        result.gone.append(path)
      }
    }
    return result
  }

  /// The name that a person would call an entry by.
  func label(of row: ImportedRow, _ labelKeys: [String]) -> String {
    for key in labelKeys {
      let value = row.values.first { keys[$0.column] == key && !$0.value.text.isEmpty }
      if let value { return value.value.text }
    }
    return row.values.first { !$0.value.kind.isContainer && !$0.value.text.isEmpty }?.value.text
      ?? ""
  }
}

extension ImportedEntries {
  /// The error of an import that the file causes.
  fileprivate func failure(_ problem: ReportedError, inRow number: Int? = nil) -> SessionError {
    .importing(path, number.flatMap { rows[$0].location }, problem)
  }
}

extension NodeKind {
  /// The name of the type in messages.
  fileprivate var valueName: String {
    switch self {
    case .true, .false: "boolean"
    case .dict: "dictionary"
    default: elementName
    }
  }
}
