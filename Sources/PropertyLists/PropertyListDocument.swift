import Platform

/// A property list: its source text, and a flat list of nodes with their positions in the text.
///
/// No value is decoded until it is asked for. Elements that are added later follow the source, with
/// their nodes, in one space of offsets, and `pieces` says what the text consists of. Not safe for
/// concurrent use.
package final class PropertyListDocument {
  package let source: SourceText
  let nodes: NodeTable
  /// Text that is not in the source. Its offsets continue those of the source.
  let added = GrowingBuffer<UInt8>()
  /// The current text, in pieces of the source and of the additions.
  package internal(set) var pieces: TextPieces
  /// The text of the source that additions are copies of, in a file that is not XML.
  var copies = CopiedText()
  /// The members and keys of dictionaries that edits have changed.
  var forwarded = EditedMembers() { didSet { forwardsNodes = !forwarded.isEmpty } }
  /// Whether `forwarded` has anything. Read for each dictionary, so exclusive access is not
  /// checked.
  @exclusivity(unchecked) private(set) var forwardsNodes = false
  /// Another version of the file, from which additions are copied if it contains them.
  package var mergedVersion: PropertyListDocument?
  /// The encoding in which the text is saved, if it is not UTF-8.
  lazy var writingEncoding = findWritingEncoding()
  /// Whether that encoding has a character, for characters already looked up.
  var encodable: [Unicode.Scalar: Bool] = [:]
  /// Whether that encoding has all characters of ASCII.
  lazy var hasASCII = findASCII()
  /// A table for looking up many keys in a large dictionary. It has a lock because several threads
  /// may index a document.
  let notedMembers = Guarded(MemberLookup())
  /// The keys of all dictionaries that were read.
  lazy var keysAsRead = findKeys()
  /// The places of the elements of decoded text in the file; `nil` for XML. The first access
  /// decodes the file once more.
  lazy var origins = findOrigins()
  /// The name of the file's encoding, if one was given.
  let givenEncoding: String?
  let decoding: DecodingOptions
  /// Whether there are nodes for all of the source.
  let hasAllNodes: Bool
  /// Whether values of the file were left out.
  let isPartial: Bool
  /// The rows of a table that have more or fewer values than its first row, in ascending order.
  package let unevenRows: [UnevenRow]
  /// The keys of the columns of a table without rows.
  package let columns: [String]
  /// The first extension of JSON in the file.
  package let jsonExtension: JSONExtension?
  /// The parts of the file that could not be read and were passed over, in order; empty without
  /// `DecodingOptions.skipsUnreadable`.
  package let unread: [UnreadText]
  /// Whether the bytes in a range of kept text are unchanged.
  let isIntact: ((Range<Int>) -> Bool)?

  /// Reads a property list.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - format: The format; `nil` to recognize it by the first characters.
  ///   - encoding: The name of the encoding; `nil` to detect it.
  ///   - decoding: The options for reading, if the file is not XML.
  ///   - scannedLength: The length in bytes from which on plain text is read without libxml2.
  /// - Throws: `PropertyListError` if the bytes are not a property list in that format.
  /// - Complexity: O(*n*), about a third of the time that libxml2 takes for plain text; 8 bytes of memory per scalar
  ///   and 16 per container besides the text.
  package init(
    _ file: FileBytes, format: FileFormat? = nil, encoding: String? = nil,
    decoding: DecodingOptions = DecodingOptions(),
    scannedLength: Int = PropertyListDocument.scannedLength
  ) throws(PropertyListError) {
    let format = format ?? FileFormat.recognized(file.bytes)
    let decoding = decoding.reading(file)
    if format == .xml {
      source = try SourceText(file: file, encoding: encoding)
      let text = source.bytes
      nodes = try rethrowing(
        PropertyListParser.parse(
          text, encoding: source.encoding.name, scannedLength: scannedLength)
      ) { error in
        ConflictMarker.first(in: text).map {
          PropertyListError(.conflictMarker, at: SourceLocation(of: $0, in: text))
        } ?? error
      }
      (isPartial, jsonExtension, unevenRows, columns, unread) = (false, nil, [], [], [])
    } else {
      let decoded = try DecodedFile(file.bytes, format, encoding: encoding, decoding)
      source = SourceText(decoded, of: file, format: format)
      nodes = decoded.nodes
      (isPartial, jsonExtension) = (decoded.isPartial, decoded.jsonExtension)
      (unevenRows, columns) = (decoded.unevenRows, decoded.columnsWithoutRows)
      unread = decoded.unread
    }
    givenEncoding = encoding
    self.decoding = decoding
    hasAllNodes = true
    pieces = TextPieces(length: source.bytes.count)
    isIntact = nil
  }

  /// Makes a document whose source is the current text of another one.
  ///
  /// - Throws: `PropertyListError` if the text is no longer a property list.
  package init(current document: PropertyListDocument) throws(PropertyListError) {
    let text = document.currentText()
    source = SourceText(
      kept: ConvertedText(text.elements, owner: text), format: document.source.format)
    nodes = try document.currentNodes(of: source.bytes)
    (givenEncoding, decoding) = (nil, document.decoding)
    hasAllNodes = true
    (isPartial, jsonExtension, unevenRows, columns) = (false, nil, [], [])
    unread = document.unread
    pieces = TextPieces(length: source.bytes.count)
    isIntact = nil
  }

  /// The usual length in bytes from which on plain text is read without libxml2.
  package static var scannedLength: Int { PropertyListParser.scannedLength }

  /// Makes a document without nodes, whose elements are read later.
  init(
    source: SourceText, encoding: String?, decoding: DecodingOptions,
    isIntact: ((Range<Int>) -> Bool)?
  ) {
    self.source = source
    givenEncoding = encoding
    self.decoding = decoding
    hasAllNodes = false
    (isPartial, jsonExtension, unevenRows, columns, unread) = (false, nil, [], [], [])
    self.isIntact = isIntact
    nodes = NodeTable(capacity: 0)
    pieces = TextPieces(length: source.bytes.count)
  }

  /// The nodes of the current text.
  private func currentNodes(
    of text: UnsafeBufferPointer<UInt8>
  ) throws(PropertyListError) -> NodeTable {
    // Decoded and edited text consists of elements that have been checked.
    if source.format != .xml, hasAllNodes {
      let table = NodeTable(capacity: nodes.end.rawValue)
      // Edits do not change the text before the root.
      var scanner = ElementScanner(text, at: elementStart(of: .root), into: table)
      if (try? scanner.readElement(includingValue: false)) != nil { return table }
    }
    return try PropertyListParser.parse(text)
  }

  private func findOrigins() -> Origins? {
    guard source.format != .xml, let decoded = try? decodedWithOrigins() else { return nil }
    return source.format.isText
      ? decoded.origins?.withLines(of: decoded.fileText, decoding.folder.parts) : decoded.origins
  }

  private func findKeys() -> Set<String> {
    var keys: Set<String> = []
    var node = NodeIndex.root
    while node < end(of: .root) {
      if let key = key(node) { keys.insert(text(of: key)) }
      node = kind(of: node).isContainer ? firstChild(of: node) : end(of: node)
    }
    return keys
  }

  /// Decodes the file once more, with origins.
  func decodedWithOrigins() throws(PropertyListError) -> DecodedFile {
    try DecodedFile(
      source.fileBytes, source.format, encoding: givenEncoding, decoding, recordsOrigins: true)
  }

  /// Reads the file, which must not be XML, once more.
  package func readAgain() throws(PropertyListError) -> PropertyListDocument {
    try reading(decodedWithOrigins().fileText)
  }

  /// Reads a text in UTF-8 with the format and options of the file.
  func reading(_ text: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
    try reading(FileBytes(mark + text))
  }

  /// Reads bytes in UTF-8 with the format and options of the file.
  func reading(_ bytes: FileBytes) throws(PropertyListError) -> PropertyListDocument {
    var decoding = decoding
    decoding.isConverted = isConverted
    return try PropertyListDocument(
      bytes, format: source.format, encoding: "UTF-8", decoding: decoding)
  }

  /// The byte-order mark in UTF-8 if the file has one, because reading may depend on it.
  var mark: [UInt8] { source.encoding.byteOrderMarkLength > 0 ? [0xEF, 0xBB, 0xBF] : [] }

  /// Whether the text of the file is in another encoding than UTF-8.
  var isConverted: Bool { !source.encoding.isUTF8 }

  /// The column of a table that has the titles of sections, if rows are grouped by one.
  package var sectionColumn: String? {
    [.csv, .tsv].contains(source.format) ? decoding.sectionColumn : nil
  }

  /// Whether objects of JSON may have been read as dates and data.
  var isTaggedJSON: Bool { decoding.isTagged && source.format == .json }

  /// The bytes at a range of offsets that lies in the source or in one addition, valid until text
  /// is added. Checked in every build, because slices of unsafe buffers are checked only in debug
  /// builds.
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    let (text, start) = region(of: range.lowerBound)
    let first = range.lowerBound - start
    precondition(first >= 0 && range.upperBound - start <= text.count, "bytes outside the text")
    return UnsafeBufferPointer(start: text.baseAddress.map { $0 + first }, count: range.count)
  }

  /// The text, source or addition, that contains an offset, and the offset of its start.
  @inline(__always)
  func region(of offset: Int) -> (text: UnsafeBufferPointer<UInt8>, start: Int) {
    offset < source.bytes.count
      ? (source.bytes, 0) : (added.elements, source.bytes.count)
  }

  /// Index of the value inside <plist>.
  package var root: NodeIndex { .root }

  package subscript(index: NodeIndex) -> Node { nodes[index] }

  /// Index just past the last node.
  package var end: NodeIndex { nodes.end }

  /// Index just past a node and its subtree.
  package func end(of index: NodeIndex) -> NodeIndex { nodes.end(of: index) }

  package func kind(of index: NodeIndex) -> NodeKind { nodes.kind(of: index) }

  /// Index of a container's first child, or just past the container if it is empty.
  package func firstChild(of container: NodeIndex) -> NodeIndex {
    NodeTable.firstChild(of: container)
  }

  /// Whether the file's format allows only a list: of vCards, or of rows that are not grouped.
  package var isListByFormat: Bool {
    switch source.format {
    case .vcard: !decoding.folder.hasFolders
    case .csv, .tsv: decoding.sectionColumn == nil
    default: false
    }
  }

  /// Whether the file is a table: the members of a row are cells, and an empty cell is a missing
  /// value.
  package var isTable: Bool { [.csv, .tsv].contains(source.format) }

  /// The cards of a file of vCards, or the rows of a table; none in other files.
  ///
  /// - Complexity: O(*n*) in the number of records and of their values.
  package var records: [NodeIndex] {
    guard isTable || source.format == .vcard else { return [] }
    var result: [NodeIndex] = []
    var rest = [NodeIndex.root]
    while let node = rest.popLast() {
      let inner = children(of: node).filter { kind(of: $0).isContainer }
      if isCard(node) || isTable && inner.isEmpty && kind(of: node) == .dict {
        result.append(node)
      } else {
        rest += inner
      }
    }
    return result
  }

  /// The children of a container: its elements, or the values of its members.
  package func children(of container: NodeIndex) -> [NodeIndex] {
    switch kind(of: container) {
    case .dict: members(of: container).map(\.value)
    case .array: Array(elements(of: container))
    default: []
    }
  }

  /// The nodes directly inside an array.
  package func elements(of array: NodeIndex) -> Elements {
    Elements(document: self, container: array)
  }

  package typealias Member = (key: ScalarIndex, value: NodeIndex)

  /// The keys and values of a dictionary in file order, duplicates included.
  package func members(of dict: NodeIndex) -> Members {
    Members(document: self, container: dict)
  }

  /// The nodes directly inside an array, in file order.
  package struct Elements: Sequence, IteratorProtocol {
    private let document: PropertyListDocument
    private var position: NodeIndex
    private let end: NodeIndex

    fileprivate init(document: PropertyListDocument, container: NodeIndex) {
      self.document = document
      position = NodeTable.firstChild(of: container)
      end = document.end(of: container)
    }

    package mutating func next() -> NodeIndex? {
      guard position < end else { return nil }
      defer { position = document.end(of: position) }
      return position
    }
  }

  /// The members of a dictionary in file order.
  package struct Members: Sequence, IteratorProtocol {
    private let document: PropertyListDocument
    private var position: NodeIndex
    private let end: NodeIndex
    /// The number of the next member, if edits have changed the members of the dictionary;
    /// otherwise negative.
    private var number = -1
    private let dict: NodeIndex

    fileprivate init(document: PropertyListDocument, container: NodeIndex) {
      self.document = document
      dict = container
      position = NodeTable.firstChild(of: container)
      end = document.end(of: container)
      if document.forwardsNodes, document.forwarded.members[container] != nil { number = 0 }
    }

    package mutating func next() -> Member? {
      if number >= 0 { return nextForwarded() }
      guard position < end, let member = document.member(at: position), member.value < end
      else { return nil }
      position = document.end(of: member.value)
      return member
    }

    private mutating func nextForwarded() -> Member? {
      guard let members = document.forwarded.members[dict], number < members.count else {
        return nil
      }
      number += 1
      return members[number - 1]
    }
  }
}

