import Catalogues
import Editing
import Forms
import Grammar
import Language
import Outlines
import Platform
import Presentation
import PropertyLists
import Readings
import Searching

/// `cardex __complete`: candidates for the last word of a command line, for completion in shells.
///
/// The first line of the output says whether names of `files` or `directories` fit, too, or only
/// `words`. Each further line has a candidate and, after a tab, its meaning.
///
/// With `--line`, the candidates are as bash inserts them: quoted, and only the part after the last
/// word break or open quotation mark. The first line then ends in `open` if the first candidate may
/// go on. Where names of files fit, a second line has the text before the open quotation mark,
/// which bash keeps.
struct CompleteCommand {
  /// A file that has no index is read for completion only up to this size in bytes, which takes
  /// some milliseconds.
  private static let largestRead = 4 << 20
  /// How many entries that contain the typed text are searched for those that begin with it.
  private static let mostLookedUp = 5000

  struct Candidate: Equatable {
    let text: String
    var summary = ""
  }

  /// Which names of files fit besides the candidates.
  enum Files: String {
    case files, directories
    case none = "words"
  }

  private(set) var candidates: [Candidate] = []
  private(set) var files = Files.none
  /// The word at the cursor.
  private let current: String

  /// - Parameter words: The words after `cardex`, without quotes; the last one is completed.
  init(_ words: [FilePath]) {
    guard let last = words.last, let current = last.text else {
      self.current = ""
      files = .files
      return
    }
    self.current = current
    let before = words.dropLast()
    guard let first = before.first else {
      addCommands()
      add([Candidate(text: "--help"), Candidate(text: "--version")])
      return
    }
    guard let command = first.text.flatMap(CommandWord.init) else { return }
    let rest = Array(before.dropFirst())
    if case .edit = command.meaning,
      let (definition, arguments) = try? EditCommand.definition(command, rest)
    {
      complete(definition, arguments)
    } else {
      complete(command.definition, rest)
    }
  }

  static func run(_ arguments: [FilePath], to output: Output) throws(Failure) -> ExitStatus {
    if arguments.first == "--line", arguments.count == 3 {
      if let line = BashLine(arguments[1].text ?? "", breaks: arguments[2].text ?? ""),
        !line.head.contains(where: \.isNewline)
      {
        try complete(line, to: output)
      } else {
        try output.write(line: Files.none.rawValue)
      }
      return .found
    }
    let command = CompleteCommand(arguments)
    try output.write(line: command.files.rawValue)
    for candidate in command.candidates
    where !candidate.text.contains(where: { $0.isNewline || $0 == "\t" }) {
      try output.write(
        line: candidate.summary.isEmpty
          ? candidate.text : "\(candidate.text)\t\(candidate.summary)")
    }
    return .found
  }

  private static func complete(_ line: BashLine, to output: Output) throws(Failure) {
    let command = CompleteCommand(line.words.dropFirst().map { FilePath($0) })
    let isOpen = command.candidates.first.map { $0.text.hasSuffix("/") || $0.text.hasSuffix("=") }
    try output.write(line: command.files.rawValue + (isOpen == true ? " open" : ""))
    if command.files != .none { try output.write(line: line.head) }
    for candidate in command.candidates {
      let word = line.word(for: candidate.text)
      // Where names of files fit, bash quotes all candidates itself. Those that need quotes are
      // left out, since they would be quoted twice.
      if command.files != .none, word != candidate.text { continue }
      try output.write(
        line: candidate.summary.isEmpty ? word : "\(word)\t\(candidate.summary)")
    }
  }

  private mutating func add(_ new: [Candidate]) {
    candidates += new.filter { $0.text.hasPrefix(current) }
  }

  private mutating func addCommands() {
    add(
      CommandWord.all.map {
        Candidate(text: $0.text, summary: $0.definition.summary)
      })
  }

  // MARK: Options and operands

