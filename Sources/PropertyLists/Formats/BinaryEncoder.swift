import Platform

/// Writes binary property lists of version 0 as Core Foundation's writer does: a container comes
/// before its contents, keys before values; strings, numbers, dates and data that are equal are
/// written once; integers, references and offsets have as few bytes as they need.
///
/// Every file that is written can be read again: a date that `BinaryDecoder` does not read is
/// refused, and so is a file whose text would exceed the limit for reading.
struct BinaryEncoder {
  private let text: UnsafeBufferPointer<UInt8>
  private let nodes: NodeTable
  private let isKeyedArchive: Bool
  private let isStrict: Bool
  private let objects = GrowingBuffer<Object>()
  /// The encoded scalars, in the order of their objects, except texts that are copied from the
  /// property list.
  private let scalars = GrowingBuffer<UInt8>()
  /// For each container the number of its references, then the references.
  private let references = GrowingBuffer<UInt32>()
  /// A hash table of scalars with linear probing. An entry has 32 bits of the hash above the
  /// object's number plus 1; an empty slot is 0.
  private var known = [UInt64](repeating: 0, count: 1 << 10)
  private var knownCount = 0
  /// An upper bound, in bytes, of the length of the text when the file is read again.
  private var textLength = 256
  /// The first value that the format cannot express.
  private var problem: UnwritableFile?

  /// An object that will be written.
  private struct Object: BitwiseCopyable {
    enum ObjectKind: UInt64 {
      /// An ASCII text that is copied from the content of a node.
      case text
      /// Bytes in `scalars`.
      case scalar
      /// Elements in `references`.
      case array
      /// Keys and then values in `references`.
      case dict
    }

    private let word: UInt64

    /// - Parameter index: The index of the node, or of the first byte or reference.
    init(_ kind: ObjectKind, at index: Int) { word = kind.rawValue << 62 | UInt64(index) }

    // The kind is always valid: two bits have four values.
    var kind: ObjectKind { ObjectKind(rawValue: word >> 62).unsafelyUnwrapped }
    var index: Int { Int(word & (1 << 62 - 1)) }
  }

  /// Prepares a file.
  ///
  /// - Parameters:
  ///   - text: The text of a property list, which must stay valid until the file is written.
  ///   - nodes: The nodes of its elements.
  ///   - isKeyedArchive: Whether dictionaries with the key `CF$UID` are UIDs.
  ///   - root: The node that becomes the root of the file.
  ///   - isStrict: Whether a number that would become infinite or zero is refused.
  /// - Throws: `UnwritableFile` if the file could not be read again, or not with the same values.
  /// - Complexity: O(*n*).
  init(
    _ text: UnsafeBufferPointer<UInt8>, _ nodes: NodeTable, isKeyedArchive: Bool,
    root: NodeIndex = .root, isStrict: Bool = false
  ) throws(UnwritableFile) {
    self.text = text
    self.nodes = nodes
    self.isKeyedArchive = isKeyedArchive
    self.isStrict = isStrict
    _ = add(root, depth: 0)
    known = []
    if let problem { throw problem }
    try checkLength()
  }

  /// Why a binary property list cannot have a value; `nil` if it can.
  static func objection(to text: UnsafeBufferPointer<UInt8>, as kind: NodeKind) -> String? {
    switch kind {
    case .date:
      guard let date = PropertyListDate(ScalarSyntax.trimmed(text)),
        PropertyListDate(secondsSince2001: date.secondsSince2001) != date
      else { return nil }
      return "binary property lists have years from -31686737 to 31690738"
    case .real:
      return ScalarSyntax.isOutOfRange(text)
        ? "binary property lists have numbers of 64 bits, from 5e-324 to 1.8e308" : nil
    default: return nil
    }
  }

  /// Reads the file again if its text might be too long: the text repeats objects that the file has
  /// only once. Keyed archives are always read again, because their objects refer to others.
  private func checkLength() throws(UnwritableFile) {
    if !isKeyedArchive, textLength <= DecodedFile.limit(forFileOf: 0) { return }
    let referenceSize = BinaryEncoder.size(for: UInt64(objects.count))
    let size = objects.elements.reduce(0) { $0 + self.size(of: $1, referenceSize) }
    let limit = min(DecodedFile.limit(forFileOf: size), NodeTable.offsetLimit)
    if !isKeyedArchive, textLength <= limit { return }
    let file = GrowingBuffer<UInt8>()
    write { file.append(contentsOf: $0) }
    do throws(PropertyListError) {
      _ = try DecodedFile(file.elements, .binary, encoding: nil, DecodingOptions())
    } catch {
      throw .binary(error)
    }
  }

