import Platform

/// Writes a property list as XML text and makes its nodes, in one pass, from the values that a
/// decoder of another format reads.
///
/// The text is laid out as by Apple's programs: each element on a line of its own, indented by one
/// tab less than its depth of nesting.
struct DocumentWriter {
  /// The text so far, in UTF-8.
  let text: GrowingBuffer<UInt8>
  /// The nodes of the elements in it.
  let nodes: NodeTable
  /// The offset of the next value in the decoded file, in bytes; for errors.
  var offset = 0
  /// What is noted besides the text and its nodes.
  let notes: Notes
  /// How long the text may become, in bytes.
  let limit: Int
  /// The containers that have not ended.
  private var containers: [NodeIndex] = []
  private let tags = DocumentWriter.tags

  /// - Parameters:
  ///   - capacity: The length that the text will probably have, in bytes.
  ///   - limit: The length, in bytes, at which the text is too large; it bounds what a small file
  ///     can grow to.
  ///   - recordsOrigins: Whether to record where elements come from.
  init(capacity: Int, limit: Int = NodeTable.offsetLimit, recordsOrigins: Bool = false) {
    text = GrowingBuffer(capacity: capacity)
    notes = Notes(recordsOrigins ? GrowingBuffer(capacity: capacity / 32) : nil)
    nodes = NodeTable(capacity: capacity / 20)
    text.preferHugePages()
    nodes.preferHugePages()
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

  /// What a decoder notes besides the text and its nodes.
  final class Notes {
    /// The end, in the file, of the value that is written next or of the container that ends next.
    /// Only decoders of files that are edited in place set it.
    var endOffset = 0
    /// The origins of the elements written so far, if they are recorded.
    let origins: GrowingBuffer<Origins.Origin>?
    /// Whether the root has no brackets around its children.
    var hasNoBrackets = false
    /// The first extension of JSON in the file.
    var jsonExtension: (kind: JSONExtension.Kind, offset: Int)?
    /// Whether values of the file were left out.
    var isPartial = false
    /// The stretches that were passed over because they could not be read, in the order of the
    /// file.
    var unread: [Unread] = []
    /// The rows of a table that have more or fewer values than its first row.
    var unevenRows: [UnevenRow] = []
    /// How a table is written.
    var table: TableDecoder.Dialect?
    /// The indices of the origins of containers that have not ended.
    private var open: [Int] = []

    /// A stretch of the file that could not be read.
    struct Unread {
      let range: Range<Int>
      let error: DecodingError
      /// Whether the rest of the file was not read, because the end of the stretch is not known.
      var isRest = false
    }

    fileprivate init(_ origins: GrowingBuffer<Origins.Origin>?) { self.origins = origins }

    @inline(__always)
    fileprivate func note(_ text: Int, _ offset: Int) {
      origins?.append(Origins.Origin(text: text, file: offset, end: endOffset))
    }

    fileprivate func begin() {
      if let origins { open.append(origins.count) }
    }

    fileprivate func end() {
      if let origins, let index = open.popLast() { origins.base[index].end = endOffset }
    }

    fileprivate func mark() -> (origins: Int, open: [Int], rows: Int) {
      (origins?.count ?? 0, open, unevenRows.count)
    }

    fileprivate func goBack(to mark: (origins: Int, open: [Int], rows: Int)) {
      origins?.removeAll(from: mark.origins)
      open = mark.open
      unevenRows.removeLast(unevenRows.count - mark.rows)
    }
  }

  // MARK: Going back

  /// How much has been written.
  struct Mark {
    fileprivate let text: Int
    fileprivate let node: NodeIndex
    fileprivate let depth: Int
    /// The containers that had not ended, if some of them may end before going back.
    fileprivate let containers: [NodeIndex]?
    fileprivate let notes: (origins: Int, open: [Int], rows: Int)
  }

  /// A mark to go back to if the next value cannot be read to its end.
  ///
  /// - Parameter mayEnd: Whether open containers may end before going back; otherwise the mark
  ///   allocates no memory.
  func mark(mayEnd: Bool = false) -> Mark {
    Mark(
      text: text.count, node: nodes.end, depth: containers.count,
      containers: mayEnd ? containers : nil, notes: notes.mark())
  }

  /// Removes everything written since the mark.
  mutating func goBack(to mark: Mark) {
    text.removeAll(from: mark.text)
    nodes.removeAll(from: mark.node)
    if let before = mark.containers {
      containers = before
    } else {
      containers.removeLast(containers.count - mark.depth)
    }
    notes.goBack(to: mark.notes)
  }

  // MARK: Containers

  /// - Parameter kind: `.array` or `.dict`.
  mutating func begin(_ kind: NodeKind) throws(DecodingError) {
    guard containers.count < NodeBuilder.depthLimit else {
      throw DecodingError(.tooDeep(limit: NodeBuilder.depthLimit), at: offset)
    }
    notes.begin()
    try checkLength()
    let start = startLine()
    notes.note(start - text.base, offset)
    let end = tags(of: kind).start.write(to: start)
    containers.append(nodes.end)
    // The line end after the start tag is content.
    nodes.appendContainer(kind, contentOffset: end - 1 - text.base, isEmptyElement: false)
    endLine(end)
  }

  /// Ends the innermost container. An empty container becomes a single tag.
  mutating func end() {
    notes.end()
    let node = containers.removeLast()
    let (kind, content) = (nodes.kind(of: node), nodes[node].contentOffset)
    if content + 1 == text.count {
      text.removeAll(from: content - 1)
      append("/>\n")
      nodes.removeAll(from: node)
      nodes.appendContainer(kind, contentOffset: text.count - 1, isEmptyElement: true)
    } else {
      endLine(tags(of: kind).end.write(to: startLine()))
    }
    nodes.endContainer(node)
  }

  /// How many containers have not ended.
  var depth: Int { containers.count }

  // MARK: Scalars

  /// - Parameters:
  ///   - name: UTF-8. Characters that XML does not allow are written as `\u` with four digits, and
  ///     the text is kept as an original object.
  ///   - original: The object that XML cannot express exactly; `name` is as much of it as XML can.
  mutating func key(
    _ name: UnsafeBufferPointer<UInt8>, original: OriginalObject? = nil
  ) throws(DecodingError) {
    try text(.key, name, original)
  }

  mutating func key(_ name: StaticString) throws(DecodingError) {
    try key(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Writes a string as `key` does.
  mutating func string(
    _ value: UnsafeBufferPointer<UInt8>, original: OriginalObject? = nil
  ) throws(DecodingError) {
    try text(.string, value, original)
  }

  mutating func text(
    _ kind: NodeKind, _ value: UnsafeBufferPointer<UInt8>, _ original: OriginalObject? = nil
  ) throws(DecodingError) {
    if original == nil, DocumentWriter.special(in: value, from: 0) == nil {
      return try plain(kind, value)
    }
    let start = try startElement(kind)
    let isExact = appendEscaped(value)
    endElement(
      kind, start, isMarkedUp: text.count > start + value.count,
      original ?? (isExact ? nil : OriginalObject(text: value)))
  }

  /// Writes an element whose text has no reserved characters.
  mutating func plain(
    _ kind: NodeKind, _ value: UnsafeBufferPointer<UInt8>
  ) throws(DecodingError) {
    try checkLength()
    let tags = tags(of: kind)
    let start = startLine(room: value.count)
    notes.note(start - text.base, offset)
    let content = tags.start.write(to: start)
    let end = DocumentWriter.copy(value, to: content)
    nodes.appendScalar(
      kind, contentOffset: content - text.base, length: value.count, isMarkedUp: false,
      isEmptyElement: false)
    endLine(tags.end.write(to: end))
  }

  /// Copies bytes; fast for a few.
  @inline(__always)
  private static func copy(
    _ bytes: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let source = bytes.baseAddress else { return start }
    // The last piece may overlap the one before.
    func copyPieces<Piece: BitwiseCopyable>(_: Piece.Type) {
      for offset in [0, bytes.count - MemoryLayout<Piece>.size] {
        UnsafeMutableRawPointer(start).storeBytes(
          of: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: Piece.self),
          toByteOffset: offset, as: Piece.self)
      }
    }
    switch bytes.count {
    case 8...16: copyPieces(UInt64.self)
    case 17...32: copyPieces(SIMD16<UInt8>.self)
    case 4..<8: copyPieces(UInt32.self)
    case 2..<4: copyPieces(UInt16.self)
    default: memcpy(start, source, bytes.count)
    }
    return start + bytes.count
  }

  /// - Parameter value: The decimal digits of an integer, the text of a real number, or a date in
  ///   the form of property lists.
  mutating func scalar(
    _ kind: NodeKind, _ value: some StringProtocol, original: OriginalObject? = nil
  ) throws(DecodingError) {
    let start = try startElement(kind)
    append(text: value)
    endElement(kind, start, isMarkedUp: false, original)
  }

  /// Writes `null`, which XML does not have; see `OriginalObject`.
  mutating func null() throws(DecodingError) {
    let text = StaticString("null")
    try string(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount),
      original: OriginalObject.null)
  }

  mutating func boolean(_ value: Bool) throws(DecodingError) {
    try beginLine()
    append(value ? "<true/>" : "<false/>")
    nodes.appendScalar(
      value ? .true : .false, contentOffset: text.count, length: 0, isMarkedUp: false,
      isEmptyElement: true)
    append("\n")
  }

  mutating func data(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    let start = try startElement(.data)
    Base64.append(bytes, to: text)
    endElement(.data, start, isMarkedUp: false, nil)
  }

  mutating func data(_ bytes: [UInt8]) throws(DecodingError) {
    try bytes.withUnsafeBufferPointer { bytes throws(DecodingError) in try data(bytes) }
  }

  /// Writes a comment on a line of its own, or at the end of the line before.
  ///
  /// - Parameter comment: UTF-8. Two hyphens in a row, which XML does not allow in a comment (XML
  ///   1.0, production 15), are separated by a blank. Characters that XML does not allow anywhere
  ///   are written as their code points, as in `[U+C]`.
  /// - Parameter run: The comments on the same line, which say whether the comment goes to the end
  ///   of the previous line and whether an empty line follows.
  mutating func comment(
    _ comment: UnsafeBufferPointer<UInt8>, _ run: Comment.Run = .none
  ) throws(DecodingError) {
    if run.isTrailing {
      text.removeAll(from: text.count - 1)
      append(" ")
    } else {
      try beginLine()
    }
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
    if run.isDetached, !run.isTrailing { append("\n") }
  }

  // MARK: Text

  /// - Returns: The offset of the element's content.
  private mutating func startElement(_ kind: NodeKind) throws(DecodingError) -> Int {
    try beginLine()
    append(tags(of: kind).start)
    return text.count
  }

  private func endElement(
    _ kind: NodeKind, _ start: Int, isMarkedUp: Bool, _ original: OriginalObject?
  ) {
    if let original {
      append(text: original.instruction)
    }
    nodes.appendScalar(
      kind, contentOffset: start, length: text.count - start,
      isMarkedUp: isMarkedUp || original != nil, isEmptyElement: false)
    append(tags(of: kind).end)
  }

  /// The start and end tags of a kind. The start tag of a container includes the line end.
  private struct Tags {
    let start: Tag
    let end: Tag

    init(_ kind: NodeKind) {
      start = Tag("<\(kind.elementName)>" + (kind.isContainer ? "\n" : ""))
      end = Tag("</\(kind.elementName)>\n")
    }
  }

  /// A tag in the space of the longest one, so that a single store copies it.
  private struct Tag {
    typealias Bytes = (UInt64, UInt64)

    private var bytes: Bytes = (0, 0)
    private let length: Int

    init(_ text: String) {
      length = text.utf8.count
      withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: text.utf8) }
    }

