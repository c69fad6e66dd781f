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
  /// How long the text may become, in bytes.
  private let limit: Int
  /// The containers that have not ended.
  private var containers: [NodeIndex] = []

  /// - Parameters:
  ///   - capacity: The length that the text will probably have, in bytes.
  ///   - limit: The length from which on it is too large; what a small file can grow to is bounded
  ///     by it.
  init(capacity: Int, limit: Int = NodeTable.offsetLimit) {
    text = GrowingBuffer(capacity: capacity)
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

  /// - Parameter name: UTF-8.
  func key(_ name: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    try scalar(.key) { writer throws(DecodingError) in try writer.appendEscaped(name) }
  }

  /// - Parameter value: UTF-8.
  func string(_ value: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    try scalar(.string) { writer throws(DecodingError) in try writer.appendEscaped(value) }
  }

  /// - Parameter value: The decimal digits of an integer, the text of a real number, or a date in
  ///   the form of property lists.
  func scalar(_ kind: NodeKind, _ value: some StringProtocol) throws(DecodingError) {
    try scalar(kind) { writer throws(DecodingError) in
      writer.append(value)
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
      case UInt32(UInt8(ascii: "-")) where wasHyphen: append(" -")
      case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: append(String(scalar))
      default: append("[U+\(String(scalar.value, radix: 16, uppercase: true))]")
      }
      wasHyphen = scalar == "-"
    }
    append(wasHyphen ? " -->\n" : "-->\n")
  }

  // MARK: Text

  @inline(__always)
  private func scalar(
    _ kind: NodeKind, _ content: (DocumentWriter) throws(DecodingError) -> Bool
  ) throws(DecodingError) {
    try startLine()
    append("<")
    append(kind.elementName)
    append(">")
    let start = text.count
    let isMarkedUp = try content(self)
    nodes.appendScalar(
      kind, contentOffset: start, length: text.count - start, isMarkedUp: isMarkedUp,
      isEmptyElement: false)
    append("</")
    append(kind.elementName)
    append(">\n")
  }

  private func startLine() throws(DecodingError) {
    if text.count >= limit { throw DecodingError(.tooLarge, at: offset) }
    indent()
  }

  private func indent() {
    for _ in containers { text.append(0x09) }
  }

  @inline(__always)
  private func append(_ string: some StringProtocol) {
    for byte in string.utf8 { text.append(byte) }
  }

  /// Appends UTF-8 with XML's reserved characters and carriage returns as references, as
  /// `ElementText.escaped` does.
  ///
  /// - Returns: Whether there were any.
  private func appendEscaped(_ value: UnsafeBufferPointer<UInt8>) throws(DecodingError) -> Bool {
    var start = value.startIndex
    for index in value.indices {
      let byte = value[index]
      // All that is special is at most ">", or part of U+FFFE and U+FFFF.
      guard byte <= 0x3E || byte == 0xEF else { continue }
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
      text.append(
        contentsOf: UnsafeBufferPointer(
          start: reference.utf8Start, count: reference.utf8CodeUnitCount))
      start = index + 1
    }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: value[start...]))
    return start > value.startIndex
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
