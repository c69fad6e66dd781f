/// Reads JSON (RFC 8259) as a property list.
///
/// Beyond the standard, it accepts comments (`//` and `/* */`, as in editors' settings), a comma
/// after the last value, and JSON Lines, a list of values without brackets around them. Comments
/// between a name and its value come before both. Members keep their order, and names that repeat
/// are kept. Numbers keep their text: those without fraction and exponent that fit 64 bits, signed
/// or unsigned, are integers, all others reals. A property list may be a single value, as JSON may.
///
/// The decoder does not recurse. A parser with events, such as RapidJSON's, would need a layer in
/// C++ that passes on numbers as text, positions and the bytes of strings; this takes 200 lines.
struct JSONDecoder {
  private let text: UnsafeBufferPointer<UInt8>
  private let options: DecodingOptions
  private let isLines: Bool
  /// Where the text begins in the file, in bytes.
  private let start: Int
  private var position = 0
  private var writer: DocumentWriter
  /// The containers that have not ended.
  private var containers: [(isDict: Bool, start: Int)] = []
  /// The last run of comments.
  private var comments = Comment.Run.none
  /// Whether the last thing read is a value, which comments on its line belong to. A name, or a
  /// `null` that was left out, is not.
  private var isAfterValue = false
  /// The characters of a string that has escapes.
  private let unescaped = GrowingBuffer<UInt8>()

  /// Decodes a text as the single value of a property list.
  ///
  /// - Parameters:
  ///   - text: The whole text in valid UTF-8, without a byte-order mark.
  ///   - isLines: Whether the text is JSON Lines.
  ///   - start: Where the text begins in the file, in bytes.
  /// - Throws: `DecodingError`, with an offset in the text.
  /// - Complexity: O(*n*).
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions = DecodingOptions(),
    isLines: Bool = false, from start: Int = 0, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = JSONDecoder(
      text: text, options: options, isLines: isLines, start: start, writer: writer)
    defer { writer = decoder.writer }
    try decoder.document()
  }

  private init(
    text: UnsafeBufferPointer<UInt8>, options: DecodingOptions, isLines: Bool, start: Int,
    writer: DocumentWriter
  ) {
    self.text = text
    self.options = options
    self.isLines = isLines
    self.start = start
    self.writer = writer
  }

  /// The next byte; 0 at the end, which is never valid in JSON.
  @inline(__always)
  private var next: UInt8 { position < text.count ? text[position] : 0 }

  private func failure(_ reason: String, at offset: Int? = nil) -> DecodingError {
    DecodingError(.malformed(format: "JSON", reason: reason), at: offset ?? position)
  }

  /// Skips white space and comments.
  @inline(__always)
  private mutating func skipSpace() throws(DecodingError) {
    while isXMLSpace(next) { position += 1 }
    if next == UInt8(ascii: "/") { try skipComments() }
  }

  @inline(never)
  private mutating func skipComments() throws(DecodingError) {
    while let comment = try comment() {
      extend(.comment, at: position)
      writer.offset = start + position
      if position >= comments.end {
        comments = Comment.Run(in: text, at: position, notAfter: "{[:")
        if !isAfterValue { comments.isTrailing = false }
      }
      try writer.comment(UnsafeBufferPointer(rebasing: text[comment.text]), comments)
      position = comment.end
      while isXMLSpace(next) { position += 1 }
    }
  }

  private func comment() throws(DecodingError) -> Comment? {
    let comment = Comment(in: text, at: position, upTo: text.count)
    if let comment, !comment.isTerminated { throw failure("the comment has no end") }
    return comment
  }

  /// Notes an extension of JSON that other programs may not accept.
  private func extend(_ kind: JSONExtension.Kind, at offset: Int) {
    if writer.notes.jsonExtension == nil {
      writer.notes.jsonExtension = (kind, start + offset)
    }
  }
}

// MARK: Structure

extension JSONDecoder {
  private mutating func document() throws(DecodingError) {
    try skipSpace()
    if isLines { return try lines() }
    let first = writer.text.count
    try wholeValue()
    let last = position
    try skipSpace()
    if position < text.count {
      let isOnNextLine = text[last..<position].contains { $0 == 0x0A || $0 == 0x0D }
      throw failure(
        "text after the value" + (isOnNextLine ? "; --from=jsonl reads a value a line" : ""))
    }
    // Comments are not a value.
    if writer.nodes.end == .root {
      writer.text.removeAll(from: first)
      throw DecodingError(.noValue, at: 0)
    }
  }

  /// Reads values, each of which begins on a new line, as a list.
  private mutating func lines() throws(DecodingError) {
    writer.offset = start
    try writer.begin(.array)
    writer.notes.hasNoBrackets = true
    while position < text.count {
      let end = position
      try wholeValue()
      let last = position
      try skipSpace()
      let isOnSameLine = !text[last..<position].contains { $0 == 0x0A || $0 == 0x0D }
      if position < text.count, end < last, isOnSameLine {
        throw failure("expected the end of a line after a value")
      }
    }
    writer.notes.endOffset = start + text.count
    writer.end()
  }

