package import Catalogues
import PropertyLists
import Storage

/// Options identify one of a file's indexes, and are stored in it.
extension ParseOptions {
  /// The options as they are stored in an index; empty if none were given.
  package var encoded: [UInt8] {
    if isUsual { return [] }
    var flags: UInt8 = 0
    if shape.isFlat { flags |= 1 }
    if decoding.skipsNull { flags |= 2 }
    if decoding.isTagged { flags |= 4 }
    var bytes = [flags]
    for list in lists {
      bytes.append(varint: list.count)
      for text in list {
        bytes.append(varint: text.utf8.count)
        bytes += text.utf8
      }
    }
    return bytes
  }

  /// - Returns: `nil` if these bytes are not options.
  package init?(encoded: [UInt8]) {
    self.init()
    if encoded.isEmpty { return }
    let flags = encoded[0]
    let lists = encoded.dropFirst().withUnsafeBufferPointer { bytes in
      try? ParseOptions.lists(ParseOptions().lists.count, in: bytes)
    }
    guard let lists, flags < 8, [0, 1, 6, 7].allSatisfy({ lists[$0].count < 2 }) else {
      return nil
    }
    format = lists[6].first.flatMap(FileFormat.init)
    if format == nil, !lists[6].isEmpty { return nil }
    shape.isFlat = flags & 1 != 0
    decoding.skipsNull = flags & 2 != 0
    decoding.isTagged = flags & 4 != 0
    decoding.sectionColumn = lists[7].first
    shape.root = lists[0].first
    encoding = lists[1].first
    shape.titleKeys = lists[2]
    shape.memberKeys = lists[3]
    shape.labelKeys = lists[4]
    shape.detailKeys = lists[5]
  }

  private var lists: [[String]] {
    [
      one(shape.root), one(encoding), shape.titleKeys, shape.memberKeys, shape.labelKeys,
      shape.detailKeys, one(format?.rawValue), one(decoding.sectionColumn),
    ]
  }

  private func one(_ text: String?) -> [String] { text.map { [$0] } ?? [] }

  private static func lists(
    _ count: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(IndexDamage) -> [[String]] {
    var reader = IntegerReader(bytes)
    var lists: [[String]] = []
    for _ in 0..<count {
      var list: [String] = []
      for _ in 0..<(try reader.varint(in: 0..<(bytes.count + 1))) {
        let length = try reader.varint(in: 0..<(bytes.count + 1))
        list.append(String(decoding: try reader.bytes(length), as: UTF8.self))
      }
      lists.append(list)
    }
    guard reader.isAtEnd else { throw IndexDamage() }
    return lists
  }
}
