package import Catalogues
import Editing
import Grammar
import PropertyLists
import Terminal

/// `find`: finds entries by any part of their text.
struct FindCommand: SessionCommand {
  static let definition = CommandDefinition(
    "find", in: .look, "find entries by any part of their text",
    operands: [.init(.pattern, "PATTERN", 0...Int.max)],
    options: .matching + [
      .init(.count, letter: "c", "print only how many entries are found"),
      .init(.maxCount, letter: "m", .required("N", .number(from: 0)), "stop after N entries"),
      .init(.position, letter: "n", "print positions (2.16: section 2, entry 16)"),
    ],
    rules: Query.rules + [.either([.count, .position])],
    details: """
      Prints the entries whose label or detail contains PATTERN. Of several operands, each must \
      be found, in any order and in any of the searched fields; a pattern with blanks is quoted. \
      With -e, entries that one of several patterns finds are printed. Options have the same \
      meaning as in 'cardex search'. Hits are numbered; the numbers are addresses until the \
      next listing. 'find' alone repeats the last search.
      """,
    examples: [
      .init("find muller", "find Müller, MULLER and Anna Muller"),
      .init("find jonas muller", "find what has both words, in whatever order"),
      .init("find -E '99$' --field phoneNum", "find phone numbers that end in 99"),
    ])

  /// The search; `nil` to repeat the last search.
  private let query: Query?
  private let result: FindResult

  init(_ given: ParsedCommand) throws(CommandError) {
    let query = try Query(given)
    let isAgain = query.patterns.isEmpty && query.words.isEmpty
    if isAgain, let option = given.options.first {
      throw CommandError("PATTERN is missing", columns: option.columns)
    }
    self.query = isAgain ? nil : query
    let limit = given.value(.maxCount)?.number
    result =
      given.has(.count)
      ? .count(limit: limit) : .entries(limit: limit, showsPositions: given.has(.position))
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    guard let query else { return try session.findAgain() }
    try session.find(query, result: result)
  }
}

/// `get`: prints the values at paths.
struct GetCommand: SessionCommand {
  static let definition = CommandDefinition(
    "get", in: .look, "print the values at paths, such as .CFBundleVersion",
    operands: [.init(.path, "PATH", 1...Int.max)],
    options: .printingValues, rules: PrintedValues.rules,
    details: """
      Prints the text of a single value, with nothing added but the end of a line. A PATH begins with \
      a dot and leads from the root of the file to a value, whatever the file is read as; '/' is the \
      whole file. See cardex-paths(7).
      """,
    examples: [
      .init("get .CFBundleVersion", "print the value of a key"),
      .init("get --json .CFBundleURLTypes.0", "print the first element of an array"),
    ])

  private let printed: PrintedValues
  private let paths: [ValuePath]

  init(_ given: ParsedCommand) throws(CommandError) {
    printed = try PrintedValues({ given.value($0) }, has: given.has)
    paths = try given.paths()
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.print(printed, at: paths)
  }
}

/// Findings as lines: `LINE:COLUMN: [ADDRESS: ]WHAT [CODE]`.
package struct FindingLines: Sequence {
  private let lines: [String]

  package init(_ findings: [Finding], in catalogue: Catalogue) {
    let book = AddressBook(catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    lines = zip(findings, places).map { finding, place in
      let address = finding.item.map { book.address(of: $0) + ": " } ?? ""
      let message = VisibleText.shown(finding.message)
      return "\(place): \(address)\(message) [\(finding.code.rawValue)]"
    }
  }

  package func makeIterator() -> IndexingIterator<[String]> { lines.makeIterator() }
}
