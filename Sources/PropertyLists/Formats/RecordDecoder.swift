/// Reads a recfile (GNU recutils) as a property list.
///
/// - The records of a file without descriptors are the dictionaries of an array, in which every
///   field is a member.
/// - The records of the type `NAME`, which follow the descriptor with `%rec: NAME`, are an array
///   under the key `NAME` of a dictionary.
/// - A field that occurs several times in a record is an array in all records of its type.
/// - Fields that `%type` declares as `int`, `range`, `real`, `bool` or `date` have values of that
///   type, if a date has the form of property lists. All other fields are texts.
/// - Extensions of recutils say where values go, so that any property list can be written. `%at:
///   PATH` names the array whose elements the records are. With `%member: FIELD` the container is a
///   dictionary, and the field has the key of a record. With `%value: /` the only record is the
///   whole property list. `%path: FIELD PATH` gives the path of a field's value in the record.
///   Further types are `plist_real`, `plist_data` in base64, `plist_json`, and `plist_array` and
///   `plist_dict`, which are empty or have their records later.
/// - Comments are skipped, and so are all other fields of a descriptor.
struct RecordDecoder {
  private var reader: RecordReader
  private var tree: RecordTree
  private var set: RecordSet?
  private var root: Int?
  /// Whether the root is a dictionary whose keys are the types of records.
  private var hasNamedSets = false

  /// Decodes a text as the single value of a property list.
  ///
  /// - Parameter text: The whole text in valid UTF-8, without a byte-order mark.
  /// - Throws: `DecodingError`, with an offset in the text.
  /// - Complexity: O(*n*).
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = RecordDecoder(text)
    try decoder.read()
    guard let root = decoder.root else { throw DecodingError(.empty, at: 0) }
    try decoder.tree.write(root, decoder.reader.bytes, into: &writer)
  }

  private init(_ text: UnsafeBufferPointer<UInt8>) {
    reader = RecordReader(text)
    tree = RecordTree(forTextOf: text.count)
  }

  private mutating func read() throws(DecodingError) {
    while true {
      let fields = try reader.record()
      guard let first = fields.first else { break }
      if fields.contains(where: { reader.isField($0, "%rec") }) {
        try finishSet()
        set = try begin(RecordDescriptor(fields, in: reader), at: first.offset)
      } else {
        if set == nil { set = try beginUnnamed(at: first.offset) }
        try add(fields)
      }
    }
    try finishSet()
  }

  // MARK: Sets

  private mutating func beginUnnamed(at offset: Int) throws(DecodingError) -> RecordSet {
    let container = try tree.addContainer(.array, offset: offset)
    root = container
    return RecordSet(RecordDescriptor(), container: container)
  }

  private mutating func begin(
    _ descriptor: RecordDescriptor, at offset: Int
  ) throws(DecodingError) -> RecordSet {
    tree.beginSet()
    switch descriptor.target {
    case .value:
      if root != nil {
        throw reader.failure("a value of the whole file comes before everything else", at: offset)
      }
      return RecordSet(descriptor, container: nil)
    case .at(let path):
      return RecordSet(descriptor, container: try container(at: path, descriptor, offset))
    case .named(let name):
      if root == nil {
        root = try tree.addContainer(.dict, offset: offset)
        hasNamedSets = true
      }
      guard let root, hasNamedSets else {
        throw reader.failure(
          "records that come earlier are of no type; '%at' says where these go", at: offset)
      }
      if tree.child(at: .name(name), of: root) != nil {
        throw reader.failure("'%rec: \(name.excerpt())' occurs twice", at: offset)
      }
      let container = try tree.addContainer(
        descriptor.container, under: Array(name.utf8), in: root, offset: offset)
      return RecordSet(descriptor, container: container)
    }
  }

  /// The container that records go into: the root, or a container that an earlier field has as
  /// empty.
  private mutating func container(
    at path: ValuePath, _ descriptor: RecordDescriptor, _ offset: Int
  ) throws(DecodingError) -> Int {
    let type = descriptor.container
    if root == nil, path == .root {
      let container = try tree.addContainer(type, offset: offset)
      root = container
      return container
    }
    var value = root
    for step in path.steps { value = value.flatMap { tree.child(at: step, of: $0) } }
    guard let value, tree.begin(value, type) else {
      throw reader.failure(
        "where '%at' says, no record that comes earlier has an empty "
          + (type == .dict ? "dictionary" : "array"),
        at: descriptor.targetOffset)
    }
    return value
  }

  private mutating func finishSet() throws(DecodingError) {
    guard let set else { return }
    if set.container == nil, set.recordCount == 0 {
      throw reader.failure("'%value' is followed by one record", at: set.descriptor.targetOffset)
    }
    if let container = set.container {
      for place in set.repeatedPlaces { tree.repeatValues(at: place, in: container) }
    }
    self.set = nil
  }

  // MARK: Records

  private mutating func add(_ fields: [RecordReader.Field]) throws(DecodingError) {
    guard var set else { return }
    self.set = nil
    let offset = fields[0].offset
    tree.beginRecord()
    set.beginRecord()
    var key: [UInt8]?
    for field in fields {
      if set.isMember(field, in: reader) {
        if key != nil { throw reader.failure("the record has a second key", at: field.offset) }
        key = Array(reader.bytes(field.value))
        continue
      }
      let column = try set.column(of: field, in: reader, &tree)
      let isRepeated = try tree.add(
        field.type ?? column.type, field.value, at: column.place,
        offset: field.value.isJoined ? field.offset : field.value.start, mayRepeat: column.mayRepeat
      )
      if isRepeated { set.repeatedPlaces.insert(column.place) }
    }
    if set.descriptor.member != nil, key == nil {
      throw reader.failure("the record has no key", at: offset)
    }
    let record =
      if let value = tree.recordValue { value } else {
        try tree.addContainer(.dict, offset: offset)
      }
    if let container = set.container {
      if let key, !set.keys.insert(key).inserted {
        throw reader.failure("an earlier record has the same key", at: offset)
      }
      tree.append(record, to: container, under: key)
    } else {
      if set.recordCount > 0 {
        throw reader.failure("'%value' is followed by one record", at: offset)
      }
      root = record
    }
    set.recordCount += 1
    self.set = set
  }
}