// MARK: Values

extension PropertyListDocument {
  /// Calls the closure with a scalar's text: references resolved, line ends as LF.
  ///
  /// - Complexity: O(1) for text that is verbatim in the source, as nearly all text is.
  package func withText<Result>(
    of scalar: ScalarIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = self[scalar.node]
    let start = node.contentOffset
    let content = bytes(start..<(start + node.contentLength))
    guard node.isMarkedUp else { return body(content) }
    return MarkedUpText.decode(content).withUnsafeBufferPointer(body)
  }

  /// A scalar's text if it is verbatim in the source, valid until text is added; otherwise `nil`.
  /// For loops in which the cost of a closure matters.
  package func verbatimText(of scalar: ScalarIndex) -> UnsafeBufferPointer<UInt8>? {
    let node = self[scalar.node]
    if node.isMarkedUp { return nil }
    let start = node.contentOffset
    return bytes(start..<(start + node.contentLength))
  }

  /// A scalar's text.
  package func text(of scalar: ScalarIndex) -> String {
    withText(of: scalar) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls the closure with a scalar's text, even if it has characters that XML does not allow.
  package func withExactText<Result>(
    of scalar: ScalarIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard var text = original(of: scalar.node)?.object.text else {
      return withText(of: scalar, body)
    }
    return text.withUTF8(body)
  }

  /// A single value as text: strings unchanged, numbers and dates as they are written, `true` or
  /// `false`, and data in base64; `nil` for a container.
  package func plainText(of value: NodeIndex) -> String? {
    switch kind(of: value) {
    case .true: return "true"
    case .false: return "false"
    case .array, .dict: return nil
    case .string, .key: return scalar(value).map(exactText)
    case .integer, .real, .date, .data:
      return scalar(value).map {
        withText(of: $0) { text in
          String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self)
        }
      }
    }
  }

