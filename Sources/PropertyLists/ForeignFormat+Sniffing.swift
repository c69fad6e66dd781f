extension ForeignFormat {
  /// The binary format of a file that begins with these bytes, if it is a known one.
  static func sniff(_ bytes: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
    if bytes.starts(with: Array("bplist".utf8)) {
      return .binaryPropertyList
    }
    // AppleSingle and AppleDouble, RFC 1740.
    if bytes.starts(with: [0x00, 0x05, 0x16, 0x07]) || bytes.starts(with: [0x00, 0x05, 0x16, 0x00])
    {
      return .appleDouble
    }
    return nil
  }

  /// The format of a text whose first character other than white space is not `<`.
  ///
  /// - Parameter named: The format by the file's name, for a text whose beginning is ambiguous.
  static func sniff(
    text: UnsafeBufferPointer<UInt8>, named: ForeignFormat? = nil
  ) -> ForeignFormat {
    let start = text.prefix(4096)
    var scanner = OpenStepScanner(rest: start)
    if scanner.skip("[") { return .json }
    if scanner.skip("(") { return scanner.skipsElement() ? .openStep : .nothingKnown }
    guard scanner.skip("{") else { return scanner.skipsPair() ? .strings : .nothingKnown }
    var key = scanner
    let isQuoted = key.isAt("\"")
    if key.skipWord() {
      if key.isAt("=") || key.isAt(";") { return .openStep }
      if isQuoted, key.isAt(":") { return .json }
    }
    return named ?? (isQuoted && start.contains(UInt8(ascii: ":")) ? .json : .openStep)
  }
}

/// Reads the beginning of an OpenStep property list, or of a strings file, which has no braces.
private struct OpenStepScanner {
  var rest: Slice<UnsafeBufferPointer<UInt8>>

  /// Skips a character, and the white space and comments before it, if the character is next.
  mutating func skip(_ character: Character) -> Bool {
    guard isAt(character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func isAt(_ character: Character) -> Bool {
    skipSpace()
    return rest.first == character.asciiValue
  }

  /// Whether an array's first element follows, or its end.
  mutating func skipsElement() -> Bool {
    if ["{", "(", "<", ")"].contains(where: { isAt($0) }) { return true }
    return skipWord() && (isAt(",") || isAt(")"))
  }

  /// Whether a key and its value follow, or a quoted text that is both.
  mutating func skipsPair() -> Bool {
    let isQuoted = isAt("\"")
    guard skipWord() else { return false }
    if isQuoted, isAt(";") { return true }
    guard skip("=") else { return false }
    return ["{", "(", "<"].contains { isAt($0) } || skipWord() && isAt(";")
  }

  private mutating func skipSpace() {
    while let first = rest.first {
      if first <= 0x20 {
        rest.removeFirst()
      } else if rest.starts(with: "//".utf8) {
        rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
      } else if rest.starts(with: "/*".utf8) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return
      }
    }
  }

  /// Skips a text in single or double quotes, or a word of characters that need no quotes.
  mutating func skipWord() -> Bool {
    if isAt("\"") || isAt("'"), let quote = rest.popFirst() {
      while let byte = rest.popFirst() {
        if byte == quote { return true }
        if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
      }
      return false
    }
    let count = rest.count
    rest = rest.drop {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_$/:.-".utf8.contains($0)
      }
    }
    return rest.count < count
  }
}
