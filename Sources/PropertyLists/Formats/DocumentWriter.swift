/// Writes a property list as XML text and makes its nodes, in one pass: what a decoder of another
/// format calls with the values that it reads.
///
/// The text is laid out as by Apple's programs: each element on a line of its own, indented by one
/// tab less than it is nested deep.
struct DocumentWriter {
  /// The text so far, in UTF-8.
  let text: GrowingBuffer<UInt8>
  /// The nodes of the elements in it.
  let nodes: NodeTable
  /// Where the value that is written next begins in the file that is decoded, in bytes; for errors.
  var offset = 0
  /// Where the elements written so far come from, if that is recorded.
  let origins: GrowingBuffer<Origins.Origin>?
  /// How long the text may become, in bytes.
  private let limit: Int
  /// The containers that have not ended.
  private var containers: [NodeIndex] = []

  /// - Parameters:
  ///   - capacity: The length that the text will probably have, in bytes.
  ///   - limit: The length from which on it is too large; what a small file can grow to is bounded
  ///     by it.
  ///   - recordsOrigins: Whether to record where elements come from.
  init(capacity: Int, limit: Int = NodeTable.offsetLimit, recordsOrigins: Bool = false) {
    text = GrowingBuffer(capacity: capacity)
    origins = recordsOrigins ? GrowingBuffer(capacity: capacity / 32) : nil
    nodes = NodeTable(capacity: capacity / 32)
    self.limit = min(limit, NodeTable.offsetLimit)
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  /// Ends the text, after one value.
  func finish() { append("</plist>\n") }

  // MARK: Containers

  /// - Parameter kind: `.array` or `.dict`.
  mutating func begin(_ kind: NodeKind) throws(DecodingError) {
    guard containers.count < NodeBuilder.depthLimit else {
      throw DecodingError(.tooDeep(limit: NodeBuilder.depthLimit), at: offset)
    }
    try startLine()
    append(kind == .dict ? "<dict>" : "<array>")
    containers.append(nodes.end)
    nodes.appendContainer(kind, contentOffset: text.count, isEmptyElement: false)
    append("\n")
  }

  /// Ends the innermost container. One without anything inside becomes a single tag.
  mutating func end() {
    guard let node = containers.popLast() else { preconditionFailure("no container is open") }
    let isDict = nodes.kind(of: node) == .dict
    if nodes[node].contentOffset + 1 == text.count {
      text.removeAll(from: nodes[node].contentOffset - 1)
      append("/>\n")
      nodes.removeAll(from: node)
      nodes.appendContainer(
        isDict ? .dict : .array, contentOffset: text.count - 1, isEmptyElement: true)
    } else {
      indent()
      append(isDict ? "</dict>\n" : "</array>\n")
    }
    nodes.endContainer(node)
  }

  // MARK: Scalars

  /// - Parameters:
  ///   - name: UTF-8.
  ///   - original: The object that XML cannot say exactly, of which this is as much as it can.
  func key(
    _ name: UnsafeBufferPointer<UInt8>, original: OriginalObject? = nil
  ) throws(DecodingError) {
    try scalar(.key, original: original) { writer throws(DecodingError) in
      try writer.appendEscaped(name)
    }
  }

  /// - Parameter value: UTF-8.
  func string(
    _ value: UnsafeBufferPointer<UInt8>, original: OriginalObject? = nil
  ) throws(DecodingError) {
    try scalar(.string, original: original) { writer throws(DecodingError) in
      try writer.appendEscaped(value)
    }
  }

  /// - Parameter value: The decimal digits of an integer, the text of a real number, or a date in
  ///   the form of property lists.
  func scalar(
    _ kind: NodeKind, _ value: some StringProtocol, original: OriginalObject? = nil
  ) throws(DecodingError) {
    try scalar(kind, original: original) { writer throws(DecodingError) in
      writer.append(text: value)
      return false
    }
  }

  func boolean(_ value: Bool) throws(DecodingError) {
    try startLine()
    append(value ? "<true/>" : "<false/>")
    nodes.appendScalar(
      value ? .true : .false, contentOffset: text.count, length: 0, isMarkedUp: false,
      isEmptyElement: true)
    append("\n")
  }

  func data(_ bytes: [UInt8]) throws(DecodingError) {
    try scalar(.data, Base64.encode(bytes))
  }

  /// Writes a comment on a line of its own.
  ///
  /// - Parameter comment: UTF-8. Two hyphens in a row, which XML does not allow in a comment (XML
  ///   1.0, production 15), are separated by a blank. Of characters that it does not allow anywhere
  ///   the code points are written, as in `[U+C]`.
  func comment(_ comment: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    try startLine()
    append("<!--")
    var wasHyphen = false
    for scalar in String(decoding: comment, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case UInt32(UInt8(ascii: "-")) where wasHyphen: append(text: " -")
      case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: append(text: String(scalar))
      default: append(text: "[U+\(String(scalar.value, radix: 16, uppercase: true))]")
      }
      wasHyphen = scalar == "-"
    }
    append(text: wasHyphen ? " -->\n" : "-->\n")
  }

