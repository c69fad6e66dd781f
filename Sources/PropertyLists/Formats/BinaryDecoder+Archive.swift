/// Keyed archives: the objects of a program, as `NSKeyedArchiver` writes them. All are in one
/// array, `$objects`, and refer to each other by their positions in it (UIDs); `$top` names the
/// outermost ones.
///
/// The decoder writes an archive as the tree that a program would read from it, each object where
/// it is referred to. Arrays, dictionaries with texts as keys, texts, data and dates become
/// elements of the same kind, and sets become arrays. Any other object is a dictionary of its
/// fields, with the name of its class under `$class`; fields that are nil are left out.
///
/// Where an object would contain itself or be nested too deep, a dictionary with the key `CF$UID`
/// has its position. Once the text is long, an object that has been written before is replaced in
/// the same way, which bounds the length of the text.
extension BinaryDecoder {
  /// The state of writing an archive.
  struct Archive {
    /// The objects in `$objects`, by position.
    let objects: [Int]
    /// The positions of objects that have been written.
    var written: Set<UInt64> = []
    /// The positions of objects that are being written, from the outermost one.
    var open: [UInt64] = []
    /// How many members have been looked at.
    var memberCount = 0
  }

  /// The limit up to which objects are written more than once: of the text, in bytes, and of the
  /// number of members that have been looked at.
  private static let repetitionLimit = 1 << 22

  /// The depth of nesting beyond which objects are written as references.
  private static let depthLimit = NodeBuilder.depthLimit - 16

  /// Writes an archive: its outermost object if there is only one, named `root`, as there usually
  /// is; otherwise a dictionary of all outermost objects.
  ///
  /// - Parameters:
  ///   - list: The object of `$objects`, an array.
  ///   - top: The object of `$top`, a dictionary.
  mutating func archive(_ list: Int, _ top: Int) throws(DecodingError) {
    archive = Archive(objects: try elements(of: list))
    let outermost = try members(of: top)
    if outermost.count == 1, outermost[0].name == "root" {
      try value(outermost[0].value)
    } else {
      try object(outermost)
    }
  }

  /// Writes the object that a UID refers to.
  mutating func referenced(_ uid: UInt64) throws(DecodingError) {
    let object = try archived(uid)
    guard [0xA, 0xD].contains(try type(of: object)) else { return try value(object) }
    let isRepeated = archive?.written.insert(uid).inserted == false
    let isLong = max(writer.text.count, archive?.memberCount ?? 0) > BinaryDecoder.repetitionLimit
    if isRepeated && isLong || writer.depth > BinaryDecoder.depthLimit
      || archive?.open.contains(uid) == true
    {
      return try reference(to: uid)
    }
    archive?.open.append(uid)
    if try !instance(object) { try value(object) }
    archive?.open.removeLast()
  }

  /// Writes a UID as `plutil` does.
  mutating func reference(to uid: UInt64) throws(DecodingError) {
    try writer.begin(.dict)
    try writer.key("CF$UID")
    try writer.scalar(.integer, String(uid))
    writer.end()
  }

  /// The object at a position of `$objects`.
  private mutating func archived(_ uid: UInt64) throws(DecodingError) -> Int {
    guard let objects = archive?.objects, uid < objects.count else {
      throw BinaryDecoder.failure("there is no object \(uid) in '$objects'", at: writer.offset)
    }
    return objects[Int(uid)]
  }

  /// The object itself, or the object that it refers to if it is a UID.
  private mutating func resolved(_ object: Int) throws(DecodingError) -> Int {
    try type(of: object) == 0x8 ? archived(uid(of: object)) : object
  }

  /// Writes an object if it is an instance of a class.
  ///
  /// - Returns: Whether the object is an instance; other objects are not written.
  private mutating func instance(_ object: Int) throws(DecodingError) -> Bool {
    guard try type(of: object) == 0xD else { return false }
    let members = try members(of: object)
    archive?.memberCount += members.count
    guard let description = members.first(where: { $0.name == "$class" })?.value else {
      return false
    }
    let fields = members.filter { $0.name != "$class" }
    switch fields.map(\.name) {
    case ["NS.objects"], ["NS.string"], ["NS.data"]: try value(fields[0].value)
    case ["NS.time"]: try date(fields[0].value)
    case ["NS.keys", "NS.objects"]:
      guard let members = try self.members(fields[0].value, fields[1].value) else { fallthrough }
      try self.object(members)
    default: try self.object(fields, class: description)
    }
    return true
  }

  /// The members of a dictionary with these arrays of keys and values; `nil` if its keys are not
  /// all texts.
  private mutating func members(
    _ keys: Int, _ values: Int
  ) throws(DecodingError) -> [Member]? {
    guard try type(of: keys) == 0xA, try type(of: values) == 0xA else { return nil }
    let (keys, values) = (try elements(of: keys), try elements(of: values))
    guard keys.count == values.count else { return nil }
    var members: [Member] = []
    for (key, value) in zip(keys, values) {
      let key = try resolved(key)
      guard [0x5, 0x6].contains(try type(of: key)) else { return nil }
      members.append(Member(name: nil, key: key, value: value))
    }
    return members
  }

  /// Writes a dictionary of the members that are not nil.
  private mutating func object(
    _ members: [Member], class description: Int? = nil
  ) throws(DecodingError) {
    try writer.begin(.dict)
    if let description {
      try writer.key("$class")
      try value(className(description) ?? description)
    }
    for member in members {
      if try type(of: member.value) == 0x8, try uid(of: member.value) == 0 { continue }
      let offset = try offset(of: member.key)
      try string(member.key, offset, isKey: true)
      try value(member.value)
    }
    writer.end()
  }

  /// The object of the name of a class.
  private mutating func className(_ description: Int) throws(DecodingError) -> Int? {
    let description = try resolved(description)
    guard try type(of: description) == 0xD else { return nil }
    return try members(of: description).first { $0.name == "$classname" }?.value
  }

  /// Writes a date that is stored as a number.
  private mutating func date(_ seconds: Int) throws(DecodingError) {
    let offset = try offset(of: seconds)
    if file[offset] == 0x23 { try date(seconds, offset) } else { try value(seconds) }
  }
}