  /// The value of an `<integer>`.
  package func integer(at index: NodeIndex) -> Int128? {
    scalar(index, of: .integer).flatMap { withText(of: $0, ScalarSyntax.integer) }
  }

  /// The value of a `<real>`.
  package func real(at index: NodeIndex) -> Double? {
    scalar(index, of: .real).flatMap { withText(of: $0, ScalarSyntax.real) }
  }

  /// The value of a `<date>`.
  package func date(at index: NodeIndex) -> PropertyListDate? {
    scalar(index, of: .date).flatMap { date in
      withText(of: date) { PropertyListDate(ScalarSyntax.trimmed($0)) }
    }
  }

  /// The value of a `<data>`.
  package func data(at index: NodeIndex) -> [UInt8]? {
    scalar(index, of: .data).map { withText(of: $0, Base64.decode) }
  }

  /// The value of a `<true/>` or `<false/>`.
  package func boolean(at index: NodeIndex) -> Bool? {
    switch self[index].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }
}

// MARK: Dictionaries

extension PropertyListDocument {
  /// The value of a dictionary's first member with a given key.
  ///
  /// - Complexity: O(*m*) in the number of members for the first few times, then O(1).
  package func value(of key: String, in dict: NodeIndex) -> NodeIndex? {
    var count = 0
    for member in members(of: dict) {
      if count == MemberLookup.few, let noted = notedMembers(named: key, in: dict) {
        return noted.first?.value
      }
      if hasText(member.key, key) { return member.value }
      count += 1
    }
    return nil
  }

