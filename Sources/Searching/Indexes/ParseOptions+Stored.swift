import Catalogues
import PropertyLists
import Storage

/// Options identify one of a file's indexes, and are stored in it.
extension ParseOptions {
  /// The options as they are stored in an index; nothing if none were given.
  var encoded: [UInt8] {
    if isUsual { return [] }
    var bytes: [UInt8] = [(shape.isFlat ? 1 : 0) | (format == nil ? 0 : 2)]
    for list in [one(shape.root), one(encoding)] + lists + (format.map { [[$0.rawValue]] } ?? []) {
      bytes.append(varint: list.count)
      for text in list {
        bytes.append(varint: text.utf8.count)
        bytes += text.utf8
      }
    }
    return bytes
  }

  /// - Returns: `nil` if these bytes are not options.
  init?(encoded: [UInt8]) {
    self.init()
    if encoded.isEmpty { return }
    let flags = encoded[0]
    let lists = encoded.dropFirst().withUnsafeBufferPointer { bytes in
      try? ParseOptions.lists(flags & 2 == 0 ? 6 : 7, in: bytes)
    }
    guard let lists, flags < 4, lists[0].count < 2, lists[1].count < 2 else { return nil }
    if lists.count > 6 {
      guard lists[6].count == 1, let format = FileFormat(rawValue: lists[6][0]) else { return nil }
      self.format = format
    }
    shape.isFlat = flags & 1 == 1
    shape.root = lists[0].first
    encoding = lists[1].first
    shape.titleKeys = lists[2]
    shape.memberKeys = lists[3]
    shape.labelKeys = lists[4]
    shape.detailKeys = lists[5]
  }

  private var lists: [[String]] {
    [shape.titleKeys, shape.memberKeys, shape.labelKeys, shape.detailKeys]
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
