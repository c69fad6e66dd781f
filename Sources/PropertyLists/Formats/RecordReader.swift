import Platform

/// Reads the lines of a recfile (GNU recutils) as fields.
///
/// - `NAME: VALUE` is a field; the blank after the colon may be missing. `NAME` has letters,
///   digits, `_` and `-`; recutils allows letters of ASCII only, while here a name may also have
///   blanks inside and any character beyond ASCII.
/// - `.PATH: VALUE` and `.PATH:TYPE: VALUE`, which recutils does not have, give a value at a path
///   in the record. The path `/` is the record itself.
/// - `+` continues a field with a new line; the blank after `+` is not part of the value. A
///   backslash at the end of a line continues the line.
/// - A line that begins with `#` is a comment; a line of white space ends a record. Lines end in LF
///   or CR LF.
package struct RecordReader {
  /// A field as it is written.
  package struct Field {
    /// In bytes of the text.
    package let name: Range<Int>
    /// The type that is written after a path.
    package let type: RecordType?
    let value: Text
    package var offset: Int { name.lowerBound }
    /// Whether the name is a path.
    package let isPath: Bool
  }

  /// A part of the text, or several parts of it put together.
  struct Text: BitwiseCopyable {
    let start: Int
    let count: Int
    let isJoined: Bool

    static let none = Text(start: 0, count: 0, isJoined: false)
  }

  let text: UnsafeBufferPointer<UInt8>
  private(set) var position = 0
  /// The values that are not in one piece in the text.
  private let joined = GrowingBuffer<UInt8>()

  /// - Parameter text: Valid UTF-8 without a byte-order mark.
  package init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  func bytes(_ part: Text) -> UnsafeBufferPointer<UInt8> {
    let all = part.isJoined ? joined.elements : text
    return UnsafeBufferPointer(rebasing: all[part.start..<(part.start + part.count)])
  }

  package func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  package func name(of field: Field) -> String { string(field.name) }

  package func value(of field: Field) -> String {
    String(decoding: bytes(field.value), as: UTF8.self)
  }

  /// Reads the fields of the next record.
  ///
  /// - Returns: An empty array at the end of the text.
  /// - Complexity: O(*n*) in the length of the record.
  mutating func record() throws(DecodingError) -> [Field] {
    var fields: [Field] = []
    while position < text.count {
      let start = position
      switch text[start] {
      case UInt8(ascii: "#"):
        skipLine()
        continue
      case _ where isBlankLine():
        skipLine()
        if fields.isEmpty { continue }
        return fields
      case UInt8(ascii: "+"):
        throw failure("'+' continues a field, but no field is right above it", at: start)
      case 0x20, 0x09: throw failure("a line does not begin with a blank", at: start)
      default: fields.append(try field())
      }
    }
    return fields
  }

  func failure(_ reason: String, at offset: Int) -> DecodingError {
    DecodingError(.malformed(format: "recfile", reason: reason), at: offset)
  }

  // MARK: Lines

  /// The end of the line at an offset, before its line feed.
  private func lineEnd(from start: Int) -> Int {
    guard let base = text.baseAddress,
      let found = memchr(base + start, 0x0A, text.count - start)
    else { return text.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private mutating func skipLine() { position = min(lineEnd(from: position) + 1, text.count) }

  private func isBlankLine() -> Bool {
    var index = position
    while index < text.count, text[index] != 0x0A {
      guard isXMLSpace(text[index]) else { return false }
      index += 1
    }
    return true
  }

  // MARK: Fields

  private mutating func field() throws(DecodingError) -> Field {
    let start = position
    let end = lineEnd(from: start)
    let isPath = text[start] == UInt8(ascii: ".") || text[start] == UInt8(ascii: "/")
    let name = isPath ? try path(upTo: end) : try plainName(upTo: end)
    position = name.upperBound + 1
    let type = isPath ? typeName(upTo: end) : nil
    if position < end, text[position] == 0x20 || text[position] == 0x09 { position += 1 }
    return Field(name: name, type: type, value: value(), isPath: isPath)
  }

  /// - Returns: The range of the name, before the colon.
  private func plainName(upTo end: Int) throws(DecodingError) -> Range<Int> {
    let start = position
    var index = start
    while index < end {
      switch text[index] {
      case UInt8(ascii: ":"):
        if index == start || text[index - 1] == 0x20 {
          throw failure("the name of a field does not end in a blank", at: index)
        }
        return start..<index
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), 0x20,
        0x80...:
        index += 1
      case UInt8(ascii: "%") where index == start: index += 1
      case let byte:
        guard text[index..<end].contains(UInt8(ascii: ":")) else { throw noColon(at: start) }
        let name = String(UnicodeScalar(byte)).excerpt()
        throw failure(
          "'\(name)' is in no name of a field; after a dot, as in '.a\\.b: c', it may be",
          at: index)
      }
    }
    throw noColon(at: start)
  }

  private func noColon(at start: Int) -> DecodingError {
    failure("expected 'NAME: VALUE', '+ MORE', '# COMMENT' or an empty line", at: start)
  }

  /// - Returns: The range of the path, before the first colon that is not part of a key.
  private func path(upTo end: Int) throws(DecodingError) -> Range<Int> {
    let start = position
    var index = start
    var isQuoted = false
    while index < end {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""):
        // A quotation mark quotes a step only at its beginning; elsewhere it is a character.
        if isQuoted || text[index - 1] == UInt8(ascii: ".") { isQuoted.toggle() }
      case UInt8(ascii: ":") where !isQuoted: return start..<index
      default: break
      }
      index += 1
    }
    throw noColon(at: start)
  }

  /// Skips the name of a type and the colon after it, if they are next.
  private mutating func typeName(upTo end: Int) -> RecordType? {
    let rest = text[position..<end]
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), colon - position < 16,
      colon + 1 == end || isXMLSpace(text[colon + 1]),
      let type = RecordType(named: string(position..<colon))
    else { return nil }
    position = colon + 1
    return type
  }

  /// Reads a value with the lines that continue it.
  private mutating func value() -> Text {
    let start = position
    let first = line()
    guard first.isContinued || isAtPlus else {
      return Text(start: start, count: first.end - start, isJoined: false)
    }
    let begin = joined.count
    append(start..<first.end)
    var isContinued = first.isContinued
    while isContinued || isAtPlus {
      if !isContinued {
        joined.append(0x0A)
        position += 1
        if position < text.count, text[position] == 0x20 { position += 1 }
      }
      let start = position
      let next = line()
      append(start..<next.end)
      isContinued = next.isContinued
    }
    return Text(start: begin, count: joined.count - begin, isJoined: true)
  }

  private var isAtPlus: Bool { position < text.count && text[position] == UInt8(ascii: "+") }

  private func append(_ range: Range<Int>) {
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
  }

  /// Skips the rest of a line.
  ///
  /// - Returns: The end of its text, and whether a backslash there joins the next line to it.
  private mutating func line() -> (end: Int, isContinued: Bool) {
    let start = position
    var end = lineEnd(from: position)
    let hasEnd = end < text.count
    position = min(end + 1, text.count)
    if hasEnd, end > start, text[end - 1] == 0x0D { end -= 1 }
    let isContinued = hasEnd && end > start && text[end - 1] == UInt8(ascii: "\\")
    return (isContinued ? end - 1 : end, isContinued)
  }
}
