import ICUText

/// The source of a command's words, which decides how they are read.
package enum Surface: Equatable, Sendable {
  /// The arguments of a program, which a shell has split, or words that are read like arguments. If
  /// an option is given several times, the last argument counts.
  case arguments
  /// A line of a session or a script. Full-width signs mean the same as ASCII; `-5` may be an
  /// operand.
  case line

  /// Whether a word is an option rather than an operand.
  package func isOption(_ word: Word, of definition: CommandDefinition) -> Bool {
    switch self {
    case .arguments: return word.text.utf8.first == UInt8(ascii: "-") && word.marks.count > 1
    case .line:
      guard word.marks.count > 1, word.text.unicodeScalars.first?.halfWidth == "-",
        word.marks[0].writing == .plain
      else { return false }
      return !word.dropping(1).text.halfWidth.isDecimal
        || !definition.forms.contains { $0.operands.contains { $0.kind.maybeNegative } }
    }
  }

  /// Whether a word ends the options.
  func endsOptions(_ word: Word) -> Bool {
    switch self {
    case .arguments: word.text == "--"
    case .line: word.isKeyword("--")
    }
  }

  /// Whether a character is the given sign.
  func isSign(_ scalar: Unicode.Scalar, _ sign: Unicode.Scalar) -> Bool {
    self == .arguments ? scalar == sign : scalar.halfWidth == sign
  }

  /// The name of an option, or its letter, as it is defined.
  func name(_ word: Word) -> Word {
    self == .arguments ? word : word.halfWidth(first: word.marks.count)
  }

  /// A word as an operand or as the argument of an option. Among the arguments of a program,
  /// numbers, `.` and `$` are names.
  func value(_ word: Word) -> Word { self == .arguments ? word.asName : word }
}

extension String {
  /// Whether the text is an unsigned number, with or without a decimal point.
  fileprivate var isDecimal: Bool {
    let digits = utf8.filter { $0 != UInt8(ascii: ".") }
    return !digits.isEmpty && utf8.count - digits.count <= 1
      && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
