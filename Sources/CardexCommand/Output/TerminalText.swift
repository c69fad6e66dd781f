import ICUText
import Platform

/// Escapes text for a terminal, so that nothing in a file can act on it or be hidden there. Control
/// characters, except for line ends and tabs, and bytes that are not UTF-8 are escaped.
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

  /// The bytes that are still held, at the end of the text.
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

  /// A whole text, escaped. Coloured text is a `StyledText`, which keeps escape sequences apart
  /// from its text: in the text itself they could come from a file.
  static func shown(_ bytes: [UInt8]) -> [UInt8] {
    if !bytes.contains(where: mayBeControl) { return bytes }
    if let text = String(validating: bytes, as: UTF8.self) { return Array(shown(text).utf8) }
    var (result, text): ([UInt8], String.UnicodeScalarView) = ([], .init())
    func endText() {
      result += shown(String(text)).utf8
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

  private static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var characters = Array(MarkedControls(text))[...]
    while let (scalar, isControl) = characters.popFirst() {
      let isKept =
        !isControl || scalar == "\n" || scalar == "\t"
        || scalar == "\r" && characters.first?.scalar == "\n"
      if isKept { result.append(scalar) } else { result += scalar.escape.unicodeScalars }
    }
    return String(result)
  }
}
