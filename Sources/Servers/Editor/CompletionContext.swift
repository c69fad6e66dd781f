import PropertyLists

/// What is being typed at the cursor, judged by the text around it, which need not be complete.
struct CompletionContext {
  enum Wanted: Equatable {
    /// A key of the dictionary around.
    case key
    /// A value under a key; `nil` in an array.
    case value(of: String?)
  }

  let wanted: Wanted
  /// The part of the key or value that has been typed.
  let typed: String
  /// The range that a suggestion replaces: the typed part, and the rest of the same word.
  let replaced: Range<Int>
  /// Whether the cursor is between tags or quotes, so that a suggestion is inserted without them.
  let isInside: Bool
  /// The end tag of the key, if it is not there yet.
  private(set) var missingEnd = ""
  /// The start of the container whose start tag is just before the cursor; `nil` if there is none.
  private(set) var opening: Int?

  /// How far from the cursor the text is looked at, in bytes.
  private static let mostBytes = 4096

  /// - Parameter format: The format of the file; strings files are completed like OpenStep.
  /// - Returns: `nil` where nothing can be suggested.
  init?(_ text: [UInt8], at offset: Int, _ format: FileFormat) {
    let context: CompletionContext?
    switch format {
    case .xml: context = .init(xml: text, offset)
    case .json, .jsonLines: context = .init(words: text, offset, colon: ":", separators: "{,")
    case .openStep, .strings:
      context = .init(words: text, offset, colon: "=", separators: "{;")
    default: context = nil
    }
    guard let context else { return nil }
    self = context
  }

  private init(wanted: Wanted, _ text: [UInt8], _ typed: Range<Int>, end: Int, isInside: Bool) {
    self.wanted = wanted
    self.typed = String(decoding: text[typed], as: UTF8.self)
    replaced = typed.lowerBound..<max(end, typed.upperBound)
    self.isInside = isInside
  }

  // MARK: XML

  /// The elements in which a text is completed.
  private static let textTags = ["key", "string", "integer", "real", "date"]

  private init?(xml text: [UInt8], _ offset: Int) {
    let start = max(offset - CompletionContext.mostBytes, 0)
    guard let mark = text[start..<offset].lastIndex(where: { $0 == 0x3C || $0 == 0x3E }) else {
      return nil
    }
    if text[mark] == UInt8(ascii: "<") {
      // A tag is being typed, which must not be an end tag.
      let name = text[(mark + 1)..<offset]
      guard !name.contains(where: { isXMLSpace($0) || "/!?".utf8.contains($0) }),
        let close = text[start..<mark].lastIndex(where: { !isXMLSpace($0) }),
        text[close] == UInt8(ascii: ">")
      else { return nil }
      let end = offset < text.count && text[offset] == UInt8(ascii: ">") ? offset + 1 : offset
      self.init(between: text, start..<close, mark..<offset, end: end)
      return
    }
    guard let open = text[start..<mark].lastIndex(of: UInt8(ascii: "<")) else { return nil }
    let tag = String(decoding: text[(open + 1)..<mark], as: UTF8.self)
    let content = (mark + 1)..<offset
    guard CompletionContext.textTags.contains(tag) else {
      let word = text[content].drop(while: isXMLSpace)
      guard !word.contains(where: isXMLSpace) else { return nil }
      self.init(between: text, start..<mark, word.startIndex..<offset, end: offset)
      return
    }
    // A suggestion replaces text on one line only.
    if text[content].contains(where: { $0 == 0x0A || $0 == 0x0D }) { return nil }
    let limit = min(offset + CompletionContext.mostBytes, text.count)
    let end =
      text[offset..<limit].firstIndex { $0 == 0x3C || $0 == 0x0A || $0 == 0x0D } ?? offset
    let isKey = tag == CompletionContext.textTags[0]
    let wanted = isKey ? .key : CompletionContext.wanted(after: text[start..<open])
    if !isKey, wanted == .key { return nil }
    self.init(wanted: wanted, text, content, end: end, isInside: true)
    if isKey, end == text.count || text[end] != UInt8(ascii: "<") { missingEnd = "</key>" }
  }

  /// What is being typed between elements.
  ///
  /// - Parameter before: The range before it that is looked at, up to the `>` of the last tag.
  private init?(
    between text: [UInt8], _ before: Range<Int>, _ typed: Range<Int>, end: Int
  ) {
    guard let open = text[before].lastIndex(of: UInt8(ascii: "<")) else { return nil }
    let tag = String(decoding: text[(open + 1)..<before.upperBound], as: UTF8.self)
    if CompletionContext.textTags.contains(tag) { return nil }
    let wanted = CompletionContext.wanted(after: text[before.lowerBound...before.upperBound])
    let rest = text[end...].drop(while: isXMLSpace).prefix(4)
    let isFollowedByValue =
      rest.first == UInt8(ascii: "<") && !rest.elementsEqual("<key".utf8)
      && !"/!".utf8.contains(rest.dropFirst().first ?? 0)
    if wanted != .key, isFollowedByValue { return nil }
    self.init(wanted: wanted, text, typed, end: end, isInside: false)
    opening = ["dict", "array"].contains(tag) ? open : nil
  }