    /// - Parameter start: Where to write; as many bytes as the longest tag has are overwritten.
    /// - Returns: The end of the tag.
    @inline(__always)
    func write(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
      UnsafeMutableRawPointer(start).storeBytes(of: bytes, as: Bytes.self)
      return start + length
    }
  }

  /// The tags of all kinds, in the order of their numbers. Never freed.
  nonisolated(unsafe) private static let tags: UnsafePointer<Tags> = {
    let all = NodeKind.allCases.sorted { $0.rawValue < $1.rawValue }
    let tags = UnsafeMutablePointer<Tags>.allocate(capacity: all.count)
    for (index, kind) in all.enumerated() { (tags + index).initialize(to: Tags(kind)) }
    return UnsafePointer(tags)
  }()

  @inline(__always)
  private func tags(of kind: NodeKind) -> Tags { tags[Int(kind.rawValue)] }

  private func append(_ tag: Tag) {
    text.reserveSpare(MemoryLayout<Tag.Bytes>.size)
    endLine(tag.write(to: text.base + text.count))
  }

  @inline(__always)
  private func checkLength() throws(DecodingError) {
    if text.count >= limit { throw DecodingError(.tooLarge(limit: limit), at: offset) }
  }

  /// Indents the line of an element.
  private func beginLine() throws(DecodingError) {
    try checkLength()
    let start = startLine()
    notes.note(start - text.base, offset)
    endLine(start)
  }

  /// Writes the tabs of a line beyond the end of the text; `endLine` makes them part of it.
  ///
  /// - Parameter length: The room to reserve after the tabs, in bytes, besides that for two tags.
  /// - Returns: The end of the tabs.
  @inline(__always)
  private func startLine(room length: Int = 0) -> UnsafeMutablePointer<UInt8> {
    let depth = containers.count
    text.reserveSpare(depth &+ length &+ 4 * MemoryLayout<Tag.Bytes>.size)
    let start = text.base + text.count
    // Eight tabs are usually enough, and there is room for more than are needed.
    UnsafeMutableRawPointer(start).storeBytes(of: 0x0909_0909_0909_0909, as: UInt64.self)
    if depth > 8 { start.update(repeating: 0x09, count: depth) }
    return start + depth
  }

  /// Makes what has been written beyond the end of the text part of it.
  @inline(__always)
  private func endLine(_ end: UnsafeMutablePointer<UInt8>) {
    text.didFill(end - (text.base + text.count))
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

  /// Appends UTF-8. Like `ElementText.escaped`, it writes XML's reserved characters and carriage
  /// returns as references. Characters that XML does not allow become `\u` with four digits.
  ///
  /// - Returns: Whether XML allows all characters.
  private func appendEscaped(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    var isExact = true
    var start = value.startIndex
    var index = start - 1
    while let next = DocumentWriter.special(in: value, from: index + 1) {
      index = next
      var end = index + 1
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
        reference = rest.last == 0xBE ? "\\uFFFE" : "\\uFFFF"
        end = index + 3
        isExact = false
      default:
        reference = byte < 0x10 ? "\\u000" : "\\u001"
        isExact = false
      }
      text.append(contentsOf: UnsafeBufferPointer(rebasing: value[start..<index]))
      append(reference)
      if byte < 0x20, byte != 0x0D {
        append(text: String(byte & 0x0F, radix: 16, uppercase: true))
      }
      start = end
    }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: value[start...]))
    return isExact
  }

  /// The first byte from an index on that may need a reference.
  @inline(__always)
  private static func special(in value: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 8 <= value.count {
      if let offset = ByteWord.first(ByteWord(value, at: index).reserved) { return index + offset }
      index += 8
    }
    return (index..<value.count).first { ByteWord.isReserved(value[$0]) }
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

  /// Whether the error concerns only the value at the offset, so that the rest of the file may be
  /// read.
  var isLocal: Bool {
    switch problem {
    case .tooLarge, .empty: false
    default: true
    }
  }
}