  // MARK: Objects

  /// Adds the object of a node, and the objects of all nodes in it.
  ///
  /// - Returns: The number of the node's object.
  private mutating func add(_ node: NodeIndex, depth: Int) -> UInt32 {
    let kind = nodes.kind(of: node)
    guard kind.isContainer else {
      // At most: tabs, tags, the digits of a number, and a reference in place of each character.
      textLength += depth + 64 + 5 * nodes[node].contentLength
      return addScalar(node)
    }
    textLength += 2 * (depth + 10)
    let (first, end) = (NodeTable.firstChild(of: node), nodes.end(of: node))
    if isKeyedArchive, kind == .dict, let uid = uid(first, end) { return uid }
    var count = 0
    var child = first
    while child < end {
      count += 1
      child = nodes.end(of: child)
    }
    let object = objects.count
    objects.append(Object(kind == .dict ? .dict : .array, at: references.count))
    references.append(UInt32(count))
    let start = references.count
    for _ in 0..<count { references.append(0) }
    if kind == .array {
      addChildren(from: first, until: end, step: 1, at: start, depth: depth + 1)
    } else {
      addChildren(from: first, until: end, step: 2, at: start, depth: depth + 1)
      addChildren(
        from: nodes.end(of: first, in: end), until: end, step: 2, at: start + count / 2,
        depth: depth + 1)
    }
    return UInt32(object)
  }

  /// - Parameter step: 1 for all nodes, 2 for every other one.
  private mutating func addChildren(
    from first: NodeIndex, until end: NodeIndex, step: Int, at index: Int, depth: Int
  ) {
    var (child, index) = (first, index)
    while child < end {
      // Added before `base` is read, because the buffer moves when it grows.
      let object = add(child, depth: depth)
      references.base[index] = object
      index += 1
      child = nodes.end(of: child)
      if step == 2 { child = nodes.end(of: child, in: end) }
    }
  }

  /// The object of a dictionary with a UID as its only value.
  private mutating func uid(_ first: NodeIndex, _ end: NodeIndex) -> UInt32? {
    guard first < end else { return nil }
    let value = nodes.end(of: first)
    guard nodes.end(of: value) == end, nodes.kind(of: value) == .integer,
      content(of: nodes[first]).elementsEqual("CF$UID".utf8),
      let number = withText(of: nodes[value], ScalarSyntax.integer), number >= 0,
      let uid = UInt64(exactly: number)
    else { return nil }
    let start = scalars.count
    let size = BinaryEncoder.size(for: uid)
    scalars.append(0x80 | UInt8(size - 1))
    scalars.append(bigEndian: uid, size: size)
    return unique(from: start)
  }

  private mutating func addScalar(_ index: NodeIndex) -> UInt32 {
    let node = nodes[index]
    let start = scalars.count
    if node.isMarkedUp, let original = OriginalObject(endOf: content(of: node)),
      original.isValue(of: node.kind, content(of: node)), !original.isNull
    {
      original.bytes.withUnsafeBufferPointer { scalars.append(contentsOf: $0) }
      return unique(from: start)
    }
    if node.kind == .date || node.kind == .real && isStrict { check(node) }
    switch node.kind {
    case .string, .key:
      if !node.isMarkedUp, content(of: node).allSatisfy({ $0 < 0x80 }) {
        return unique(text: index)
      }
      withText(of: node, scalars.append(string:))
    case .true: scalars.append(0x09)
    case .false: scalars.append(0x08)
    case .integer: appendInteger(withText(of: node, ScalarSyntax.integer) ?? 0)
    case .real:
      scalars.append(0x23)
      let value = withText(of: node, ScalarSyntax.real) ?? 0
      scalars.append(bigEndian: (value.isNaN ? Double.nan : value).bitPattern, size: 8)
    case .date:
      scalars.append(0x33)
      let date = withText(of: node) { PropertyListDate(ScalarSyntax.trimmed($0)) }
      scalars.append(bigEndian: (date?.secondsSince2001 ?? 0).bitPattern, size: 8)
    case .data:
      let bytes = withText(of: node, Base64.decode)
      scalars.append(marker: 0x40, count: bytes.count)
      bytes.withUnsafeBufferPointer { scalars.append(contentsOf: $0) }
    case .dict, .array: preconditionFailure("not a scalar")
    }
    return unique(from: start)
  }

