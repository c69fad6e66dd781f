import Platform

/// Writes binary property lists of version 0 as Core Foundation's writer does: a container comes
/// before what it holds, keys before values; strings, numbers, dates and data that are equal are
/// written once; integers, references and offsets have as few bytes as they need.
struct BinaryEncoder {
  private let text: UnsafeBufferPointer<UInt8>
  private let nodes: NodeTable
  private let isKeyedArchive: Bool
  private let objects = GrowingBuffer<Object>()
  /// The scalars as they are written, in the order of their objects.
  private let scalars = GrowingBuffer<UInt8>()
  /// What containers refer to, in the order of their objects.
  private let references = GrowingBuffer<UInt32>()
  /// A hash table of scalars: numbers of objects, each plus 1, below 32 bits of their hash, at the
  /// place that the hash leads to or one after it; 0 for none.
  private var known = [UInt64](repeating: 0, count: 1 << 10)
  private var knownCount = 0

  /// An object that will be written.
  private struct Object: BitwiseCopyable {
    /// 0 for a scalar, else the type.
    let marker: UInt8
    /// Of its bytes in `scalars`, or of its elements in `references`.
    let start: Int
    /// In bytes or elements; the keys and values of a dictionary are counted.
    let count: Int
  }

  /// - Parameters:
  ///   - text: The text of a property list.
  ///   - nodes: The nodes of its elements.
  ///   - isKeyedArchive: Whether dictionaries with the key `CF$UID` are UIDs.
  /// - Complexity: O(*n*).
  static func encode(
    _ text: UnsafeBufferPointer<UInt8>, _ nodes: NodeTable, isKeyedArchive: Bool
  ) -> GrowingBuffer<UInt8> {
    var encoder = BinaryEncoder(text: text, nodes: nodes, isKeyedArchive: isKeyedArchive)
    _ = encoder.add(.root)
    return encoder.written()
  }

  private init(text: UnsafeBufferPointer<UInt8>, nodes: NodeTable, isKeyedArchive: Bool) {
    self.text = text
    self.nodes = nodes
    self.isKeyedArchive = isKeyedArchive
  }

  // MARK: Objects

  /// Adds the object of a node and all that are in it.
  ///
  /// - Returns: Its number.
  private mutating func add(_ node: NodeIndex) -> UInt32 {
    let kind = nodes.kind(of: node)
    guard kind.isContainer else { return addScalar(node) }
    let (first, end) = (NodeTable.firstChild(of: node), nodes.end(of: node))
    if isKeyedArchive, kind == .dict, let uid = uid(first, end) { return uid }
    var count = 0
    var child = first
    while child < end {
      count += 1
      child = nodes.end(of: child)
    }
    let (object, start) = (objects.count, references.count)
    objects.append(Object(marker: kind == .dict ? 0xD0 : 0xA0, start: start, count: count))
    for _ in 0..<count { references.append(0) }
    if kind == .array {
      addChildren(from: first, until: end, step: 1, at: start)
    } else {
      addChildren(from: first, until: end, step: 2, at: start)
      addChildren(from: nodes.end(of: first, in: end), until: end, step: 2, at: start + count / 2)
    }
    return UInt32(object)
  }

  /// - Parameter step: 1 for all nodes, 2 for every other one.
  private mutating func addChildren(
    from first: NodeIndex, until end: NodeIndex, step: Int, at place: Int
  ) {
    var (child, place) = (first, place)
    while child < end {
      // First, because the buffer moves when it grows.
      let object = add(child)
      references.base[place] = object
      place += 1
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
      BinaryDecoder.isScalar(original.bytes, isKey: node.kind == .key)
    {
      original.bytes.withUnsafeBufferPointer { scalars.append(contentsOf: $0) }
      return unique(from: start)
    }
    switch node.kind {
    case .true: scalars.append(0x09)
    case .false: scalars.append(0x08)
    case .string, .key: withText(of: node, scalars.append(string:))
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

  /// The number of the object with the bytes from a place to the end of the scalars: of one that was
  /// added before, or of a new one.
  private mutating func unique(from start: Int) -> UInt32 {
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(scalars.elements)[start...])
    if knownCount * 2 >= known.count { growTable() }
    let hash = BinaryEncoder.hash(bytes)
    var place = Int(hash) & (known.count - 1)
    while known[place] != 0 {
      if known[place] >> 32 == UInt64(hash) {
        let number = UInt32(truncatingIfNeeded: known[place]) - 1
        let object = objects[Int(number)]
        if object.count == bytes.count,
          memcmp(scalars.base + object.start, scalars.base + start, object.count) == 0
        {
          scalars.removeAll(from: start)
          return number
        }
      }
      place = (place + 1) & (known.count - 1)
    }
    let object = UInt32(objects.count)
    objects.append(Object(marker: 0, start: start, count: bytes.count))
    known[place] = UInt64(hash) << 32 | UInt64(object + 1)
    knownCount += 1
    return object
  }

  private mutating func growTable() {
    let old = known
    known = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var place = Int(entry >> 32) & (known.count - 1)
      while known[place] != 0 { place = (place + 1) & (known.count - 1) }
      known[place] = entry
    }
  }

  /// A hash that differs in each process, so that no file is slow to write.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  // MARK: The file

  private func written() -> GrowingBuffer<UInt8> {
    let file = GrowingBuffer<UInt8>(
      capacity: scalars.count + 5 * references.count + 6 * objects.count + 64)
    let offsets = GrowingBuffer<UInt64>(capacity: objects.count)
    let referenceSize = BinaryEncoder.size(for: UInt64(objects.count))
    for byte in "bplist00".utf8 { file.append(byte) }
    for object in objects.elements {
      offsets.append(UInt64(file.count))
      if object.marker == 0 {
        file.append(
          contentsOf: UnsafeBufferPointer(start: scalars.base + object.start, count: object.count))
        continue
      }
      file.append(
        marker: object.marker, count: object.marker == 0xD0 ? object.count / 2 : object.count)
      for index in object.start..<(object.start + object.count) {
        file.append(bigEndian: UInt64(references.base[index]), size: referenceSize)
      }
    }
    let table = UInt64(file.count)
    let offsetSize = BinaryEncoder.size(for: table)
    for offset in offsets.elements { file.append(bigEndian: offset, size: offsetSize) }
    for byte in [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)] { file.append(byte) }
    for number in [UInt64(objects.count), 0, table] { file.append(bigEndian: number, size: 8) }
    return file
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
  /// Index just past a node and its subtree, or the end of a container if it is reached before.
  fileprivate func end(of index: NodeIndex, in end: NodeIndex) -> NodeIndex {
    index < end ? self.end(of: index) : end
  }
}

extension GrowingBuffer<UInt8> {
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
