import Platform

/// A file of another format than XML, converted to XML text with its nodes.
struct DecodedFile {
  let text: GrowingBuffer<UInt8>
  let nodes: NodeTable
  /// The encoding of the file's text; UTF-8 for a binary file.
  let encoding: TextEncoding
  let origins: Origins?
  /// The first extension of JSON in the file.
  let jsonExtension: JSONExtension?
  /// The rows of a table that have more or fewer values than its first row.
  let unevenRows: [UnevenRow]
  /// The parts that were passed over because they could not be read, in the order of the file.
  let unread: [UnreadText]
  /// Whether the root has no brackets around its children.
  let hasNoBrackets: Bool
  /// The text of the file in UTF-8, without a byte-order mark, if origins were recorded.
  let fileText: [UInt8]
  /// Whether values of the file were left out.
  let isPartial: Bool
  /// How the file is written, if it is a table.
  let table: TableDecoder.Dialect?
  /// Whether the file is a keyed archive.
  let isKeyedArchive: Bool

  /// - Parameters:
  ///   - encoding: The name of the encoding of the file's text, if it is not to be detected.
  ///   - recordsOrigins: Whether to keep where in the file each element comes from.
  /// - Throws: `PropertyListError` with the location in the file.
  init(
    _ file: UnsafeBufferPointer<UInt8>, _ format: FileFormat, encoding name: String?,
    _ options: DecodingOptions, recordsOrigins: Bool = false
  ) throws(PropertyListError) {
    encoding =
      format.isText
      ? name.map { TextEncoding.named($0, for: file) } ?? TextEncoding.ofPlainText(file)
      : TextEncoding.detect(in: UnsafeBufferPointer(start: nil, count: 0))
    let body = UnsafeBufferPointer(rebasing: file.dropFirst(encoding.byteOrderMarkLength))
    let parts = options.folder.parts
    if !parts.isEmpty, !encoding.isUTF8 || !body.elementsEqual(file) {
      throw PropertyListError(.unsupported("the files of a folder are read in UTF-8 only"))
    }
    let converted: GrowingBuffer<UInt8>? =
      encoding.isUTF8 ? nil : try SourceText.converted(file, from: encoding)
    let source = converted?.elements ?? body
    try DecodedFile.check(source, format, encoding, options)
    // Most texts are shorter, so that the buffer need not grow. Only the part that is filled takes
    // memory.
    var writer = DocumentWriter(
      capacity: min(source.count * 5, source.count * 2 + 1 << 27),
      limit: DecodedFile.limit(forFileOf: source.count), recordsOrigins: recordsOrigins)
    do throws(DecodingError) {
      isKeyedArchive = try format.decode(
        source, isConverted: converted != nil || options.isConverted,
        hasMark: encoding.byteOrderMarkLength > 0, options,
        into: &writer)
      writer.finish()
    } catch {
      throw DecodedFile.located(error, in: source, format, parts)
    }
    unread = try DecodedFile.unread(writer.notes.unread, in: source, parts)
    text = writer.text
    nodes = writer.nodes
    jsonExtension = writer.notes.jsonExtension.map {
      JSONExtension(kind: $0.kind, location: SourceLocation(of: $0.offset, in: source))
    }
    unevenRows = writer.notes.unevenRows
    hasNoBrackets = writer.notes.hasNoBrackets
    isPartial = writer.notes.isPartial
    table = writer.notes.table
    fileText = recordsOrigins && format.isText ? Array(source) : []
    origins = writer.notes.origins.map { Origins($0) }
    withExtendedLifetime(converted) {}
  }

  /// Checks that a text is UTF-8 and has no conflict markers, as far as its parts cannot be passed
  /// over one by one.
  private static func check(
    _ text: UnsafeBufferPointer<UInt8>, _ format: FileFormat, _ encoding: TextEncoding,
    _ options: DecodingOptions
  ) throws(PropertyListError) {
    // A row that is not UTF-8 does not make the others unreadable.
    let hasRows = options.skipsUnreadable && encoding.isUTF8 && [.csv, .tsv].contains(format)
    if format.isText, format != .vcard, !hasRows, let fault = UTF8Check.firstFault(in: text) {
      throw PropertyListError(
        .undecodable(encoding: encoding.name), at: SourceLocation(of: fault, in: text))
    }
    let parts = options.folder.parts
    // A file of a folder that has a marker does not make the others unreadable.
    let hasParts = options.skipsUnreadable && !parts.isEmpty
    if [.csv, .tsv, .vcard].contains(format), !hasParts,
      let marker = ConflictMarker.whole(in: text)
    {
      throw PropertyListError(.conflictMarker, at: parts.location(of: marker, in: text))
    }
  }

