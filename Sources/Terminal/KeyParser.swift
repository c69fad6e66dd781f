import ICUText

/// Turns the bytes that a terminal sends into keys: UTF-8, the sequences of VT220 and xterm, SGR's
/// mouse (mode 1006), bracketed paste (mode 2004), kitty's keyboard protocol, and the answer of its
/// graphics protocol.
///
/// An unknown sequence is skipped as a whole. An escape character is the key Esc if nothing follows
/// it in time, or nothing that belongs to it; before a character it is the Alt key.
package struct KeyParser {
  private var bytes: [UInt8] = []
  package private(set) var isPasting = false
  /// Whether the text pasted so far ends in Return. A line feed after it belongs to the same line
  /// end.
  private var endsInReturn = false

  package init() {}

  /// Whether the bytes so far are a key if nothing follows them in time.
  package var isWaiting: Bool {
    isPasting ? KeyParser.cancellation(of: bytes[...]) != nil : bytes.first == 0x1B
  }

  /// The keys that some bytes complete.
  package mutating func take(_ new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    return keys(isEnd: false)
  }

  /// The keys that the bytes so far mean if nothing follows them.
  package mutating func flush() -> [Key] { keys(isEnd: true) }

  private enum Parsed {
    case key(Key?, length: Int)
    case paste(begins: Bool, length: Int)
    case incomplete
  }

  private mutating func keys(isEnd: Bool) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    reading: while !rest.isEmpty {
      if isPasting {
        let length = KeyParser.pastedLength(rest)
        if let text = pastedText(rest.prefix(length)) { keys.append(.paste(text)) }
        rest = rest.dropFirst(length)
        if isEnd, KeyParser.cancellation(of: rest) == rest.startIndex {
          keys.append(.control("c"))
          isPasting = false
          break reading
        }
        guard rest.starts(with: KeyParser.pasteEnd) else { break reading }
        rest = rest.dropFirst(KeyParser.pasteEnd.count)
        isPasting = false
        continue
      }
      switch KeyParser.step(Array(rest.prefix(KeyParser.longest)), isEnd: isEnd) {
      case .incomplete: break reading
      case .paste(let begins, let length):
        (isPasting, endsInReturn) = (begins, false)
        rest = rest.dropFirst(length)
      case .key(let key, let length):
        if let key { keys.append(key) }
        rest = rest.dropFirst(length)
      }
    }
    bytes = isEnd && !isPasting ? [] : Array(rest)
    return keys
  }

  // MARK: Pasted text

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Where the Ctrl-C begins that is the end of a paste so far.
  ///
  /// If nothing follows it in time, it has been typed, since the end of the paste was lost;
  /// otherwise it is pasted text.
  private static func cancellation(of bytes: ArraySlice<UInt8>) -> Int? {
    let start = bytes.last == 0x03 ? bytes.indices.last : bytes.lastIndex(of: 0x1B)
    guard let start, bytes.endIndex - start <= longest,
      case .key(.control("c")?, bytes.endIndex - start) = step(Array(bytes[start...]), isEnd: false)
    else { return nil }
    return start
  }

  /// How many bytes are certainly pasted text, in whole characters.
  private static func pastedLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let end = bytes.indices.first { bytes[$0] == 0x1B && bytes[$0...].starts(with: pasteEnd) }
    if let end = end ?? cancellation(of: bytes) { return end - bytes.startIndex }
    if let start = bytes.lastIndex(of: 0x1B),
      case .incomplete = step(Array(bytes[start...].prefix(longest)), isEnd: false)
    {
      return start - bytes.startIndex
    }
    guard let last = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }),
      let whole = UTF8.length(startingWith: bytes[last]), whole > bytes.endIndex - last
    else { return bytes.count }
    return last - bytes.startIndex
  }

  /// Pasted text with line feeds as line ends, which terminals send as Return or unchanged.
  private mutating func pastedText(_ bytes: ArraySlice<UInt8>) -> String? {
    let bytes = endsInReturn && bytes.first == 0x0A ? bytes.dropFirst() : bytes
    endsInReturn = bytes.last == 0x0D
    if bytes.isEmpty { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if !bytes.contains(0x0D) { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  // MARK: Keys

  /// The maximum length of a sequence in bytes; longer sequences are unknown.
  private static let longest = 256

  private static func step(_ bytes: [UInt8], isEnd: Bool) -> Parsed {
    switch bytes[0] {
    case 0x1B: return escape(bytes, isEnd: isEnd)
    case 0x0D, 0x0A: return .key(.enter, length: 1)
    case 0x09: return .key(.tab, length: 1)
    case 0x7F, 0x08: return .key(.backspace, length: 1)
    case 0x00: return .key(.control(" "), length: 1)
    case 0x01...0x1A: return .key(.control(letter(bytes[0] + 0x60)), length: 1)
    case 0x1C...0x1F: return .key(.control(letter(bytes[0] + 0x40)), length: 1)
    default: return character(bytes, isEnd: isEnd)
    }
  }

  private static func letter(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

  private static func character(_ bytes: [UInt8], isEnd: Bool) -> Parsed {
    guard let length = UTF8.length(startingWith: bytes[0]) else { return .key(nil, length: 1) }
    guard bytes.count >= length else {
      let isPart = bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
      return isPart && !isEnd ? .incomplete : .key(nil, length: 1)
    }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return .key(nil, length: 1) }
    // C1 control characters are not text.
    return .key(
      (0x80..<0xA0).contains(scalar.value) ? nil : .character(Character(scalar)), length: length)
  }

  private static func escape(_ bytes: [UInt8], isEnd: Bool) -> Parsed {
    guard bytes.count > 1 else { return isEnd ? .key(.escape, length: 1) : .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "["): return sequence(bytes, isEnd: isEnd)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isEnd ? .key(.escape, length: 1) : .incomplete }
      return .key(cursorKey(bytes[2]), length: 3)
    case UInt8(ascii: "_"): return graphicsAnswer(bytes, isEnd: isEnd)
    case 0x1B: return .key(.escape, length: 1)
    default: return alt(bytes, isEnd: isEnd)
    }
  }

  private static func alt(_ bytes: [UInt8], isEnd: Bool) -> Parsed {
    switch step(Array(bytes.dropFirst()), isEnd: isEnd) {
    case .key(.character(let character)?, let length): .key(.meta(character), length: length + 1)
    case .key(.backspace?, let length): .key(.meta("\u{7F}"), length: length + 1)
    case .incomplete: .incomplete
    default: .key(.escape, length: 1)
    }
  }

  /// `ESC _ G` with numbers, `;` and a message, up to `ESC \`.
  private static func graphicsAnswer(_ bytes: [UInt8], isEnd: Bool) -> Parsed {
    guard bytes.count > 2 else { return isEnd ? .key(.escape, length: 1) : .incomplete }
    guard bytes[2] == UInt8(ascii: "G") else { return alt(bytes, isEnd: isEnd) }
    guard let end = bytes.dropFirst(3).firstIndex(of: 0x1B), end + 1 < bytes.count else {
      return isEnd || bytes.count == longest ? .key(.escape, length: 1) : .incomplete
    }
    guard bytes[end + 1] == UInt8(ascii: "\\") else { return .key(nil, length: end) }
    let isOK = bytes[..<end].suffix(3).elementsEqual(";OK".utf8)
    return .key(isOK ? .graphicsReport : nil, length: end + 2)
  }

  /// A control sequence (ECMA-48): parameters, intermediate bytes, and a final one.
  private static func sequence(_ bytes: [UInt8], isEnd: Bool) -> Parsed {
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return isEnd || bytes.count == longest ? .key(.escape, length: 1) : .incomplete
    }
    let final = bytes[end]
    // The Linux console sends `ESC [ [ A` for function keys.
    if final == UInt8(ascii: "["), end == 2 {
      guard bytes.count > 3 else { return isEnd ? .key(nil, length: 3) : .incomplete }
      let number = Int(bytes[3]) - 0x40
      return .key((1...5).contains(number) ? .function(number) : nil, length: 4)
    }
    guard (0x40...0x7E).contains(final) else { return .key(nil, length: end) }
    let text = String(decoding: bytes[2..<end], as: UTF8.self)
    let length = end + 1
    if final == UInt8(ascii: "~"), text == "200" || text == "201" {
      return .paste(begins: text == "200", length: length)
    }
    return .key(key(final, text), length: length)
  }

  private static func key(_ final: UInt8, _ text: String) -> Key? {
    if text.hasPrefix("<") { return mouse(text.dropFirst(), isRelease: final == UInt8(ascii: "m")) }
    if text.hasPrefix("?") { return final == UInt8(ascii: "u") ? .keyboardReport : nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    }
    let numbers = parts.map { $0.first ?? nil }
    switch final {
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"): return (numbers.first ?? nil).flatMap(editingKey)
    case UInt8(ascii: "u"): return unicodeKey(parts.first ?? [], modifiers(numbers))
    default:
      let isModified = modifiers(numbers) & 6 != 0
      switch cursorKey(final) {
      case .left where isModified: return .meta("b")
      case .right where isModified: return .meta("f")
      case let key: return key
      }
    }
  }

  /// Shift 1, Alt 2 and Ctrl 4, of which terminals send the sum plus one.
  private static func modifiers(_ numbers: [Int?]) -> Int {
    numbers.count > 1 ? max(numbers[1] ?? 1, 1) - 1 : 0
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  private static func editingKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    // The numbers have gaps.
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// A key of kitty's protocol.
  ///
  /// - Parameters:
  ///   - codes: The code of the key, its code with Shift, and the code of the key in the same place
  ///     on an English keyboard, as far as the terminal sends them.
  private static func unicodeKey(_ codes: [Int?], _ modifiers: Int) -> Key? {
    guard let code = codes.first ?? nil else { return nil }
    switch code {
    case 27: return .escape
    case 13, 57414: return .enter
    case 9: return modifiers & 1 != 0 ? .backTab : .tab
    case 127: return modifiers & 2 != 0 ? .meta("\u{7F}") : .backspace
    case 57399...57408: return .character(letter(UInt8(code - 57399) + 0x30))
    case 57417: return .left
    case 57418: return .right
    case 57419: return .up
    case 57420: return .down
    case 57421: return .pageUp
    case 57422: return .pageDown
    case 57423: return .home
    case 57424: return .end
    case 57425: return .insert
    case 57426: return .delete
    default:
      if modifiers & 6 == 0 {
        let shifted = modifiers & 1 != 0 && codes.count > 1 ? codes[1] : nil
        return character(code: shifted ?? code).map { .character($0) }
      }
      // Commands are on the same keys in every keyboard layout.
      let base = codes.count > 2 ? codes[2] : nil
      guard let character = character(code: base ?? code) else { return nil }
      return modifiers & 4 != 0 ? .control(character) : .meta(character)
    }
  }

  /// The character of a code; `nil` for the code of a key without text.
  private static func character(code: Int) -> Character? {
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), code >= 0x20,
      !(0xE000...0xF8FF).contains(code)
    else { return nil }
    return Character(scalar)
  }

  private static func mouse(_ text: Substring, isRelease: Bool) -> Key? {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let (button, column, row) = (numbers[0], numbers[1] - 1, numbers[2] - 1)
    let action: Key.Mouse.Action
    if button & 64 != 0 {
      guard button & 2 == 0 else { return nil }
      action = button & 1 == 0 ? .wheelUp : .wheelDown
    } else {
      guard button & 3 == 0 else { return nil }
      action = isRelease ? .release : button & 32 != 0 ? .drag : .press
    }
    return .mouse(Key.Mouse(action, column: column, row: row))
  }
}
