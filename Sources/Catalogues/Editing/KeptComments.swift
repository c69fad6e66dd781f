import Platform
import PropertyLists

extension PropertyListDocument {
  /// The replacement of an element that is a single value: the new element with the comments,
  /// processing instructions, references and line ends of the old one, as a CDATA section if the
  /// old one was. If XML could not express the old value, its original is lost.
  ///
  /// - Parameter key: What the user calls the value, for errors.
  /// - Throws: `EditError.value` if the new text contains the escape that is shown for a character
  ///   that XML does not have: it would be written as literal text.
  func replacement(
    of node: NodeIndex, by element: [UInt8], for key: String = ""
  ) throws(EditError) -> (range: Range<Int>, text: [UInt8]) {
    let range = elementRange(of: node)
    guard !kind(of: node).isContainer, !self[node].isEmptyElement, !isNull(node) else {
      return (range, element)
    }
    let content = self[node].contentOffset..<contentEnd(of: node)
    let old = text(at: content)
    var element = element
    if let end = LineEnd(firstOf: old) { element = element.withLineEnds(end) }
    // In other formats the text was decoded, and references are not those of the file.
    let keepsReferences = source.format == .xml && element.isTextElement
    guard old.contains(UInt8(ascii: "<")) || keepsReferences && old.contains(UInt8(ascii: "&"))
    else {
      return (range, element)
    }
    guard let shown = shownContent(of: node) else {
      return (range, MarkedText(old).kept(in: element, withReferences: keepsReferences))
    }
    if !PropertyListDocument.isExact(element) { return (range, element) }
    let whole = text(at: range)
    let (head, tail) = (shown.upperBound - range.lowerBound, content.upperBound - range.lowerBound)
    // The value is unchanged as far as it is shown, so its original is kept.
    if element == Array(whole[..<head]) + whole[tail...] { return (range, whole) }
    if let escape = escape(of: node, in: element) {
      throw .value(key: key, ReportedError(escape: escape))
    }
    return (range, MarkedText(text(at: shown)).kept(in: element, withReferences: false))
  }
}

/// The content of an element that is a single value, as it is written: characters, and comments and
/// processing instructions between them.
private struct MarkedText {
  /// Characters and references.
  private(set) var units: [[UInt8]] = []
  /// Comments and processing instructions, each with the number of units before it.
  private(set) var marks: [(offset: Int, text: [UInt8])] = []
  /// Whether the whole content is one CDATA section.
  private let isCDATA: Bool

  init(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    var section = rest
    isCDATA =
      MarkedText.take(from: "<![CDATA[", through: "]]>", of: &section) != nil && section.isEmpty
    while let first = rest.first {
      if let comment = MarkedText.take(from: "<!--", through: "-->", of: &rest)
        ?? MarkedText.take(from: "<?", through: "?>", of: &rest)
      {
        marks.append((units.count, Array(comment)))
      } else if let section = MarkedText.take(from: "<![CDATA[", through: "]]>", of: &rest) {
        var inner = section.dropFirst(9).dropLast(3)
        while !inner.isEmpty { units.append(MarkedText.escaped(MarkedText.takeScalar(of: &inner))) }
      } else if first == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")) {
        units.append(Array(rest[...end]))
        rest = rest[(end + 1)...]
      } else {
        units.append(MarkedText.takeScalar(of: &rest))
      }
    }
  }

  private static func take(
    from start: StaticString, through end: StaticString, of text: inout ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    let (start, end) = (bytes(start), bytes(end))
    guard text.starts(with: start) else { return nil }
    var position = text.startIndex + start.count
    while position < text.endIndex, !text[position...].starts(with: end) { position += 1 }
    let after = min(position + end.count, text.endIndex)
    defer { text = text[after...] }
    return text[..<after]
  }

  private static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer(Array.init)
  }

  private static func takeScalar(of text: inout ArraySlice<UInt8>) -> [UInt8] {
    let length = 1 + text.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    defer { text = text.dropFirst(length) }
    return Array(text.prefix(length))
  }

  /// A character of a CDATA section as it is written outside of one.
  private static func escaped(_ scalar: [UInt8]) -> [UInt8] {
    switch scalar {
    case [UInt8(ascii: "<")]: Array("&lt;".utf8)
    case [UInt8(ascii: ">")]: Array("&gt;".utf8)
    case [UInt8(ascii: "&")]: Array("&amp;".utf8)
    default: scalar
    }
  }

  /// A new element with these marks. Each stays between the characters around it that are
  /// unchanged, or goes where the changed ones begin. In an element with marks or elements of its
  /// own all go before the content, and they go before an element without an end tag.
  ///
  /// - Parameter keepsReferences: Whether unchanged characters keep their spelling, and the text
  ///   becomes a CDATA section if all of the old one is one.
  func kept(in element: [UInt8], withReferences keepsReferences: Bool) -> [UInt8] {
    let start = element.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
    guard let end = element.lastIndex(of: UInt8(ascii: "<")), end >= start else {
      return marks.flatMap(\.text) + element
    }
    let new = MarkedText(element[start..<end])
    if !new.marks.isEmpty || new.units.contains([UInt8(ascii: "<")]) {
      return element[..<start] + marks.flatMap(\.text) + element[start...]
    }
    if isCDATA, keepsReferences, let section = MarkedText.section(of: element[start..<end]) {
      return element[..<start] + section + element[end...]
    }
    let (olds, news) =
      keepsReferences
      ? (units.map(MarkedText.decoded), new.units.map(MarkedText.decoded)) : (units, new.units)
    let common = zip(olds, news).prefix { $0 == $1 }.count
    let limit = min(olds.count, news.count) - common
    let commonEnd = zip(olds.reversed(), news.reversed()).prefix(limit).prefix { $0 == $1 }.count
    let written =
      units[..<common] + new.units[common..<(news.count - commonEnd)]
      + units[(olds.count - commonEnd)...]
    var text = Array(element[..<start])
    var position = 0
    for mark in marks {
      let offset =
        mark.offset <= common
        ? mark.offset
        : mark.offset >= olds.count - commonEnd
          ? mark.offset - olds.count + news.count : common
      text += written[position..<offset].joined() + mark.text
      position = offset
    }
    return text + written[position...].joined() + element[end...]
  }

  /// The characters of a unit.
  private static func decoded(_ unit: [UInt8]) -> [UInt8] {
    unit.first == UInt8(ascii: "&") ? unit.withUnsafeBufferPointer(MarkedUpText.decode) : unit
  }

  /// A CDATA section with the text of some content; `nil` if the text has `]]>`, which would end
  /// it, or a carriage return.
  private static func section(of content: ArraySlice<UInt8>) -> [UInt8]? {
    let text = Array(content).withUnsafeBufferPointer(MarkedUpText.decode)
    if text.firstRange(of: bytes("]]>")) != nil || text.contains(0x0D) { return nil }
    return bytes("<![CDATA[") + text + bytes("]]>")
  }
}

extension [UInt8] {
  /// Whether it is an element whose content is a text, not a number or other values.
  fileprivate var isTextElement: Bool {
    starts(with: "<string>".utf8) || starts(with: "<key>".utf8)
  }
}