  // MARK: Text

  /// Writes an element.
  ///
  /// - Parameter content: Writes its content and returns whether that has references.
  @inline(__always)
  private func scalar(
    _ kind: NodeKind, original: OriginalObject?,
    _ content: (DocumentWriter) throws(DecodingError) -> Bool
  ) throws(DecodingError) {
    try startLine()
    let (startTag, endTag) = DocumentWriter.tags(of: kind)
    append(startTag)
    let start = text.count
    var isMarkedUp = try content(self)
    if let original {
      append(text: original.instruction)
      isMarkedUp = true
    }
    nodes.appendScalar(
      kind, contentOffset: start, length: text.count - start, isMarkedUp: isMarkedUp,
      isEmptyElement: false)
    append(endTag)
  }

  @inline(__always)
  private static func tags(of kind: NodeKind) -> (StaticString, StaticString) {
    switch kind {
    case .string: ("<string>", "</string>\n")
    case .key: ("<key>", "</key>\n")
    case .integer: ("<integer>", "</integer>\n")
    case .real: ("<real>", "</real>\n")
    case .date: ("<date>", "</date>\n")
    case .data: ("<data>", "</data>\n")
    case .dict, .array, .true, .false: preconditionFailure("not a scalar with content")
    }
  }

  @inline(__always)
  private func startLine() throws(DecodingError) {
    if text.count >= limit { throw DecodingError(.tooLarge(limit: limit), at: offset) }
    indent()
    origins?.append(Origins.Origin(text: text.count, file: offset))
  }

  @inline(__always)
  private func indent() {
    for _ in containers { text.append(0x09) }
  }

  @inline(__always)
  private func append(_ string: StaticString) {
    text.append(
      contentsOf: UnsafeBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
  }

  @inline(__always)
  private func append(text string: some StringProtocol) {
    for byte in string.utf8 { text.append(byte) }
  }

  /// Appends UTF-8 with XML's reserved characters and carriage returns as references, as
  /// `ElementText.escaped` does.
  ///
  /// - Returns: Whether there were any.
  private func appendEscaped(_ value: UnsafeBufferPointer<UInt8>) throws(DecodingError) -> Bool {
    var start = value.startIndex
    var index = start - 1
    while let next = DocumentWriter.special(in: value, from: index + 1) {
      index = next
      let byte = value[index]
      let reference: StaticString
      switch byte {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      case 0x0D: reference = "&#13;"
      case 0x09, 0x0A, 0x20...0x3E: continue
      case 0xEF:
        let rest = value[index...].prefix(3)
        guard rest.elementsEqual([0xEF, 0xBF, 0xBE]) || rest.elementsEqual([0xEF, 0xBF, 0xBF])
        else { continue }
        throw DecodingError(.unrepresentable(rest.last == 0xBE ? 0xFFFE : 0xFFFF), at: offset)
      default: throw DecodingError(.unrepresentable(UInt32(byte)), at: offset)
      }
      text.append(contentsOf: UnsafeBufferPointer(rebasing: value[start..<index]))
      append(reference)
      start = index + 1
    }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: value[start...]))
    return start > value.startIndex
  }

  /// The first byte from an index on that may need a reference: `&`, `<`, `>`, controls, and the
  /// first byte of U+FFFE and U+FFFF.
  @inline(__always)
  private static func special(in value: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    let bytes = UnsafeRawBufferPointer(value)
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    while index + 8 <= value.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // Where a byte is below 0x20, or equal to a special one (Mycroft, 1987); the lowest that is
      // found is one. Vectors would be taken apart without extensions of the processor.
      var found = (word &- ones &* 0x20) & ~word
      found |= zeros(word ^ ones &* 0x26) | zeros(word ^ ones &* 0x3C)
      found |= zeros(word ^ ones &* 0x3E) | zeros(word ^ ones &* 0xEF)
      found &= ones << 7
      if found != 0 { return index + (found.trailingZeroBitCount >> 3) }
      index += 8
    }
    while index < value.count {
      switch value[index] {
      case 0..<0x20, 0x26, 0x3C, 0x3E, 0xEF: return index
      default: index += 1
      }
    }
    return nil
  }
}

/// Why bytes in another format are not a property list, and where in the file.
struct DecodingError: Error, Equatable {
  let problem: PropertyListError.Problem
  /// In bytes from the beginning of the file.
  let offset: Int

  init(_ problem: PropertyListError.Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
