import Catalogues
import PropertyLists

/// Writes OpenStep property lists, and strings files, which are dictionaries without braces, in
/// UTF-8.
///
/// These formats have texts, data, arrays and dictionaries; numbers and dates become texts, and
/// booleans `YES` and `NO`. With tags, such values are written as GNUstep does: `<*I5>`, `<*R1.5>`,
/// `<*BY>`, `<*D2001-01-01 00:00:00 +0000>`. Comments stay.
struct OpenStepEncoder {
  let document: PropertyListDocument
  let isTagged: Bool
  /// Whether words are quoted even if they need no quotes.
  let quotesAll: Bool
  private(set) var losses = Losses()
  /// The offset up to which the text has been searched for comments.
  private var position = 0

  init(_ document: PropertyListDocument, isTagged: Bool, quotesAll: Bool) {
    self.document = document
    self.isTagged = isTagged
    self.quotesAll = quotesAll
  }

  private static let escapes: EscapeTable = {
    var table = EscapeTable([
      UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r",
      0x09: "\\t",
    ])
    for byte in Array(UInt8(0)..<0x20) + [0x7F] where table[byte] == nil {
      table[byte] =
        Array("\\U00".utf8) + [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
    }
    return table
  }()

  mutating func encode(root: NodeIndex, to sink: TextSink) throws {
    encodeComments(beforeRoot: root, to: sink)
    try encode(root, under: nil, depth: 0, to: sink)
    sink.append("\n")
    if root == document.root { encodeComments(upTo: document.sourceEnd, depth: 0, to: sink) }
  }

  /// Writes the comments before the root of the document.
  private mutating func encodeComments(beforeRoot root: NodeIndex, to sink: TextSink) {
    // Comments before the file's root are not about a value inside of it.
    if root == document.root { encodeComments(before: root, depth: 0, to: sink) }
  }

  /// Writes the members of a dictionary as a file of strings.
  mutating func encodeStrings(of root: NodeIndex, to sink: TextSink) throws {
    encodeComments(beforeRoot: root, to: sink)
    position = document[root].contentOffset
    for member in document.members(of: root) {
      try encode(member, depth: 0, to: sink)
    }
    let end = root == document.root ? document.sourceEnd : document.contentEnd(of: root)
    encodeComments(upTo: end, depth: 0, to: sink)
  }

  /// Writes the texts of a String Catalog in a language.
  mutating func encodeTexts(of catalogue: Catalogue, in language: String, to sink: TextSink) {
    catalogue.forEachEntry(in: .root) { entry in
      for (name, value) in catalogue.texts(of: entry, in: language) {
        guard name == language, let key = catalogue.key(of: entry),
          let text = document.scalar(value)
        else {
          losses.note(Loss(kind: "variations", key: language, outcome: .leftOut))
          continue
        }
        encode(key, to: sink)
        sink.append(" = ")
        encode(text, to: sink)
        sink.append(";\n")
      }
    }
  }

  private mutating func encode(
    _ value: NodeIndex, under key: ScalarIndex?, depth: Int, to sink: TextSink
  ) throws {
    defer { position = document.elementRange(of: value).upperBound }
    switch document.kind(of: value) {
    case .string where document.isNull(value):
      losses.note(Loss(kind: "null", key: key.map(document.text), outcome: .asText))
      sink.append(quotesAll ? "\"null\"" : "null")
    case .string, .key: if let text = document.scalar(value) { encode(text, to: sink) }
    case .integer: encode("\(document.integer(at: value) ?? 0)", "*I", "numbers", key, to: sink)
    case .real: encode(trimmedText(of: value), "*R", "numbers", key, to: sink)
    case .true: encode(isTagged ? "Y" : "YES", "*B", "booleans", key, to: sink)
    case .false: encode(isTagged ? "N" : "NO", "*B", "booleans", key, to: sink)
    case .date: encode(writtenDate(at: value), "*D", "dates", key, to: sink)
    case .data: encodeData(of: value, to: sink)
    case .array: try encodeArray(value, under: key, depth: depth, to: sink)
    case .dict:
      sink.append("{\n")
      position = document[value].contentOffset
      for member in document.members(of: value) {
        try encode(member, depth: depth + 1, to: sink)
      }
      encodeCommentsAtEnd(of: value, depth: depth + 1, to: sink)
      indent(depth, sink)
      sink.append("}")
    }
  }

  private mutating func encodeArray(
    _ value: NodeIndex, under key: ScalarIndex?, depth: Int, to sink: TextSink
  ) throws {
    sink.append("(")
    position = document[value].contentOffset
    var isFirst = true
    for element in document.elements(of: value) {
      if !isFirst {
        sink.append(",")
        encodeTrailingComments(to: sink)
      }
      isFirst = false
      sink.append("\n")
      encodeComments(before: element, depth: depth + 1, to: sink)
      indent(depth + 1, sink)
      try encode(element, under: key, depth: depth + 1, to: sink)
      try sink.flushIfFull()
    }
    if !isFirst { encodeTrailingComments(to: sink) }
    let hasLines = !isFirst || holdsComments(value)
    if hasLines { sink.append("\n") }
    encodeCommentsAtEnd(of: value, depth: depth + 1, to: sink)
    if hasLines { indent(depth, sink) }
    sink.append(")")
  }

  /// Whether a container without children holds comments.
  private func holdsComments(_ value: NodeIndex) -> Bool {
    !document[value].isEmptyElement
      && !document.comments(in: position..<document.contentEnd(of: value)).isEmpty
  }

  private mutating func encode(
    _ member: (key: ScalarIndex, value: NodeIndex), depth: Int, to sink: TextSink
  ) throws {
    encodeComments(before: member.key.node, depth: depth, to: sink)
    indent(depth, sink)
    encode(member.key, to: sink)
    let keyEnd = document.elementRange(of: member.key.node).upperBound
    for comment in document.comments(in: keyEnd..<document.elementStart(of: member.value)) {
      sink.append(" ")
      encode(comment.text, to: sink)
    }
    sink.append(" = ")
    try encode(member.value, under: member.key, depth: depth, to: sink)
    sink.append(";")
    encodeTrailingComments(to: sink)
    sink.append("\n")
    try sink.flushIfFull()
  }

  // MARK: Scalars

  private func encode(_ text: ScalarIndex, to sink: TextSink) {
    document.withExactText(of: text) { text in
      if !quotesAll, !text.isEmpty, text.allSatisfy(OpenStepEncoder.needsNoQuotes) {
        return sink.append(text)
      }
      sink.append(UInt8(ascii: "\""))
      sink.append(text, OpenStepEncoder.escapes)
      sink.append(UInt8(ascii: "\""))
    }
  }

  /// Whether a character needs no quotes in any program that reads such files.
  private static func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Writes a value of a type that only GNUstep's notation has.
  private mutating func encode(
    _ text: String, _ tag: StaticString, _ kind: String, _ key: ScalarIndex?, to sink: TextSink
  ) {
    if isTagged {
      sink.append("<")
      sink.append(tag)
      sink.append(text)
      sink.append(">")
      return
    }
    losses.note(Loss(kind: kind, key: key.map(document.text), outcome: .asText))
    var text = text
    text.withUTF8 { text in
      let isQuoted = quotesAll || !text.allSatisfy(OpenStepEncoder.needsNoQuotes)
      if isQuoted { sink.append("\"") }
      sink.append(text)
      if isQuoted { sink.append("\"") }
    }
  }

  private func encodeData(of value: NodeIndex, to sink: TextSink) {
    sink.append(UInt8(ascii: "<"))
    for byte in document.data(at: value) ?? [] {
      sink.append(hexDigits[Int(byte >> 4)])
      sink.append(hexDigits[Int(byte & 0xF)])
    }
    sink.append(UInt8(ascii: ">"))
  }

  private func trimmedText(of value: NodeIndex) -> String {
    document.scalar(value).map { document.text(of: $0).filter { !$0.isWhitespace } } ?? ""
  }

  /// A date as OpenStep's programs write it if it is tagged, otherwise as in the file.
  private func writtenDate(at value: NodeIndex) -> String {
    guard isTagged, let date = document.date(at: value) else { return trimmedText(of: value) }
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number.magnitude)
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(count - text.count, 0))
        + text
    }
    let day = [digits(date.year, 4), digits(date.month), digits(date.day)]
    let time = [digits(date.hour), digits(date.minute), digits(date.second)]
    return day.joined(separator: "-") + " " + time.joined(separator: ":") + " +0000"
  }

  // MARK: Layout

  private func indent(_ depth: Int, _ sink: TextSink) {
    for _ in 0..<depth { sink.append("    ") }
  }

  private mutating func encodeComments(before node: NodeIndex, depth: Int, to sink: TextSink) {
    encodeComments(upTo: document.elementStart(of: node), depth: depth, to: sink)
  }

  /// Writes the comments after the last child of a container.
  private mutating func encodeCommentsAtEnd(of value: NodeIndex, depth: Int, to sink: TextSink) {
    if document[value].isEmptyElement { return }
    encodeComments(upTo: document.contentEnd(of: value), depth: depth, to: sink)
  }

  /// Writes the comments before an offset of the text, each on a line of its own.
  private mutating func encodeComments(upTo end: Int, depth: Int, to sink: TextSink) {
    guard position < end else { return }
    for comment in document.comments(in: position..<end) {
      indent(depth, sink)
      encode(comment.text, to: sink)
      sink.append(comment.isDetached ? "\n\n" : "\n")
    }
    position = end
  }

  /// Writes the comments after the value that ends at `position`, on the same line.
  private mutating func encodeTrailingComments(to sink: TextSink) {
    let end = document.trailEnd(after: position)
    for comment in document.comments(in: position..<end) {
      sink.append(" ")
      encode(comment.text, to: sink)
    }
    position = end
  }

  private func encode(_ comment: UnsafeBufferPointer<UInt8>, to sink: TextSink) {
    sink.append("/*")
    // The text of a comment must not contain the mark of its end.
    sink.append(String(decoding: comment, as: UTF8.self).replacing("*/", with: "* /"))
    // A comment up to the end of a line has no blank before its end mark yet.
    if comment.first == 0x20, !comment.contains(0x0A), comment.last != 0x20 { sink.append(" ") }
    sink.append("*/")
  }
}
