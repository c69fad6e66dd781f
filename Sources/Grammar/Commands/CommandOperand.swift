/// The meaning of a word of a command, which decides how the word is checked and completed.
package enum OperandKind: Equatable, Sendable {
  /// The address of an entry or a section.
  case address
  case entryAddress
  case sectionAddress
  case sectionTitle
  case pattern
  /// `KEY[:TYPE]=VALUE`, where TYPE is one of some words.
  case field(types: [String])
  /// The path of a value, from the root of the property list.
  case path
  /// `PATH[:TYPE]=VALUE`, where TYPE is one of some words.
  case pathField(types: [String])
  case label
  case key
  case file
  case directory
  /// Text that may contain any byte, as a file may.
  case bytes
  /// A whole number not less than the given one.
  case number(from: Int)
  /// One of the choices, or an unambiguous prefix of one.
  case choice([CommandChoice])
  /// A literal word.
  case keyword(String)
  /// The first word of a command's name, or one of the other words.
  case commandName(others: [String])
  /// The second word of the command whose first word is the preceding operand.
  case subcommandName
  /// The name of an option of the session.
  case optionName
  case optionValue
  /// Exactly one of the words.
  case word([String])
  /// Text that is usually one of the words; the command itself checks it.
  case suggested([String])
  /// Text that replaces what a pattern finds.
  case replacement
  /// Text to enter in a row of a form.
  case entered
  /// The suffix of a file's name.
  case suffix

  /// Whether the word is an address.
  package var isAddress: Bool {
    switch self {
    case .address, .entryAddress, .sectionAddress: true
    default: false
    }
  }

  /// Whether the word is the name of a file or a part of one, which may contain any byte.
  package var isFileName: Bool {
    switch self {
    case .file, .directory, .suffix, .bytes: true
    default: false
    }
  }

  /// Whether the word is a field.
  package var isField: Bool { if case .field = self { true } else { false } }

  /// Whether a word such as `-1` is allowed here.
  var maybeNegative: Bool {
    switch self {
    case .number, .optionValue, .replacement, .entered: true
    default: false
    }
  }

  /// Whether the word is text in which a user may forget to quote a blank.
  var isProse: Bool {
    switch self {
    case .sectionTitle, .pattern, .replacement, .label, .file: true
    default: false
    }
  }
}

/// A word to choose, with a summary of its meaning, which may be empty.
package struct CommandChoice: Equatable, Sendable, ExpressibleByStringLiteral {
  package let name: String
  package let summary: String

  package init(_ name: String, _ summary: String = "") {
    (self.name, self.summary) = (name, summary)
  }

  package init(stringLiteral name: String) { self.init(name) }
}

extension OperandKind {
  package static func choice(of names: [String]) -> OperandKind {
    .choice(names.map { CommandChoice($0) })
  }
}

/// One or more words of a command, as data.
package struct CommandOperand: Equatable, Sendable {
  package let kind: OperandKind
  /// The name of the operand in the help.
  package let name: String
  /// How often the operand may occur; `Int.max` means any number of times.
  package let count: ClosedRange<Int>
  /// Words that may replace the operand, such as `all`.
  package let alternatives: [String]
  /// Whether the words and the blanks between them form one text.
  package let isJoined: Bool
  /// Whether the operand is only allowed after the preceding optional operand.
  package let isNested: Bool

  package init(
    _ kind: OperandKind, _ name: String, _ count: ClosedRange<Int> = 1...1,
    alternatives: [String] = [], isJoined: Bool = false,
    isNested: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.count = count
    self.alternatives = alternatives
    self.isJoined = isJoined
    self.isNested = isNested
  }

  /// The operand as written in the help, with the operands nested in it: `[NAME [VALUE]]`.
  fileprivate func usage(around nested: String?) -> String {
    var text = name + (count.upperBound > 1 && !isJoined ? "…" : "")
    for alternative in alternatives { text += " | " + alternative }
    if let nested { text += " " + nested }
    return count.lowerBound == 0 ? "[\(text)]" : text
  }
}

extension [CommandOperand] {
  /// The operands as written in the help.
  package var usages: [String] {
    var usages: [String] = []
    var nested: String?
    for operand in reversed() {
      let usage = operand.usage(around: nested)
      nested = operand.isNested ? usage : nil
      if !operand.isNested { usages.append(usage) }
    }
    return usages.reversed()
  }
}
