package import Platform

extension PropertyListDocument {
  /// Calls the closure with the bytes to save as the file.
  ///
  /// XML is written in the encoding in which it was read, after a byte-order mark if the file had
  /// one. Without an edit, the bytes are those that were read.
  ///
  /// - Parameter format: The format to write; `nil` for that of the file.
  /// - Throws: `UnwritableFile`, or what the closure throws.
  /// - Complexity: O(*n*); for XML in UTF-8 nothing is copied.
  package func writeFile<Problem>(
    as format: FileFormat? = nil,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(FileWritingError<Problem>) {
    let format = format ?? source.format
    // Another format has no place for unread text.
    if !unread.isEmpty, format != source.format { throw .unwritable(.unread(unread)) }
    do throws(Problem) {
      if hasSourceText, format == source.format { return try body(source.fileBytes) }
      if format == .xml {
        let mark = source.format == .xml ? source.encoding.byteOrderMarkLength : 0
        if mark > 0 { try body(UnsafeBufferPointer(rebasing: source.fileBytes[..<mark])) }
        if source.isFileText { return try forEachPiece(body) }
      }
    } catch {
      throw .body(error)
    }
    let (text, binary): (GrowingBuffer<UInt8>, BinaryEncoder?)
    do throws(UnwritableFile) {
      switch format {
      case source.format where format.isEditedAsText:
        let file = try patchedFile()
        text = GrowingBuffer<UInt8>(capacity: file.count)
        file.withUnsafeBufferPointer { text.append(contentsOf: $0) }
        binary = nil
      case .xml:
        if hasNull { throw .null }
        (text, binary) = (
          source.isEncoded ? try encodedText() : textWithoutOriginals(pieces.ranges), nil
        )
      case .binary: (text, binary) = try binaryPropertyList()
      default: throw .format(format)
      }
    } catch {
      throw .unwritable(error)
    }
    defer { withExtendedLifetime(text) {} }
    do throws(Problem) {
      if let binary { try binary.write(body) } else { try body(text.elements) }
    } catch {
      throw .body(error)
    }
  }

  /// Calls the closure with the text in UTF-8, regardless of the file's encoding. If the text
  /// declares an encoding, the declaration is changed to UTF-8.
  ///
  /// - Parameter root: The value that is written as the root. In an edited document, it must be the
  ///   document's own root.
  package func writeUTF8<Problem>(
    of root: NodeIndex = .root,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(Problem) {
    let ranges = root == .root ? pieces.ranges : textRanges(ofRoot: root)
    if source.format != .xml {
      let text = textWithoutOriginals(ranges)
      defer { withExtendedLifetime(text) {} }
      return try body(text.elements)
    }
    var declared = TextEncoding.declaredRange(in: source.bytes)
    if declared.map({ source.bytes[$0].elementsEqual("UTF-8".utf8) }) == true { declared = nil }
    for var range in ranges {
      if let name = declared, range.lowerBound <= name.lowerBound,
        name.upperBound <= range.upperBound
      {
        try body(bytes(range.lowerBound..<name.lowerBound))
        let new = StaticString("UTF-8")
        try body(UnsafeBufferPointer(start: new.utf8Start, count: new.utf8CodeUnitCount))
        range = name.upperBound..<range.upperBound
      }
      try body(bytes(range))
    }
  }

  /// The source with another value in place of the root, indented like the root.
  private func textRanges(ofRoot root: NodeIndex) -> [Range<Int>] {
    let (old, new) = (elementRange(of: .root), elementRange(of: root))
    let indentation = space(before: new.lowerBound).indentation ?? []
    let surplus = indentation.count - (space(before: old.lowerBound).indentation ?? []).count
    var ranges = [0..<old.lowerBound]
    var start = new.lowerBound
    /// Leaves out the surplus indentation between texts.
    func add(upTo end: Int, from position: Int) {
      guard surplus > 0 else { return }
      let text = bytes(position..<end)
      for (index, byte) in text.enumerated() where byte == 0x0A || byte == 0x0D {
        guard text[(index + 1)...].starts(with: indentation) else { continue }
        ranges.append(start..<(position + index + 1))
        start = position + index + 1 + surplus
      }
    }
    var position = new.lowerBound
    var node = root
    while node < end(of: root) {
      if kind(of: node).isContainer {
        node = firstChild(of: node)
        continue
      }
      // White space in data has no meaning.
      if kind(of: node) != .data {
        add(upTo: self[node].contentOffset, from: position)
        position = self[node].contentOffset + self[node].contentLength
      }
      node = end(of: node)
    }
    add(upTo: new.upperBound, from: position)
    return ranges + [start..<new.upperBound, old.upperBound..<source.bytes.count]
  }

  /// Why the file cannot be saved after an edit because of its format; `nil` if it can.
  package var unwritable: UnwritableFile? {
    if isKeyedArchive { return .keyedArchive }
    if isPartial { return .partial }
    if isTaggedJSON { return .tagged }
    return source.format.isSavedInPlace ? nil : .format(source.format)
  }

  /// Calls the closure with a binary file whose root is a value of a document without edits.
  package func writeBinary<Problem>(
    of root: NodeIndex, _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(FileWritingError<Problem>) {
    if hasNull { throw .unwritable(.null) }
    let encoder = try rethrowing(
      BinaryEncoder(source.bytes, nodes, isKeyedArchive: false, root: root),
      as: FileWritingError<Problem>.unwritable)
    do throws(Problem) { try encoder.write(body) } catch { throw .body(error) }
  }

  /// The encoder of a binary file, and the text that it reads, which must be kept; empty if that is
  /// the source.
  private func binaryPropertyList() throws(UnwritableFile) -> (GrowingBuffer<UInt8>, BinaryEncoder)
  {
    if hasNull { throw .null }
    if hasSourceText, hasAllNodes {
      let encoder = try BinaryEncoder(source.bytes, nodes, isKeyedArchive: hasArchiveForm)
      return (GrowingBuffer(), encoder)
    }
    let text = currentText()
    // From here on, only the copy is read.
    source.releaseMemory()
    let nodes = try rethrowing(PropertyListParser.parse(text.elements), as: UnwritableFile.text)
    let encoder = try BinaryEncoder(
      text.elements, nodes, isKeyedArchive: hasArchiveForm, isStrict: source.format == .binary)
    return (text, encoder)
  }

  /// The text in one block.
  func currentText() -> GrowingBuffer<UInt8> {
    let text = GrowingBuffer<UInt8>(capacity: pieces.length)
    forEachPiece { text.append(contentsOf: $0) }
    return text
  }

  /// Decoded text without the instructions of original objects, for other programs.
  private func textWithoutOriginals(_ ranges: [Range<Int>]) -> GrowingBuffer<UInt8> {
    let text = GrowingBuffer<UInt8>(capacity: pieces.length)
    for range in ranges { text.append(contentsOf: bytes(range)) }
    let result = GrowingBuffer<UInt8>(capacity: text.count)
    var start = 0
    for range in OriginalObject.instructions(in: text.elements) {
      result.append(
        contentsOf: UnsafeBufferPointer(rebasing: text.elements[start..<range.lowerBound]))
      start = range.upperBound
    }
    result.append(contentsOf: UnsafeBufferPointer(rebasing: text.elements[start...]))
    return result
  }

  /// Whether a file has the bytes that would be written for an earlier text, in a format.
  ///
  /// - Complexity: O(*n*).
  package func isWritten(
    as earlier: TextPieces, in file: FileBytes, format: FileFormat? = nil
  ) -> Bool {
    let now = pieces
    pieces = earlier
    defer { pieces = now }
    var rest = file.bytes[...]
    var isSame = true
    do throws(FileWritingError<Never>) {
      try writeFile(as: format) { piece in
        isSame = isSame && rest.starts(with: piece)
        rest = rest.dropFirst(piece.count)
      }
    } catch {
      return false
    }
    return isSame && rest.isEmpty
  }

  /// UTF-8 text converted to the encoding of the file; `nil` if that is UTF-8, or does not have
  /// ASCII characters as ASCII bytes.
  package func encodedLikeFile(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard source.isEncoded, let name = writingEncoding,
      let converter = EncodingConverter(named: name)
    else { return nil }
    let sample = GrowingBuffer<UInt8>()
    let characters = Array("<a \n".utf8)
    guard characters.withUnsafeBufferPointer({ converter.encode($0, into: sample) }),
      sample.elements.elementsEqual(characters)
    else { return nil }
    let referenced = GrowingBuffer<UInt8>(capacity: text.count)
    guard appendReferenced(text, to: referenced) else { return nil }
    return encoded(referenced).map { Array($0.elements) }
  }

  private func encodedText() throws(UnwritableFile) -> GrowingBuffer<UInt8> {
    // Inside markup, a character reference would be plain text.
    for range in pieces.ranges
    where writingEncoding != nil && range.lowerBound >= source.bytes.count {
      if !hasMarkup(of: bytes(range)) { throw .markup(source.encoding.name) }
    }
    let text = GrowingBuffer<UInt8>(capacity: pieces.length)
    let isText = pieces.ranges.allSatisfy { range in
      // The encoding has all characters that were read from it.
      if range.lowerBound >= source.bytes.count { return appendReferenced(bytes(range), to: text) }
      text.append(contentsOf: bytes(range))
      return true
    }
    guard isText, let result = encoded(text) else { throw .encoding(source.encoding.name) }
    return result
  }

  /// Appends text with references to the characters that the encoding of the file lacks.
  ///
  /// libxml2 writes such references, too, but at the wrong position if it uses a converter of ICU,
  /// which has read ahead by then and loses what it has read. So the converter never gets
  /// characters that the encoding lacks.
  ///
  /// - Returns: Whether the text is UTF-8.
  private func appendReferenced(
    _ text: UnsafeBufferPointer<UInt8>, to result: GrowingBuffer<UInt8>
  ) -> Bool {
    guard let string = String(validating: text, as: UTF8.self) else { return false }
    for scalar in string.unicodeScalars {
      if scalar.isASCII && hasASCII || isEncodable(scalar) {
        for byte in UTF8.encode(scalar).unsafelyUnwrapped { result.append(byte) }
      } else {
        for byte in "&#\(scalar.value);".utf8 { result.append(byte) }
      }
    }
    return true
  }

  /// Text in the encoding of the file; `nil` if it would be different when it is read again. The
  /// file is read in a larger encoding, and a sequence of characters may be read as another one.
  private func encoded(_ text: GrowingBuffer<UInt8>) -> GrowingBuffer<UInt8>? {
    let encoded = GrowingBuffer<UInt8>(capacity: text.count)
    let decoded = GrowingBuffer<UInt8>(capacity: text.count)
    guard let writingEncoding,
      EncodingConverter(named: writingEncoding)?.encode(text.elements, into: encoded) == true,
      EncodingConverter(named: source.encoding.converterName)?
        .convert(encoded.elements, into: decoded) == true,
      decoded.count == text.count, decoded.elements.elementsEqual(text.elements)
    else { return nil }
    return encoded
  }

  /// Whether a character can be written in the encoding of the file and read again.
  private func isEncodable(_ scalar: Unicode.Scalar) -> Bool {
    // Tags and references consist of these. Conversion of the whole text fails in an encoding
    // without them.
    if scalar.isASCII, Character(scalar).isLetter || Character(scalar).isNumber { return true }
    if "<>&#;/".unicodeScalars.contains(scalar) { return true }
    if let known = encodable[scalar] { return known }
    let text = GrowingBuffer<UInt8>()
    for byte in UTF8.encode(scalar).unsafelyUnwrapped { text.append(byte) }
    // Converters hold back a last character that could combine with the next one.
    text.append(UInt8(ascii: ">"))
    let isEncodable = encoded(text).map { isOwn($0, of: text) } ?? false
    encodable[scalar] = isEncodable
    return isEncodable
  }

  /// Whether the encoding that the file names, not only a superset of it, has the same bytes for a
  /// text.
  private func isOwn(_ encoded: GrowingBuffer<UInt8>, of text: GrowingBuffer<UInt8>) -> Bool {
    let name = source.encoding.ownConverterName
    if name == writingEncoding { return true }
    let own = GrowingBuffer<UInt8>(capacity: encoded.count)
    return EncodingConverter(named: name)?.encode(text.elements, into: own) == true
      && own.elements.elementsEqual(encoded.elements)
  }

  /// Whether the encoding of the file has all of ASCII. Japanese encodings may have a yen sign in
  /// place of the backslash.
  func findASCII() -> Bool {
    ([0x09, 0x0A, 0x0D] + (0x20...0x7F)).allSatisfy { isEncodable(Unicode.Scalar($0)) }
  }

  /// The encoding in which to write: the one that the file names, or the superset in which it was
  /// read, if that encodes the source to the same bytes; `nil` if neither does. Additions are
  /// limited to characters of the named encoding.
  func findWritingEncoding() -> String? {
    [source.encoding.ownConverterName, source.encoding.converterName].first { name in
      let original = GrowingBuffer<UInt8>(capacity: source.fileSize)
      return EncodingConverter(named: name)?.encode(source.bytes, into: original) == true
        && original.elements.elementsEqual(source.fileBytes[source.encoding.byteOrderMarkLength...])
    }
  }

  /// Checks that the file's encoding has the characters of comments, CDATA sections and processing
  /// instructions, in which character references have no meaning, and that there is no original
  /// object in XML.
  package func checkMarkup(in text: [UInt8]) throws(ReportedError) {
    if source.format == .xml, !text.withUnsafeBufferPointer(OriginalObject.instructions).isEmpty {
      let hasNull = text.withUnsafeBufferPointer(OriginalObject.hasNull)
      throw ReportedError(
        hasNull
          ? "a property list has no null; 'delete' removes a key"
          : "XML cannot represent a character of a text in it")
    }
    guard text.withUnsafeBufferPointer(hasMarkup) else {
      throw ReportedError(
        "a comment or CDATA section contains characters that \(source.encoding.name) does not have")
    }
  }

  /// Whether the file's encoding has the characters of the markup in a text.
  private func hasMarkup(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    if !source.isEncoded { return true }
    var markup: [UInt8] = []
    for start in text.indices where text[start] == UInt8(ascii: "<") {
      guard let end = MarkedUpText.markupEnd(at: start, in: text) else { continue }
      markup += text[start..<end]
    }
    if hasASCII, markup.allSatisfy({ $0 < 0x80 }) { return true }
    if !String(decoding: markup, as: UTF8.self).unicodeScalars.allSatisfy(isEncodable) {
      return false
    }
    let text = GrowingBuffer<UInt8>(capacity: markup.count)
    markup.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    return encoded(text) != nil
  }
}

/// Why a file cannot be written.
package enum UnwritableFile: Error, Equatable, Sendable, CustomStringConvertible {
  /// An encoding that can only be read, or has several forms of the same text, so that unedited
  /// text could not be written as it was.
  case encoding(String)
  /// An encoding that lacks a character of the text, in a format without another way to write it.
  case character(Unicode.Scalar, String)
  /// An encoding that lacks characters of a comment or a CDATA section, in which references to
  /// characters have no meaning.
  case markup(String)
  /// A format that is only read.
  case format(FileFormat)
  /// A text that was edited and is no longer a property list.
  case text(PropertyListError)
  /// A value that a binary file cannot have, or with which the file could not be read again.
  case binary(PropertyListError)
  /// A value that the file's format does not have.
  case value(String)
  /// `null`, which property lists do not have.
  case null
  /// A text that would not be read again as the edited values, with the key of the first value that
  /// would differ, or the reason why nothing could be read.
  case unequal(FileFormat, key: String? = nil, reason: String? = nil)
  /// A file from which values were left out when it was read.
  case partial
  /// JSON with objects that were read as dates and data.
  case tagged
  /// A file with unreadable parts that would be lost, moved or changed.
  case unread([UnreadText])
  /// Objects of a program, which refer to each other by their positions.
  case keyedArchive

  package var description: String {
    switch self {
    case .encoding(let name):
      "text in \(name) cannot be written back as it was; convert the file to UTF-8 first"
    case .character(let scalar, let name):
      "\(name) has no '\(scalar)' (\(scalar.codePoint)); convert the file to UTF-8 first"
    case .markup(let name):
      "a comment or CDATA section contains characters that \(name) does not have; "
        + "convert the file to UTF-8 first"
    case .format(let format):
      "\(format.description) is only read; to edit it, convert it first: "
        + "cardex convert --to=xml -o NEW.plist FILE"
    case .text(let error): "\(error.location): \(error)"
    case .binary(let error):
      "a binary property list of this could not be read again: \(error); "
        + "XML can hold it: cardex convert --to=xml"
    case .value(let reason): reason
    case .null: "a property list has no null; --skip-null leaves it out"
    case .unequal(let format, let key, let reason):
      "\(format.description) cannot hold \(key.map { "'\($0)'" } ?? "this") so that "
        + "the same is read again" + (reason.map { ": \($0)" } ?? "")
    case .partial: "JSON of which what is null was left out is only read"
    case .unread(let parts):
      "what could not be read would be lost or changed"
        + (parts.first.map { ": \($0.error.location): \($0.error)" } ?? "")
    case .tagged: "JSON that is read with --tagged is only read"
    case .keyedArchive: "a keyed archive (serialized program objects) is only read"
    }
  }
}

/// Why a file was not written.
package enum FileWritingError<Problem: Error>: Error {
  case unwritable(UnwritableFile)
  case body(Problem)
}