  /// What may follow a text that ends between elements: a value after a key, else a key. Only a
  /// reading of the text tells whether the place is in an array.
  private static func wanted(after text: ArraySlice<UInt8>) -> Wanted {
    let end = text.lastIndex { !isXMLSpace($0) }.map { $0 + 1 } ?? text.startIndex
    let rest = text[..<end]
    let (opening, closing) = (Array("<key>".utf8), Array("</key>".utf8))
    guard rest.suffix(closing.count).elementsEqual(closing) else { return .key }
    let content = rest.dropLast(closing.count)
    guard let open = content.lastIndex(of: UInt8(ascii: ">")),
      content[...open].suffix(opening.count).elementsEqual(opening)
    else { return .key }
    return .value(of: String(decoding: content[(open + 1)...], as: UTF8.self).withoutReferences)
  }

  // MARK: JSON and OpenStep

  private init?(words text: [UInt8], _ offset: Int, colon: Character, separators: String) {
    let lineStart = text[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    guard offset - lineStart <= CompletionContext.mostBytes else { return nil }
    let line = text[lineStart..<offset]
    let quote = CompletionContext.openQuote(in: line)
    let start = quote.map { $0 + 1 } ?? CompletionContext.wordStart(in: line)
    var end = offset
    if quote != nil {
      end = CompletionContext.stringEnd(in: text, from: offset)
    } else if end < text.count, !isXMLSpace(text[end]), !",;}])".utf8.contains(text[end]) {
      // Text that directly follows the cursor would belong to the same word.
      return nil
    }
    let before = text[..<(quote ?? start)].suffix(CompletionContext.mostBytes)
    guard
      let wanted = CompletionContext.wanted(after: before, colon: colon, separators: separators)
    else { return nil }
    self.init(wanted: wanted, text, start..<offset, end: end, isInside: quote != nil)
  }

  /// The opening quote of a string that is open at the end of a line's beginning.
  private static func openQuote(in line: ArraySlice<UInt8>) -> Int? {
    var quote: Int?
    var position = line.startIndex
    while position < line.endIndex {
      if line[position] == UInt8(ascii: "\\"), quote != nil {
        position += 1
      } else if line[position] == UInt8(ascii: "\"") {
        quote = quote == nil ? position : nil
      }
      position += 1
    }
    return quote
  }

  private static func wordStart(in line: ArraySlice<UInt8>) -> Int {
    let word = line.reversed().prefix { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
    }
    return line.endIndex - word.count
  }

  /// The closing quote of the string around an offset; the offset if there is none on its line.
  private static func stringEnd(in text: [UInt8], from offset: Int) -> Int {
    var end = offset
    while end < text.count, !"\"\n\r".utf8.contains(text[end]) {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end < text.count && text[end] == UInt8(ascii: "\"") ? end : offset
  }

  /// What may follow a text that ends between words.
  private static func wanted(
    after text: ArraySlice<UInt8>, colon: Character, separators: String
  ) -> Wanted? {
    guard let last = text.lastIndex(where: { !isXMLSpace($0) }) else { return .key }
    let byte = text[last]
    if byte == colon.asciiValue { return .value(of: word(before: text[..<last])) }
    if separators.utf8.contains(byte) || byte == UInt8(ascii: "/") { return .key }
    return "[(,".utf8.contains(byte) ? .value(of: nil) : nil
  }

  /// The key that ends a text, perhaps in quotes.
  private static func word(before text: ArraySlice<UInt8>) -> String? {
    guard let last = text.lastIndex(where: { !isXMLSpace($0) }) else { return nil }
    let rest = text[...last]
    if rest.last == UInt8(ascii: "\"") {
      guard let open = rest.dropLast().lastIndex(of: UInt8(ascii: "\"")) else { return nil }
      return String(decoding: rest[(open + 1)..<last], as: UTF8.self)
    }
    let word = rest.reversed().prefix { !isXMLSpace($0) && !"{};,".utf8.contains($0) }
    return String(decoding: word.reversed(), as: UTF8.self)
  }
}

extension String {
  /// The text of a piece of XML, with `&lt;`, `&gt;`, `&quot;` and `&amp;` resolved.
  fileprivate var withoutReferences: String {
    var result = self
    for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")] {
      result = result.split(separator: reference, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    return result.split(separator: "&amp;", omittingEmptySubsequences: false)
      .joined(separator: "&")
  }
}
