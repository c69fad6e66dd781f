import Platform

/// The text of a property list in UTF-8, without a byte-order mark, and how its file stores it.
package final class SourceText: Sendable {
  /// The text's bytes, valid as long as this object.
  nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
  let file: FileBytes
  /// The owner of the text, unless the text is the file's bytes.
  private let converted: (any AnyObject & Sendable)?
  package let format: FileFormat
  /// The encoding of the file's text; UTF-8 for a binary file.
  package let encoding: TextEncoding
  /// Whether the file is a binary keyed archive.
  let isKeyedArchive: Bool

  /// Takes the bytes of an XML file and converts them to UTF-8 if necessary.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - encoding: The name of the encoding; `nil` to detect it.
  /// - Throws: `PropertyListError` if the encoding is unknown, if the bytes are not text in it, or
  ///   if they are a file in another known format.
  init(file: FileBytes, encoding name: String?) throws(PropertyListError) {
    self.file = file
    format = .xml
    isKeyedArchive = false
    let bytes = file.bytes
    if let format = ForeignFormat.sniff(bytes) { throw PropertyListError(.notXML(format)) }
    if bytes.isEmpty { throw PropertyListError(.empty) }
    encoding = name.map { TextEncoding.named($0, for: bytes) } ?? TextEncoding.detect(in: bytes)
    if encoding.isUTF8 {
      converted = nil
      self.bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst(encoding.byteOrderMarkLength))
    } else {
      let buffer = try SourceText.converted(bytes, from: encoding)
      converted = buffer
      self.bytes = buffer.elements
    }
  }

  /// Takes the text of a file in another format.
  init(_ decoded: DecodedFile, of file: FileBytes, format: FileFormat) {
    self.file = file
    self.format = format
    encoding = decoded.encoding
    isKeyedArchive = decoded.isKeyedArchive
    converted = decoded.text
    bytes = decoded.text.elements
  }

  /// Takes a file's bytes and, unless they are XML in UTF-8, the text that was converted from them.
  ///
  /// - Throws: `RereadingError` if the text is needed and not given.
  init(
    rereading file: FileBytes, format: FileFormat, encoding name: String?,
    converted text: ConvertedText?
  ) throws(RereadingError) {
    self.file = file
    self.format = format
    isKeyedArchive = false
    let bytes = file.bytes
    encoding = name.map { TextEncoding.named($0, for: bytes) } ?? TextEncoding.detect(in: bytes)
    if format == .xml, encoding.isUTF8 {
      converted = nil
      self.bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst(encoding.byteOrderMarkLength))
    } else {
      guard let text else { throw RereadingError() }
      converted = text.owner
      self.bytes = text.bytes
    }
  }

  /// Takes text that is not kept in a file.
  init(kept text: ConvertedText, format: FileFormat) {
    file = FileBytes([])
    self.format = format
    isKeyedArchive = false
    encoding = TextEncoding.detect(in: file.bytes)
    converted = text.owner
    bytes = text.bytes
  }

  /// Converts the text after the byte-order mark to UTF-8.
  static func converted(
    _ bytes: UnsafeBufferPointer<UInt8>, from encoding: TextEncoding
  ) throws(PropertyListError) -> GrowingBuffer<UInt8> {
    // A declaration that can be read byte by byte is wrong if it names an encoding with wider
    // units.
    if encoding.isDeclared,
      ["UTF-16", "UTF-32", "UCS-2", "UCS-4", "ISO-10646-UCS"].contains(
        where: encoding.name.uppercased().hasPrefix)
    {
      throw PropertyListError(
        .undecodable(encoding: encoding.name))
    }
    guard encoding.isNameValid,
      let converter = EncodingConverter(named: encoding.converterName)
    else {
      throw PropertyListError(.unknownEncoding(encoding.name))
    }
    let text = GrowingBuffer<UInt8>(capacity: bytes.count + bytes.count / 2)
    let body = UnsafeBufferPointer(rebasing: bytes.dropFirst(encoding.byteOrderMarkLength))
    guard converter.convert(body, into: text) else {
      let location = SourceLocation(of: text.count, in: text.elements)
      throw PropertyListError(.undecodable(encoding: encoding.name), at: location)
    }
    return text
  }

  /// Whether the text is the file's bytes after the byte-order mark.
  var isFileText: Bool { format == .xml && encoding.isUTF8 }

  /// Whether the file is XML in another encoding, in which it is also written.
  var isEncoded: Bool { format == .xml && !encoding.isUTF8 }

  /// The bytes of the file.
  var fileBytes: UnsafeBufferPointer<UInt8> { file.bytes }

  /// Gives the memory of the file's bytes back to the system if they are mapped and can be read
  /// again.
  package func releaseMemory() { file.releaseMemory() }

  /// The file's size in bytes.
  package var fileSize: Int { file.bytes.count }

  /// Whether the file's bytes are valid UTF-8 and not only ASCII, regardless of the encoding in
  /// which they were read.
  package var fileIsValidUTF8: Bool {
    file.bytes.contains { $0 >= 0x80 } && UTF8Check.isValid(file.bytes)
  }

  /// The line and column of the byte at an offset.
  ///
  /// - Complexity: O(*offset*).
  package func location(of offset: Int) -> SourceLocation {
    SourceLocation(of: offset, in: bytes)
  }
}

