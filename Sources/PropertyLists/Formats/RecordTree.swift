/// A tree of values that is built from the fields of records before it is written in order.
struct RecordTree {
  typealias Text = RecordReader.Text

  private enum State {
    /// A single value, or a container that a field has as empty.
    case leaf
    /// A container that has been begun by a path that goes through it or by a set of records.
    case container
    /// An array of the values of a field that occurs several times.
    case repeated
  }

  private struct Value {
    var type: RecordType
    var state: State
    /// The index of the value's key; negative if it has none.
    var key: Int32 = -1
    var text = Text.none
    /// The children, as a linked list.
    var first: Int32 = -1
    var last: Int32 = -1
    var next: Int32 = -1
    var count: Int32 = 0
    /// Where the value begins in the file, in bytes.
    var offset: Int
  }

  /// A step in the paths of fields: a node of the tree of all paths.
  private struct PathStep {
    let parent: Int
    let step: ValuePath.Step
    /// The index of the key if the step is a name; otherwise negative.
    let key: Int32
    var children: [ValuePath.Step: Int] = [:]
    /// The last record with a value at this path, that value, and whether the record may have more.
    var record = -1
    var value = -1
    var mayRepeat = false
  }

  private var values: [Value] = []
  private var keys: [[UInt8]] = []
  private var places = [PathStep(parent: 0, step: .name(""), key: -1)]
  private var record = 0
  /// How many values there may be. It is needed because a short line can have many steps.
  private let limit: Int
  /// The last child that was found in a container, with its position.
  private var found: [Int: (position: Int, value: Int)] = [:]

  /// - Parameter size: The length of the text, in bytes.
  init(forTextOf size: Int) { limit = 1 << 20 + size }

  // MARK: Records

  /// Forgets the paths of fields, because the fields that follow belong to another set of records.
  mutating func beginSet() { places = [PathStep(parent: 0, step: .name(""), key: -1)] }

  /// The place that a path leads to in each record.
  mutating func place(at path: ValuePath) -> Int {
    var place = 0
    for step in path.steps {
      if let next = places[place].children[step] {
        place = next
        continue
      }
      var key: Int32 = -1
      if case .name(let name) = step { key = addKey(Array(name.utf8)) }
      places.append(PathStep(parent: place, step: step, key: key))
      places[place].children[step] = places.count - 1
      place = places.count - 1
    }
    return place
  }

  mutating func beginRecord() { record += 1 }

  /// The value of the fields since `beginRecord`.
  var recordValue: Int? { places[0].record == record ? places[0].value : nil }

  /// Adds the value of a field to the record.
  ///
  /// - Returns: Whether the record already has a value there. That is an error unless both may be
  ///   repeated.
  /// - Throws: `DecodingError` if the value cannot be at the place.
  mutating func add(
    _ type: RecordType, _ text: Text, at place: Int, offset: Int, mayRepeat: Bool
  ) throws(DecodingError) -> Bool {
    if places[place].record == record {
      let value = places[place].value
      guard mayRepeat, places[place].mayRepeat, values[value].state != .container else {
        throw failure("the record already has a value for this field", at: offset)
      }
      repeatValue(value)
      append(try newValue(Value(type: type, state: .leaf, text: text, offset: offset)), to: value)
      return true
    }
    let value = Value(type: type, state: .leaf, key: places[place].key, text: text, offset: offset)
    try put(value, at: place)
    places[place].mayRepeat = mayRepeat
    return false
  }

  /// Puts a value into a new array, as its first element.
  private mutating func repeatValue(_ value: Int) {
    guard values[value].state == .leaf else { return }
    var element = values[value]
    (element.key, element.next) = (-1, -1)
    values.append(element)
    values[value].type = .array
    values[value].state = .repeated
    append(values.count - 1, to: value)
  }

  /// Puts each value at a place, in all records of a container, into an array.
  mutating func repeatValues(at place: Int, in container: Int) {
    forEachChild(of: container) { tree, record in
      guard tree.values[record].type == .dict else { return }
      let key = tree.places[place].key
      tree.forEachChild(of: record) { tree, value in
        if tree.values[value].key == key { tree.repeatValue(value) }
      }
    }
  }

