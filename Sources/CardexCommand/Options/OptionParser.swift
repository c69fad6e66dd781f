import CPlatform
import Editing
import Platform

/// The arguments of the command line, split into options and operands.
struct ParsedOptions {
  /// The options with their arguments; all that are text are UTF-8.
  fileprivate(set) var values: [(name: OptionName, value: FilePath?)] = []
  /// The operands as bytes, since most are file names. See `text(of:)` for the others.
  fileprivate(set) var operands: [FilePath] = []

  init(_ values: [(name: OptionName, value: FilePath?)] = [], operands: [FilePath] = []) {
    self.values = values
    self.operands = operands
  }

  /// The same options after others, whose operands do not count.
  func following(_ others: ParsedOptions) -> ParsedOptions {
    var result = self
    result.values = others.values + values
    return result
  }

  /// The other options.
  func without(_ names: [String]) -> ParsedOptions {
    var result = self
    result.values.removeAll { names.contains($0.name.rawValue) }
    return result
  }

  func has(_ name: OptionName) -> Bool { values.contains { $0.name == name } }

  /// The last argument given to an option.
  func value(_ name: OptionName) -> String? { path(name)?.text }

  /// The last argument given to an option that names a file.
  func path(_ name: OptionName) -> FilePath? { values.last { $0.name == name }?.value }

  /// All arguments given to an option, in order.
  func values(_ name: OptionName) -> [String] {
    paths(name).compactMap(\.text)
  }

  /// All arguments given to an option that names files, in order.
  func paths(_ name: OptionName) -> [FilePath] {
    values.filter { $0.name == name }.compactMap(\.value)
  }

  /// The text of an operand that is not a file name.
  func text(of operand: FilePath) throws(Failure) -> String {
    if let text = operand.text { return text }
    throw Failure(naming: "'\(operand)' is not UTF-8")
  }

  /// The last one given of several options that exclude each other.
  func last(of names: OptionName...) -> OptionName? {
    values.last { names.contains($0.name) }?.name
  }

  /// The argument of an option as a number.
  func number(_ name: OptionName, least: Int = 0) throws(Failure) -> Int? {
    guard let text = value(name) else { return nil }
    // Larger numbers mean the same; adding two of them must not overflow.
    guard let number = Int(text).map({ min($0, Int(Int32.max)) }), number >= least else {
      throw Failure("--\(name.rawValue) takes a whole number of \(least) or more, not '\(text)'")
    }
    return number
  }
}

extension ParsedOptions {
  fileprivate mutating func append(
    _ definition: OptionDefinition, _ value: FilePath?
  ) throws(Failure) {
    if let value, !definition.name.takesBytes, value.text == nil {
      throw Failure(naming: "--\(definition.name.rawValue): '\(value)' is not UTF-8")
    }
    if definition.name == .output, let value {
      _ = try value.asFile(hint: "'cardex publish FILE URL' loads a catalogue into a database")
    }
    values.append((definition.name, value))
  }
}

extension OptionName {
  /// Whether the argument is a file name, or is read like the contents of a file.
  fileprivate var takesBytes: Bool {
    switch self {
    case .file, .output, .backup, .label, .expression, .record: true
    default: false
    }
  }
}

extension CommandDefinition {
  /// Parses a command's arguments with the C library's `getopt_long`: options and operands may be
  /// mixed, `--` ends the options, and long names may be abbreviated.
  ///
  /// - Throws: `Failure` for an unknown option, or a missing or unexpected argument.
  func parse(_ arguments: [FilePath]) throws(Failure) -> ParsedOptions {
    var strings = (["cardex"] + arguments).map { strdup($0.cString) }
    var longOptions = options.enumerated().map { index, definition in
      let hasArgument: Int32 =
        switch definition.argument {
        case .none: 0
        case .required: 1
        case .optional: 2
        }
      return option(
        name: UnsafePointer(strdup(definition.name.rawValue)), has_arg: hasArgument, flag: nil,
        val: CommandDefinition.longBase + Int32(index))
    }
    defer {
      for string in strings { free(string) }
      for option in longOptions { free(UnsafeMutableRawPointer(mutating: option.name)) }
    }
    strings.append(nil)
    longOptions.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
    return try parse(&strings, longOptions)
  }