  private mutating func complete(_ definition: CommandDefinition, _ words: [FilePath]) {
    let scan = OptionScan(definition, Word.arguments(words)[...], on: .arguments)
    let given = ParsedOptions(scan.given, operands: scan.operands)
    if let option = scan.awaiting {
      addValues(of: option, prefix: "", definition, given)
    } else if !scan.hasEnded, current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      let name = String(current[..<sign].dropFirst(2))
      guard case .one(let found) = definition.match(optionNamed: name) else { return }
      for option in definition.options where option.name.rawValue == found {
        addValues(of: option, prefix: String(current[...sign]), definition, given)
      }
    } else if !scan.hasEnded, current.hasPrefix("-") {
      addOptions(of: definition)
    } else {
      addOperands(definition, given)
    }
  }

  private mutating func addOptions(of definition: CommandDefinition) {
    for option in definition.options {
      if let letter = option.letter, definition.options(with: letter).count == 1,
        !current.hasPrefix("--")
      {
        add([Candidate(text: "-\(letter)", summary: option.help)])
      }
      let sign = option.argument.isRequired ? "=" : ""
      add([Candidate(text: option.spelling + sign, summary: option.help)])
    }
  }

  private mutating func addOperands(_ definition: CommandDefinition, _ given: ParsedOptions) {
    if !definition.leadingOperands.isEmpty, !given.operands.isEmpty {
      return addWords(of: definition.name, given)
    }
    let isReplaced = given.options.contains(where: \.option.replacesOperands)
    let operands = definition.leadingOperands + definition.forms[0].operands
    let kinds = operands.map(\.kind).filter { $0 != .pattern || !isReplaced }
    switch kinds.dropFirst(given.operands.count).first {
    case .commandName: addCommands()
    case .choice(let actions):
      add(actions.map { Candidate(text: $0.name, summary: $0.summary) })
    case .pattern: break
    default: addFiles(definition, given)
    }
  }

  private mutating func addFiles(_ definition: CommandDefinition, _ given: ParsedOptions) {
    switch definition.forms[0].operands.last?.kind {
    case .commandName: break
    case .address where !given.operands.isEmpty:
      if !given.has(.byLetter) { addWords(of: definition.name, given) }
    default: files = .files
    }
  }

  // MARK: The command language

  /// Adds what a command of a session takes at the cursor.
  private mutating func addWords(of command: CommandName, _ given: ParsedOptions) {
    let operands = given.operands.dropFirst().map { Quoting.quoted($0.text ?? "") }
    let line =
      ([command.rawValue] + operands).joined(separator: " ") + " " + written(current)
    let grammar = GrammarCompletion(
      line: line, cursor: line.unicodeScalars.count, among: SessionCommands.all.definitions)
    // What has been typed before the part that is completed, such as a key and `=`.
    let head = current.hasSuffix(grammar.prefix) ? current.dropLast(grammar.prefix.count) : ""
    candidates += grammar.candidates.map {
      Candidate(text: head + $0.insertion, summary: $0.summary)
    }
    guard !grammar.wanted.isEmpty else { return }
    if grammar.wanted.contains(.file) { files = .files }
    guard let known = KnownCatalogue(given, largestRead: CompleteCommand.largestRead) else {
      return
    }
    let suggestions = Suggestions(
      known.catalogue, book: known.book, form: known.form, lookUp: known.lookUp)
    let item = grammar.precedingAddress.flatMap { word in
      (try? Address(word.text)).flatMap { try? known.book.item(at: $0) }
    }
    for wanted in grammar.wanted {
      let found = suggestions.words(for: wanted, prefix: grammar.prefix, near: item)
      candidates += found.map { Candidate(text: head + $0.text + (wanted == .fieldKey ? "=" : "")) }
    }
  }

  /// The typed text, as an unfinished word of the command language.
  private func written(_ word: String) -> String {
    word.unicodeScalars.allSatisfy { $0 != " " && $0 != "'" && $0 != "\"" && $0 != "\\" }
      ? word : Quoting.quoted(word).dropLastQuote
  }

  // MARK: Values of options

  private mutating func addValues(
    of option: CommandOption, prefix: String, _ definition: CommandDefinition,
    _ given: ParsedOptions
  ) {
    switch option.argument.operand?.kind {
    case .file: files = prefix.isEmpty ? .files : .none
    case .directory: files = prefix.isEmpty ? .directories : .none
    case .suggested(let texts), .word(let texts): add(texts.map { Candidate(text: prefix + $0) })
    case .key:
      // Files are operands before or after the option. The keys are those of the first file.
      let isReplaced = given.options.contains(where: \.option.replacesOperands)
      let hasPattern = definition.forms[0].operands.first?.kind == .pattern && !isReplaced
      guard let word = given.words.dropFirst(hasPattern ? 1 : 0).first else { return }
      let file = ParsedOptions(given.options, operands: [word])
      guard let known = KnownCatalogue(file, largestRead: CompleteCommand.largestRead) else {
        return
      }
      let typed = String(current.dropFirst(prefix.count))
      candidates += Suggestions(known.catalogue, book: known.book, form: known.form)
        .words(for: .key, prefix: typed, near: nil).map { Candidate(text: prefix + $0.text) }
    default: break
    }
  }

  /// The catalogue of a command line, as far as it can be known at once: from its index, or by
  /// reading a small file.
  private struct KnownCatalogue {
    let catalogue: Catalogue
    let book: AddressBook
    let form: Form?
    let lookUp: ((String) -> [Entry.ID]?)?

    /// - Parameter given: Options, and the file as the first operand.
    init?(_ given: ParsedOptions, largestRead: Int) {
      guard let path = given.operands.first,
        let file = try? IndexedFile(path, given.parseOptions())
      else { return nil }
      if let stored = try? file.storedCatalogue(), let restored = try? stored.restore(file.bytes) {
        catalogue = restored
        lookUp = { text in
          guard let matcher = try? Matcher([text]),
            let found = try? stored.index.candidates(for: matcher, in: .label)
          else { return nil }
          return found.entries.prefix(CompleteCommand.mostLookedUp).entries
        }
      } else {
        guard file.bytes.count <= largestRead, let read = try? file.read() else { return nil }
        catalogue = read.catalogue
        lookUp = nil
      }
      try? given.giveTitles(to: catalogue, named: "")
      book = AddressBook(catalogue, comparedNames: 0)
      form = Form(catalogue, language: Environment.dateLanguage)
    }
  }
}

extension String {
  /// A quoted word without its closing quote.
  fileprivate var dropLastQuote: String {
    hasSuffix("'") || hasSuffix("\"") ? String(dropLast()) : self
  }
}