  private mutating func put(_ value: Value, at place: Int) throws(DecodingError) {
    if place > 0 {
      let step = places[place].step
      let container = try container(at: places[place].parent, of: step, offset: value.offset)
      if case .position(let position) = step, position != Int(values[container].count) {
        throw failure(
          "the element [\(values[container].count)] comes first in its array", at: value.offset)
      }
      append(try newValue(value), to: container)
    } else {
      _ = try newValue(value)
    }
    places[place].record = record
    places[place].value = values.count - 1
  }

  /// The container at a place, which is created if necessary.
  private mutating func container(
    at place: Int, of step: ValuePath.Step, offset: Int
  ) throws(DecodingError) -> Int {
    var type = RecordType.dict
    if case .position = step { type = .array }
    if places[place].record != record {
      try put(
        Value(type: type, state: .container, key: places[place].key, offset: offset), at: place)
      return places[place].value
    }
    let value = values[places[place].value]
    guard value.state == .container else {
      throw failure("an earlier field of the record has a value for what this is in", at: offset)
    }
    guard value.type == type else {
      throw failure(
        "an earlier field makes \(value.type.container) of what is \(type.container) here",
        at: offset)
    }
    return places[place].value
  }

  // MARK: Containers of records

  /// A new container that is not in another one.
  mutating func addContainer(_ type: RecordType, offset: Int) throws(DecodingError) -> Int {
    try newValue(Value(type: type, state: .container, offset: offset))
  }

  /// Adds a container to a dictionary.
  mutating func addContainer(
    _ type: RecordType, under key: [UInt8], in dict: Int, offset: Int
  ) throws(DecodingError) -> Int {
    let value = Value(type: type, state: .container, key: addKey(key), offset: offset)
    append(try newValue(value), to: dict)
    return values.count - 1
  }

  /// Adds a record to a container.
  mutating func append(_ record: Int, to container: Int, under key: [UInt8]?) {
    values[record].key = key.map { addKey($0) } ?? -1
    append(record, to: container)
  }

  /// Turns a container that a field has as empty into a container for records.
  ///
  /// - Returns: Whether the value was an empty container of the type.
  mutating func begin(_ value: Int, _ type: RecordType) -> Bool {
    guard values[value].state == .leaf, values[value].type == type else { return false }
    values[value].state = .container
    return true
  }

  func type(of value: Int) -> RecordType { values[value].type }

  /// The child of a container at a step.
  ///
  /// - Complexity: O(1) if the child comes soon after the last one that was found; otherwise O(*n*)
  ///   in the children.
  mutating func child(at step: ValuePath.Step, of container: Int) -> Int? {
    guard values[container].state == .container else { return nil }
    let start = found[container] ?? (0, Int(values[container].first))
    let wanted: [UInt8]? = if case .name(let name) = step { Array(name.utf8) } else { nil }
    guard (wanted != nil) == (values[container].type == .dict) else { return nil }
    var (position, child) = start
    for _ in 0..<values[container].count {
      if child < 0 { (position, child) = (0, Int(values[container].first)) }
      let isWanted =
        if case .position(let number) = step { number == position } else {
          values[child].key >= 0 && keys[Int(values[child].key)] == wanted
        }
      if isWanted {
        found[container] = (position, child)
        return child
      }
      (position, child) = (position + 1, Int(values[child].next))
    }
    return nil
  }

  // MARK: Building

  private mutating func addKey(_ key: [UInt8]) -> Int32 {
    keys.append(key)
    return Int32(keys.count - 1)
  }

  private mutating func newValue(_ value: Value) throws(DecodingError) -> Int {
    guard values.count < min(limit, Int(Int32.max)) else {
      throw DecodingError(.tooLarge(limit: NodeTable.offsetLimit), at: value.offset)
    }
    values.append(value)
    return values.count - 1
  }