extension FileBytes {
  /// The text of a file in UTF-8, without a byte-order mark.
  ///
  /// - Returns: `nil` for a binary file, and for bytes that are not text in the encoding of the
  ///   file.
  /// - Complexity: O(*n*).
  package func text(of format: FileFormat) -> [UInt8]? {
    guard format.isText else { return nil }
    let encoding = format == .xml ? TextEncoding.detect(in: bytes) : TextEncoding.ofPlainText(bytes)
    if !encoding.isUTF8 {
      return (try? SourceText.converted(bytes, from: encoding)).map { Array($0.elements) }
    }
    let text = bytes.dropFirst(encoding.byteOrderMarkLength)
    return UTF8Check.isValid(UnsafeBufferPointer(rebasing: text)) ? Array(text) : nil
  }
}

extension SourceLocation {
  /// The line and column of a byte in UTF-8 text whose lines end in LF, CR LF or CR.
  ///
  /// - Complexity: O(*offset*).
  init(of offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    var counter = LineCounter(text)
    self = counter.location(of: offset)
  }
}

/// Finds the lines and columns of offsets that are given in ascending order.
struct LineCounter {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var count = LineCount()

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// - Parameter offset: An offset not before the previous one.
  mutating func location(of offset: Int) -> SourceLocation {
    let offset = min(offset, text.count)
    if offset > position { count.add(UnsafeBufferPointer(rebasing: text[position..<offset])) }
    position = max(position, offset)
    return count.location(before: position < text.count ? text[position] : nil)
  }
}

/// The line and column at the end of UTF-8 text that is added in parts.
struct LineCount {
  private var line = 1
  private var column = 1
  /// Whether the text ends in a CR, which ends the line unless an LF follows.
  private var isAfterReturn = false

  /// - Parameter next: The next byte of the text; `nil` at its end.
  func location(before next: UInt8?) -> SourceLocation {
    isAfterReturn && next != 0x0A
      ? SourceLocation(line: line + 1, column: 1) : SourceLocation(line: line, column: column)
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    // The compiler vectorizes such loops.
    var (lineEnds, returns) = (0, 0)
    for byte in text {
      lineEnds &+= byte == 0x0A ? 1 : 0
      returns &+= byte == 0x0D ? 1 : 0
    }
    if isAfterReturn || returns > 0 {
      for byte in text { add(byte) }
      return
    }
    var rest = text[...]
    if lineEnds > 0, let last = text.lastIndex(of: 0x0A) {
      line += lineEnds
      column = 1
      rest = text[(last + 1)...]
    }
    var characters = 0
    for byte in rest { characters &+= byte & 0xC0 != 0x80 ? 1 : 0 }
    column += characters
  }

  private mutating func add(_ byte: UInt8) {
    if byte == 0x0A || isAfterReturn {
      line += 1
      column = 1
    }
    isAfterReturn = byte == 0x0D
    if byte != 0x0A, byte & 0xC0 != 0x80 { column += 1 }
  }
}
