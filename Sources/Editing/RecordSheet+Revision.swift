package import Catalogues
package import Platform
import PropertyLists

/// The changes that a person has made in a sheet.
package struct SheetRevision {
  package fileprivate(set) var changes = TreeRevision()
  /// Whether the text has no records left, which changes nothing.
  package fileprivate(set) var isErased = false
  /// The lines of values that are changed or added.
  fileprivate var lines: [ValuePath: Int] = [:]

  /// The problem to report if the changes are impossible, with its line in the text.
  package func problem(_ error: PathError) -> LocatedError {
    LocatedError("\(error)", line: error.path.flatMap { lines[$0] } ?? 1)
  }
}

extension RecordSheet {
  /// The changes that an edited text makes.
  ///
  /// - Throws: `LocatedError` for a text that is not a recfile, or is meaningless or ambiguous.
  package func revision(of text: String) throws(LocatedError) -> SheetRevision {
    let records: [[RecordField]]
    do throws(PropertyListError) {
      records = try RecordField.records(of: text)
    } catch {
      guard case .text(let line, _) = error.location else {
        throw LocatedError("\(error)", line: 1)
      }
      throw LocatedError("\(error)", line: line)
    }
    if records.isEmpty {
      var revision = SheetRevision()
      revision.isErased = true
      return revision
    }
    var reader = SheetReader(sheet: self)
    for record in records { try reader.read(record) }
    return try reader.revision()
  }
}

/// Compares a text with the sheet that it was made from.
private struct SheetReader {
  /// A record as a person has left it.
  struct Record {
    let line: Int
    /// The path of its value; `nil` for a new record.
    let item: ValuePath?
    /// The container of its value.
    let container: ValuePath?
    let key: RecordField?
    let fields: [RecordField]
  }

  let sheet: RecordSheet
  private var records: [Record] = []
  /// The lines of records with an `%item`, by their items.
  private var lines: [ValuePath: Int] = [:]
  /// The lines of descriptors, by their containers.
  private var sets: [ValuePath: Int] = [:]
  /// The container whose records follow; `nil` before the first descriptor.
  private var set: ValuePath?

  init(sheet: RecordSheet) { self.sheet = sheet }

  // MARK: Reading

  mutating func read(_ fields: [RecordField]) throws(LocatedError) {
    if fields.contains(where: { ["%rec", "%at", "%member"].contains($0.name) }) {
      return try readDescriptor(fields)
    }
    let line = fields[0].line
    var item: ValuePath?
    var key: RecordField?
    var values: [RecordField] = []
    var seen: [ValuePath: Int] = [:]
    for field in fields {
      guard let path = field.path else {
        guard field.name == "%item" else {
          throw LocatedError("'\(field.name)' says nothing about a record", line: field.line)
        }
        if item != nil {
          throw LocatedError(
            "a second '%item' in a record; an empty line is between records", line: field.line)
        }
        item = try readItem(field)
        continue
      }
      if let set, let name = sheet.sets[set]?.keyName, field.name == name {
        if key != nil { throw LocatedError("the record has a second key", line: field.line) }
        key = field
        continue
      }
      if let first = seen.updateValue(field.line, forKey: path) {
        throw LocatedError(
          "the record has a value for '\(field.name)' in line \(first) already", line: field.line)
      }
      values.append(field)
    }
    let container = set ?? item.flatMap { $0.steps.isEmpty ? nil : $0.parent }
    records.append(
      Record(line: line, item: item, container: container, key: key, fields: values))
  }

  private mutating func readItem(_ field: RecordField) throws(LocatedError) -> ValuePath {
    guard let path = try path(field), sheet.records[path] != nil else {
      throw LocatedError(
        "nothing here was '\(field.value.nameExcerpt)'; a new record has no '%item'",
        line: field.line)
    }
    if let first = lines.updateValue(field.line, forKey: path) {
      throw LocatedError(
        "'\(field.value.nameExcerpt)' is in line \(first) already; a new record has no '%item'",
        line: field.line)
    }
    return path
  }