  private mutating func append(_ value: Int, to container: Int) {
    if values[container].last < 0 {
      values[container].first = Int32(value)
    } else {
      values[Int(values[container].last)].next = Int32(value)
    }
    values[container].last = Int32(value)
    values[container].count += 1
  }

  private mutating func forEachChild(
    of container: Int, _ body: (inout RecordTree, Int) -> Void
  ) {
    var child = Int(values[container].first)
    while child >= 0 {
      let next = Int(values[child].next)
      body(&self, child)
      child = next
    }
  }

  private func failure(_ reason: String, at offset: Int) -> DecodingError {
    DecodingError(.malformed(format: "recfile", reason: reason), at: offset)
  }

  // MARK: Writing

  /// Writes a value with all its descendants.
  ///
  /// - Parameter bytes: The bytes of a text.
  /// - Throws: `DecodingError` for a text that is not of its type.
  func write(
    _ value: Int, _ bytes: (Text) -> UnsafeBufferPointer<UInt8>, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    let node = values[value]
    writer.offset = node.offset
    guard node.type == .dict || node.type == .array else {
      return try write(node, bytes(node.text), into: &writer)
    }
    if node.state == .leaf, !bytes(node.text).allSatisfy(isXMLSpace) {
      throw failure("an empty \(node.type.rawValue) has no text", at: node.offset)
    }
    try writer.begin(node.type == .dict ? .dict : .array)
    var child = Int(node.first)
    while child >= 0 {
      if node.type == .dict, values[child].key >= 0 {
        writer.offset = values[child].offset
        try keys[Int(values[child].key)].withUnsafeBufferPointer { key throws(DecodingError) in
          try writer.key(key)
        }
      }
      try write(child, bytes, into: &writer)
      child = Int(values[child].next)
    }
    writer.end()
  }

  private func write(
    _ value: Value, _ text: UnsafeBufferPointer<UInt8>, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    switch value.type {
    case .string: try writer.string(text)
    case .integer:
      try check(value, text, as: .integer)
      try writer.scalar(.integer, (ScalarSyntax.integer(text) ?? 0).description)
    case .real: try write(value, text, as: .real, into: &writer)
    case .date:
      // Dates have many forms (GNU recutils manual, 4.5 "Date and Time types"). Those that property
      // lists do not have become texts.
      guard ScalarSyntax.objection(to: text, as: .date) == nil else {
        return try writer.string(text)
      }
      try write(value, text, as: .date, into: &writer)
    case .data:
      try check(value, text, as: .data)
      try writer.data(Base64.decode(text))
    case .boolean:
      guard let isTrue = RecordTree.boolean(ScalarSyntax.trimmed(text)) else {
        throw failure("'\(text.excerpt())' is not true, false, yes, no, 1 or 0", at: value.offset)
      }
      try writer.boolean(isTrue)
    case .json:
      do throws(DecodingError) {
        try JSONDecoder.decode(text, from: value.offset, into: &writer)
      } catch {
        throw DecodingError(error.problem, at: value.offset)
      }
    case .array, .dict: preconditionFailure("a container is not a scalar")
    }
  }

  private func write(
    _ value: Value, _ text: UnsafeBufferPointer<UInt8>, as kind: NodeKind,
    into writer: inout DocumentWriter
  ) throws(DecodingError) {
    try check(value, text, as: kind)
    try writer.scalar(kind, String(decoding: ScalarSyntax.trimmed(text), as: UTF8.self))
  }

  private func check(
    _ value: Value, _ text: UnsafeBufferPointer<UInt8>, as kind: NodeKind
  ) throws(DecodingError) {
    guard let objection = ScalarSyntax.objection(to: text, as: kind) else { return }
    throw DecodingError(
      .invalidScalar(kind: kind, text: text.excerpt(), reason: objection), at: value.offset)
  }

  private static func boolean(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
    switch String(decoding: text, as: UTF8.self).lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

extension RecordType {
  fileprivate var container: String { self == .array ? "an array" : "a dictionary" }
}
