import ICUText
import Platform
import Terminal

/// What a terminal is given of a text, so that nothing in a file can act on it or be hidden there:
/// control characters and bytes that are not UTF-8 are escaped, except for line ends and tabs.
///
/// A character may be divided between two pieces: the beginning of it is held until the rest comes.
struct TerminalText {
  private var held: [UInt8] = []

  /// The next piece of a file.
  mutating func take(_ piece: some Sequence<UInt8>) -> [UInt8] {
    var bytes = held + piece
    held = Array(bytes.suffix(TerminalText.unfinishedCount(bytes)))
    bytes.removeLast(held.count)
    return TerminalText.shown(bytes)
  }

  /// What is still held; nothing follows it.
  mutating func end() -> [UInt8] {
    defer { held = [] }
    return TerminalText.shown(held)
  }

  /// How many bytes at the end may be the beginning of a character or of a line end.
  private static func unfinishedCount(_ bytes: [UInt8]) -> Int {
    guard let last = bytes.last else { return 0 }
    if last == UInt8(ascii: "\r") { return 1 }
    let tail = bytes.suffix(3)
    guard let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 else {
      return 0
    }
    let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
    return length > bytes.endIndex - start ? bytes.endIndex - start : 0
  }

  /// - Parameter keepsStyles: Whether sequences for colours and hyperlinks stay, and the NUL between records: the
  ///   program has made them, and what it quotes is escaped already.
  static func shown(_ bytes: [UInt8], keepsStyles: Bool = false) -> [UInt8] {
    if !bytes.contains(where: mayBeControl) { return bytes }
    if let text = String(validating: bytes, as: UTF8.self) {
      return Array(shown(text, keepsStyles: keepsStyles).utf8)
    }
    var (result, text): ([UInt8], String.UnicodeScalarView) = ([], .init())
    func endText() {
      result += shown(String(text), keepsStyles: keepsStyles).utf8
      text.removeAll()
    }
    for part in ByteText(bytes: bytes).parts {
      switch part {
      case .character(let scalar): text.append(scalar)
      case .byte(let byte):
        endText()
        result += ByteText.escape(byte).utf8
      }
    }
    endText()
    return result
  }

  /// Whether a byte may belong to something that is escaped.
  private static func mayBeControl(_ byte: UInt8) -> Bool {
    byte >= 0x7F || byte < 0x20 && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t")
  }

  private static func shown(_ text: String, keepsStyles: Bool) -> String {
    var result = String.UnicodeScalarView()
    var styled = text[...].unicodeScalars
    while keepsStyles, let escape = styled.firstIndex(of: "\u{1B}") {
      append(styled[..<escape], keepsNull: true, to: &result)
      styled = styled[escape...]
      let length = max(styleLength(styled), Hyperlink.sequenceLength(styled))
      if length > 0 {
        result += styled.prefix(length)
      } else {
        append(styled.prefix(1), keepsNull: true, to: &result)
      }
      styled = styled.dropFirst(max(length, 1))
    }
    append(styled, keepsNull: keepsStyles, to: &result)
    return String(result)
  }

  private static func append(
    _ scalars: Substring.UnicodeScalarView, keepsNull: Bool,
    to result: inout String.UnicodeScalarView
  ) {
    var characters = Array(MarkedControls(scalars))[...]
    while let (scalar, isControl) = characters.popFirst() {
      let isKept =
        !isControl || scalar == "\n" || scalar == "\t" || scalar == "\0" && keepsNull
        || scalar == "\r" && characters.first?.scalar == "\n"
      if isKept { result.append(scalar) } else { result += scalar.escape.unicodeScalars }
    }
  }

  /// The length of `ESC [`, numbers and `m` at the start of a text, or 0.
  private static func styleLength(_ scalars: Substring.UnicodeScalarView) -> Int {
    let rest = scalars.dropFirst()
    guard rest.first == "[" else { return 0 }
    let numbers = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" }
    return rest.dropFirst(1 + numbers.count).first == "m" ? numbers.count + 3 : 0
  }
}