  private mutating func readDescriptor(_ fields: [RecordField]) throws(LocatedError) {
    var path: ValuePath?
    for field in fields {
      if field.name == "%at" { path = try self.path(field) }
      guard field.name.hasPrefix("%"), field.name != "%item" else {
        throw LocatedError(
          "an empty line comes after what is said of the records that follow", line: field.line)
      }
    }
    guard let path, sheet.sets[path] != nil else {
      throw LocatedError(
        "'%at' is to say where the records that follow are, as it was; a new place cannot be added",
        line: fields[0].line)
    }
    if let first = sets.updateValue(fields[0].line, forKey: path) {
      throw LocatedError("the same place is in line \(first) already", line: fields[0].line)
    }
    set = path
  }

  private func path(_ field: RecordField) throws(LocatedError) -> ValuePath? {
    if field.value == "/" { return .root }
    do throws(ValuePathError) {
      return try ValuePath(field.value)
    } catch {
      throw LocatedError("\(error)", line: field.line)
    }
  }

  // MARK: Comparing

  func revision() throws(LocatedError) -> SheetRevision {
    var revision = SheetRevision()
    try checkSets()
    let placed = try placed()
    for record in placed {
      guard let item = record.item, let old = sheet.records[item] else { continue }
      try compare(record, old, &revision)
    }
    revision.changes.removedChildren = sheet.order.filter { lines[$0] == nil }
    if revision.changes.removedChildren.contains(.root) {
      throw LocatedError("the whole property list cannot be deleted", line: 1)
    }
    try arrange(placed, &revision)
    // Values inside of a deleted value are deleted with it.
    revision.changes.removedChildren = revision.changes.removedChildren.filter { path in
      !sheet.isInside(path, { lines[$0] == nil && sheet.records[$0] != nil })
    }
    return revision
  }

  /// Checks that no record has lost the descriptor of its container, or the record that the
  /// container is in.
  private func checkSets() throws(LocatedError) {
    for record in records {
      if let item = record.item, sheet.sets[item.parent] != nil, sets[item.parent] == nil {
        throw LocatedError(
          "'%at: \(item.parent.bracketedText)' is gone, where this record was", line: record.line)
      }
      if let set = record.container,
        sheet.isInside(set, orIs: true, { lines[$0] == nil && sheet.records[$0] != nil })
      {
        throw LocatedError(
          "what this record is in has no record with its '%item' any more; it is deleted only together "
            + "with all that is in it", line: record.line)
      }
    }
  }

  /// The records with their containers. A new record without one goes into the container of the
  /// record before it.
  private func placed() throws(LocatedError) -> [Record] {
    let first = records.first { $0.container != nil }?.container
    var last: ValuePath?
    var result: [Record] = []
    for record in records {
      guard let container = record.container ?? (record.item == nil ? last ?? first : nil) else {
        if record.item == nil {
          throw LocatedError("there is nothing that a new record could be in", line: record.line)
        }
        result.append(record)
        continue
      }
      last = container
      result.append(
        Record(
          line: record.line, item: record.item, container: container, key: record.key,
          fields: record.fields))
    }
    return result
  }

