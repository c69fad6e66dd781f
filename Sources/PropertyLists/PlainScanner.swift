import Platform

/// Reads a property list that is written plainly, in a third of the time that libxml2 takes.
///
/// Plain is what programs write: the usual declarations and document types, tags without attributes
/// but that of `<plist>`, comments, CDATA sections in scalars, and references that XML defines. Any
/// other text, right or wrong, is left to libxml2, so that errors come from libxml2 alone. libxml2
/// also takes each text that the scanner takes, and `NodeBuilder` makes the same nodes.
///
/// The text may change while it is read; then the scanner makes other nodes or none, but never reads
/// outside the text.
struct PlainScanner: ~Copyable {
  private let text: UnsafeBufferPointer<UInt8>
  private let words: TextWords
  private let nodes: NodeTable
  private var marks: MarkupOffsets
  /// The offset of the next byte to read.
  private var position = 0
  /// The offset of the first mark at or after the position (see `MarkupOffsets`): a `<`, an `&`, a
  /// carriage return or the `>` of `]]>`; the text's length if there is none.
  private var mark: Int

  private init(_ text: UnsafeBufferPointer<UInt8>, into nodes: NodeTable) {
    self.text = text
    words = TextWords(text)
    self.nodes = nodes
    marks = MarkupOffsets(in: text)
    mark = marks.next()
  }

  /// Appends the nodes of a text to an empty table.
  ///
  /// - Returns: Whether the text is plain; if not, the table is empty again.
  /// - Complexity: O(*n*); memory depends only on the number of elements.
  static func read(_ text: UnsafeBufferPointer<UInt8>, into nodes: NodeTable) -> Bool {
    guard text.first == UInt8(ascii: "<") else { return false }
    var scanner = PlainScanner(text, into: nodes)
    do throws(NotPlain) {
      if text.count >= PropertyListParser.scannedLength { try scanner.checkSamples() }
      try scanner.readDocument()
      return true
    } catch {
      nodes.removeAll(from: .root)
      return false
    }
  }

  /// The error that a text is not plain.
  private struct NotPlain: Error {}

  private mutating func readDocument() throws(NotPlain) {
    skip(oneOf: PlainScanner.declarations)
    try skipBlanks()
    skip(oneOf: PlainScanner.documentTypes)
    try skipBlanks()
    guard skip(oneOf: PlainScanner.openingTags) else { throw NotPlain() }
    try skipBlanks()
    try readRoot()
    try skipBlanks()
    guard skip(oneOf: ["</plist>"]) else { throw NotPlain() }
    try skipBlanks()
    guard position == text.count, !marks.isFaulty else { throw NotPlain() }
  }

  private static let declarations: [StaticString] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8'?>",
    "<?xml version='1.0' encoding='utf-8'?>", "<?xml version='1.0'?>",
  ]

  private static let documentTypes: [StaticString] = [
    """
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    """,
    """
    <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    """,
    """
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "https://www.apple.com/DTDs/PropertyList-1.0.dtd">
    """,
  ]

  private static let openingTags: [StaticString] = [
    "<plist version=\"1.0\">", "<plist version='1.0'>", "<plist>",
  ]

  /// Skips one of some texts, if it is at the position.
  @discardableResult
  private mutating func skip(oneOf texts: [StaticString]) -> Bool {
    for text in texts {
      let isNext = text.withUTF8Buffer { self.text[position...].starts(with: $0) }
      guard isNext else { continue }
      advance(to: position + text.utf8CodeUnitCount)
      return true
    }
    return false
  }

  /// Moves forward, past any marks before the offset.
  private mutating func advance(to offset: Int) {
    position = offset
    while mark < offset { mark = marks.next() }
  }
}

// MARK: Between elements