  /// An error with its location in the file: that of a conflict marker if there is one.
  private static func located(
    _ error: DecodingError, in text: UnsafeBufferPointer<UInt8>, _ format: FileFormat,
    _ parts: [FilePart]
  ) -> PropertyListError {
    guard format.isText else { return PropertyListError(error.problem, at: .byte(error.offset)) }
    if let marker = ConflictMarker.first(in: text) {
      return PropertyListError(.conflictMarker, at: parts.location(of: marker, in: text))
    }
    return PropertyListError(error.problem, at: parts.location(of: error.offset, in: text))
  }

  /// The parts of a text that could not be read.
  ///
  /// - Throws: `PropertyListError` if the text has a conflict marker of a merge, because then it is
  ///   unclear what was read.
  private static func unread(
    _ stretches: [DocumentWriter.Notes.Unread], in text: UnsafeBufferPointer<UInt8>,
    _ parts: [FilePart]
  ) throws(PropertyListError) -> [UnreadText] {
    if stretches.isEmpty { return [] }
    if parts.isEmpty, let marker = ConflictMarker.first(in: text) {
      throw PropertyListError(.conflictMarker, at: SourceLocation(of: marker, in: text))
    }
    let lines = LineTable(Array(text))
    return stretches.map { stretch in
      let last = max(stretch.range.upperBound - 1, stretch.range.lowerBound)
      let first = lines.location(of: stretch.range.lowerBound, parts).position?.line ?? 1
      return UnreadText(
        range: stretch.range, bytes: Array(text[stretch.range]),
        error: PropertyListError(
          stretch.error.problem, at: lines.location(of: stretch.error.offset, parts)),
        lines: first...max(first, lines.location(of: last, parts).position?.line ?? 1),
        isRest: stretch.isRest)
    }
  }

  /// The keys of the columns of a table without rows, except that of the sections' titles; empty
  /// for any other file.
  var columnsWithoutRows: [String] {
    guard let table, nodes.end(of: .root) == NodeTable.firstChild(of: .root) else { return [] }
    return table.keys.enumerated().filter { $0.offset != table.sectionColumn }
      .map { String(decoding: $0.element, as: UTF8.self) }
  }

  /// The maximum length of the text of a file, in bytes. Without it, a binary file of a few hundred
  /// bytes that refers to the same value often could become a list of millions of elements.
  static func limit(forFileOf size: Int) -> Int { 1 << 26 + 32 * size }
}

/// The places in a file from which the elements of its decoded text come.
struct Origins {
  /// An element's first byte in the decoded text, and where its value begins and ends in the file;
  /// see `DocumentWriter.Notes`.
  struct Origin: BitwiseCopyable {
    let text: Int
    let file: Int
    var end: Int
  }

  private let origins: GrowingBuffer<Origin>
  /// The lines of the file, if locations are wanted; `nil` for a binary file, which has no lines.
  private let lines: LineTable?
  private let parts: [FilePart]

  init(_ origins: GrowingBuffer<Origin>) { self.init(origins, lines: nil, []) }

  private init(_ origins: GrowingBuffer<Origin>, lines: LineTable?, _ parts: [FilePart]) {
    (self.origins, self.lines, self.parts) = (origins, lines, parts)
  }

  /// The same origins, for locations as lines of a text, or of the files that it consists of.
  func withLines(of text: [UInt8], _ parts: [FilePart]) -> Origins {
    Origins(origins, lines: LineTable(text), parts)
  }

  /// The location in the file that the element at an offset of the decoded text comes from; in
  /// bytes if the lines of the file are not known.
  ///
  /// - Complexity: O(log *n*), and O(*m*) in the length of the line.
  func location(of start: Int) -> SourceLocation? {
    guard let offset = origin(of: start)?.file else { return nil }
    return lines.map { $0.location(of: offset, parts) } ?? .byte(offset)
  }