  /// Reads a value with all its descendants.
  private mutating func wholeValue() throws(DecodingError) {
    var isAtFirst = try value()
    while let container = containers.last {
      let closing = UInt8(ascii: container.isDict ? "}" : "]")
      try skipSpace()
      if !isAtFirst, next == UInt8(ascii: ",") {
        let comma = position
        position += 1
        try skipSpace()
        if next == closing { extend(.comma, at: comma) }
      } else if next != closing {
        if position == text.count {
          throw failure(
            "the \(container.isDict ? "object" : "array") has no end", at: container.start)
        }
        if !isAtFirst {
          throw failure("expected ',' or '\(Character(Unicode.Scalar(closing)))' after a value")
        }
      }
      if next == closing {
        position += 1
        writer.notes.endOffset = start + position
        writer.end()
        containers.removeLast()
        isAtFirst = false
        isAfterValue = true
      } else if container.isDict, try !startsMember() {
        isAtFirst = false
      } else {
        isAtFirst = try value()
      }
    }
  }

  /// Reads a scalar or the beginning of a container.
  ///
  /// - Returns: Whether a container has begun.
  @inline(__always)
  private mutating func value() throws(DecodingError) -> Bool {
    writer.offset = start + position
    isAfterValue = true
    guard next == UInt8(ascii: "\"") else { return try valueWithoutQuotes() }
    let string = try string()
    writer.notes.endOffset = start + position
    try write(.string, string)
    return false
  }

  private mutating func valueWithoutQuotes() throws(DecodingError) -> Bool {
    switch next {
    case UInt8(ascii: "{"):
      if options.isTagged, try readsTagged() { return false }
      try writer.begin(.dict)
      containers.append((isDict: true, start: position))
      position += 1
      return true
    case UInt8(ascii: "["):
      try writer.begin(.array)
      containers.append((isDict: false, start: position))
      position += 1
      return true
    case UInt8(ascii: "-"), 0x30...0x39: try number()
    case UInt8(ascii: "t") where skip("true"): try boolean(true)
    case UInt8(ascii: "f") where skip("false"): try boolean(false)
    case UInt8(ascii: "n") where skip("null"):
      if options.skipsNull {
        writer.notes.isPartial = true
        isAfterValue = false
      } else {
        writer.notes.endOffset = start + position
        try writer.null()
      }
    default:
      throw failure(
        position == text.count ? "the text ends where a value is expected" : "expected a value")
    }
    return false
  }

  /// Reads the name of a member up to its value.
  ///
  /// - Returns: Whether the value is to be read; `false` if it was a `null` that is left out.
  @inline(__always)
  private mutating func startsMember() throws(DecodingError) -> Bool {
    let offset = start + position
    guard next == UInt8(ascii: "\"") else {
      throw failure("expected a name in double quotes")
    }
    let name = try string()
    let end = start + position
    isAfterValue = false
    try skipSpace()
    guard next == UInt8(ascii: ":") else { throw failure("expected ':' after a name") }
    position += 1
    try skipSpace()
    if options.skipsNull, next == UInt8(ascii: "n"), skip("null") {
      writer.notes.isPartial = true
      return false
    }
    (writer.offset, writer.notes.endOffset) = (offset, end)
    try write(.key, name)
    return true
  }

  @inline(__always)
  private mutating func write(
    _ kind: NodeKind, _ string: (text: UnsafeBufferPointer<UInt8>, isPlain: Bool)
  ) throws(DecodingError) {
    if string.isPlain {
      try writer.plain(kind, string.text)
    } else {
      try writer.text(kind, string.text)
    }
  }