/// A set of records, while it is read.
private struct RecordSet {
  struct Column {
    let name: [UInt8]
    let place: Int
    let type: RecordType
    /// Whether the field may occur several times in a record.
    let mayRepeat: Bool
  }

  let descriptor: RecordDescriptor
  /// The container of the records; `nil` if the only record is the root.
  let container: Int?
  var recordCount = 0
  var repeatedPlaces: Set<Int> = []
  /// The keys of the records that have one.
  var keys: Set<[UInt8]> = []
  private var columns: [Column] = []
  private var indices: [[UInt8]: Int] = [:]
  /// The column after that of the last field: usually the column of the next field.
  private var next = 0

  init(_ descriptor: RecordDescriptor, container: Int?) {
    (self.descriptor, self.container) = (descriptor, container)
  }

  mutating func beginRecord() { next = 0 }

  func isMember(_ field: RecordReader.Field, in reader: RecordReader) -> Bool {
    descriptor.member.map { reader.isField(field, $0) } ?? false
  }

  /// - Complexity: O(*k*) in the length of the name, without hashing if the field follows the same
  ///   field as in earlier records.
  mutating func column(
    of field: RecordReader.Field, in reader: RecordReader, _ tree: inout RecordTree
  ) throws(DecodingError) -> Column {
    let name = reader.text[field.name]
    if next < columns.count, columns[next].name.elementsEqual(name) {
      next += 1
      return columns[next - 1]
    }
    let bytes = Array(name)
    let index: Int
    if let known = indices[bytes] {
      index = known
    } else {
      index = columns.count
      columns.append(try newColumn(bytes, field, in: reader, &tree))
      indices[bytes] = index
    }
    next = index + 1
    return columns[index]
  }

  private func newColumn(
    _ name: [UInt8], _ field: RecordReader.Field, in reader: RecordReader, _ tree: inout RecordTree
  ) throws(DecodingError) -> Column {
    if name.first == UInt8(ascii: "%") {
      throw reader.failure(
        "'\(name.excerpt())' belongs to the descriptor of records, which has a '%rec'",
        at: field.offset)
    }
    let given = field.isPath ? nil : descriptor.paths[name]
    let path = if let given { given } else { try reader.path(of: field) }
    if path.steps.count > NodeBuilder.depthLimit {
      throw DecodingError(.tooDeep(limit: NodeBuilder.depthLimit), at: field.offset)
    }
    return Column(
      name: name, place: tree.place(at: path), type: descriptor.types[name] ?? .string,
      mayRepeat: given == nil && !field.isPath)
  }
}

/// The descriptor of the records that follow.
private struct RecordDescriptor {
  enum Target {
    /// An array, or a dictionary, under a key of the root.
    case named(String)
    case at(ValuePath)
    /// The whole property list.
    case value
  }

