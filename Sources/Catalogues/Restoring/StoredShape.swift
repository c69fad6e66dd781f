import PropertyLists
import Storage

extension [UInt8] {
  /// Appends everything in a shape except its node.
  mutating func append(_ shape: Shape) {
    append(texts: shape.rootPath)
    append(varint: shape.levels.count)
    for level in shape.levels { append(level) }
    switch shape.grouping {
    case .none: append(0)
    case .column(let key):
      append(1)
      append(text: key)
    case .headerRows: append(2)
    }
    append(shape.isForm ? 1 : 0)
    append(shape.isFlat ? 1 : 0)
    append(shape.isStringCatalog ? 1 : 0)
    append(shape.prefersLabelsToKeys ? 1 : 0)
    append(texts: shape.labelKeys)
    append(texts: shape.detailKeys)
    append(texts: shape.reasons)
  }

  private mutating func append(_ level: Shape.Level) {
    switch level {
    case .sections(let memberKeys, let titleKeys):
      append(0)
      append(texts: memberKeys)
      append(texts: titleKeys)
    case .numberedSections(let titleKeys):
      append(1)
      append(texts: titleKeys)
    case .titledByKey: append(2)
    case .keyedSections: append(3)
    case .entries: append(4)
    }
  }

  private mutating func append(texts: [String]) {
    append(varint: texts.count)
    for text in texts { append(text: text) }
  }

  private mutating func append(text: String) {
    append(varint: text.utf8.count)
    append(contentsOf: text.utf8)
  }
}

/// Reads a shape that was written by `append(_: Shape)`.
struct StoredShapeReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var reader: IntegerReader

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    reader = IntegerReader(bytes)
  }

  mutating func shape() throws(IndexDamage) -> Shape {
    let rootPath = try texts()
    var levels: [Shape.Level] = []
    for _ in 0..<(try length()) { levels.append(try level()) }
    let grouping: Shape.Grouping =
      switch try reader.varint(in: 0..<3) {
      case 0: .none
      case 1: .column(try text())
      default: .headerRows
      }
    let isForm = try flag()
    let isFlat = try flag()
    let isStringCatalog = try flag()
    let prefersLabelsToKeys = try flag()
    let labelKeys = try texts()
    let detailKeys = try texts()
    return Shape(
      root: .root, rootPath: rootPath, levels: levels, grouping: grouping, isForm: isForm,
      isFlat: isFlat, isStringCatalog: isStringCatalog, labelKeys: labelKeys,
      detailKeys: detailKeys,
      prefersLabelsToKeys: prefersLabelsToKeys, reasons: try texts())
  }

  mutating func flag() throws(IndexDamage) -> Bool { try reader.varint(in: 0..<2) == 1 }

  private mutating func level() throws(IndexDamage) -> Shape.Level {
    switch try reader.varint(in: 0..<5) {
    case 0: .sections(memberKeys: try texts(), titleKeys: try texts())
    case 1: .numberedSections(titleKeys: try texts())
    case 2: .titledByKey
    case 3: .keyedSections
    default: .entries
    }
  }

  private mutating func texts() throws(IndexDamage) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try length()) { texts.append(try text()) }
    return texts
  }

  private mutating func text() throws(IndexDamage) -> String {
    let length = try length()
    let text = bytes[reader.position..<(reader.position + length)]
    reader = IntegerReader(bytes, at: reader.position + length)
    return String(decoding: text, as: UTF8.self)
  }

  /// The number of following items, each of which takes at least one byte.
  private mutating func length() throws(IndexDamage) -> Int {
    let length = try reader.varint()
    guard length >= 0, length <= bytes.count - reader.position else { throw IndexDamage() }
    return length
  }
}