extension PlainScanner {
  /// Skips white space and comments, up to another `<` or the end.
  @inline(__always)
  private mutating func skipBlanks() throws(NotPlain) {
    while true {
      guard position <= mark, words.areBlank(position..<mark) else { throw NotPlain() }
      position = mark
      let next = words.word(at: mark)
      if WordStart("<!--").begins(next) {
        try skipComment()
      } else if next & 0xFF == 0x0D {
        advance(to: mark + 1)
      } else {
        // A reference or a CDATA section may be of white space.
        guard next & 0xFF == UInt8(ascii: "<") || mark == text.count else { throw NotPlain() }
        return
      }
    }
  }

  /// The longest comment or CDATA section; libxml2 has limits, too.
  private static let longestMarkup = 10_000_000

  private mutating func skipComment() throws(NotPlain) {
    let hyphen = UInt8(ascii: "-")
    var end = position + "<!--".utf8.count
    while end + 2 < text.count, text[end] != hyphen || text[end + 1] != hyphen { end += 1 }
    // Two hyphens may only be at its end.
    guard end + 2 < text.count, text[end + 2] == UInt8(ascii: ">"),
      end - position <= PlainScanner.longestMarkup
    else { throw NotPlain() }
    advance(to: end + 3)
  }
}

// MARK: Elements

extension PlainScanner {
  /// Reads the root and all in it.
  ///
  /// The open containers are linked in the table, each to the one around it, so that no stack is
  /// needed.
  private mutating func readRoot() throws(NotPlain) {
    var tag = try startTag()
    if tag.kind == .key { throw NotPlain() }
    guard tag.kind.isContainer else { return try readScalar(tag) }
    var current = open(tag, inside: .root)
    if tag.isEmptyElement { return }
    var depth = 1
    var isKeyPending = false
    while true {
      try skipBlanks()
      if words.byte(at: position + 1) == UInt8(ascii: "/") {
        if isKeyPending { throw NotPlain() }
        try skipEndTag(of: nodes.kind(of: current))
        let outer = nodes.outerContainer(of: current)
        nodes.endContainer(current)
        depth -= 1
        if depth == 0 { return }
        current = outer
        continue
      }
      tag = try startTag()
      // In a dictionary, keys and values alternate; elsewhere there are no keys.
      let expectsKey = nodes.kind(of: current) == .dict && !isKeyPending
      if (tag.kind == .key) != expectsKey { throw NotPlain() }
      isKeyPending = tag.kind == .key
      guard tag.kind.isContainer else {
        try readScalar(tag)
        continue
      }
      if depth == NodeBuilder.depthLimit { throw NotPlain() }
      let inner = open(tag, inside: current)
      if tag.isEmptyElement { continue }
      current = inner
      depth += 1
    }
  }

  private mutating func open(_ tag: PlainTag, inside outer: NodeIndex) -> NodeIndex {
    let node = nodes.end
    advance(to: tag.end)
    nodes.appendContainer(
      tag.kind, contentOffset: position, isEmptyElement: tag.isEmptyElement, inside: outer)
    if tag.isEmptyElement { nodes.endContainer(node) }
    return node
  }

  /// Reads the scalar whose start tag is at the position.
  @inline(__always)
  private mutating func readScalar(_ tag: PlainTag) throws(NotPlain) {
    let start = tag.end
    var end = start
    var isMarkedUp = false
    // The tag's `<` was the mark, and nothing else in a tag is one.
    mark = marks.next()
    position = start
    if !tag.isEmptyElement {
      while !WordStart("</").begins(words.word(at: mark)) {
        try skipMarkup()
        isMarkedUp = true
      }
      end = mark
      guard start <= end, let next = tag.endOfEndTag(at: end, in: words) else { throw NotPlain() }
      position = next
      mark = marks.next()
    }
    if tag.kind != .string && tag.kind != .key {
      try check(tag.kind, start..<end, isMarkedUp: isMarkedUp)
    }
    nodes.appendScalar(
      tag.kind, contentOffset: start, length: end &- start, isMarkedUp: isMarkedUp,
      isEmptyElement: tag.isEmptyElement)
  }