  /// The extent in the text of the file of the element at an offset of the decoded text.
  ///
  /// - Complexity: O(log *n*).
  func extent(of start: Int) -> Range<Int>? {
    origin(of: start).flatMap { $0.file <= $0.end ? $0.file..<$0.end : nil }
  }

  private func origin(of start: Int) -> Origin? {
    let index = (0..<origins.count).partitionPoint { origins[$0].text >= start }
    guard index < origins.count, origins[index].text == start else { return nil }
    return origins[index]
  }
}

/// The lines of a text, for offsets in any order.
private struct LineTable {
  private let text: [UInt8]
  private var starts = [0]
  /// How many characters precede each block of the text: a whole file may be one line.
  private var characterCounts: [Int] = []

  private static let blockLength = 1 << 10

  init(_ text: [UInt8]) {
    self.text = text
    var count = 0
    for (index, byte) in text.enumerated() {
      if index % LineTable.blockLength == 0 { characterCounts.append(count) }
      if byte & 0xC0 != 0x80 { count += 1 }
      let isEnd = byte == 0x0A || byte == 0x0D && !text[(index + 1)...].starts(with: [0x0A])
      if isEnd { starts.append(index + 1) }
    }
    characterCounts.append(count)
  }

  /// - Complexity: O(log *n*) in the number of lines.
  func place(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, text.count)
    let line = starts.partitionPoint { $0 > offset }
    return (line, characterCount(before: offset) - characterCount(before: starts[line - 1]) + 1)
  }

  private func characterCount(before offset: Int) -> Int {
    let block = offset / LineTable.blockLength
    let rest = text[(block * LineTable.blockLength)..<offset]
    return characterCounts[block] + rest.count { $0 & 0xC0 != 0x80 }
  }

  /// The location of an offset, in its file if the text is that of a folder.
  func location(of offset: Int, _ parts: [FilePart]) -> SourceLocation {
    let place = place(of: offset)
    guard let part = parts.part(at: offset) else {
      return SourceLocation(line: place.line, column: place.column)
    }
    let start = self.place(of: part.range.lowerBound)
    return .part(part.name, line: place.line - start.line + 1, column: place.column)
  }
}

extension [FilePart] {
  /// The file of a folder that the byte at an offset of the text is from; `nil` if the text is not
  /// that of a folder.
  func part(at offset: Int) -> FilePart? {
    if isEmpty { return nil }
    return self[Swift.max(partitionPoint { $0.range.lowerBound > offset } - 1, 0)]
  }

  /// The location of the byte at an offset of a text, in its file if the text is that of a folder.
  func location(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> SourceLocation {
    guard let part = part(at: offset) else { return SourceLocation(of: offset, in: text) }
    let own = UnsafeBufferPointer(rebasing: text[part.range])
    var counter = LineCounter(own)
    guard case .text(let line, let column) = counter.location(of: offset - part.range.lowerBound)
    else { preconditionFailure("lines have numbers") }
    return .part(part.name, line: line, column: column)
  }
}

/// Options for reading formats other than XML. A format ignores those that do not concern it.
package struct DecodingOptions: Equatable, Sendable {
  /// Whether members and elements of JSON that are `null`, which property lists do not have, are
  /// left out.
  package var skipsNull: Bool
  /// Whether `{"$date": "2001-01-01T00:00:00Z"}` in JSON is a date and `{"$data": "…"}` is data, in
  /// base64.
  package var isTagged: Bool
  /// Whether a binary keyed archive is read as the list of objects that it stores, not as their
  /// tree.
  package var keepsArchives = false
  /// Whether the text has already been converted from another encoding.
  var isConverted = false
  /// The column of a table whose values are the titles of sections.
  package var sectionColumn: String?
  /// Whether a part that cannot be read is passed over, in formats whose parts can be told apart;
  /// see `UnreadText`.
  package var skipsUnreadable = false
  /// The folder whose files the text consists of, if the text is that of a folder.
  private(set) var folder = CardFolder()

  package init(skipsNull: Bool = false, isTagged: Bool = false, sectionColumn: String? = nil) {
    self.skipsNull = skipsNull
    self.isTagged = isTagged
    self.sectionColumn = sectionColumn
  }

  /// The same options, for the text of a file or a folder.
  func reading(_ file: FileBytes) -> DecodingOptions {
    var options = self
    options.folder = CardFolder(file)
    return options
  }
}