  private mutating func check(_ node: Node) {
    if problem != nil { return }
    problem = withText(of: node) { text in
      BinaryEncoder.objection(to: text, as: node.kind).map { reason in
        let value = String(decoding: ScalarSyntax.trimmed(text), as: UTF8.self).excerpt()
        return .binary(
          PropertyListError(.invalidScalar(kind: node.kind, text: value, reason: reason)))
      }
    }
  }

  private func content(of node: Node) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: text[node.contentOffset..<(node.contentOffset + node.contentLength)])
  }

  @inline(__always)
  private func withText<Result>(
    of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    node.isMarkedUp
      ? MarkedUpText.decode(content(of: node)).withUnsafeBufferPointer(body)
      : body(content(of: node))
  }

  // MARK: Scalars

  private func appendInteger(_ value: Int128) {
    switch value {
    case ..<0:
      scalars.append(0x13)
      scalars.append(bigEndian: UInt64(bitPattern: Int64(value)), size: 8)
    case 0...Int128(Int64.max): scalars.append(integer: UInt64(value))
    default:
      // Eight bytes are signed.
      scalars.append(0x14)
      scalars.append(bigEndian: 0, size: 8)
      scalars.append(bigEndian: UInt64(value), size: 8)
    }
  }

  /// The number of the object whose bytes go from an offset to the end of the scalars: an equal
  /// object that was added before, or a new one.
  private mutating func unique(from start: Int) -> UInt32 {
    let bytes = scalars.elements(from: start)
    // An equal text may have been added as the content of a node.
    let isASCII = bytes[0] >> 4 == 0x5
    let text = UnsafeBufferPointer(rebasing: bytes[(isASCII ? ScalarObject.head(of: bytes) : 0)...])
    let hash = KeyedHash.hash(text)
    let known = number(of: hash) { object in
      switch object.kind {
      // No encoded object is a prefix of another one.
      case .scalar: scalars.elements(from: object.index).begin(with: bytes)
      case .text: isASCII && isText(NodeIndex(rawValue: object.index), at: start)
      case .array, .dict: false
      }
    }
    guard let known else { return add(Object(.scalar, at: start), hash) }
    scalars.removeAll(from: start)
    return known
  }

  /// The number of the object of an ASCII text that is the content of a node.
  private mutating func unique(text node: NodeIndex) -> UInt32 {
    let text = content(of: nodes[node])
    let hash = KeyedHash.hash(text)
    let known = number(of: hash) { object in
      switch object.kind {
      case .text:
        nodes[NodeIndex(rawValue: object.index)].contentLength == text.count
          && content(of: nodes[NodeIndex(rawValue: object.index)]).begin(with: text)
      case .scalar: isText(node, at: object.index)
      case .array, .dict: false
      }
    }
    return known ?? add(Object(.text, at: node.rawValue), hash)
  }

  /// Whether the object at an offset in the scalars is the content of a node.
  private func isText(_ node: NodeIndex, at start: Int) -> Bool {
    let text = content(of: nodes[node])
    let head = GrowingBuffer<UInt8>()
    head.append(marker: 0x50, count: text.count)
    let bytes = scalars.elements(from: start)
    return bytes.begin(with: head.elements)
      && scalars.elements(from: start + head.count).begin(with: text)
  }

  /// The number of the wanted object in the table, by its hash.
  private func number(of hash: UInt64, _ isWanted: (Object) -> Bool) -> UInt32? {
    var slot = Int(hash >> 32) & (known.count - 1)
    while known[slot] != 0 {
      let number = UInt32(truncatingIfNeeded: known[slot]) - 1
      if known[slot] >> 32 == hash >> 32, isWanted(objects[Int(number)]) { return number }
      slot = (slot + 1) & (known.count - 1)
    }
    return nil
  }

  /// Adds an object, also to the table.
  private mutating func add(_ object: Object, _ hash: UInt64) -> UInt32 {
    let number = UInt32(objects.count)
    objects.append(object)
    if knownCount * 4 >= known.count * 3 { growTable() }
    put(hash & ~0xFFFF_FFFF | UInt64(number + 1))
    knownCount += 1
    return number
  }

  private mutating func put(_ entry: UInt64) {
    var slot = Int(entry >> 32) & (known.count - 1)
    while known[slot] != 0 { slot = (slot + 1) & (known.count - 1) }
    known[slot] = entry
  }

  private mutating func growTable() {
    let old = known
    known = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 { put(entry) }
  }

  // MARK: The file

  /// Writes the file, a piece at a time.
  func write<Problem>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(Problem) {
    let referenceSize = BinaryEncoder.size(for: UInt64(objects.count))
    let piece = GrowingBuffer<UInt8>(capacity: BinaryEncoder.pieceSize + 64)
    var written = 0
    func flush(from size: Int) throws(Problem) {
      if piece.count < size { return }
      try body(piece.elements)
      written += piece.count
      piece.removeAll(from: 0)
    }
    for byte in "bplist00".utf8 { piece.append(byte) }
    for object in objects.elements {
      append(object, referenceSize, to: piece)
      try flush(from: BinaryEncoder.pieceSize)
    }
    let table = written + piece.count
    let offsetSize = BinaryEncoder.size(for: UInt64(table))
    var offset = 8
    for object in objects.elements {
      piece.append(bigEndian: UInt64(offset), size: offsetSize)
      offset += size(of: object, referenceSize)
      try flush(from: BinaryEncoder.pieceSize)
    }
    for byte in [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)] { piece.append(byte) }
    for number in [objects.count, 0, table] { piece.append(bigEndian: UInt64(number), size: 8) }
    try flush(from: 0)
  }

  private static let pieceSize = 1 << 16

  private func append(_ object: Object, _ referenceSize: Int, to piece: GrowingBuffer<UInt8>) {
    let index = object.index
    switch object.kind {
    case .text:
      let text = content(of: nodes[NodeIndex(rawValue: index)])
      piece.append(marker: 0x50, count: text.count)
      piece.append(contentsOf: text)
    case .scalar:
      let bytes = scalars.elements(from: index)
      piece.append(
        contentsOf: UnsafeBufferPointer(rebasing: bytes[..<ScalarObject.size(of: bytes)]))
    case .array, .dict:
      let count = Int(references[index])
      let isDict = object.kind == .dict
      piece.append(marker: isDict ? 0xD0 : 0xA0, count: isDict ? count / 2 : count)
      for reference in references.elements[(index + 1)...].prefix(count) {
        piece.append(bigEndian: UInt64(reference), size: referenceSize)
      }
    }
  }

  /// How many bytes `append` writes.
  private func size(of object: Object, _ referenceSize: Int) -> Int {
    let index = object.index
    switch object.kind {
    case .text:
      let count = nodes[NodeIndex(rawValue: index)].contentLength
      return BinaryEncoder.headSize(count) + count
    case .scalar:
      return ScalarObject.size(of: scalars.elements(from: index))
    case .array, .dict:
      let count = Int(references[index])
      return BinaryEncoder.headSize(object.kind == .dict ? count / 2 : count) + count
        * referenceSize
    }
  }

  /// How many bytes the marker and the length of an object take.
  private static func headSize(_ count: Int) -> Int {
    count < 0x0F ? 1 : 2 + size(for: UInt64(count))
  }

  /// The number of bytes for a number: 1, 2, 4 or 8.
  fileprivate static func size(for number: UInt64) -> Int {
    switch number {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }
}

