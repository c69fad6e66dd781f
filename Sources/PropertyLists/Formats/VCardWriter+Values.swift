import Platform

/// The texts of scalars, and escapes in values.
extension VCardWriter {
  /// Whether a value is a single text, date or number.
  func isText(_ value: NodeIndex) -> Bool {
    let kind = document.kind(of: value)
    return !kind.isContainer && kind != .data
  }

  /// A list of texts that allocates no memory for a single one.
  struct Texts: RandomAccessCollection {
    fileprivate var first: NodeIndex?
    fileprivate var others: [NodeIndex] = []

    var startIndex: Int { 0 }
    var endIndex: Int { first == nil ? 0 : 1 + others.count }

    subscript(index: Int) -> NodeIndex {
      if index == 0, let first { return first }
      return others[index - 1]
    }
  }

  /// The texts that a value is or contains; empty if it is data or contains anything but texts.
  func texts(in value: NodeIndex) -> Texts {
    guard document.kind(of: value) == .array else {
      return Texts(first: isText(value) ? value : nil)
    }
    var result = Texts()
    for element in document.elements(of: value) {
      let texts = texts(in: element)
      if texts.count != 1 { return Texts() }
      if result.first == nil { result.first = texts[0] } else { result.others.append(texts[0]) }
    }
    return result
  }

  func isEmpty(_ value: NodeIndex) -> Bool {
    document.kind(of: value).isContainer
      && document.firstChild(of: value) >= document.end(of: value)
  }

  /// The text of a scalar, valid until the next call. The text of a date at midnight is the day.
  func bytes(of value: NodeIndex) -> Bytes {
    switch document.kind(of: value) {
    case .true: return Bytes("true")
    case .false: return Bytes("false")
    case .data, .array, .dict: return Bytes("")
    case .string, .key, .date, .integer, .real: break
    }
    guard let text = document.scalar(value) else { return Bytes("") }
    let isString = document.string(value) != nil
    if isString, let text = document.verbatimText(of: text) { return text }
    scalar.removeAll(from: 0)
    if isString {
      document.withExactText(of: text) { scalar.append(contentsOf: $0) }
    } else {
      document.withText(of: text) { for byte in $0 where byte > 0x20 { scalar.append(byte) } }
      let midnight = "T00:00:00Z".utf8
      if scalar.elements.suffix(midnight.count).elementsEqual(midnight) {
        scalar.removeAll(from: scalar.count - midnight.count)
      }
    }
    return scalar.elements
  }

  /// Adds a value word for word: data in base64, or a text without escapes.
  func appendWhole(_ node: NodeIndex) {
    if let data = document.data(at: node) {
      data.withUnsafeBufferPointer { Base64.append($0, to: value) }
    } else {
      value.append(contentsOf: bytes(of: node))
    }
  }

  /// Adds a component of a structured value.
  func escapeComponent(_ node: NodeIndex, _ key: String, _ card: Card) {
    let texts = texts(in: node)
    if texts.isEmpty, !isEmpty(node) { noteLoss(of: node, key) }
    for (index, text) in texts.enumerated() {
      if index > 0 { value.append(UInt8(ascii: ",")) }
      escape(bytes(of: text), card)
    }
  }

  /// Adds a text with backslashes before reserved characters, and with line ends as `\n`. In
  /// version 2.1, only backslashes and semicolons are escaped, as in components.
  ///
  /// - Parameter isPlain: Whether commas and semicolons are not reserved.
  func escape(_ text: Bytes, _ card: Card, isPlain: Bool = false) {
    let (comma, semicolon) = (UInt8(ascii: ","), UInt8(ascii: ";"))
    let (backslash, isOld) = (UInt8(ascii: "\\"), card.isOld)
    var (start, index) = (0, 0)
    while index < text.count {
      if index + 8 <= text.count {
        let word = ByteWord(text, at: index)
        let found = ByteWord.first(
          word.controls | word.positions(of: backslash) | word.positions(of: comma)
            | word.positions(of: semicolon))
        guard let found else {
          index += 8
          continue
        }
        index += found
      }
      let byte = text[index]
      switch byte {
      case 0x0A where !isOld, 0x0D where !isOld:
        value.append(contentsOf: Bytes(rebasing: text[start..<index]))
        if byte == 0x0D || index == 0 || text[index - 1] != 0x0D {
          value.append(contentsOf: Bytes("\\n"))
        }
        start = index + 1
      case backslash,
        semicolon where !isPlain, comma where !isPlain && !isOld:
        value.append(contentsOf: Bytes(rebasing: text[start..<index]))
        value.append(backslash)
        start = index
      default: break
      }
      index += 1
    }
    value.append(contentsOf: Bytes(rebasing: text[start...]))
  }

  /// Adds texts between separators, as they were read. A separator or a backslash inside a text has
  /// a backslash before it. Any other backslash stands for itself.
  func escapeParts(_ text: Bytes, at separator: UInt8, _ card: Card) {
    let backslash = UInt8(ascii: "\\")
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      let isEscape = byte == backslash && (next == separator || next == backslash)
      guard byte == separator || isEscape else {
        index += 1
        continue
      }
      escape(Bytes(rebasing: text[start..<index]), card)
      if isEscape {
        value.append(backslash)
        value.append(next)
      } else {
        value.append(separator)
      }
      index += isEscape ? 2 : 1
      start = index
    }
    escape(Bytes(rebasing: text[start...]), card)
  }
}
