/// Rereads, one at a time and without libxml2, elements that have been read before.
///
/// It makes the nodes that `NodeBuilder` makes from a text that is a property list, and does not find
/// out what is wrong with XML. The text may have changed since, even while it is read; then the scanner
/// throws, or makes nodes of some element, but never reads outside the text.
struct ElementScanner {
  private let text: UnsafeBufferPointer<UInt8>
  private let nodes: NodeTable
  /// Offset of the next byte to read.
  private(set) var position: Int

  /// - Parameter offset: Not negative.
  init(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, into nodes: NodeTable) {
    self.text = text
    self.nodes = nodes
    position = offset
  }

  /// Appends the nodes of the element that begins at the position.
  ///
  /// - Parameter includingValue: Whether the value after it is read, too, if it is a key.
  /// - Throws: `RereadingError` if there is no such element; some of its nodes may have been made.
  /// - Complexity: O(*n*) in the length of the element; no memory except for the nodes.
  mutating func readElement(includingValue: Bool) throws(RereadingError) {
    var tag = try startTag()
    if tag.kind == .key {
      try readScalar(tag)
      guard includingValue else { return }
      try skipBetweenElements()
      tag = try startTag()
      if tag.kind == .key { throw RereadingError() }
    }
    if tag.kind.isContainer { try readContainer(tag) } else { try readScalar(tag) }
  }

  /// The byte at an offset; NUL, which is not a character, past the end.
  @inline(__always)
  private func byte(at offset: Int) -> UInt8 { offset < text.count ? text[offset] : 0 }
}

// MARK: Elements

extension ElementScanner {
  /// Reads a container whose start tag has been read, and everything in it.
  ///
  /// The open containers are linked in the table, each to the one around it, so that no stack is
  /// needed.
  private mutating func readContainer(_ tag: StartTag) throws(RereadingError) {
    let outermost = open(tag, inside: nodes.end)
    if tag.isEmptyElement { return }
    var current = outermost
    var depth = 1
    var isKeyPending = false
    while true {
      try skipBetweenElements()
      if byte(at: position + 1) == UInt8(ascii: "/") {
        if isKeyPending { throw RereadingError() }
        try skipEndTag(of: nodes.kind(of: current))
        let outer = nodes.outerContainer(of: current)
        nodes.endContainer(current)
        if current == outermost { return }
        current = outer
        depth -= 1
        continue
      }
      let tag = try startTag()
      if (tag.kind == .key) != (nodes.kind(of: current) == .dict && !isKeyPending) {
        throw RereadingError()
      }
      isKeyPending = tag.kind == .key
      guard tag.kind.isContainer else {
        try readScalar(tag)
        continue
      }
      if depth == NodeBuilder.depthLimit { throw RereadingError() }
      let inner = open(tag, inside: current)
      if tag.isEmptyElement { continue }
      current = inner
      depth += 1
    }
  }

  private func open(_ tag: StartTag, inside outer: NodeIndex) -> NodeIndex {
    let node = nodes.end
    nodes.appendContainer(
      tag.kind, contentOffset: position, isEmptyElement: tag.isEmptyElement, inside: outer)
    if tag.isEmptyElement { nodes.endContainer(node) }
    return node
  }

  /// Reads a scalar whose start tag has been read.
  @inline(__always)
  private mutating func readScalar(_ tag: StartTag) throws(RereadingError) {
    let start = position
    let content = tag.isEmptyElement ? (length: 0, isMarkedUp: false) : try scalarContent()
    if !tag.isEmptyElement { try skipEndTag(of: tag.kind) }
    if tag.kind != .string && tag.kind != .key {
      try check(tag.kind, start..<(start + content.length), isMarkedUp: content.isMarkedUp)
    }
    nodes.appendScalar(
      tag.kind, contentOffset: start, length: content.length, isMarkedUp: content.isMarkedUp,
      isEmptyElement: tag.isEmptyElement)
  }

  /// Skips a scalar's content, up to its end tag.
  @inline(__always)
  private mutating func scalarContent() throws(RereadingError) -> (length: Int, isMarkedUp: Bool) {
    let start = position
    var isMarkedUp = false
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "<"):
        if byte(at: position + 1) == UInt8(ascii: "/") { return (position - start, isMarkedUp) }
        isMarkedUp = true
        try skipMarkup()
      case UInt8(ascii: "&"), 0x0D:
        isMarkedUp = true
        position += 1
      default:
        position += 1
      }
    }
    throw RereadingError()
  }

  private func check(
    _ kind: NodeKind, _ range: Range<Int>, isMarkedUp: Bool
  ) throws(RereadingError) {
    let written = UnsafeBufferPointer(rebasing: text[range])
    let objection = ScalarSyntax.objection(toWritten: written, isMarkedUp: isMarkedUp, as: kind)
    if objection != nil { throw RereadingError() }
  }
}

