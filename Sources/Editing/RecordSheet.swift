package import Catalogues
import Platform
package import PropertyLists

/// Values of a property list as a recfile that a person edits.
///
/// `%item` names the value of a record, wherever the record is moved. A record without it is new,
/// and a value whose record is gone is deleted. Records are in the order of their values; those
/// after a descriptor with `%at` are the children of a container.
package struct RecordSheet {
  /// A record as it was written.
  struct Record {
    let path: ValuePath
    var fields: [Field] = []
    /// The containers in it whose children are records of their own.
    var sets: [ValuePath] = []
  }

  struct Field {
    /// The path from the record's value to the field's value.
    let path: ValuePath
    let type: RecordType
    let text: String
  }

  /// A container whose children are records.
  struct RecordSet {
    let isDict: Bool
    /// The name of the field with the keys of records; `nil` in an array.
    let keyName: String?
  }

  /// The kind of a container on the way to a field; `both` if fields disagree.
  enum ContainerKind: String {
    case array, dict, both
  }

  private(set) var records: [ValuePath: Record] = [:]
  /// The paths of records in their order.
  private(set) var order: [ValuePath] = []
  private(set) var sets: [ValuePath: RecordSet] = [:]
  let document: PropertyListDocument
  package private(set) var text = ""

  private let layout: RecordLayout
  private let tree: EditedTree
  private var waiting: [(container: NodeIndex, path: ValuePath)] = []

  /// - Parameters:
  ///   - catalogue: A catalogue that has not been edited.
  ///   - paths: The values that are edited.
  ///   - heading: Lines of instructions for the person, without the signs of comments.
  /// - Throws: `PathError` if a path leads nowhere, or a key occurs twice.
  /// - Complexity: O(*n*) in the number of values of the catalogue.
  package init(
    _ catalogue: Catalogue, at paths: [ValuePath], heading: [String]
  ) throws(PathError) {
    document = catalogue.document
    layout = RecordLayout(catalogue)
    tree = EditedTree(document)
    for line in heading { text += line.isEmpty ? "#\n" : "# \(line)\n" }
    for path in paths {
      let value = try tree.value(at: path)
      let path = try tree.bracketed(path)
      if layout.isSet(value) {
        waiting.append((value, path))
      } else {
        try write(value, at: path, key: nil, isChosen: true)
      }
    }
    var next = 0
    while next < waiting.count {
      try writeSet(waiting[next].container, at: waiting[next].path)
      next += 1
    }
  }

  // MARK: Writing

  private mutating func writeSet(_ container: NodeIndex, at path: ValuePath) throws(PathError) {
    // A chosen container may be inside of another chosen one.
    if sets[path] != nil { return }
    let isDict = document.kind(of: container) == .dict
    let children = layout.records(in: container)
    var set = RecordSet(isDict: isDict, keyName: nil)
    text += "\n%rec: \(RecordSheet.name(of: layout.title(of: container) ?? path.lastName))\n"
    text += "%at: \(path.bracketedText)\n"
    if isDict {
      let taken = Set(children.flatMap { keys(of: $0.value) })
      var name = "key"
      while taken.contains(name) { name += "_" }
      set = RecordSet(isDict: true, keyName: name)
      text += "%member: \(name)\n"
    }
    sets[path] = set
    for (number, child) in children.enumerated() {
      let key = child.key.map(document.exactText)
      let inner = path.appending(key.map { .name($0) } ?? .position(number))
      if records[inner] != nil {
        if isDict { throw .ambiguous(inner, count: 2) }
        continue
      }
      try write(child.value, at: inner, key: key.map { (set.keyName ?? "key", $0) })
    }
  }

  private func keys(of dict: NodeIndex) -> [String] {
    guard document.kind(of: dict) == .dict else { return [] }
    return document.members(of: dict).map { document.exactText(of: $0.key) }
  }

  /// A name of one word for a section, for people.
  private static func name(of title: String?) -> String {
    let words = (title ?? "").split(whereSeparator: \.isWhitespace).joined(separator: "_")
    return words.isEmpty ? "records" : words
  }

  private mutating func write(
    _ value: NodeIndex, at path: ValuePath, key: (name: String, text: String)?,
    isChosen: Bool = false
  ) throws(PathError) {
    if records[path] != nil { return }
    var record = Record(path: path)
    try addFields(of: value, at: .root, to: &record)
    // A chosen value may contain nothing but records.
    if isChosen, record.fields.isEmpty { return }
    text += "\n%item: \(path.bracketedText)\n"
    if let key { append(key.name, key.text) }
    for field in record.fields { append(RecordSheet.name(of: field), field.text) }
    records[path] = record
    order.append(path)
  }

  private mutating func append(_ name: String, _ value: String) {
    let bytes = RecordText.field(Array(name.utf8), Array(value.utf8))
    text += String(decoding: bytes, as: UTF8.self)
  }

  private mutating func addFields(
    of value: NodeIndex, at path: ValuePath, to record: inout Record
  ) throws(PathError) {
    if layout.isSet(value) {
      let whole = ValuePath(record.path.steps + path.steps)
      record.sets.append(whole)
      waiting.append((value, whole))
    } else if layout.isField(value) {
      let (type, text) = document.recordField(value)
      record.fields.append(
        Field(path: path, type: type, text: String(decoding: text, as: UTF8.self)))
    } else if document.kind(of: value) == .dict {
      var seen: Set<[UInt8]> = []
      for member in document.members(of: value) {
        let name = document.exactText(of: member.key)
        let inner = path.appending(.name(name))
        if !seen.insert(Array(name.utf8)).inserted {
          throw .ambiguous(ValuePath(record.path.steps + inner.steps), count: 2)
        }
        try addFields(of: member.value, at: inner, to: &record)
      }
    } else {
      for (position, element) in document.elements(of: value).enumerated() {
        try addFields(of: element, at: path.appending(.position(position)), to: &record)
      }
    }
  }

  /// The name of a field, with its type if it could be mistaken for a text.
  private static func name(of field: Field) -> String {
    let isSaid = [.array, .dict, .json].contains(field.type)
    if !isSaid, field.path.steps.count == 1, case .name(let key) = field.path.steps[0],
      RecordText.isPlainKey(key)
    {
      return key
    }
    return field.path.bracketedText + (isSaid ? ":\(field.type.rawValue)" : "")
  }
}