  /// All members of a dictionary with a given key.
  ///
  /// - Complexity: O(*m*) in the number of members for the first few times, then O(1) for each
  ///   found.
  package func members(named key: String, in dict: NodeIndex) -> [Member] {
    var (found, count): ([Member], Int) = ([], 0)
    for member in members(of: dict) {
      if count == MemberLookup.few, let noted = notedMembers(named: key, in: dict) { return noted }
      if hasText(member.key, key) { found.append(member) }
      count += 1
    }
    return found
  }

  private func notedMembers(named key: String, in dict: NodeIndex) -> [Member]? {
    var key = key
    return key.withUTF8 { key in
      notedMembers.withLock { $0.members(named: key, in: dict, of: self) }
    }
  }

  /// The members that have the same key as an earlier member of the same dictionary.
  package func duplicateMembers(of dict: NodeIndex) -> [Member] {
    let all = Array(members(of: dict))
    guard all.count > 1 else { return [] }
    var seen: Set<[UInt8]> = []
    return all.filter { member in !seen.insert(withText(of: member.key) { Array($0) }).inserted }
  }

  /// Whether the property list is a keyed archive of a program's objects.
  package var isKeyedArchive: Bool { source.isKeyedArchive || hasArchiveForm }

  /// Whether the values are the stored form of a keyed archive, not the tree of its objects.
  package var hasArchiveForm: Bool {
    kind(of: root) == .dict && value(of: "$objects", in: root) != nil
      && value(of: "$archiver", in: root) != nil
  }

  /// How many members of the document's dictionaries have the same key as an earlier member.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  package func duplicateKeyCount() -> Int {
    var count = 0
    forEachDict { count += duplicateMembers(of: $0).count }
    return count
  }

  /// Calls the closure with every dictionary in document order.
  package func forEachDict(_ body: (NodeIndex) -> Void) {
    var node = root
    while node < end {
      if kind(of: node) == .dict { body(node) }
      node = kind(of: node).isContainer ? firstChild(of: node) : end(of: node)
    }
  }

  /// Whether a scalar's text is the given one.
  package func hasText(_ scalar: ScalarIndex, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { hasText(scalar, $0) }
  }

  /// Whether a scalar's text is the given UTF-8.
  package func hasText(_ scalar: ScalarIndex, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let found = verbatimText(of: scalar) else {
      return withText(of: scalar) { $0.count == wanted.count && $0.elementsEqual(wanted) }
    }
    guard found.count == wanted.count else { return false }
    guard let first = found.baseAddress, let second = wanted.baseAddress else { return true }
    return memcmp(first, second, found.count) == 0
  }
}
