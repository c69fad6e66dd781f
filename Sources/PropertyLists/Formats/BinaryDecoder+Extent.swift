/// The length of the text of a binary property list, estimated before it is written. A small file
/// that refers to the same objects again and again is thus refused before its huge text is written.
extension BinaryDecoder {
  /// The minimum length of an object's elements in the text. The numbers may be huge, and need not
  /// be exact.
  struct Extent {
    /// In bytes, when the outermost element is not indented.
    var bytes: Float
    /// How many tabs are added when the outermost element is indented once more.
    var lines: Float

    static let unknown = Extent(bytes: -1, lines: -1)
  }

  /// - Throws: `DecodingError` if the text, including that of the container, would exceed the
  ///   writer's limit.
  /// - Complexity: O(*n*) in the objects of the file for all calls together.
  mutating func checkExtent(of object: Int) throws(DecodingError) {
    let offset = writer.offset
    defer { writer.offset = offset }
    if extents.isEmpty {
      extents = Array(repeating: .unknown, count: objectCount)
    }
    let extent = try extent(of: object, depth: writer.depth)
    let end = Float(writer.text.count) + extent.bytes + extent.lines * Float(writer.depth)
    if end > Float(writer.limit) {
      throw DecodingError(.tooLarge(limit: writer.limit), at: offset)
    }
  }

  private mutating func extent(of object: Int, depth: Int) throws(DecodingError) -> Extent {
    let offset = try offset(of: object)
    switch file[offset] >> 4 {
    case 0x5, 0x6:
      let count = try contents(of: object, at: offset, unit: 1).count
      return Extent(bytes: Float("<key></key>\n".utf8.count + count), lines: 1)
    case 0x4:
      let count = try contents(of: object, at: offset, unit: 1).count
      return Extent(bytes: Float("<data></data>\n".utf8.count + count * 4 / 3), lines: 1)
    case 0xA, 0xD:
      if extents[object].bytes >= 0 { return extents[object] }
      // Containers that contain themselves, or that are nested too deep, are found when they are
      // written.
      extents[object] = Extent(bytes: 0, lines: 0)
      if depth > NodeBuilder.depthLimit { return extents[object] }
      let isDict = file[offset] >> 4 == 0xD
      let (start, count) = try contents(
        of: object, at: offset, unit: isDict ? 2 * referenceSize : referenceSize)
      var bytes = Double("<dict>\n</dict>\n".utf8.count)
      var lines = 2.0
      for index in 0..<(isDict ? 2 * count : count) {
        let child = try extent(of: reference(at: start + index * referenceSize), depth: depth + 1)
        bytes += Double(child.bytes + child.lines)
        lines += Double(child.lines)
      }
      extents[object] =
        count == 0
        ? Extent(bytes: Float("<dict/>\n".utf8.count), lines: 1)
        : Extent(bytes: Float(bytes), lines: Float(lines))
      return extents[object]
    default: return Extent(bytes: Float("<true/>\n".utf8.count), lines: 1)
    }
  }
}