extension NodeTable {
  /// Index just past a node and its subtree; at or beyond the end of the container, that end.
  fileprivate func end(of index: NodeIndex, in end: NodeIndex) -> NodeIndex {
    index < end ? self.end(of: index) : end
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func begin(with other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = baseAddress, let start = other.baseAddress, other.count <= count else {
      return other.isEmpty
    }
    return memcmp(base, start, other.count) == 0
  }
}

extension GrowingBuffer<UInt8> {
  fileprivate func elements(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: elements[start...])
  }

  @inline(__always)
  fileprivate func append(bigEndian number: UInt64, size: Int) {
    var shift = 8 * size
    while shift > 0 {
      shift -= 8
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Appends an integer object.
  fileprivate func append(integer number: UInt64) {
    let size = BinaryEncoder.size(for: number)
    append(0x10 | UInt8(size.trailingZeroBitCount))
    append(bigEndian: number, size: size)
  }

  /// Appends the marker of an object with a length.
  fileprivate func append(marker: UInt8, count: Int) {
    append(marker | UInt8(Swift.min(count, 0x0F)))
    if count >= 0x0F { append(integer: UInt64(count)) }
  }

  /// Appends the object of a text in UTF-8.
  func append(string text: UnsafeBufferPointer<UInt8>) {
    if text.allSatisfy({ $0 < 0x80 }) {
      append(marker: 0x50, count: text.count)
      append(contentsOf: text)
      return
    }
    let units = String(decoding: text, as: UTF8.self).utf16
    append(marker: 0x60, count: units.count)
    for unit in units { append(bigEndian: UInt64(unit), size: 2) }
  }
}