  var target = Target.named("")
  private(set) var targetOffset = 0
  /// The field that has the key of a record.
  private(set) var member: String?
  private(set) var types: [[UInt8]: RecordType] = [:]
  private(set) var paths: [[UInt8]: ValuePath] = [:]

  /// The type of the container of the records.
  var container: RecordType { member == nil ? .array : .dict }

  /// The descriptor of records without a written one.
  init() {}

  init(_ fields: [RecordReader.Field], in reader: RecordReader) throws(DecodingError) {
    var declared = DeclaredTypes()
    var seen: Set<String> = []
    for field in fields {
      let name = reader.name(of: field)
      if ["%rec", "%at", "%value", "%member"].contains(name), !seen.insert(name).inserted {
        throw reader.failure("a descriptor has one '\(name)'", at: field.offset)
      }
      let words = reader.value(of: field).split { $0 == " " || $0 == "\t" || $0 == "\n" }
        .map(String.init)
      switch name {
      case "%rec", "%at", "%value": try setTarget(name, field, words, in: reader)
      case "%member": member = reader.value(of: field)
      case "%path":
        let value = reader.value(of: field)
        let name = value.prefix { $0 != " " }
        paths[Array(name.utf8)] = try reader.path(
          String(value.dropFirst(name.count + 1)), at: field.offset)
      case "%typedef": declared.define(words)
      case "%type": declared.declare(words)
      case _ where name.hasPrefix("%"): break
      default:
        throw reader.failure(
          "a field among those of a descriptor; an empty line comes after the descriptor",
          at: field.offset)
      }
    }
    if seen.isSuperset(of: ["%at", "%value"]) {
      throw reader.failure("'%at' and '%value' are two places", at: targetOffset)
    }
    types = declared.types
  }

  /// Sets where the records go; what follows from their type gives way to any other target.
  private mutating func setTarget(
    _ name: String, _ field: RecordReader.Field, _ words: [String], in reader: RecordReader
  ) throws(DecodingError) {
    var new = Target.value
    if name == "%rec" {
      guard let type = words.first else {
        throw reader.failure("'%rec' has the name of a type of records", at: field.offset)
      }
      guard case .named = target else { return }
      new = .named(type)
    } else if name == "%at" {
      new = .at(try reader.path(reader.value(of: field), at: field.offset))
    } else if words != ["/"] {
      throw reader.failure("'%value' has the path '/'", at: field.offset)
    }
    (target, targetOffset) = (new, field.offset)
  }
}

/// The types of fields that a descriptor declares.
private struct DeclaredTypes {
  private var definitions: [String: String] = [:]
  private var declarations: [(names: [String], type: String)] = []

  /// - Parameter words: Those of a `%typedef`.
  mutating func define(_ words: [String]) {
    if words.count > 1 { definitions[words[0]] = words[1] }
  }

  /// - Parameter words: Those of a `%type`.
  mutating func declare(_ words: [String]) {
    // Names may have blanks around the commas between them.
    let list = words.joined(separator: " ").replacing(" ,", with: ",").replacing(", ", with: ",")
      .split(separator: " ").map(String.init)
    if list.count > 1 {
      declarations.append((list[0].split(separator: ",").map(String.init), list[1]))
    }
  }

  /// The types by the names of the fields.
  var types: [[UInt8]: RecordType] {
    var types: [[UInt8]: RecordType] = [:]
    for (names, type) in declarations {
      var type = type
      // Definitions may refer to each other; the limit ends a cycle.
      for _ in 0...definitions.count where !type.hasPrefix("plist_") {
        type = definitions[type] ?? type
      }
      for name in names { types[Array(name.utf8)] = RecordType(ofDescriptor: type) }
    }
    return types
  }
}

extension RecordReader {
  fileprivate func isField(_ field: Field, _ name: String) -> Bool {
    text[field.name].elementsEqual(name.utf8)
  }

  /// The path of a field in its record.
  func path(of field: Field) throws(DecodingError) -> ValuePath {
    let name = name(of: field)
    return field.isPath ? try path(name, at: field.offset) : ValuePath([.name(name)])
  }

  /// - Parameter text: A path as it is written; `/` for the root.
  fileprivate func path(_ text: String, at offset: Int) throws(DecodingError) -> ValuePath {
    if text == "/" { return .root }
    do throws(ValuePathError) {
      return try ValuePath(text)
    } catch {
      throw failure("\(error)", at: offset)
    }
  }
}