  private func arrange(
    _ records: [Record], _ revision: inout SheetRevision
  ) throws(LocatedError) {
    var containers: [ValuePath] = []
    var children: [ValuePath: [Record]] = [:]
    for record in records {
      guard let container = record.container else { continue }
      if children[container] == nil { containers.append(container) }
      children[container, default: []].append(record)
    }
    var left: [ValuePath: [ValuePath]] = [:]
    for path in sheet.order where !path.steps.isEmpty && lines[path] != nil {
      left[path.parent, default: []].append(path)
    }
    for container in containers {
      let records = children[container] ?? []
      let old = left[container] ?? []
      let types = records.contains { $0.item == nil } ? sheet.types(in: container) : [:]
      let isDict = try sheet.isDict(container, line: records[0].line)
      var arranged: [TreeRevision.Child] = []
      var isChanged = records.map(\.item) != old.map { Optional($0) }
      for record in records {
        let key = try key(of: record, isDict: isDict)
        if let item = record.item {
          if isDict, item.parent != container || .name(key ?? "") != item.steps.last {
            isChanged = true
          }
          arranged.append(TreeRevision.Child(.old(item), key: key))
        } else {
          arranged.append(TreeRevision.Child(.new(try element(of: record, types)), key: key))
        }
      }
      if isChanged {
        revision.changes.arrangements.append(TreeRevision.Arrangement(container, arranged))
      }
    }
  }

  /// The key under which a record goes; `nil` in an array.
  private func key(of record: Record, isDict: Bool) throws(LocatedError) -> String? {
    guard isDict else { return nil }
    if let key = record.key { return key.value }
    if let item = record.item, record.container.map({ sheet.sets[$0] == nil }) == true,
      case .name(let name)? = item.steps.last
    {
      return name
    }
    let name = record.container.flatMap { sheet.sets[$0]?.keyName }
    throw LocatedError(
      name.map { "the record needs its key, '\($0): …'" }
        ?? "a new record here needs a key; 'insert' adds one under a key",
      line: record.line)
  }

  /// The element of a new record. Its values get the types that they have in the other records of
  /// its container.
  private func element(
    of record: Record, _ types: [ValuePath: RecordType]
  ) throws(LocatedError) -> String {
    for field in record.fields { try field.checkIsNoType() }
    return try PropertyListDocument.element(
      ofRecord: record.fields.map { field in
        (field, field.type ?? field.path.flatMap { types[$0] } ?? .string)
      })
  }

  // MARK: Fields

  /// Compares the fields of a record with its original fields.
  private func compare(
    _ record: Record, _ old: RecordSheet.Record, _ revision: inout SheetRevision
  ) throws(LocatedError) {
    if record.fields.isEmpty, let only = old.fields.first, only.path == .root,
      !only.type.isContainer
    {
      throw LocatedError(
        "the record has no value; without '%item', too, it is deleted", line: record.line)
    }
    let before = Dictionary(uniqueKeysWithValues: old.fields.map { ($0.path, $0) })
    var kinds: [ValuePath: RecordSheet.ContainerKind] = [:]
    for field in old.fields { RecordSheet.addContainers(of: field.path, to: &kinds) }
    for set in old.sets {
      let path = ValuePath(Array(set.steps.dropFirst(old.path.steps.count)))
      RecordSheet.addContainers(of: path, to: &kinds)
    }
    /// The containers whose children are records of their own, and all containers around those.
    let outer = Set(old.sets.flatMap { $0.prefixes + [$0] })
    var leaves: Set<ValuePath> = []
    var inner: [ValuePath: RecordSheet.ContainerKind] = [:]
    for field in record.fields {
      guard let path = field.path else { continue }
      leaves.insert(path)
      RecordSheet.addContainers(of: path, to: &inner)
    }
    // Containers that are replaced, so that nothing in them has to be removed.
    var replaced: Set<ValuePath> = []
    for field in record.fields {
      guard let path = field.path else { continue }
      revision.lines[ValuePath(old.path.steps + path.steps)] = field.line
      if inner[path] != nil || outer.contains(old.path.joined(path)) {
        throw LocatedError(
          "'\(field.name)' has a value, but there are others in it", line: field.line)
      }
      try replaceContainers(
        of: field, path, old, before, outer, kinds, inner, &replaced, &revision)
      if let known = before[path], known.isSame(as: field) { continue }
      if before[path] == nil { try field.checkIsNoType() }
      let isContainer = kinds[path] != nil || before[path].map { $0.type.isContainer } == true
      if isContainer { replaced.insert(path) }
      let isPlain = before[path].map { ![.array, .dict, .json].contains($0.type) } ?? false
      revision.changes.assignments.append(
        try assignment(
          of: field, at: old.path.joined(path),
          usual: isContainer || before[path] != nil && !isPlain ? .string : nil))
    }
    remove(old, outer, leaves, inner, replaced, &revision)
  }

