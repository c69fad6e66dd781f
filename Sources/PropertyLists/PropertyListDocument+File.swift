package import Platform

extension PropertyListDocument {
  /// Calls the closure with the bytes of the file as it is to be saved.
  ///
  /// XML has the encoding in which it was read, after the byte-order mark if the file had one.
  /// Without an edit, the bytes are those that were read.
  ///
  /// - Parameter format: The format to write; `nil` for that of the file.
  /// - Throws: `UnwritableFile`, or what the closure throws.
  /// - Complexity: O(*n*); for XML in UTF-8 nothing is copied.
  package func writeFile<Problem>(
    as format: FileFormat? = nil,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(FileWritingError<Problem>) {
    let format = format ?? source.format
    // Another format has no place for it.
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
      case source.format where format.isSplicedInPlace:
        let file = try splicedFile()
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

  /// Calls the closure with the text in UTF-8, whatever the encoding of the file is, and with a
  /// declaration that says so if there was one.
  ///
  /// - Parameter root: The value that is written as the root; another than the document's own only
  ///   of a document that has not been edited.
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

  /// The source with a value in place of its root, which is indented as that.
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
      // White space in data means nothing.
      if kind(of: node) != .data {
        add(upTo: self[node].contentOffset, from: position)
        position = self[node].contentOffset + self[node].contentLength
      }
      node = end(of: node)
    }
    add(upTo: new.upperBound, from: position)
    return ranges + [start..<new.upperBound, old.upperBound..<source.bytes.count]
  }

  /// Why the file cannot be replaced after an edit; `nil` if it can, as far as its format decides.
  package var unwritable: UnwritableFile? {
    if isKeyedArchive { return .keyedArchive }
    if isPartial { return .partial }
    if isTaggedJSON { return .tagged }
    return source.format.isSavedInPlace ? nil : .format(source.format)
  }

  /// Calls the closure with a binary file that has a value of a document that has not been edited.
  package func writeBinary<Problem>(
    of root: NodeIndex, _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(FileWritingError<Problem>) {
    if hasNull { throw .unwritable(.null) }
    let encoder = try rethrowing(
      BinaryEncoder(source.bytes, nodes, isKeyedArchive: false, root: root),
      as: FileWritingError<Problem>.unwritable)
    do throws(Problem) { try encoder.write(body) } catch { throw .body(error) }
  }

  /// The text from which a binary file is written, unless it is the source, and what writes it.
  private func binaryPropertyList() throws(UnwritableFile) -> (GrowingBuffer<UInt8>, BinaryEncoder)
  {
    if hasNull { throw .null }
    if hasSourceText, hasAllNodes {
      let encoder = try BinaryEncoder(source.bytes, nodes, isKeyedArchive: hasArchiveForm)
      return (GrowingBuffer(), encoder)
    }
    let text = currentText()
    // From here on, the copy is read.
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

  /// Decoded text as other programs read it.
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

  /// Whether a file contains the text as it was at some time, in a format.
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

  /// UTF-8 text in the encoding of the file, if that is a different one in which ASCII characters
  /// have their ASCII bytes.
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
    // A reference in it would be text.
    for range in pieces.ranges
    where writingEncoding != nil && range.lowerBound >= source.bytes.count {
      if !hasMarkup(of: bytes(range)) { throw .markup(source.encoding.name) }
    }
    let text = GrowingBuffer<UInt8>(capacity: pieces.length)
    let isText = pieces.ranges.allSatisfy { range in
      // The encoding is known to have the characters read from it.
      if range.lowerBound >= source.bytes.count { return appendReferenced(bytes(range), to: text) }
      text.append(contentsOf: bytes(range))
      return true
    }
    guard isText, let result = encoded(text) else { throw .encoding(source.encoding.name) }
    return result
  }

  /// Appends text with references to the characters that the encoding of the file lacks.
  ///
  /// libxml2 writes such references, too, but at the wrong position if its converter is ICU's, which
  /// has read further by then and loses what it has read. So the converter is given none of these
  /// characters.
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

  /// Text in the encoding of the file; `nil` if it would not be the same text when it is read again,
  /// be it by a larger encoding, or because some characters in a row are another one.
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

  /// Whether the encoding of the file has a character, which then is the same when read again.
  private func isEncodable(_ scalar: Unicode.Scalar) -> Bool {
    // Tags and references consist of these. An encoding without them is refused in the end.
    if scalar.isASCII, Character(scalar).isLetter || Character(scalar).isNumber { return true }
    if "<>&#;/".unicodeScalars.contains(scalar) { return true }
    if let known = encodable[scalar] { return known }
    let text = GrowingBuffer<UInt8>()
    for byte in UTF8.encode(scalar).unsafelyUnwrapped { text.append(byte) }
    // Converters keep a last character back that could be one with the next.
    text.append(UInt8(ascii: ">"))
    let isEncodable = encoded(text).map { isOwn($0, of: text) } ?? false
    encodable[scalar] = isEncodable
    return isEncodable
  }

  /// Whether the encoding that the file names stores a text like this, not only a larger one.
  private func isOwn(_ encoded: GrowingBuffer<UInt8>, of text: GrowingBuffer<UInt8>) -> Bool {
    let name = source.encoding.ownConverterName
    if name == writingEncoding { return true }
    let own = GrowingBuffer<UInt8>(capacity: encoded.count)
    return EncodingConverter(named: name)?.encode(text.elements, into: own) == true
      && own.elements.elementsEqual(encoded.elements)
  }

  /// Whether the encoding of the file has all of ASCII. Those of Japan may have a yen sign in place of
  /// the backslash.
  func findASCII() -> Bool {
    ([0x09, 0x0A, 0x0D] + (0x20...0x7F)).allSatisfy { isEncodable(Unicode.Scalar($0)) }
  }

  /// The encoding that the file names if the source in it is what was read, else the larger one
  /// that it was read in, of which only what the smaller one has is added; `nil` if neither yields those bytes.
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
  /// An encoding that has several spellings for the same text, or that can only be read: what has
  /// not been edited could not be written as it was.
  case encoding(String)
  /// An encoding that lacks a character of the text, in a format that cannot write it otherwise.
  case character(Unicode.Scalar, String)
  /// An encoding that lacks characters of a comment or a CDATA section, in which references to
  /// characters have no meaning.
  case markup(String)
  /// A format that is only read.
  case format(FileFormat)
  /// A text that was edited and is no longer a property list.
  case text(PropertyListError)
  /// What a binary file could not have, or could not be read with again.
  case binary(PropertyListError)
  /// A value that the file's format does not have.
  case value(String)
  /// `null`, which property lists do not have.
  case null
  /// What could not be read again as what was edited, with the key of the first such value, or why it
  /// could not be read at all.
  case unequal(FileFormat, key: String? = nil, reason: String? = nil)
  /// A file of which values were left out when it was read.
  case partial
  /// JSON of which objects were read as dates and data.
  case tagged
  /// A file with parts that could not be read, and would be lost, moved or changed.
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