// MARK: Tags

extension ElementScanner {
  private struct StartTag {
    let kind: NodeKind
    let isEmptyElement: Bool
  }

  /// Reads a start tag that begins at the position.
  @inline(__always)
  private mutating func startTag() throws(RereadingError) -> StartTag {
    guard byte(at: position) == UInt8(ascii: "<") else { throw RereadingError() }
    position += 1
    let name = packedName()
    guard let kind = ElementScanner.kinds.first(where: { $0.name == name })?.kind else {
      throw RereadingError()
    }
    if byte(at: position) == UInt8(ascii: ">") {
      position += 1
      return StartTag(kind: kind, isEmptyElement: false)
    }
    try skipAttributes()
    let isEmptyElement = byte(at: position) == UInt8(ascii: "/")
    if isEmptyElement { position += 1 }
    guard byte(at: position) == UInt8(ascii: ">") else { throw RereadingError() }
    position += 1
    return StartTag(kind: kind, isEmptyElement: isEmptyElement)
  }

  /// Skips what follows a start tag's name, up to its `>` or `/>`.
  private mutating func skipAttributes() throws(RereadingError) {
    var quote: UInt8?
    while position < text.count {
      let byte = text[position]
      switch byte {
      // No attribute's value contains one.
      case UInt8(ascii: "<"): throw RereadingError()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      case UInt8(ascii: ">"), UInt8(ascii: "/"):
        if quote == nil { return }
      default: break
      }
      position += 1
    }
    throw RereadingError()
  }

  /// Reads an end tag that begins at the position.
  @inline(__always)
  private mutating func skipEndTag(of kind: NodeKind) throws(RereadingError) {
    position += 2
    guard packedName() == ElementScanner.kinds[Int(kind.rawValue)].name else {
      throw RereadingError()
    }
    while isXMLSpace(byte(at: position)) { position += 1 }
    guard byte(at: position) == UInt8(ascii: ">") else { throw RereadingError() }
    position += 1
  }

  /// Reads an element's name, packed into one integer with its first byte the highest; 0 if
  /// property lists have no element of that name.
  @inline(__always)
  private mutating func packedName() -> UInt64 {
    var name: UInt64 = 0
    while name >> 56 == 0 {
      let byte = byte(at: position)
      switch byte {
      case UInt8(ascii: ">"), UInt8(ascii: "/"): return name
      case _ where isXMLSpace(byte): return name
      case 0: return 0
      default: name = name << 8 | UInt64(byte)
      }
      position += 1
    }
    return 0
  }

  /// The kinds in the order of their raw values, with their packed names.
  private static let kinds = NodeKind.allCases.map { kind in
    (kind: kind, name: kind.elementName.utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }
}

// MARK: Between elements

extension ElementScanner {
  /// Skips white space, however it is written, comments and processing instructions.
  @inline(__always)
  private mutating func skipBetweenElements() throws(RereadingError) {
    while true {
      let byte = byte(at: position)
      if isXMLSpace(byte) {
        position += 1
      } else if byte == UInt8(ascii: "<") {
        let next = self.byte(at: position + 1)
        if next != UInt8(ascii: "!"), next != UInt8(ascii: "?") { return }
        try skipBlankMarkup()
      } else {
        try skipReferenceToSpace()
      }
    }
  }

  /// Skips a comment, CDATA section or processing instruction.
  private mutating func skipMarkup() throws(RereadingError) {
    guard let end = MarkedUpText.markupEnd(at: position, in: text) else { throw RereadingError() }
    position = end
  }

  /// Skips markup without text.
  private mutating func skipBlankMarkup() throws(RereadingError) {
    let start = position
    try skipMarkup()
    let opening = "<![CDATA[".utf8
    guard text[start...].starts(with: opening) else { return }
    let content = text[start..<position].dropFirst(opening.count).dropLast("]]>".utf8.count)
    if !content.allSatisfy(isXMLSpace) { throw RereadingError() }
  }

  /// Skips a reference to a white space character, such as `&#10;`.
  private mutating func skipReferenceToSpace() throws(RereadingError) {
    let rest = text[min(position, text.count)...]
    guard rest.starts(with: "&#".utf8) else { throw RereadingError() }
    let written = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "<") }
    position += written.count + 1
    let reference = Array(written) + [UInt8(ascii: ";")]
    let decoded = reference.withUnsafeBufferPointer(MarkedUpText.decode)
    guard decoded.count == 1, isXMLSpace(decoded[0]), byte(at: position - 1) == UInt8(ascii: ";")
    else { throw RereadingError() }
  }
}

/// The element that was read before at an offset is not there.
package struct RereadingError: Error, Equatable, Sendable {
  package init() {}
}