  /// Replaces other values on the way to a field by containers.
  private func replaceContainers(
    of field: RecordField, _ path: ValuePath, _ old: RecordSheet.Record,
    _ before: [ValuePath: RecordSheet.Field], _ outer: Set<ValuePath>,
    _ kinds: [ValuePath: RecordSheet.ContainerKind],
    _ inner: [ValuePath: RecordSheet.ContainerKind],
    _ replaced: inout Set<ValuePath>, _ revision: inout SheetRevision
  ) throws(LocatedError) {
    for count in path.steps.indices {
      let prefix = ValuePath(Array(path.steps[..<count]))
      guard let wanted = inner[prefix] else { continue }
      if wanted == .both {
        throw LocatedError(
          "'\(field.name)' is in something that is an array by another field, or a dictionary",
          line: field.line)
      }
      let isValue = before[prefix].map { $0.type.rawValue != wanted.rawValue } ?? false
      guard isValue || kinds[prefix].map({ $0 != wanted }) == true,
        replaced.insert(prefix).inserted
      else { continue }
      if outer.contains(old.path.joined(prefix)) {
        throw LocatedError(
          "'\(field.name)' cannot be here: what it is in has records of its own", line: field.line)
      }
      revision.changes.assignments.append(
        PathAssignment(
          old.path.joined(prefix), type: wanted == .array ? .array : .dict, value: ""))
    }
  }

  private func assignment(
    of field: RecordField, at path: ValuePath, usual: FieldType?
  ) throws(LocatedError) -> PathAssignment {
    guard field.type == .json else {
      let type = field.type.flatMap { FieldType(named: $0.rawValue) } ?? usual
      if type == .array || type == .dict, !field.value.isEmpty {
        throw LocatedError("an empty list or dictionary has no text", line: field.line)
      }
      return PathAssignment(path, type: type, value: field.value)
    }
    do throws(PropertyListError) {
      let element = try PropertyListDocument.element(ofJSON: field.value)
      return PathAssignment(path, type: .xml, value: String(decoding: element, as: UTF8.self))
    } catch {
      throw LocatedError("'\(field.name)': \(error)", line: field.line)
    }
  }

  /// Removes values that have no field any more; if nothing is left of a container, it is removed
  /// as a whole.
  private func remove(
    _ old: RecordSheet.Record, _ outer: Set<ValuePath>, _ leaves: Set<ValuePath>,
    _ inner: [ValuePath: RecordSheet.ContainerKind],
    _ replaced: Set<ValuePath>, _ revision: inout SheetRevision
  ) {
    var removed: Set<ValuePath> = []
    for field in old.fields where !leaves.contains(field.path) && inner[field.path] == nil {
      if field.path.prefixes.contains(where: replaced.contains) { continue }
      var path = field.path
      while path.steps.count > 1, inner[path.parent] == nil,
        !outer.contains(old.path.joined(path.parent))
      {
        path = path.parent
      }
      if path != .root, removed.insert(path).inserted {
        revision.changes.removed.append(old.path.joined(path))
      }
    }
  }
}

extension RecordField {
  /// Checks that a new value does not begin with the name of a type, which belongs after the path.
  fileprivate func checkIsNoType() throws(LocatedError) {
    guard type == nil, let path, let colon = value.firstIndex(of: ":"),
      RecordType(named: value[..<colon]) != nil
    else { return }
    let name = path.text.nameExcerpt
    throw LocatedError(
      "a type follows a path with a dot: '\(name):\(value)', or '\(name):string: \(value)' for a text",
      line: line)
  }
}