  private mutating func boolean(_ value: Bool) throws(DecodingError) {
    writer.notes.endOffset = start + position
    try writer.boolean(value)
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= text.count,
      text[position...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { return false }
    position += count
    return true
  }

  /// Reads a tagged dictionary, which stands for a date, data or a number that JSON does not have.
  /// A dictionary with one more `$` in its key stands for a dictionary that looks like a tagged
  /// one.
  ///
  /// - Returns: `false` for any other dictionary, with the position unchanged.
  private mutating func readsTagged() throws(DecodingError) -> Bool {
    let start = position
    if try readsTag() { return true }
    position = start
    return false
  }

  private mutating func readsTag() throws(DecodingError) -> Bool {
    position += 1
    try skipSpace()
    let keyStart = position + 1
    guard skip("\"$") else { return false }
    while next == UInt8(ascii: "$") { position += 1 }
    let isDictionary = position > keyStart + 1
    let kind: NodeKind? =
      skip("date\"") ? .date : skip("data\"") ? .data : skip("real\"") ? .real : nil
    let keyEnd = position - 1
    guard let kind else { return false }
    try skipSpace()
    guard next == UInt8(ascii: ":") else { return false }
    position += 1
    try skipSpace()
    let offset = position
    guard next == UInt8(ascii: "\"") else { return false }
    let value = try string().text
    try skipSpace()
    guard next == UInt8(ascii: "}") else { return false }
    position += 1
    writer.notes.endOffset = self.start + position
    if isDictionary {
      try writer.begin(.dict)
      try writer.key(UnsafeBufferPointer(rebasing: text[(keyStart + 1)..<keyEnd]))
      try writer.string(value)
      writer.end()
      return true
    }
    if let objection = ScalarSyntax.objection(to: value, as: kind) {
      throw DecodingError(
        .invalidScalar(kind: kind, text: value.excerpt(), reason: objection), at: offset)
    }
    try writer.scalar(kind, String(decoding: value, as: UTF8.self))
    return true
  }
}

// MARK: Scalars

extension JSONDecoder {
  private mutating func number() throws(DecodingError) {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = next == 0x30
    let digits = try skipDigits()
    if hasLeadingZero, digits > 1 {
      throw failure("a number begins with a superfluous zero", at: start)
    }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      _ = try skipDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      _ = try skipDigits()
    }
    let number = UnsafeBufferPointer(rebasing: text[start..<position])
    if isInteger, digits > 18 { isInteger = ScalarSyntax.integer(number) != nil }
    writer.notes.endOffset = self.start + position
    try writer.plain(isInteger ? .integer : .real, number)
  }

  /// - Returns: How many digits there were.
  private mutating func skipDigits() throws(DecodingError) -> Int {
    let start = position
    while next &- 0x30 < 10 { position += 1 }
    if position == start { throw failure("expected a digit") }
    return position - start
  }

  /// Reads a string.
  ///
  /// - Returns: Its characters, valid until the next string is read, and whether XML has them
  ///   without escapes.
  @inline(__always)
  private mutating func string() throws(DecodingError) -> (
    text: UnsafeBufferPointer<UInt8>, isPlain: Bool
  ) {
    let opening = position
    position += 1
    skipPlainCharacters()
    if next == UInt8(ascii: "\"") {
      position += 1
      return (UnsafeBufferPointer(rebasing: text[(opening + 1)..<(position - 1)]), true)
    }
    return (try specialString(from: opening), false)
  }

  /// Reads the rest of a string that may have characters to escape.
  private mutating func specialString(
    from opening: Int
  ) throws(DecodingError) -> UnsafeBufferPointer<UInt8> {
    var start = opening + 1
    var hasEscapes = false
    while position < text.count, next != UInt8(ascii: "\"") {
      if next < 0x20 {
        throw failure("a control character in a string has to be written as an escape")
      }
      if next == UInt8(ascii: "\\") {
        if !hasEscapes { unescaped.removeAll(from: 0) }
        hasEscapes = true
        unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
        try escape()
        start = position
      } else {
        position += 1
      }
      skipPlainCharacters()
    }
    if position == text.count { throw failure("the string has no end", at: opening) }
    defer { position += 1 }
    let rest = UnsafeBufferPointer(rebasing: text[start..<position])
    guard hasEscapes else { return rest }
    unescaped.append(contentsOf: rest)
    return unescaped.elements
  }

  /// Skips characters that stand for themselves both in JSON and in XML.
  @inline(__always)
  private mutating func skipPlainCharacters() {
    while position + 8 <= text.count {
      if let offset = ByteWord.first(ByteWord(text, at: position).reservedOrEscape) {
        position += offset
        return
      }
      position += 8
    }
    while !ByteWord.isReserved(next), next != 0x22, next != 0x5C { position += 1 }
  }

  private mutating func escape() throws(DecodingError) {
    let start = position
    position += 1
    let character: UInt8
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = text[position]
    case UInt8(ascii: "b"): character = 0x08
    case UInt8(ascii: "f"): character = 0x0C
    case UInt8(ascii: "n"): character = 0x0A
    case UInt8(ascii: "r"): character = 0x0D
    case UInt8(ascii: "t"): character = 0x09
    case UInt8(ascii: "u"):
      let unit = try codeUnit(from: start)
      if !UTF16.isSurrogate(unit), let scalar = Unicode.Scalar(unit) {
        append(scalar)
        return
      }
      guard UTF16.isLeadSurrogate(unit), skip("\\u") else {
        throw DecodingError(.halfCharacter(unit), at: start)
      }
      position -= 1
      let second = try codeUnit(from: position - 1)
      guard UTF16.isTrailSurrogate(second) else {
        throw DecodingError(.halfCharacter(unit), at: start)
      }
      append(UTF16.decode(UTF16.EncodedScalar([unit, second])))
      return
    default: throw failure("an unknown escape in a string", at: start)
    }
    unescaped.append(character)
    position += 1
  }

  private func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { unescaped.append(byte) }
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func codeUnit(from start: Int) throws(DecodingError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = hexadecimalValue(next) else {
        throw failure("expected four hexadecimal digits after '\\u'", at: start)
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