  /// The base of the values for long options, above all characters.
  private static let longBase: Int32 = 0x1000

  /// The options' letters in `getopt`'s notation; the leading colon reports missing arguments.
  private var letters: String {
    options.reduce(into: ":") { letters, definition in
      guard let short = definition.short else { return }
      letters.append(short)
      switch definition.argument {
      case .none: break
      case .required: letters += ":"
      case .optional: letters += "::"
      }
    }
  }

  private func parse(
    _ strings: inout [UnsafeMutablePointer<CChar>?], _ longOptions: [option]
  ) throws(Failure) -> ParsedOptions {
    var result = ParsedOptions()
    let count = Int32(strings.count - 1)
    let letters = letters
    cardex_getopt_reset()
    while true {
      let index = Int(cardex_optind())
      let found = getopt_long(count, &strings, letters, longOptions, nil)
      if found == -1 { break }
      let value = cardex_optarg().map { FilePath($0) }
      if found >= CommandDefinition.longBase {
        let definition = options[Int(found - CommandDefinition.longBase)]
        try result.append(definition, value)
      } else if found == Int32(UInt8(ascii: "?")) || found == Int32(UInt8(ascii: ":")) {
        throw complaint(
          about: strings[max(index, Int(cardex_optind()) - 1, 1)], isMissingArgument: found == 58)
      } else if let definition = options.first(where: {
        $0.short?.asciiValue.map(Int32.init) == found
      }) {
        try result.append(definition, value)
      }
    }
    for index in Int(cardex_optind())..<Int(count) {
      if let operand = strings[index] { result.operands.append(FilePath(operand)) }
    }
    return result
  }

  /// The options of this command of which a letter is the short form in other commands; if there
  /// are several, it is ambiguous here.
  private func meanings(of letter: UnicodeScalar) -> [String] {
    let letters = CommandDefinition.all.flatMap(\.options).filter { $0.short == Character(letter) }
    return options.map(\.name).filter { name in letters.contains { $0.name == name } }
      .map { "--" + $0.rawValue }
  }

  private func complaint(
    about argument: UnsafeMutablePointer<CChar>?, isMissingArgument: Bool
  ) -> Failure {
    let hint = "try 'cardex \(name.rawValue) --help'"
    let written = argument.map { String(cString: $0) } ?? ""
    if !written.hasPrefix("--"), cardex_optopt() != 0 {
      // All letters are ASCII; others come as single bytes.
      guard let letter = UInt8(exactly: cardex_optopt()).map(UnicodeScalar.init), letter.isASCII
      else {
        return Failure("unknown option \(written)", hint: hint)
      }
      if isMissingArgument { return Failure("option -\(letter) needs an argument", hint: hint) }
      let names = meanings(of: letter)
      if names.count < 2 { return Failure("unknown option -\(letter)", hint: hint) }
      return Failure(
        "option -\(letter) is ambiguous: \(names.joined(separator: ", "))",
        hint: "write " + Listing.alternatives(names))
    }
    let word = String(written.prefix { $0 != "=" })
    let matching = options.filter { ("--" + $0.name.rawValue).hasPrefix(word) }
    if isMissingArgument { return Failure("option \(word) needs an argument", hint: hint) }
    if matching.count > 1 {
      let names = matching.map { "--" + $0.name.rawValue }.joined(separator: ", ")
      return Failure("option \(word) is ambiguous: \(names)", hint: hint)
    }
    if let known = matching.first, known.argument == .none {
      return Failure("option --\(known.name.rawValue) takes no argument", hint: hint)
    }
    return Failure("unknown option \(word)", hint: hint)
  }
}