// MARK: Looking up

extension RecordSheet {
  /// Whether a container around a path fulfils a condition, or with `orIs` the path itself.
  func isInside(
    _ path: ValuePath, orIs includesIt: Bool = false, _ condition: (ValuePath) -> Bool
  ) -> Bool {
    path.prefixes.contains(where: condition) || includesIt && condition(path)
  }

  /// Whether a container is a dictionary, not an array.
  func isDict(_ container: ValuePath, line: Int) throws(LocatedError) -> Bool {
    if let set = sets[container] { return set.isDict }
    do throws(PathError) {
      return try document.kind(of: tree.value(at: container)) == .dict
    } catch {
      throw LocatedError("\(error)", line: line)
    }
  }

  /// The types that values have in the records of a container.
  func types(in container: ValuePath) -> [ValuePath: RecordType] {
    var types: [ValuePath: RecordType] = [:]
    for path in order where !path.steps.isEmpty && path.parent == container {
      for field in records[path]?.fields ?? [] where types[field.path] == nil {
        types[field.path] = field.type == .json ? .string : field.type
      }
    }
    return types
  }

  /// Notes the kinds of the containers on the way to a field.
  static func addContainers(of path: ValuePath, to kinds: inout [ValuePath: ContainerKind]) {
    for (count, step) in path.steps.enumerated() {
      let kind = if case .name = step { ContainerKind.dict } else { ContainerKind.array }
      let prefix = ValuePath(Array(path.steps[..<count]))
      kinds[prefix] = kinds[prefix].map { $0 == kind ? kind : .both } ?? kind
    }
  }
}

extension RecordSheet.Field {
  /// Whether a field has the same type and text.
  func isSame(as field: RecordField) -> Bool {
    let isPlain = ![.array, .dict, .json].contains(type)
    return (field.type == type || isPlain && field.type == nil)
      && field.value.utf8.elementsEqual(text.utf8)
  }
}

extension ValuePath {
  /// The paths of the containers around a path's value, the outermost first.
  var prefixes: [ValuePath] { steps.indices.map { ValuePath(Array(steps[..<$0])) } }

  func joined(_ inner: ValuePath) -> ValuePath { ValuePath(steps + inner.steps) }

  /// The last key in the path; `nil` if it has none.
  fileprivate var lastName: String? {
    for step in steps.reversed() { if case .name(let name) = step { return name } }
    return nil
  }

  /// Whether another path leads to the same value, or to one inside of it.
  func isPrefix(of other: ValuePath) -> Bool { other.steps.starts(with: steps) }
}

extension RecordType {
  var isContainer: Bool { self == .array || self == .dict }
}