  private func check(
    _ kind: NodeKind, _ range: Range<Int>, isMarkedUp: Bool
  ) throws(NotPlain) {
    let written = UnsafeBufferPointer(rebasing: text[range])
    let objection = ScalarSyntax.objection(toWritten: written, isMarkedUp: isMarkedUp, as: kind)
    if objection != nil { throw NotPlain() }
  }

  /// Skips the markup at the mark, inside a scalar. A bare `]]>`, which XML forbids, is refused like
  /// a wrong reference.
  @inline(never)
  private mutating func skipMarkup() throws(NotPlain) {
    let written = words.word(at: mark)
    position = mark
    if WordStart("<!--").begins(written) { return try skipComment() }
    if written & 0xFF == UInt8(ascii: "<") {
      guard WordStart("![CDATA[").begins(words.word(at: mark + 1)) else { throw NotPlain() }
      // The next `>` that is marked ends it.
      repeat { mark = marks.next() } while mark < text.count && text[mark] != UInt8(ascii: ">")
      if mark - position > PlainScanner.longestMarkup { throw NotPlain() }
    } else if written & 0xFF != 0x0D {
      try checkReference(written)
    }
    mark = marks.next()
  }

  /// Checks that at the mark there is a reference that XML defines.
  private func checkReference(_ written: UInt64) throws(NotPlain) {
    if WordStart("&amp;").begins(written) || WordStart("&lt;").begins(written) { return }
    if WordStart("&gt;").begins(written) || WordStart("&quot;").begins(written) { return }
    if WordStart("&apos;").begins(written) { return }
    guard WordStart("&#").begins(written) else { throw NotPlain() }
    let isHexadecimal = words.byte(at: mark + 2) == UInt8(ascii: "x")
    let start = mark + (isHexadecimal ? 3 : 2)
    let digits = text[min(start, text.count)...].prefix(8).prefix { $0 != UInt8(ascii: ";") }
    let areDigits = digits.allSatisfy { byte in
      (0x30...0x39).contains(byte) || isHexadecimal && (0x61...0x66).contains(byte | 0x20)
    }
    guard areDigits, words.byte(at: digits.endIndex) == UInt8(ascii: ";"),
      let number = UInt32(
        String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number), scalar.value >= 0x20 || isXMLSpace(UInt8(scalar.value)),
      scalar.value != 0xFFFE, scalar.value != 0xFFFF
    else { throw NotPlain() }
  }
}

// MARK: Tags

extension PlainScanner {
  @inline(__always)
  private func startTag() throws(NotPlain) -> PlainTag {
    guard let tag = PlainTag(startingAt: position, in: words) else { throw NotPlain() }
    return tag
  }

  /// Skips the end tag of a container.
  @inline(__always)
  private mutating func skipEndTag(of kind: NodeKind) throws(NotPlain) {
    let word = words.word(at: position &+ 1)
    guard kind == .dict ? WordStart("/dict>").begins(word) : WordStart("/array>").begins(word)
    else { throw NotPlain() }
    advance(to: position &+ (kind == .dict ? 7 : 8))
  }

  private static let sampleCount = 16
  private static let tagsPerSample = 64

  /// Checks some tags throughout a large text, so that a text with unusual tags is not scanned in
  /// vain. A `<` in a comment or CDATA section may be refused, too, which costs only time.
  private func checkSamples() throws(NotPlain) {
    for sample in 1..<PlainScanner.sampleCount {
      var rest = text[(text.count / PlainScanner.sampleCount * sample)...]
      for _ in 0..<PlainScanner.tagsPerSample {
        guard let offset = rest.firstIndex(of: UInt8(ascii: "<")) else { break }
        if !PlainTag.isMarkup(at: offset, in: words) { throw NotPlain() }
        rest = text[(offset + 1)...]
      }
    }
  }
}
